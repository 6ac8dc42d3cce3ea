// The card at the left: the world's name, the tabs, and what each tab shows.
import type { App } from "../app";
import { h, icon, svg } from "../dom";
import { bytes, count, duration } from "../format";
import type { Tab } from "../state";

export interface TabPanel {
  id: Tab;
  label: string;
  title: string;
  element: HTMLElement;
}

export function makeFrame(app: App, tabs: TabPanel[]): HTMLElement {
  const { world, store } = app;
  const fold = h("button", { type: "button", class: "fold", "aria-label": "Fold or unfold the panel", title: "Fold or unfold (\\)", click: () => store.set({ panel: !store.get().panel }) }, icon("M5 8l5 5 5-5"));
  const header = h(
    "header",
    {},
    mark() as unknown as HTMLElement,
    h("div", { class: "name", title: facts(app) }, h("b", {}, world.name), h("span", {}, `${kind(world.kind)}, ${world.size_text}`)),
    fold,
  );
  const nav = h("nav", { role: "tablist", "aria-label": "What to do" });
  const body = h("div", { class: "body", role: "tabpanel", tabindex: -1 });
  const buttons = tabs.map((tab) =>
    h("button", { type: "button", role: "tab", title: tab.title, "data-tab": tab.id, click: () => store.set({ tab: tab.id, panel: true }) }, tab.label),
  );
  nav.append(...buttons);
  const panel = h("aside", { id: "panel", class: "card", "aria-label": "Controls" }, header, nav, body);
  function show(): void {
    const { tab, panel: open, bare } = store.get();
    document.body.classList.toggle("bare", bare);
    const current = tabs.find((entry) => entry.id === tab) ?? tabs[0]!;
    buttons.forEach((button, i) => button.setAttribute("aria-selected", String(tabs[i] === current)));
    if (body.firstChild !== current.element) body.replaceChildren(current.element);
    panel.classList.toggle("folded", !open);
    document.body.classList.toggle("folded", !open);
    fold.setAttribute("aria-expanded", String(open));
    fold.style.transform = open ? "" : "rotate(180deg)";
    setTimeout(() => leaveRoom(app, panel), 0);
  }
  store.on(["tab", "panel", "bare"], show);
  new ResizeObserver(() => leaveRoom(app, panel)).observe(panel);
  show();
  return panel;
}

/** The map's middle is the middle of what the panel leaves free. */
export function leaveRoom(app: App, panel: HTMLElement): void {
  const box = panel.getBoundingClientRect();
  const top = document.querySelector("#tools")?.getBoundingClientRect().bottom ?? 0;
  // A legend has about this height; the map shall not move when another one is shown.
  const legend = 6.2 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { view } = app.stage;
  if (app.store.get().bare) return view.setInset(0, legend, 0);
  if (box.width === 0 || panel.classList.contains("folded")) view.setInset(0, legend, top);
  else if (box.width > window.innerWidth * 0.8) view.setInset(0, window.innerHeight - box.top, top + legend);
  else view.setInset(box.right, legend, top);
}

function kind(name: string): string {
  return name === "navmesh" ? "Navigation mesh" : name === "grid" ? "Grid" : "Terrain";
}

function facts(app: App): string {
  const { world } = app;
  const parts = [
    `${count(world.elements)} ${world.kind === "grid" ? "tiles" : world.kind === "navmesh" ? "polygons" : "triangles"}`,
    `${world.levels} level${world.levels === 1 ? "" : "s"}`,
    `built in ${duration(world.build_ms * 1000)}`,
    `hierarchy ${bytes(world.hierarchy_bytes)}`,
    world.table_bytes > 0 ? `tables ${bytes(world.table_bytes)}` : "no tables",
  ];
  return parts.join(", ");
}

function mark(): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" },
    svg("rect", { width: 32, height: 32, rx: 7 }),
    svg("path", { d: "M16 4l3 9 9 3-9 3-3 9-3-9-9-3 9-3z" }),
  );
}
