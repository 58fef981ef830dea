/** How much of the sky each ball sees past the balls around it: `props/sky_light.py` for the page. */

import { type Board } from "./board";

const DIRECTIONS = 48;
const REACH = [1.75, 2.5, 3.5, 4.75];
const PAST_A_BALL = 0.42;
const PAST_THE_GROUND = 0.8;
/** Empty cells around the lattice: no ray leaves it by more. */
const ROOM = 6;

/** (n, 4): a slope and, last, a mean; all of it is seen where balls do not touch. */
export function skyLight(board: Board, solid: Uint8Array): Float32Array {
  const n = board.count;
  const seen = new Float32Array(4 * n);
  for (let k = 0; k < n; k++) seen[4 * k + 3] = 1;
  if (!board.neighbours || !n) return seen;
  const floor = Math.min(...board.centres.map((p) => p[2]));
  const cells = board.centres.map((p) => cellOf(p[0], p[1], p[2] - floor));
  const low = [0, 1, 2].map((k) => Math.min(...cells.map((cell) => cell[k]!)));
  const shape = [0, 1, 2].map((k) => Math.max(...cells.map((cell) => cell[k]!)) - low[k]! + 1 + 2 * ROOM);
  const index = (x: number, y: number, z: number) => (x * shape[1]! + y) * shape[2]! + z;
  const table = new Float32Array(shape[0]! * shape[1]! * shape[2]!).fill(1);
  for (let at = 0; at < table.length; at++) if (at % shape[2]! < ROOM) table[at] = PAST_THE_GROUND;
  const places = cells.map((cell) =>
    index(cell[0] - low[0]! + ROOM, cell[1] - low[1]! + ROOM, cell[2] - low[2]! + ROOM),
  );
  places.forEach((place, k) => solid[k] && (table[place] = PAST_A_BALL));
  const total = new Float64Array(4 * n);
  for (let d = 0; d < DIRECTIONS; d++) {
    const z = 1 - (2 * (d + 0.5)) / DIRECTIONS;
    const turn = Math.PI * (1 + Math.sqrt(5)) * (d + 0.5);
    const r = Math.sqrt(1 - z * z);
    const way = [r * Math.cos(turn), r * Math.sin(turn), z];
    const steps = REACH.map((step) => index(...cellOf(step * way[0]!, step * way[1]!, step * z)));
    for (let k = 0; k < n; k++) {
      let left = 1;
      for (const step of steps) left *= table[places[k]! + step] ?? 1;
      for (let c = 0; c < 3; c++) total[4 * k + c]! += 3 * left * way[c]!;
      total[4 * k + 3]! += left;
    }
  }
  for (let k = 0; k < 4 * n; k++) seen[k] = total[k]! / DIRECTIONS;
  return seen;
}

function cellOf(px: number, py: number, pz: number): [number, number, number] {
  const z = pz * Math.SQRT2;
  return [Math.round(px - z / 2), Math.round(py - z / 2), Math.round(z)];
}
