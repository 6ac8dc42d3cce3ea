// The hierarchy on the map: cells of a level, their borders, gates, and the edges between gates.
import type * as THREE from "three";
import { type CellInfo, api } from "./api";
import type { App } from "./app";
import { css, mixed } from "./colours";
import type { Ground } from "./ground";
import { put } from "./ground";
import { newest } from "./newest";
import { Dots, evenTints } from "./scene/dots";
import { GridSurface } from "./scene/grid_surface";
import { colourOf } from "./scene/strokes";

export const kNoCell = 0xffffffff;

export interface Cells {
  level: number;
  cell: Uint32Array;
  colour: Uint8Array;
}

export class Levels {
  cells: Cells | null = null;
  under: CellInfo | null = null;
  private borders: THREE.Object3D | null = null;
  private inter: THREE.Object3D | null = null;
  private intra: THREE.Object3D | null = null;
  private outline: THREE.Object3D | null = null;
  private entrances: THREE.Object3D | null = null;
  private gates: Dots | null = null;
  private places = { points: new Float32Array(), inter: new Float32Array(), entrances: new Float32Array() };
  private hovered = kNoCell;
  private listeners: (() => void)[] = [];
  private readonly loads = newest((level: number) => this.load(level), (error) => this.app.fail(error));
  private readonly asks = newest((cell: number) => this.askCell(cell), (error) => this.app.fail(error));

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
  ) {
    app.painters.set("cells", { paint: (out) => this.paint(out), legend: () => this.legend() });
    app.store.on(["level", "agent"], (state) => this.loads.ask(state.level));
    app.store.on(["borders"], () => this.drawBorders());
    app.store.on(["gates", "inter"], () => this.drawGates());
    app.store.on(["intra"], () => this.drawIntra());
    app.on("theme", () => this.drawAll());
    app.on("revision", () => this.loads.ask(app.store.get().level));
    app.on("hover", () => this.follow());
    if (app.store.get().level > 0) this.loads.ask(app.store.get().level);
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  private async load(level: number): Promise<void> {
    const { agent } = this.app.store.get();
    this.hovered = kNoCell;
    this.under = null;
    if (level === 0) {
      this.cells = null;
      this.places = { points: new Float32Array(), inter: new Float32Array(), entrances: new Float32Array() };
    } else {
      const [cells, gates] = await Promise.all([api.cells(level, agent), api.gates(level, agent)]);
      this.cells = { level, cell: cells.u32("cell"), colour: cells.u8("colour") };
      this.places = { points: gates.f32("points"), inter: gates.f32("inter_edges"), entrances: gates.f32("entrances") };
    }
    this.app.page.level = level;
    this.app.page.cells = this.cells?.colour.length ?? 0;
    this.app.page.gates = this.places.points.length / 3;
    this.drawAll();
    this.ground.repaint();
    this.tell();
  }

  private paint(out: Uint8Array): boolean {
    const { cells } = this;
    const { theme } = this.app;
    if (!cells) return false;
    const blocked = this.blockedTiles();
    for (let i = 0; i < cells.cell.length; ++i) {
      const cell = cells.cell[i]!;
      const colour = cell === kNoCell ? theme.blocked : theme.cells[cells.colour[cell]! % theme.cells.length]!;
      put(out, i, blocked && blocked(i) ? mixed(colour, theme.blocked, 0.72) : colour);
    }
    return true;
  }

  /** Obstacles stay visible below the cells' colours. */
  private blockedTiles(): ((tile: number) => boolean) | null {
    const { surface, world } = this.app;
    if (!(surface instanceof GridSurface)) return null;
    const passable = new Uint8Array(256);
    for (const info of world.letters ?? []) if (info.passable) passable[info.code] = 1;
    return (tile) => passable[surface.tiles[tile]!] === 0;
  }

  private legend(): ReturnType<NonNullable<ReturnType<App["painters"]["get"]>>["legend"]> {
    const { theme } = this.app;
    const swatches = theme.cells.slice(0, 5).map((colour) => ({ css: css(colour), label: "" }));
    return { title: `Cells of level ${this.cells?.level ?? 0}: a colour each, neighbours differ`, swatches };
  }

  private drawAll(): void {
    this.drawBorders();
    this.drawGates();
    this.drawIntra();
  }

  private drawBorders(): void {
    const { strokes, stage, surface, store, theme } = this.app;
    strokes.remove(this.borders);
    this.borders = null;
    if (this.cells && store.get().borders) {
      this.borders = strokes.hairlines(surface.borders(this.cells.cell), theme.border, 0.75, 5);
      stage.still.add(this.borders);
    }
    stage.invalidate();
  }

  private drawGates(): void {
    const { strokes, stage, store, theme } = this.app;
    const { points, inter, entrances } = this.places;
    for (const old of [this.inter, this.entrances]) strokes.remove(old);
    this.inter = this.entrances = null;
    this.gates?.dispose();
    this.gates = null;
    if (store.get().inter && inter.length > 0) {
      this.inter = strokes.segments(inter, { colour: css(theme.inter), width: 2, dash: null }, 8);
      stage.still.add(this.inter);
    }
    if (store.get().gates && entrances.length > 0) {
      const colour = css(theme.gate);
      this.entrances = strokes.segments(entrances, { colour, width: 2, dash: null, opacity: 0.45 }, 7);
      stage.still.add(this.entrances);
    }
    if (store.get().gates && points.length > 0) {
      const size = points.length > 30000 ? 4 : points.length > 6000 ? 5.5 : 8;
      this.gates = new Dots(stage, { size, rim: colourOf(theme.halo), lift: strokes.lift, order: 9 });
      this.gates.set(points, evenTints(points.length / 3, colourOf(theme.gate)));
      stage.still.add(this.gates.object);
    }
    stage.invalidate();
  }

  private drawIntra(): void {
    const { strokes, stage, store, surface, theme } = this.app;
    for (const old of [this.intra, this.outline]) strokes.remove(old);
    this.intra = this.outline = null;
    if (this.under && this.cells) {
      const { cell } = this.under;
      this.outline = strokes.segments(surface.borders(this.cells.cell.map((other) => (other === cell ? 1 : 0))), { colour: css(theme.gate), width: 2.5, dash: null }, 10);
      stage.moving.add(this.outline);
    }
    const edges = this.under?.intra_edges ?? [];
    if (store.get().intra && edges.length > 0 && this.cells) {
      const six = new Float32Array(edges.length * 6);
      edges.forEach((edge, i) => six.set([...edge.from, ...edge.to], 6 * i));
      const opacity = edges.length > 1500 ? 0.25 : edges.length > 300 ? 0.45 : 0.75;
      this.intra = strokes.hairlines(six, theme.intra, opacity, 8);
      stage.moving.add(this.intra);
    }
    stage.touch();
  }

  private follow(): void {
    if (!this.cells) return;
    const element = this.app.hover?.element;
    const cell = element === undefined ? kNoCell : (this.cells.cell[element] ?? kNoCell);
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.asks.ask(cell);
  }

  private async askCell(cell: number): Promise<void> {
    const { level, agent } = this.app.store.get();
    const found = cell === kNoCell || level === 0 ? null : await api.cell(level, cell, agent);
    if (cell !== this.hovered) return;
    this.under = found;
    this.drawIntra();
    this.tell();
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}
