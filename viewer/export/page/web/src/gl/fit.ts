/** From where a whole board fits into a picture: `_fit` of `viewer/scene/camera.py`. */

import type { Vec3 } from "../format";
import { type Camera, type Fitted, frame, SLOPE } from "./camera";

/** What lies over the scene, as shares of its height and width; everything fits into the rest. */
export interface Room {
  below: number;
  above: number;
  corner: [number, number];
}

export const NOTHING_OVER: Room = { below: 0, above: 0, corner: [0, 0] };

const MARGIN = 1.03;

interface Board {
  outline: readonly Vec3[];
  flat: boolean;
}

const known = new Map<string, { centre: Vec3; distance: number }>();

/** `camera` with centre and distance filled in where they are open. */
export function fitted(camera: Camera, board: Board, key: string, aspect: number, room: Room): Fitted {
  if (camera.centre && camera.distance) return camera as Fitted;
  const angles = anglesOf(camera, board.flat);
  const parts = [key, camera.elevation.toFixed(3), aspect.toFixed(4), camera.parallel, angles.length];
  if (angles.length === 1) parts.push(angles[0]!.toFixed(3));
  const name = [...parts, ...Object.values(room)].join(" ");
  let found = known.get(name);
  if (!found) {
    if (known.size > 200) known.clear();
    found = fit(board, camera.elevation, aspect, camera.parallel, angles, room);
    known.set(name, found);
  }
  return { ...camera, centre: camera.centre ?? found.centre, distance: camera.distance ?? found.distance };
}

/** The azimuths at which everything must fit: all, so that a turn neither pumps nor sways. */
function anglesOf(camera: Camera, flat: boolean): number[] {
  if (flat) return [((camera.azimuth % 360) + 360) % 360];
  const count = camera.parallel && camera.azimuth % 90 === 0 ? 4 : 48;
  return Array.from({ length: count }, (_, k) => (360 * k) / count);
}

function fit(board: Board, elevation: number, aspect: number, parallel: boolean, angles: number[], room: Room) {
  const points = board.outline;
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const zs = points.map((p) => p[2]);
  const middleOf = (v: number[]) => (Math.min(...v) + Math.max(...v)) / 2;
  const axis = [middleOf(xs), middleOf(ys)] as const;
  const { back, up } = frame(0, elevation);
  const total = points.length * angles.length;
  const across = new Float64Array(total);
  const upward = new Float64Array(total);
  const towards = new Float64Array(total);
  angles.forEach((angle, k) => {
    // The board is turned instead of the camera.
    const [c, s] = [Math.cos((-angle * Math.PI) / 180), Math.sin((-angle * Math.PI) / 180)];
    points.forEach((point, j) => {
      const [px, py] = [point[0] - axis[0], point[1] - axis[1]];
      const [x, y, z] = [c * px - s * py, s * px + c * py, point[2]];
      const at = k * points.length + j;
      across[at] = x;
      upward[at] = x * up[0] + y * up[1] + z * up[2];
      towards[at] = parallel ? 0 : x * back[0] + y * back[1] + z * back[2];
    });
  });
  const steep = parallel ? 0 : back[2];
  const half = SLOPE / MARGIN;
  const wide = half * aspect;
  const under = half * (1 - 2 * room.below);
  const upper = half * (1 - 2 * room.above);
  const right = wide * (1 - 2 * room.corner[0]);
  const over = half * (1 - 2 * room.corner[1]);
  const cornered = Math.min(...room.corner) > 0 && right > 0 && over > 0;
  let [low, high] = [Math.min(...zs), Math.max(...zs)];
  const more = Math.max(high - low, board.flat ? (Math.max(...xs) - Math.min(...xs)) / 2 : 0);
  [low, high] = [low - more, high + more];

  /** Distance at which everything fits. */
  function needed(middle: number): number {
    let most = -Infinity;
    for (let k = 0; k < total; k++) {
      const u = upward[k]! - middle * up[2];
      const t = towards[k]! - middle * steep;
      most = Math.max(most, u / upper + t, -u / under + t, Math.abs(across[k]!) / wide + t);
      if (cornered) most = Math.max(most, Math.min(across[k]! / right, u / over) + t);
    }
    return most;
  }

  /** Slope of the line of sight above and below: of a whole turn, or the mean of all directions. */
  function ends(middle: number, fits: number, whole: boolean): number {
    let sum = 0;
    let [least, most] = [Infinity, -Infinity];
    for (let k = 0; k < total; k++) {
      const slope = (upward[k]! - middle * up[2]) / (fits - (towards[k]! - middle * steep));
      least = Math.min(least, slope);
      most = Math.max(most, slope);
      if (!whole && (k + 1) % points.length === 0) {
        sum += least + most;
        [least, most] = [Infinity, -Infinity];
      }
    }
    return whole ? least + most : sum / angles.length;
  }

  function balanced(middle: number, nearest: number | null): number {
    for (let k = 0; k < 24; k++) {
      const distance = nearest ?? needed(middle);
      const fits = nearest === null ? distance : needed(middle);
      const by = ((ends(middle, fits, nearest === null) - upper + under) / 2) * distance;
      middle = Math.min(high, Math.max(low, middle + 0.8 * by * Math.max(up[2], 0)));
    }
    return middle;
  }

  function lowered(): number {
    let [a, b] = [low, high];
    for (let k = 0; k < 40; k++) {
      const third = (b - a) / 3;
      if (needed(a + third) < needed(b - third)) b -= third;
      else a += third;
    }
    return (a + b) / 2;
  }

  let middle = cornered ? lowered() : balanced((low + high) / 2, null);
  const nearest = needed(middle);
  let wanted = balanced(middle, nearest);
  if (needed(wanted) > nearest) {
    for (let k = 0; k < 16; k++) {
      const halfWay = (middle + wanted) / 2;
      if (needed(halfWay) > nearest * 1.02) wanted = halfWay;
      else middle = halfWay;
    }
  } else middle = wanted;
  const centre: Vec3 = [axis[0], axis[1], middle];
  return { centre, distance: Math.max(nearest, needed(middle)) };
}
