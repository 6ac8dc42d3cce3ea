// Starts the page: reads the world, shows it, and joins the parts.
import type { LineSegments } from "three";
import { type Point, api, traffic } from "./api";
import { App, type Page } from "./app";
import type { Bundle } from "./bundle";
import { Crowd } from "./crowd";
import { download, h } from "./dom";
import { Edits } from "./edits";
import { Ground, areaPainter, difficultyPainter, gridPainter, heightPainter, plainPainter, steepnessPainter } from "./ground";
import { listenToKeys } from "./keys";
import { LegendCard } from "./legend";
import { Levels } from "./levels";
import { linkedWorld, readLink, writeLink } from "./link";
import { Merged } from "./merged";
import { makeAgentsPanel } from "./panels/agents_panel";
import { makeEditPanel } from "./panels/edit_panel";
import { leaveRoom, makeFrame } from "./panels/frame";
import { makeHelp } from "./panels/help";
import { makeLevelsPanel } from "./panels/levels_panel";
import { makeMeasurePanel } from "./panels/measure_panel";
import { makePathsPanel } from "./panels/paths_panel";
import { type ToolActions, makeFoot, makeStoreys, makeTools } from "./panels/tools";
import { makeWavesPanel } from "./panels/waves_panel";
import { Paths } from "./paths";
import { Pointer } from "./pointer";
import { GridSurface } from "./scene/grid_surface";
import { MeshSurface } from "./scene/mesh_surface";
import { Pins } from "./scene/pins";
import { Stage } from "./scene/stage";
import { Strokes } from "./scene/strokes";
import { type State, Store, initialState, possible } from "./state";
import { Trace } from "./trace";
import { Waves } from "./waves";

declare global {
  interface Window {
    portolan: { readonly page: Page; readonly state: Readonly<State>; screen(point: Point): { x: number; y: number } } | undefined;
  }
}

function wantedTheme(): "light" | "dark" {
  const linked = new URLSearchParams(location.hash.slice(1)).get("theme");
  if (linked === "light" || linked === "dark") return linked;
  const kept = localStorage.getItem("portolan-theme");
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function makeToast(): (text: string) => void {
  const toast = h("div", { id: "toast", class: "card", role: "status" });
  document.body.append(toast);
  let timer = 0;
  return (text) => {
    toast.textContent = text;
    toast.classList.add("on");
    clearTimeout(timer);
    timer = window.setTimeout(() => toast.classList.remove("on"), 3500 + text.length * 25);
  };
}

async function makeApp(): Promise<{ app: App; geometry: Bundle; start: State }> {
  const answers = Promise.all([api.world(), api.geometry()]);
  const stage = new Stage(document.querySelector<HTMLCanvasElement>("#canvas")!);
  const [world, geometry] = await answers;
  const start = initialState(world);
  const store = new Store(possible({ ...start, ...readLink(location.hash, start) }, world));
  const { min, max } = world.bounds;
  const reach = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  stage.view.setReach(reach);
  const surface = world.kind === "grid" ? new GridSurface(geometry) : new MeshSurface(geometry, world.elements);
  stage.still.add(surface.object);
  const app = new App(world, store, stage, surface, new Strokes(stage), new Pins(stage), wantedTheme(), makeToast());
  return { app, geometry, start };
}

function addPainters(app: App, geometry: Bundle): void {
  const { painters, surface } = app;
  if (surface instanceof GridSurface) {
    painters.set("plain", gridPainter(app, surface));
  } else if (surface instanceof MeshSurface) {
    painters.set("plain", plainPainter());
    if (geometry.has("area")) painters.set("area", areaPainter(app, geometry.u8("area")));
    painters.set("height", heightPainter(app, surface));
    if (geometry.has("steepness")) painters.set("steepness", steepnessPainter(geometry));
    if (geometry.has("difficulty")) painters.set("difficulty", difficultyPainter(geometry));
  }
}

/** Outlines of polygons and where the ground ends: a mesh without them is a blot. */
function addOutlines(app: App, geometry: Bundle): void {
  const { surface, strokes, stage } = app;
  if (!(surface instanceof MeshSurface) || app.world.kind !== "navmesh") return;
  const rimLines = surface.rims();
  const outlines = surface.outlines();
  let polygons: LineSegments | null = null;
  const { min, max } = app.world.bounds;
  const usual = Math.sqrt(((max[0] - min[0]) * (max[2] - min[2])) / app.world.elements);
  // From afar the polygons' outlines would be a grey veil.
  stage.onBeforeDraw(() => {
    if (polygons) polygons.visible = usual / stage.view.unitsPerPixel > 8;
  });
  const draw = (): (() => void) => {
    const rims = strokes.hairlines(rimLines, app.theme.wall, 0.65, 3);
    const inner = strokes.hairlines(outlines, app.theme.wall, 0.3, 2);
    polygons = inner;
    stage.still.add(rims, inner);
    const links = geometry.f32("links");
    const linkLines = links.length > 0 ? strokes.segments(links, { colour: "#8e44ad", width: 2, dash: [6, 4] }, 6) : null;
    if (linkLines) stage.still.add(linkLines);
    return () => [rims, inner, linkLines].forEach((old) => strokes.remove(old));
  };
  let clear = draw();
  app.on("theme", () => {
    clear();
    clear = draw();
  });
}

/** What lies over the map and belongs into a picture of it. */
interface Drawn {
  drawInto(draw: CanvasRenderingContext2D): void;
}

function makeActions(app: App, over: Drawn[], pointer: () => Pointer): ToolActions {
  const { stage, store, world } = app;
  const fly = (min: Point, max: Point): void => {
    stage.view.flyTo(stage.view.poseFor(min, max));
    setTimeout(() => pointer().keepCamera(), 600);
  };
  const help = makeHelp();
  document.body.append(help);
  return {
    showWorld: () => fly(world.bounds.min, world.bounds.max),
    showPath() {
      const { from, to } = store.get();
      const both = (pick: (a: number, b: number) => number): Point => [pick(from[0], to[0]), pick(from[1], to[1]), pick(from[2], to[2])];
      fly(both(Math.min), both(Math.max));
    },
    help: () => (help.open ? help.close() : help.showModal()),
    switchTheme() {
      const next = app.theme.name === "dark" ? "light" : "dark";
      localStorage.setItem("portolan-theme", next);
      applyTheme(app, next);
    },
    savePicture() {
      stage.png((draw) => over.forEach((part) => part.drawInto(draw))).then((blob) => download(blob, `${world.name}.png`), app.fail);
    },
  };
}

function applyTheme(app: App, name: "light" | "dark"): void {
  document.documentElement.dataset["theme"] = name;
  app.setTheme(name);
}

/** The camera of the link, or all of the world. */
function placeCamera(app: App): void {
  const { store, stage, world } = app;
  stage.view.setMode(store.get().view);
  const start = { target: [0, 0, 0] as Point, distance: 1, azimuth: 0, polar: 0.82 };
  stage.view.setPose(store.get().camera ?? stage.view.poseFor(world.bounds.min, world.bounds.max, start));
}

function keepLink(app: App, start: State): void {
  let timer = 0;
  const keys = Object.keys(start) as (keyof State)[];
  const write = (): void => history.replaceState(null, "", writeLink(app.store.get(), start, app.world.name));
  app.store.on(keys, () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, 200);
  });
  window.addEventListener("hashchange", () => {
    app.store.set(possible({ ...start, ...readLink(location.hash, start) }, app.world));
    placeCamera(app);
  });
}

async function start(): Promise<void> {
  const began = performance.now();
  const loading = document.querySelector<HTMLElement>("#loading")!;
  document.documentElement.dataset["theme"] = wantedTheme();
  const { app, geometry, start: initial } = await makeApp();
  addPainters(app, geometry);
  const ground = new Ground(app);
  const paths = new Paths(app);
  window.portolan = {
    get page() {
      return structuredClone({ ...app.page, waiting: paths.waiting, requests: traffic.underWay });
    },
    get state() {
      return structuredClone(app.store.get());
    },
    screen: (point) => app.stage.view.toScreen(point),
  };
  const levels = new Levels(app, ground);
  const waves = new Waves(app, ground);
  const merged = app.world.can_merge ? new Merged(app, ground) : null;
  const edits = new Edits(app, ground);
  const crowd = new Crowd(app, ground);
  const trace = new Trace(app, ground);
  const pointer = new Pointer(app, paths, edits);
  const legend = new LegendCard(app, ground, paths);
  const actions = makeActions(app, [crowd, app.pins, legend], () => pointer);
  addOutlines(app, geometry);
  const panel = makeFrame(app, [
    { id: "paths", label: "Paths", title: "Find and compare paths (1)", element: makePathsPanel(app, paths, trace, () => pointer) },
    { id: "levels", label: "Levels", title: "Look into the hierarchy (2)", element: makeLevelsPanel(app, levels, merged) },
    { id: "waves", label: "Waves", title: "Costs to everywhere (3)", element: makeWavesPanel(app, waves) },
    { id: "edit", label: "Edit", title: "Change the world (4)", element: makeEditPanel(app, edits) },
    { id: "agents", label: "Agents", title: "A crowd (5)", element: makeAgentsPanel(app, crowd) },
    { id: "measure", label: "Measure", title: "Benchmark this world (6)", element: makeMeasurePanel(app) },
  ]);
  const storeys = makeStoreys(app);
  document.body.append(panel, makeTools(app, actions), ...(storeys ? [storeys] : []), makeFoot(app, legend, levels, merged));
  listenToKeys(app, { pointer, trace, crowd, merged }, actions);
  applyTheme(app, wantedTheme());
  app.store.on(["view"], (state) => app.stage.view.setMode(state.view));
  keepLink(app, initial);
  document.title = `${app.world.name} – Portolan`;
  if (linkedWorld(location.hash) && linkedWorld(location.hash) !== app.world.name) {
    app.message(`This link was made for ${linkedWorld(location.hash)}; the world shown is ${app.world.name}.`);
  }
  // The panel's size is known now, so the world can be put beside it.
  requestAnimationFrame(() => {
    leaveRoom(app, panel);
    placeCamera(app);
    loading.hidden = true;
    // Until somebody moves the camera, all of the world stays in view.
    app.stage.onResize(() => {
      if (app.store.get().camera) return;
      leaveRoom(app, panel);
      placeCamera(app);
    });
    paths.ask();
    if (app.store.get().agents > 0) void crowd.start();
    requestAnimationFrame(() => {
      app.page.ready = true;
      app.page.readyAfter = performance.now() - began;
      setTimeout(() => app.surface.prepare(), 300);
    });
  });
}

start().catch((error: unknown) => {
  const loading = document.querySelector<HTMLElement>("#loading")!;
  loading.hidden = false;
  loading.classList.add("failed");
  document.querySelector("#loading-text")!.textContent = error instanceof Error ? error.message : String(error);
});
