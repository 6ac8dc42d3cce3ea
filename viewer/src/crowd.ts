// Agents that walk about: the server moves them, the page draws where they are.
import { api } from "./api";
import type { App, Legend } from "./app";
import { ramps, sample } from "./colours";
import { count } from "./format";
import { type Ground, put } from "./ground";
import { AgentsLayer } from "./scene/agents_layer";

/** Fewer frames say nothing about how many there are in a second. */
const kFewestFrames = 4;
/** Agents that follow the main path set out again when its ends have not moved for so many milliseconds. */
const kSettled = 400;

export interface CrowdNumbers {
  agents: number;
  frame: number;
  fps: number;
  /** Of the server: what moving all agents took. */
  microseconds: number;
  pathsPerSecond: number;
  arrived: number;
  /** Those that stand because their path is not found yet. */
  waiting: number;
  replanned: number;
}

export class Crowd {
  numbers: CrowdNumbers | null = null;
  running = false;
  paused = false;
  private readonly layer: AgentsLayer;
  private round = 0;
  private turn = 0;
  private answered: Promise<unknown> = Promise.resolve();
  private density: Float32Array | null = null;
  private most = 1;
  private densityAt = 0;
  private frameTimes: number[] = [];
  private listeners: (() => void)[] = [];

  constructor(
    private readonly app: App,
    private readonly ground: Ground,
  ) {
    app.painters.set("density", { paint: (out) => this.paint(out), legend: () => this.legend() });
    this.layer = new AgentsLayer(app.stage);
    app.stage.onAfterDraw(() => this.draw());
    app.store.on(["paint"], (state) => {
      if (state.paint === "density" && this.running) void this.loadDensity();
    });
    const restart = (): void => {
      if (this.running) void this.start();
    };
    app.store.on(["agents", "seed", "route", "replan", "crowdBy", "atEnd", "pause", "speed"], restart);
    let settled = 0;
    app.store.on(["from", "to"], (state) => {
      clearTimeout(settled);
      if (state.atEnd === "main_path") settled = window.setTimeout(restart, kSettled);
    });
  }

  onChange(call: () => void): void {
    this.listeners.push(call);
  }

  async start(): Promise<void> {
    const round = ++this.round;
    const { agents, agentsAfter, seed, route, replan, crowdBy, atEnd, pause, speed, from, to } = this.app.store.get();
    const { min, max } = this.app.world.bounds;
    // The usual speed crosses the world in a minute.
    const usual = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 60;
    try {
      await this.ask({ count: agents, seed, route, replan, algorithm: crowdBy, at_end: atEnd, pause, speed: usual * speed, from, to });
      for (let second = 0; second < agentsAfter && agents > 0 && round === this.round; ++second) await api.agentsFrame(1);
    } catch (error) {
      this.app.fail(error);
      return this.stopped();
    }
    if (round !== this.round) return;
    this.running = agents > 0;
    this.paused = false;
    this.frameTimes = [];
    if (!this.running) return this.stopped();
    this.tell();
    void this.loop(round);
  }

  async stop(): Promise<void> {
    this.round += 1;
    this.stopped();
    await this.ask({ count: 0 }).catch(this.app.fail);
  }

  /** Asks for a crowd when the last one is there, unless another has been asked for since: requests on
   * their way together may arrive in any order, and the last one stays. */
  private ask(crowd: unknown): Promise<unknown> {
    const turn = ++this.turn;
    const answer = this.answered.then(() => (turn === this.turn ? api.startAgents(crowd) : undefined));
    this.answered = answer.catch(() => undefined);
    return answer;
  }

  setPaused(on: boolean): void {
    this.paused = on;
    if (!on && this.running) void this.loop(++this.round);
    this.tell();
  }

  private stopped(): void {
    this.running = false;
    this.numbers = null;
    this.density = null;
    this.layer.clear();
    this.app.page.agents = { count: 0, frame: 0, fps: 0 };
    this.ground.repaint();
    this.tell();
  }

  /** The next positions are asked for while the last ones are drawn. */
  private async loop(round: number): Promise<void> {
    let last = performance.now();
    let next = api.agentsFrame(1 / 30);
    while (round === this.round && !this.paused) {
      let bundle;
      try {
        bundle = await next;
      } catch (error) {
        this.app.fail(error);
        return this.stopped();
      }
      if (round !== this.round) return;
      const now = await new Promise<number>((done) => requestAnimationFrame(done));
      if (round !== this.round || this.paused) return;
      next = api.agentsFrame(Math.min(Math.max((now - last) / 1000, 0.001), 0.1));
      next.catch(() => undefined);
      last = now;
      this.layer.set(bundle.f32("positions"), bundle.f32("heading"));
      this.draw();
      this.count(now, bundle.header as Record<string, number>);
      if (this.app.store.get().paint === "density" && now > this.densityAt) void this.loadDensity();
    }
  }

  /** About as large as a person, but never too small to see nor a blot. */
  private draw(): void {
    const { agents } = this.layer;
    if (agents === 0) return;
    const { stage, store, theme, world } = this.app;
    const own = 1.2 / stage.view.unitsPerPixel;
    const { width, height } = stage.view.size;
    const room = Math.min(Math.max(Math.sqrt(width * height) / 960, 0.6), 1);
    const least = room * (agents > 30000 ? 3 : agents > 3000 ? 4.5 : agents > 500 ? 8 : 11);
    const size = Math.min(Math.max(own, least), 14);
    this.layer.draw({ size, theme: theme.name, ceiling: store.get().clip, hides: world.kind !== "grid" });
  }

  /** Draws the agents of the last frame, with pixels of the page for units. */
  drawInto(draw: CanvasRenderingContext2D): void {
    const { width, height } = this.app.stage.view.size;
    if (this.layer.agents > 0) draw.drawImage(this.layer.canvas, 0, 0, width, height);
  }

  private count(now: number, header: Record<string, number>): void {
    this.frameTimes.push(now);
    while (this.frameTimes.length > 2 && now - this.frameTimes[0]! > 1000) this.frameTimes.shift();
    const span = now - this.frameTimes[0]!;
    const fps = this.frameTimes.length >= kFewestFrames ? ((this.frameTimes.length - 1) * 1000) / span : NaN;
    this.numbers = {
      agents: header["agents"] ?? this.layer.agents,
      frame: header["frame"] ?? 0,
      fps,
      microseconds: header["frame_microseconds"] ?? NaN,
      pathsPerSecond: header["paths_per_second"] ?? NaN,
      arrived: header["arrived"] ?? 0,
      waiting: header["waiting"] ?? 0,
      replanned: header["replanned"] ?? 0,
    };
    this.app.page.agents = { count: this.numbers.agents, frame: this.numbers.frame, fps: fps || 0 };
    this.tell();
  }

  private async loadDensity(): Promise<void> {
    this.densityAt = performance.now() + 700;
    try {
      const bundle = await api.density();
      this.density = bundle.f32("density");
      let most = 0;
      for (const value of this.density) most = Math.max(most, value);
      this.most = most || 1;
      this.ground.repaint();
    } catch (error) {
      this.app.fail(error);
    }
  }

  private paint(out: Uint8Array): boolean {
    const { density } = this;
    if (!density || density.length !== this.app.surface.elements) return false;
    const ramp = ramps.heat();
    const scale = 1 / Math.log1p(this.most);
    this.app.painters.get(this.app.world.kind === "navmesh" ? "area" : "plain")!.paint(out, this.app.theme);
    for (let i = 0; i < density.length; ++i) {
      if (density[i]! > 0) sample(ramp, Math.log1p(density[i]!) * scale, out, 4 * i);
      else if (this.app.world.kind !== "grid") put(out, i, this.app.theme.ground);
    }
    return true;
  }

  private legend(): Legend {
    return { title: "Agents that were here (logarithmic)", ramp: { colours: ramps.heat(), low: "1", high: count(this.most) } };
  }

  private tell(): void {
    for (const call of this.listeners) call();
  }
}
