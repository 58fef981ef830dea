/** A position that was played to, as a node like those that files hold: all of the page can show it. */

import type { Finding, Layer, NodeData, PageData } from "../format";
import { type CornerState, corners, ending, legal, maySwap, outcome, type Position, pour, type Side, SIDES, SWAP, write } from "../judge";
import { PIECES } from "../app/boards";
import { everywhere } from "./colours";
import { overlays } from "./overlays";
import { bytes, shorts } from "./pack";
import { capital, cornerName, cornerText, standText, WHO } from "./words";

export interface Place {
  id: number;
  parent: number;
  move: string;
  by: number;
  /** The number of its game in the page's data. */
  game: number;
}

/** The node of a position; what takes time is worked out when it is first looked at. */
export function nodeOf(data: PageData, position: Position, { id, parent, move, by, game }: Place): NodeData {
  const end = outcome(position);
  const { board } = position.game;
  let why: Finding[] | null = null;
  const open = legal(position);
  return {
    id,
    parent,
    children: [],
    game,
    position: write(position),
    move,
    label: move === SWAP ? "Blue swaps" : move,
    ...(move && { words: move === SWAP ? "Blue swaps" : `${WHO[by]} places a ${PIECES[position.game.kind]} on ${move}` }),
    by,
    toMove: end ? -1 : position.side,
    outcome: end ? `${ending(position, end)}.` : "",
    comment: "",
    owners: bytes([...position.cells].map((cell) => (cell ? cell + 1 : 0))),
    pieces: everywhere<Layer[]>(() => []),
    marks: everywhere<Layer[]>(() => []),
    view: {},
    last: move === SWAP ? position.cells.indexOf(2) : (board.index.get(move) ?? -1),
    moves: {
      next: Object.fromEntries(open.map((name) => [name, name])),
      words: maySwap(position) && !end ? { [SWAP]: "Swap: take the red stone over" } : {},
    },
    get why() {
      return (why ??= findings(data, game, position));
    },
    ways: [],
  };
}

/** How both sides stand at every corner, the side that holds it alone. */
function findings(data: PageData, game: number, position: Position): Finding[] {
  const states = corners(position);
  const found: Finding[] = [
    { key: "stand", title: "Corners", text: standText(position, states, outcome(position)), lit: [], layers: everywhere<Layer[]>(() => []), pour: null },
  ];
  for (const state of states) {
    for (const side of [0, 1] as const) {
      if (state.holder !== 1 - side) found.push(finding(data, game, position, state, side));
    }
  }
  return found;
}

function finding(data: PageData, game: number, position: Position, state: CornerState, side: Side): Finding {
  const { line, sheet, tether, arms, escape } = state.standings[side];
  const sign = { holds: "\u2713", isolates: "\u25cc", open: "\u2717", other: "\u2013" }[state.standings[side].kind];
  const name = cornerName(state.corner);
  return {
    key: `corner=${state.corner}:${SIDES[side]}`,
    title: `${sign} ${capital(name)}, ${WHO[side]}`,
    text: cornerText(position, state, side),
    lit: [...new Set([...line, ...sheet, ...tether, ...arms.flat(), ...escape])].sort((a, b) => a - b),
    layers: overlays(data, game, position.game.board, state.standings[side], side),
    pour: { distances: shorts(pour(position, state.corner, side)), owner: side },
  };
}
