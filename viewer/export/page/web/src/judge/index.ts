/** The judge of Pyramid Partition and Poly-Y: rules as pure functions, no page needed. */

import { corners, pour } from "./corners";
import { read, SIDES, write } from "./notation";
import { explain, legal, outcome, play } from "./play";

export type { Board } from "./board";
export { corners, type CornerState, holders, pour, type Standing } from "./corners";
export { BadPosition, begin, type Game, gameOf, listed, type Position, read, type Side, SIDES, write } from "./notation";
export { ending, explain, legal, maySwap, type Outcome, outcome, play, SWAP } from "./play";

/**
 * All that the judge says of a position string, as plain data: what scripts and tests ask a page.
 * With moves the position after them.
 */
export function judged(text: string, moves: string[] = []) {
  const position = moves.reduce(play, read(text));
  const end = outcome(position);
  return {
    position: write(position),
    legal: legal(position),
    winner: end && (end.winner === -1 ? null : SIDES[end.winner]),
    over: end !== null,
    witness: end?.corners ?? [],
    corners: corners(position),
  };
}

/** How far everything is from each corner past red's balls, and past blue's. */
export function pours(text: string): number[][][] {
  const position = read(text);
  return position.game.board.corners.map(({ name }) => ([0, 1] as const).map((side) => [...pour(position, name, side)]));
}

/** Why a move cannot be played, null where it can. */
export function refused(text: string, move: string): string | null {
  return explain(read(text), move);
}

/** What a board is made of, as plain data. */
export function boardOf(text: string) {
  const { names, centres, start, near, corners: ends, walls } = read(text).game.board;
  const neighbours = names.map((_, site) => [...near.subarray(start[site], start[site + 1])]);
  return { names, centres, neighbours, walls: [...walls], corners: ends };
}
