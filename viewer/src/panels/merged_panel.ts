// Merge steps of a terrain's merged hierarchy, forward and back.
import type { App } from "../app";
import { button, h, section, segmented, slider } from "../dom";
import { count } from "../format";
import type { Merged } from "../merged";

export function makeMergedPanel(app: App, merged: Merged): HTMLElement {
  const { store, world } = app;
  const steps = world.merged?.steps ?? 0;
  const layers = world.merged?.layers ?? 0;
  const show = (at: number): string => (at === 0 ? "triangles" : `${at} of ${steps}`);
  const step = slider("Merge step", { min: 0, max: steps, step: 1, show }, (at) => store.set({ mergeStep: at, paint: "clusters" }));
  const layer = slider("Layers below the top", { min: 0, max: Math.max(layers, 1), step: 1, show: (at) => (at === 0 ? "top clusters" : String(at)) }, (at) => store.set({ mergeLayer: at, paint: "clusters" }));
  const colour = segmented(
    "Colour clusters by",
    [
      { value: "cluster", label: "Cluster" },
      { value: "neighbours", label: "Neighbours" },
    ],
    (value) => store.set({ mergeColour: value as "cluster" | "neighbours", paint: "clusters" }),
  );
  const note = h("p", { class: "note", "aria-live": "polite" });
  const go = (by: number): void => store.set({ mergeStep: Math.min(Math.max(store.get().mergeStep + by, 0), steps), paint: "clusters" });
  const down = (by: number): void => store.set({ mergeLayer: Math.min(Math.max(store.get().mergeLayer + by, 0), layers), paint: "clusters" });
  function refresh(): void {
    const state = store.get();
    step.set(state.mergeStep);
    layer.set(state.mergeLayer);
    colour.set(state.mergeColour);
    note.textContent = state.paint === "clusters" && merged.clusters > 0 ? `${count(merged.clusters)} clusters shown.` : "";
  }
  merged.onChange(refresh);
  store.on(["mergeStep", "mergeLayer", "mergeColour", "paint"], refresh);
  refresh();
  return section(
    "Merged hierarchy",
    h("p", { class: "note" }, "Triangles become clusters, step by step, as in the thesis."),
    step.element,
    h("div", { class: "row" }, button("−10", () => go(-10)), button("−1", () => go(-1)), button("+1", () => go(1)), button("+10", () => go(10))),
    layer.element,
    h("div", { class: "row" }, button("−1", () => down(-1)), button("+1", () => down(1)), button("+10", () => down(10))),
    h("div", { class: "row" }, h("span", { class: "note" }, "Colour by"), colour.element),
    note,
  );
}
