// Paths between the two ends, by every algorithm that is ticked, drawn as soon as they arrive.
import type * as THREE from "three";
import { type PathAnswer, type Point, api } from "./api";
import type { App } from "./app";
import { strokeOf } from "./colours";
import { type Newest, newest } from "./newest";

/** In microseconds: beyond this an algorithm does not follow every movement of the mouse. */
const kLong = 8000;
/** It is asked again after so many milliseconds, and so many times what it takes: others need the cores too. */
const kPause = 300;
const kRest = 25;

export interface Row {
  row: string;
  answer: PathAnswer;
  from: Point;
  to: Point;
}

interface Ask {
  row: string;
  from: Point;
  to: Point;
  since: number;
}

export class Paths {
  /** The last answer of each row. */
  readonly answers = new Map<string, Row>();
  private readonly lines = new Map<string, THREE.Mesh>();
  private readonly channels = new Map<string, Newest<Ask>>();
  private listeners: (() => void)[] = [];
  private dragging = false;
  private readonly asked = new Map<string, number>();
  private shown: number[] = [];
  private drawnAt = 0;
  private newestShown = 0;
  hidden = false;

  constructor(private readonly app: App) {
    const { store } = app;
    store.on(["from", "to", "rows", "smooth", "agent"], () => this.ask());
    store.on(["from"], (state) => app.pins.place("from", state.from));
    store.on(["to"], (state) => app.pins.place("to", state.to));
    app.on("theme", () => this.drawAll());
    app.on("world", () => {
      for (const row of store.get().rows) if (this.canAnswer(row) && !this.answers.has(row)) return this.ask();
      return this.tell();
    });
    store.on(["camera", "view"], () => this.refineLines());
    app.on("revision", () => this.ask());
    app.stage.onAfterDraw(() => this.noteDrawn());
    app.pins.place("from", store.get().from);
    app.pins.place("to", store.get().to);
  }

  get waiting(): number {
    return [...this.channels.values()].filter((channel) => channel.busy).length;
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  /** While an end is dragged an answer's time is that of one run; afterwards the best of a few. */
  setDragging(on: boolean): void {
    const ended = this.dragging && !on;
    this.dragging = on;
    if (ended) this.ask();
  }

  setHidden(on: boolean): void {
    if (on === this.hidden) return;
    this.hidden = on;
    for (const line of this.lines.values()) line.visible = !on;
    this.app.stage.touch();
    this.tell();
  }

  ask(): void {
    const { from, to, rows } = this.app.store.get();
    for (const row of [...this.answers.keys()]) if (!rows.includes(row) || !this.canAnswer(row)) this.drop(row);
    const since = performance.now();
    // One by one, so that a slow algorithm does not hold up the others.
    for (const row of rows) if (this.canAnswer(row) && !this.tooSlow(row, since)) this.channel(row).ask({ row, from, to, since });
    this.tell();
  }

  /** Tables are gone for a while after a change. */
  canAnswer(row: string): boolean {
    return this.app.world.algorithms.includes(row.split("@")[0]!);
  }

  /** While an end is dragged, algorithms that take long are asked now and then only, but for the quickest. */
  private tooSlow(row: string, now: number): boolean {
    const took = (name: string): number => this.answers.get(name)?.answer.microseconds ?? 0;
    const quickest = this.app.store.get().rows.every((other) => took(row) <= took(other));
    const wait = this.dragging && took(row) > kLong && !quickest ? Math.max(kPause, (kRest * took(row)) / 1000) : 0;
    if (now - (this.asked.get(row) ?? -Infinity) < wait) return true;
    this.asked.set(row, now);
    return false;
  }

  private channel(row: string): Newest<Ask> {
    let channel = this.channels.get(row);
    if (!channel) this.channels.set(row, (channel = newest((ask) => this.fetch(ask), this.app.fail)));
    return channel;
  }

  private async fetch({ row, from, to, since }: Ask): Promise<void> {
    const { smooth, agent } = this.app.store.get();
    const [algorithm = "", level = "auto"] = row.split("@");
    const repeat = this.dragging ? 1 : undefined;
    const answer = await api.path({ from, to, algorithms: algorithm, level, smooth, agent, repeat });
    const found = answer.algorithms[algorithm];
    if (!found || !this.app.store.get().rows.includes(row) || !this.canAnswer(row)) return;
    this.answers.set(row, { row, answer: found, from, to });
    this.app.page.costs[row] = found.cost;
    this.app.page.statuses[row] = found.status;
    this.app.page.ends = { from, to };
    this.draw(row);
    if (since > this.newestShown) {
      this.newestShown = since;
      this.shown.push(since);
    }
    this.app.setRevision(answer.revision);
    this.tell();
  }

  /** Cost over that of A* between the same ends. */
  error(row: Row): number | null {
    if (typeof row.answer.error === "number") return row.answer.error;
    const exact = this.answers.get("astar");
    if (!exact || !same(exact, row) || !exact.answer.cost || row.answer.cost === null) return null;
    return row.answer.cost / exact.answer.cost - 1;
  }

  private draw(row: string): void {
    const { strokes, stage, theme } = this.app;
    strokes.remove(this.lines.get(row) ?? null);
    this.lines.delete(row);
    const points = this.answers.get(row)?.answer.points ?? [];
    if (points.length >= 2) {
      const look = strokeOf(row);
      const order = Math.max(0, 10 - look.width);
      this.drawnAt = stage.view.unitsPerPixel;
      const line = strokes.path(points, { colour: look[theme.name], width: look.width, dash: look.dash }, order);
      line.visible = !this.hidden;
      this.lines.set(row, line);
      stage.moving.add(line);
    }
    stage.touch();
  }

  /** Lines have the detail of the distance they were drawn for: nearer, they need more. */
  private refineLines(): void {
    if (this.app.stage.view.unitsPerPixel < this.drawnAt * 0.7) this.drawAll();
  }

  private drawAll(): void {
    for (const row of this.answers.keys()) this.draw(row);
  }

  private drop(row: string): void {
    this.app.strokes.remove(this.lines.get(row) ?? null);
    this.lines.delete(row);
    this.answers.delete(row);
    delete this.app.page.costs[row];
    delete this.app.page.statuses[row];
    this.app.stage.touch();
  }

  private noteDrawn(): void {
    if (this.shown.length === 0) return;
    const now = performance.now();
    this.app.page.latencies.push(...this.shown.map((since) => now - since));
    this.app.page.latencies.splice(0, this.app.page.latencies.length - 200);
    this.shown = [];
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}

function same(a: Row, b: Row): boolean {
  return String(a.from) === String(b.from) && String(a.to) === String(b.to);
}
