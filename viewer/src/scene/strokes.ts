// Lines of a width in pixels, solid or dashed, that shine through what hides them.
import * as THREE from "three";
import type { Point } from "../api";
import type { Rgb } from "../colours";
import { type RibbonUniforms, ribbonGeometry, ribbonMaterial } from "./ribbon";
import type { Stage } from "./stage";

export interface StrokeLook {
  colour: string;
  width: number;
  dash: [number, number] | null;
  opacity?: number;
}

/** Makes lines, and keeps their dashes the same length on the screen at every distance. */
export class Strokes {
  /** By what they look like: a renderer translates the program of a material that nobody keeps anew. */
  private readonly materials = new Map<string, THREE.Material>();
  private readonly shared: RibbonUniforms;

  constructor(private readonly stage: Stage) {
    this.shared = {
      screen: { value: new THREE.Vector2(1, 1) },
      scale: { value: 1 },
      ceiling: { value: 1e30 },
      depths: stage.depths,
      pixels: { value: new THREE.Vector2(1, 1) },
    };
    stage.onBeforeDraw(() => {
      stage.renderer.getDrawingBufferSize(this.shared.pixels.value);
      this.shared.scale.value = 1 / Math.max(stage.view.unitsPerPixel, 1e-9);
      this.shared.screen.value.set(stage.view.size.width, stage.view.size.height);
    });
  }

  get lift(): number {
    return this.stage.view.lift;
  }

  setClip(height: number | null): void {
    this.shared.ceiling.value = height ?? 1e30;
  }

  /**
   * A path; its parts behind other storeys are drawn faintly. It has the detail that can be seen from
   * where the camera is now.
   */
  path(all: Point[], look: StrokeLook, order: number): THREE.Mesh {
    const points = thinned(all, this.stage.view.unitsPerPixel * 1.2);
    const six = new Float32Array(Math.max(points.length - 1, 0) * 6);
    const run = new Float32Array(points.length);
    for (let i = 0; i + 1 < points.length; ++i) {
      const [a, b] = [points[i]!, points[i + 1]!];
      six.set([...a, ...b], 6 * i);
      run[i + 1] = run[i]! + Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }
    return this.ribbon(ribbonGeometry(six, run), look, 30 + order, true, this.lift);
  }

  segments(six: Float32Array, look: StrokeLook, order: number): THREE.Mesh {
    const geometry = ribbonGeometry(six, new Float32Array(six.length / 6));
    return this.ribbon(geometry, look, order, false, this.lift * 0.6);
  }

  private ribbon(geometry: THREE.BufferGeometry, look: StrokeLook, order: number, through: boolean, lift: number): THREE.Mesh {
    const key = JSON.stringify([look, through, lift]);
    const opacity = look.opacity ?? 1;
    const material = this.material(key, () => ribbonMaterial({ ...look, opacity, colour: new THREE.Color(look.colour), lift, through }, this.shared));
    const mesh = new THREE.Mesh(geometry, material);
    mesh.renderOrder = order;
    mesh.frustumCulled = false;
    return mesh;
  }

  /** Lines of one pixel, for many of them. */
  hairlines(six: Float32Array, colour: Rgb, opacity: number, order: number): THREE.LineSegments {
    const raised = six.slice();
    for (let i = 1; i < raised.length; i += 3) raised[i]! += this.lift * 0.4;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(raised, 3));
    const key = `hairline ${colour.join()} ${opacity}`;
    const material = this.material(key, () => new THREE.LineBasicMaterial({ color: colourOf(colour), transparent: opacity < 1, opacity, depthWrite: false }));
    const lines = new THREE.LineSegments(geometry, material);
    lines.renderOrder = order;
    lines.frustumCulled = false;
    return lines;
  }

  private material<M extends THREE.Material>(key: string, make: () => M): M {
    let found = this.materials.get(key);
    if (!found) this.materials.set(key, (found = make()));
    return found as M;
  }

  /** Takes something made here away again, with its memory. */
  remove(object: THREE.Object3D | null): void {
    if (!object) return;
    object.removeFromParent();
    object.traverse((part) => {
      if (!(part instanceof THREE.Mesh || part instanceof THREE.LineSegments || part instanceof THREE.Points)) return;
      (part.geometry as THREE.BufferGeometry).dispose();
    });
  }
}

/** Without the points that lie nearer than `least` to the one before; the last one stays. */
function thinned(points: Point[], least: number): Point[] {
  const kept: Point[] = [];
  let last: Point | undefined;
  points.forEach((point, i) => {
    const far = !last || Math.hypot(point[0] - last[0], point[1] - last[1], point[2] - last[2]) >= least;
    if (!far && i + 1 < points.length) return;
    kept.push(point);
    last = point;
  });
  return kept;
}

export function colourOf(colour: Rgb): THREE.Color {
  return new THREE.Color(colour[0] / 255, colour[1] / 255, colour[2] / 255);
}
