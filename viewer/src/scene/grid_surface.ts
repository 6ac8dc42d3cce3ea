// A grid: a plane whose texture has a pixel for each tile.
import * as THREE from "three";
import type { Point } from "../api";
import type { Bundle } from "../bundle";
import type { Theme } from "../colours";
import type { Hit, Surface } from "./surface";
import type { Ray } from "./view";

const kVertex = `
  out vec2 place;
  uniform vec2 size;
  void main() {
    place = uv * size;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

// Lines between tiles appear once a tile is wide enough for them to help.
const kFragment = `
  uniform sampler2D tiles;
  uniform vec2 size;
  uniform vec3 line;
  in vec2 place;
  out vec4 colour;
  void main() {
    vec3 ground = texture(tiles, place / size).rgb;
    vec2 pixel = fwidth(place);
    float wide = max(pixel.x, pixel.y);
    float strength = 0.22 * (1.0 - smoothstep(0.05, 0.14, wide));
    if (strength > 0.0) {
      vec2 away = abs(fract(place - 0.5) - 0.5) / pixel;
      ground = mix(ground, line, strength * (1.0 - clamp(min(away.x, away.y) - 0.2, 0.0, 1.0)));
    }
    colour = vec4(ground, 1.0);
  }`;

export class GridSurface implements Surface {
  readonly object: THREE.Mesh;
  readonly elements: number;
  /** The letter of each tile; edits are written here too. */
  readonly tiles: Uint8Array;
  private readonly texture: THREE.DataTexture;
  private readonly line = { value: new THREE.Color() };

  constructor(
    bundle: Bundle,
    readonly width = bundle.number("width"),
    readonly height = bundle.number("height"),
  ) {
    this.elements = width * height;
    this.tiles = bundle.u8("tiles").slice();
    if (this.tiles.length !== this.elements) throw new Error("the grid's tiles do not fill it");
    this.texture = new THREE.DataTexture(new Uint8Array(4 * this.elements), width, height);
    this.texture.magFilter = THREE.NearestFilter;
    this.texture.minFilter = THREE.LinearMipmapLinearFilter;
    this.texture.generateMipmaps = true;
    this.object = new THREE.Mesh(makePlane(width, height), this.makeMaterial());
  }

  paint(colours: Uint8Array): void {
    (this.texture.image.data as Uint8Array).set(colours);
    this.texture.needsUpdate = true;
  }

  setTheme(theme: Theme): void {
    this.line.value.setRGB(...(theme.wall.map((x) => x / 255) as [number, number, number]));
  }

  setRelief(): void {
    // A grid is flat.
  }

  setClip(): void {
    // A grid has one storey.
  }

  prepare(): void {
    // A plane needs nothing.
  }

  pick(ray: Ray): Hit | null {
    const down = -ray.origin.y / ray.direction.y;
    if (!(down > 0)) return null;
    const x = ray.origin.x + ray.direction.x * down;
    const z = ray.origin.z + ray.direction.z * down;
    const column = Math.floor(x);
    const row = Math.floor(z);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return null;
    return { point: [x, 0, z], element: row * this.width + column };
  }

  borders(parts: Uint32Array): Float32Array {
    const lines: number[] = [];
    const { width, height } = this;
    for (let x = 1; x < width; ++x) {
      runs(height, (z) => parts[z * width + x - 1] !== parts[z * width + x], (a, b) => lines.push(x, 0, a, x, 0, b));
    }
    for (let z = 1; z < height; ++z) {
      runs(width, (x) => parts[(z - 1) * width + x] !== parts[z * width + x], (a, b) => lines.push(a, 0, z, b, 0, z));
    }
    return new Float32Array(lines);
  }

  centre(element: number): Point {
    return [(element % this.width) + 0.5, 0, Math.floor(element / this.width) + 0.5];
  }

  private makeMaterial(): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms: {
        tiles: { value: this.texture },
        size: { value: new THREE.Vector2(this.width, this.height) },
        line: this.line,
      },
      side: THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 4,
    });
  }
}

function makePlane(width: number, height: number): THREE.BufferGeometry {
  const plane = new THREE.BufferGeometry();
  const corners = [0, 0, 0, width, 0, 0, width, 0, height, 0, 0, height];
  plane.setAttribute("position", new THREE.BufferAttribute(new Float32Array(corners), 3));
  plane.setAttribute("uv", new THREE.BufferAttribute(new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), 2));
  plane.setIndex([0, 2, 1, 0, 3, 2]);
  return plane;
}

/** Calls `found` for each longest stretch of places for which `test` holds. */
function runs(count: number, test: (at: number) => boolean, found: (begin: number, end: number) => void): void {
  let begin = -1;
  for (let at = 0; at <= count; ++at) {
    const holds = at < count && test(at);
    if (holds && begin < 0) begin = at;
    if (!holds && begin >= 0) {
      found(begin, at);
      begin = -1;
    }
  }
}
