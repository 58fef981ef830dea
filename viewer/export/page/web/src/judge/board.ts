/**
 * Boards as the judge knows them: points with names, what touches what, and what each corner must
 * be cut off from. A pyramid's walls and a flat board's sides are the same to it.
 */

import type { Vec3 } from "../format";

/** A corner: where it is, what meets there, and what a group must reach besides (bits of `walls`). */
export interface Corner {
  name: string;
  site: number;
  near: number;
  far: number;
}

export interface Board {
  names: string[];
  index: Map<string, number>;
  centres: Vec3[];
  /** Neighbours of site s, ascending: `near[start[s]]` to before `near[start[s + 1]]`. */
  start: Int32Array;
  near: Int32Array;
  /** Where `near` has the way back of each step. */
  back: Int32Array;
  /** The walls or sides that a site lies on, as bits in the order of `wallNames`. */
  walls: Uint8Array;
  wallNames: string[];
  corners: Corner[];
  /** Levels from 1, or null where there are none. */
  levels: Int16Array | null;
  /** What each site rests on, empty on the base. */
  supports: number[][];
  /** How position strings write it: levels of so many rows of so many points. */
  shape: [rows: number, points: number][];
}

/** A board without what follows from its neighbours and names. */
export type Plan = Omit<Board, "index" | "start" | "near" | "back"> & { around: number[][] };

/** Work out the tables of a board. */
export function boardFrom({ around, ...plan }: Plan): Board {
  const start = new Int32Array(around.length + 1);
  around.forEach((few, site) => (start[site + 1] = start[site] + few.length));
  const near = Int32Array.from(around.map((few) => few.sort((a, b) => a - b)).flat());
  const back = new Int32Array(near.length);
  const next = start.slice();
  // Neighbours ascend, so the steps into a site come by in the order in which it keeps them.
  for (let site = 0; site < around.length; site++) {
    for (let k = start[site]; k < start[site + 1]; k++) back[k] = next[near[k]]++;
  }
  const index = new Map(plan.names.map((name, site) => [name, site]));
  return { ...plan, index, start, near, back };
}
