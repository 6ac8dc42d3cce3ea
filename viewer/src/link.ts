// The page's state in the address: what differs from the start, short and readable.
import type { Point } from "./api";
import type { Camera, State } from "./state";

const kShort: Record<keyof State, string> = {
  view: "view",
  camera: "camera",
  from: "from",
  to: "to",
  rows: "by",
  smooth: "smooth",
  agent: "agent",
  level: "level",
  gates: "gates",
  inter: "inter",
  intra: "intra",
  borders: "borders",
  paint: "ground",
  clip: "below",
  tab: "tab",
  panel: "panel",
  bare: "bare",
  waveShow: "wave",
  waveReach: "reach",
  waveArea: "area",
  trace: "trace",
  traceAt: "step",
  traceHops: "hops",
  agents: "agents",
  agentsAfter: "after",
  seed: "seed",
  route: "route",
  replan: "replan",
  crowdBy: "crowd",
  atEnd: "end",
  pause: "pause",
  speed: "speed",
  mergeStep: "merge",
  mergeLayer: "layer",
  mergeColour: "clusters",
  compressTo: "layers",
  compressStep: "compress",
  parents: "parents",
};

const kChoices: Partial<Record<keyof State, readonly string[]>> = {
  view: ["top", "3d"],
  paint: ["plain", "height", "steepness", "difficulty", "area", "cells", "clusters", "wave", "density"],
  tab: ["paths", "levels", "waves", "edit", "agents", "measure"],
  waveShow: ["astar", "hierarchy", "merged", "ratio", "merged-ratio"],
  route: ["navigated", "random"],
  replan: ["whole", "current", "progressive"],
  atEnd: ["new_goal", "reverse", "main_path"],
  pause: ["never", "goal", "step", "both"],
  mergeColour: ["cluster", "neighbours", "layers"],
};

function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function write(key: keyof State, state: State): string {
  const value = state[key];
  if (key === "camera" && state.camera) {
    const { target, distance, azimuth, polar } = state.camera;
    return [...target, distance, azimuth, polar].map(rounded).join(",");
  }
  if (Array.isArray(value)) return value.map((x) => (typeof x === "number" ? rounded(x) : x)).join(",");
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "number" ? rounded(value) : String(value ?? "");
}

export function writeLink(state: State, start: State, world: string): string {
  const parts = [`world=${encodeURIComponent(world)}`];
  for (const key of Object.keys(kShort) as (keyof State)[]) {
    if (JSON.stringify(state[key]) === JSON.stringify(start[key])) continue;
    if (state[key] === null) continue;
    parts.push(`${kShort[key]}=${encodeURIComponent(write(key, state)).replaceAll("%2C", ",").replaceAll("%40", "@")}`);
  }
  return `#${parts.join("&")}`;
}

function numbers(text: string, length: number): number[] | null {
  const values = text.split(",").map(Number);
  return values.length === length && values.every(Number.isFinite) ? values : null;
}

function readCamera(text: string): Camera | null {
  const v = numbers(text, 6);
  if (!v || v[3]! <= 0) return null;
  return { target: [v[0]!, v[1]!, v[2]!], distance: v[3]!, azimuth: v[4]!, polar: v[5]! };
}

function readOne(key: keyof State, text: string, start: State): unknown {
  const model = start[key];
  if (key === "camera") return readCamera(text);
  if (key === "from" || key === "to") return numbers(text, 3) as Point | null;
  if (key === "rows") return text ? text.split(",") : [];
  const choices = kChoices[key];
  if (choices) return choices.includes(text) ? text : null;
  if (typeof model === "boolean") return text === "1";
  if (typeof model === "number" || key === "clip") return numbers(text, 1)?.[0] ?? null;
  return text;
}

/** What a link says of the state; words it does not know are left out. */
export function readLink(hash: string, start: State): Partial<State> {
  const read: Record<string, unknown> = {};
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  for (const key of Object.keys(kShort) as (keyof State)[]) {
    const text = given.get(kShort[key]);
    if (text === null) continue;
    const value = readOne(key, text, start);
    if (value !== null) read[key] = value;
  }
  return read as Partial<State>;
}

/** The world a link was made for; empty where it does not say. */
export function linkedWorld(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("world") ?? "";
}
