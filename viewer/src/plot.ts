// Plain plots as SVG: a bar, its name and its number for each row.
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
