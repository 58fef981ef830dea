/** Boards that the file does not hold, as the scene and the maps want them: worked out in the page. */

import type { BoardData, PageData, Vec3 } from "../format";
import type { Game } from "../judge";
import { pyramidLayers, pyramidPlanes } from "./planes";
import { floats, shorts } from "./pack";
import { groundOf, margin, thickness } from "./slab";

/** The twelve ways to a touching ball, in the order in which shaders number them. */
const STEPS: Vec3[] = [
  [-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0],
  [-1, -1, 1], [0, -1, 1], [-1, 0, 1], [0, 0, 1],
  [0, 0, -1], [1, 0, -1], [0, 1, -1], [1, 1, -1],
];
/** How far balls of upper levels reach beyond their centres; where the slab's top lies. */
const EDGE = 0.6;
const TOP = -0.44;

/** The board of a game. */
export function boardDataOf(game: Game, palettes: PageData["palettes"]): BoardData {
  const { board } = game;
  const pyramid = game.kind === "partition";
  const points = board.centres;
  return {
    names: board.names,
    centres: floats(points.flat()),
    levels: shorts(board.levels ?? board.names.map(() => 1)),
    neighbours: pyramid ? shorts(touching(game)) : null,
    touching: pyramid ? null : board.names.map((_, site) => [...board.near.subarray(board.start[site], board.start[site + 1])]),
    rims: pyramid ? [] : board.names.map((_, site) => rimWords(game, site)),
    ground: pyramid ? "dimpled slab" : "cells",
    planes: pyramid ? pyramidPlanes(game) : [],
    layers: pyramid ? pyramidLayers(game) : [],
    base: groundOf(game, palettes),
    outline: floats((pyramid ? outline(points) : flatOutline(points)).flat()),
    home: pyramid ? { azimuth: 19, elevation: 36 } : { azimuth: 0, elevation: 60 },
  };
}

/** "corner A", or "side AB" for another cell of a side. */
function rimWords({ board }: Game, site: number): string {
  const corner = board.corners.find((one) => one.site === site);
  const side = board.wallNames.find((_, k) => board.walls[site] & (1 << k));
  return corner ? `corner ${corner.name}` : side ? `side ${side}` : "";
}

/** Lattice coordinates of a site of a pyramid. */
export function latticePoint(game: Game, site: number): Vec3 {
  const z = game.board.levels![site] - 1;
  const [x, y] = game.board.centres[site];
  return [Math.round(x - z / 2), Math.round(y - z / 2), z];
}

function touching(game: Game): number[] {
  const key = (x: number, y: number, z: number) => `${x} ${y} ${z}`;
  const points = game.board.names.map((_, site) => latticePoint(game, site));
  const at = new Map(points.map((p, site) => [key(...p), site]));
  return points.flatMap(([x, y, z]) => STEPS.map(([a, b, c]) => at.get(key(x + a, y + b, z + c)) ?? -1));
}

function outline(points: Vec3[]): Vec3[] {
  const size = Math.max(...points.map(([x]) => x)) + 1;
  const found: Vec3[] = [];
  for (let z = 0; z < size; z++) {
    const [low, high] = [z / 2 - EDGE, size - 1 - z / 2 + EDGE];
    for (const x of [low, high]) for (const y of [low, high]) found.push([x, y, z / Math.SQRT2]);
  }
  const ends = [-margin(size), size - 1 + margin(size)];
  for (const x of ends) for (const y of ends) for (const z of [TOP, TOP - thickness(size)]) found.push([x, y, z]);
  const top = (size - 1) / 2;
  return [...found, [top, top, (size - 1) / Math.SQRT2 + 0.5]];
}

/** Cells and stones: a flat board is as high as a stone. */
function flatOutline(points: Vec3[]): Vec3[] {
  return points.flatMap(([x, y]): Vec3[] => {
    const far = Math.hypot(x, y) || 1;
    const out = 1 + EDGE / far;
    return [[x, y, 0.125], [x * out, y * out, -0.2]];
  });
}
