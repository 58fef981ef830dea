/** Games that are explored, as entries of the page's data: found there, or added. */

import type { BoardData, GameData, Layer, NodeData, PageData } from "../format";
import type { Game } from "../judge";
import { boardDataOf } from "./board_data";
import { everywhere } from "./colours";
import { floats } from "./pack";

const COLOURS = { red: "#E4572E", blue: "#1F4E9C" };
const ABOUT = {
  partition: {
    name: "Pyramid Partition",
    designer: "Pyramid Partition, designed by Mark Steere, 2024, marksteeregames.com.",
    goal:
      "Hold three of the five corners: cut each off from the walls it does not touch, with a group that touches one " +
      "of those walls.",
  },
  "poly-y": {
    name: "Poly-Y",
    designer: "Poly-Y, designed by Craige Schensted (Ea Ea) and Charles Titus, about 1970.",
    goal:
      "Capture more than half of the corners: link the two sides that meet at each with a chain that touches another " +
      "side, too.",
  },
};
/** A flat stone: half its width, depth and height, and how round its edge is. */
const STONE = [0.36, 0.36, 0.125, 0.055];

/** The position of a node where the page can judge what is played from it, else "". */
export function explorable(data: PageData, node: NodeData): string {
  return data.games[node.game]!.kind in ABOUT ? node.position : "";
}

/** The number of a game in the page's data; it is added where the file does not have it. */
export function gameIn(data: PageData, game: Game): number {
  const known = data.games.findIndex((one) => one.header === game.header);
  if (known >= 0) return known;
  const number = boardIn(data, game);
  const made: GameData = {
    kind: game.kind,
    header: game.header,
    ...ABOUT[game.kind],
    board: number,
    players: data.games.find((one) => one.kind === game.kind)?.players ?? [
      { name: "red", colour: everywhere(() => COLOURS.red), banded: false, wooden: false },
      { name: "blue", colour: everywhere(() => COLOURS.blue), banded: true, wooden: false },
    ],
    balls: game.kind === "partition",
  };
  if (game.kind === "poly-y") made.piece = [stones(game)];
  return data.games.push(made) - 1;
}

/** A board is the same where its points have the same names; both rules of Partition share one. */
function boardIn(data: PageData, game: Game): number {
  const { names } = game.board;
  const ground = game.kind === "partition" ? "dimpled slab" : "cells";
  const same = (one: BoardData) =>
    one.ground === ground && one.names.length === names.length && one.names.every((name, k) => name === names[k]);
  const known = data.boards.findIndex(same);
  return known >= 0 ? known : data.boards.push(boardDataOf(game, data.palettes)) - 1;
}

/** A stone on every cell, as the program draws one. */
function stones(game: Game): Layer {
  const { names, centres } = game.board;
  const every = (row: number[]) => floats(names.flatMap(() => row));
  return {
    shader: "disc",
    features: [],
    opaque: true,
    depth: true,
    points: floats(centres.flat()),
    corners: 1,
    lift: floats(names.map(() => 0)),
    attributes: { tint: every([1, 1, 1, 1]), half_size: every(STONE), state: every([0, 0, 0, 0]) },
  };
}
