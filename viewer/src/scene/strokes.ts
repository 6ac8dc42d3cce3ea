// Lines of a width in pixels, solid or dashed, that shine through what hides them.
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Point } from "../api";
import type { Rgb } from "../colours";
import type { Stage } from "./stage";

export interface StrokeLook {
  colour: string;
  width: number;
  dash: [number, number] | null;
  opacity?: number;
}

/** Keeps dashes the same length on the screen at every distance. */
export class Strokes {
  private readonly materials = new Set<LineMaterial>();

  constructor(
    private readonly stage: Stage,
    readonly lift: number,
  ) {
    stage.onBeforeDraw(() => {
      const scale = 1 / Math.max(stage.view.unitsPerPixel, 1e-9);
      const { width, height } = stage.view.size;
      for (const material of this.materials) {
        material.dashScale = scale;
        material.resolution.set(width, height);
      }
    });
  }

  /** A path; its parts behind other storeys are drawn faintly. */
  path(points: Point[], look: StrokeLook, order: number): THREE.Group {
    const flat = new Float32Array(points.length * 3);
    points.forEach((p, i) => flat.set([p[0], p[1] + this.lift * (1 + order * 0.2), p[2]], 3 * i));
    const geometry = new LineGeometry();
    geometry.setPositions(flat);
    const group = new THREE.Group();
    for (const hidden of [true, false]) {
      const line = new Line2(geometry, this.material(look, hidden));
      line.computeLineDistances();
      line.renderOrder = 20 + order + (hidden ? 0 : 10);
      line.frustumCulled = false;
      group.add(line);
    }
    return group;
  }

  segments(six: Float32Array, look: StrokeLook, order: number): THREE.Object3D {
    const raised = six.slice();
    for (let i = 1; i < raised.length; i += 3) raised[i]! += this.lift * 0.6;
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(raised);
    const lines = new LineSegments2(geometry, this.material(look, false));
    if (look.dash) lines.computeLineDistances();
    lines.renderOrder = order;
    lines.frustumCulled = false;
    return lines;
  }

  /** Lines of one pixel, for many of them. */
  hairlines(six: Float32Array, colour: Rgb, opacity: number, order: number): THREE.LineSegments {
    const raised = six.slice();
    for (let i = 1; i < raised.length; i += 3) raised[i]! += this.lift * 0.4;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(raised, 3));
    const material = new THREE.LineBasicMaterial({ color: colourOf(colour), transparent: opacity < 1, opacity, depthWrite: false });
    const lines = new THREE.LineSegments(geometry, material);
    lines.renderOrder = order;
    lines.frustumCulled = false;
    return lines;
  }

  /** Takes something made here away again, with its memory. */
  remove(object: THREE.Object3D | null): void {
    if (!object) return;
    object.removeFromParent();
    object.traverse((part) => {
      if (!(part instanceof THREE.Mesh || part instanceof THREE.LineSegments || part instanceof THREE.Points)) return;
      (part.geometry as THREE.BufferGeometry).dispose();
      const material = part.material as THREE.Material;
      if (material instanceof LineMaterial) this.materials.delete(material);
      material.dispose();
    });
  }

  private material(look: StrokeLook, hidden: boolean): LineMaterial {
    const opacity = (look.opacity ?? 1) * (hidden ? 0.3 : 1);
    const material = new LineMaterial({
      color: new THREE.Color(look.colour).getHex(),
      linewidth: look.width,
      dashed: look.dash !== null,
      dashSize: look.dash?.[0] ?? 1,
      gapSize: look.dash?.[1] ?? 1,
      transparent: opacity < 1,
      opacity,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetUnits: hidden ? 600 : -600,
      depthFunc: hidden ? THREE.GreaterDepth : THREE.LessEqualDepth,
    });
    material.resolution.set(this.stage.view.size.width, this.stage.view.size.height);
    this.materials.add(material);
    return material;
  }
}

export function colourOf(colour: Rgb): THREE.Color {
  return new THREE.Color(colour[0] / 255, colour[1] / 255, colour[2] / 255);
}
