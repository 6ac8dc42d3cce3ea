// The two ends of the path: pins with a letter, above all of the map, to be taken by the mouse.
import type { Point } from "../api";
import type { Stage } from "./stage";

export type End = "from" | "to";

const kLook: Record<End, { letter: string; fill: string }> = {
  from: { letter: "S", fill: "#17806d" },
  to: { letter: "G", fill: "#c2352b" },
};
const kEnds = ["from", "to"] as const;
const kHeight = 40;
const kWidth = 30;

export class Pins {
  private readonly pictures: Record<End, HTMLCanvasElement>;
  private readonly places: Record<End, Point> = { from: [0, 0, 0], to: [0, 0, 0] };
  private held: End | null = null;

  constructor(private readonly stage: Stage) {
    this.pictures = { from: makePin("from"), to: makePin("to") };
    stage.canvas.parentElement!.append(this.pictures.from, this.pictures.to);
    stage.onBeforeDraw(() => this.show());
  }

  place(end: End, point: Point): void {
    this.places[end] = point;
    this.show();
  }

  hold(end: End | null): void {
    if (end === this.held) return;
    this.held = end;
    this.show();
  }

  /** The pin at a place of the canvas, with some room for fingers. */
  at(x: number, y: number, room: number): End | null {
    for (const end of ["to", "from"] as const) {
      const foot = this.stage.view.toScreen(this.places[end]);
      const dx = Math.abs(x - foot.x);
      const dy = foot.y - y;
      if (dx <= kWidth / 2 + room && dy >= -6 - room && dy <= kHeight + room) return end;
    }
    return null;
  }

  /** Draws them where they are on the page. */
  drawInto(draw: CanvasRenderingContext2D): void {
    for (const end of kEnds) {
      const { x, y, ahead } = this.stage.view.toScreen(this.places[end]);
      if (ahead) draw.drawImage(this.pictures[end], x - kWidth / 2, y - kHeight, kWidth, kHeight);
    }
  }

  private show(): void {
    for (const end of kEnds) {
      const { x, y, ahead } = this.stage.view.toScreen(this.places[end]);
      const { style } = this.pictures[end];
      style.visibility = ahead ? "visible" : "hidden";
      style.transform = `translate(${x - kWidth / 2}px, ${y - kHeight}px) scale(${this.held === end ? 1.15 : 1})`;
    }
  }
}

function makePin(end: End): HTMLCanvasElement {
  const scale = 4;
  const canvas = document.createElement("canvas");
  canvas.className = "pin";
  canvas.width = kWidth * scale;
  canvas.height = kHeight * scale;
  const draw = canvas.getContext("2d")!;
  draw.scale(scale, scale);
  const [x, y, r] = [kWidth / 2, 14, 11.5];
  draw.beginPath();
  draw.arc(x, y, r, Math.PI * 0.85, Math.PI * 2.15);
  draw.quadraticCurveTo(x + 4, y + 16, x, kHeight - 1);
  draw.quadraticCurveTo(x - 4, y + 16, x + r * Math.cos(Math.PI * 0.85), y + r * Math.sin(Math.PI * 0.85));
  draw.closePath();
  draw.fillStyle = kLook[end].fill;
  draw.strokeStyle = "#ffffff";
  draw.lineWidth = 2.2;
  draw.fill();
  draw.stroke();
  draw.fillStyle = "#ffffff";
  draw.font = "700 13.5px system-ui, sans-serif";
  draw.textAlign = "center";
  draw.textBaseline = "middle";
  draw.fillText(kLook[end].letter, x, y + 1);
  return canvas;
}
