// Paths between the two ends, by every algorithm that is ticked, drawn as soon as they arrive.
import type * as THREE from "three";
import { type PathAnswer, type Point, api } from "./api";
import type { App } from "./app";
import { strokeOf } from "./colours";
import { type Newest, newest } from "./newest";

/** Those that search the base graph would hold up the others: they are asked on their own. */
const kSlow = new Set(["astar", "detour", "merged"]);

export interface Row {
  row: string;
  answer: PathAnswer;
  from: Point;
  to: Point;
}

interface Ask {
  group: string;
  rows: string[];
  from: Point;
  to: Point;
  since: number;
}

export class Paths {
  /** The last answer of each row. */
  readonly answers = new Map<string, Row>();
  private readonly lines = new Map<string, THREE.Group>();
  private readonly channels = new Map<string, Newest<Ask>>();
  private listeners: (() => void)[] = [];
  private dragging = false;
  private shown: number[] = [];
  hidden = false;

  constructor(private readonly app: App) {
    const { store } = app;
    store.on(["from", "to", "rows", "smooth", "agent"], () => this.ask());
    store.on(["from"], (state) => app.pins.place("from", state.from));
    store.on(["to"], (state) => app.pins.place("to", state.to));
    app.on("theme", () => this.drawAll());
    app.on("revision", () => this.ask());
    app.stage.onAfterDraw(() => this.noteDrawn());
    app.pins.place("from", store.get().from);
    app.pins.place("to", store.get().to);
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
    this.hidden = on;
    for (const line of this.lines.values()) line.visible = !on;
    this.app.stage.invalidate();
  }

  ask(): void {
    const { from, to, rows } = this.app.store.get();
    for (const row of [...this.answers.keys()]) if (!rows.includes(row)) this.drop(row);
    const groups = new Map<string, string[]>();
    for (const row of rows) {
      const [name = "", level = "auto"] = row.split("@");
      const group = `${kSlow.has(name) ? `slow ${name}` : "quick"}|${level}`;
      groups.set(group, [...(groups.get(group) ?? []), row]);
    }
    const since = performance.now();
    for (const [group, members] of groups) this.channel(group).ask({ group, rows: members, from, to, since });
    this.tell();
  }

  private channel(group: string): Newest<Ask> {
    let channel = this.channels.get(group);
    if (!channel) this.channels.set(group, (channel = newest((ask) => this.fetch(ask), this.app.fail)));
    return channel;
  }

  private async fetch(ask: Ask): Promise<void> {
    const { smooth, agent } = this.app.store.get();
    const names = ask.rows.map((row) => row.split("@")[0]!);
    const answer = await api.path({
      from: ask.from,
      to: ask.to,
      algorithms: names.join(","),
      level: ask.group.split("|")[1]!,
      smooth,
      agent,
      repeat: this.dragging ? 1 : undefined,
    });
    const wanted = this.app.store.get().rows;
    ask.rows.forEach((row, i) => {
      const found = answer.algorithms[names[i]!];
      if (!found || !wanted.includes(row)) return;
      this.answers.set(row, { row, answer: found, from: ask.from, to: ask.to });
      this.app.page.costs[row] = found.cost;
      this.app.page.statuses[row] = found.status;
      this.draw(row);
    });
    this.app.page.ends = { from: ask.from, to: ask.to };
    if (ask.group.startsWith("quick")) this.shown.push(ask.since);
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
      const order = Math.max(0, 8 - look.width);
      const line = strokes.path(points, { colour: look[theme.name], width: look.width, dash: look.dash }, order);
      line.visible = !this.hidden;
      this.lines.set(row, line);
      stage.still.add(line);
    }
    stage.invalidate();
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
    this.app.stage.invalidate();
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
