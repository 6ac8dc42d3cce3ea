// Finds the triangle that a ray meets first: triangles lie in squares of the ground plan, and only
// those of the squares below the ray are tried.
import type { Ray } from "./view";

export interface TriangleHit {
  triangle: number;
  distance: number;
}

export class RayBins {
  private readonly side: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly minX: number;
  private readonly minZ: number;
  private readonly starts: Uint32Array;
  private readonly items: Uint32Array;

  constructor(
    private readonly positions: Float32Array,
    private readonly indices: Uint32Array,
  ) {
    let [minX, minZ, maxX, maxZ] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < positions.length; i += 3) {
      minX = Math.min(minX, positions[i]!);
      maxX = Math.max(maxX, positions[i]!);
      minZ = Math.min(minZ, positions[i + 2]!);
      maxZ = Math.max(maxZ, positions[i + 2]!);
    }
    this.minX = minX;
    this.minZ = minZ;
    const triangles = indices.length / 3;
    const wanted = Math.min(Math.max(triangles / 3, 1), 250000);
    this.side = Math.max(Math.sqrt(((maxX - minX) * (maxZ - minZ)) / wanted), 1e-6, (maxX - minX) / 2000, (maxZ - minZ) / 2000);
    this.columns = Math.max(1, Math.ceil((maxX - minX) / this.side));
    this.rows = Math.max(1, Math.ceil((maxZ - minZ) / this.side));
    this.starts = new Uint32Array(this.columns * this.rows + 1);
    this.forEachEntry((bin) => (this.starts[bin + 1]! += 1));
    for (let bin = 0; bin < this.columns * this.rows; ++bin) this.starts[bin + 1]! += this.starts[bin]!;
    this.items = new Uint32Array(this.starts[this.columns * this.rows]!);
    const next = this.starts.slice();
    this.forEachEntry((bin, triangle) => (this.items[next[bin]!++] = triangle));
  }

  /** The nearest triangle whose point on the ray is not above `ceiling`. */
  cast(ray: Ray, ceiling: number): TriangleHit | null {
    let best: TriangleHit | null = null;
    this.forEachBin(ray, (bin, leave) => {
      for (let i = this.starts[bin]!; i < this.starts[bin + 1]!; ++i) {
        const triangle = this.items[i]!;
        const distance = this.meet(ray, triangle);
        if (distance === null || (best && distance >= best.distance)) continue;
        if (ray.origin.y + ray.direction.y * distance > ceiling) continue;
        best = { triangle, distance };
      }
      return best !== null && best.distance <= leave;
    });
    return best;
  }

  private forEachEntry(call: (bin: number, triangle: number) => void): void {
    const { positions: p, indices } = this;
    for (let t = 0; t * 3 < indices.length; ++t) {
      const a = indices[3 * t]! * 3;
      const b = indices[3 * t + 1]! * 3;
      const c = indices[3 * t + 2]! * 3;
      const x0 = this.column(Math.min(p[a]!, p[b]!, p[c]!));
      const x1 = this.column(Math.max(p[a]!, p[b]!, p[c]!));
      const z0 = this.row(Math.min(p[a + 2]!, p[b + 2]!, p[c + 2]!));
      const z1 = this.row(Math.max(p[a + 2]!, p[b + 2]!, p[c + 2]!));
      for (let z = z0; z <= z1; ++z) for (let x = x0; x <= x1; ++x) call(z * this.columns + x, t);
    }
  }

  /** Walks the squares below the ray in order; `call` gets where the ray leaves one, and true ends it. */
  private forEachBin(ray: Ray, call: (bin: number, leave: number) => boolean): void {
    const { origin: o, direction: d } = ray;
    let enter = 0;
    let leave = Infinity;
    for (const [at, step, low, high] of [
      [o.x, d.x, this.minX, this.minX + this.columns * this.side],
      [o.z, d.z, this.minZ, this.minZ + this.rows * this.side],
    ] as const) {
      if (Math.abs(step) < 1e-9) {
        if (at < low || at > high) return;
        continue;
      }
      const t0 = (low - at) / step;
      const t1 = (high - at) / step;
      enter = Math.max(enter, Math.min(t0, t1));
      leave = Math.min(leave, Math.max(t0, t1));
    }
    if (enter > leave) return;
    let x = this.column(o.x + d.x * enter);
    let z = this.row(o.z + d.z * enter);
    const stepX = Math.sign(d.x);
    const stepZ = Math.sign(d.z);
    for (;;) {
      const nextX = Math.abs(d.x) < 1e-9 ? Infinity : (this.minX + (x + (stepX > 0 ? 1 : 0)) * this.side - o.x) / d.x;
      const nextZ = Math.abs(d.z) < 1e-9 ? Infinity : (this.minZ + (z + (stepZ > 0 ? 1 : 0)) * this.side - o.z) / d.z;
      if (call(z * this.columns + x, Math.min(nextX, nextZ))) return;
      if (nextX === Infinity && nextZ === Infinity) return;
      if (nextX < nextZ) x += stepX;
      else z += stepZ;
      if (x < 0 || z < 0 || x >= this.columns || z >= this.rows) return;
    }
  }

  private meet(ray: Ray, triangle: number): number | null {
    const { positions: p, indices } = this;
    const a = indices[3 * triangle]! * 3;
    const b = indices[3 * triangle + 1]! * 3;
    const c = indices[3 * triangle + 2]! * 3;
    const ux = p[b]! - p[a]!, uy = p[b + 1]! - p[a + 1]!, uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!, vy = p[c + 1]! - p[a + 1]!, vz = p[c + 2]! - p[a + 2]!;
    const { origin: o, direction: d } = ray;
    const px = d.y * vz - d.z * vy, py = d.z * vx - d.x * vz, pz = d.x * vy - d.y * vx;
    const det = ux * px + uy * py + uz * pz;
    if (Math.abs(det) < 1e-12) return null;
    const sx = o.x - p[a]!, sy = o.y - p[a + 1]!, sz = o.z - p[a + 2]!;
    const u = (sx * px + sy * py + sz * pz) / det;
    if (u < -1e-6 || u > 1 + 1e-6) return null;
    const qx = sy * uz - sz * uy, qy = sz * ux - sx * uz, qz = sx * uy - sy * ux;
    const v = (d.x * qx + d.y * qy + d.z * qz) / det;
    if (v < -1e-6 || u + v > 1 + 1e-6) return null;
    const t = (vx * qx + vy * qy + vz * qz) / det;
    return t > 0 ? t : null;
  }

  private column(x: number): number {
    return Math.min(Math.max(Math.floor((x - this.minX) / this.side), 0), this.columns - 1);
  }
  private row(z: number): number {
    return Math.min(Math.max(Math.floor((z - this.minZ) / this.side), 0), this.rows - 1);
  }
}
