// Edges of a triangle mesh, once for both sides.

/** For each edge: two corners, and the triangles on its sides (the second one kNoTriangle at a rim). */
export interface MeshEdges {
  corners: Uint32Array;
  sides: Uint32Array;
}

export const kNoTriangle = 0xffffffff;

/** Corners at the same place become one, so that polygons that list corners of their own still meet. */
export function weld(positions: Float32Array): Uint32Array {
  const count = positions.length / 3;
  const same = new Uint32Array(count);
  const seen = new Map<string, number>();
  for (let i = 0; i < count; ++i) {
    const key = `${Math.fround(positions[3 * i]!)},${Math.fround(positions[3 * i + 1]!)},${Math.fround(positions[3 * i + 2]!)}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, i);
    same[i] = first ?? i;
  }
  return same;
}

export function findEdges(indices: Uint32Array, same: Uint32Array | null, vertices: number): MeshEdges {
  const corner = (i: number): number => (same ? same[indices[i]!]! : indices[i]!);
  const halves = indices.length;
  const keys = new Float64Array(halves);
  for (let i = 0; i < halves; ++i) {
    const a = corner(i);
    const b = corner(i % 3 === 2 ? i - 2 : i + 1);
    keys[i] = Math.min(a, b) * vertices + Math.max(a, b);
  }
  const order = sortedOrder(keys);
  const corners: number[] = [];
  const sides: number[] = [];
  for (let i = 0; i < halves; ) {
    const half = order[i]!;
    const key = keys[half]!;
    const paired = i + 1 < halves && keys[order[i + 1]!] === key;
    corners.push(Math.floor(key / vertices), key % vertices);
    sides.push(Math.floor(half / 3), paired ? Math.floor(order[i + 1]! / 3) : kNoTriangle);
    i += paired ? 2 : 1;
  }
  return { corners: new Uint32Array(corners), sides: new Uint32Array(sides) };
}

/** Places of `keys` by ascending key: chains of equal keys lie together. */
function sortedOrder(keys: Float64Array): Uint32Array {
  const sorted = keys.slice().sort();
  const first = new Map<number, number>();
  for (let i = sorted.length - 1; i >= 0; --i) first.set(sorted[i]!, i);
  const order = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; ++i) {
    const at = first.get(keys[i]!)!;
    order[at] = i;
    first.set(keys[i]!, at + 1);
  }
  return order;
}
