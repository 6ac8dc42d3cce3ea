// The canvas: what is drawn, when, and from where. Nothing is drawn unless something changed.
import * as THREE from "three";
import type { Theme } from "../colours";
import { View } from "./view";

THREE.ColorManagement.enabled = false;

const kCopyVertex = `
  out vec2 place;
  void main() { place = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 1.0, 1.0); }`;
const kCopyFragment = `
  uniform sampler2D picture;
  in vec2 place;
  out vec4 colour;
  void main() { colour = vec4(texture(picture, place).rgb, 1.0); }`;

/**
 * Two scenes: `still` holds the world and all that is drawn on it, `moving` what changes every frame.
 * The still one is kept as a picture with its depths, so that a frame in which only agents move costs
 * a copy of it and not the whole world. A GPU smooths edges in that picture; without one, and while
 * nothing moves, the picture is left out.
 */
export class Stage {
  readonly still = new THREE.Scene();
  readonly moving = new THREE.Scene();
  readonly renderer: THREE.WebGLRenderer;
  readonly view: View;
  /** True where no GPU draws: finer pixels are left out there. */
  readonly software: boolean;
  /** Depths of the still scene, for those in the moving scene that may be hidden by it. */
  readonly depths = { texture: { value: null as THREE.Texture | null }, size: { value: new THREE.Vector2(1, 1) } };
  frames = 0;

  private animated = false;
  private stillDirty = true;
  private scheduled = false;
  private kept: THREE.WebGLRenderTarget | null = null;
  private readonly copy: THREE.Scene;
  private readonly picture = { value: null as THREE.Texture | null };
  private beforeDraw: (() => void)[] = [];
  private afterDraw: ((now: number) => void)[] = [];

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: false, powerPreference: "high-performance" });
    this.software = /swiftshader|llvmpipe|software|basic render/i.test(this.rendererName);
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.autoClear = false;
    this.renderer.setPixelRatio(this.software ? 1 : Math.min(window.devicePixelRatio, 2));
    this.view = new View(() => this.invalidate());
    this.copy = makeCopy(this.picture);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.resize();
  }

  get rendererName(): string {
    return nameOfRenderer(this.renderer.getContext() as WebGL2RenderingContext);
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

  /** Runs before each drawing of the still scene, where sizes in pixels become sizes in the world. */
  onBeforeDraw(call: () => void): void {
    this.beforeDraw.push(call);
  }
  onAfterDraw(call: (now: number) => void): void {
    this.afterDraw.push(call);
  }

  setAnimated(on: boolean): void {
    this.animated = on;
    this.invalidate();
  }

  /** The still scene changed. */
  invalidate(): void {
    this.stillDirty = true;
    this.schedule();
  }
  /** Only the moving scene changed. */
  touch(): void {
    this.schedule();
  }

  /** A picture of what is shown, as PNG. */
  async png(): Promise<Blob> {
    this.stillDirty = true;
    this.draw(performance.now());
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture could be made"))), "image/png");
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame((now) => {
      this.scheduled = false;
      this.draw(now);
    });
  }

  private draw(now: number): void {
    if (this.stillDirty) {
      this.view.apply();
      for (const call of this.beforeDraw) call();
    }
    const camera = this.view.camera;
    if (this.animated || !this.software) {
      const target = this.keep();
      if (this.stillDirty) {
        this.renderer.setRenderTarget(target);
        this.renderer.clear();
        this.renderer.render(this.still, camera);
        this.renderer.setRenderTarget(null);
      }
      this.renderer.clear();
      this.renderer.render(this.copy, camera);
      this.renderer.render(this.moving, camera);
    } else {
      this.renderer.clear();
      this.renderer.render(this.still, camera);
    }
    this.stillDirty = false;
    this.frames += 1;
    for (const call of this.afterDraw) call(now);
  }

  private keep(): THREE.WebGLRenderTarget {
    const size = this.renderer.getDrawingBufferSize(new THREE.Vector2());
    if (this.kept && this.kept.width === size.x && this.kept.height === size.y) return this.kept;
    this.kept?.dispose();
    this.kept = new THREE.WebGLRenderTarget(size.x, size.y, {
      samples: this.software ? 0 : 4,
      minFilter: THREE.NearestFilter,
      magFilter: THREE.NearestFilter,
      depthTexture: new THREE.DepthTexture(size.x, size.y, THREE.UnsignedIntType),
    });
    this.picture.value = this.kept.texture;
    this.depths.texture.value = this.kept.depthTexture;
    this.depths.size.value.copy(size);
    this.stillDirty = true;
    return this.kept;
  }

  private resize(): void {
    const box = this.canvas.parentElement!.getBoundingClientRect();
    if (box.width === 0) return;
    const width = Math.max(1, Math.round(box.width));
    const height = Math.max(1, Math.round(box.height));
    this.renderer.setSize(width, height, false);
    this.view.resize(width, height);
    this.invalidate();
  }
}

function makeCopy(picture: { value: THREE.Texture | null }): THREE.Scene {
  const scene = new THREE.Scene();
  const triangle = new THREE.BufferGeometry();
  triangle.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: kCopyVertex,
    fragmentShader: kCopyFragment,
    uniforms: { picture },
    depthTest: false,
    depthWrite: false,
  });
  const mesh = new THREE.Mesh(triangle, material);
  mesh.frustumCulled = false;
  scene.add(mesh);
  return scene;
}

function nameOfRenderer(context: WebGL2RenderingContext | null): string {
  if (!context) return "";
  const info = context.getExtension("WEBGL_debug_renderer_info");
  return String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
}
