// A crowd: how many, how they behave, and how fast it goes.
import type { App } from "../app";
import type { Crowd } from "../crowd";
import { button, checkbox, h, replace, section, select, slider } from "../dom";
import { algorithmName, count, duration, significant } from "../format";
import { crowdAlgorithms } from "../state";
import { startPaint } from "./levels_panel";

function elementName(kind: string): string {
  return kind === "grid" ? "tile" : kind === "navmesh" ? "polygon" : "triangle";
}

const kCounts = [10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000];

export function makeAgentsPanel(app: App, crowd: Crowd): HTMLElement {
  const { store } = app;
  let wanted = store.get().agents || 1000;
  const amountOf = slider("Agents", { min: 0, max: kCounts.length - 1, step: 1, show: (i) => count(kCounts[i]!) }, (i) => {
    wanted = kCounts[i]!;
    if (crowd.running) store.set({ agents: wanted });
  });
  amountOf.set(Math.max(0, kCounts.findIndex((n) => n >= wanted)));
  const start = button("Start", () => {
    if (crowd.running) {
      void crowd.stop();
      store.set({ agents: 0 });
    } else {
      store.set({ agents: wanted });
      void crowd.start();
    }
  }, "primary");
  const pause = button("Pause", () => {
    crowd.setPaused(!crowd.paused);
    show();
  });
  const density = checkbox("Heat map of where they were", (on) => store.set({ paint: on ? "density" : startPaint(app) }));
  const fields = [
    select("They go", [{ value: "navigated", label: "to goals, by paths" }, { value: "random", label: "at random" }], (value) => store.set({ route: value })),
    select("Path", [{ value: "whole", label: "whole, once" }, { value: "current", label: "again from where they are" }, { value: "progressive", label: "piece by piece" }], (value) => store.set({ replan: value })),
    select("Found by", [{ value: "batch", label: "batches" }, ...crowdAlgorithms(app.world).map((name) => ({ value: name, label: algorithmName(name) }))], (value) => store.set({ crowdBy: value })),
    select("At the goal", [{ value: "new_goal", label: "choose a new one" }, { value: "reverse", label: "turn back" }, { value: "main_path", label: "follow the path shown" }], (value) => store.set({ atEnd: value })),
    select("They pause", [{ value: "never", label: "never" }, { value: "goal", label: "at the goal" }, { value: "step", label: `on every ${elementName(app.world.kind)}` }, { value: "both", label: "at both" }], (value) => store.set({ pause: value })),
  ];
  const speed = slider("Speed", { min: 0.25, max: 10, step: 0.25, show: (x) => `${x} ×` }, (value) => store.set({ speed: value }));
  const numbers = h("div", { class: "big" });
  let shownAt = 0;
  /** Numbers that change with every frame are shown four times per second. */
  function tick(): void {
    const now = performance.now();
    if (crowd.numbers && now - shownAt < 250) return;
    shownAt = now;
    show();
  }
  function show(): void {
    const state = store.get();
    start.textContent = crowd.running ? "Stop" : "Start";
    pause.hidden = !crowd.running;
    pause.textContent = crowd.paused ? "Go on" : "Pause";
    density.set(state.paint === "density");
    [state.route, state.replan, state.crowdBy, state.atEnd, state.pause].forEach((value, i) => fields[i]!.set(value));
    speed.set(state.speed);
    const n = crowd.numbers;
    numbers.hidden = !n;
    if (!n) return;
    const tiles: [string, string][] = [
      [significant(n.fps), "frames per second"],
      [duration(n.microseconds), "to move them all"],
      [count(n.pathsPerSecond), "paths per second"],
      [count(n.agents - n.waiting), "on their way"],
      [count(n.arrived), "arrived"],
      [count(n.replanned), "planned again"],
    ];
    replace(numbers, ...tiles.map(([value, label]) => h("div", {}, h("b", {}, value), h("span", {}, label))));
  }
  crowd.onChange(tick);
  store.on(["paint", "route", "replan", "crowdBy", "atEnd", "pause", "speed"], show);
  show();
  return h(
    "div",
    {},
    section("Crowd", amountOf.element, h("div", { class: "row" }, start, pause), numbers, density.element),
    section("Behaviour", h("div", { class: "split" }, ...fields.map((field) => field.element)), speed.element),
  );
}
