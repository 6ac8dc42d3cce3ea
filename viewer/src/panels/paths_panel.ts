// The table of algorithms, and one query step by step.
import type { World } from "../api";
import type { App } from "../app";
import { type Control, button, checkbox, h, replace, section, segmented, select, slider } from "../dom";
import { algorithmName, amount, count, duration, excess, words } from "../format";
import { dashSample } from "../legend";
import type { Paths } from "../paths";
import type { Pointer } from "../pointer";
import type { End } from "../scene/pins";
import { type Trace, phaseColour } from "../trace";

export function makePathsPanel(app: App, paths: Paths, trace: Trace, pointer: () => Pointer): HTMLElement {
  const next = segmented("A click sets", [{ value: "from", label: "Start" }, { value: "to", label: "Goal" }], (value) => (pointer().next = value as End));
  next.set("to");
  const swap = button("Swap", () => app.store.set({ from: app.store.get().to, to: app.store.get().from }), "", "Start and goal change places");
  return h(
    "div",
    {},
    section(
      "Path",
      h("div", { class: "row" }, h("span", { class: "note" }, "A click sets"), next.element, h("span", { class: "grow" }), swap),
      h("p", { class: "note" }, "Right click sets the other end. Drag the pins: the path follows."),
      makeTable(app, paths),
      makeOptions(app),
    ),
    makeTrace(app, trace, paths),
  );
}

/** What the world could answer when it was opened, also where tables are gone for now. */
function rowsOf(world: World, first: string[]): string[] {
  const rows: string[] = [];
  for (const name of first) {
    rows.push(name);
    if (name === "hierarchy") for (let level = 1; level <= world.levels; ++level) rows.push(`hierarchy@${level}`);
  }
  return rows;
}

function makeTable(app: App, paths: Paths): HTMLElement {
  const first = [...app.world.algorithms];
  const body = h("tbody");
  const more = { on: false };
  const head = h("tr", {}, ...["Algorithm", "Time", "Expanded", "Cost", "Length", "Error"].map((name) => h("th", { scope: "col" }, name)));
  const toggle = button("Levels one by one", () => {
    more.on = !more.on;
    toggle.textContent = more.on ? "Hide the levels" : "Levels one by one";
    show();
  });
  toggle.hidden = app.world.levels < 1 || !app.world.algorithms.includes("hierarchy");
  function show(): void {
    const chosen = app.store.get().rows;
    const rows = rowsOf(app.world, first).filter((row) => !row.includes("@") || more.on || chosen.includes(row));
    const times = [...paths.answers.values()].filter((row) => row.answer.cost !== null).map((row) => row.answer.microseconds ?? Infinity);
    const best = times.length > 1 ? Math.min(...times) : NaN;
    replace(body, ...rows.map((row) => makeRow(app, paths, row, chosen.includes(row), best)));
  }
  let asked = false;
  const soon = (): void => {
    if (asked) return;
    asked = true;
    setTimeout(() => {
      asked = false;
      show();
    }, 60);
  };
  paths.onChange(soon);
  app.store.on(["rows"], show);
  app.on("theme", show);
  show();
  return h("div", {}, h("div", { class: "table-scroll" }, h("table", { id: "paths" }, h("thead", {}, head), body)), h("div", { class: "row" }, toggle));
}

function makeRow(app: App, paths: Paths, row: string, on: boolean, best: number): HTMLElement {
  const box = h("input", {
    type: "checkbox",
    change: () => {
      const rows = app.store.get().rows.filter((other) => other !== row);
      app.store.set({ rows: box.checked ? [...rows, row] : rows });
    },
  });
  box.checked = on;
  const name = h("td", {}, h("label", { class: "algorithm" }, box, dashSample(row, app.theme.name) as unknown as HTMLElement, algorithmName(row)));
  const line = h("tr", { "data-row": row, class: on ? "" : "off" }, name);
  const found = on ? paths.answers.get(row) : undefined;
  if (on && !paths.canAnswer(row)) {
    line.append(h("td", { class: "reason note", colspan: 5 }, app.world.tables === "building" ? "being built again after the change…" : "not for the world as it is now"));
    return line;
  }
  if (!found) {
    for (let i = 0; i < 5; ++i) line.append(h("td", {}, on ? "…" : ""));
    return line;
  }
  const { answer } = found;
  if (answer.cost === null) {
    line.append(h("td", { class: "reason", colspan: 5 }, answer.reason ?? words(answer.status)));
    return line;
  }
  line.append(
    h("td", { class: answer.microseconds === best ? "best" : "" }, duration(answer.microseconds)),
    h("td", {}, count(answer.expansions)),
    h("td", {}, amount(answer.cost)),
    h("td", {}, amount(answer.length)),
    h("td", {}, row === "astar" ? "–" : excess(paths.error(found))),
  );
  return line;
}

function makeOptions(app: App): HTMLElement {
  const { world, store } = app;
  const options = h("div", { class: "split" });
  if (world.kind === "grid") {
    const smooth = select(
      "Smoothing",
      [
        { value: "", label: "As built" },
        { value: "none", label: "None" },
        { value: "paper", label: "As in the paper" },
        { value: "full", label: "Full" },
      ],
      (value) => store.set({ smooth: value }),
    );
    smooth.set(store.get().smooth);
    options.append(smooth.element);
  }
  if (world.agents.length > 1) {
    const agent = select("Agent type", world.agents.map((name) => ({ value: name, label: name || "default" })), (value) => store.set({ agent: value }));
    agent.set(store.get().agent);
    options.append(agent.element);
  }
  return options;
}

function makeTrace(app: App, trace: Trace, paths: Paths): HTMLElement {
  const { store, world } = app;
  const names = world.algorithms.filter((name) => !["tables", "detour"].includes(name));
  const choices = [{ value: "", label: "Off" }, ...names.flatMap((name) => [{ value: name, label: algorithmName(name) }, ...(name === "hierarchy" ? levelChoices(world.levels) : [])])];
  const which = select("Show how it was found", choices, (value) => store.set({ trace: value, traceAt: 0 }));
  const place: Control<number> & { range(max: number): void } = slider("Expansions", { min: 0, max: 1, step: 1, show: (at) => `${count(at)} of ${count(trace.steps)}` }, (at) => store.set({ traceAt: at }));
  const play = button("Play", () => trace.play(!trace.playing), "primary");
  const hide = checkbox("Hide the paths meanwhile", (on) => paths.setHidden(on));
  const phases = h("div", { class: "chips" });
  const stage = h("p", { class: "note", "aria-live": "polite" });
  const hops = slider("Hops refined", { min: 0, max: 1, step: 1, show: (at) => `${count(at)} of ${count(trace.hops)}` }, (at) => store.set({ traceAt: trace.steps, traceHops: at >= trace.hops ? -1 : at }));
  const refining = h(
    "div",
    { id: "refining" },
    hops.element,
    h("div", { class: "row" }, button("−10", () => trace.refine(-10)), button("−1", () => trace.refine(-1)), button("+1", () => trace.refine(1)), button("+10", () => trace.refine(10))),
    h("p", { class: "note" }, "Refined lazily: an agent can set out when the first hops are known."),
  );
  const steps = h(
    "div",
    { id: "tracing" },
    place.element,
    h("div", { class: "row" }, button("−10", () => trace.step(-10)), button("−1", () => trace.step(-1)), play, button("+1", () => trace.step(1)), button("+10", () => trace.step(10))),
    phases,
    stage,
    refining,
    hide.element,
  );
  function show(): void {
    const { trace: row, traceAt } = store.get();
    which.set(row);
    steps.hidden = row === "";
    if (row === "") paths.setHidden(false);
    place.range(Math.max(trace.steps, 1));
    place.set(traceAt);
    refining.hidden = trace.hops < 2;
    hops.range(Math.max(trace.hops, 1));
    hops.set(trace.refinedHops);
    play.textContent = trace.playing ? "Pause" : "Play";
    replace(phases, ...trace.phases.map((phase) => {
      const on = traceAt > phase.first && traceAt <= phase.first + phase.count;
      const dot = h("i", { style: `background:${phaseColour(phase.name, app.theme.name)}` });
      return h("button", { type: "button", class: on ? "chip on" : "chip", title: "Go to the end of this phase", click: () => store.set({ traceAt: phase.first + phase.count }) }, dot, phase.name === "smooth" ? "smooth" : `${phase.name} ${count(phase.count)}`);
    }));
    const shown = trace.stageAt(traceAt);
    const merged = trace.merged.shown;
    if (row === "merged") {
      stage.textContent = merged ? `${count(merged.clusters)} clusters hold the path, the first ${count(merged.walked)} of them triangles it surely leads over.` : "Merging…";
    } else stage.textContent = shown ? `Shown: the ${shown.name} path, ${count(shown.points.length)} points.` : "The line leads back from the node expanded last.";
  }
  trace.onChange(show);
  store.on(["trace", "traceAt"], show);
  app.on("theme", show);
  show();
  return section("Step by step", which.element, steps);
}

function levelChoices(levels: number): { value: string; label: string }[] {
  return Array.from({ length: levels }, (_, i) => ({ value: `hierarchy@${i + 1}`, label: algorithmName(`hierarchy@${i + 1}`) }));
}
