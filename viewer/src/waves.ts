// Costs from the start to everywhere, by A* and by the hierarchy, and how they compare.
import type * as THREE from "three";
import { type Point, api } from "./api";
import type { App, Legend } from "./app";
import { type Rgb, ramps, sample } from "./colours";
import { amount } from "./format";
import type { Ground } from "./ground";
import { put } from "./ground";
import { newest } from "./newest";
import { GridSurface } from "./scene/grid_surface";
import type { State } from "./state";

export interface Wave {
  cost: Float32Array;
  largest: number;
  microseconds: number;
  expansions: number;
}

/** Smaller differences look like none. */
const kEqual = 1e-4;

const kRings = 20;

type By = "astar" | "hierarchy" | "merged";

interface Ask {
  from: Point;
  agent: string;
  wanted: By[];
  key: string;
}

/** What has to be known to show something. */
const kNeeded: Record<State["waveShow"], By[]> = {
  astar: ["astar"],
  hierarchy: ["hierarchy"],
  merged: ["merged"],
  ratio: ["astar", "hierarchy"],
  "merged-ratio": ["astar", "merged"],
};
/** Paths by the merged hierarchy are found one by one: to so many triangles, about. */
const kUsualGoals = 12000;

export class Waves {
  readonly waves = new Map<string, Wave>();
  /** The start that the waves were computed for. */
  private key = "";
  private area = 0;
  private lines: THREE.Object3D | null = null;
  private listeners: (() => void)[] = [];
  private readonly asks = newest((ask: Ask) => this.load(ask), (error) => this.app.fail(error));

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
  ) {
    app.painters.set("wave", { paint: (out) => this.paint(out), legend: () => this.legend() });
    app.store.on(["paint", "waveShow", "waveReach", "waveArea", "from", "agent"], () => this.refresh());
    app.on("theme", () => this.drawRings());
    app.on("revision", () => {
      this.key = "";
      this.refresh();
    });
    this.refresh();
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  get busy(): boolean {
    return this.asks.busy;
  }

  private refresh(): void {
    const { paint, waveShow, from, agent, waveArea } = this.app.store.get();
    if (paint !== "wave") return this.drawRings();
    const key = JSON.stringify([from, agent, this.app.revision]);
    const wanted = kNeeded[waveShow];
    if (this.area !== waveArea) this.waves.delete("merged");
    this.area = waveArea;
    const missing = key === this.key ? wanted.filter((name) => !this.waves.has(name)) : [...wanted];
    if (missing.length === 0) this.show();
    else this.asks.ask({ from, agent, wanted: missing, key });
    this.tell();
  }

  /** Half of the side of the square that paths are found in, in metres. */
  get reach(): number {
    const { bounds, elements } = this.app.world;
    const ground = (bounds.max[0] - bounds.min[0]) * (bounds.max[2] - bounds.min[2]);
    return 0.5 * Math.sqrt(ground * Math.min(1, kUsualGoals / elements)) * 2 ** this.app.store.get().waveArea;
  }

  private async load(ask: Ask): Promise<void> {
    const found = await Promise.all(ask.wanted.map((name) => api.wave(ask.from, name, ask.agent, name === "merged" ? this.reach : undefined)));
    if (ask.key !== this.key) this.waves.clear();
    this.key = ask.key;
    found.forEach((bundle, i) => {
      this.waves.set(ask.wanted[i]!, {
        cost: bundle.f32("cost"),
        largest: bundle.number("largest"),
        microseconds: bundle.number("microseconds"),
        expansions: bundle.number("expansions"),
      });
      this.app.page.wave[ask.wanted[i]!] = bundle.number("largest");
    });
    this.show();
    setTimeout(() => this.tell(), 0);
  }

  private show(): void {
    this.ground.repaint();
    this.drawRings();
  }

  /** On triangles a ring is a line between those on its two sides. */
  private drawRings(): void {
    const { strokes, stage, store, surface, theme, world } = this.app;
    strokes.remove(this.lines);
    this.lines = null;
    const { paint, waveShow, waveReach } = store.get();
    const wave = this.waves.get(waveShow);
    if (paint === "wave" && wave && world.kind === "terrain") {
      const scale = kRings / (wave.largest * waveReach);
      const bands = Uint32Array.from(wave.cost, (cost) => (cost * scale <= kRings ? 1 + Math.floor(cost * scale) : 0));
      this.lines = strokes.hairlines(surface.borders(bands), theme.border, 0.75, 5);
      stage.still.add(this.lines);
    }
    stage.invalidate();
  }

  private paint(out: Uint8Array): boolean {
    const { waveShow } = this.app.store.get();
    return waveShow.endsWith("ratio") ? this.paintRatio(out) : this.paintCost(out, this.waves.get(waveShow));
  }

  private paintCost(out: Uint8Array, wave: Wave | undefined): boolean {
    if (!wave) return false;
    const ramp = ramps.heat();
    const { border, ground } = this.app.theme;
    const blocked = this.nowhere;
    const scale = wave.largest > 0 ? 1 / (wave.largest * this.app.store.get().waveReach) : 0;
    const isRing = this.rings(wave.cost, scale);
    for (let i = 0; i < wave.cost.length; ++i) {
      const part = wave.cost[i]! * scale;
      if (!Number.isFinite(part)) put(out, i, blocked);
      else if (part > 1) put(out, i, ground);
      // Fine rings, so that distance can be read without telling colours apart.
      else if (isRing(i)) put(out, i, border);
      else sample(ramp, part, out, 4 * i);
    }
    return true;
  }

  /** Polygons of a mesh are too large for rings. */
  private get hasRings(): boolean {
    return this.app.world.kind !== "navmesh";
  }

  /** Whether an element lies where a ring is: on tiles, where a neighbour is a step farther. */
  private rings(cost: Float32Array, scale: number): (element: number) => boolean {
    const at = (i: number): number => cost[i]! * scale * kRings;
    const { surface } = this.app;
    if (!(surface instanceof GridSurface)) return () => false;
    const { width } = surface;
    return (i) => [i + 1, i + width].some((next) => Number.isFinite(cost[next]) && Math.floor(at(next)) !== Math.floor(at(i)));
  }

  /** The colour of what no path leads to, or was looked for. */
  private get nowhere(): Rgb {
    return this.app.world.kind === "grid" ? this.app.theme.blocked : this.app.theme.unknown;
  }

  /** The waves to compare: that of A*, and another. */
  private get both(): [Wave | undefined, Wave | undefined] {
    return [this.waves.get("astar"), this.waves.get(this.app.store.get().waveShow === "merged-ratio" ? "merged" : "hierarchy")];
  }

  /** Paths over the merged hierarchy are never cheaper; the hierarchy's differ to both sides, if at all. */
  private get ratioScale(): { ramp: Rgb[]; middle: number } {
    return this.app.store.get().waveShow === "merged-ratio" ? { ramp: ramps.heat(), middle: 0 } : { ramp: ramps.ratio(), middle: 0.5 };
  }

  private paintRatio(out: Uint8Array): boolean {
    const [exact, other] = this.both;
    if (!exact || !other) return false;
    const { ramp, middle } = this.ratioScale;
    const most = Math.max(this.excess().usual, kEqual);
    for (let i = 0; i < exact.cost.length; ++i) {
      const [a, b] = [exact.cost[i]!, other.cost[i]!];
      if (!Number.isFinite(a) || !Number.isFinite(b)) put(out, i, this.nowhere);
      else sample(ramp, middle + (1 - middle) * ((a > 0 ? b / a - 1 : 0) / most), out, 4 * i);
    }
    return true;
  }

  /** How far costs are from those of A*: of all places, and of all but one in a hundred. */
  excess(): { largest: number; usual: number } {
    const [exact, other] = this.both;
    if (!exact || !other) return { largest: 0, usual: 0 };
    const found = exact.cost.map((cost, i) => Math.abs(other.cost[i]! / cost - 1)).filter(Number.isFinite).sort();
    return { largest: found[found.length - 1] ?? 0, usual: found[Math.floor(found.length * 0.99)] ?? 0 };
  }

  private legend(): Legend {
    const { waveShow } = this.app.store.get();
    if (waveShow.endsWith("ratio")) {
      const by = waveShow === "ratio" ? "Hierarchy" : "Merged";
      const most = Math.max(this.excess().usual, kEqual) * 100;
      const equal = most < 0.05;
      const end = `${most.toFixed(most < 1 ? 2 : 1)} %`;
      const title = equal ? `${by} against A*: equal` : `${by} against A*`;
      return { title, ramp: { colours: this.ratioScale.ramp, low: this.ratioScale.middle === 0 ? "0 %" : equal ? "less" : `−${end}`, high: equal ? "more" : `+${end}` } };
    }
    const largest = (this.waves.get(waveShow)?.largest ?? 0) * this.app.store.get().waveReach;
    return { title: `Cost from S by ${waveShow === "astar" ? "A*" : waveShow}${this.hasRings ? ", a ring every 5 %" : ""}`, ramp: { colours: ramps.heat(), low: "0", high: amount(largest) } };
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}
