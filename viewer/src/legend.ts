// What colours and lines mean: a card on the page, and the same in saved pictures.
import type { App, Legend } from "./app";
import { css, gradient, strokeOf } from "./colours";
import { h, replace, svg } from "./dom";
import { algorithmName } from "./format";
import type { Ground } from "./ground";
import type { Paths } from "./paths";

const kSample = { width: 34, height: 14 };

/** A piece of a row's line, in its colour and dash style. */
export function dashSample(row: string, theme: "light" | "dark"): SVGElement {
  const look = strokeOf(row);
  const dash = look.dash ? look.dash.map((x) => x * 0.55).join(" ") : "none";
  return svg(
    "svg",
    { viewBox: `0 0 ${kSample.width} ${kSample.height}`, "aria-hidden": "true" },
    svg("path", { d: "M1 7H33", stroke: look[theme], "stroke-width": Math.max(look.width * 0.7, 2.4), "stroke-dasharray": dash, fill: "none" }),
  );
}

export class LegendCard {
  readonly element = h("div", { id: "legend", class: "card" });
  private ground: Legend | null = null;
  private rows = "";

  constructor(
    private readonly app: App,
    ground: Ground,
    private readonly paths: Paths,
  ) {
    ground.onLegend((legend) => {
      this.ground = legend;
      this.show();
    });
    paths.onChange(() => {
      if (this.shownRows().join() !== this.rows) this.show();
    });
    app.on("theme", () => this.show());
  }

  private shownRows(): string[] {
    const { answers, hidden } = this.paths;
    return hidden ? [] : this.app.store.get().rows.filter((row) => typeof answers.get(row)?.answer.cost === "number");
  }

  private show(): void {
    const rows = this.shownRows();
    this.rows = rows.join();
    const { ground } = this;
    const ramp = ground?.ramp;
    replace(
      this.element,
      ground ? h("div", {}, ground.title) : null,
      ramp ? h("div", { class: "bar", style: `background:${gradient(ramp.colours)}` }) : null,
      ramp ? h("div", { class: "ends" }, h("span", {}, ramp.low), h("span", {}, ramp.high)) : null,
      ground?.swatches ? h("ul", {}, ...ground.swatches.map((s) => h("li", {}, h("span", { class: "swatch", style: `background:${s.css}` }), s.label))) : null,
      rows.length > 0 ? h("ul", { class: "lines" }, ...rows.map((row) => h("li", {}, dashSample(row, this.app.theme.name) as unknown as HTMLElement, algorithmName(row)))) : null,
    );
  }

  /** Draws the card where it lies on the page, with pixels of the page for units. */
  drawInto(draw: CanvasRenderingContext2D): void {
    if (!this.element.firstChild) return;
    const style = getComputedStyle(this.element);
    const box = this.element.getBoundingClientRect();
    draw.beginPath();
    draw.roundRect(box.x, box.y, box.width, box.height, parseFloat(style.borderTopLeftRadius));
    draw.fillStyle = style.backgroundColor;
    draw.fill();
    draw.strokeStyle = style.borderTopColor;
    draw.stroke();
    for (const bar of this.element.querySelectorAll(".bar")) this.drawRamp(draw, bar.getBoundingClientRect());
    for (const swatch of this.element.querySelectorAll(".swatch")) {
      const { x, y, width, height } = swatch.getBoundingClientRect();
      draw.fillStyle = getComputedStyle(swatch).backgroundColor;
      draw.fillRect(x, y, width, height);
    }
    for (const line of this.element.querySelectorAll<SVGPathElement>("svg path")) drawSample(draw, line);
    drawTexts(draw, this.element);
  }

  private drawRamp(draw: CanvasRenderingContext2D, { x, y, width, height }: DOMRect): void {
    const colours = this.ground?.ramp?.colours ?? [];
    const ramp = draw.createLinearGradient(x, y, x + width, y);
    colours.forEach((colour, i) => ramp.addColorStop(i / (colours.length - 1), css(colour)));
    draw.fillStyle = ramp;
    draw.fillRect(x, y, width, height);
  }
}

function drawSample(draw: CanvasRenderingContext2D, line: SVGPathElement): void {
  const box = line.ownerSVGElement!.getBoundingClientRect();
  const attribute = (name: string): string => line.getAttribute(name) ?? "";
  const dash = attribute("stroke-dasharray");
  draw.save();
  draw.translate(box.x, box.y);
  draw.scale(box.width / kSample.width, box.height / kSample.height);
  draw.strokeStyle = attribute("stroke");
  draw.lineWidth = Number(attribute("stroke-width"));
  draw.setLineDash(dash === "none" ? [] : dash.split(" ").map(Number));
  draw.stroke(new Path2D(attribute("d")));
  draw.restore();
}

/** Word by word, where the page put them. */
function drawTexts(draw: CanvasRenderingContext2D, element: Element): void {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const style = getComputedStyle(text.parentElement!);
    draw.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    draw.fillStyle = style.color;
    for (const word of (text.textContent ?? "").matchAll(/\S+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const { x, y, width } = range.getBoundingClientRect();
      if (width > 0) draw.fillText(word[0], x, y + draw.measureText(word[0]).fontBoundingBoxAscent);
    }
  }
}
