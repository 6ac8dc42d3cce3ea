// One query step by step: what was expanded, in which phase, and the path as it becomes finer.
import * as THREE from "three";
import { type Point, api } from "./api";
import type { App } from "./app";
import type { Bundle } from "./bundle";
import { css } from "./colours";
import type { Ground } from "./ground";
import { MergedSteps } from "./merged_steps";
import { newest } from "./newest";
import { Dots } from "./scene/dots";
import { colourOf } from "./scene/strokes";

export interface Phase {
  name: string;
  first: number;
  count: number;
}
interface StagePath {
  name: string;
  /** So many nodes are expanded when it is there. */
  after?: number;
  points: Point[];
  /** What follows these and is not refined yet. */
  coarse?: Point[];
}

const kPhases: Record<string, { light: string; dark: string }> = {
  "connect start": { light: "#17806d", dark: "#4fd1b5" },
  "connect goal": { light: "#c2352b", dark: "#ff8a80" },
  "connect upwards": { light: "#8a6d00", dark: "#ffd75c" },
  search: { light: "#2563b8", dark: "#6ea8ff" },
  refine: { light: "#d9641a", dark: "#ffa25c" },
  "expand clusters": { light: "#d9641a", dark: "#ffa25c" },
  triangles: { light: "#d9641a", dark: "#ffa25c" },
  smooth: { light: "#7a3fa0", dark: "#c39bff" },
};
/** Of guide layers, the lowest first. */
const kLayers = [
  { light: "#2563b8", dark: "#6ea8ff" },
  { light: "#17806d", dark: "#4fd1b5" },
  { light: "#7a3fa0", dark: "#c39bff" },
  { light: "#8a6d00", dark: "#ffd75c" },
];

export function phaseColour(name: string, theme: "light" | "dark"): string {
  const layer = /^layer (\d+)$/.exec(name)?.[1];
  const look = layer ? kLayers[(Number(layer) - 1) % kLayers.length] : kPhases[name];
  return (look ?? { light: "#555555", dark: "#cccccc" })[theme];
}

export class Trace {
  /** Stretches of the abstract path that can be refined one by one. */
  hops = 0;
  readonly merged: MergedSteps;
  phases: Phase[] = [];
  stages: StagePath[] = [];
  /** Expansions, and one more where the path is smoothed at the end. */
  steps = 0;
  playing = false;
  private places = new Float32Array();
  private parents = new Uint32Array();
  private refined = new Float32Array();
  private refinedEnd = new Uint32Array();
  private dots: Dots | null = null;
  private path: THREE.Object3D | null = null;
  private head: THREE.Object3D | null = null;
  private listeners: (() => void)[] = [];
  private readonly loads = newest((row: string) => this.load(row), (error) => this.app.fail(error));

  constructor(
    private readonly app: App,
    ground: Ground,
  ) {
    this.merged = new MergedSteps(app, ground, () => this.takeMerged());
    app.store.on(["trace", "from", "to", "agent", "smooth"], () => this.refresh());
    app.store.on(["traceAt", "traceHops"], () => this.draw());
    app.store.on(["compressTo", "compressStep"], () => this.refresh());
    app.on("revision", () => this.refresh());
    app.on("theme", () => this.drawAll());
    this.refresh();
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  /** Forward or back; the last step shows the finished path. */
  step(by: number): void {
    this.playing = false;
    this.go(this.app.store.get().traceAt + by);
  }

  play(on: boolean): void {
    this.playing = on;
    if (on && this.app.store.get().traceAt >= this.steps) this.go(0);
    const pace = Math.max(1, Math.round(this.steps / 360));
    const tick = (): void => {
      if (!this.playing) return;
      this.go(this.app.store.get().traceAt + pace);
      if (this.app.store.get().traceAt >= this.steps) this.playing = false;
      else requestAnimationFrame(tick);
      this.tell();
    };
    if (on) requestAnimationFrame(tick);
    this.tell();
  }

  private go(to: number): void {
    this.app.store.set({ traceAt: Math.min(Math.max(to, 0), this.steps) });
  }

  /** Refines more of the abstract path, or less. */
  refine(by: number): void {
    const now = this.refinedHops + by;
    this.app.store.set({ traceAt: this.steps, traceHops: now >= this.hops ? -1 : Math.max(now, 0) });
  }
  get refinedHops(): number {
    const { traceHops } = this.app.store.get();
    return traceHops < 0 ? this.hops : Math.min(traceHops, this.hops);
  }

  private refresh(): void {
    const { trace, traceAt } = this.app.store.get();
    if (trace !== "merged") this.merged.hide();
    else {
      if (this.places.length > 0 || this.stages.length > 0) this.clear();
      return this.merged.show(traceAt || undefined);
    }
    if (trace) this.loads.ask(trace);
    else this.clear();
  }

  /** Clusters expanded stand in for nodes expanded. */
  private takeMerged(): void {
    const { shown } = this.merged;
    if (!shown) return;
    this.steps = shown.all;
    this.phases = [{ name: "expand clusters", first: 0, count: shown.all }];
    this.app.page.trace = { steps: shown.all, at: shown.expansions };
    const { traceAt } = this.app.store.get();
    const whole = traceAt === 0 && shown.expansions === shown.all;
    if (whole || traceAt > shown.all) this.app.store.set({ traceAt: shown.all });
    this.tell();
  }

  private async load(row: string): Promise<void> {
    const { from, to, agent, smooth } = this.app.store.get();
    const [name = "", level = "auto"] = row.split("@");
    const before = this.steps;
    const bundle: Bundle = await api.trace(from, to, name, level, agent, smooth);
    this.places = bundle.f32("expanded");
    this.parents = bundle.u32("parent");
    this.phases = (bundle.header["phases"] as Phase[] | undefined) ?? [];
    this.stages = (bundle.header["stages"] as StagePath[] | undefined) ?? [];
    this.refined = bundle.f32("refined");
    this.refinedEnd = bundle.u32("refined_end");
    this.hops = this.refinedEnd.length;
    const expanded = this.places.length / 3;
    this.steps = Math.max(expanded, this.stages.at(-1)?.after ?? 0);
    if (this.steps > expanded) this.phases.push({ name: "smooth", first: expanded, count: 1 });
    const at = this.app.store.get().traceAt;
    this.app.store.set({ traceAt: at === 0 || (before > 0 && at >= before) ? this.steps : Math.min(at, this.steps) });
    this.drawAll();
  }

  private clear(): void {
    this.playing = false;
    this.steps = 0;
    this.phases = [];
    this.stages = [];
    this.hops = 0;
    this.places = new Float32Array();
    this.drawAll();
  }

  private drawAll(): void {
    const { stage, strokes, theme } = this.app;
    this.dots?.dispose();
    this.dots = null;
    if (this.places.length > 0) {
      const size = this.steps > 20000 ? 3.5 : this.steps > 3000 ? 5 : 8;
      this.dots = new Dots(stage, { size, rim: colourOf(theme.halo), lift: strokes.lift, order: 16 });
      this.dots.set(this.places, this.tints());
      stage.moving.add(this.dots.object);
    }
    this.draw();
  }

  private tints(): Float32Array {
    const tints = new Float32Array(this.places.length).fill(0.5);
    const pale = colourOf(this.app.theme.ground);
    for (const phase of this.phases) {
      const colour = new THREE.Color(phaseColour(phase.name, this.app.theme.name));
      for (let i = phase.first; i < phase.first + phase.count && 3 * i < tints.length; ++i) {
        // Late ones are stronger: the order can be seen.
        const part = 0.55 + (0.45 * (i - phase.first)) / phase.count;
        colour.clone().lerp(pale, 1 - part).toArray(tints, 3 * i);
      }
    }
    return tints;
  }

  private draw(): void {
    const { stage, strokes, store, theme } = this.app;
    const at = store.get().traceAt;
    if (store.get().trace === "merged") {
      if (this.merged.shown && at !== this.merged.shown.expansions) this.merged.show(at);
      return;
    }
    this.app.page.trace = { steps: this.steps, at };
    for (const old of [this.path, this.head]) strokes.remove(old);
    this.path = this.head = null;
    this.app.page.trace.hops = this.refinedHops;
    this.dots?.showFirst(at);
    const stagePath = this.stageAt(at);
    const coarse = stagePath?.coarse ?? [];
    if (coarse.length >= 2) {
      this.head = strokes.path(coarse, { colour: css(theme.flash), width: 3, dash: [8, 6] }, 6);
      stage.moving.add(this.head);
    }
    if (stagePath && stagePath.points.length >= 2) {
      this.path = strokes.path(stagePath.points, { colour: css(theme.flash), width: 4, dash: null }, 6);
      stage.moving.add(this.path);
    }
    // At the end of a phase its path says more.
    if (at > 0 && at < this.steps && stagePath?.after !== at) {
      const chain = this.chain(at - 1);
      if (chain.length >= 2) {
        this.head = strokes.path(chain, { colour: css(theme.flash), width: 2.5, dash: null }, 6);
        stage.moving.add(this.head);
      }
    }
    stage.touch();
    this.tell();
  }

  /** From the node expanded last back to where its search began. */
  private chain(at: number): Point[] {
    const chain: Point[] = [];
    for (let i = at; i !== 0xffffffff && i < this.parents.length && chain.length < 100000; i = this.parents[i] ?? 0xffffffff) {
      chain.push([this.places[3 * i]!, this.places[3 * i + 1]!, this.places[3 * i + 2]!]);
    }
    return chain;
  }

  /** The path as far as it is known: of the last layer that is done, abstract, or finished. */
  stageAt(at: number): StagePath | null {
    if (this.stages.length === 0) return null;
    if (at >= this.steps && this.refinedHops < this.hops) return this.lazyPath(this.refinedHops);
    return this.stages.filter(({ after = 0 }) => after <= at).at(-1) ?? null;
  }

  /** The first stretches of the abstract path refined, the others as they are. */
  private lazyPath(hops: number): StagePath {
    const { points } = this.stages[0]!;
    const end = hops > 0 ? this.refinedEnd[hops - 1]! : 0;
    const fine = Array.from({ length: end }, (_, i) => [...this.refined.slice(3 * i, 3 * i + 3)] as Point);
    return { name: "lazily refined", points: [points[0]!, ...fine], coarse: points.slice(hops) };
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}
