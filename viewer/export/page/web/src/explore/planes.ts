/** Planes that cut a pyramid and layers that peel it, named and counted as in the program. */

import type { BoardData, Vec3 } from "../format";
import type { Game } from "../judge";
import { latticePoint } from "./board_data";
import { shorts } from "./pack";

type Plane = BoardData["planes"][number];

const WALLS = ["base", "west", "east", "south", "north"];

/** The families of planes through the sites. */
export function pyramidPlanes(game: Game): Plane[] {
  const size = sizeOf(game);
  const [slant, lean, up] = [Math.sqrt(2 / 3), Math.sqrt(1 / 3), Math.SQRT1_2];
  const [last, span, top] = [size - 1, size - 1, 2 * size - 1];
  const plain = (name: string, normal: Vec3, spacing: number, count: number): Plane => {
    const numbers = from(1, count);
    return {
      name,
      label: name[0].toUpperCase() + name.slice(1),
      normal,
      offsets: numbers.map((number) => (number - 1) * spacing),
      words: numbers.map((number) => `${name} ${name === "file" ? letters(number) : number}`),
      first: 1,
    };
  };
  const wall = (name: string, normal: Vec3, spacing: number, start: number): Plane => ({
    name,
    label: name === "base" ? "Base" : `${name[0].toUpperCase()}${name.slice(1)} wall`,
    normal,
    offsets: from(0, last).map((number) => start + number * spacing),
    words: from(0, last).map((number) => (number ? `${number} from ${wallName(name)}` : wallName(name))),
    first: 0,
  });
  const diagonal = (name: string, title: string, normal: Vec3, start: number, sides: [string, string]): Plane => ({
    name,
    label: `Diagonal ${title}`,
    normal,
    offsets: from(-last, last).map((number) => start + number * up),
    words: from(-last, last).map((number) => {
      const middle = `the diagonal ${title}`;
      return number ? `${Math.abs(number)} ${sides[+(number > 0)]} of ${middle}` : middle;
    }),
    first: -last,
  });
  return [
    plain("level", [0, 0, 1], up, size),
    plain("file", [1, 0, 0], 0.5, top),
    plain("rank", [0, 1, 0], 0.5, top),
    wall("base", [0, 0, -1], -up, 0),
    wall("west", [-slant, 0, lean], -slant, 0),
    wall("east", [slant, 0, lean], -slant, span * slant),
    wall("south", [0, -slant, lean], -slant, 0),
    wall("north", [0, slant, lean], -slant, span * slant),
    diagonal("diag", "SW\u2013NE", [up, -up, 0], 0, ["NW", "SE"]),
    diagonal("anti", "SE\u2013NW", [up, up, 0], span * up, ["SW", "NE"]),
  ];
}

/** What a pyramid can be peeled by: walls, corners, shells. */
export function pyramidLayers(game: Game): BoardData["layers"] {
  const last = sizeOf(game) - 1;
  const points = game.board.names.map((_, site) => latticePoint(game, site));
  const layer = (name: string, of: (x: number, y: number, z: number) => number) => ({
    name,
    values: shorts(points.map((p) => of(...p))),
  });
  const walls = (x: number, y: number, z: number) => [z, x, last - z - x, y, last - z - y];
  return [
    layer("file", (x, _, z) => 2 * x + z + 1),
    layer("rank", (_, y, z) => 2 * y + z + 1),
    layer("shell", (x, y, z) => Math.min(...walls(x, y, z))),
    ...WALLS.map((name, k) => layer(name, (x, y, z) => walls(x, y, z)[k])),
    layer("SW", (x, y, z) => x + y + z),
    layer("SE", (x, y) => last - x + y),
    layer("NW", (x, y) => x + last - y),
    layer("NE", (x, y, z) => 2 * last - z - x - y),
    layer("apex", (_x, _y, z) => last - z),
    layer("diag", (x, y) => x - y),
    layer("anti", (x, y, z) => x + y + z - last),
  ];
}

export function wallName(wall: string): string {
  return wall === "base" ? "the base" : `the ${wall} wall`;
}

function sizeOf(game: Game): number {
  return game.board.shape.length;
}

function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/** Files of up to size 50 have one letter or two. */
export function letters(number: number): string {
  return number > 26 ? letters(Math.floor((number - 1) / 26)) + letters(((number - 1) % 26) + 1) : String.fromCharCode(96 + number);
}
