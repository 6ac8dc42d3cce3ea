// Changes of the world: a brush on grids, costs of areas on meshes. Touched cells light up.
import type * as THREE from "three";
import { type EditAnswer, api } from "./api";
import type { App } from "./app";
import { css } from "./colours";
import type { Ground } from "./ground";
import { newest } from "./newest";
import type { Brush } from "./pointer";
import { GridSurface } from "./scene/grid_surface";
import type { Hit } from "./scene/surface";

const kFlash = 900;
/** Most tiles sent at once: a long stroke is sent in parts. */
const kMostTiles = 4000;

export class Edits implements Brush {
  letter = "@";
  radius = 2;
  last: EditAnswer | null = null;
  private readonly pending = new Map<number, [number, number]>();
  private readonly sends = newest(() => this.send(), (error) => this.app.fail(error));
  private lastTile: [number, number] | null = null;
  private firstLevel: { revision: number; cell: Uint32Array } | null = null;
  private flash: THREE.Object3D | null = null;
  private listeners: (() => void)[] = [];

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
  ) {
    app.on("world", () => {
      if (app.world.kind === "navmesh") ground.repaint();
      this.tell();
    });
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  get grid(): GridSurface | null {
    return this.app.surface instanceof GridSurface ? this.app.surface : null;
  }

  active(): boolean {
    return this.grid !== null && this.app.store.get().tab === "edit";
  }

  begin(hit: Hit | null): void {
    this.lastTile = null;
    this.move(hit);
  }

  move(hit: Hit | null): void {
    const { grid } = this;
    if (!grid || !hit) return;
    const x = hit.element % grid.width;
    const y = Math.floor(hit.element / grid.width);
    const [px, py] = this.lastTile ?? [x, y];
    const steps = Math.max(Math.abs(x - px), Math.abs(y - py), 1);
    for (let i = 0; i <= steps; ++i) {
      this.stamp(grid, Math.round(px + ((x - px) * i) / steps), Math.round(py + ((y - py) * i) / steps));
    }
    this.lastTile = [x, y];
    if (this.pending.size > 0) {
      this.ground.repaint();
      this.sends.ask(undefined);
    }
  }

  end(): void {
    this.lastTile = null;
  }

  private stamp(grid: GridSurface, x: number, y: number): void {
    const r = this.radius - 1;
    const code = this.letter.codePointAt(0)!;
    for (let dy = -r; dy <= r; ++dy) {
      for (let dx = -r; dx <= r; ++dx) {
        if (dx * dx + dy * dy > r * r + 0.5) continue;
        const [tx, ty] = [x + dx, y + dy];
        if (tx < 0 || ty < 0 || tx >= grid.width || ty >= grid.height) continue;
        const tile = ty * grid.width + tx;
        if (grid.tiles[tile] === code) continue;
        grid.tiles[tile] = code;
        this.pending.set(tile, [tx, ty]);
      }
    }
  }

  private async send(): Promise<void> {
    while (this.pending.size > 0) {
      const part = [...this.pending].slice(0, kMostTiles);
      for (const [tile] of part) this.pending.delete(tile);
      const answer = await api.edit({ tiles: part.map(([, place]) => place), letter: this.letter }).catch(async (error: unknown) => {
        await this.reload();
        throw error;
      });
      await this.show(answer);
    }
  }

  async setArea(area: string, cost: number, passable: boolean): Promise<void> {
    try {
      const { agent } = this.app.store.get();
      await this.show(await api.edit({ area, cost, passable, agent }));
    } catch (error) {
      this.app.fail(error);
    }
  }

  async undo(): Promise<void> {
    try {
      const answer = await api.undo();
      await this.reload();
      await this.show(answer);
    } catch (error) {
      this.app.fail(error);
    }
  }

  private async reload(): Promise<void> {
    if (!this.grid) return;
    this.grid.tiles.set((await api.geometry()).u8("tiles"));
    this.ground.repaint();
  }

  private async show(answer: EditAnswer): Promise<void> {
    this.last = answer;
    this.app.page.edit = { touched: answer.touched.length, microseconds: answer.microseconds };
    this.app.world.algorithms = answer.algorithms;
    this.app.setRevision(answer.revision);
    this.tell();
    await this.lightUp(answer.touched);
  }

  private async lightUp(touched: number[]): Promise<void> {
    if (touched.length === 0) return;
    const { app } = this;
    this.firstLevel ??= { revision: app.revision, cell: (await api.cells(1, app.store.get().agent)).u32("cell") };
    const set = new Set(touched);
    const lit = this.firstLevel.cell.map((cell) => (set.has(cell) ? 1 : 0));
    app.strokes.remove(this.flash);
    const look = { colour: css(app.theme.flash), width: 3.5, dash: null, opacity: 0.99 };
    const lines = app.strokes.segments(app.surface.borders(lit), look, 15);
    this.flash = lines;
    app.stage.moving.add(lines);
    const begin = performance.now();
    const fade = (now: number): void => {
      if (this.flash !== lines) return;
      const left = 1 - (now - begin) / kFlash;
      if (left <= 0) {
        app.strokes.remove(lines);
        this.flash = null;
      } else {
        (lines.material as THREE.ShaderMaterial).uniforms["opacity"]!.value = Math.min(left * 1.4, 0.99);
        requestAnimationFrame(fade);
      }
      app.stage.touch();
    };
    requestAnimationFrame(fade);
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}
