/** Layers as the graphics card draws them: programs, buffers, and quads drawn in one go. */

import * as twgl from "twgl.js";

import { unpack } from "../data";
import type { Layer } from "../format";
import { sources } from "./glsl";

/** Effects that pictures at rest draw with the feature FINE. */
const REFINED = ["ball", "slab", "block", "disc", "upright", "hex", "cell"];

/** What every WebGL 2 has at least: none of another layer's stays enabled. */
const MOST_ATTRIBUTES = 16;

export const CLOSED = -1;
export const HIDDEN = -2;

/** What a layer draws, in numbers: see `Layer` of the data. */
export interface Rows {
  shader: string;
  features: string[];
  opaque: boolean;
  depth: boolean;
  finely?: boolean;
  corners: 1 | 4;
  points: Float32Array;
  lift: Float32Array;
  attributes: Record<string, Float32Array>;
  atlas?: WebGLTexture | undefined;
}

/**
 * A layer of balls in three: those that cover nothing, those that are opened, and these as outlines.
 *
 * `listed` says of each ball which row it has in the list of openings; others are `CLOSED` or `HIDDEN`.
 */
export function divided(solids: Rows, listed: Float32Array): [Rows, Rows, Rows] {
  const closed = { ...solids, attributes: { ...solids.attributes, listed } };
  const opened = { ...closed, features: [...solids.features, "FOCUS", "LISTED"] };
  return [closed, opened, { ...opened, features: [...opened.features, "OUTLINE"], opaque: false }];
}

export function rowsOf(layer: Layer): Rows {
  const floats = (packed: Layer["points"]) => unpack(packed) as Float32Array;
  const attributes: Record<string, Float32Array> = {};
  for (const [name, packed] of Object.entries(layer.attributes)) attributes[name] = floats(packed);
  const made: Rows = {
    shader: layer.shader,
    features: layer.features,
    opaque: layer.opaque,
    depth: layer.depth,
    corners: layer.corners,
    points: floats(layer.points),
    lift: floats(layer.lift),
    attributes,
  };
  if (layer.finely !== undefined) made.finely = layer.finely;
  return made;
}

/** The programs of one context, compiled when first drawn. */
export class Programs {
  private readonly made = new Map<string, twgl.ProgramInfo>();

  constructor(private readonly gl: WebGL2RenderingContext) {}

  of(shader: string, features: readonly string[]): twgl.ProgramInfo {
    const key = [shader, ...features].join(" ");
    let found = this.made.get(key);
    if (!found) {
      let complaint = "";
      found = twgl.createProgramInfo(this.gl, sources(shader, features), {
        errorCallback: (text) => (complaint = text),
      });
      if (!found) throw new Error(`${key}: ${complaint}`);
      this.made.set(key, found);
    }
    return found;
  }
}

/** One layer on the card. */
export class Drawn {
  readonly count: number;
  /** Whether its order is that of an eye, and not that of its rows. */
  isSorted = false;
  private buffers: twgl.BufferInfo;
  private drawn: number;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    readonly rows: Rows,
  ) {
    this.count = rows.points.length / (3 * rows.corners);
    this.drawn = this.count;
    this.buffers = this.filled(null);
  }

  /** Whether it is drawn from the front: lines, which leave gaps in those behind them. */
  get fromFront(): boolean {
    return this.rows.features.includes("RINGED") || this.rows.features.includes("OUTLINE");
  }

  /** Whether its order is told by an eye: soft edges lie over what is behind them. */
  get sorts(): boolean {
    const { opaque, corners, attributes } = this.rows;
    return (opaque || this.fromFront) && corners === 1 && (this.count > 1 || !!attributes["listed"]) && REFINED.includes(this.rows.shader);
  }

  /** Whether a row of it is drawn: of balls that are opened other layers show than of the rest. */
  has(row: number): boolean {
    const { listed } = this.rows.attributes;
    return !listed || (this.rows.features.includes("FOCUS") ? listed[row]! >= 0 : listed[row] === CLOSED);
  }

  /** Draw these rows in this order from now on. */
  sort(order: Uint32Array): void {
    this.free();
    this.drawn = order.length;
    this.buffers = this.filled(order);
    this.isSorted = true;
  }


  draw(programs: Programs, uniforms: Record<string, unknown>, fine: boolean, more: readonly string[]): void {
    const { gl, rows } = this;
    if (!this.drawn || (rows.finely !== undefined && rows.finely !== fine)) return;
    const refined = fine && REFINED.includes(rows.shader) && !rows.features.includes("DOT");
    const program = programs.of(rows.shader, [...rows.features, ...more, ...(refined ? ["FINE"] : [])]);
    gl.depthMask(rows.depth);
    gl.useProgram(program.program);
    for (let k = 0; k < MOST_ATTRIBUTES; k++) gl.disableVertexAttribArray(k);
    twgl.setBuffersAndAttributes(gl, program, this.buffers);
    twgl.setUniforms(program, uniforms);
    if (rows.corners === 4) twgl.drawBufferInfo(gl, this.buffers, gl.TRIANGLES);
    else twgl.drawBufferInfo(gl, this.buffers, gl.TRIANGLE_FAN, 4, 0, this.drawn);
  }

  free(): void {
    for (const held of Object.values(this.buffers.attribs ?? {})) this.gl.deleteBuffer(held.buffer);
    if (this.buffers.indices) this.gl.deleteBuffer(this.buffers.indices);
  }

  private filled(order: Uint32Array | null): twgl.BufferInfo {
    const { rows, count } = this;
    const four = rows.corners === 4;
    const arrays: twgl.Arrays = {};
    const add = (name: string, values: Float32Array, width: number) => {
      // Of quads with four corners each corner has its own row of numbers.
      const apart = four && values.length === 4 * count * width;
      const data = four && !apart ? fourTimes(values, width) : order ? reordered(values, width, order) : values;
      arrays[name] = { numComponents: width, data, ...(four ? {} : { divisor: 1 }) };
    };
    add("vertexMC", rows.points, 3);
    add("lift", rows.lift, 1);
    for (const [name, values] of Object.entries(rows.attributes)) add(name, values, four || !count ? 4 : values.length / count);
    if (four) {
      const corners = new Uint32Array(6 * count);
      for (let k = 0; k < count; k++) corners.set([0, 1, 2, 0, 2, 3].map((c) => 4 * k + c), 6 * k);
      arrays["indices"] = { numComponents: 3, data: corners };
    }
    return twgl.createBufferInfoFromArrays(this.gl, arrays);
  }
}

function reordered(values: Float32Array, width: number, order: Uint32Array): Float32Array {
  const made = new Float32Array(width * order.length);
  order.forEach((from, to) => {
    for (let k = 0; k < width; k++) made[to * width + k] = values[from * width + k]!;
  });
  return made;
}

function fourTimes(values: Float32Array, width: number): Float32Array {
  const made = new Float32Array(4 * values.length);
  for (let k = 0; k < made.length; k++) made[k] = values[Math.floor(k / (4 * width)) * width + (k % width)]!;
  return made;
}
