/** A sheet of balls as a surface of triangles, to be drawn. */

import type { Vec3 } from "../format";
import type { Board } from "../judge";

type Triangle = [number, number, number];

/**
 * Every three balls that touch one another give a triangle. Four balls in a square give two, cut
 * along the diagonal that starts at the lowest site; where the fourth would lie outside the pyramid
 * the other three give one, so that the surface runs up to the walls without teeth.
 */
export function triangles(board: Board, sheet: number[]): Triangle[] {
  const inside = new Set(sheet);
  const found = new Map<string, Triangle>();
  const add = (...sites: Triangle) => {
    const sorted = sites.sort((a, b) => a - b) as Triangle;
    found.set(sorted.join(), sorted);
  };
  const place = ([x, y, z]: Vec3) => [x, y, z].map((part) => Math.round(part * 1000)).join();
  const sites = new Map(board.centres.map((centre, site) => [place(centre), site]));
  for (const a of sheet) {
    const around = [...board.near.subarray(board.start[a], board.start[a + 1])].filter((site) => inside.has(site));
    for (const b of around) {
      for (const c of around) {
        if (b >= c) continue;
        const apart = far(board.centres[b], board.centres[c]);
        if (apart < 1.2) add(a, b, c);
        // At right angles: across from a lies d, a step to b and a step to c away.
        if (Math.abs(apart - Math.SQRT2) > 0.1) continue;
        const [p, q, r] = [a, b, c].map((site) => board.centres[site]);
        const d = sites.get(place([q[0] + r[0] - p[0], q[1] + r[1] - p[1], q[2] + r[2] - p[2]]));
        if (d === undefined) add(a, b, c);
        else if (a < Math.min(b, c, d) && inside.has(d)) {
          add(a, b, d);
          add(a, c, d);
        }
      }
    }
  }
  return [...found.values()];
}

function far(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
