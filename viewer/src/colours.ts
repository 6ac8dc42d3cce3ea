// Colours of both themes. Whatever has a colour has a second mark too: a dash style, a border, a text.

export type Rgb = [number, number, number];

export interface Theme {
  name: "light" | "dark";
  background: Rgb;
  free: Rgb;
  blocked: Rgb;
  ground: Rgb;
  wall: Rgb;
  border: Rgb;
  gate: Rgb;
  inter: Rgb;
  intra: Rgb;
  halo: Rgb;
  flash: Rgb;
  unknown: Rgb;
  cells: Rgb[];
  areas: Rgb[];
}

function rgb(hex: string): Rgb {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const kLight: Theme = {
  name: "light",
  background: rgb("#ddd8cb"),
  free: rgb("#fbf9f4"),
  blocked: rgb("#b9b3a6"),
  ground: rgb("#f4f0e6"),
  wall: rgb("#8d8675"),
  border: rgb("#6b6455"),
  gate: rgb("#1d2b3a"),
  inter: rgb("#a1346b"),
  intra: rgb("#1b5e8a"),
  halo: rgb("#ffffff"),
  flash: rgb("#e4572e"),
  unknown: rgb("#d8d3c7"),
  cells: ["#a8cfe3", "#f2cf9b", "#b8dcae", "#e9b7b0", "#cdbfe3", "#f3e7a3", "#a9d9d0", "#e5bfd6", "#c9d3a0", "#b5bfe6", "#f0bd8f", "#bcd0c7"].map(rgb),
  areas: ["#fbf8f0", "#a9cde0", "#d9c4a0", "#b9d8a4", "#e3b5a3", "#cbbde0", "#e9dc94", "#9fd3c6"].map(rgb),
};

const kDark: Theme = {
  name: "dark",
  background: rgb("#12171d"),
  free: rgb("#33404d"),
  blocked: rgb("#171d24"),
  ground: rgb("#3b4854"),
  wall: rgb("#75879a"),
  border: rgb("#0d1116"),
  gate: rgb("#f3ead6"),
  inter: rgb("#ff8fc0"),
  intra: rgb("#8fd0ff"),
  halo: rgb("#0b0f14"),
  flash: rgb("#ff8a5c"),
  unknown: rgb("#222a33"),
  cells: ["#3f7396", "#94703a", "#4d8049", "#8f504b", "#6c5b96", "#8b8138", "#3b8077", "#87527a", "#6b7a3a", "#515e9e", "#95603b", "#557568"].map(rgb),
  areas: ["#46525e", "#37688a", "#7d6a45", "#507a41", "#8a5646", "#665a8c", "#857a3a", "#3c7d70"].map(rgb),
};

export function themeOf(name: "light" | "dark"): Theme {
  return name === "dark" ? kDark : kLight;
}

export interface Stroke {
  light: string;
  dark: string;
  /** Width in CSS pixels; wide ones lie below thin ones, so that equal paths stay visible. */
  width: number;
  /** Dash and gap in CSS pixels; none for a solid line. */
  dash: [number, number] | null;
}

const kStrokes: Record<string, Stroke> = {
  astar: { light: "#6f9fe0", dark: "#4f86d9", width: 9, dash: null },
  detour: { light: "#6b3fa0", dark: "#c39bff", width: 6, dash: [22, 7] },
  hierarchy: { light: "#d9641a", dark: "#ffa25c", width: 4.5, dash: [14, 8] },
  tables: { light: "#0f8a5f", dark: "#52d6a3", width: 3, dash: [5, 6] },
  merged: { light: "#b3245c", dark: "#ff7aa8", width: 5, dash: [18, 5] },
  guided: { light: "#8a6d00", dark: "#ffd75c", width: 3, dash: [9, 4] },
};
const kLevels: Pick<Stroke, "light" | "dark" | "dash">[] = [
  { light: "#b1440e", dark: "#ff8f4a", dash: [9, 9] },
  { light: "#8c2f5e", dark: "#ff9bd0", dash: [4, 9] },
  { light: "#7a5a00", dark: "#ffd27a", dash: [18, 6] },
  { light: "#00707a", dark: "#6fe3ee", dash: [12, 4] },
  { light: "#4a5568", dark: "#cbd5e1", dash: [3, 4] },
];

/** Each algorithm, and each level of the hierarchy, has a colour and a dash style of its own. */
export function strokeOf(row: string): Stroke {
  const [name = "", level] = row.split("@");
  const plain = kStrokes[name] ?? { light: "#444444", dark: "#dddddd", width: 3, dash: [8, 8] };
  if (!level) return plain;
  return { ...plain, ...kLevels[(Number(level) - 1) % kLevels.length]!, width: 3.6 };
}

type Ramp = Rgb[];
const kHeat: Ramp = ["#2c115f", "#5b2a86", "#8e3b8a", "#c1507c", "#e66f5c", "#f79c4b", "#fccb5e", "#f6f3b3"].map(rgb);
const kHeights: Record<"light" | "dark", Ramp> = {
  light: ["#7fb089", "#a9c991", "#d3dba0", "#ead9a3", "#dcbd8d", "#c9a383", "#dccfc4", "#f8f6f3"].map(rgb),
  dark: ["#2f5a4a", "#476d4c", "#6b7d52", "#8c8455", "#94795a", "#937268", "#a39a98", "#d5d8dc"].map(rgb),
};
const kSteep: Record<"light" | "dark", Ramp> = {
  light: ["#f3f0e4", "#f3dfae", "#eebf7a", "#e08f55", "#c25a48", "#8b2f4a", "#4b1d4a"].map(rgb),
  dark: ["#2a333c", "#45484a", "#75603f", "#a9703e", "#d07a4a", "#ee9a7c", "#ffd6c9"].map(rgb),
};
const kRatio: Ramp = ["#2166ac", "#67a9cf", "#d1e5f0", "#f7f7f7", "#fddbc7", "#ef8a62", "#b2182b"].map(rgb);

export const ramps = {
  heat: () => kHeat,
  height: (theme: Theme) => kHeights[theme.name],
  steep: (theme: Theme) => kSteep[theme.name],
  ratio: () => kRatio,
};

/** Writes the ramp's colour at `at` in [0, 1] to out[offset...]. */
export function sample(ramp: Ramp, at: number, out: Uint8Array, offset: number): void {
  const x = Math.min(Math.max(at, 0), 1) * (ramp.length - 1);
  const low = Math.min(Math.floor(x), ramp.length - 2);
  const part = x - low;
  const a = ramp[low]!;
  const b = ramp[low + 1]!;
  out[offset] = a[0] + (b[0] - a[0]) * part;
  out[offset + 1] = a[1] + (b[1] - a[1]) * part;
  out[offset + 2] = a[2] + (b[2] - a[2]) * part;
}

export function mixed(a: Rgb, b: Rgb, part: number): Rgb {
  return [0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * part) as Rgb;
}

export function css(colour: Rgb): string {
  return `rgb(${colour.map(Math.round).join(", ")})`;
}

export function gradient(ramp: Ramp): string {
  return `linear-gradient(to right, ${ramp.map(css).join(", ")})`;
}
