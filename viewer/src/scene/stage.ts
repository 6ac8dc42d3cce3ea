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

/**
 * Three scenes, by how often they change: `still`, the world; `moving`, what follows the mouse, such
 * as paths; `walking`, agents and pins. What was drawn of the first is kept as a picture with its depths,
 * and while agents walk also with the second drawn over it: a new path, or a step of the agents, costs
 * a copy of a picture and not the whole world.
 */
export class Stage {
  readonly still = new THREE.Scene();
  readonly moving = new THREE.Scene();
  readonly walking = new THREE.Scene();
  readonly canvas: HTMLCanvasElement;
  readonly renderer: THREE.WebGLRenderer;
  readonly view: View;
  /** True where no GPU draws: smooth edges and fine pixels are left out there. */
  readonly software: boolean;
  frames = 0;

  private stillDirty = true;
  private movingDirty = true;
  private walks = false;
  private scheduled = false;
  private kept: THREE.WebGLRenderTarget | null = null;
  private keptMoving: THREE.WebGLRenderTarget | null = null;
  private readonly copy: THREE.Scene;
  /** The same without depths, which agents look up themselves. */
  private readonly copyColours: THREE.Scene;
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
    this.copy = makeCopy(this.picture, this.depths, true);
    this.copyColours = makeCopy(this.picture, this.depths, false);
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
    this.movingDirty = true;
    this.step();
  }
  /** Only the agents moved. */
  step(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame((now) => {
      this.scheduled = false;
      this.draw(now);
    });
  }
  setWalking(on: boolean): void {
    this.walks = on;
    this.touch();
  }

  /** A picture of what is shown, as PNG. */
  async png(): Promise<Blob> {
    this.draw(performance.now());
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture could be made"))), "image/png");
    });
  }

  private draw(now: number): void {
    this.keep();
    this.view.apply();
    for (const call of this.beforeDraw) call();
    if (this.stillDirty) this.drawInto(this.kept, [this.still], true);
    if (this.stillDirty || this.movingDirty || !this.walks) {
      this.picture.value = this.kept!.texture;
      if (this.walks) this.drawInto(this.keptMoving, [this.copy, this.moving], false);
      else this.drawInto(null, [this.copy, this.moving, this.walking], false);
    }
    if (this.walks) {
      this.picture.value = this.keptMoving!.texture;
      this.drawInto(null, [this.copyColours, this.walking], false);
    }
    this.stillDirty = this.movingDirty = false;
    this.frames += 1;
    for (const call of this.afterDraw) call(now);
  }

  private drawInto(target: THREE.WebGLRenderTarget | null, scenes: THREE.Scene[], clear: boolean): void {
    this.renderer.setRenderTarget(target);
    if (clear) this.renderer.clear();
    for (const scene of scenes) this.renderer.render(scene, this.view.camera);
    this.renderer.setRenderTarget(null);
  }

  /** Pictures to keep, as large as the canvas. */
  private keep(): void {
    const size = this.renderer.getDrawingBufferSize(new THREE.Vector2());
    if (!this.kept || this.kept.width !== size.x || this.kept.height !== size.y) {
      for (const old of [this.kept, this.keptMoving]) old?.dispose();
      this.keptMoving = null;
      this.kept = new THREE.WebGLRenderTarget(size.x, size.y, {
        ...this.pictureOptions,
        depthTexture: new THREE.DepthTexture(size.x, size.y, THREE.UnsignedIntType),
      });
      this.depths.value = this.kept.depthTexture;
      this.stillDirty = true;
    }
    if (!this.walks || this.keptMoving) return;
    this.keptMoving = new THREE.WebGLRenderTarget(size.x, size.y, this.pictureOptions);
    this.movingDirty = true;
  }

  private get pictureOptions(): THREE.RenderTargetOptions {
    return { samples: this.software ? 0 : 4, minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter };
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

function makeCopy(picture: { value: THREE.Texture | null }, depths: { value: THREE.Texture | null }, withDepths: boolean): THREE.Scene {
  const scene = new THREE.Scene();
  const triangle = new THREE.BufferGeometry();
  triangle.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: kCopyVertex,
    fragmentShader: kCopyFragment,
    uniforms: { picture, depths },
    defines: withDepths ? { DEPTHS: 1 } : {},
    depthFunc: THREE.AlwaysDepth,
    depthTest: withDepths,
    depthWrite: withDepths,
  });
  const mesh = new THREE.Mesh(triangle, material);
  mesh.frustumCulled = false;
  scene.add(mesh);
  return scene;
}

/**
 * Whether a GPU draws is only known once there is a context: the first one has rough edges, and is
 * kept where there is none; a GPU gets a second one with smooth edges on a canvas in its place.
 */
function makeRenderer(canvas: HTMLCanvasElement): { canvas: HTMLCanvasElement; renderer: THREE.WebGLRenderer; software: boolean } {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: false, powerPreference: "high-performance" });
  if (/swiftshader|llvmpipe|software|basic render/i.test(nameOf(renderer))) return { canvas, renderer, software: true };
  renderer.dispose();
  renderer.forceContextLoss();
  const fresh = canvas.cloneNode() as HTMLCanvasElement;
  canvas.replaceWith(fresh);
  return { canvas: fresh, renderer: new THREE.WebGLRenderer({ canvas: fresh, antialias: true, powerPreference: "high-performance" }), software: false };
}

function nameOf(renderer: THREE.WebGLRenderer): string {
  const context = renderer.getContext();
  const info = context.getExtension("WEBGL_debug_renderer_info");
  return String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
}
