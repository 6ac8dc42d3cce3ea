// The merged hierarchy of a terrain: clusters after each merge step, and layers below the top.
import type * as THREE from "three";
import { api } from "./api";
import type { App, Legend } from "./app";
import { css, gradient, ramps, sample } from "./colours";
import { type Ground, put } from "./ground";
import { newest } from "./newest";

const kNone = 0xffffffff;

export class Merged {
  clusters = 0;
  cluster = new Uint32Array();
  neighbours = new Uint16Array();
  private colour = new Uint8Array();
  private mostNeighbours = 1;
  private borders: THREE.Object3D | null = null;
  private outline: THREE.Object3D | null = null;
  private hovered = kNone;
  private listeners: (() => void)[] = [];
  private readonly loads = newest(() => this.load(), (error) => this.app.fail(error));

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
  ) {
    app.painters.set("clusters", { paint: (out) => this.paint(out), legend: () => this.legend() });
    app.store.on(["paint", "mergeStep", "mergeLayer"], () => this.refresh());
    app.store.on(["mergeColour"], () => ground.repaint());
    app.store.on(["borders"], () => this.drawBorders());
    app.on("theme", () => this.drawBorders());
    app.on("hover", () => this.follow());
    this.refresh();
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  private refresh(): void {
    if (this.app.store.get().paint === "clusters" && this.app.world.merged) this.loads.ask(undefined);
    else this.drawBorders();
  }

  private async load(): Promise<void> {
    const { mergeStep, mergeLayer } = this.app.store.get();
    const bundle = await api.merged(mergeStep, mergeLayer);
    this.cluster = bundle.u32("cluster");
    this.colour = bundle.u8("colour");
    this.neighbours = bundle.u16("neighbours");
    this.clusters = this.colour.length;
    this.hovered = kNone;
    this.app.page.clusters = this.clusters;
    this.mostNeighbours = 1;
    for (const n of this.neighbours) this.mostNeighbours = Math.max(this.mostNeighbours, n);
    this.ground.repaint();
    this.drawBorders();
    for (const call of this.listeners) call();
  }

  /** Outlines the cluster under the cursor. */
  private follow(): void {
    const { strokes, stage, store, surface, theme, hover } = this.app;
    const shown = store.get().paint === "clusters" && hover && this.cluster.length > 0;
    const under = shown ? this.cluster[hover.element]! : kNone;
    if (under === this.hovered) return;
    this.hovered = under;
    strokes.remove(this.outline);
    this.outline = null;
    if (under !== kNone) {
      const lit = this.cluster.map((other) => (other === under ? 1 : 0));
      this.outline = strokes.segments(surface.borders(lit), { colour: css(theme.gate), width: 2.5, dash: null }, 10);
      stage.moving.add(this.outline);
    }
    stage.touch();
  }

  private drawBorders(): void {
    const { strokes, stage, store, surface, theme } = this.app;
    strokes.remove(this.borders);
    this.borders = null;
    const few = this.clusters > 0 && this.clusters < this.cluster.length / 3;
    if (store.get().paint === "clusters" && store.get().borders && few) {
      this.borders = strokes.hairlines(surface.borders(this.cluster), theme.border, 0.6, 5);
      stage.still.add(this.borders);
    }
    stage.invalidate();
  }

  private paint(out: Uint8Array): boolean {
    if (this.cluster.length === 0) return false;
    const { theme, store } = this.app;
    const byNeighbours = store.get().mergeColour === "neighbours";
    const ramp = ramps.heat();
    const scale = 1 / Math.log1p(this.mostNeighbours);
    for (let i = 0; i < this.cluster.length; ++i) {
      const cluster = this.cluster[i]!;
      if (cluster === kNone) put(out, i, theme.unknown);
      else if (byNeighbours) sample(ramp, Math.log1p(this.neighbours[cluster]!) * scale, out, 4 * i);
      else put(out, i, theme.cells[this.colour[cluster]! % theme.cells.length]!);
    }
    return true;
  }

  private legend(): Legend {
    if (this.app.store.get().mergeColour === "neighbours") {
      return { title: "Neighbours of a cluster", ramp: { css: gradient(ramps.heat()), low: "0", high: String(this.mostNeighbours) } };
    }
    const swatches = this.app.theme.cells.slice(0, 5).map((colour) => ({ css: css(colour), label: "" }));
    return { title: `${this.clusters.toLocaleString("en-GB")} clusters: a colour each`, swatches };
  }
}
