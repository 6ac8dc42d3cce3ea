// The benchmark of the loaded world, with plots that can be saved.
import { type MeasureRow, type MeasureState, api } from "../api";
import type { App } from "../app";
import { strokeOf } from "../colours";
import { button, checkbox, download, h, replace, section, slider } from "../dom";
import { algorithmName, count, duration, excess, significant } from "../format";
import { type Bar, type Series, barPlot, linePlot } from "../plot";

const kCounts = [50, 100, 200, 500, 1000, 2000, 5000];

export function makeMeasurePanel(app: App): HTMLElement {
  let queries = 200;
  let state: MeasureState | null = null;
  const amountOf = slider("Random queries", { min: 0, max: kCounts.length - 1, step: 1, show: (i) => count(kCounts[i]!) }, (i) => (queries = kCounts[i]!));
  amountOf.set(kCounts.indexOf(queries));
  let sizes = false;
  const unit = app.world.kind === "navmesh" ? "μ" : "cell sizes";
  const sizesToo = checkbox(`Compare ${unit} too`, (on) => (sizes = on), "Cuts the world into cells of other sizes and measures these at every level");
  const start = button("Measure this world", () => void (running() ? stop() : begin()), "primary");
  const bar = h("div");
  const progress = h("div", { class: "progress", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100 }, bar);
  const rows = h("tbody");
  const head = h("tr", {}, ...["Algorithm", "Mean time", "Faster than A*", "Mean error"].map((name) => h("th", { scope: "col" }, name)));
  const results = h("div", {}, h("table", { id: "measured" }, h("thead", {}, head), rows));
  const plots = h("div");

  function running(): boolean {
    return state?.state === "running";
  }
  async function begin(): Promise<void> {
    try {
      await api.startMeasure({ queries, cell_sizes: sizes });
      await follow();
    } catch (error) {
      app.fail(error);
    }
  }
  async function stop(): Promise<void> {
    await api.stopMeasure().catch(app.fail);
  }
  async function follow(): Promise<void> {
    for (;;) {
      state = await api.measure();
      show();
      if (!running()) break;
      await new Promise((done) => setTimeout(done, 300));
    }
    if (state.error) app.message(state.error);
  }
  function show(): void {
    const found = state?.rows ?? [];
    app.page.measure = found.length;
    start.textContent = running() ? "Stop" : "Measure this world";
    progress.hidden = !running();
    bar.style.width = `${(state?.progress ?? 0) * 100}%`;
    progress.setAttribute("aria-valuenow", String(Math.round((state?.progress ?? 0) * 100)));
    results.hidden = found.length === 0;
    const asBuilt = found.filter((row) => row.cell_size === 0);
    replace(rows, ...asBuilt.map((row) => h("tr", {}, h("td", {}, algorithmName(idOf(row))), h("td", {}, duration(row.mean_us)), h("td", {}, `${significant(row.speed_up)} ×`), h("td", {}, excess(row.mean_error)))));
    replace(plots, ...(found.length > 0 && !running() ? makePlots(app, asBuilt, found.filter((row) => row.cell_size > 0)) : []));
  }
  app.on("theme", show);
  show();
  return h(
    "div",
    {},
    section("Measure", h("p", { class: "note" }, "Answers the same random queries by every algorithm, one after the other, on this machine."), amountOf.element, sizesToo.element, h("div", { class: "row" }, start), progress, results),
    plots,
  );
}

function idOf(row: MeasureRow): string {
  return row.level === "auto" || row.level === "" ? row.algorithm : `${row.algorithm}@${row.level}`;
}

function makePlots(app: App, rows: MeasureRow[], bySize: MeasureRow[]): HTMLElement[] {
  const bars = (value: (row: MeasureRow) => number, text: (row: MeasureRow) => string): Bar[] =>
    rows.map((row) => ({ label: algorithmName(idOf(row)), value: value(row), text: text(row), colour: strokeOf(idOf(row))[app.theme.name] }));
  const wanted: { title: string; file: string; bars: Bar[]; log: boolean }[] = [
    { title: "Times faster than A* (logarithmic)", file: "speed-up", bars: bars((row) => row.speed_up, (row) => `${significant(row.speed_up)} ×`), log: true },
    { title: "Mean time per query (logarithmic)", file: "time", bars: bars((row) => row.mean_us, (row) => duration(row.mean_us)), log: true },
    { title: "Mean error over A*", file: "error", bars: bars((row) => row.mean_error, (row) => excess(row.mean_error)), log: false },
  ];
  const withButton = (title: string, plot: SVGElement, file: string): HTMLElement => {
    const save = button("Save as SVG", () => download(standalone(plot), `${app.world.name}-${file}.svg`));
    return section(title, plot as unknown as HTMLElement, h("div", { class: "row" }, save));
  };
  const plots = wanted.map(({ title, file, bars: entries, log }) => withButton(title, barPlot(title, entries, log), file));
  if (bySize.length === 0) return plots;
  const title = `Times faster than A*, by ${app.world.kind === "navmesh" ? "μ" : "cell size"} (logarithmic)`;
  return [withButton(title, linePlot(title, seriesOf(app, bySize)), "cell-sizes"), ...plots];
}

/** A line for each level, over the sizes of cells. */
function seriesOf(app: App, rows: MeasureRow[]): Series[] {
  const levels = [...new Set(rows.map((row) => row.level))];
  return levels.map((level) => {
    const look = strokeOf(`hierarchy@${level}`);
    const points = rows.filter((row) => row.level === level).map((row): [number, number] => [row.cell_size, row.speed_up]);
    return { label: `Level ${level}`, colour: look[app.theme.name], dash: look.dash, points };
  });
}

/** The plot as a file of its own: the page's colours are written into it. */
function standalone(plot: SVGElement): Blob {
  const copy = plot.cloneNode(true) as SVGElement;
  const from = plot.querySelectorAll("text, line");
  copy.querySelectorAll("text, line").forEach((part, i) => {
    const look = getComputedStyle(from[i]!);
    part.setAttribute("fill", look.fill);
    part.setAttribute("stroke", look.stroke);
    part.setAttribute("font-size", look.fontSize);
    part.setAttribute("font-family", "sans-serif");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}
