/** What shaders are told of a frame: eye, lights, size; `Stage._frame_begins` for the page. */

import type { Vec3 } from "../format";
import { type Fitted, frame, SLOPE } from "./camera";
import { minus, plus, scaled, unit } from "./vectors";

/** Where the lights stand: right, up and towards the camera, in the picture's own frame. */
const KEY: Vec3 = [-0.45, 0.55, 0.7];
const FILL: Vec3 = [0.75, -0.1, 0.55];

export type Uniforms = Record<string, number | ArrayLike<number>>;

/** Values that hold where nothing else is said. */
export const START: Readonly<Uniforms> = {
  lens: [0, 0, 0, 0],
  pointer: [0, 0, 0, 0],
  pourTime: 0,
  planeCount: 0,
  gapCount: 0,
  explode: 0,
  together: 1,
};

export function frameUniforms(camera: Fitted, matrix: Float32Array, width: number, height: number): Uniforms {
  const { back, up, right } = frame(camera.azimuth, camera.elevation);
  const forward = scaled(back, -1);
  const world = (way: Vec3): Vec3 => unit(plus(plus(scaled(right, way[0]), up, way[1]), back, way[2]));
  const key = world(KEY);
  const scale = camera.parallel ? camera.distance * SLOPE : SLOPE;
  return {
    MCDCMatrix: matrix,
    cameraParallel: camera.parallel ? 1 : 0,
    eye: plus(camera.centre, back, camera.distance),
    forward,
    up,
    key,
    fill: world(FILL),
    glint: unit(minus(key, forward)),
    sharp: (0.5 * height) / scale,
    screen: [0.5 * width, 0.5 * height, 0],
  };
}
