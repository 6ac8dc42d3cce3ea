// Triangles of a navigation mesh or a terrain. A colour belongs to an element; a small texture has
// them all, so that showing other colours means sending that texture alone.
import * as THREE from "three";
import type { Point } from "../api";
import type { Bundle } from "../bundle";
import { type MeshEdges, findEdges, kNoTriangle, weld } from "./mesh_edges";
import { RayBins } from "./ray_bins";
import type { Hit, Surface } from "./surface";
import type { Ray } from "./view";

const kTextureWidth = 1024;
/** Beyond this many corners they are taken as shared already. */
const kMostToWeld = 400000;

const kVertex = `
  uniform highp sampler2D colours;
  uniform float relief;
  in uint owner;
  flat out vec3 ground;
  out float light;
  out float high;
  void main() {
    ground = texelFetch(colours, ivec2(int(owner) % ${kTextureWidth}, int(owner) / ${kTextureWidth}), 0).rgb;
    float slant = dot(normalize(normal), normalize(vec3(-0.55, 0.7, -0.45)));
    light = 1.0 + relief * (slant - 0.7 / 1.0);
    high = position.y;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const kFragment = `
  uniform float ceiling;
  flat in vec3 ground;
  in float light;
  in float high;
  out vec4 colour;
  void main() {
    if (high > ceiling) discard;
    colour = vec4(ground * clamp(light, 0.35, 1.25), 1.0);
  }`;

export class MeshSurface implements Surface {
  readonly object: THREE.Mesh;
  readonly elements: number;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** The element that each triangle is a part of. */
  readonly owner: Uint32Array;
  private readonly texture: THREE.DataTexture;
  private readonly relief = { value: 0.6 };
  private readonly ceiling = { value: 1e30 };
  private bins: RayBins | null = null;
  private edges: MeshEdges | null = null;

  constructor(bundle: Bundle, elements: number) {
    this.positions = bundle.f32("positions");
    this.indices = bundle.u32("indices");
    this.owner = bundle.u32("element");
    this.elements = elements;
    const rows = Math.max(1, Math.ceil(elements / kTextureWidth));
    this.texture = new THREE.DataTexture(new Uint8Array(4 * kTextureWidth * rows), kTextureWidth, rows);
    const material = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms: { colours: { value: this.texture }, ceiling: this.ceiling, relief: this.relief },
      side: THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 4,
    });
    this.object = new THREE.Mesh(makeGeometry(this.positions, this.indices, this.owner), material);
    this.object.frustumCulled = false;
  }

  paint(colours: Uint8Array): void {
    (this.texture.image.data as Uint8Array).set(colours);
    this.texture.needsUpdate = true;
  }

  setTheme(): void {
    // All colours come with paint().
  }

  setRelief(strength: number): void {
    this.relief.value = strength;
  }

  setClip(height: number | null): void {
    this.ceiling.value = height ?? 1e30;
  }

  prepare(): void {
    this.bins ??= new RayBins(this.positions, this.indices);
  }

  pick(ray: Ray): Hit | null {
    this.prepare();
    const hit = this.bins!.cast(ray, this.ceiling.value);
    if (!hit) return null;
    const at = ray.origin.clone().addScaledVector(ray.direction, hit.distance);
    return { point: [at.x, at.y, at.z], element: this.owner[hit.triangle]! };
  }

  borders(parts: Uint32Array): Float32Array {
    return this.edgesWhere((a, b) => b !== kNoTriangle && parts[this.owner[a]!] !== parts[this.owner[b]!]);
  }

  /** Where the walkable ground ends. */
  rims(): Float32Array {
    return this.edgesWhere((_, b) => b === kNoTriangle);
  }

  /** Edges between elements: the polygons' outlines. */
  outlines(): Float32Array {
    return this.edgesWhere((a, b) => b !== kNoTriangle && this.owner[a] !== this.owner[b]);
  }

  centre(element: number): Point {
    const triangle = this.owner.indexOf(element);
    const sum: Point = [0, 0, 0];
    for (let corner = 0; corner < 3; ++corner) {
      const at = this.indices[3 * triangle + corner]! * 3;
      for (let axis = 0; axis < 3; ++axis) sum[axis]! += this.positions[at + axis]! / 3;
    }
    return sum;
  }

  private edgesWhere(test: (a: number, b: number) => boolean): Float32Array {
    const vertices = this.positions.length / 3;
    this.edges ??= findEdges(this.indices, vertices <= kMostToWeld ? weld(this.positions) : null, vertices);
    const { corners, sides } = this.edges;
    const lines: number[] = [];
    for (let e = 0; e < sides.length; e += 2) {
      if (!test(sides[e]!, sides[e + 1]!)) continue;
      for (const corner of [corners[e]! * 3, corners[e + 1]! * 3]) {
        lines.push(this.positions[corner]!, this.positions[corner + 1]!, this.positions[corner + 2]!);
      }
    }
    return new Float32Array(lines);
  }
}

/**
 * Every triangle needs a corner that says whose it is: its last one, which flat values are taken
 * from. Corners are shared as far as that allows, about one per triangle instead of three.
 */
function makeGeometry(positions: Float32Array, indices: Uint32Array, owner: Uint32Array): THREE.BufferGeometry {
  const vertices = positions.length / 3;
  const triangles = indices.length / 3;
  const claim = new Int32Array(vertices).fill(-1);
  const turned = new Uint32Array(indices.length);
  const copies: number[] = [];
  const copyOwner: number[] = [];
  for (let t = 0; t < triangles; ++t) {
    let last = -1;
    for (let k = 0; k < 3 && last < 0; ++k) {
      const v = indices[3 * t + k]!;
      if (claim[v] === -1 || claim[v] === owner[t]) last = k;
    }
    const k = last < 0 ? 2 : last;
    turned[3 * t] = indices[3 * t + ((k + 1) % 3)]!;
    turned[3 * t + 1] = indices[3 * t + ((k + 2) % 3)]!;
    turned[3 * t + 2] = indices[3 * t + k]!;
    if (last >= 0) {
      claim[indices[3 * t + k]!] = owner[t]!;
    } else {
      turned[3 * t + 2] = vertices + copies.length;
      copies.push(indices[3 * t + k]!);
      copyOwner.push(owner[t]!);
    }
  }
  const normals = cornerNormals(positions, indices);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(withCopies(positions, copies), 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(withCopies(normals, copies), 3));
  const owners = new Uint32Array(vertices + copies.length);
  for (let v = 0; v < vertices; ++v) owners[v] = Math.max(claim[v]!, 0);
  owners.set(copyOwner, vertices);
  const attribute = new THREE.BufferAttribute(owners, 1);
  attribute.gpuType = THREE.IntType;
  geometry.setAttribute("owner", attribute);
  geometry.setIndex(new THREE.BufferAttribute(turned, 1));
  return geometry;
}

function withCopies(values: Float32Array, copies: number[]): Float32Array {
  const all = new Float32Array(values.length + copies.length * 3);
  all.set(values);
  copies.forEach((from, i) => all.set(values.subarray(3 * from, 3 * from + 3), values.length + 3 * i));
  return all;
}

function cornerNormals(p: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(p.length);
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]! * 3;
    const b = indices[i + 1]! * 3;
    const c = indices[i + 2]! * 3;
    const ux = p[b]! - p[a]!, uy = p[b + 1]! - p[a + 1]!, uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!, vy = p[c + 1]! - p[a + 1]!, vz = p[c + 2]! - p[a + 2]!;
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    // Ground faces up, whichever way its corners are listed.
    if (ny < 0) [nx, ny, nz] = [-nx, -ny, -nz];
    for (const at of [a, b, c]) {
      normals[at]! += nx;
      normals[at + 1]! += ny;
      normals[at + 2]! += nz;
    }
  }
  return normals;
}
