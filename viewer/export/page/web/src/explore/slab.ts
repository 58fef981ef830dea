/** What boards stand on that the file does not hold: a slab with dimples, or a tile under each cell. */

import type { BoardData, Layer, PageData, PaletteName, Vec3 } from "../format";
import type { Game } from "../judge";
import { shares, PALETTES } from "./colours";
import { floats } from "./pack";
import { letters } from "./planes";

/** The slab's top and how deep it is, in ball diameters below the lowest centres. */
const TOP = -0.44;
const BEVEL = 0.06;
/** Above so many rows only every fifth is lettered. */
const MANY = 12;
const SLANT = Math.SQRT1_2;
/** A tile under a stone: half its width, depth and height, and how round its edge is. */
const TILE = [0.47, 0.47, 0.04, 0.028];
const TILE_MIDDLE = -0.165;

/** How far the slab reaches beyond the outermost centres of a pyramid: room for a row of letters. */
export function margin(size: number): number {
  return 0.95 + 0.035 * (size - 1);
}

export function thickness(size: number): number {
  return 0.3 + 0.45 * Math.max(margin(size) - 0.95, 0);
}

/** The ground of a game's board, in the colours of each palette. */
export function groundOf(game: Game, palettes: PageData["palettes"]): BoardData["base"] {
  const made = PALETTES.map((name): [PaletteName, Layer[]] => {
    const colour = (what: string) => shares(String(palettes[name]?.[what] ?? "#CFC6B8"));
    if (game.kind !== "partition") return [name, [tiles(game, colour("sand")), written(cellNames(game), colour("ink"))]];
    const size = game.board.shape.length;
    return [name, [slab(size, colour("slab")), written(slabNames(size), colour("ink"))]];
  });
  return Object.fromEntries(made) as BoardData["base"];
}

interface Face {
  corners: Vec3[];
  normal: Vec3;
  /** The faces on its four edges, by their numbers. */
  beyond: number[];
  dimpled: boolean;
}

/** Top, foot, four sides, and between them a narrow bevel around the top that catches light. */
function slab(size: number, tint: number[]): Layer {
  const low = -margin(size);
  const high = size - 1 + margin(size);
  const foot = TOP - thickness(size);
  const square = (inset: number, z: number): Vec3[] => {
    const [a, b] = [low + inset, high - inset];
    return [[a, a, z], [b, a, z], [b, b, z], [a, b, z]];
  };
  const [inner, outer, ground] = [square(BEVEL, TOP), square(0, TOP - BEVEL), square(0, foot)];
  const sides = [-low, high, high, -low];
  // Where the plane of each face lies along its normal.
  const reaches = [TOP, -foot, ...sides, ...sides.map((at) => SLANT * (at + TOP - BEVEL))];
  const faces: Face[] = [
    { corners: inner, normal: [0, 0, 1], beyond: [6, 7, 8, 9], dimpled: true },
    { corners: [...ground].reverse(), normal: [0, 0, -1], beyond: [4, 3, 2, 5], dimpled: false },
  ];
  const ways = [[0, -1], [1, 0], [0, 1], [-1, 0]];
  ways.forEach(([x, y], k) => {
    const [next, before] = [(k + 1) % 4, (k + 3) % 4];
    faces.push({
      corners: [ground[k], ground[next], outer[next], outer[k]],
      normal: [x, y, 0],
      beyond: [1, 2 + next, 6 + k, 2 + before],
      dimpled: false,
    });
    faces.push({
      corners: [outer[k], outer[next], inner[next], inner[k]],
      normal: [SLANT * x, SLANT * y, SLANT],
      beyond: [2 + k, 6 + next, 0, 6 + before],
      dimpled: false,
    });
  });
  const far = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return {
    shader: "slab",
    features: [],
    opaque: true,
    depth: true,
    points: floats(faces.flatMap(({ corners }) => corners.flat())),
    corners: 4,
    lift: floats(faces.flatMap(() => [0, 0, 0, 0])),
    attributes: {
      tint: floats(faces.flatMap(() => [...tint, 1])),
      state: floats(faces.flatMap(({ normal, dimpled }) => [...normal, +dimpled])),
      beyond: floats(faces.flatMap(({ beyond }) => beyond)),
      reach: floats(faces.flatMap(({ beyond }) => beyond.map((one) => reaches[one]))),
      span: floats(faces.flatMap(({ corners: [a, b, , d] }) => [far(a, d), far(a, b), 0, 0])),
    },
    part: "board",
  };
}

/** A text that lies on the board: its middle, which way it runs and stands, how high and wide it may be, how strong its ink is. */
interface Name {
  text: string;
  at: Vec3;
  right?: Vec3;
  up?: Vec3;
  high: number;
  wide: number;
  strength: number;
}

/** Files along the south and the north rim, ranks along the west and the east, walls on the sides: `labels.py` for the page. */
function slabNames(size: number): Name[] {
  const [low, high, last] = [-margin(size), size - 1 + margin(size), 2 * size - 1];
  const room = margin(size) - 0.62;
  const [rim, z] = [room / 2 + 0.03, TOP + 0.008];
  const names: Name[] = [];
  for (let number = 1; number <= last; number++) {
    if (size > MANY && (number - 1) % 10) continue;
    // Those of the base level stand out; those between belong to the levels above.
    const strong = number % 2 === 1;
    const look = { high: room * (strong ? 0.92 : 0.66), wide: size > MANY ? 2.5 : 0.62, strength: strong ? 0.95 : 0.45 };
    const along = (number - 1) / 2;
    for (const far of [low + rim, high - rim]) {
      names.push({ text: letters(number), at: [along, far, z], ...look }, { text: String(number), at: [far, along, z], ...look });
    }
  }
  const deep = thickness(size);
  const [middle, down] = [(size - 1) / 2, TOP - BEVEL - (deep - BEVEL) / 2];
  const sides: [string, Vec3, Vec3][] = [
    ["SOUTH", [middle, low - 0.006, down], [1, 0, 0]],
    ["EAST", [high + 0.006, middle, down], [0, 1, 0]],
    ["NORTH", [middle, high + 0.006, down], [-1, 0, 0]],
    ["WEST", [low - 0.006, middle, down], [0, -1, 0]],
  ];
  return [...names, ...sides.map(([text, at, right]) => ({ text, at, right, up: [0, 0, 1] as Vec3, high: deep * 0.72, wide: 10, strength: 0.85 }))];
}

/** Every cell by its name, where the tile can be seen. */
function cellNames({ board }: Game): Name[] {
  return board.centres.map(([x, y], site) => ({ text: board.names[site], at: [x, y, TILE_MIDDLE + TILE[2] + 0.006], high: 0.24, wide: 0.62, strength: 0.7 }));
}

function written(names: Name[], ink: number[]): Layer {
  const way = (one: Vec3, size: number) => [...one.map((part) => part * size), 0];
  return {
    shader: "mark",
    features: ["GLYPH"],
    opaque: false,
    depth: false,
    points: floats(names.flatMap(({ at }) => at)),
    corners: 1,
    lift: floats(names.map(() => 0)),
    attributes: {
      across: floats(names.flatMap(({ right, wide }) => way(right ?? [1, 0, 0], wide / 2))),
      upward: floats(names.flatMap(({ up, high }) => way(up ?? [0, 1, 0], high / 2))),
      tint: floats(names.flatMap(({ strength }) => [...ink, strength])),
      state: floats(names.flatMap(() => [0, 0, 0, 0])),
    },
    texts: names.map(({ text }) => text),
    part: "labels",
  };
}

/** The program cuts its tiles to the cells' own shapes; these are round. */
function tiles(game: Game, tint: number[]): Layer {
  const { centres } = game.board;
  const every = (row: number[]) => floats(centres.flatMap(() => row));
  return {
    shader: "disc",
    features: [],
    opaque: true,
    depth: true,
    points: floats(centres.flatMap(([x, y]) => [x, y, TILE_MIDDLE])),
    corners: 1,
    lift: every([0]),
    attributes: { tint: every([...tint, 1]), half_size: every(TILE), state: every([0, 0, 0, 0]) },
    part: "board",
  };
}
