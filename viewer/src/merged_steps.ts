// A path over the merged hierarchy while it is found: clusters, of which the first are triangles already.
import type * as THREE from "three";
import { type Point, api } from "./api";
import type { App, Legend } from "./app";
import { type Theme, css, mixed } from "./colours";
import { type Ground, put } from "./ground";
import { mergedQuery } from "./merged";
import { newest } from "./newest";

export interface Partial {
  expansions: number;
  all: number;
  /** Clusters on the path, and how many of them, the first ones, are triangles that it surely leads over. */
  clusters: number;
  walked: number;
}

export class MergedSteps {
  shown: Partial | null = null;
  private line: THREE.Object3D | null = null;
  private rest: THREE.Object3D | null = null;
  private on = false;
  private readonly asks = newest((at: number | undefined) => this.load(at), (error) => this.app.fail(error));

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
    private readonly changed: () => void,
  ) {}

  /** The path after so many expansions; all of it where that is left out. */
  show(at: number | undefined): void {
    this.on = true;
    this.asks.ask(at);
  }

  hide(): void {
    if (!this.on) return;
    this.on = false;
    this.shown = null;
    this.clear();
    this.ground.setOverlay(null);
  }

  private clear(): void {
    for (const old of [this.line, this.rest]) this.app.strokes.remove(old);
    this.line = this.rest = null;
    this.app.stage.touch();
  }

  private async load(at: number | undefined): Promise<void> {
    const state = this.app.store.get();
    const bundle = await api.mergedPath(mergedQuery({ ...state, mergeStep: -1 }), state.from, state.to, at);
    if (!this.on) return;
    const places = bundle.f32("line");
    const points = Array.from({ length: places.length / 3 }, (_, i) => [...places.slice(3 * i, 3 * i + 3)] as Point);
    this.shown = { expansions: bundle.number("expansions"), all: bundle.number("all_expansions"), clusters: points.length, walked: bundle.number("walked") };
    this.paint(bundle.u32("triangle"), bundle.u32("place"));
    this.draw(points);
    this.changed();
  }

  /** Clusters in turn have colours of their own; the rest of the ground steps back. */
  private paint(triangles: Uint32Array, places: Uint32Array): void {
    const paint = (out: Uint8Array, theme: Theme): boolean => {
      const on = new Uint8Array(out.length / 4);
      triangles.forEach((t, i) => {
        on[t] = 1;
        put(out, t, theme.cells[places[i]! % theme.cells.length]!);
      });
      for (let t = 0; t < on.length; ++t) {
        if (!on[t]) put(out, t, mixed([out[4 * t]!, out[4 * t + 1]!, out[4 * t + 2]!], theme.background, 0.55));
      }
      return true;
    };
    const legend = (theme: Theme): Legend => ({
      title: "Clusters that hold the path, in turn",
      swatches: theme.cells.slice(0, 5).map((colour) => ({ css: css(colour), label: "" })),
    });
    this.ground.setOverlay({ paint, legend });
  }

  private draw(points: Point[]): void {
    const { strokes, stage, theme } = this.app;
    this.clear();
    const known = Math.max(this.shown?.walked ?? 0, 0);
    const colour = css(theme.flash);
    if (known >= 2) stage.moving.add((this.line = strokes.path(points.slice(0, known), { colour, width: 4, dash: null }, 6)));
    const rest = points.slice(Math.max(known - 1, 0));
    if (rest.length >= 2) stage.moving.add((this.rest = strokes.path(rest, { colour, width: 2.5, dash: [6, 5] }, 6)));
    stage.touch();
  }
}
