// Many small round marks: gates, expanded nodes. A size in pixels, a colour each.
import * as THREE from "three";
import type { Stage } from "./stage";

const kVertex = `
  uniform float size;
  uniform float last;
  uniform float lift;
  in vec3 tint;
  out vec3 colour;
  #include <clipping_planes_pars_vertex>
  void main() {
    colour = tint;
    vec4 mvPosition = modelViewMatrix * vec4(position + vec3(0.0, lift, 0.0), 1.0);
    gl_Position = projectionMatrix * mvPosition;
    gl_PointSize = size;
    #include <clipping_planes_vertex>
    if (float(gl_VertexID) >= last) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }`;

// Round, with a rim.
const kFragment = `
  uniform float size;
  uniform vec3 rim;
  uniform float opacity;
  in vec3 colour;
  out vec4 result;
  #include <clipping_planes_pars_fragment>
  void main() {
    #include <clipping_planes_fragment>
    vec2 at = vec2(gl_PointCoord.x - 0.5, 0.5 - gl_PointCoord.y) * 2.0;
    float away = length(at);
    if (away > 1.0) discard;
    // Small marks would be nothing but rim.
    float edge = size < 6.0 ? 0.0 : smoothstep(1.0 - 3.2 / size, 1.0 - 1.6 / size, away);
    result = vec4(mix(colour, rim, edge), opacity);
  }`;

export interface DotsLook {
  size: number;
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
        rim: { value: look.rim },
        opacity: { value: look.opacity ?? 1 },
      },
    });
    kept ??= this.material;
    this.object = new THREE.Points(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = look.order;
  }

  /** Places (three numbers each) and colours in [0, 1] (three each). */
  set(places: Float32Array, tints: Float32Array): void {
    this.geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
    this.geometry.setAttribute("tint", new THREE.BufferAttribute(tints, 3));
    this.geometry.boundingBox = null;
  }
  showFirst(count: number): void {
    this.material.uniforms["last"]!.value = count;
  }
  dispose(): void {
    this.object.removeFromParent();
    this.geometry.dispose();
    if (this.material !== kept) this.material.dispose();
  }
}

/** The same colour for `count` marks. */
export function evenTints(count: number, colour: THREE.Color): Float32Array {
  const tints = new Float32Array(count * 3);
  for (let i = 0; i < count; ++i) tints.set([colour.r, colour.g, colour.b], 3 * i);
  return tints;
}
