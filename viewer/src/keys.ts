// The keyboard, as listed on "?".
import type { App } from "./app";
import type { Crowd } from "./crowd";
import type { Merged } from "./merged";
import { copyLink } from "./panels/tools";
import type { ToolActions } from "./panels/tools";
import type { Pointer } from "./pointer";
import { type Tab, kMostParents } from "./state";
import type { Trace } from "./trace";

const kTabs: Tab[] = ["paths", "levels", "waves", "edit", "agents", "measure"];

export interface KeyParts {
  pointer: Pointer;
  trace: Trace;
  crowd: Crowd;
  merged: Merged | null;
}

export function listenToKeys(app: App, { pointer, trace, crowd, merged }: KeyParts, actions: ToolActions): void {
  const { store, stage } = app;
  const parents = (by: number): void => store.set({ parents: Math.min(Math.max(store.get().parents + by, 0), kMostParents), paint: "clusters" });
  const level = (by: number): void => {
    const next = Math.min(Math.max(store.get().level + by, 0), app.world.levels);
    store.set(next > 0 ? { level: next, paint: "cells" } : { level: 0 });
  };
  const storey = (by: number): void => {
    const { min, max } = app.world.bounds;
    const next = (store.get().clip ?? max[1]) + by * (max[1] - min[1]) * 0.05;
    store.set({ clip: next >= max[1] ? null : Math.max(next, min[1]) });
  };
  const slide = (dx: number, dy: number, turn: boolean): void => {
    const { width, height } = stage.view.size;
    if (turn) stage.view.orbit(-dx * 0.5, -dy * 0.5);
    else stage.view.pan(width / 2, height / 2, width / 2 + dx, height / 2 + dy);
    pointer.keepCamera();
  };
  const zoom = (factor: number): void => {
    const { width, height } = stage.view.size;
    stage.view.zoom(factor, width / 2, height / 2);
    pointer.keepCamera();
  };
  const atCursor = (call: (point: [number, number, number]) => void): void => {
    const hit = pointer.place;
    if (hit) call(hit.point);
  };

  const actionsByKey: Record<string, (shift: boolean) => void> = {
    v: () => store.set({ view: store.get().view === "top" ? "3d" : "top" }),
    h: actions.showWorld,
    p: actions.showPath,
    t: actions.switchTheme,
    l: () => void copyLink(app),
    f: () => atCursor((point) => pointer.flyTo(point)),
    s: () => atCursor((point) => pointer.setEnd("from", point)),
    g: () => atCursor((point) => pointer.setEnd("to", point)),
    "\\": () => store.set({ panel: !store.get().panel }),
    b: () => store.set({ bare: !store.get().bare }),
    "[": () => level(-1),
    "]": () => level(1),
    ".": (shift) => trace.step(shift ? 10 : 1),
    ",": (shift) => trace.step(shift ? -10 : -1),
    ">": () => trace.step(10),
    "<": () => trace.step(-10),
    r: (shift) => trace.refine(shift ? -1 : 1),
    "+": () => zoom(0.8),
    "=": () => zoom(0.8),
    "-": () => zoom(1.25),
    "?": actions.help,
    PageUp: () => storey(1),
    PageDown: () => storey(-1),
    ArrowLeft: (shift) => slide(60, 0, shift),
    ArrowRight: (shift) => slide(-60, 0, shift),
    ArrowUp: (shift) => slide(0, 60, shift),
    ArrowDown: (shift) => slide(0, -60, shift),
    " ": () => (trace.steps > 0 ? trace.play(!trace.playing) : crowd.running && crowd.setPaused(!crowd.paused)),
  };
  if (merged) {
    Object.assign(actionsByKey, {
      m: (shift: boolean) => merged.stepBy(shift ? -1 : 1),
      n: (shift: boolean) => merged.layerBy(shift ? -1 : 1),
      k: (shift: boolean) => merged.compressBy(shift ? -1 : 1),
      c: (shift: boolean) => parents(shift ? -1 : 1),
    });
  }
  kTabs.forEach((tab, i) => (actionsByKey[String(i + 1)] = () => store.set({ tab, panel: true })));

  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    // Controls keep the keys that they use themselves.
    if (target.matches("select, input[type=number]")) return;
    if (target.matches("input, button, [tabindex='-1']") && /^(Arrow|Page| )/.test(event.key)) return;
    if (document.querySelector("dialog[open]") && event.key !== "?") return;
    const action = actionsByKey[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}
