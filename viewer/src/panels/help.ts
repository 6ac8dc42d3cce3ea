// What mouse, fingers and keys do.
import { h, icon } from "../dom";

const kGroups: [string, [string, string][]][] = [
  [
    "Mouse",
    [
      ["Click", "set the goal (or what the panel says)"],
      ["Right click, Shift click", "set the other end"],
      ["Drag a pin", "move an end; the path follows"],
      ["Drag", "move the map; in Edit, paint"],
      ["Right drag, Ctrl drag", "turn the map"],
      ["Alt drag", "move the map while painting"],
      ["Wheel", "nearer or farther, at the cursor"],
      ["Alt click", "fly there"],
    ],
  ],
  [
    "Fingers",
    [
      ["Tap, drag", "as click and drag"],
      ["Two fingers", "move, pinch and turn"],
    ],
  ],
  [
    "View",
    [
      ["V", "top view or perspective"],
      ["H", "the whole world"],
      ["P", "the path"],
      ["F", "fly to the cursor"],
      ["Arrows", "move; with Shift, turn"],
      ["+ −", "nearer, farther"],
      ["Page up, Page down", "put storeys back, peel them off"],
      ["T", "light or dark"],
      ["\\", "fold the panel"],
      ["B", "only the map, for pictures"],
    ],
  ],
  [
    "Path and hierarchy",
    [
      ["S, G", "start or goal at the cursor"],
      ["1 … 6", "the tabs"],
      ["[ and ]", "level down, level up"],
      [". and ,", "one expansion on or back"],
      ["Shift with these", "ten of them"],
      ["R", "refine a hop more; with Shift, one less"],
      ["Space", "play or pause, steps or crowd"],
      ["L", "copy a link to what is shown"],
      ["?", "this list"],
    ],
  ],
  [
    "Clusters of terrain; with Shift, back",
    [
      ["M", "a merge step"],
      ["N", "a layer below the top clusters"],
      ["K", "a compression step"],
      ["C", "one more parent under the cursor"],
    ],
  ],
];

export function makeHelp(): HTMLDialogElement {
  const dialog: HTMLDialogElement = h(
    "dialog",
    { id: "help", "aria-label": "Keyboard and mouse", click: (event) => event.target === dialog && dialog.close() },
    h("h1", {}, "Keyboard and mouse"),
    h("button", { type: "button", class: "close", "aria-label": "Close", click: () => dialog.close() }, icon("M5 5l10 10M15 5L5 15")),
    h(
      "div",
      { class: "columns" },
      ...kGroups.map(([title, rows]) => h("div", {}, h("h2", {}, title), h("dl", {}, ...rows.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])))),
    ),
    h("p", { class: "note" }, "What you see is in the address line: send it, or keep it, and it comes back as it was."),
  );
  return dialog;
}
