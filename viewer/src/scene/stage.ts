// The canvas: what is drawn, when, and from where. Nothing is drawn unless something changed.
import * as THREE from "three";
import type { Theme } from "../colours";
import { View } from "./view";

THREE.ColorManagement.enabled = false;

const kCopyVertex = `
  void main() { gl_Position = vec4(position.xy, 1.0, 1.0); }`;
const kCopyFragment = `
  uniform sampler2D picture;
  uniform highp sampler2D depths;
  out vec4 colour;
  void main() {
    ivec2 place = ivec2(gl_FragCoord.xy);
    colour = texelFetch(picture, place, 0);
  #ifdef DEPTHS
    gl_FragDepth = texelFetch(depths, place, 0).r;
  #endif
  }`;
// Depths of 24 bits as a colour, the lowest first.
const kPackFragment = `
  uniform highp sampler2D depths;
  out vec4 colour;
  void main() {
    uint depth = uint(texelFetch(depths, ivec2(gl_FragCoord.xy), 0).r * 16777215.0);
    colour = vec4(uvec4(depth, depth >> 8, depth >> 16, 0u) & 255u) / 255.0;
  }`;

type Drawable = THREE.Object3D & { geometry: THREE.BufferGeometry; material: THREE.Material };
/** Lines and marks reach so many pixels beyond their places. */
const kLineRoom = 16;

/**
 * Two scenes, by how often they change: `still`, the world, and `moving`, what follows the mouse, such
 * as paths. What was drawn of the first is kept as a picture with its depths: a new path costs a copy
 * of a picture, and of that only the part where something moved, not the whole world.
 */
export class Stage {
  readonly still = new THREE.Scene();
  readonly moving = new THREE.Scene();
  readonly canvas: HTMLCanvasElement;
  readonly renderer: THREE.WebGLRenderer;
  readonly view: View;
  /** True where no GPU draws: smooth edges and fine pixels are left out there. */
  readonly software: boolean;
  frames = 0;

  private stillDirty = true;
  private scheduled = false;
  private kept: THREE.WebGLRenderTarget | null = null;
  private readonly copy: THREE.Scene;
  private readonly copyColours: THREE.Scene;
  /** The part of the canvas with something of the moving scene in it. */
  private covered = new THREE.Box2();
  private readonly pack: THREE.Scene;
  private readonly picture = { value: null as THREE.Texture | null };
  /** Depths of the still scene. */
  readonly depths = { value: null as THREE.Texture | null };
  private beforeDraw: (() => void)[] = [];
  private afterResize: (() => void)[] = [];
  private afterDraw: ((now: number) => void)[] = [];

  constructor(canvas: HTMLCanvasElement) {
    ({ canvas: this.canvas, renderer: this.renderer, software: this.software } = makeRenderer(canvas));
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.autoClear = false;
    this.renderer.setPixelRatio(this.software ? 1 : Math.min(window.devicePixelRatio, 2));
    this.view = new View(() => this.invalidate());
    const { picture, depths } = this;
    this.copy = makePass({ fragmentShader: kCopyFragment, uniforms: { picture, depths }, depthFunc: THREE.AlwaysDepth, defines: { DEPTHS: 1 } });
    this.copyColours = makePass({ fragmentShader: kCopyFragment, uniforms: { picture, depths }, depthTest: false, depthWrite: false });
    this.pack = makePass({ fragmentShader: kPackFragment, uniforms: { depths }, depthTest: false, depthWrite: false });
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement!);
    this.resize();
  }

  get rendererName(): string {
    return nameOf(this.renderer);
  }

  setTheme(theme: Theme): void {
    const [r, g, b] = theme.background;
    this.renderer.setClearColor(new THREE.Color(r / 255, g / 255, b / 255), 1);
    this.invalidate();
  }

  /** Hides what lies above `height`; the surfaces do it in their own shaders. */
  setClip(height: number | null): void {
    this.renderer.clippingPlanes = height === null ? [] : [new THREE.Plane(new THREE.Vector3(0, -1, 0), height)];
    this.invalidate();
  }

  /** Runs before each drawing, where sizes in pixels become sizes in the world. */
  onBeforeDraw(call: () => void): void {
    this.beforeDraw.push(call);
  }
  onResize(call: () => void): void {
    this.afterResize.push(call);
  }
  onAfterDraw(call: (now: number) => void): void {
    this.afterDraw.push(call);
  }

  /** The still scene changed, or the camera. */
  invalidate(): void {
    this.stillDirty = true;
    this.touch();
  }
  /** The moving scene changed. */
  touch(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame((now) => {
      this.scheduled = false;
      this.draw(now);
    });
  }

  /** How deep the still scene lies, from 0 (near) to 0xffffff: pixels row by row, the lowest first. */
  readDepths(): Uint32Array {
    const { width, height } = this.kept!;
    const target = new THREE.WebGLRenderTarget(width, height, { depthBuffer: false });
    this.drawInto(target, [this.pack], false);
    const bytes = new Uint8Array(4 * width * height);
    this.renderer.readRenderTargetPixels(target, 0, 0, width, height, bytes);
    target.dispose();
    return new Uint32Array(bytes.buffer);
  }

  /**
   * A picture of what is shown, as PNG, without the part at the left that a panel covers, and with what
   * `add` draws upon it; its units are pixels of the page.
   */
  async png(add: (draw: CanvasRenderingContext2D) => void): Promise<Blob> {
    const picture = document.createElement("canvas");
    const { width, height } = this.view.size;
    const left = Math.round(this.view.coveredLeft);
    const scale = this.canvas.height / height;
    [picture.width, picture.height] = [Math.round((width - left) * scale), this.canvas.height];
    const draw = picture.getContext("2d")!;
    draw.scale(scale, scale);
    draw.translate(-left, 0);
    this.draw(performance.now());
    draw.drawImage(this.canvas, 0, 0, width, height);
    add(draw);
    return new Promise((resolve, reject) => {
      picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture could be made"))), "image/png");
    });
  }

  private draw(now: number): void {
    this.keep();
    this.view.apply();
    for (const call of this.beforeDraw) call();
    const changed = this.stillDirty ? this.view.wholeCanvas : this.covered.clone();
    if (this.stillDirty) this.drawInto(this.kept, [this.still], true);
    const moving = this.moving.children.filter((child): child is Drawable => child.visible && "material" in child);
    this.covered = this.boxOf(moving);
    this.drawPart(changed.union(this.covered), moving.some(({ material }) => material.depthTest));
    this.stillDirty = false;
    this.frames += 1;
    for (const call of this.afterDraw) call(now);
  }

  /** Where things of the moving scene are on the canvas, with room for the width of lines. */
  private boxOf(things: Drawable[]): THREE.Box2 {
    const box = new THREE.Box2();
    for (const { geometry } of things) {
      if (!geometry.boundingBox) geometry.computeBoundingBox();
      const { min, max } = geometry.boundingBox!;
      if (min.x <= max.x) box.union(this.view.boxOnScreen(min.toArray(), [max.x, max.y + this.view.lift, max.z]));
    }
    return box.isEmpty() ? box : box.expandByScalar(kLineRoom);
  }

  /** Copies a part of the still scene to the canvas, and draws the moving one over it. */
  private drawPart(part: THREE.Box2, needsDepths: boolean): void {
    const { min, max } = part.intersect(this.view.wholeCanvas);
    if (!(min.x < max.x && min.y < max.y)) return;
    const { height } = this.view.size;
    const [left, bottom, right, top] = [Math.floor(min.x), Math.floor(height - max.y), Math.ceil(max.x), Math.ceil(height - min.y)];
    this.renderer.setScissorTest(true);
    this.renderer.setScissor(left, bottom, right - left, top - bottom);
    this.drawInto(null, [needsDepths ? this.copy : this.copyColours, this.moving], false);
    this.renderer.setScissorTest(false);
  }

  private drawInto(target: THREE.WebGLRenderTarget | null, scenes: THREE.Scene[], clear: boolean): void {
    this.renderer.setRenderTarget(target);
    if (clear) this.renderer.clear();
    for (const scene of scenes) this.renderer.render(scene, this.view.camera);
    this.renderer.setRenderTarget(null);
  }

  /** The picture to keep, as large as the canvas. */
  private keep(): void {
    const size = this.renderer.getDrawingBufferSize(new THREE.Vector2());
    if (this.kept && this.kept.width === size.x && this.kept.height === size.y) return;
    this.kept?.dispose();
    this.kept = new THREE.WebGLRenderTarget(size.x, size.y, {
      samples: this.software ? 0 : 4,
      minFilter: THREE.NearestFilter,
      magFilter: THREE.NearestFilter,
      depthTexture: new THREE.DepthTexture(size.x, size.y, THREE.UnsignedIntType),
    });
    this.picture.value = this.kept.texture;
    this.depths.value = this.kept.depthTexture;
    this.stillDirty = true;
  }

  private resize(): void {
    const box = this.canvas.parentElement!.getBoundingClientRect();
    if (box.width === 0) return;
    const width = Math.round(box.width);
    const height = Math.max(1, Math.round(box.height));
    this.renderer.setSize(width, height, false);
    this.view.resize(width, height);
    this.stillDirty = true;
    for (const call of this.afterResize) call();
    // At once: a canvas that was resized is empty until it is drawn.
    if (this.frames > 0) this.draw(performance.now());
    else this.touch();
  }
}

/** Something computed for each pixel of a picture. */
function makePass(parameters: THREE.ShaderMaterialParameters): THREE.Scene {
  const triangle = new THREE.BufferGeometry();
  triangle.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const material = new THREE.ShaderMaterial({ glslVersion: THREE.GLSL3, vertexShader: kCopyVertex, ...parameters });
  const mesh = new THREE.Mesh(triangle, material);
  mesh.frustumCulled = false;
  return new THREE.Scene().add(mesh);
}

/** What was drawn stays on the canvas, so that a part of it can be drawn anew. */
const kContext = { powerPreference: "high-performance", preserveDrawingBuffer: true } as const;

/**
 * Whether a GPU draws is only known once there is a context: the first one has rough edges, and is
 * kept where there is none; a GPU gets a second one with smooth edges on a canvas in its place.
 */
function makeRenderer(canvas: HTMLCanvasElement): { canvas: HTMLCanvasElement; renderer: THREE.WebGLRenderer; software: boolean } {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: false, ...kContext });
  if (/swiftshader|llvmpipe|software|basic render/i.test(nameOf(renderer))) return { canvas, renderer, software: true };
  renderer.dispose();
  renderer.forceContextLoss();
  const fresh = canvas.cloneNode() as HTMLCanvasElement;
  canvas.replaceWith(fresh);
  return { canvas: fresh, renderer: new THREE.WebGLRenderer({ canvas: fresh, antialias: true, ...kContext }), software: false };
}

function nameOf(renderer: THREE.WebGLRenderer): string {
  const context = renderer.getContext();
  const info = context.getExtension("WEBGL_debug_renderer_info");
  return String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
}
