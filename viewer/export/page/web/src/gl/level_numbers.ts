/** The numbers of the levels, left of all that is drawn: `level_numbers.py` for the page. */

import type { Vec3, ViewData } from "../format";
import type { Board } from "./board";
import { type Camera, type Fitted, frame, SLOPE } from "./camera";
import { layerOf } from "./heap";
import type { Rows } from "./layers";
import { dot, minus, plus } from "./vectors";
import type { Visible } from "./visibility";

/** Elevation in degrees above which there are none: from above they would say nothing. */
const STEEP = 60;
/** Degrees the eye turns before the numbers are placed anew. */
const STEP = 5;
/** Heights of a number from one to the next, and ball diameters between it and the frame. */
const APART = 1.15;
const EDGE = 0.15;
/** Levels that have sunk so far into each other are not numbered. */
const SUNK = -0.4;
/** Above so many levels only every fifth is numbered. */
const MANY = 12;

/** What the places depend on: from where the camera looks, in steps. */
export function stepped(camera: Camera): Camera {
  const step = (degrees: number) => STEP * Math.round(degrees / STEP);
  return { ...camera, azimuth: step(camera.azimuth), elevation: step(camera.elevation) };
}

/**
 * The numbers as rows of glyphs, and their texts.
 *
 * `beside`: corners of the slab and the trays; `within`: the fitted camera and the frame's aspect,
 * where the numbers stay in it.
 */
export function numbersOf(
  board: Board,
  visible: Visible,
  view: ViewData,
  camera: Camera,
  ink: Vec3,
  beside: readonly Vec3[],
  within: { camera: Fitted; aspect: number } | null,
): { rows: Rows; texts: string[] } | null {
  const { levels } = board;
  const explode = view.explode ?? 0;
  if (!levels || !board.dimpled || Math.abs(camera.elevation) > STEEP || explode < SUNK) return null;
  const { up, right } = frame(camera.azimuth, camera.elevation);
  const seen = (point: Vec3) => [dot(point, right), dot(point, up)] as const;
  const count = Math.max(...levels);
  const tip = board.centres[board.centres.reduce((best, p, k) => (p[2] > board.centres[best]![2] ? k : best), 0)]!;
  const top = plus(tip, [0, 0, 0.5 + explode * (count - 1)]);
  const hull = [...beside, plus(top, right, 0.5), plus(top, right, -0.5)].map(seen);
  const size = 0.34 + 0.02 * count;
  const air = 0.4 + 0.03 * count;
  const rise = Math.cos((camera.elevation * Math.PI) / 180);
  const rows = [];
  const texts: string[] = [];
  let lowest = -Infinity;
  for (let level = 1; level <= count; level++) {
    if (count > MANY && level % 5 && level !== 1) continue;
    const sites = board.centres.filter((_, k) => levels[k] === level);
    if (!board.centres.some((_, k) => levels[k] === level && visible.shown[k])) continue;
    const middle = [0, 1, 2].map((c) => {
      const along = sites.map((p) => p[c]!);
      return (Math.min(...along) + Math.max(...along)) / 2;
    }) as Vec3;
    const [x, y] = seen(plus(middle, [0, 0, explode * (level - 1)]));
    const height = Math.max(y, lowest);
    lowest = height + APART * size;
    let clear = x - leftOf(hull, height) + 0.6 * size + air;
    if (within) {
      const half = 0.25 * size * String(level).length;
      clear = Math.min(clear, reach(within, middle, x) - half - EDGE);
    }
    const point = plus(plus(middle, right, -clear), [0, 0, (height - y) / rise]);
    const values = {
      // As wide as letters may be: the atlas knows how wide they are.
      across: [size, 0, 0, 1],
      upward: [size / 2, 0, 0, 0],
      tint: [...ink, 0.7],
      state: [0, 0, 0, 0],
    };
    rows.push({ point, lift: level - 1, values });
    texts.push(String(level));
  }
  return rows.length ? { rows: layerOf("mark", ["GLYPH"], rows), texts } : null;
}

/** How far to the left of a point, which lies at `x`, the picture ends. */
function reach(within: { camera: Fitted; aspect: number }, point: Vec3, x: number): number {
  const { camera, aspect } = within;
  const { back, right } = frame(camera.azimuth, camera.elevation);
  const distance = camera.distance - (camera.parallel ? 0 : dot(minus(point, camera.centre), back));
  return x - dot(camera.centre, right) + distance * SLOPE * aspect;
}

/** How far to the left the hull of some points reaches at a height; the top counts at every one. */
function leftOf(outline: readonly (readonly [number, number])[], height: number): number {
  const heights = outline.map(([, y]) => y);
  if (height < Math.min(...heights) || height > Math.max(...heights)) return Math.min(...outline.map(([x]) => x));
  let least = outline[outline.length - 1]![0];
  outline.forEach(([x, y], k) => {
    for (const [u, v] of outline.slice(k + 1)) {
      if (y === v || height < Math.min(y, v) || height > Math.max(y, v)) continue;
      least = Math.min(least, x + ((u - x) * (height - y)) / (v - y));
    }
  });
  return least;
}
