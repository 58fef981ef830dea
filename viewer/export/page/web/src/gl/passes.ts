/**
 * Pictures at rest: the mean of some passes, each looked at through another part of a pixel. They
 * are drawn beside the canvas, one a frame, and put onto it when the last one is done.
 */

import * as twgl from "twgl.js";

/** A turned square: edges that are almost upright or level have as many steps as there are passes. */
const WITHIN_A_PIXEL: readonly (readonly [number, number])[] = [
  [-0.125, -0.375],
  [0.375, -0.125],
  [-0.375, 0.125],
  [0.125, 0.375],
];
export const PASSES = WITHIN_A_PIXEL.length;

const VERTEX = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform float share;
in vec2 at;
out vec4 fragment;
void main() { fragment = vec4(texture(picture, at).rgb, share); }`;

export class Passes {
  private readonly copy: twgl.ProgramInfo;
  private pass: Target | null = null;
  private mean: Target | null = null;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.copy = twgl.createProgramInfo(gl, [VERTEX, FRAGMENT]);
  }

  /** Draw pass `number` with a matrix that is moved by its part of a pixel. */
  draw(number: number, width: number, height: number, matrix: Float32Array, draw: (moved: Float32Array) => void): void {
    const { gl } = this;
    if (this.pass?.width !== width || this.pass.height !== height) this.make(width, height);
    const [x, y] = WITHIN_A_PIXEL[number]!;
    const moved = matrix.slice();
    for (let column = 0; column < 16; column += 4) {
      moved[column]! += ((2 * x) / width) * matrix[column + 3]!;
      moved[column + 1]! += ((2 * y) / height) * matrix[column + 3]!;
    }
    this.pass!.bind();
    draw(moved);
    this.mean!.bind();
    this.lay(this.pass!.picture, 1 / (number + 1));
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** Put the mean of the passes onto the canvas, which is as large. */
  show(): void {
    this.gl.viewport(0, 0, this.mean!.width, this.mean!.height);
    this.lay(this.mean!.picture, 1);
  }

  private lay(picture: WebGLTexture, share: number): void {
    const { gl, copy } = this;
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(copy.program);
    twgl.setUniforms(copy, { picture, share });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  private make(width: number, height: number): void {
    const { gl } = this;
    for (const old of [this.pass, this.mean]) old?.free();
    this.pass = new Target(gl, width, height, true);
    this.mean = new Target(gl, width, height, false);
  }
}

/** A picture beside the canvas. */
class Target {
  readonly picture: WebGLTexture;
  private readonly frame: WebGLFramebuffer;
  private readonly depth: WebGLRenderbuffer | null = null;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    readonly width: number,
    readonly height: number,
    deep: boolean,
  ) {
    this.picture = gl.createTexture()!;
    this.frame = gl.createFramebuffer()!;
    gl.bindTexture(gl.TEXTURE_2D, this.picture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.picture, 0);
    if (deep) {
      this.depth = gl.createRenderbuffer()!;
      gl.bindRenderbuffer(gl.RENDERBUFFER, this.depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, this.depth);
    }
  }

  /** Draw into it from now on. */
  bind(): void {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.frame);
    this.gl.viewport(0, 0, this.width, this.height);
  }

  free(): void {
    this.gl.deleteFramebuffer(this.frame);
    this.gl.deleteRenderbuffer(this.depth);
    this.gl.deleteTexture(this.picture);
  }
}
