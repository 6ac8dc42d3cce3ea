// Numbers as people read them.

const kGrouped = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

export function count(value: number): string {
  return Number.isFinite(value) ? kGrouped.format(value) : "–";
}

export function duration(microseconds: number | null | undefined): string {
  if (microseconds === null || microseconds === undefined || !Number.isFinite(microseconds)) return "–";
  if (microseconds < 10) return `${microseconds.toFixed(2)} µs`;
  if (microseconds < 1000) return `${significant(microseconds)} µs`;
  if (microseconds < 1e6) return `${significant(microseconds / 1000)} ms`;
  return `${significant(microseconds / 1e6)} s`;
}

export function bytes(value: number): string {
  if (value < 1e3) return `${value} B`;
  if (value < 1e6) return `${significant(value / 1e3)} KB`;
  if (value < 1e9) return `${significant(value / 1e6)} MB`;
  return `${significant(value / 1e9)} GB`;
}

/** Three figures, whole numbers grouped. */
export function significant(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return kGrouped.format(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** A cost or length: two digits behind the point. */
export function amount(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  return value >= 1e4 ? kGrouped.format(value) : value.toFixed(value >= 1000 ? 1 : 2);
}

/** A fraction over the cheapest, in per cent. */
export function excess(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (Math.abs(value) < 5e-7) return "0 %";
  const percent = value * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(Math.abs(percent) < 1 ? 2 : 1)} %`;
}

/** "astar" is how the tool spells it; people say A*. */
export function algorithmName(id: string): string {
  const [name = "", level] = id.split("@");
  const plain = name === "astar" ? "A*" : name.charAt(0).toUpperCase() + name.slice(1);
  return level ? `${plain}, level ${level}` : plain;
}

export function words(text: string): string {
  return text.replaceAll("_", " ");
}
