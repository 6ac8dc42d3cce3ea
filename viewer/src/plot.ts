// Plain plots as SVG: a bar, its name and its number for each row; or lines over a few sizes.
import { svg } from "./dom";

export interface Bar {
  label: string;
  value: number;
  text: string;
  colour: string;
}

const kWidth = 350;
const kRow = 26;
const kName = 112;
const kNumber = 74;

export function barPlot(title: string, bars: Bar[], logarithmic: boolean): SVGElement {
  const finite = bars.map((bar) => bar.value).filter((value) => Number.isFinite(value) && (value > 0 || !logarithmic));
  const high = Math.max(...finite, logarithmic ? 1 : 1e-9);
  const low = logarithmic ? Math.min(...finite, 1) / 1.6 : 0;
  const room = kWidth - kName - kNumber;
  const length = (value: number): number => {
    if (!Number.isFinite(value) || (logarithmic && value <= 0)) return 0;
    const part = logarithmic ? Math.log(value / low) / Math.log(high / low) : value / high;
    return Math.max(part * room, 1);
  };
  const height = bars.length * kRow + 8;
  const plot = svg("svg", { viewBox: `0 0 ${kWidth} ${height}`, width: kWidth, height, class: "plot", role: "img", "aria-label": `${title}: ${bars.map((bar) => `${bar.label} ${bar.text}`).join(", ")}` });
  plot.append(svg("line", { x1: kName, x2: kName, y1: 0, y2: height - 4, class: "axis" }));
  bars.forEach((bar, i) => {
    const y = i * kRow + 4;
    plot.append(
      svg("text", { x: kName - 6, y: y + 14, "text-anchor": "end" }, bar.label),
      svg("rect", { x: kName, y: y + 2, width: length(bar.value), height: kRow - 9, rx: 3, fill: bar.colour }),
      svg("text", { x: kName + length(bar.value) + 6, y: y + 14, class: "soft" }, bar.text),
    );
  });
  return plot;
}

export interface Series {
  label: string;
  colour: string;
  dash: [number, number] | null;
  /** Sizes and values, both above 0. */
  points: [number, number][];
}

const kPlotHeight = 190;
const kLeft = 34;
const kBottom = 24;
const kRight = 64;

/** Lines over sizes; both axes are logarithmic. */
export function linePlot(title: string, series: Series[]): SVGElement {
  const sizes = [...new Set(series.flatMap(({ points }) => points.map(([size]) => size)))].sort((a, b) => a - b);
  const values = series.flatMap(({ points }) => points.map(([, value]) => value)).filter((value) => value > 0);
  const [low, high] = [Math.min(...values, 1), Math.max(...values, 1) * 1.15];
  const part = (value: number, from: number, to: number): number => (to > from ? Math.log(value / from) / Math.log(to / from) : 0.5);
  const x = (size: number): number => kLeft + part(size, sizes[0]!, sizes[sizes.length - 1]!) * (kWidth - kLeft - kRight);
  const y = (value: number): number => kPlotHeight - kBottom - part(value, low, high) * (kPlotHeight - kBottom - 8);
  const told = series.map(({ label, points }) => `${label}: ${points.map(([size, value]) => `${value.toFixed(1)} at ${size}`).join(", ")}`).join("; ");
  const plot = svg("svg", { viewBox: `0 0 ${kWidth} ${kPlotHeight}`, width: kWidth, height: kPlotHeight, class: "plot", role: "img", "aria-label": `${title}. ${told}` });
  for (const size of sizes) plot.append(svg("text", { x: x(size), y: kPlotHeight - 8, "text-anchor": "middle", class: "soft" }, String(size)));
  for (const tick of ticksBetween(low, high)) {
    plot.append(svg("line", { x1: kLeft, x2: kWidth - kRight, y1: y(tick), y2: y(tick), class: "axis" }), svg("text", { x: kLeft - 5, y: y(tick) + 4, "text-anchor": "end", class: "soft" }, String(tick)));
  }
  let free = kPlotHeight;
  // Names stand at the ends of their lines, each above the one before.
  const ends = [...series].filter(({ points }) => points.length > 0).sort((a, b) => a.points[a.points.length - 1]![1] - b.points[b.points.length - 1]![1]);
  for (const { label, colour, dash, points } of ends) {
    const d = points.map(([size, value], i) => `${i === 0 ? "M" : "L"}${x(size).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    plot.append(svg("path", { d, fill: "none", stroke: colour, "stroke-width": 2.2, ...(dash ? { "stroke-dasharray": dash.join(" ") } : {}) }));
    for (const [size, value] of points) plot.append(svg("circle", { cx: x(size), cy: y(value), r: 3, fill: colour }));
    const [lastSize, lastValue] = points[points.length - 1]!;
    free = Math.min(y(lastValue) + 4, free - 13);
    plot.append(svg("text", { x: x(lastSize) + 8, y: free }, label));
  }
  return plot;
}

/** Powers of ten, with 2 and 5 between them where there are few. */
function ticksBetween(low: number, high: number): number[] {
  const ticks: number[] = [];
  const parts = high / low < 50 ? [1, 2, 5] : [1];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power) {
    for (const part of parts) ticks.push(Number((part * 10 ** power).toPrecision(1)));
  }
  return ticks.filter((tick) => tick >= low && tick <= high);
}
