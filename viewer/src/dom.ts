// Small helpers to build the panel's controls.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** Makes an element; attributes that are functions become listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

const kSvg = "http://www.w3.org/2000/svg";

export function svg(tag: string, attributes: Record<string, string | number>, ...children: Child[]): SVGElement {
  const element = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  for (const child of children) if (child) element.append(child);
  return element;
}

/** A line icon out of path data on a 20 x 20 field. */
export function icon(data: string): SVGElement {
  return svg("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, svg("path", { d: data }));
}

export interface Control<T> {
  element: HTMLElement;
  set(value: T): void;
}

export interface Choice {
  value: string;
  label: string;
  title?: string;
  icon?: string;
}

/** A row of buttons of which one is pressed. */
export function segmented(label: string, choices: Choice[], change: (value: string) => void): Control<string> {
  const buttons = choices.map((choice) =>
    h(
      "button",
      {
        type: "button",
        role: "radio",
        "aria-checked": "false",
        "data-value": choice.value,
        title: choice.title,
        "aria-label": choice.icon ? choice.label : undefined,
        click: () => {
          set(choice.value);
          change(choice.value);
        },
      },
      choice.icon ? icon(choice.icon) : choice.label,
    ),
  );
  function set(value: string): void {
    for (const button of buttons) {
      button.setAttribute("aria-checked", String(button.dataset["value"] === value));
    }
  }
  const element = h("div", { class: "segmented", role: "radiogroup", "aria-label": label }, ...buttons);
  return { element, set };
}

export function select(label: string, choices: Choice[], change: (value: string) => void): Control<string> {
  const list = h("select", { "aria-label": label, change: () => change(list.value) });
  for (const choice of choices) list.append(h("option", { value: choice.value }, choice.label));
  return {
    element: h("label", { class: "field" }, h("span", {}, label), list),
    set: (value) => (list.value = value),
  };
}

export function checkbox(label: string, change: (on: boolean) => void, title?: string): Control<boolean> {
  const box = h("input", { type: "checkbox", change: () => change(box.checked) });
  return {
    element: h("label", { class: "check", title }, box, h("span", {}, label)),
    set: (on) => (box.checked = on),
  };
}

export interface SliderOptions {
  min: number;
  max: number;
  step: number;
  /** What stands beside the slider for a value. */
  show(value: number): string;
}

export function slider(
  label: string,
  options: SliderOptions,
  change: (value: number) => void,
): Control<number> & { range(max: number): void } {
  const value = h("output", { class: "value" });
  const input = h("input", {
    type: "range",
    min: options.min,
    max: options.max,
    step: options.step,
    "aria-label": label,
    input: () => {
      show();
      change(Number(input.value));
    },
  });
  function show(): void {
    const text = options.show(Number(input.value));
    value.textContent = text;
    input.setAttribute("aria-valuetext", text);
    const span = Number(input.max) - Number(input.min) || 1;
    input.style.setProperty("--part", `${((Number(input.value) - Number(input.min)) / span) * 100}%`);
  }
  show();
  return {
    element: h("label", { class: "slider" }, h("span", {}, label), value, input),
    set(next) {
      input.value = String(next);
      show();
    },
    range(max) {
      input.max = String(max);
      show();
    },
  };
}

export function button(label: string, click: () => void, kind = "", title?: string): HTMLButtonElement {
  return h("button", { type: "button", class: kind, title, click }, label);
}

export function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", {}, h("h2", {}, title), ...children);
}

/** Offers bytes to the user as a file. */
export function download(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
