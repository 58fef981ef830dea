/** The boards of Poly-Y: a triangle, or rings round a middle cell (docs/rules/poly-y.md#board). */

import { type Board, boardFrom, type Corner } from "./board";
import type { Vec3 } from "../format";

const LETTERS = "abcdefghijkl";
const made = new Map<string, Board>();

/** The board with so many corners and so many cells along a side. */
export function rings(corners: number, size: number): Board {
  const key = `${corners} ${size}`;
  let board = made.get(key);
  if (!board) made.set(key, (board = make(corners, size)));
  return board;
}

/**
 * Every board is made of sectors: triangles with the middle cell at the apex, in which place p of a
 * ring touches the places p and p + 1 of the next ring. With three corners there is one sector, and
 * its apex is a corner.
 */
function make(corners: number, size: number): Board {
  const sectors = corners === 3 ? 1 : corners;
  const many = Array.from({ length: size }, (_, ring) => (sectors === 1 ? ring + 1 : sectors * ring || 1));
  const first = many.map((_, ring) => many.slice(0, ring).reduce((sum, few) => sum + few, 0));
  const count = first[size - 1] + many[size - 1];
  const names: string[] = Array(count).fill("o");
  const centres: Vec3[] = Array.from({ length: count }, () => [0, 0, 0]);
  const around = Array.from({ length: count }, () => new Set<number>());
  const link = (a: number, b: number) => {
    around[a].add(b);
    around[b].add(a);
  };
  /** The cells of a ring in a sector, the first of the next sector included. */
  const row = (sector: number, ring: number) =>
    Array.from({ length: ring + 1 }, (_, place) => first[ring] + ((sector * ring + place) % many[ring]));
  const angle = sectors === 1 ? Math.PI / 3 : (2 * Math.PI) / corners;
  const turn = corners === 3 ? (4 * Math.PI) / 3 : corners === 4 ? (3 * Math.PI) / 4 : Math.PI / 2;
  // Where spokes lie close together they are drawn longer: neighbouring cells stay a diameter apart.
  const stretch = Math.max(1, 1 / (2 * Math.sin(angle / 2)));
  for (let sector = 0; sector < sectors; sector++) {
    const [one, two] = [turn + angle * sector, turn + angle * (sector + 1)];
    for (let ring = 0; ring < size; ring++) {
      const here = row(sector, ring);
      for (let place = 0; place < ring; place++) link(here[place], here[place + 1]);
      if (ring + 1 < size) {
        const beyond = row(sector, ring + 1);
        here.forEach((site, place) => [0, 1].forEach((k) => link(site, beyond[place + k])));
      }
      here.forEach((site, place) => {
        const along = (of: (angle: number) => number) => ((ring - place) * of(one) + place * of(two)) * stretch;
        centres[site] = [along(Math.cos), along(Math.sin), 0];
        if (sectors === 1) names[site] = `${LETTERS[ring]}${place + 1}`;
        else if (place < ring) names[site] = `${LETTERS[sector]}${ring}${LETTERS[place]}`;
      });
    }
  }
  const rim = rimOf(sectors, size, row);
  const at = rim.map((side) => side[0]);
  const middle = [0, 1].map((k) => at.reduce((sum, site) => sum + centres[site][k], 0) / at.length);
  const walls = new Uint8Array(count);
  rim.forEach((side, k) => side.forEach((site) => (walls[site] |= 1 << k)));
  const all = (1 << corners) - 1;
  const letters = "ABCDEFG".slice(0, corners);
  return boardFrom({
    names,
    centres: centres.map(([x, y]) => [x - middle[0], y - middle[1], 0]),
    around: around.map((few) => [...few]),
    walls,
    wallNames: [...letters].map((letter, k) => letter + letters[(k + 1) % corners]),
    corners: at.map((site, k): Corner => {
      const near = (1 << k) | (1 << ((k + corners - 1) % corners));
      return { name: letters[k], site, near, far: all & ~near };
    }),
    levels: null,
    supports: names.map(() => []),
    shape: many.map((few) => [1, few]),
  });
}

/** The sides, each from its own corner cell to the next. */
function rimOf(sectors: number, size: number, row: (sector: number, ring: number) => number[]): number[][] {
  const ends = Array.from({ length: sectors }, (_, sector) => row(sector, size - 1));
  if (sectors > 1) return ends;
  const rows = Array.from({ length: size }, (_, ring) => row(0, ring));
  return [rows.map((cells) => cells[0]), ends[0], rows.map((cells) => cells[cells.length - 1]).reverse()];
}
