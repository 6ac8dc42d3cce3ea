// Many small marks: gates, expanded nodes, agents. A size in pixels, a shape, a colour each.
import * as THREE from "three";
import type { Stage } from "./stage";

const kVertex = `
  uniform float size;
  uniform float last;
  uniform float lift;
  uniform vec2 screen;
  in float turn;
  in vec3 tint;
  out vec3 colour;
  out vec2 forward;
  #include <clipping_planes_pars_vertex>
  void main() {
    colour = tint;
    vec4 mvPosition = modelViewMatrix * vec4(position + vec3(0.0, lift, 0.0), 1.0);
    gl_Position = projectionMatrix * mvPosition;
    vec4 ahead = projectionMatrix * modelViewMatrix * vec4(position + vec3(sin(turn), lift, cos(turn)), 1.0);
    vec2 way = (ahead.xy / ahead.w - gl_Position.xy / gl_Position.w) * screen;
    forward = length(way) > 0.0 ? normalize(way) : vec2(0.0, 1.0);
    gl_PointSize = size;
    #include <clipping_planes_vertex>
    if (float(gl_VertexID) >= last) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }`;

// Round marks have a rim; arrows point where they go.
const kFragment = `
  uniform bool arrow;
  uniform float size;
  uniform vec3 rim;
  uniform float opacity;
  in vec3 colour;
  in vec2 forward;
  out vec4 result;
  #include <clipping_planes_pars_fragment>
  void main() {
    #include <clipping_planes_fragment>
    vec2 at = vec2(gl_PointCoord.x - 0.5, 0.5 - gl_PointCoord.y) * 2.0;
    float away = length(at);
    if (arrow && size > 5.0) {
      vec2 own = vec2(dot(at, vec2(forward.y, -forward.x)), dot(at, forward));
      away = max(abs(own.x) * 1.5 + own.y * 0.7 + 0.15, -own.y * 1.25);
      if (own.y < -0.35 && abs(own.x) < (-own.y - 0.35) * 0.9) discard;
    }
    if (away > 1.0) discard;
    float edge = smoothstep(1.0 - 3.2 / size, 1.0 - 1.6 / size, away);
    result = vec4(mix(colour, rim, edge), opacity);
  }`;

export interface DotsLook {
  size: number;
  arrow?: boolean;
  rim: THREE.Color;
  opacity?: number;
  lift: number;
  order: number;
}

/** The first one is never given back, so that its program stays translated. */
let kept: THREE.ShaderMaterial | null = null;

export class Dots {
  readonly object: THREE.Points;
  private readonly geometry = new THREE.BufferGeometry();
  private readonly material: THREE.ShaderMaterial;

  constructor(stage: Stage, look: DotsLook) {
    this.material = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: kVertex,
      fragmentShader: kFragment,
      clipping: true,
      transparent: (look.opacity ?? 1) < 1,
      depthWrite: false,
      uniforms: {
        size: { value: look.size * stage.renderer.getPixelRatio() },
        last: { value: 1e9 },
        lift: { value: look.lift },
        arrow: { value: look.arrow ?? false },
        rim: { value: look.rim },
        opacity: { value: look.opacity ?? 1 },
        screen: { value: stage.renderer.getSize(new THREE.Vector2()) },
      },
    });
    kept ??= this.material;
    this.object = new THREE.Points(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = look.order;
  }

  /** Places (three numbers each), colours in [0, 1] (three each), and headings where there are any. */
  set(places: Float32Array, tints: Float32Array, turns?: Float32Array): void {
    this.write("position", places, 3);
    this.write("tint", tints, 3);
    this.write("turn", turns ?? new Float32Array(places.length / 3), 1);
  }
  move(places: Float32Array, turns: Float32Array): void {
    this.write("position", places, 3);
    this.write("turn", turns, 1);
  }
  setSize(pixels: number): void {
    this.material.uniforms["size"]!.value = pixels;
  }
  showFirst(count: number): void {
    this.material.uniforms["last"]!.value = count;
  }
  dispose(): void {
    this.object.removeFromParent();
    this.geometry.dispose();
    if (this.material !== kept) this.material.dispose();
  }

  private write(name: string, values: Float32Array, width: number): void {
    const old = this.geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
    if (old && old.array.length === values.length) {
      (old.array as Float32Array).set(values);
      old.needsUpdate = true;
    } else {
      if (old) this.geometry.dispose();
      const attribute = new THREE.BufferAttribute(values.slice(), width);
      attribute.setUsage(THREE.DynamicDrawUsage);
      this.geometry.setAttribute(name, attribute);
    }
  }
}

/** The same colour for `count` marks. */
export function evenTints(count: number, colour: THREE.Color): Float32Array {
  const tints = new Float32Array(count * 3);
  for (let i = 0; i < count; ++i) tints.set([colour.r, colour.g, colour.b], 3 * i);
  return tints;
}
