// What the page shows, as plain data, and who wants to know when it changes.
import type { Point, World } from "./api";

export type Paint = "plain" | "height" | "steepness" | "difficulty" | "area" | "cells" | "clusters" | "wave" | "density";
export type Tab = "paths" | "levels" | "waves" | "edit" | "agents" | "measure";

export interface Camera {
  target: Point;
  distance: number;
  azimuth: number;
  polar: number;
}

export interface State {
  view: "top" | "3d";
  camera: Camera | null;
  from: Point;
  to: Point;
  /** Algorithms to compare, as "name" or "name@level". */
  rows: string[];
  smooth: string;
  agent: string;
  /** The level whose cells are shown; 0 for none. */
  level: number;
  gates: boolean;
  inter: boolean;
  intra: boolean;
  borders: boolean;
  paint: Paint;
  /** What lies higher than this is hidden; null hides nothing. */
  clip: number | null;
  tab: Tab;
  panel: boolean;
  /** Only the map and its legend, for pictures. */
  bare: boolean;
  /** Ratios are over the costs of A*. */
  waveShow: "astar" | "hierarchy" | "merged" | "ratio" | "merged-ratio";
  /** Waves are shown up to this part of their largest cost. */
  waveReach: number;
  /** The area of waves by the merged hierarchy is doubled so often, or halved. */
  waveArea: number;
  trace: string;
  traceAt: number;
  /** Hops of the abstract path that are refined; below 0: all. */
  traceHops: number;
  agents: number;
  /** Seconds that they have walked already when they are first shown. */
  agentsAfter: number;
  seed: number;
  route: string;
  replan: string;
  /** Who finds the agents' paths: "batch" or an algorithm. */
  crowdBy: string;
  atEnd: string;
  pause: string;
  speed: number;
  /** Merge steps done; below 0: all. */
  mergeStep: number;
  mergeLayer: number;
  mergeColour: "cluster" | "neighbours" | "layers";
  /** Layers to compress to, 0 for not at all, and the steps of that done; below 0: all. */
  compressTo: number;
  compressStep: number;
  /** How many parents of the triangle under the cursor are outlined. */
  parents: number;
}

export const kMostParents = 16;
export const kMostHalvings = 4;
export const kMostDoublings = 3;

/** What the ground shows when a world is opened. */
export function initialPaint(world: World): Paint {
  return world.kind === "terrain" ? "height" : world.kind === "navmesh" ? "area" : "plain";
}

export function initialState(world: World): State {
  const rows = ["astar", "hierarchy", "tables"].filter((name) => world.algorithms.includes(name));
  return {
    view: world.kind === "grid" ? "top" : "3d",
    camera: null,
    from: rounded(world.start),
    to: rounded(world.goal),
    rows: rows.length ? rows : world.algorithms.slice(0, 3),
    smooth: "",
    agent: world.agents[0] ?? "",
    level: 0,
    gates: true,
    inter: false,
    intra: true,
    borders: true,
    paint: initialPaint(world),
    clip: null,
    tab: "paths",
    panel: true,
    bare: false,
    waveShow: "hierarchy",
    waveReach: 1,
    waveArea: 0,
    trace: "",
    traceAt: 0,
    traceHops: -1,
    agents: 0,
    agentsAfter: 0,
    seed: 1,
    route: "navigated",
    replan: "whole",
    crowdBy: "batch",
    atEnd: "new_goal",
    pause: "never",
    speed: 1,
    mergeStep: -1,
    mergeLayer: 0,
    mergeColour: "cluster",
    compressTo: 0,
    compressStep: -1,
    parents: 0,
  };
}

/** Tables are what batches use; a change of the world takes them away for a while. */
export function crowdAlgorithms(world: World): string[] {
  return world.algorithms.filter((name) => name !== "tables");
}

/** To millimetres: an end then is the same in the page, in its link and to the server. */
export function rounded(point: Point): Point {
  return point.map((x) => Math.round(x * 1000) / 1000) as Point;
}

/** The same state without what this world does not have. */
export function possible(state: State, world: World): State {
  const known = (row: string): boolean => {
    const [name = "", level] = row.split("@");
    return world.algorithms.includes(name) && (level === undefined || (Number(level) >= 1 && Number(level) <= world.levels));
  };
  const within = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most);
  return {
    ...state,
    rows: state.rows.filter(known),
    trace: known(state.trace) ? state.trace : "",
    agent: world.agents.includes(state.agent) ? state.agent : (world.agents[0] ?? ""),
    level: within(state.level, world.levels),
    agents: within(state.agents, 100000),
    agentsAfter: within(state.agentsAfter, 600),
    crowdBy: crowdAlgorithms(world).includes(state.crowdBy) ? state.crowdBy : "batch",
    speed: state.speed > 0 ? state.speed : 1,
    waveReach: state.waveReach > 0 && state.waveReach <= 1 ? state.waveReach : 1,
    paint: state.paint === "clusters" && !world.can_merge ? initialPaint(world) : state.paint,
    waveShow: state.waveShow.startsWith("merged") && !world.can_merge ? "hierarchy" : state.waveShow,
    waveArea: Math.min(Math.max(Math.round(state.waveArea), -kMostHalvings), kMostDoublings),
    mergeLayer: within(state.mergeLayer, 1e6),
    compressTo: state.compressTo < 2 ? 0 : within(state.compressTo, 1e6),
    parents: within(state.parents, kMostParents),
  };
}

type Key = keyof State;
type Listener = (state: Readonly<State>, changed: ReadonlySet<Key>) => void;

export class Store {
  private listeners: { keys: Key[]; call: Listener }[] = [];
  private changed = new Set<Key>();

  constructor(private data: State) {}

  get(): Readonly<State> {
    return this.data;
  }

  /** Listeners of a key hear of it once per turn of the event loop, after all changes of that turn. */
  set(patch: Partial<State>): void {
    const empty = this.changed.size === 0;
    for (const key of Object.keys(patch) as Key[]) {
      if (JSON.stringify(this.data[key]) !== JSON.stringify(patch[key])) this.changed.add(key);
    }
    this.data = { ...this.data, ...patch };
    if (empty && this.changed.size > 0) queueMicrotask(() => this.tell());
  }

  on(keys: Key[], call: Listener): void {
    this.listeners.push({ keys, call });
  }

  private tell(): void {
    const changed = this.changed;
    this.changed = new Set();
    for (const { keys, call } of this.listeners) {
      if (keys.some((key) => changed.has(key))) call(this.data, changed);
    }
  }
}
