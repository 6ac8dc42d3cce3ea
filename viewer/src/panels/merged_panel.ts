// A terrain's merged hierarchy: merge steps forward and back, compression, layers, parents.
import type { App } from "../app";
import { button, h, section, segmented, slider } from "../dom";
import { count, duration } from "../format";
import type { Merged } from "../merged";
import { kMostParents } from "../state";

export function makeMergedPanel(app: App, merged: Merged): HTMLElement {
  const { store } = app;
  const steps = (): number => merged.info?.steps ?? 0;
  const compressions = (): number => merged.info?.compression_steps ?? 0;
  const step = slider("Merge step", { min: 0, max: 1, step: 1, show: (at) => (at === 0 ? "triangles" : `${at} of ${steps()}`) }, (at) => {
    merged.playing = false;
    merged.goTo(at);
  });
  const layer = slider("Layers below the top", { min: 0, max: 1, step: 1, show: (at) => (at === 0 ? "top clusters" : `${at} below`) }, (at) => store.set({ mergeLayer: at, paint: "clusters" }));
  const to = slider("Compress to", { min: 2, max: 3, step: 1, show: (at) => (at >= (merged.info?.layers ?? 0) ? "all layers" : `${at} layers`) }, (at) => {
    const all = merged.info?.layers ?? 0;
    store.set({ compressTo: at >= all ? 0 : at, compressStep: -1, mergeStep: -1, mergeLayer: Math.max(store.get().mergeLayer, 1), paint: "clusters" });
  });
  const compress = slider("Compression step", { min: 0, max: 1, step: 1, show: (at) => `${at} of ${compressions()}` }, (at) => store.set({ compressStep: at, paint: "clusters" }));
  const parents = slider("Parents of the triangle under the cursor", { min: 0, max: kMostParents, step: 1, show: (at) => (at === 0 ? "off" : String(at)) }, (at) => store.set({ parents: at, paint: "clusters" }));
  const colour = segmented(
    "Colour clusters by",
    [
      { value: "cluster", label: "Cluster" },
      { value: "neighbours", label: "Neighbours" },
      { value: "layers", label: "Layers" },
    ],
    (value) => store.set({ mergeColour: value as "cluster" | "neighbours" | "layers", paint: "clusters" }),
  );
  const play = button("Play", () => merged.play(!merged.playing), "primary");
  const note = h("p", { class: "note", "aria-live": "polite" });
  const open = button("Merge the triangles", () => store.set({ paint: "clusters" }), "primary");
  const compressing = h("div", {}, compress.element, h("div", { class: "row" }, button("−1", () => merged.compressBy(-1)), button("+1", () => merged.compressBy(1))));
  const controls = h(
    "div",
    { id: "merged" },
    step.element,
    h("div", { class: "row" }, button("−10", () => merged.stepBy(-10)), button("−1", () => merged.stepBy(-1)), play, button("+1", () => merged.stepBy(1)), button("+10", () => merged.stepBy(10))),
    layer.element,
    h("div", { class: "row" }, button("−10", () => merged.layerBy(-10)), button("−1", () => merged.layerBy(-1)), button("+1", () => merged.layerBy(1)), button("+10", () => merged.layerBy(10))),
    to.element,
    compressing,
    parents.element,
    h("div", { class: "row" }, h("span", { class: "note" }, "Colour by"), colour.element),
  );
  function refresh(): void {
    const state = store.get();
    const { info } = merged;
    open.hidden = info !== null || merged.busy;
    controls.hidden = info === null;
    note.textContent = merged.busy && !info ? "Merging…" : state.paint === "clusters" && merged.clusters > 0 ? `${count(merged.clusters)} clusters are shown.` : "";
    if (!info) return;
    if (info.merge_ms > 0) note.textContent += ` Merging took ${duration(info.merge_ms * 1000)}.`;
    step.range(info.steps);
    step.set(merged.step);
    layer.range(Math.max(merged.layers - 1, state.mergeLayer, 1));
    layer.set(state.mergeLayer);
    to.range(Math.max(info.layers, 3));
    to.set(state.compressTo || info.layers);
    compressing.hidden = state.compressTo === 0;
    compress.range(Math.max(compressions(), 1));
    compress.set(merged.compressStep);
    parents.set(state.parents);
    colour.set(state.mergeColour);
    play.textContent = merged.playing ? "Pause" : "Play";
  }
  merged.onChange(refresh);
  store.on(["mergeStep", "mergeLayer", "mergeColour", "compressTo", "compressStep", "parents", "paint"], refresh);
  refresh();
  return section(
    "Merged hierarchy",
    h("p", { class: "note" }, "Step by step, triangles that are alike become clusters, and these larger ones. Compression takes layers out again."),
    h("div", { class: "row" }, open),
    controls,
    note,
  );
}
