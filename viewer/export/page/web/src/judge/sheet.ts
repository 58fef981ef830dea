/** The sheet of fewest balls that cuts a corner off: a minimum vertex cut by maximum flow (Menger). */

import type { Board, Corner } from "./board";
import { chain, type Test } from "./flood";

/**
 * The fewest of `balls` that every path from the corner to its far walls meets, ascending; of several
 * such sets the one nearest the corner. None where the balls leave a way open.
 *
 * Each site has two halves, in and out; only one path may pass from one to the other of a ball, any
 * number at an empty point. Once no further path can be found, the balls whose in-half can still be
 * reached and whose out-half cannot are the cut nearest the corner.
 */
export function minimumSheet(board: Board, balls: Test, corner: Corner): number[] {
  if (chain(board, (site) => !balls(site), [corner.site], corner.far).length) return [];
  const n = board.names.length;
  const flow = { through: new Int32Array(n), step: new Int32Array(board.near.length) };
  const ball = Uint8Array.from(board.names, (_, site) => +balls(site));
  for (;;) {
    const { came, end } = search(board, ball, corner, flow);
    if (end < 0) {
      return board.names.flatMap((_, site) => (ball[site] && came[site] >= 0 && came[n + site] < 0 ? [site] : []));
    }
    push(board, corner.site, end, came, flow);
  }
}

interface Flow {
  /** Paths from the in-half to the out-half of each site. */
  through: Int32Array;
  /** Paths along each step from a site to a neighbour, those back taken off. */
  step: Int32Array;
}

/**
 * The halves that one more path can reach, each with what it was reached from: another half, or a
 * step between sites, counted on from 2 n.
 */
function search(board: Board, ball: Uint8Array, corner: Corner, flow: Flow) {
  const n = board.names.length;
  const came = new Int32Array(2 * n).fill(-1);
  const queue = [corner.site];
  came[corner.site] = corner.site;
  const reach = (half: number, from: number) => {
    if (came[half] >= 0) return;
    came[half] = from;
    queue.push(half);
  };
  for (const half of queue) {
    if (half < n) {
      if (!ball[half] || !flow.through[half]) {
        if (came[n + half] < 0 && board.walls[half] & corner.far) {
          came[n + half] = half;
          return { came, end: n + half };
        }
        reach(n + half, half);
      }
      // Back along the steps that bring paths in.
      for (let k = board.start[half]; k < board.start[half + 1]; k++) {
        if (flow.step[board.back[k]] > 0) reach(n + board.near[k], 2 * n + board.back[k]);
      }
    } else {
      const site = half - n;
      if (flow.through[site]) reach(site, half);
      for (let k = board.start[site]; k < board.start[site + 1]; k++) reach(board.near[k], 2 * n + k);
    }
  }
  return { came, end: -1 };
}

/** Lead one more path along what was found. */
function push(board: Board, first: number, end: number, came: Int32Array, flow: Flow): void {
  const n = board.names.length;
  for (let half = end; half !== first; ) {
    const from = came[half];
    if (from < 2 * n) {
      flow.through[half % n] += half >= n ? 1 : -1;
      half = from;
      continue;
    }
    const k = from - 2 * n;
    // Into an in-half the path takes a step; into an out-half it takes another path's step back.
    flow.step[k] += half < n ? 1 : -1;
    half = half < n ? n + board.near[board.back[k]] : board.near[k];
  }
}
