// Waves: what to show, and what computing it took.
import type { App } from "../app";
import { button, h, replace, section, select, slider } from "../dom";
import { algorithmName, amount, count, duration } from "../format";
import { type State, kMostDoublings, kMostHalvings } from "../state";
import type { Waves } from "../waves";
import { startPaint } from "./levels_panel";

export function makeWavesPanel(app: App, waves: Waves): HTMLElement {
  const { store } = app;
  const choices = [
    { value: "astar", label: "A*" },
    { value: "hierarchy", label: "Hierarchy" },
    { value: "ratio", label: "Hierarchy against A*" },
    ...(app.world.can_merge
      ? [
          { value: "merged", label: "Merged hierarchy" },
          { value: "merged-ratio", label: "Merged against A*" },
        ]
      : []),
  ];
  const show = select("Costs by", choices, (value) => store.set({ waveShow: value as State["waveShow"], paint: "wave" }));
  const area = slider("Area", { min: -kMostHalvings, max: kMostDoublings, step: 1, show: () => `${amount(2 * waves.reach)} m wide` }, (at) => store.set({ waveArea: at }));
  const toggle = button("", () => store.set({ paint: store.get().paint === "wave" ? startPaint(app) : "wave" }), "primary");
  const reach = slider("Reach", { min: 0, max: 6, step: 1, show: (at) => (at === 6 ? "everywhere" : `cost up to 1/${2 ** (6 - at)} of the largest`) }, (at) => store.set({ waveReach: 2 ** (at - 6) }));
  const table = h("tbody");
  const note = h("p", { class: "note", "aria-live": "polite" });
  function refresh(): void {
    const { paint, waveShow } = store.get();
    const on = paint === "wave";
    show.set(waveShow);
    reach.set(6 + Math.log2(store.get().waveReach));
    reach.element.hidden = waveShow.endsWith("ratio");
    area.element.hidden = !waveShow.startsWith("merged");
    area.set(store.get().waveArea);
    toggle.textContent = on ? "Clear the wave" : "Spread a wave from the start";
    replace(
      table,
      ...[...waves.waves].map(([name, wave]) =>
        h("tr", {}, h("td", {}, algorithmName(name)), h("td", {}, duration(wave.microseconds)), h("td", {}, count(wave.expansions)), h("td", {}, amount(wave.largest))),
      ),
    );
    const both = waves.waves.size >= 2 && waveShow.endsWith("ratio") && on;
    note.textContent = waves.busy && on ? "Computing…" : both ? differences(waves, waveShow === "ratio" ? "hierarchy" : "merged hierarchy") : "";
  }
  waves.onChange(refresh);
  store.on(["paint", "waveShow", "waveReach", "waveArea"], refresh);
  refresh();
  const head = h("tr", {}, ...["By", "Time", "Expanded", "Farthest"].map((name) => h("th", { scope: "col" }, name)));
  return h(
    "div",
    {},
    section(
      "Wave",
      h("p", { class: "note" }, "What it costs to go from S to everywhere. Drag S: the wave follows."),
      h("div", { class: "row" }, toggle),
      show.element,
      reach.element,
      area.element,
      h("table", {}, h("thead", {}, head), table),
      note,
    ),
  );
}

function differences(waves: Waves, by: string): string {
  const { largest, usual } = waves.excess();
  if (largest === 0) return `The costs of the ${by} are those of A* everywhere.`;
  return `In 99 of 100 places the costs differ by at most ${(usual * 100).toFixed(2)} %, nowhere by more than ${(largest * 100).toFixed(1)} %.`;
}
