// What every kind of ground offers to the rest of the page.
import type * as THREE from "three";
import type { Point } from "../api";
import type { Theme } from "../colours";
import type { Ray } from "./view";

export interface Hit {
  point: Point;
  element: number;
}

export interface Surface {
  readonly object: THREE.Object3D;
  readonly elements: number;
  /** Shows a colour for each element, four bytes each. */
  paint(colours: Uint8Array): void;
  setTheme(theme: Theme): void;
  /** How strongly slopes are shaded, 0 for not at all. */
  setRelief(strength: number): void;
  setClip(height: number | null): void;
  /** Makes what the first pick() needs, which takes a moment on large worlds. */
  prepare(): void;
  /** The first element that a ray meets and that is not hidden. */
  pick(ray: Ray): Hit | null;
  /** Segments (six numbers each) between elements whose numbers in `parts` differ. */
  borders(parts: Uint32Array): Float32Array;
  /** The middle of an element. */
  centre(element: number): Point;
}
