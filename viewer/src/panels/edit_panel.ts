// Changing the world: a brush with letters on grids, costs of areas on meshes.
import type { MeshArea } from "../api";
import type { App } from "../app";
import { css } from "../colours";
import { button, h, replace, section, slider } from "../dom";
import type { Edits } from "../edits";
import { count, duration } from "../format";
import { areaColour } from "../ground";

export function makeEditPanel(app: App, edits: Edits): HTMLElement {
  const body = app.world.kind === "grid" ? gridTools(app, edits) : app.world.kind === "navmesh" ? meshTools(app, edits) : [h("p", { class: "note" }, "A terrain's prices come with its height map: it cannot be changed here.")];
  const numbers = h("div", { class: "big" });
  const undo = button("Undo", () => void edits.undo(), "", "Take back the last change");
  function show(): void {
    const { last } = edits;
    undo.disabled = !last || last.undo === 0;
    numbers.hidden = !last;
    if (!last) return;
    replace(numbers, tile(duration(last.microseconds), "update"), tile(count(last.touched.length), "cells touched"), tile(count(last.customized_cells), "cells computed"));
  }
  edits.onChange(show);
  show();
  const canEdit = app.world.kind !== "terrain";
  return h("div", {}, section("Change the world", ...body, canEdit ? numbers : null, canEdit ? h("div", { class: "row" }, undo) : null));
}

function tile(value: string, label: string): HTMLElement {
  return h("div", {}, h("b", {}, value), h("span", {}, label));
}

function gridTools(app: App, edits: Edits): HTMLElement[] {
  const letters = (app.world.letters ?? []).filter((info) => info.letter.length === 1);
  edits.letter = letters.find((info) => !info.passable)?.letter ?? letters[0]?.letter ?? "@";
  const list = h("div", { class: "letters", role: "radiogroup", "aria-label": "What the brush paints" });
  function show(): void {
    let turn = 0;
    replace(
      list,
      ...letters.map((info) => {
        const plain = info.cost === 1;
        const colour = !info.passable ? app.theme.blocked : plain ? app.theme.free : app.theme.areas[(turn++ % 7) + 1]!;
        return h(
          "button",
          {
            type: "button",
            role: "radio",
            "data-letter": info.letter,
            "aria-checked": String(info.letter === edits.letter),
            click: () => {
              edits.letter = info.letter;
              show();
            },
          },
          h("span", { class: "swatch", style: `background:${css(colour)}` }),
          `${info.letter} ${info.passable ? `costs ${info.cost}` : "blocks"}`,
        );
      }),
    );
  }
  app.on("theme", show);
  show();
  const brush = slider("Brush", { min: 1, max: 12, step: 1, show: (r) => `${2 * r - 1} tile${r > 1 ? "s" : ""} wide` }, (r) => (edits.radius = r));
  brush.set(edits.radius);
  return [
    h("p", { class: "note" }, "Drag on the map to paint. Drag with the right button to turn, with Alt to move the map."),
    list,
    brush.element,
  ];
}

function meshTools(app: App, edits: Edits): HTMLElement[] {
  const list = h("div");
  function show(): void {
    replace(list, ...(app.world.areas ?? []).map((info, i) => areaRow(info, css(areaColour(app.theme, i)), edits)));
  }
  edits.onChange(show);
  app.on("theme", show);
  show();
  return [h("p", { class: "note" }, "What crossing a metre of an area costs, and whether it may be crossed."), list];
}

function areaRow({ name, cost, passable }: MeshArea, colour: string, edits: Edits): HTMLElement {
  const number = h("input", { type: "number", min: 0.1, max: 100, step: 0.1, value: cost, "aria-label": `Cost of ${name}`, change: send });
  const open = h("input", { type: "checkbox", "aria-label": `${name} may be crossed`, change: send });
  open.checked = passable;
  function send(): void {
    const value = Number(number.value);
    if (value > 0) void edits.setArea(name, value, open.checked);
  }
  return h("div", { class: "area", "data-area": name }, h("span", { class: "row" }, h("span", { class: "swatch", style: `background:${colour}` }), name), number, h("label", { class: "check" }, open, "open"));
}
