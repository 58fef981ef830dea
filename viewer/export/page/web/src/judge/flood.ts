/** Floods over a board: groups, distances, shortest chains (docs/rules/partition.md#isolation). */

import type { Board } from "./board";

/** What is true of a site. */
export type Test = (site: number) => boolean;

/** Balls of one side that are linked by touching. */
export interface Group {
  /** Ascending. */
  sites: number[];
  /** The walls or sides it touches, as bits. */
  walls: number;
}

/** Steps from the nearest of `starts` through `open` sites, -1 where they do not lead. */
export function steps(board: Board, open: Test, starts: Iterable<number>): Int16Array {
  const away = new Int16Array(board.names.length).fill(-1);
  const queue: number[] = [];
  const reach = (site: number, far: number) => {
    if (away[site] < 0 && open(site)) {
      away[site] = far;
      queue.push(site);
    }
  };
  for (const site of starts) reach(site, 0);
  for (const site of queue) {
    for (let k = board.start[site]; k < board.start[site + 1]; k++) reach(board.near[k], away[site] + 1);
  }
  return away;
}

/** The groups of the sites that `own` says, in the order of their first sites. */
export function groups(board: Board, own: Test): Group[] {
  const seen = new Uint8Array(board.names.length);
  const found: Group[] = [];
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] || !own(first)) continue;
    const sites = [first];
    let walls = 0;
    seen[first] = 1;
    for (const site of sites) {
      walls |= board.walls[site];
      for (let k = board.start[site]; k < board.start[site + 1]; k++) {
        const other = board.near[k];
        if (seen[other] || !own(other)) continue;
        seen[other] = 1;
        sites.push(other);
      }
    }
    found.push({ sites: sites.sort((a, b) => a - b), walls });
  }
  return found;
}

/**
 * A shortest chain of neighbours through `open` sites from one of `starts` to a site on `walls`.
 * Both ends belong to it. Among the shortest it is the one whose last site comes first, then the
 * last but one, and so on; none where there is no way.
 */
export function chain(board: Board, open: Test, starts: Iterable<number>, walls: number): number[] {
  const away = steps(board, open, starts);
  let site = -1;
  for (let end = 0; end < away.length; end++) {
    if (away[end] >= 0 && board.walls[end] & walls && (site < 0 || away[end] < away[site])) site = end;
  }
  if (site < 0) return [];
  const path = [site];
  while (away[site] > 0) {
    let k = board.start[site];
    while (away[board.near[k]] !== away[site] - 1) k++;
    site = board.near[k];
    path.push(site);
  }
  return path.reverse();
}
