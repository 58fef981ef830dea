/** Moves, and how a game ends (docs/rules: placing, stacking, swap, winning). */

import { holders } from "./corners";
import { EMPTY, empties, listed, type Position, shown, type Side, SIDES } from "./notation";

export const SWAP = "swap";

export interface Outcome {
  /** -1: drawn. */
  winner: Side | -1;
  /** The corners that won it. */
  corners: string[];
}

const outcomes = new WeakMap<Position, Outcome | null>();

/** How the game has ended; null while it goes on. A position is judged once. */
export function outcome(position: Position): Outcome | null {
  let known = outcomes.get(position);
  if (known === undefined) outcomes.set(position, (known = judge(position)));
  return known;
}

function judge(position: Position): Outcome | null {
  const { board, kind, toWin } = position.game;
  const held = holders(position);
  for (const side of [0, 1] as const) {
    const corners = board.corners.filter((_, k) => held[k] === side).map(({ name }) => name);
    if (corners.length >= toWin) return { winner: side, corners };
  }
  return kind === "poly-y" && !position.cells.includes(EMPTY) ? { winner: -1, corners: [] } : null;
}

/** Whether the side to move may take the only stone over. */
export function maySwap({ game, cells, side }: Position): boolean {
  return game.swap && side === 1 && !cells.includes(2) && cells.indexOf(1) === cells.lastIndexOf(1) && cells.includes(1);
}

/** The moves of a position, in site order, the swap last. */
export function legal(position: Position): string[] {
  const names = position.game.board.names.filter((name) => explain(position, name) === null);
  return maySwap(position) && !outcome(position) ? [...names, SWAP] : names;
}

/** Why a move cannot be played, in a sentence; null where it can. */
export function explain(position: Position, move: string): string | null {
  const { game, cells } = position;
  const site = game.board.index.get(move);
  if (site === undefined && !(move === SWAP && game.kind === "poly-y")) {
    return `${shown(move)} is not a ${game.kind === "poly-y" ? "cell" : "point"} of this board.`;
  }
  const end = outcome(position);
  if (end) return `${ending(position, end)}.`;
  if (site === undefined) {
    if (maySwap(position)) return null;
    return game.swap ? "Blue may swap only in answer to the first stone." : "This game is played without the swap.";
  }
  if (cells[site] !== EMPTY) {
    return `${move} is taken by a ${SIDES[cells[site] - 1]} ${game.kind === "poly-y" ? "stone" : "ball"}.`;
  }
  const below = empties(game, cells, site);
  return game.stacking && game.board.supports[site].some((under) => cells[under] === EMPTY)
    ? `${move} lacks support: ${below}.`
    : null;
}

/** The position after a move; an error where `explain` says why it cannot be played. */
export function play(position: Position, move: string): Position {
  const reason = explain(position, move);
  if (reason !== null) throw new RangeError(reason);
  const cells = position.cells.slice();
  if (move === SWAP) {
    cells[cells.indexOf(1)] = 2;
    return { game: position.game, cells, side: 0 };
  }
  cells[position.game.board.index.get(move)!] = position.side + 1;
  return { game: position.game, cells, side: (1 - position.side) as Side };
}

/** "Red has won: SW, SE and apex held"; how a game has ended, in words. */
export function ending({ game }: Position, { winner, corners }: Outcome): string {
  if (winner < 0) return "The game is drawn: the board is full, and each side has captured two corners";
  const who = winner === 0 ? "Red" : "Blue";
  const what = game.kind === "poly-y" ? `${listed(corners)} captured` : `anchored partitions for ${listed(corners)}`;
  return `${who} has won: ${what}`;
}
