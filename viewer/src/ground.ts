// Which colours the ground has, and the legend that tells what they mean.
import type { App, Legend, Painter } from "./app";
import type { Bundle } from "./bundle";
import { type Rgb, type Theme, css, ramps, sample } from "./colours";
import { amount } from "./format";
import type { GridSurface } from "./scene/grid_surface";
import type { MeshSurface } from "./scene/mesh_surface";

export class Ground {
  private readonly colours: Uint8Array;
  private overlay: Painter | null = null;
  private legendShown: (legend: Legend | null) => void = () => undefined;

  constructor(private readonly app: App) {
    this.colours = new Uint8Array(4 * app.surface.elements).fill(255);
    app.store.on(["paint"], () => this.repaint());
    app.on("theme", () => this.repaint());
  }

  onLegend(call: (legend: Legend | null) => void): void {
    this.legendShown = call;
    this.repaint();
  }

  /** Paints over all others, such as the clusters of a path; null for none. */
  setOverlay(overlay: Painter | null): void {
    this.overlay = overlay;
    this.repaint();
  }

  repaint(): void {
    const { app } = this;
    const wanted = app.painters.get(app.store.get().paint);
    const fallback = app.painters.get("plain")!;
    const used = wanted?.paint(this.colours, app.theme) ? wanted : fallback;
    if (used === fallback) fallback.paint(this.colours, app.theme);
    this.overlay?.paint(this.colours, app.theme);
    app.page.ground = used === wanted ? app.store.get().paint : "plain";
    app.surface.paint(this.colours);
    // Slopes help to read heights and hinder to read other colours.
    app.surface.setRelief(app.page.ground === "height" || app.page.ground === "plain" ? 1.1 : 0.6);
    this.legendShown((this.overlay ?? used).legend(app.theme));
    app.stage.invalidate();
  }
}

export function put(out: Uint8Array, element: number, colour: Rgb): void {
  out[4 * element] = colour[0];
  out[4 * element + 1] = colour[1];
  out[4 * element + 2] = colour[2];
}

/** Letters by cost: expensive ground is darker, blocked ground is set apart. */
export function gridPainter(app: App, surface: GridSurface): Painter {
  function look(theme: Theme): { table: Rgb[]; shown: { css: string; label: string }[] } {
    const table: Rgb[] = Array.from({ length: 256 }, () => theme.blocked);
    const shown: { css: string; label: string }[] = [];
    const used = new Set(surface.tiles);
    let turn = 0;
    for (const info of app.world.letters ?? []) {
      const { code } = info;
      const plain = info.cost === 1 && info.letter !== "G";
      const colour = !info.passable ? theme.blocked : plain ? theme.free : theme.areas[(turn++ % 7) + 1]!;
      table[code] = info.letter === "G" && info.passable && info.cost === 1 ? theme.free : colour;
      if (used.has(code)) shown.push({ css: css(table[code]!), label: priceLabel(info.letter, info) });
    }
    return { table, shown };
  }
  return {
    paint(out, theme) {
      const { table } = look(theme);
      for (let i = 0; i < surface.tiles.length; ++i) put(out, i, table[surface.tiles[i]!]!);
      return true;
    },
    legend: (theme) => ({ title: "Tiles", swatches: look(theme).shown }),
  };
}

export function areaPainter(app: App, area: Uint8Array): Painter {
  return {
    paint(out, theme) {
      const table: Rgb[] = Array.from({ length: 256 }, () => theme.unknown);
      (app.world.areas ?? []).forEach((info, i) => (table[info.area] = areaColour(theme, i)));
      for (let i = 0; i < area.length; ++i) put(out, i, table[area[i]!]!);
      return area.length > 0;
    },
    legend(theme) {
      const used = new Set(area);
      const swatches = (app.world.areas ?? []).flatMap((info, i) => (used.has(info.area) ? [{ css: css(areaColour(theme, i)), label: priceLabel(info.name, info) }] : []));
      return { title: "Areas", swatches };
    },
  };
}

/** The first area of a mesh is plain ground. */
export function areaColour(theme: Theme, place: number): Rgb {
  return theme.areas[place % theme.areas.length]!;
}

function priceLabel(name: string, { cost, passable }: { cost: number; passable: boolean }): string {
  return passable ? `${name} costs ${amount(cost).replace(/\.00$/, "")}` : `${name} blocked`;
}

export function plainPainter(): Painter {
  return {
    paint(out, theme) {
      for (let i = 0; i < out.length / 4; ++i) put(out, i, theme.ground);
      return true;
    },
    legend: () => null,
  };
}

export function heightPainter(app: App, surface: MeshSurface): Painter {
  return later(() => {
    const heights = new Float32Array(surface.elements);
    const { positions, indices, owner } = surface;
    for (let t = 0; t < owner.length; ++t) {
      let sum = 0;
      for (let k = 0; k < 3; ++k) sum += positions[indices[3 * t + k]! * 3 + 1]!;
      heights[owner[t]!] = sum / 3;
    }
    const { min, max } = app.world.bounds;
    return valuePainter("Height", heights, [min[1], max[1]], (theme) => ramps.height(theme), (x) => `${amount(x)} m`);
  });
}

export function steepnessPainter(bundle: Bundle): Painter {
  return later(() => {
    const values = bundle.f32("steepness");
    return valuePainter("Steepness", values, [0, quantile(values, 0.995)], (theme) => ramps.steep(theme), (x) => x.toFixed(2));
  });
}

export function difficultyPainter(bundle: Bundle): Painter {
  return later(() => {
    const values = bundle.f32("difficulty");
    return valuePainter("Difficulty", values, [quantile(values, 0), quantile(values, 1)], (theme) => ramps.steep(theme), (x) => x.toFixed(2));
  });
}

/** A painter that is made when it is first used: the page should be there quickly. */
function later(make: () => Painter): Painter {
  let made: Painter | null = null;
  const get = (): Painter => (made ??= make());
  return { paint: (out, theme) => get().paint(out, theme), legend: (theme) => get().legend(theme) };
}

export function valuePainter(
  title: string,
  values: Float32Array,
  [low, high]: [number, number],
  ramp: (theme: Theme) => Rgb[],
  text: (value: number) => string,
): Painter {
  const scale = high > low ? 1 / (high - low) : 0;
  return {
    paint(out, theme) {
      const colours = ramp(theme);
      for (let i = 0; i < values.length; ++i) {
        if (Number.isFinite(values[i]!)) sample(colours, (values[i]! - low) * scale, out, 4 * i);
        else put(out, i, theme.unknown);
      }
      return values.length > 0;
    },
    legend: (theme) => ({ title, ramp: { colours: ramp(theme), low: text(low), high: text(high) } }),
  };
}

function quantile(values: Float32Array, part: number): number {
  if (values.length === 0) return 0;
  const sorted = values.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
}
