/** The board of Pyramid Partition: a pyramid of touching balls (docs/rules/partition.md#board). */

import { type Board, boardFrom, type Corner } from "./board";
import type { Vec3 } from "../format";

export const SMALLEST = 2;
export const LARGEST = 50;
const WALLS = ["base", "west", "east", "south", "north"];
const FAR: [corner: string, walls: string[]][] = [
  ["SW", ["east", "north"]],
  ["SE", ["west", "north"]],
  ["NW", ["east", "south"]],
  ["NE", ["west", "south"]],
  ["apex", ["base"]],
];

/** The four points on the level below that a ball rests on, as steps from it. */
const BELOW: Vec3[] = [[0, 0, -1], [1, 0, -1], [0, 1, -1], [1, 1, -1]];
const ASIDE: Vec3[] = [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]];

const made = new Map<number, Board>();

/** The pyramid with so many balls along an edge of the base. */
export function pyramid(size: number): Board {
  let board = made.get(size);
  if (!board) made.set(size, (board = make(size)));
  return board;
}

function make(size: number): Board {
  const points: Vec3[] = [];
  const first: number[] = [];
  for (let z = 0; z < size; z++) {
    first.push(points.length);
    for (let y = 0; y < size - z; y++) for (let x = 0; x < size - z; x++) points.push([x, y, z]);
  }
  const at = (x: number, y: number, z: number) => {
    const side = size - z;
    const inside = z >= 0 && x >= 0 && y >= 0 && x < side && y < side;
    return inside ? first[z] + y * side + x : -1;
  };
  const beside = ([x, y, z]: Vec3, steps: Vec3[], sign = 1) =>
    steps.map(([a, b, c]) => at(x + sign * a, y + sign * b, z + sign * c)).filter((site) => site >= 0);
  const walls = Uint8Array.from(points, ([x, y, z]) => {
    const last = size - 1 - z;
    return [z, x, last - x, y, last - y].reduce((bits, away, wall) => bits | +(away === 0) << wall, 0);
  });
  const last = size - 1;
  const sites = [at(0, 0, 0), at(last, 0, 0), at(0, last, 0), at(last, last, 0), at(0, 0, last)];
  return boardFrom({
    names: points.map(([x, y, z]) => `${z + 1}${file(2 * x + z + 1)}${2 * y + z + 1}`),
    centres: points.map(([x, y, z]) => [x + z / 2, y + z / 2, z / Math.SQRT2]),
    around: points.map((p) => [...beside(p, ASIDE), ...beside(p, BELOW), ...beside(p, BELOW, -1)]),
    walls,
    wallNames: WALLS,
    corners: FAR.map(([name, far], k): Corner => {
      const bits = far.reduce((sum, wall) => sum | 1 << WALLS.indexOf(wall), 0);
      return { name, site: sites[k], near: walls[sites[k]], far: bits };
    }),
    levels: Int16Array.from(points, ([, , z]) => z + 1),
    supports: points.map((p) => beside(p, BELOW)),
    shape: first.map((_, z) => [size - z, size - z]),
  });
}

/** A file in letters: a, b, ..., z, aa, ab, ... */
function file(number: number): string {
  let letters = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(97 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
