// The merged hierarchy of a terrain: clusters after each merge step or while it is compressed, layers
// below the top, and the parents of the triangle under the cursor.
import type * as THREE from "three";
import { type MergedInfo, type MergedQuery, api } from "./api";
import type { App, Legend } from "./app";
import { css, ramps, sample } from "./colours";
import { type Ground, put } from "./ground";
import { newest } from "./newest";
import type { State } from "./state";

const kNone = 0xffffffff;

/** The state of the hierarchy that is shown, as the server wants it. */
export function mergedQuery({ mergeStep, compressTo, compressStep }: Readonly<State>): MergedQuery {
  if (compressTo > 0) return { layers: compressTo, compress: compressStep < 0 ? undefined : compressStep };
  return { step: mergeStep < 0 ? undefined : mergeStep };
}

/** Of each cluster that is shown. */
interface Shown {
  cluster: Uint32Array;
  colour: Uint8Array;
  id: Uint32Array;
  triangles: Uint32Array;
  neighbours: Uint32Array;
  layers: Uint32Array;
}

export class Merged {
  info: MergedInfo | null = null;
  /** Layers of the structure at the step that is shown. */
  layers = 1;
  clusters = 0;
  playing = false;
  private shown: Shown | null = null;
  /** Clusters from the triangle under the cursor up, and how many triangles each has. */
  private chain: { id: Uint32Array; size: Uint32Array } | null = null;
  private borders: THREE.Object3D | null = null;
  private outline: THREE.Object3D | null = null;
  private hovered = kNone;
  private listeners: (() => void)[] = [];
  private readonly loads = newest(() => this.load(), (error) => this.fail(error));
  private readonly asks = newest((triangle: number) => this.askParents(triangle), (error) => this.app.fail(error));

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
  ) {
    app.painters.set("clusters", { paint: (out) => this.paint(out), legend: () => this.legend() });
    app.store.on(["paint", "mergeStep", "mergeLayer", "compressTo", "compressStep"], () => this.refresh());
    app.store.on(["mergeColour"], () => ground.repaint());
    app.store.on(["borders"], () => this.drawBorders());
    app.store.on(["parents"], () => this.follow(true));
    app.on("theme", () => this.drawBorders());
    app.on("hover", () => this.follow(false));
    this.refresh();
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  get active(): boolean {
    return this.app.store.get().paint === "clusters";
  }
  get busy(): boolean {
    return this.loads.busy;
  }
  get step(): number {
    const { mergeStep } = this.app.store.get();
    const steps = this.info?.steps ?? 0;
    return mergeStep < 0 ? steps : Math.min(mergeStep, steps);
  }
  get compressStep(): number {
    const { compressStep } = this.app.store.get();
    const steps = this.info?.compression_steps ?? 0;
    return compressStep < 0 ? steps : Math.min(compressStep, steps);
  }

  /** Merge steps forward, or back; a structure that is compressed is taken up whole. */
  stepBy(by: number): void {
    this.playing = false;
    this.goTo(this.step + by);
  }
  goTo(step: number): void {
    const steps = this.info?.steps ?? 0;
    const next = Math.min(Math.max(step, 0), steps);
    this.app.store.set({ mergeStep: next === steps ? -1 : next, compressTo: 0, compressStep: -1, paint: "clusters" });
  }
  compressBy(by: number): void {
    const { compressTo } = this.app.store.get();
    if (compressTo === 0) return this.app.store.set({ compressTo: 2, compressStep: 0, mergeLayer: Math.max(this.app.store.get().mergeLayer, 1), paint: "clusters" });
    const steps = this.info?.compression_steps ?? 0;
    this.app.store.set({ compressStep: Math.min(Math.max(this.compressStep + by, 0), steps), paint: "clusters" });
  }
  layerBy(by: number): void {
    const { mergeLayer } = this.app.store.get();
    this.app.store.set({ mergeLayer: Math.min(Math.max(mergeLayer + by, 0), Math.max(this.layers - 1, 0)), paint: "clusters" });
  }

  /** Merges step by step by itself, from the triangles on where nothing is left to merge. */
  play(on: boolean): void {
    this.playing = on;
    if (on && this.step >= (this.info?.steps ?? 0)) this.goTo(0);
    const tick = (): void => {
      if (!this.playing || !this.active) return this.tell();
      if (!this.busy) {
        this.goTo(this.step + 1);
        if (this.step + 1 >= (this.info?.steps ?? 0)) this.playing = false;
      }
      this.tell();
      setTimeout(tick, 450);
    };
    if (on) setTimeout(tick, 450);
    this.tell();
  }

  private refresh(): void {
    if (this.active) this.loads.ask(undefined);
    else {
      this.drawBorders();
      this.follow(true);
    }
    this.tell();
  }

  private async load(): Promise<void> {
    const state = this.app.store.get();
    const { compressTo } = state;
    const wanted = compressTo || undefined;
    if (!this.info || (wanted && this.compressedTo !== wanted)) this.info = await api.merged(wanted);
    this.compressedTo = wanted;
    const bundle = await api.clusters(mergedQuery(state), state.mergeLayer);
    this.shown = {
      cluster: bundle.u32("cluster"),
      colour: bundle.u8("colour"),
      id: bundle.u32("id"),
      triangles: bundle.u32("triangles"),
      neighbours: bundle.u32("neighbours"),
      layers: bundle.u32("layers"),
    };
    this.clusters = bundle.number("clusters");
    this.layers = bundle.number("layers");
    this.hovered = kNone;
    this.app.page.clusters = this.clusters;
    this.app.page.mergeStep = state.compressTo > 0 ? this.compressStep : this.step;
    this.ground.repaint();
    this.drawBorders();
    // Once this request is no longer under way.
    setTimeout(() => this.tell(), 0);
  }
  private compressedTo: number | undefined;

  private fail(error: unknown): void {
    this.playing = false;
    this.app.fail(error);
  }

  /** Outlines the cluster under the cursor, or the triangle's parents one around the other. */
  private follow(anew: boolean): void {
    const { hover, store } = this.app;
    const shown = this.active && hover && this.shown;
    const { parents } = store.get();
    const under = !shown ? kNone : parents > 0 ? hover.element : this.shown!.cluster[hover.element]!;
    if (under === this.hovered && !anew) return;
    this.hovered = under;
    if (under !== kNone && parents > 0) return this.asks.ask(under);
    this.chain = null;
    const { cluster } = this.shown ?? { cluster: new Uint32Array() };
    this.drawOutline(under === kNone ? null : cluster.map((other) => (other === under ? 1 : 0)));
    this.tell();
  }

  private async askParents(triangle: number): Promise<void> {
    const state = this.app.store.get();
    const bundle = await api.parents(mergedQuery(state), triangle, state.parents);
    if (triangle !== this.hovered || !this.shown) return;
    this.chain = { id: bundle.u32("chain"), size: bundle.u32("sizes") };
    const rank = new Uint32Array(this.shown.cluster.length);
    const triangles = bundle.u32("triangle");
    const parent = bundle.u8("parent");
    triangles.forEach((t, i) => (rank[t] = 1 + parent[i]!));
    this.drawOutline(rank);
    this.app.page.parents = this.chain.id.length - 1;
    this.tell();
  }

  private drawOutline(parts: Uint32Array | null): void {
    const { strokes, stage, surface, theme } = this.app;
    strokes.remove(this.outline);
    this.outline = null;
    if (parts) {
      this.outline = strokes.segments(surface.borders(parts), { colour: css(theme.gate), width: 2.5, dash: null }, 10);
      stage.moving.add(this.outline);
    }
    stage.touch();
  }

  /** About what is under the cursor. */
  describe(): string[] {
    const { hover } = this.app;
    if (!this.active || !hover || !this.shown) return [];
    const at = this.shown.cluster[hover.element]!;
    const number = (value: number): string => value.toLocaleString("en-GB");
    const lines = [`Cluster ${this.shown.id[at]}: ${number(this.shown.triangles[at]!)} triangles, ${number(this.shown.neighbours[at]!)} neighbours, ${this.shown.layers[at]} layers`];
    if (this.chain) {
      const names = [...this.chain.id].slice(1, 7).map((id, i) => `${id} (${number(this.chain!.size[i + 1]!)})`);
      lines.push(`Parents, with their triangles: ${names.join(" → ")}${this.chain.id.length > 7 ? ` … ${this.chain.id.length - 1} in all` : ""}`);
    }
    return lines;
  }

  private drawBorders(): void {
    const { strokes, stage, store, surface, theme } = this.app;
    strokes.remove(this.borders);
    this.borders = null;
    const few = this.shown && this.clusters > 0 && this.clusters < this.shown.cluster.length / 3;
    if (this.active && store.get().borders && few) {
      this.borders = strokes.hairlines(surface.borders(this.shown!.cluster), theme.border, 0.6, 5);
      stage.still.add(this.borders);
    }
    stage.invalidate();
  }

  private paint(out: Uint8Array): boolean {
    if (!this.shown) return false;
    const { cluster, colour } = this.shown;
    const { theme } = this.app;
    const { values, most } = this.scale();
    const ramp = ramps.heat();
    const scale = 1 / Math.log1p(most);
    for (let i = 0; i < cluster.length; ++i) {
      const at = cluster[i]!;
      if (values) sample(ramp, Math.log1p(values[at]!) * scale, out, 4 * i);
      else put(out, i, theme.cells[colour[at]! % theme.cells.length]!);
    }
    return true;
  }

  /** The numbers that colours stand for; none where each cluster has one of its own. */
  private scale(): { values: Uint32Array | null; most: number } {
    const { mergeColour } = this.app.store.get();
    const values = !this.shown || mergeColour === "cluster" ? null : this.shown[mergeColour];
    let most = 1;
    for (const value of values ?? []) most = Math.max(most, value);
    return { values, most };
  }

  private legend(): Legend {
    const { mergeColour } = this.app.store.get();
    if (mergeColour !== "cluster") {
      const title = mergeColour === "neighbours" ? "Neighbours of a cluster" : "Layers in a cluster";
      return { title, ramp: { colours: ramps.heat(), low: "0", high: String(this.scale().most) } };
    }
    const swatches = this.app.theme.cells.slice(0, 5).map((colour) => ({ css: css(colour), label: "" }));
    return { title: `${this.clusters.toLocaleString("en-GB")} clusters: a colour each, neighbours differ`, swatches };
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}
