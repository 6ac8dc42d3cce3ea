// The slider over levels, what is drawn of one, and its numbers.
import type { App } from "../app";
import { checkbox, h, replace, section, slider } from "../dom";
import { count, significant } from "../format";
import type { Levels } from "../levels";
import type { Merged } from "../merged";
import { type Paint, initialPaint } from "../state";
import { makeMergedPanel } from "./merged_panel";

export function makeLevelsPanel(app: App, levels: Levels, merged: Merged | null): HTMLElement {
  const { store, world } = app;
  const level = slider("Level", { min: 0, max: world.levels, step: 1, show: (at) => (at === 0 ? "world only" : `${at} of ${world.levels}`) }, (at) =>
    store.set({ level: at, paint: at > 0 ? "cells" : store.get().paint === "cells" ? startPaint(app) : store.get().paint }),
  );
  const boxes = {
    borders: checkbox("Borders", (on) => store.set({ borders: on })),
    gates: checkbox("Gates", (on) => store.set({ gates: on })),
    inter: checkbox("Inter-edges", (on) => store.set({ inter: on }), "Edges between cells"),
    intra: checkbox("Intra-edges under the cursor", (on) => store.set({ intra: on }), "Cheapest paths through the cell under the cursor, between its gates"),
  };
  const facts = h("dl", { class: "facts" });
  const under = h("div", {});
  function show(): void {
    const state = store.get();
    level.set(state.level);
    for (const key of ["borders", "gates", "inter", "intra"] as const) boxes[key].set(state[key]);
    const info = world.level_info.find((entry) => entry.level === state.level);
    const rows: [string, string][] = info
      ? [
          ["Cells", count(info.cells)],
          ["Gates", count(info.gates)],
          ["Inter-edges", count(info.inter_edges)],
          ["Intra-edges", count(info.intra_edges)],
          ["Elements per cell", significant(world.elements / Math.max(info.cells, 1))],
        ]
      : [[world.kind === "grid" ? "Tiles" : world.kind === "navmesh" ? "Polygons" : "Triangles", count(world.elements)]];
    replace(facts, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
    showUnder();
  }
  function showUnder(): void {
    const cell = levels.under;
    if (!cell) return replace(under, h("p", { class: "note" }, store.get().level > 0 ? "Point at a cell to see its intra-edges and numbers." : "Move the slider up: cells appear, each level made of the one below."));
    const rows: [string, string][] = [
      ["Elements", count(cell.elements)],
      ["Gates", count(cell.gates.length)],
      ["Intra-edges", count(cell.intra_edge_count)],
      ["Neighbours", count(cell.neighbours.length)],
      ["Cells inside", count(cell.children.length)],
      ["Part of", cell.parent === null ? "–" : `cell ${cell.parent} of level ${store.get().level + 1}`],
    ];
    replace(under, h("h2", {}, `Cell ${cell.cell}`), h("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
  }
  levels.onChange(show);
  store.on(["level", "borders", "gates", "inter", "intra"], show);
  show();
  return h(
    "div",
    {},
    section("Hierarchy", level.element, h("div", { class: "split" }, boxes.borders.element, boxes.gates.element, boxes.inter.element), boxes.intra.element),
    section("This level", facts),
    h("section", {}, under),
    merged ? makeMergedPanel(app, merged) : null,
  );
}

export function startPaint(app: App): Paint {
  return initialPaint(app.world);
}
