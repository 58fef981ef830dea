/** What shows how a side stands at a corner: lines along own balls, sheets, ways out. */

import type { Layer, PageData, PaletteName, Vec3 } from "../format";
import type { Board, Side, Standing } from "../judge";
import { PALETTES, shares } from "./colours";
import { floats } from "./pack";
import { triangles } from "./surface";

/** A tube: how thick it is, how pale, whether it is seen through what covers it alone. */
const STYLES = {
  line: { radius: 0.13, pale: 0.55, own: true },
  tether: { radius: 0.1, pale: 0.55, own: true },
  escape: { radius: 0.085, pale: 0, own: false },
};
const DASH = 0.3;

/** The layers of one standing, a list a palette. */
export function overlays(data: PageData, game: number, board: Board, standing: Standing, side: Side): Record<PaletteName, Layer[]> {
  const made = PALETTES.map((name): [PaletteName, Layer[]] => {
    const own = shares(data.games[game].players[side].colour[name]);
    const way = shares(String(data.palettes[name].escape));
    const tubes = [
      ...[standing.line, ...standing.arms].flatMap((sites) => tube(board, sites, "line", own)),
      ...tube(board, standing.tether, "tether", own),
      ...tube(board, standing.escape, "escape", way),
    ];
    return [name, [...sheet(board, standing.sheet, paler(own, 0.25)), ...tubes]];
  });
  return Object.fromEntries(made) as Record<PaletteName, Layer[]>;
}

function paler(colour: number[], share: number): number[] {
  return colour.map((part) => part + share * (1 - part));
}

function tube(board: Board, sites: number[], style: keyof typeof STYLES, colour: number[]): Layer[] {
  if (!sites.length) return [];
  const { radius, pale, own } = STYLES[style];
  const ways = sites.length > 1 ? sites.slice(1).map((to, k) => [sites[k], to]) : [[sites[0], sites[0]]];
  const rods = (features: string[], thick: number, tint: number[], dash: number, glow: number): Layer => {
    let start = 0;
    const states = ways.map(([from, to]) => {
      const state = [lift(board, to), dash, start, glow];
      start += Math.hypot(...board.centres[to].map((at, k) => at - board.centres[from][k]));
      return state;
    });
    return {
      shader: "tube",
      features,
      opaque: false,
      depth: true,
      points: floats(ways.flatMap(([from]) => board.centres[from])),
      corners: 1,
      lift: floats(ways.map(([from]) => lift(board, from))),
      attributes: {
        ends: floats(ways.flatMap(([, to]) => [...board.centres[to], thick])),
        tint: floats(ways.flatMap(() => tint)),
        state: floats(states.flat()),
      },
    };
  };
  // A line runs inside its own balls; a way out is dashed where something covers it.
  if (own) return [rods(["THROUGH"], radius, [...paler(colour, pale), 0.92], 0, 0.25)];
  return [rods([], radius, [...colour, 1], 0, 0.35), rods(["THROUGH"], 0.75 * radius, [...colour, 0.55], DASH, 0.5)];
}

function sheet(board: Board, sites: number[], colour: number[]): Layer[] {
  const faces = triangles(board, sites);
  if (!faces.length) return [];
  // A triangle is a square whose last two corners are one.
  const corners = faces.map(([a, b, c]) => [a, b, c, c]);
  return [
    {
      shader: "sheet",
      features: [],
      opaque: false,
      depth: false,
      points: floats(corners.flat().flatMap((site): Vec3 => board.centres[site])),
      corners: 4,
      lift: floats(corners.flat().map((site) => lift(board, site))),
      attributes: { tint: floats(faces.flatMap(() => [...colour, 0.66])) },
      sites,
    },
  ];
}

function lift(board: Board, site: number): number {
  return board.levels ? board.levels[site] - 1 : 0;
}
