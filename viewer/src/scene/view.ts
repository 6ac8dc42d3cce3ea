// The camera: from above or in perspective, both from the same place, distance and direction.
import * as THREE from "three";
import type { Point } from "../api";
import type { Camera } from "../state";

const kFieldOfView = 40;
const kFlight = 420;

export interface Ray {
  origin: THREE.Vector3;
  direction: THREE.Vector3;
}

export class View {
  private mode: "top" | "3d" = "3d";
  private pose: Camera = { target: [0, 0, 0], distance: 10, azimuth: 0, polar: 0.8 };
  private readonly flat = new THREE.OrthographicCamera();
  private readonly deep = new THREE.PerspectiveCamera(kFieldOfView);
  private width = 1;
  private height = 1;
  /** Free part of the canvas, in pixels from its edges: panels cover the rest. */
  private inset = { left: 0, bottom: 0, top: 0 };
  private reach = 100;
  private flight = 0;

  constructor(private readonly changed: () => void) {}

  get camera(): THREE.Camera {
    return this.mode === "top" ? this.flat : this.deep;
  }
  get size(): { width: number; height: number } {
    return { width: this.width, height: this.height };
  }
  getPose(): Camera {
    return structuredClone(this.pose);
  }
  setPose(pose: Camera): void {
    this.flight += 1;
    this.pose = structuredClone(pose);
    this.limit();
    this.changed();
  }
  setMode(mode: "top" | "3d"): void {
    this.mode = mode;
    this.changed();
  }
  setReach(size: number): void {
    this.reach = size;
  }
  /** Pixels at the left of the canvas that a panel covers. */
  get coveredLeft(): number {
    return this.inset.left;
  }
  /** How far above the ground lines are drawn. */
  get lift(): number {
    return this.reach * 0.0012;
  }
  setInset(left: number, bottom: number, top: number): void {
    this.inset = { left, bottom, top };
    this.changed();
  }
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  /** How much of the world one pixel shows at the target. */
  get unitsPerPixel(): number {
    return this.visibleHeight / this.height;
  }
  private get visibleHeight(): number {
    return 2 * this.pose.distance * Math.tan(((kFieldOfView / 2) * Math.PI) / 180);
  }

  apply(): void {
    const { target, distance, azimuth, polar } = this.pose;
    const aim = new THREE.Vector3(...target);
    const far = distance + this.reach * 4;
    const aspect = this.width / this.height;
    if (this.mode === "top") {
      const half = this.visibleHeight / 2;
      Object.assign(this.flat, { left: -half * aspect, right: half * aspect, top: half, bottom: -half, near: 0.1, far: this.reach * 8 });
      this.flat.position.set(target[0], target[1] + this.reach * 4, target[2]);
      this.flat.up.set(-Math.sin(azimuth), 0, -Math.cos(azimuth));
      this.flat.lookAt(aim);
    } else {
      this.deep.aspect = aspect;
      this.deep.near = Math.max(distance / 200, this.reach / 20000);
      this.deep.far = far;
      this.deep.position.setFromSphericalCoords(distance, polar, azimuth).add(aim);
      this.deep.up.set(0, 1, 0);
      this.deep.lookAt(aim);
    }
    const camera = this.mode === "top" ? this.flat : this.deep;
    // The target lies in the middle of what the panels leave free.
    camera.setViewOffset(this.width, this.height, -this.inset.left / 2, (this.inset.bottom - this.inset.top) / 2, this.width, this.height);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  ray(x: number, y: number): Ray {
    this.apply();
    const caster = new THREE.Raycaster();
    const place = new THREE.Vector2((x / this.width) * 2 - 1, 1 - (y / this.height) * 2);
    caster.setFromCamera(place, this.camera);
    return { origin: caster.ray.origin.clone(), direction: caster.ray.direction.clone() };
  }

  /** Where a point is on the canvas, if it lies ahead of the camera. */
  toScreen(point: Point): { x: number; y: number; ahead: boolean } {
    const place = new THREE.Vector3(...point).project(this.camera);
    return { x: ((place.x + 1) / 2) * this.width, y: ((1 - place.y) / 2) * this.height, ahead: place.z < 1 };
  }

  pan(fromX: number, fromY: number, toX: number, toY: number): void {
    const before = this.onPlane(fromX, fromY);
    const after = this.onPlane(toX, toY);
    if (!before || !after) return;
    const step = before.sub(after).clampLength(0, this.pose.distance);
    this.moveTarget(step.x, step.z);
  }

  orbit(dx: number, dy: number): void {
    this.flight += 1;
    this.pose.azimuth -= dx * 0.006;
    if (this.mode === "3d") this.pose.polar -= dy * 0.006;
    this.limit();
    this.changed();
  }

  zoom(factor: number, x: number, y: number): void {
    const before = this.onPlane(x, y);
    const old = this.pose.distance;
    this.pose.distance *= factor;
    this.limit();
    const real = this.pose.distance / old;
    if (before) {
      const aim = new THREE.Vector3(...this.pose.target);
      const step = before.sub(aim).clampLength(0, old * 2).multiplyScalar(1 - real);
      this.moveTarget(step.x, step.z);
    }
    this.flight += 1;
    this.changed();
  }

  /** From where all of a box is seen, in the part of the canvas that is free. */
  poseFor(min: Point, max: Point, turn = this.pose): Camera {
    const kept = this.pose;
    const least = this.reach * 0.01;
    const middle = min.map((low, axis) => (low + max[axis]!) / 2) as Point;
    const pose: Camera = { ...turn, target: [...middle], distance: Math.max(Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]), least) * 1.5 };
    const free = { width: Math.max(this.width - this.inset.left, 80) * 0.92, height: Math.max(this.height - this.inset.bottom - this.inset.top, 80) * 0.9 };
    for (let round = 0; round < 8; ++round) {
      this.pose = pose;
      const box = this.screenBox(min, max);
      const across = new THREE.Vector2(box.max.x + box.min.x, box.max.y + box.min.y).multiplyScalar(0.5);
      // Half of the canvas is the target's place; the rest of the way goes along the ground.
      const place = this.toScreen(pose.target);
      const [dx, dy] = [across.x - place.x, across.y - place.y];
      const unit = this.unitsPerPixel;
      const slant = this.mode === "top" ? 1 : Math.max(Math.cos(pose.polar), 0.3);
      pose.target[0] += (dx * Math.cos(pose.azimuth) + (dy / slant) * Math.sin(pose.azimuth)) * unit * 0.8;
      pose.target[2] += (-dx * Math.sin(pose.azimuth) + (dy / slant) * Math.cos(pose.azimuth)) * unit * 0.8;
      const fill = Math.max((box.max.x - box.min.x) / free.width, (box.max.y - box.min.y) / free.height);
      pose.distance = Math.max(pose.distance * fill, least);
    }
    this.pose = kept;
    return pose;
  }

  private screenBox(min: Point, max: Point): THREE.Box2 {
    this.apply();
    return this.boxOnScreen(min, max);
  }
  /** The part of the canvas that a box of the world covers; all of it where some of the box is not ahead. */
  boxOnScreen(min: Point, max: Point): THREE.Box2 {
    const box = new THREE.Box2();
    let ahead = true;
    for (let corner = 0; corner < 8; ++corner) {
      const place = this.toScreen([corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]);
      box.expandByPoint(new THREE.Vector2(place.x, place.y));
      ahead &&= place.ahead;
    }
    return ahead ? box : this.wholeCanvas;
  }
  get wholeCanvas(): THREE.Box2 {
    return new THREE.Box2(new THREE.Vector2(0, 0), new THREE.Vector2(this.width, this.height));
  }
  /** Moves there in a short flight, or at once where motion is not wanted. */
  flyTo(goal: Camera): void {
    const id = ++this.flight;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.setPose(goal);
    const start = this.getPose();
    const turn = Math.atan2(Math.sin(goal.azimuth - start.azimuth), Math.cos(goal.azimuth - start.azimuth));
    const begin = performance.now();
    const step = (now: number): void => {
      if (id !== this.flight) return;
      const part = Math.min(Math.max((now - begin) / kFlight, 0), 1);
      const t = part * part * (3 - 2 * part);
      this.pose = {
        target: start.target.map((x, i) => x + (goal.target[i]! - x) * t) as Point,
        distance: start.distance * Math.pow(goal.distance / start.distance, t),
        azimuth: start.azimuth + turn * t,
        polar: start.polar + (goal.polar - start.polar) * t,
      };
      this.changed();
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  private moveTarget(dx: number, dz: number): void {
    this.flight += 1;
    this.pose.target[0] += dx;
    this.pose.target[2] += dz;
    this.changed();
  }

  private onPlane(x: number, y: number): THREE.Vector3 | null {
    const { origin, direction } = this.ray(x, y);
    const down = (this.pose.target[1] - origin.y) / direction.y;
    return down > 0 && down < this.reach * 20 ? origin.addScaledVector(direction, down) : null;
  }

  private limit(): void {
    this.pose.polar = Math.min(Math.max(this.pose.polar, 0.02), 1.5);
    this.pose.distance = Math.min(Math.max(this.pose.distance, this.reach / 500), this.reach * 5);
  }
}
