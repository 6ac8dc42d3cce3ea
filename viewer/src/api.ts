// The server's routes, typed. Everything shown is computed there.
import { Bundle, decodeBundle } from "./bundle";

export type Point = [number, number, number];

export interface LevelInfo {
  level: number;
  cells: number;
  gates: number;
  inter_edges: number;
  intra_edges: number;
}
export interface AreaInfo {
  name: string;
  cost: number;
  passable: boolean;
}
export interface MeshArea extends AreaInfo {
  /** The number that polygons of this area have. */
  area: number;
}
export interface LetterInfo extends AreaInfo {
  /** As an edit names it: the letter, or "#n" where it cannot be printed. */
  letter: string;
  code: number;
}
/** A terrain's merged hierarchy, all of it. */
export interface MergedInfo {
  steps: number;
  layers: number;
  clusters: number;
  merge_ms: number;
  /** Until there are as few layers as were asked for. */
  compression_steps?: number;
}
/** Which state of it: after a merge step, or compressed to so many layers, and how far. */
export interface MergedQuery {
  step?: number | undefined;
  layers?: number | undefined;
  compress?: number | undefined;
}
export interface World {
  revision: number;
  name: string;
  kind: "grid" | "navmesh" | "terrain";
  bounds: { min: Point; max: Point };
  size_text: string;
  elements: number;
  levels: number;
  level_info: LevelInfo[];
  agents: string[];
  areas?: MeshArea[];
  letters?: LetterInfo[];
  algorithms: string[];
  build_ms: number;
  hierarchy_bytes: number;
  table_bytes: number;
  tables: "ready" | "building" | "none";
  /** Whether it has a merged hierarchy to look at: terrain has. */
  can_merge: boolean;
  start: Point;
  goal: Point;
}
export interface PathAnswer {
  status: string;
  cost: number | null;
  length: number | null;
  expansions: number;
  microseconds?: number;
  error?: number | null;
  points?: Point[];
  reason?: string | null;
}
export interface PathsAnswer {
  revision: number;
  algorithms: Record<string, PathAnswer>;
}
export interface PlaceInfo {
  /** What is under the point; null where nothing is. */
  element: number | null;
  /** The nearest walkable place; null where none is near. */
  point: Point | null;
  walkable: boolean;
  text: string;
  area?: string;
  letter?: string;
  cells: (number | null)[];
}
export interface CellInfo {
  level: number;
  cell: number;
  elements: number;
  gates: Point[];
  parent: number | null;
  children: number[];
  neighbours: number[];
  /** The cheapest of them; intra_edge_count says how many there are. */
  intra_edges: { from: Point; to: Point; cost: number }[];
  intra_edge_count: number;
}
export interface EditAnswer {
  revision: number;
  touched: number[];
  algorithms: string[];
  /** Changes that can still be taken back. */
  undo: number;
  microseconds: number;
  customized_cells: number;
}
export interface MeasureRow {
  algorithm: string;
  /** "auto", a number, or nothing where there are no levels. */
  level: string;
  /** 0: as the world was built. */
  cell_size: number;
  mean_us: number;
  speed_up: number;
  mean_error: number;
}
export interface MeasureState {
  state: "idle" | "running" | "done" | "stopped" | "failed";
  queries: number;
  /** From 0 to 1. */
  progress: number;
  rows: MeasureRow[];
  error?: string;
}

/** What the server refused, in its own words. */
export class ServerError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

type Parameters = Record<string, string | number | Point | undefined>;

function address(route: string, parameters: Parameters = {}): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === "") continue;
    const text = Array.isArray(value) ? pointText(value) : String(value);
    parts.push(`${name}=${encodeURIComponent(text).replaceAll("%2C", ",")}`);
  }
  return `api/${route}${parts.length ? `?${parts.join("&")}` : ""}`;
}

export function pointText(point: Point): string {
  return point.map((x) => String(Math.round(x * 10000) / 10000)).join(",");
}

async function send(url: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ServerError("The server does not answer. Is `portolan view` still running?", 0);
  }
  if (response.ok) return response;
  const text = await response.text();
  let message = `The server answered ${response.status}.`;
  try {
    message = String((JSON.parse(text) as { error?: string }).error ?? message);
  } catch {
    // Not JSON: the status has to do.
  }
  throw new ServerError(message, response.status);
}

/** Requests that are not answered yet. */
export const traffic = { underWay: 0 };

async function counted<T>(work: () => Promise<T>): Promise<T> {
  traffic.underWay += 1;
  try {
    return await work();
  } finally {
    traffic.underWay -= 1;
  }
}

function json<T>(url: string, init?: RequestInit): Promise<T> {
  return counted(async () => (await (await send(url, init)).json()) as T);
}
function bundle(url: string, init?: RequestInit): Promise<Bundle> {
  return counted(async () => decodeBundle(await (await send(url, init)).arrayBuffer()));
}
function post<T>(route: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return json<T>(address(route), { method: "POST", headers, body: JSON.stringify(body) });
}

export interface PathQuery {
  from: Point;
  to: Point;
  algorithms: string;
  level: string;
  smooth?: string | undefined;
  agent?: string | undefined;
  repeat?: number | undefined;
}

export const api = {
  world: (agent = "") => json<World>(address("world", { agent })),
  geometry: () => bundle(address("geometry")),
  cells: (level: number, agent: string) => bundle(address("cells", { level, agent })),
  gates: (level: number, agent: string) => bundle(address("gates", { level, agent })),
  cell: (level: number, cell: number, agent: string) =>
    json<CellInfo>(address("cell", { level, cell, agent })),
  at: (point: Point, agent: string) => json<PlaceInfo>(address("at", { point, agent })),
  path: (query: PathQuery) => json<PathsAnswer>(address("path", { ...query })),
  trace: (from: Point, to: Point, algorithm: string, level: string, agent: string, smooth: string) =>
    bundle(address("trace", { from, to, algorithm, level, agent, smooth })),
  wave: (from: Point, algorithm: string, agent: string, area?: number) =>
    bundle(address("wave", { from, algorithm, agent, area })),
  edit: (body: unknown) => post<EditAnswer>("edit", body),
  undo: () => post<EditAnswer>("edit/undo", {}),
  startAgents: (body: unknown) => post<Record<string, unknown>>("agents", body),
  agentsFrame: (seconds: number) => bundle(address("agents/frame", { seconds })),
  density: () => bundle(address("agents/density")),
  startMeasure: (body: unknown) => post<MeasureState>("measure", body),
  measure: () => json<MeasureState>(address("measure")),
  stopMeasure: () => json<MeasureState>(address("measure"), { method: "DELETE" }),
  merged: (layers?: number) => json<MergedInfo>(address("merged", { layers })),
  clusters: (query: MergedQuery, layer: number) => bundle(address("merged/clusters", { ...query, layer })),
  parents: (query: MergedQuery, triangle: number, parents: number) =>
    bundle(address("merged/parents", { ...query, triangle, parents })),
  mergedPath: (query: MergedQuery, from: Point, to: Point, expansions: number | undefined) =>
    bundle(address("merged/path", { ...query, from, to, expansions })),
};
