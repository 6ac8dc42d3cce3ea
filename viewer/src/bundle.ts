// Reads the server's binary answers: a JSON header followed by plain arrays.

export type ArrayType = "f32" | "u32" | "u16" | "u8";
export type NumberArray = Float32Array | Uint32Array | Uint16Array | Uint8Array;

interface ArrayInfo {
  name: string;
  type: ArrayType;
  width: number;
  count: number;
  offset: number;
}

const kMagic = 0x31425650;
const kBytes: Record<ArrayType, number> = { f32: 4, u32: 4, u16: 2, u8: 1 };

/** A decoded answer. The arrays are views into the received bytes. */
export class Bundle {
  constructor(
    readonly header: Record<string, unknown>,
    private readonly arrays: Map<string, NumberArray>,
  ) {}

  has(name: string): boolean {
    return this.arrays.has(name);
  }
  f32(name: string): Float32Array {
    const array = this.arrays.get(name);
    return array instanceof Float32Array ? array : new Float32Array();
  }
  u32(name: string): Uint32Array {
    const array = this.arrays.get(name);
    return array instanceof Uint32Array ? array : new Uint32Array();
  }
  u16(name: string): Uint16Array {
    const array = this.arrays.get(name);
    return array instanceof Uint16Array ? array : new Uint16Array();
  }
  u8(name: string): Uint8Array {
    const array = this.arrays.get(name);
    return array instanceof Uint8Array ? array : new Uint8Array();
  }
  number(name: string): number {
    const value = this.header[name];
    return typeof value === "number" ? value : NaN;
  }
}

export function decodeBundle(bytes: ArrayBuffer): Bundle {
  const view = new DataView(bytes);
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== kMagic) {
    throw new Error("the server's answer is not a bundle");
  }
  const headerLength = view.getUint32(4, true);
  const start = 8 + headerLength;
  if (start > bytes.byteLength) throw new Error("the server's answer is cut off");
  const text = new TextDecoder().decode(new Uint8Array(bytes, 8, headerLength));
  const header = JSON.parse(text) as Record<string, unknown> & { arrays: ArrayInfo[] };
  const arrays = new Map<string, NumberArray>();
  for (const info of header.arrays) arrays.set(info.name, viewOf(bytes, start, info));
  return new Bundle(header, arrays);
}

function viewOf(bytes: ArrayBuffer, start: number, info: ArrayInfo): NumberArray {
  const length = info.width * info.count;
  const offset = start + info.offset;
  if (offset + length * kBytes[info.type] > bytes.byteLength) {
    throw new Error(`the server's answer is cut off in "${info.name}"`);
  }
  switch (info.type) {
    case "f32":
      return new Float32Array(bytes, offset, length);
    case "u32":
      return new Uint32Array(bytes, offset, length);
    case "u16":
      return new Uint16Array(bytes, offset, length);
    case "u8":
      return new Uint8Array(bytes, offset, length);
  }
}
