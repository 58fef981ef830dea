/** Pieces on their way: what a move took across the board is drawn along its stages. */

import type { Vec3 } from "../format";
import type { Board } from "./board";
import type { Rows } from "./layers";
import { minus, plus, scaled } from "./vectors";

/** Milliseconds of a way of one stage, of each further one, and at most. */
const FIRST = 260;
const FURTHER = 120;
const MOST = 1000;
/** How far from its site, across and in height, a part of a piece may lie. */
const BESIDE = 0.45;
const ABOVE_FIELD = 4;

export interface Carrying {
  /** Sites from where a piece stood to where it stands now, by the latter. */
  paths: Map<number, number[]>;
  begun: number;
  lasts: number;
}

/** What moves, by steps (from, to) in the order in which they happen; null where nothing does. */
export function carrying(ways: readonly (readonly [number, number])[], now: number): Carrying | null {
  const paths = new Map<number, number[]>();
  for (const [from, to] of ways) {
    const path = paths.get(from) ?? [from];
    paths.delete(from);
    paths.set(to, [...path, to]);
  }
  if (!paths.size) return null;
  const stages = Math.max(...[...paths.values()].map((path) => path.length - 1));
  return { paths, begun: now, lasts: Math.min(MOST, FIRST + FURTHER * (stages - 1)) };
}

/** How far each piece still is from where it will stand, by its site. */
export function shifts(board: Board, moved: Carrying, now: number): Map<number, Vec3> {
  const share = Math.min(1, (now - moved.begun) / moved.lasts);
  // Slow at both ends.
  const eased = share * share * (3 - 2 * share);
  const found = new Map<number, Vec3>();
  for (const [site, path] of moved.paths) {
    const at = eased * (path.length - 1);
    const k = Math.min(path.length - 2, Math.floor(at));
    const [from, to] = [board.centres[path[k]!]!, board.centres[path[k + 1]!]!];
    found.set(site, minus(plus(from, scaled(minus(to, from), at - k)), board.centres[site]!));
  }
  return found;
}

/** Rows of pieces where they are now; the same rows where none of them moves. */
export function carried(rows: Rows, board: Board, away: Map<number, Vec3>): Rows {
  const reach = board.dimpled ? BESIDE : ABOVE_FIELD;
  const width = 3 * rows.corners;
  let points: Float32Array | null = null;
  for (let row = 0; row * width < rows.points.length; row++) {
    const middle: Vec3 = [0, 0, 0];
    for (let k = 0; k < width; k++) middle[k % 3]! += rows.points[row * width + k]! / rows.corners;
    for (const [site, step] of away) {
      const [dx, dy, dz] = minus(middle, board.centres[site]!);
      if (Math.abs(dx) > BESIDE || Math.abs(dy) > BESIDE || Math.abs(dz) > reach) continue;
      points ??= rows.points.slice();
      for (let k = 0; k < width; k++) points[row * width + k]! += step[k % 3]!;
      break;
    }
  }
  return points ? { ...rows, points } : rows;
}
