/** Draws layers into one WebGL 2 context, in the order of the program's own scene. */

import * as twgl from "twgl.js";

import type { Vec3 } from "../format";
import { type Fitted, frame } from "./camera";
import { frameUniforms, START, type Uniforms } from "./frame";
import { Drawn, Programs, type Rows } from "./layers";
import { Passes } from "./passes";
import { dot, minus, plus, size } from "./vectors";

/** Solids that planes cut. */
const CUTTABLE = ["block", "disc", "upright", "hex", "cell"];
/** Radians that things turn, as the eye sees them, before they are sorted again. */
const TURN = 0.12;

/** This browser, or this machine, draws no WebGL 2. */
export class NoWebGL extends Error {}

export class Painter {
  private readonly gl: WebGL2RenderingContext;
  private programs: Programs;
  private passes: Passes | null = null;
  private layers: Drawn[] = [];
  private readonly known = new Map<Rows, Drawn>();
  private openings: WebGLTexture | null = null;
  private sortedFrom: { eye: Vec3; forward: Vec3; parallel: boolean } | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, powerPreference: "high-performance" });
    if (!gl) throw new NoWebGL("no WebGL 2");
    this.gl = gl;
    this.programs = new Programs(gl);
  }

  get context(): WebGL2RenderingContext {
    return this.gl;
  }

  get isLost(): boolean {
    return this.gl.isContextLost();
  }

  /** Begin anew with a context that came back: nothing of the old one is left. */
  restart(): void {
    this.programs = new Programs(this.gl);
    this.passes = this.openings = null;
    this.layers = [];
    this.known.clear();
    this.sortedFrom = null;
  }

  /** Draw these layers from now on; those that were drawn before stay on the card. */
  show(rows: readonly Rows[]): void {
    const wanted = new Set(rows);
    for (const [one, drawn] of this.known) {
      if (wanted.has(one)) continue;
      drawn.free();
      this.known.delete(one);
    }
    this.layers = rows.map((one) => {
      let drawn = this.known.get(one);
      if (!drawn) {
        drawn = new Drawn(this.gl, one);
        this.known.set(one, drawn);
      }
      return drawn;
    });
  }

  /** Hear that the list of openings has changed, with its texels. */
  open(texels: Float32Array, width: number): void {
    const { gl } = this;
    this.openings ??= twgl.createTexture(gl, { minMag: gl.NEAREST, auto: false });
    gl.bindTexture(gl.TEXTURE_2D, this.openings);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, texels.length / (4 * width), 0, gl.RGBA, gl.FLOAT, texels);
    for (const layer of this.layers) if (layer.rows.attributes["listed"]) layer.isSorted = false;
  }

  /** Draw a frame of something that moves: quickly, edges blended over their pixels. */
  draw(camera: Fitted, matrix: Float32Array, values: Uniforms): void {
    const { width, height } = this.canvas;
    this.sort(camera, Number(values["explode"] ?? 0));
    this.paint({ ...START, ...values, ...frameUniforms(camera, matrix, width, height) }, width, height, false);
  }

  /** Draw one pass of a picture at rest, as large as this. It is seen once `present` is called. */
  refine(pass: number, camera: Fitted, matrix: Float32Array, values: Uniforms, width: number, height: number): void {
    this.passes ??= new Passes(this.gl);
    this.passes.draw(pass, width, height, matrix, (moved) => {
      const uniforms = { ...START, ...values, ...frameUniforms(camera, moved, width, height), sharp: 0 };
      this.paint(uniforms, width, height, true);
    });
  }

  /** Put the picture at rest onto the canvas. */
  present(): void {
    this.passes?.show();
  }

  private paint(uniforms: Uniforms, width: number, height: number, fine: boolean): void {
    const { gl } = this;
    gl.viewport(0, 0, width, height);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.CULL_FACE);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT | gl.COLOR_BUFFER_BIT);
    const cut = Number(uniforms["planeCount"]) + Number(uniforms["gapCount"]) > 0;
    for (const opaque of [true, false]) {
      for (const layer of this.layers) {
        const { rows } = layer;
        const more = cut && CUTTABLE.includes(rows.shader) && !rows.features.includes("CUT") ? ["CUT"] : [];
        const textures = { ...(rows.atlas && { atlas: rows.atlas }), ...(rows.attributes["listed"] && { openings: this.openings }) };
        if (rows.opaque === opaque) layer.draw(this.programs, { ...uniforms, ...textures }, fine, more);
      }
    }
  }

  /** Let solids be drawn from behind: their soft edges lie over what is behind them. */
  private sort(camera: Fitted, explode: number): void {
    const { back } = frame(camera.azimuth, camera.elevation);
    const eye = plus(camera.centre, back, camera.distance);
    const old = this.sortedFrom;
    const parallel = camera.parallel;
    let anew = !old || old.parallel !== parallel;
    if (old && !anew) {
      // Of two that cover one another neither is a whole diameter aside.
      const turn = parallel ? size(minus(back, old.forward)) : size(minus(eye, old.eye)) / (0.3 * camera.distance);
      anew = turn > TURN;
    }
    if (anew) this.sortedFrom = { eye, forward: back, parallel };
    for (const layer of this.layers) {
      if (!layer.sorts || (layer.isSorted && !anew)) continue;
      const { points, lift } = layer.rows;
      const far = Float64Array.from({ length: layer.count }, (_, k) => {
        const place: Vec3 = [points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]! + explode * lift[k]!];
        const way = minus(place, eye);
        return parallel ? -dot(place, back) : dot(way, way);
      });
      const order = Uint32Array.from([...far.keys()].filter((row) => layer.has(row))).sort((a, b) => (layer.fromFront ? far[a]! - far[b]! : far[b]! - far[a]!));
      layer.sort(order);
    }
  }
}
