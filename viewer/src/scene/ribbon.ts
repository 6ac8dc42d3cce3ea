// Lines of a width in pixels as plain triangles, a rectangle with round ends for each segment. Software
// renderers draw instances one by one, so there are none.
import * as THREE from "three";

const kVertex = `
  uniform vec2 screen;
  uniform float width;
  uniform float lift;
  uniform float bias;
  in vec3 other;
  in vec3 corner;
  out vec2 at;
  out float length_;
  out float run;
  out float high;
  void main() {
    // corner: which end this is (0 or 1), which side (-1 or 1), where on the line the segment begins.
    vec4 here = projectionMatrix * modelViewMatrix * vec4(position + vec3(0.0, lift, 0.0), 1.0);
    vec4 there = projectionMatrix * modelViewMatrix * vec4(other + vec3(0.0, lift, 0.0), 1.0);
    // What lies behind the camera is cut off before it turns inside out.
    float near = 0.0001;
    if (here.w < near && there.w > near) here = mix(here, there, (near - here.w) / (there.w - here.w));
    else if (there.w < near && here.w > near) there = mix(there, here, (near - there.w) / (here.w - there.w));
    vec2 a = here.xy / here.w * 0.5 * screen;
    vec2 b = there.xy / there.w * 0.5 * screen;
    vec2 way = corner.x < 0.5 ? b - a : a - b;
    float far = length(way);
    way = far > 0.0001 ? way / far : vec2(1.0, 0.0);
    float half_ = width * 0.5;
    vec2 along = way * (corner.x < 0.5 ? -half_ : half_);
    vec2 side = vec2(-way.y, way.x) * corner.y * half_;
    at = vec2(corner.x < 0.5 ? -half_ : far + half_, corner.y * half_);
    length_ = far;
    run = corner.z;
    high = position.y;
    gl_Position = vec4((a + along + side) / (0.5 * screen), here.z / here.w + bias, 1.0);
    if (here.w < near) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }`;

const kFragment = `
  uniform float width;
  uniform vec3 colour;
  uniform float opacity;
  uniform vec2 dash;
  uniform float scale;
  uniform float ceiling;
  uniform bool through;
  uniform highp sampler2D depths;
  uniform vec2 pixels;
  in vec2 at;
  in float length_;
  in float run;
  in float high;
  out vec4 result;
  void main() {
    if (high > ceiling) discard;
    float over = max(max(-at.x, at.x - length_), 0.0);
    float away = over * over + at.y * at.y;
    if (away > width * width * 0.25) discard;
    float distance_ = run * scale + clamp(at.x, 0.0, length_);
    if (dash.y > 0.0 && (over > 0.0 || mod(distance_, dash.x + dash.y) > dash.x)) discard;
    if (through && gl_FragCoord.z > texture(depths, gl_FragCoord.xy / pixels).r
        && mod(floor(gl_FragCoord.x * 0.5) + floor(gl_FragCoord.y * 0.5), 3.0) > 0.5) discard;
    result = vec4(colour, opacity);
  }`;

export interface RibbonLook {
  colour: THREE.Color;
  width: number;
  dash: [number, number] | null;
  opacity: number;
  lift: number;
  /** Where something hides it, it is drawn as a fine pattern; for the moving scene only. */
  through: boolean;
}

/** Pairs of places, six numbers each; `run` is where on its line each one begins, in world units. */
export function ribbonGeometry(six: Float32Array, run: Float32Array): THREE.BufferGeometry {
  const segments = six.length / 6;
  const position = new Float32Array(segments * 12);
  const other = new Float32Array(segments * 12);
  const corner = new Float32Array(segments * 12);
  const index = new Uint32Array(segments * 6);
  for (let s = 0; s < segments; ++s) {
    const a = six.subarray(6 * s, 6 * s + 3);
    const b = six.subarray(6 * s + 3, 6 * s + 6);
    for (let k = 0; k < 4; ++k) {
      const end = k >> 1;
      position.set(end ? b : a, 12 * s + 3 * k);
      other.set(end ? a : b, 12 * s + 3 * k);
      corner.set([end, k & 1 ? 1 : -1, run[s]!], 12 * s + 3 * k);
    }
    index.set([4 * s, 4 * s + 1, 4 * s + 2, 4 * s + 1, 4 * s + 3, 4 * s + 2], 6 * s);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
  geometry.setAttribute("other", new THREE.BufferAttribute(other, 3));
  geometry.setAttribute("corner", new THREE.BufferAttribute(corner, 3));
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  return geometry;
}

/** What all ribbons share: the canvas' size, how long a world unit is on it, and what is peeled off. */
export interface RibbonUniforms {
  screen: { value: THREE.Vector2 };
  scale: { value: number };
  ceiling: { value: number };
  /** Depths of the still scene, and their width and height. */
  depths: { value: THREE.Texture | null };
  pixels: { value: THREE.Vector2 };
}

export function ribbonMaterial(look: RibbonLook, shared: RibbonUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: kVertex,
    fragmentShader: kFragment,
    uniforms: {
      ...shared,
      width: { value: look.width },
      colour: { value: look.colour },
      opacity: { value: look.opacity },
      dash: { value: new THREE.Vector2(look.dash?.[0] ?? 0, look.dash?.[1] ?? 0) },
      lift: { value: look.lift },
      bias: { value: -0.00008 },
      through: { value: look.through },
      // Reading depths while they are written is not allowed.
      depths: look.through ? shared.depths : { value: null },
    },
    side: THREE.DoubleSide,
    transparent: look.opacity < 1,
    depthWrite: false,
    depthTest: !look.through,
  });
}
