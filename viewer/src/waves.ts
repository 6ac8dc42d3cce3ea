// Costs from the start to everywhere, by A* and by the hierarchy, and how they compare.
import { type Point, api } from "./api";
import type { App, Legend } from "./app";
import { gradient, ramps, sample } from "./colours";
import { amount } from "./format";
import type { Ground } from "./ground";
import { put } from "./ground";
import { newest } from "./newest";
import { GridSurface } from "./scene/grid_surface";

export interface Wave {
  cost: Float32Array;
  largest: number;
  microseconds: number;
  expansions: number;
}

/** Smaller differences look like none. */
const kEqual = 1e-4;

const kRings = 20;

interface Ask {
  from: Point;
  agent: string;
  wanted: ("astar" | "hierarchy")[];
}

export class Waves {
  readonly waves = new Map<string, Wave>();
  /** The start that the waves were computed for. */
  private key = "";
  private listeners: (() => void)[] = [];
  private readonly asks = newest((ask: Ask) => this.load(ask), (error) => this.app.fail(error));

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
  ) {
    app.painters.set("wave", { paint: (out) => this.paint(out), legend: () => this.legend() });
    app.store.on(["paint", "waveShow", "waveReach", "from", "agent"], () => this.refresh());
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
    const { paint, waveShow, from, agent } = this.app.store.get();
    if (paint !== "wave") return;
    const key = JSON.stringify([from, agent]);
    const wanted = waveShow === "ratio" ? (["astar", "hierarchy"] as const) : ([waveShow] as const);
    const missing = key === this.key ? wanted.filter((name) => !this.waves.has(name)) : [...wanted];
    if (missing.length === 0) this.ground.repaint();
    else this.asks.ask({ from, agent, wanted: missing });
    this.tell();
  }

  private async load(ask: Ask): Promise<void> {
    const key = JSON.stringify([ask.from, ask.agent]);
    const found = await Promise.all(ask.wanted.map((name) => api.wave(ask.from, name, ask.agent)));
    if (key !== this.key) this.waves.clear();
    this.key = key;
    found.forEach((bundle, i) => {
      this.waves.set(ask.wanted[i]!, {
        cost: bundle.f32("cost"),
        largest: bundle.number("largest"),
        microseconds: bundle.number("microseconds"),
        expansions: bundle.number("expansions"),
      });
      this.app.page.wave[ask.wanted[i]!] = bundle.number("largest");
    });
    this.ground.repaint();
    setTimeout(() => this.tell(), 0);
  }

  private paint(out: Uint8Array): boolean {
    const { waveShow } = this.app.store.get();
    return waveShow === "ratio" ? this.paintRatio(out) : this.paintCost(out, this.waves.get(waveShow));
  }

  private paintCost(out: Uint8Array, wave: Wave | undefined): boolean {
    if (!wave) return false;
    const ramp = ramps.heat();
    const { blocked, border, ground } = this.app.theme;
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

  /** Polygons of a mesh, and few triangles, are too large for rings. */
  private get hasRings(): boolean {
    const { kind, elements } = this.app.world;
    return kind === "grid" || (kind === "terrain" && elements > 50000);
  }

  /** Whether an element lies where a ring is: on tiles, where a neighbour is a step farther. */
  private rings(cost: Float32Array, scale: number): (element: number) => boolean {
    if (!this.hasRings) return () => false;
    const at = (i: number): number => cost[i]! * scale * kRings;
    const { surface } = this.app;
    if (!(surface instanceof GridSurface)) return (i) => Math.abs(at(i) - Math.round(at(i))) < 0.02;
    const { width } = surface;
    return (i) => [i + 1, i + width].some((next) => Number.isFinite(cost[next]) && Math.floor(at(next)) !== Math.floor(at(i)));
  }

  private paintRatio(out: Uint8Array): boolean {
    const [exact, other] = [this.waves.get("astar"), this.waves.get("hierarchy")];
    if (!exact || !other) return false;
    const ramp = ramps.ratio();
    const most = Math.max(this.excess().usual, kEqual);
    for (let i = 0; i < exact.cost.length; ++i) {
      const [a, b] = [exact.cost[i]!, other.cost[i]!];
      if (!Number.isFinite(a) || !Number.isFinite(b)) put(out, i, this.app.theme.blocked);
      else sample(ramp, 0.5 + 0.5 * ((a > 0 ? b / a - 1 : 0) / most), out, 4 * i);
    }
    return true;
  }

  /** How far costs are from those of A*: of all places, and of all but one in a hundred. */
  excess(): { largest: number; usual: number } {
    const [exact, other] = [this.waves.get("astar"), this.waves.get("hierarchy")];
    if (!exact || !other) return { largest: 0, usual: 0 };
    const found = exact.cost.map((cost, i) => Math.abs(other.cost[i]! / cost - 1)).filter(Number.isFinite).sort();
    return { largest: found[found.length - 1] ?? 0, usual: found[Math.floor(found.length * 0.99)] ?? 0 };
  }

  private legend(): Legend {
    const { waveShow } = this.app.store.get();
    if (waveShow === "ratio") {
      const most = Math.max(this.excess().usual, kEqual) * 100;
      const equal = most < 0.05;
      const end = `${most.toFixed(most < 1 ? 2 : 1)} %`;
      const title = equal ? "Hierarchy against A*: equal" : "Hierarchy against A*";
      return { title, ramp: { css: gradient(ramps.ratio()), low: equal ? "less" : `−${end}`, high: equal ? "more" : `+${end}` } };
    }
    const largest = (this.waves.get(waveShow)?.largest ?? 0) * this.app.store.get().waveReach;
    return { title: `Cost from S by ${waveShow === "astar" ? "A*" : "hierarchy"}${this.hasRings ? ", a ring every 5 %" : ""}`, ramp: { css: gradient(ramps.heat()), low: "0", high: amount(largest) } };
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}
