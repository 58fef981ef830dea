/** The layers that a page makes itself: the sky, balls, points, their shadows, what is pointed at. */

import type { PaletteColours, Vec3 } from "../format";
import type { Looks, Stand } from "./appearance";
import type { Board } from "./board";
import type { Rows } from "./layers";
import { skyLight } from "./sky";
import { rgb } from "./vectors";
import { selects, type Visible } from "./visibility";

/** Top of the slab from the lowest centres: a ball sits a little in its dimple. */
const TOP = -0.44;
const SHADE: Vec3 = [0.12, 0.095, 0.085];
/** Where a lens opens the view, in ball diameters. */
export const LENS_RADIUS = 2.5;
/** Radius of the rim that a pour lays round a ball, in radii of the ball. */
const RIMMED = 1.1;

type Row = { point: Vec3; lift?: number; values: Record<string, ArrayLike<number>> };

/** A layer of rows that each have their own numbers. */
export function layerOf(shader: string, features: string[], rows: Row[], how: Partial<Rows> = {}): Rows {
  const names = Object.keys(rows[0]?.values ?? {});
  const attributes = Object.fromEntries(
    names.map((name) => [name, Float32Array.from(rows.flatMap((row) => Array.from(row.values[name]!)))]),
  );
  return {
    shader,
    features,
    opaque: false,
    depth: false,
    corners: 1,
    points: Float32Array.from(rows.flatMap((row) => row.point)),
    lift: Float32Array.from(rows, (row) => row.lift ?? 0),
    attributes,
    ...how,
  };
}

export function skyOf(colours: PaletteColours): Rows {
  const tint = [...rgb(String(colours["above"])), 1];
  const state = [...rgb(String(colours["below"])), 1];
  return layerOf("sky", ["DITHER"], [{ point: [0, 0, 0], values: { tint, state } }], { opaque: true });
}

/**
 * Balls in full, points, and the pale hull of balls that are faint or off the working layer; last, what explanations
 * are laid under: the rings of balls that these are not about.
 */
export function heapOf(stand: Stand, looks: Looks, visible: Visible, view: { lens: boolean; shells: boolean; explode: number }, gold: Vec3): Rows[] {
  const cut = visible.planes.length + visible.gaps.length ? ["CUT"] : [];
  const pour = stand.pour ? ["POUR"] : [];
  const { board } = stand;
  const hides = Uint8Array.from(board.centres, (_, k) =>
    Number(!view.explode && stand.owners[k] && visible.shown[k] && visible.onLayer[k]),
  );
  for (const site of looks.ringed) hides[site] = 0;
  const heaven = skyLight(board, hides);
  stand.focus?.forEach((kept, site) => kept && heaven.set([0, 0, 0, 1], 4 * site)); // the light comes through
  const some = (sites: number[], from: Record<string, Float32Array>, features: string[], how: Partial<Rows>) =>
    layerOf(
      "ball",
      features,
      sites.map((site) => ({
        point: board.centres[site]!,
        lift: board.lift[site]!,
        values: Object.fromEntries(
          Object.entries(from).map(([name, values]) => [name, values.subarray(4 * site, 4 * site + 4)]),
        ),
      })),
      how,
    );
  const { tint, state, lines, solid, ringed } = looks;
  const lens = view.lens ? ["LENS"] : [];
  // A pour rims the balls it reaches with gold: mixed with blue, gold would be brown.
  const rimmed = stand.pour ? solid.concat(ringed).filter((site) => state[4 * site + 3]! >= 0) : [];
  const rimTint = tint.map((value, k) => (k % 4 === 3 ? value : gold[k % 4]!));
  const rimState = state.map((value, k) => [0, 0, RIMMED * value, value][k % 4]!);
  const dots = { tint: looks.dotTint, state: looks.dotState };
  return [
    some(solid, { tint, state, heaven }, [...cut, ...lens], {
      opaque: true,
      depth: true,
    }),
    some(looks.points, dots, ["PLAIN", view.shells ? "GLASS" : "DOT", ...pour], {}),
    // First only their depth, then one layer of colour: a heap of faded balls is no fog.
    some(looks.faded, { tint, state }, ["UNSEEN", "PLAIN", ...cut], { depth: true }),
    some(looks.faded, { tint, state }, cut, {}),
    some(rimmed, { tint: rimTint, state: rimState }, ["RINGED", ...cut, ...pour], {}),
    some(view.lens ? ringed.concat(solid) : ringed, { tint: lines, state }, ["RINGED", ...cut, ...lens], { depth: true }),
  ];
}

/** Whether anything of the lowest level is in sight. */
export function footShown(board: Board, visible: Visible): boolean {
  const low = Math.min(...board.centres.map((p) => p[2]));
  return board.centres.some((p, site) => p[2] < low + 1e-6 && visible.shown[site]);
}

/** A slab whose top is even. */
export function undimpled(rows: Rows): Rows {
  const state = rows.attributes["state"]!.map((value, k) => (k % 4 === 3 ? Math.min(value, 0) : value));
  return { ...rows, attributes: { ...rows.attributes, state } };
}

/** Soft shadows of balls on the slab: quick ones below the lowest, fine ones of the next level too. */
export function shadowsOf(stand: Stand, looks: Looks, visible: Visible, bounds: number[], explode: number): Rows[] {
  const { board, owners } = stand;
  if (!board.dimpled) return [];
  const low = Math.min(...board.centres.map((p) => p[2]));
  const quick: Row[] = [];
  const fine: Row[] = [];
  const ringed = new Set(looks.ringed);
  for (let site = 0; site < board.count; site++) {
    const [x, y, z] = board.centres[site]!;
    if (!owners[site] || ringed.has(site) || !selects(visible, site) || z >= low + 0.8) continue;
    const point: Vec3 = [x, y, low + TOP + 0.004];
    const high = z - low - TOP + explode * board.lift[site]!;
    const state = [0.5, high, 0.55 + 2 * high, 0];
    fine.push({ point, values: { tint: [...SHADE, 1], state, limits: bounds } });
    if (z > low + 1e-6) continue;
    const across = [0.62, 0, 0, 0];
    const upward = [0, 0.62, 0, 0];
    quick.push({ point, values: { across, upward, tint: [0.1, 0.1, 0.14, 0.55], state: [0, 0, 0, 0] } });
  }
  return [
    layerOf("mark", ["SHADOW"], quick, { opaque: true, finely: false }),
    layerOf("cast", [], fine, { finely: true }),
  ];
}

/** Rings round the site of the keyboard's cursor, the paler one through whatever covers it. */
export function ringsOf(board: Board, site: number, occupied: boolean, accent: Vec3): Rows[] {
  const radius = occupied ? 0.56 : 0.3;
  const row = (alpha: number): Row => ({
    point: board.centres[site]!,
    lift: board.lift[site]!,
    values: {
      across: [radius, 0, 0, 1],
      upward: [radius, 0, 0, 0],
      tint: [...accent, alpha],
      state: [0.8, 0, 0, 0],
    },
  });
  return [layerOf("mark", ["RING"], [row(1)]), layerOf("mark", ["RING", "THROUGH"], [row(0.45)])];
}
