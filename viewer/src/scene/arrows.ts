// Agents: a triangle each that points where its agent goes. Places come as a texture, so that a frame
// sends sixteen bytes an agent and a software renderer has one triangle an agent to draw.
import * as THREE from "three";
import type { Stage } from "./stage";

const kWidth = 512;

const kVertex = `
  uniform highp sampler2D places;
  uniform highp sampler2D depths;
  uniform vec2 pixels;
  uniform mat4 shown;
  uniform vec2 screen;
  uniform float size;
  uniform float lift;
  uniform float ceiling;
  uniform vec3 tints[6];
  flat out vec3 tint;
  // One look for each agent, in place of a test at every pixel of a picture with depths.
  bool hidden(vec3 seen) {
    if (any(greaterThan(abs(seen.xy), vec2(1.0)))) return false;
    float ground = texelFetch(depths, ivec2((seen.xy * 0.5 + 0.5) * (pixels - 1.0)), 0).r;
    return seen.z * 0.5 + 0.5 > ground + 1e-4;
  }
  void main() {
    int agent = gl_VertexID / 3;
    int corner = gl_VertexID % 3;
    vec4 place = texelFetch(places, ivec2(agent % ${kWidth}, agent / ${kWidth}), 0);
    vec3 at = place.xyz + vec3(0.0, lift, 0.0);
    vec4 here = shown * vec4(at, 1.0);
    vec4 ahead = shown * vec4(at + vec3(cos(place.w), 0.0, sin(place.w)), 1.0);
    vec2 way = (ahead.xy / ahead.w - here.xy / here.w) * screen;
    way = dot(way, way) > 0.0 ? normalize(way) : vec2(0.0, 1.0);
    vec2 shape = corner == 0 ? vec2(0.0, 0.8) : vec2(corner == 1 ? -0.5 : 0.5, -0.6);
    vec2 turned = vec2(way.y * shape.x + way.x * shape.y, -way.x * shape.x + way.y * shape.y);
    bool away = place.y > ceiling || hidden(here.xyz / here.w);
    here.xy += turned * size * 2.0 / screen * here.w;
    tint = tints[agent % 6];
    gl_Position = away ? vec4(2.0, 2.0, 2.0, 1.0) : here;
  }`;

const kFragment = `
  flat in vec3 tint;
  out vec4 colour;
  void main() { colour = vec4(tint, 1.0); }`;

const kTints = {
  light: ["#1f5f8b", "#2b6f78", "#6a4a94", "#a34a26", "#3d6b35", "#7d5a12"],
  dark: ["#9fd0ee", "#9fe0d6", "#c9b6ee", "#f0b79f", "#bfe0a8", "#ecd9a0"],
};

export class Arrows {
  readonly object: THREE.Mesh;
  private readonly geometry = new THREE.BufferGeometry();
  private readonly material: THREE.ShaderMaterial;
  private texture = makeTexture(1);
  private count = 0;

  constructor(
    private readonly stage: Stage,
    lift: number,
  ) {
    this.material = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: kVertex,
      fragmentShader: kFragment,
      side: THREE.DoubleSide,
      depthTest: false,
      depthWrite: false,
      uniforms: {
        places: { value: this.texture },
        depths: stage.depths,
        pixels: { value: new THREE.Vector2(1, 1) },
        shown: { value: new THREE.Matrix4() },
        screen: { value: new THREE.Vector2(1, 1) },
        size: { value: 8 },
        lift: { value: lift },
        ceiling: { value: 1e30 },
        tints: { value: kTints.light.map((tint) => new THREE.Color(tint)) },
      },
    });
    this.object = new THREE.Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 50;
    this.object.visible = false;
  }

  get agents(): number {
    return this.count;
  }

  /** Places (three numbers each) and headings, counted from the x axis towards the z axis. */
  set(places: Float32Array, headings: Float32Array): void {
    this.count = headings.length;
    const rows = Math.max(1, Math.ceil(this.count / kWidth));
    if (this.texture.image.height !== rows) this.resize(rows);
    const data = this.texture.image.data as Float32Array;
    for (let i = 0; i < this.count; ++i) {
      data[4 * i] = places[3 * i]!;
      data[4 * i + 1] = places[3 * i + 1]!;
      data[4 * i + 2] = places[3 * i + 2]!;
      data[4 * i + 3] = headings[i]!;
    }
    this.texture.needsUpdate = true;
    this.geometry.setDrawRange(0, 3 * this.count);
    this.object.visible = this.count > 0;
  }

  look(pixels: number, theme: "light" | "dark", ceiling: number | null): void {
    const { uniforms } = this.material;
    uniforms["size"]!.value = pixels;
    uniforms["tints"]!.value = kTints[theme].map((tint) => new THREE.Color(tint));
    uniforms["ceiling"]!.value = ceiling ?? 1e30;
    const { camera } = this.stage.view;
    // Once a frame, not once a corner.
    (uniforms["shown"]!.value as THREE.Matrix4).multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.stage.renderer.getDrawingBufferSize(uniforms["pixels"]!.value as THREE.Vector2);
    (uniforms["screen"]!.value as THREE.Vector2).set(this.stage.view.size.width, this.stage.view.size.height);
  }

  clear(): void {
    this.count = 0;
    this.object.visible = false;
  }

  private resize(rows: number): void {
    this.texture.dispose();
    this.texture = makeTexture(rows);
    this.material.uniforms["places"]!.value = this.texture;
    this.geometry.dispose();
    // Nothing is read from it, but a geometry has to say how long it is.
    this.geometry.setAttribute("position", new THREE.BufferAttribute(new Int8Array(9 * rows * kWidth), 3));
  }
}

function makeTexture(rows: number): THREE.DataTexture {
  return new THREE.DataTexture(new Float32Array(4 * kWidth * rows), kWidth, rows, THREE.RGBAFormat, THREE.FloatType);
}
