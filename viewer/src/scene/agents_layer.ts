// Agents: a small arrow each that points where its agent goes, on a canvas of their own above the map.
// The processor draws them: a frame then costs as much as there are agents, whoever draws the map, which
// a software renderer would have to draw anew and to copy several times.
import * as THREE from "three";
import type { Stage } from "./stage";

/** Arrows point in so many directions. */
const kDirections = 32;
/** As the bytes of a picture lie in memory, without how opaque it is. */
const kTints = {
  light: ["#1f5f8b", "#2b6f78", "#6a4a94", "#a34a26", "#3d6b35", "#7d5a12"].map(packed),
  dark: ["#9fd0ee", "#9fe0d6", "#c9b6ee", "#f0b79f", "#bfe0a8", "#ecd9a0"].map(packed),
};
/** Milliseconds that the camera stands still before it is looked up what the ground hides. */
const kSteady = 120;
/** How much deeper than the ground before it something has to be to count as hidden, of 24 bits. */
const kSlack = 1700;

/** An arrow in one direction: pixels from its middle, and how much of each it covers, up to 255. */
interface Sprite {
  dx: Int8Array;
  dy: Int8Array;
  cover: Uint8Array;
}

export interface AgentsLook {
  /** In pixels of the page. */
  size: number;
  theme: "light" | "dark";
  /** Those above are not shown. */
  ceiling: number | null;
  /** Whether the ground can hide them. */
  hides: boolean;
}

export class AgentsLayer {
  readonly canvas = document.createElement("canvas");
  private readonly context = this.canvas.getContext("2d")!;
  private picture = new ImageData(1, 1);
  private pixels = new Uint32Array(this.picture.data.buffer);
  private places = new Float32Array();
  private headings = new Float32Array();
  private sprites: Sprite[] = [];
  private spriteSize = 0;
  private readonly shown = new THREE.Matrix4();
  private readonly before = new THREE.Matrix4();
  private steadySince = 0;
  private depths: Uint32Array | null = null;

  constructor(private readonly stage: Stage) {
    this.canvas.id = "agents";
    this.canvas.hidden = true;
    stage.canvas.after(this.canvas);
  }

  get agents(): number {
    return this.headings.length;
  }

  /** Places (three numbers each) and headings, counted from the x axis towards the z axis. */
  set(places: Float32Array, headings: Float32Array): void {
    this.places = places;
    this.headings = headings;
  }

  clear(): void {
    this.set(new Float32Array(), new Float32Array());
    this.canvas.hidden = true;
    this.depths = null;
  }

  draw(look: AgentsLook): void {
    const { width, height } = this.stage.canvas;
    if (this.picture.width !== width || this.picture.height !== height) this.resize(width, height);
    const size = Math.round(look.size * this.stage.renderer.getPixelRatio() * 2) / 2;
    if (size !== this.spriteSize) this.sprites = makeSprites((this.spriteSize = size));
    this.watchCamera(look.hides);
    this.pixels.fill(0);
    this.drawAll(kTints[look.theme], look.ceiling ?? Infinity);
    this.context.putImageData(this.picture, 0, 0);
    this.canvas.hidden = false;
  }

  private resize(width: number, height: number): void {
    this.picture = new ImageData(width, height);
    this.pixels = new Uint32Array(this.picture.data.buffer);
    [this.canvas.width, this.canvas.height] = [width, height];
    this.depths = null;
  }

  /** Depths belong to where the camera is; while it moves, agents shine through. */
  private watchCamera(hides: boolean): void {
    const { camera } = this.stage.view;
    this.shown.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const now = performance.now();
    if (!hides || !this.shown.equals(this.before)) {
      this.before.copy(this.shown);
      this.steadySince = now;
      this.depths = null;
    } else if (!this.depths && now - this.steadySince > kSteady) {
      this.depths = this.stage.readDepths();
    }
  }

  private drawAll(tints: number[], ceiling: number): void {
    const { pixels, places, headings, depths, spriteSize } = this;
    const { width, height } = this.picture;
    const { lift } = this.stage.view;
    const e = this.shown.elements;
    const room = Math.ceil(spriteSize) + 1;
    for (let agent = 0; agent < headings.length; ++agent) {
      if (places[3 * agent + 1]! > ceiling) continue;
      const [x, y, z] = [places[3 * agent]!, places[3 * agent + 1]! + lift, places[3 * agent + 2]!];
      const w = e[3]! * x + e[7]! * y + e[11]! * z + e[15]!;
      const across = e[0]! * x + e[4]! * y + e[8]! * z + e[12]!;
      const up = e[1]! * x + e[5]! * y + e[9]! * z + e[13]!;
      const column = Math.round((across / w + 1) * 0.5 * width);
      const row = Math.round((1 - up / w) * 0.5 * height);
      if (!(w > 0) || column < room || row < room || column >= width - room || row >= height - room) continue;
      const middle = row * width + column;
      if (depths) {
        const deep = (e[2]! * x + e[6]! * y + e[10]! * z + e[14]!) / w;
        if ((deep * 0.5 + 0.5) * 0xffffff > depths[(height - 1 - row) * width + column]! + kSlack) continue;
      }
      // Where a step ahead goes on the screen.
      const [c, s] = [Math.cos(headings[agent]!), Math.sin(headings[agent]!)];
      const turn = e[3]! * c + e[11]! * s;
      const right = ((e[0]! * c + e[8]! * s) * w - across * turn) * width;
      const down = (up * turn - (e[1]! * c + e[9]! * s) * w) * height;
      const direction = Math.round((Math.atan2(down, right) / (2 * Math.PI)) * kDirections + kDirections) % kDirections;
      stamp(pixels, width, middle, this.sprites[direction]!, tints[agent % tints.length]!);
    }
  }
}

/** Where two arrows overlap, the one that covers more of a pixel has it. */
function stamp(pixels: Uint32Array, width: number, middle: number, { dx, dy, cover }: Sprite, tint: number): void {
  for (let i = 0; i < cover.length; ++i) {
    const at = middle + dy[i]! * width + dx[i]!;
    if (cover[i]! > pixels[at]! >>> 24) pixels[at] = tint | (cover[i]! << 24);
  }
}

function packed(tint: string): number {
  const value = parseInt(tint.slice(1), 16);
  return ((value & 255) << 16) | (value & 0xff00) | (value >> 16);
}

function makeSprites(size: number): Sprite[] {
  return Array.from({ length: kDirections }, (_, i) => makeSprite(size, (i / kDirections) * 2 * Math.PI));
}

/** A triangle with smooth edges, 1.4 sizes long and one wide, that points along an angle. */
function makeSprite(size: number, angle: number): Sprite {
  const kFine = 4;
  const [c, s] = [Math.cos(angle) / size, Math.sin(angle) / size];
  const reach = Math.ceil(size);
  const found: [number, number, number][] = [];
  for (let y = -reach; y <= reach; ++y) {
    for (let x = -reach; x <= reach; ++x) {
      let inside = 0;
      for (let part = 0; part < kFine * kFine; ++part) {
        const fx = x + ((part % kFine) + 0.5) / kFine - 0.5;
        const fy = y + (Math.floor(part / kFine) + 0.5) / kFine - 0.5;
        const along = c * fx + s * fy;
        if (along > -0.6 && Math.abs(c * fy - s * fx) < (0.8 - along) * (0.5 / 1.4)) inside += 1;
      }
      if (inside > 0) found.push([x, y, Math.round((inside * 255) / (kFine * kFine))]);
    }
  }
  return { dx: Int8Array.from(found, ([x]) => x), dy: Int8Array.from(found, ([, y]) => y), cover: Uint8Array.from(found, ([, , covered]) => covered) };
}
