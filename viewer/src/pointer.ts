// Mouse, fingers and wheel on the map: ends are clicked and dragged, the rest moves the camera.
import { type Point, api } from "./api";
import type { App } from "./app";
import type { Paths } from "./paths";
import type { End } from "./scene/pins";
import type { Hit } from "./scene/surface";
import { rounded } from "./state";

/** What takes a drag with the main button where it wants to, such as a brush. */
export interface Brush {
  active(): boolean;
  begin(hit: Hit | null): void;
  move(hit: Hit | null): void;
  end(): void;
}

type Drag =
  | { kind: "pan" | "orbit"; id: number; x: number; y: number; moved: number; button: number }
  | { kind: "end"; id: number; end: End; moved: number }
  | { kind: "brush"; id: number }
  | { kind: "pinch" };

const kClickSlack = 5;

export class Pointer {
  /** Which end a plain click sets. */
  next: End = "to";
  private drag: Drag | null = null;
  private fingers = new Map<number, { x: number; y: number }>();
  private hoverAt: { x: number; y: number } | null = null;
  private hoverAsked = false;

  constructor(
    private readonly app: App,
    private readonly paths: Paths,
    private readonly brush: Brush,
  ) {
    const { canvas } = app.stage;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.cancel(event));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** The place under the mouse, if it is over the map. */
  get place(): Hit | null {
    return this.hoverAt ? this.pick(this.hoverAt.x, this.hoverAt.y) : null;
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const box = this.app.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
  private pick(x: number, y: number): Hit | null {
    return this.app.surface.pick(this.app.stage.view.ray(x, y));
  }

  private down(event: PointerEvent): void {
    const { x, y } = this.at(event);
    const { canvas } = this.app.stage;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    this.fingers.set(event.pointerId, { x, y });
    if (this.fingers.size === 2) {
      this.endDrag();
      this.drag = { kind: "pinch" };
      return;
    }
    if (this.drag) return;
    const end = event.button === 0 ? this.app.pins.at(x, y, event.pointerType === "touch" ? 10 : 2) : null;
    if (end) {
      this.drag = { kind: "end", id: event.pointerId, end, moved: 0 };
      this.app.pins.hold(end);
      this.paths.setDragging(true);
    } else if (event.button === 0 && this.brush.active() && !event.altKey) {
      this.drag = { kind: "brush", id: event.pointerId };
      this.brush.begin(this.pick(x, y));
    } else {
      const kind = event.button === 0 && !event.ctrlKey ? "pan" : "orbit";
      this.drag = { kind, id: event.pointerId, x, y, moved: 0, button: event.button };
    }
  }

  private move(event: PointerEvent): void {
    const { x, y } = this.at(event);
    const { drag } = this;
    if (drag?.kind === "pinch") return this.pinch(event.pointerId, x, y);
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, { x, y });
    if (!drag) return this.hover(x, y);
    if (drag.id !== event.pointerId) return;
    if (drag.kind === "brush") {
      this.brush.move(this.pick(x, y));
      return;
    }
    if (drag.kind === "end") {
      drag.moved += 1;
      const hit = this.pick(x, y);
      if (hit) this.setEnd(drag.end, hit.point);
      return;
    }
    drag.moved += Math.hypot(x - drag.x, y - drag.y);
    if (drag.moved > kClickSlack) {
      if (drag.kind === "pan") this.app.stage.view.pan(drag.x, drag.y, x, y);
      else this.app.stage.view.orbit(x - drag.x, y - drag.y);
      this.app.stage.canvas.classList.add("moving");
    }
    drag.x = x;
    drag.y = y;
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    const { drag } = this;
    if (drag && (drag.kind === "pan" || drag.kind === "orbit") && drag.id === event.pointerId && drag.moved <= kClickSlack) {
      const { x, y } = this.at(event);
      const hit = this.pick(x, y);
      if (hit && event.altKey) this.flyTo(hit.point);
      else if (hit && drag.button !== 1) this.click(hit.point, drag.button === 2 || event.shiftKey);
    }
    if (!drag || drag.kind === "pinch" || drag.id === event.pointerId) this.endDrag();
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.endDrag();
  }

  private endDrag(): void {
    const { drag } = this;
    this.drag = null;
    this.app.stage.canvas.classList.remove("moving");
    if (drag?.kind === "end") {
      this.app.pins.hold(null);
      this.paths.setDragging(false);
      void this.snap(drag.end);
    }
    if (drag?.kind === "brush") this.brush.end();
    if (drag?.kind === "pan" || drag?.kind === "orbit" || drag?.kind === "pinch") this.keepCamera();
  }

  private click(point: Point, other: boolean): void {
    const end = other ? (this.next === "to" ? "from" : "to") : this.next;
    this.setEnd(end, point);
    void this.snap(end);
  }

  setEnd(end: End, point: Point): void {
    this.app.store.set(end === "from" ? { from: rounded(point) } : { to: rounded(point) });
  }

  /** An end that was let go where nobody can stand goes to the nearest place where one can. */
  private async snap(end: End): Promise<void> {
    const { store } = this.app;
    const point = store.get()[end];
    try {
      const place = await api.at(point, store.get().agent);
      if (!place.walkable && place.point && store.get()[end] === point) this.setEnd(end, place.point);
    } catch (error) {
      this.app.fail(error);
    }
  }

  private pinch(id: number, x: number, y: number): void {
    const old = this.fingers.get(id);
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    if (!old || !other) return;
    this.fingers.set(id, { x, y });
    const { view } = this.app.stage;
    const before = Math.hypot(old.x - other.x, old.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    view.pan((old.x + other.x) / 2, (old.y + other.y) / 2, (x + other.x) / 2, (y + other.y) / 2);
    if (before > 0 && after > 0) view.zoom(before / after, (x + other.x) / 2, (y + other.y) / 2);
    const turn = Math.atan2(y - other.y, x - other.x) - Math.atan2(old.y - other.y, old.x - other.x);
    view.orbit(Math.atan2(Math.sin(turn), Math.cos(turn)) / 0.006, 0);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.at(event);
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.app.stage.view.zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY * unit)) * 0.0016), x, y);
    this.keepCamera();
  }

  /** Brings a place of the map into the middle, nearer than before. */
  flyTo(point: Point): void {
    const { view } = this.app.stage;
    const pose = view.getPose();
    view.flyTo({ ...pose, target: point, distance: pose.distance * 0.5 });
    setTimeout(() => this.keepCamera(), 600);
  }

  private hover(x: number, y: number): void {
    this.hoverAt = { x, y };
    if (this.hoverAsked) return;
    this.hoverAsked = true;
    requestAnimationFrame(() => {
      this.hoverAsked = false;
      if (!this.hoverAt) return;
      const end = this.app.pins.at(this.hoverAt.x, this.hoverAt.y, 2);
      this.app.pins.hold(end);
      this.app.stage.canvas.classList.toggle("over-pin", end !== null);
      this.app.hover = this.place;
      this.app.tell("hover");
    });
  }

  private leave(): void {
    if (this.drag) return;
    this.hoverAt = null;
    this.app.hover = null;
    this.app.tell("hover");
  }

  keepCamera(): void {
    this.app.store.set({ camera: this.app.stage.view.getPose() });
  }
}
