/** What is said of a corner, in the words of the program's Why. */

import { type Board, type CornerState, listed, type Outcome, type Position, type Side, type Standing } from "../judge";
import { wallName } from "./planes";

export const WHO = ["Red", "Blue"] as const;

/** "1 ball", "2 balls". */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function cornerName(corner: string): string {
  return corner === "apex" ? "the apex" : corner;
}

/** The sentence on one corner for one side. */
export function cornerText(position: Position, state: CornerState, side: Side): string {
  const standing = state.standings[side];
  if (standing.kind === "other") {
    const verb = position.game.kind === "poly-y" ? "has captured" : "holds";
    return `${WHO[1 - side]} ${verb} ${cornerName(state.corner)}, so ${WHO[side]} can no longer take it.`;
  }
  return position.game.kind === "poly-y"
    ? chainText(position.game.board, state, standing, WHO[side])
    : groupText(position.game.board, state, standing, WHO[side]);
}

function groupText(board: Board, { corner, site }: CornerState, standing: Standing, who: string): string {
  const name = cornerName(corner);
  const point = board.names[site];
  const last = standing.line.concat(standing.tether).pop();
  const end = last === undefined ? "" : board.names[last];
  if (standing.kind === "holds" && standing.line.length) {
    return `${who} holds ${name}: the ball on ${point} is linked to ${wallName(standing.wall)} at ${end}.`;
  }
  if (standing.kind === "holds") {
    const sheet = `this sheet of ${counted(standing.sheet.length, "ball")} isolates ${point}`;
    return `${who} holds ${name}: ${sheet} and the group reaches ${wallName(standing.wall)} at ${end}.`;
  }
  const far = farWalls(board, corner);
  if (standing.kind === "isolates") {
    const neither =
      far.length === 1 ? `does not touch ${wallName(far[0])}` : `touches neither the ${far[0]} nor the ${far[1]} wall`;
    return `${who} isolates ${name} but is not anchored: the group ${neither}.`;
  }
  const reached = wallAt(board, corner, standing.escape[standing.escape.length - 1]);
  const way = `this escape of ${counted(standing.escape.length, "point")} reaches ${wallName(reached)}`;
  return `${who} has not isolated ${name}: ${way}.`;
}

function chainText(board: Board, { corner }: CornerState, standing: Standing, who: string): string {
  if (standing.kind === "holds") return `${who} has captured ${corner}: this chain touches both its sides and a third one.`;
  if (standing.kind === "isolates") return `${who} cuts ${corner} off, but the chain touches no third side.`;
  const reached = wallAt(board, corner, standing.escape[standing.escape.length - 1]);
  return `${who} has not cut ${corner} off: this way of ${counted(standing.escape.length, "cell")} reaches side ${reached}.`;
}

function farWalls(board: Board, corner: string): string[] {
  const { far } = board.corners.find(({ name }) => name === corner)!;
  return board.wallNames.filter((_, k) => (far >> k) & 1);
}

function wallAt(board: Board, corner: string, site: number): string {
  const far = farWalls(board, corner);
  return board.wallNames.find((name, k) => far.includes(name) && (board.walls[site] >> k) & 1) ?? "";
}

/** "Red to move. Red holds SW; Blue holds no corner." */
export function standText(position: Position, states: CornerState[], end: Outcome | null): string {
  const verb = position.game.kind === "poly-y" ? "has captured" : "holds";
  const parts = WHO.map((who, side) => {
    const corners = states.filter(({ holder }) => holder === side).map(({ corner }) => cornerName(corner));
    return `${who} ${verb} ${corners.length ? listed(corners) : "no corner"}`;
  });
  return `${end ? "" : `${WHO[position.side]} to move. `}${parts.join("; ")}.`;
}

export function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
