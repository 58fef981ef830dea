/** What is kept in sight, and what lies before it: `viewer/picture/visibility/focus.py` for the page. */

import type { Vec3 } from "../format";
import { type Board, TOUCHING } from "./board";
import { dot, minus, plus, scaled, size, unit } from "./vectors";
import { BALL_RADIUS, type Visible } from "./visibility";

/** Width of the soft edge of an opening, in ball diameters (shaders/ball.frag). */
const EDGE = 0.06;
const POINT_RADIUS = 0.28;
const BEFORE = 0.05;
/** How far ahead of the eye balls begin that are looked for by where they are seen. */
const CLOSE = 2;
/** How much larger things are in the plane before the eye at the edge of the picture. */
const ASLANT = 1.3;
/** How many of the spheres behind it a ball is opened for. */
const SPHERES = 8;
/** Texels of a ball, its spheres and its ink, and balls in a line of the list (shaders/ball.frag). */
const TEXELS = SPHERES + 1;
const ACROSS = 64;

export interface Sphere {
  site: number;
  centre: Vec3;
  radius: number;
}

/** From where it is looked, and the unit vector into the middle of the picture. */
export interface Eye {
  eye: Vec3;
  forward: Vec3;
  parallel: boolean;
}

/**
 * The sites that are to be kept in sight: what is chosen, else the last ball; `deep`: with its neighbours; what is
 * pointed at, an empty point with the balls that touch it. None where balls do not lie in a heap.
 */
export function focusOf(board: Board, owners: Uint8Array, chosen: number[], last: number, pointed: number, deep: boolean): number[] {
  const { neighbours } = board;
  if (!neighbours) return [];
  const beside = (site: number) => [...neighbours.subarray(site * TOUCHING, (site + 1) * TOUCHING)].filter((one) => one >= 0 && owners[one]);
  const about = chosen.length || last < 0 ? chosen : [last];
  const found = new Set([...about, ...(deep ? about.flatMap(beside) : [])]);
  if (pointed >= 0) for (const site of [pointed, ...(owners[pointed] ? [] : beside(pointed))]) found.add(site);
  return [...found].sort((a, b) => a - b);
}

/** Sites as spheres, as far as a view leaves them. */
export function spheresOf(sites: number[], owners: Uint8Array, visible: Visible): Sphere[] {
  return sites
    .filter((site) => (owners[site] ? visible.shown[site] && visible.onLayer[site] : visible.answers[site]))
    .map((site) => ({ site, centre: visible.centres[site]!, radius: owners[site] ? BALL_RADIUS : POINT_RADIUS }));
}

/** Whether a ball there is a mere outline where a line of sight meets it. */
export function seenThrough(spheres: Sphere[], site: number, centre: Vec3, ray: { from: Vec3; way: Vec3 }): boolean {
  if (spheres.some((one) => one.site === site)) return false;
  const depth = dot(minus(centre, ray.from), ray.way);
  return spheres.some((one) => {
    const way = minus(one.centre, ray.from);
    const far = dot(way, ray.way);
    return depth < far - BEFORE && size(minus(way, scaled(ray.way, far))) < one.radius + EDGE / 2;
  });
}

/** Which of some balls lie before what is kept in sight, with what lies behind each. */
export function covering(spheres: Sphere[], balls: number[], centres: Vec3[], from: Eye): Map<number, Sphere[]> {
  const { eye, forward, parallel } = from;
  const found = new Map<number, Sphere[]>();
  const kept = new Set(spheres.map((one) => one.site));
  const behind = spheres
    .map((sphere) => {
      const way = minus(sphere.centre, eye);
      return { sphere, way, ahead: dot(way, forward), far: size(way), towards: unit(way), wide: sphere.radius + EDGE };
    })
    .filter(({ ahead }) => parallel || ahead > BEFORE);
  const ways = balls
    .filter((site) => !kept.has(site))
    .map((site) => {
      const way = minus(centres[site]!, eye);
      return { site, way, ahead: dot(way, forward) };
    })
    .filter(({ ahead }) => parallel || ahead > -BALL_RADIUS);
  if (!behind.length || !ways.length) return found;
  const near = nearby(forward, parallel ? null : Math.min(...ways.map(({ ahead }) => (ahead < CLOSE ? Infinity : ahead))), behind);
  for (const { site, way, ahead } of ways) {
    const covered: { sphere: Sphere; squared: number }[] = [];
    for (const one of !parallel && ahead < CLOSE ? behind : near(way, ahead)) {
      let [nearer, squared, reach] = [0, 0, 0];
      if (parallel) {
        const gap = minus(one.way, way);
        nearer = dot(gap, forward);
        squared = dot(gap, gap) - nearer * nearer;
        reach = BALL_RADIUS + one.wide;
      } else {
        const along = dot(way, one.towards);
        nearer = along > 0 ? one.far - along : 0;
        squared = dot(way, way) - along * along;
        reach = BALL_RADIUS + (one.wide / one.far) * along;
      }
      if (nearer > BEFORE && squared < reach * reach) covered.push({ sphere: one.sphere, squared });
    }
    if (covered.length > SPHERES) covered.sort((a, b) => a.squared - b.squared).splice(SPHERES);
    if (covered.length) found.set(site, covered.map(({ sphere }) => sphere));
  }
  return found;
}

/** What finds, by squares of the picture, the spheres that may lie behind a ball. */
function nearby<Seen extends { way: Vec3; ahead: number; wide: number }>(forward: Vec3, nearest: number | null, behind: Seen[]): (way: Vec3, ahead: number) => Seen[] {
  const [x, y, z] = forward;
  const right = unit(Math.abs(z) > 0.9 ? [0, z, -y] : [y, -x, 0]);
  const up: Vec3 = [right[1] * z - right[2] * y, right[2] * x - right[0] * z, right[0] * y - right[1] * x];
  const most = Math.max(...behind.map(({ wide }) => wide));
  const side = nearest === null ? BALL_RADIUS + most : ASLANT * (BALL_RADIUS / nearest + most / Math.min(...behind.map(({ ahead }) => ahead)));
  const place = (way: Vec3, ahead: number) => [right, up].map((axis) => Math.floor(dot(way, axis) / (nearest === null ? 1 : ahead) / side)) as [number, number];
  const squares = new Map<string, Seen[]>();
  for (const one of behind) {
    const key = place(one.way, one.ahead).join();
    squares.set(key, [...(squares.get(key) ?? []), one]);
  }
  return (way, ahead) => {
    const [column, row] = place(way, ahead);
    return [-1, 0, 1].flatMap((a) => [-1, 0, 1].flatMap((b) => squares.get(`${column + a},${row + b}`) ?? []));
  };
}

/** The list that the shader reads (LISTED), a row for each ball, in the order of `found`. */
export function listOf(found: Map<number, Sphere[]>, centres: Vec3[], inks: Float32Array): { texels: Float32Array; width: number } {
  const width = TEXELS * ACROSS;
  const texels = new Float32Array(4 * width * Math.max(1, Math.ceil(found.size / ACROSS)));
  let at = 0;
  for (const [site, spheres] of found) {
    spheres.forEach(({ centre, radius }, k) => texels.set([...plus(centre, centres[site]!, -1), radius], at + 4 * k));
    texels.set(inks.subarray(4 * site, 4 * site + 4), at + 4 * SPHERES);
    at += 4 * TEXELS;
  }
  return { texels, width };
}
