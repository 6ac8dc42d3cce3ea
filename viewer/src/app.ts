// What the parts of the page share.
import { type Point, type World, api } from "./api";
import { type Rgb, type Theme, themeOf } from "./colours";
import type { Pins } from "./scene/pins";
import type { Stage } from "./scene/stage";
import type { Strokes } from "./scene/strokes";
import type { Hit, Surface } from "./scene/surface";
import type { Store } from "./state";

export interface Legend {
  title: string;
  /** A colour bar with what its ends mean, or swatches with names. */
  ramp?: { colours: Rgb[]; low: string; high: string };
  swatches?: { css: string; label: string }[];
}

/** Something that gives every element a colour. */
export interface Painter {
  /** Writes four bytes per element; false where its data is not there yet. */
  paint(out: Uint8Array, theme: Theme): boolean;
  legend(theme: Theme): Legend | null;
}

/** For tests and for the curious: what the page shows. */
export interface Page {
  ready: boolean;
  readyAfter: number;
  world: string;
  kind: string;
  revision: number;
  renderer: string;
  /** Path requests that are not answered yet. */
  waiting: number;
  /** Requests of any kind that are under way. */
  requests: number;
  /** Costs by row, of the ends named beside them. */
  costs: Record<string, number | null>;
  statuses: Record<string, string>;
  ends: { from: Point; to: Point };
  level: number;
  cells: number;
  gates: number;
  hover: string;
  ground: string;
  agents: { count: number; frame: number; fps: number };
  wave: Record<string, number>;
  edit: { touched: number; microseconds: number } | null;
  /** Milliseconds from a movement of an end to the frame that shows its path. */
  latencies: number[];
  measure: number;
  trace: { steps: number; at: number; hops?: number };
  clusters: number;
  mergeStep: number;
  /** Of the triangle under the cursor. */
  parents: number;
  errors: string[];
}

/** How often to ask whether tables are there again, in milliseconds. */
const kTablePoll = 500;

type Signal = "theme" | "revision" | "world" | "hover";

export class App {
  readonly painters = new Map<string, Painter>();
  readonly page: Page;
  hover: Hit | null = null;
  revision: number;
  theme: Theme;
  private waiting = 0;
  private readonly listeners: { signal: Signal; call: () => void }[] = [];

  constructor(
    readonly world: World,
    readonly store: Store,
    readonly stage: Stage,
    readonly surface: Surface,
    readonly strokes: Strokes,
    readonly pins: Pins,
    theme: "light" | "dark",
    private readonly showMessage: (text: string) => void,
  ) {
    this.revision = world.revision;
    this.theme = themeOf(theme);
    this.page = {
      ready: false,
      readyAfter: 0,
      world: world.name,
      kind: world.kind,
      revision: world.revision,
      renderer: stage.rendererName,
      waiting: 0,
      requests: 0,
      costs: {},
      statuses: {},
      ends: { from: world.start, to: world.goal },
      level: 0,
      cells: 0,
      gates: 0,
      hover: "",
      ground: "",
      agents: { count: 0, frame: 0, fps: 0 },
      wave: {},
      edit: null,
      latencies: [],
      measure: 0,
      trace: { steps: 0, at: 0 },
      clusters: 0,
      mergeStep: 0,
      parents: 0,
      errors: [],
    };
  }

  on(signal: Signal, call: () => void): void {
    this.listeners.push({ signal, call });
  }
  tell(signal: Signal): void {
    for (const listener of this.listeners) if (listener.signal === signal) listener.call();
  }

  setTheme(name: "light" | "dark"): void {
    this.theme = themeOf(name);
    this.stage.setTheme(this.theme);
    this.surface.setTheme(this.theme);
    this.tell("theme");
  }

  /** The world changed on the server: what was read before may be stale. */
  setRevision(revision: number): void {
    if (revision === this.revision) return;
    this.revision = revision;
    this.page.revision = revision;
    this.tell("revision");
    void this.readWorld();
  }

  /** Costs and algorithms as they are now; tables of a changed world come back after a while. */
  async readWorld(): Promise<void> {
    try {
      const now = await api.world(this.store.get().agent);
      Object.assign(this.world, now);
      this.tell("world");
      if (now.tables === "building") {
        clearTimeout(this.waiting);
        this.waiting = window.setTimeout(() => void this.readWorld(), kTablePoll);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  message(text: string): void {
    this.showMessage(text);
  }
  /** A failed request: told to the user, and kept for those who look. */
  readonly fail = (error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error);
    if (error instanceof DOMException && error.name === "AbortError") return;
    this.page.errors.push(text);
    this.message(text);
  };
}
