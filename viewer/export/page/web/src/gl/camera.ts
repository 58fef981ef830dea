/** The camera: turntable numbers, fits, flights and its matrix, as `viewer/scene/camera.py` has them. */

import type { Vec3, ViewData } from "../format";
import { dot, minus, plus, scaled } from "./vectors";

export interface Camera {
  azimuth: number;
  elevation: number;
  centre: Vec3 | null;
  distance: number | null;
  parallel: boolean;
}

export interface Fitted extends Camera {
  centre: Vec3;
  distance: number;
}

/** Vertical opening of the lens in degrees, and its slope. */
export const LENS = 30;
export const SLOPE = Math.tan((LENS / 2) * (Math.PI / 180));

const NEAREST = 1;
const FARTHEST = 2000;
const DEGREES_A_PIXEL = 0.4;

/** The camera of a view; where it says nothing of it, the one the board is seen best from. */
export function cameraOf(view: ViewData, home?: { azimuth: number; elevation: number }): Camera {
  const given = view.camera ?? {};
  const atHome = given.azimuth === undefined && given.elevation === undefined;
  return {
    azimuth: given.azimuth ?? (atHome && home ? home.azimuth : 19),
    elevation: given.elevation ?? (atHome && home ? home.elevation : 36),
    centre: given.centre ?? null,
    distance: given.distance ?? null,
    parallel: given.parallel ?? false,
  };
}

/** Unit vectors: towards the camera, up and right in the picture. */
export function frame(azimuth: number, elevation: number): { back: Vec3; up: Vec3; right: Vec3 } {
  const a = (azimuth * Math.PI) / 180;
  const e = (elevation * Math.PI) / 180;
  const [sa, ca, se, ce] = [Math.sin(a), Math.cos(a), Math.sin(e), Math.cos(e)];
  return { back: [sa * ce, -ca * ce, se], up: [-sa * se, ca * se, ce], right: [ca, sa, 0] };
}

/** Turn the table under a drag in CSS pixels; it stops at the poles. */
export function orbit(camera: Camera, right: number, down: number): Camera {
  const azimuth = camera.azimuth - right * DEGREES_A_PIXEL;
  const elevation = camera.elevation + down * DEGREES_A_PIXEL;
  return { ...camera, azimuth: wrapped(azimuth), elevation: Math.min(90, Math.max(-90, elevation)) };
}

function wrapped(degrees: number): number {
  return 180 - ((((180 - degrees) % 360) + 360) % 360);
}

/** Come nearer (factor below 1) or go away while a place keeps where it is on the screen. */
export function zoom(camera: Fitted, about: Vec3, factor: number): Fitted {
  const distance = Math.min(FARTHEST, Math.max(NEAREST, camera.distance * factor));
  const by = distance / camera.distance;
  return { ...camera, centre: plus(about, minus(camera.centre, about), by), distance };
}

export function pan(camera: Fitted, by: Vec3): Fitted {
  return { ...camera, centre: plus(camera.centre, by) };
}

/** The place in the plane through what is looked at that lies under (x, y), each from -1 to 1. */
export function placeUnder(camera: Fitted, x: number, y: number, aspect: number): Vec3 {
  const { up, right } = frame(camera.azimuth, camera.elevation);
  const scale = camera.distance * SLOPE;
  return plus(plus(camera.centre, right, x * aspect * scale), up, y * scale);
}

/** The line of sight through (x, y), each from -1 to 1. */
export function sightLine(camera: Fitted, x: number, y: number, aspect: number): { from: Vec3; way: Vec3 } {
  const { back } = frame(camera.azimuth, camera.elevation);
  const eye = plus(camera.centre, back, camera.distance);
  const offset = minus(placeUnder(camera, x, y, aspect), camera.centre);
  if (camera.parallel) return { from: plus(eye, offset), way: scaled(back, -1) };
  const way = plus(offset, back, -camera.distance);
  return { from: eye, way: scaled(way, 1 / Math.sqrt(dot(way, way))) };
}

/** A share `t` of the way of a flight: the shorter way round, at rest where it starts and ends. */
export function between(start: Fitted, end: Fitted, t: number): Fitted {
  if (t <= 0) return start;
  if (t >= 1) return end;
  const s = t * t * (3 - 2 * t);
  const turn = ((((end.azimuth - start.azimuth + 180) % 360) + 360) % 360) - 180;
  return {
    azimuth: start.azimuth + s * turn,
    elevation: start.elevation + s * (end.elevation - start.elevation),
    centre: plus(start.centre, minus(end.centre, start.centre), s),
    distance: start.distance ** (1 - s) * end.distance ** s,
    parallel: start.parallel,
  };
}

/** Degrees to either side that a view sways, and milliseconds until it is where it was. */
const SWAY = 5;
const PERIOD = 6000;

/** A camera as far aside as it is after so long a sway. */
export function swayed(camera: Fitted, milliseconds: number): Fitted {
  return { ...camera, azimuth: camera.azimuth + SWAY * Math.sin((2 * Math.PI * milliseconds) / PERIOD) };
}

/** What takes world to clip space, column by column; clipping planes lie around the outline. */
export function matrixOf(camera: Fitted, aspect: number, outline: readonly Vec3[]): Float32Array {
  const { back, up, right } = frame(camera.azimuth, camera.elevation);
  const eye = plus(camera.centre, back, camera.distance);
  let [low, high] = [Infinity, -Infinity];
  for (const point of outline) {
    const depth = dot(minus(point, camera.centre), back);
    low = Math.min(low, depth);
    high = Math.max(high, depth);
  }
  let near = camera.distance - high - 3;
  let far = camera.distance - low + 3;
  if (!camera.parallel) {
    near = Math.max(near, 0.05 * camera.distance, 0.1);
    far = Math.max(far, 1);
  }
  const rows = [right, up, back].map((way) => [...way, -dot(way, eye)]) as number[][];
  const [x, y, z] = rows as [number[], number[], number[]];
  const made = new Float32Array(16);
  const wide = camera.parallel ? 1 / (camera.distance * SLOPE) : 1 / SLOPE;
  for (let k = 0; k < 4; k++) {
    made[4 * k] = (wide / aspect) * x[k]!;
    made[4 * k + 1] = wide * y[k]!;
    const one = k === 3 ? 1 : 0;
    if (camera.parallel) {
      made[4 * k + 2] = (-2 / (far - near)) * z[k]! - (one * (far + near)) / (far - near);
      made[4 * k + 3] = one;
    } else {
      made[4 * k + 2] = (-(far + near) / (far - near)) * z[k]! - (one * 2 * far * near) / (far - near);
      made[4 * k + 3] = -z[k]!;
    }
  }
  return made;
}
