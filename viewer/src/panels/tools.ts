// The buttons at the top right, the storeys, the legend, the line about what is under the cursor.
import { api } from "../api";
import type { App } from "../app";
import { type Choice, h, icon, replace, segmented, select } from "../dom";
import { amount } from "../format";
import type { LegendCard } from "../legend";
import type { Levels } from "../levels";
import type { Merged } from "../merged";
import { newest } from "../newest";
import type { Paint } from "../state";

const kNames: Record<Paint, string> = {
  plain: "Plain",
  height: "Height",
  steepness: "Steepness",
  difficulty: "Difficulty",
  area: "Areas",
  cells: "Cells",
  clusters: "Clusters",
  wave: "Wave",
  density: "Density",
};

export interface ToolActions {
  showWorld(): void;
  showPath(): void;
  help(): void;
  switchTheme(): void;
  savePicture(): void;
}

export function makeTools(app: App, actions: ToolActions): HTMLElement {
  const { store } = app;
  const view = segmented("View", [{ value: "top", label: "Top", title: "From above (V)" }, { value: "3d", label: "3D", title: "In perspective (V)" }], (value) => store.set({ view: value as "top" | "3d" }));
  const paints: Choice[] = [...app.painters.keys()].map((value) => ({ value, label: value === "plain" && app.world.kind === "grid" ? "Tiles" : kNames[value as Paint] }));
  const ground = select("Ground", paints, (value) => store.set(withLevel(app, value as Paint)));
  const tool = (label: string, data: string, click: () => void): HTMLElement => h("button", { type: "button", title: label, "aria-label": label, click }, icon(data));
  function show(): void {
    view.set(store.get().view);
    ground.set(store.get().paint);
  }
  store.on(["view", "paint"], show);
  show();
  return h(
    "div",
    { id: "tools", class: "card", role: "toolbar", "aria-label": "View" },
    view.element,
    ground.element,
    h("span", { class: "rule" }),
    tool("Show the whole world (H)", "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", actions.showWorld),
    tool("Show the path (P)", "M4 16c0-5 12-3 12-9a3 3 0 1 0-6 0M4 16h.01", actions.showPath),
    h("span", { class: "rule" }),
    tool("Copy a link to what is shown (L)", "M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5l-1 1M11.500 8.500a3.500 3.500 0 0 0-5 0L4 11a3.500 3.500 0 0 0 5 5l1-1", () => void copyLink(app)),
    tool("Save a picture (PNG)", "M3 6.500h3l1.500-2h5l1.500 2h3v10H3zM10 14a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600z", actions.savePicture),
    tool("Light or dark (T)", "M10 3a7 7 0 1 0 7 7 5.500 5.500 0 0 1-7-7z", actions.switchTheme),
    tool("Keyboard and mouse (?)", "M7.500 7.500a2.500 2.500 0 1 1 3.600 2.200c-.8.4-1.100.9-1.100 1.800M10 14.500h.01M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15z", actions.help),
  );
}

/** Cells need a level to be of. */
function withLevel(app: App, paint: Paint): { paint: Paint; level?: number } {
  return paint === "cells" && app.store.get().level === 0 ? { paint, level: Math.min(1, app.world.levels) } : { paint };
}

export async function copyLink(app: App): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    app.message("The link is copied.");
  } catch {
    app.message("The address line has the link to what is shown.");
  }
}

/** A slider for the height above which everything is hidden; null where the world is flat. */
export function makeStoreys(app: App): HTMLElement | null {
  const { min, max } = app.world.bounds;
  const low = min[1];
  const high = max[1];
  if (app.world.kind === "grid" || high - low < 0.5) return null;
  const value = h("output");
  const input = h("input", {
    type: "range",
    min: 0,
    max: 200,
    step: 1,
    "aria-label": "Hide what lies higher",
    title: "Peel storeys off: hide what lies higher",
    input: () => {
      const at = Number(input.value);
      app.store.set({ clip: at >= 200 ? null : low + ((high - low) * (at + 0.5)) / 200 });
    },
  });
  function show(): void {
    const { clip } = app.store.get();
    input.value = String(clip === null ? 200 : Math.round(((clip - low) / (high - low)) * 200 - 0.5));
    value.textContent = clip === null ? "all" : `≤ ${amount(clip)} m`;
    app.surface.setClip(clip);
    app.strokes.setClip(clip);
    app.stage.setClip(clip);
  }
  app.store.on(["clip"], show);
  show();
  return h("div", { id: "storeys", class: "card" }, h("span", {}, app.world.kind === "navmesh" ? "Storeys" : "Cut off"), input, value);
}

export function makeFoot(app: App, legend: LegendCard, levels: Levels, merged: Merged | null): HTMLElement {
  const hover = h("div", { id: "hover", class: "card", "aria-live": "off" });
  const asks = newest(
    async () => {
      const hit = app.hover;
      if (!hit) return replace(hover);
      const info = await api.at(hit.point, app.store.get().agent);
      app.page.hover = info.text;
      const cells = info.cells.flatMap((cell, i) => (cell === null || cell === undefined || cell < 0 || cell === 0xffffffff ? [] : [`${cell} of level ${i + 1}`]));
      const under = levels.under;
      const lines = [info.text, cells.length > 0 ? `In cell ${cells.join(", ")}` : "", under ? `Cell ${under.cell}: ${under.intra_edge_count} intra-edges, ${under.gates.length} gates, ${under.neighbours.length} neighbours` : ""];
      latest = lines.filter(Boolean);
      show();
    },
    () => replace(hover),
  );
  let latest: string[] = [];
  function show(): void {
    if (app.hover) replace(hover, ...[...latest, ...(merged?.describe() ?? [])].map((text) => h("div", {}, text)));
  }
  merged?.onChange(show);
  app.on("hover", () => asks.ask(undefined));
  return h("footer", { id: "foot" }, hover, legend.element);
}
