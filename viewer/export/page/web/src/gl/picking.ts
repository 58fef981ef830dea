/** What a line of sight meets: `viewer/picture/picking/line_of_sight.py` for the page. */

import type { Vec3 } from "../format";
import { dot, minus } from "./vectors";
import { BALL_RADIUS, selects, type Visible } from "./visibility";

export const POINT_RADIUS = 0.35;

export interface Candidate {
  site: number;
  ball: boolean;
  depth: number;
  miss: number;
}

/** Every ball and every point a ray meets, front first. `points`: those that may be picked. */
export function candidates(
  visible: Visible,
  places: readonly Vec3[],
  owners: Uint8Array,
  points: Uint8Array | null,
  ray: { from: Vec3; way: Vec3 },
): Candidate[] {
  const found: Candidate[] = [];
  visible.centres.forEach((centre, site) => {
    const ball = owners[site]! > 0;
    if (ball ? !selects(visible, site) : !visible.answers[site] || (points && !points[site])) return;
    const towards = minus(centre, ray.from);
    const middle = dot(towards, ray.way);
    const miss = Math.sqrt(Math.max(0, dot(towards, towards) - middle * middle));
    const radius = ball ? BALL_RADIUS : POINT_RADIUS;
    if (miss >= radius) return;
    const half = Math.sqrt(radius * radius - miss * miss);
    let [enter, leave] = [Math.max(0, middle - half), middle + half];
    if (leave <= 0) return;
    if (ball) {
      // Cuts are laid where nothing is exploded.
      const from = minus(ray.from, minus(centre, places[site]!));
      enter = firstKept(visible, from, ray.way, enter, leave);
      if (enter >= leave) return;
    }
    found.push({ site, ball, depth: enter, miss });
  });
  return found.sort((a, b) => a.depth - b.depth || a.miss - b.miss);
}

/** The candidate that is meant: the first ball, or point whose dot is met; else the nearest point. `radius`: of a dot. */
export function meant(found: Candidate[], radius: (site: number) => number): Candidate | null {
  const hit = found.find((one) => one.ball || one.miss < radius(one.site));
  if (hit) return hit;
  return found.reduce<Candidate | null>((best, one) => (best && best.miss <= one.miss ? best : one), null);
}

function firstKept(visible: Visible, from: Vec3, way: Vec3, enter: number, leave: number): number {
  const beyond = (plane: readonly number[], t: number) =>
    plane[0]! * (from[0] + t * way[0]) +
    plane[1]! * (from[1] + t * way[1]) +
    plane[2]! * (from[2] + t * way[2]) -
    plane[3]!;
  let t = enter;
  for (const plane of visible.planes) {
    const [a, b] = [beyond(plane, 0), beyond(plane, 1)];
    const slope = b - a;
    if (Math.abs(slope) < 1e-9) {
      if (a > 0) return leave;
    } else if (slope > 0) leave = Math.min(leave, -a / slope);
    else t = Math.max(t, -a / slope);
  }
  for (let pass = 0; pass < visible.gaps.length; pass++) {
    for (const [near, far] of visible.gaps) {
      if (beyond(near, t) <= 1e-6 || beyond(far, t) <= 1e-6) continue;
      const out = beyond(near, 1) - beyond(near, 0) < 0 ? near : far;
      const slope = beyond(out, 1) - beyond(out, 0);
      if (Math.abs(slope) < 1e-9) return Infinity;
      t = -beyond(out, 0) / slope;
    }
  }
  return t < leave ? t : Infinity;
}
