/** What a view hides, fades and shifts: `viewer/picture/visibility` for the page. */

import type { Vec3, ViewData } from "../format";
import type { Board } from "./board";
import { dot, minus, plus, scaled, size, unit, type Vec4 } from "./vectors";

export const BALL_RADIUS = 0.5;
/** What is left of a ball off the working layer. */
const FADED = 0.15;
export const TOUCH = 1e-6;

export interface Visible {
  /** Where the sites are drawn, explosion applied. */
  centres: Vec3[];
  /** Some part of a ball there can be drawn. */
  shown: Uint8Array;
  /** An empty point there can be picked. */
  answers: Uint8Array;
  onLayer: Uint8Array;
  faint: Uint8Array;
  fade: Float32Array;
  /** Half-spaces (unit normal, d) that keep what lies below, and pairs of which one must. */
  planes: Vec4[];
  gaps: [Vec4, Vec4][];
}

export function visibleIn(board: Board, view: ViewData, owners: Uint8Array, players: string[], plies: Int16Array | null): Visible {
  const { planes, gaps } = cutting(board, view);
  const n = board.count;
  const explode = board.levels ? (view.explode ?? 0) : 0;
  const strength = strengthOf(board, view, owners, players);
  const stays = staying(board, view, owners, plies);
  const made: Visible = {
    centres: explode ? board.centres.map((p, k) => plus(p, [0, 0, explode * board.lift[k]!])) : board.centres,
    shown: new Uint8Array(n),
    answers: new Uint8Array(n),
    onLayer: new Uint8Array(n).fill(1),
    faint: new Uint8Array(n),
    fade: new Float32Array(n),
    planes,
    gaps,
  };
  if (view.layer) {
    const [name, number] = view.layer;
    const family = board.data.planes.find((one) => one.name === name);
    const offset = offsetOf(board, name, number);
    for (let k = 0; k < n; k++) {
      if (family) made.onLayer[k] = Number(Math.abs(dot(board.centres[k]!, family.normal) - offset) < 1e-5);
    }
  }
  const regions = choices(planes, gaps);
  for (let k = 0; k < n; k++) {
    const there = stays[k]! && strength[k]! > 0;
    const at = board.centres[k]!;
    made.shown[k] = Number(there && regions.some((some) => reaches(at, some)));
    const kept = regions.some((some) => some.every((plane) => beyond(at, plane) <= TOUCH));
    made.answers[k] = Number(there && kept && made.onLayer[k]);
    made.faint[k] = Number(strength[k]! < 1);
    made.fade[k] = Math.min(strength[k]!, made.onLayer[k] ? 1 : FADED);
  }
  return made;
}

/** Whether a ball there is drawn in full and can be picked. */
export function selects(visible: Visible, site: number): boolean {
  return Boolean(visible.shown[site] && visible.onLayer[site] && !visible.faint[site]);
}

/** Whether no plane touches the ball there. */
export function isWhole(board: Board, visible: Visible, site: number): boolean {
  const at = board.centres[site]!;
  const inside = (plane: Vec4) => beyond(at, plane) <= -BALL_RADIUS + TOUCH;
  return visible.planes.every(inside) && visible.gaps.every((pair) => pair.some(inside));
}

function beyond(at: Vec3, plane: Vec4): number {
  return plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] - plane[3];
}

function offsetOf(board: Board, family: string, at: number): number {
  const found = board.data.planes.find((one) => one.name === family);
  if (!found || !found.offsets.length) return 0;
  const spacing = found.offsets.length > 1 ? found.offsets[1]! - found.offsets[0]! : 0;
  return found.offsets[0]! + (at - (found.first ?? 1)) * spacing;
}

function cutting(board: Board, view: ViewData): { planes: Vec4[]; gaps: [Vec4, Vec4][] } {
  const planes: Vec4[] = [];
  const gaps: [Vec4, Vec4][] = [];
  for (const cut of view.cuts ?? []) {
    const family = board.data.planes.find((one) => one.name === cut.family);
    if (cut.family && !family) continue;
    const raw: Vec3 = family ? family.normal : (cut.normal ?? [0, 0, 1]);
    const normal = unit(raw);
    const ends = (cut.to === undefined || cut.to === null ? [cut.at] : [cut.at, cut.to]).map((at) =>
      family ? offsetOf(board, family.name, at) : at / (size(raw) || 1),
    );
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const upTo = (d: number): Vec4 => [...normal, d];
    const downTo = (d: number): Vec4 => [...scaled(normal, -1), -d] as Vec4;
    if (ends.length === 1) planes.push(cut.flip ? downTo(low) : upTo(low));
    else if (!cut.flip) planes.push(upTo(high), downTo(low));
    else gaps.push([upTo(low), downTo(high)]);
  }
  return { planes: planes.slice(0, 8), gaps: gaps.slice(0, 4) };
}

/** The convex regions that are kept: one a choice of sides of the gaps. */
function choices(planes: Vec4[], gaps: [Vec4, Vec4][]): Vec4[][] {
  return gaps.reduce((found, pair) => found.flatMap((some) => pair.map((side) => [...some, side])), [planes]);
}

/** Whether a region comes nearer to a centre than a ball's radius: on a face, an edge or a corner. */
function reaches(at: Vec3, planes: Vec4[]): boolean {
  const gaps = planes.map((plane) => beyond(at, plane));
  if (gaps.some((gap) => gap >= BALL_RADIUS - TOUCH)) return false;
  if (planes.length < 2 || gaps.every((gap) => gap <= TOUCH)) return true;
  const near = (step: Vec3) => {
    const foot = minus(at, step);
    return size(step) < BALL_RADIUS - TOUCH && planes.every((plane) => beyond(foot, plane) <= 1e-6);
  };
  for (let i = 0; i < planes.length; i++) {
    const a = planes[i]!.slice(0, 3) as Vec3;
    if (near(scaled(a, gaps[i]!))) return true;
    for (let j = i + 1; j < planes.length; j++) {
      const b = planes[j]!.slice(0, 3) as Vec3;
      const c = dot(a, b);
      if (1 - c * c < 1e-9) continue;
      const u = (gaps[i]! - c * gaps[j]!) / (1 - c * c);
      const v = (gaps[j]! - c * gaps[i]!) / (1 - c * c);
      if (near(plus(scaled(a, u), b, v))) return true;
      for (let k = j + 1; k < planes.length; k++) {
        const corner = meeting([planes[i]!, planes[j]!, planes[k]!]);
        if (corner && near(minus(at, corner))) return true;
      }
    }
  }
  return false;
}

/** Where three planes meet, or null. */
function meeting(planes: [Vec4, Vec4, Vec4]): Vec3 | null {
  const [a, b, c] = planes.map((plane) => plane.slice(0, 3) as Vec3) as [Vec3, Vec3, Vec3];
  const cross = (u: Vec3, v: Vec3): Vec3 => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const volume = dot(a, cross(b, c));
  if (Math.abs(volume) < 1e-6) return null;
  const sum = plus(plus(scaled(cross(b, c), planes[0][3]), cross(c, a), planes[1][3]), cross(a, b), planes[2][3]);
  return scaled(sum, 1 / volume);
}

function staying(board: Board, view: ViewData, owners: Uint8Array, plies: Int16Array | null): Uint8Array {
  const stays = new Uint8Array(board.count).fill(1);
  const peel = view.peel ?? {};
  const leave = (keeps: (site: number) => boolean) => {
    for (let k = 0; k < board.count; k++) if (!keeps(k)) stays[k] = 0;
  };
  const { levels, between } = peel;
  const heights = board.levels;
  if (levels && heights) leave((k) => heights[k]! >= levels[0] && heights[k]! <= levels[1]);
  for (const [name, count] of peel.layers ?? []) {
    const values = board.layers.get(name);
    if (values) leave((k) => values[k]! >= count);
  }
  if (peel.only) {
    const group = board.group(owners, board.numbers.get(peel.only));
    if (group.some(Boolean)) leave((k) => Boolean(group[k]));
  }
  if (between && plies) leave((k) => Boolean(owners[k]) && plies[k]! >= between[0] && plies[k]! <= between[1]);
  return stays;
}

/** How strongly each site is drawn: a group's own word counts for it, elsewhere the least said. */
function strengthOf(board: Board, view: ViewData, owners: Uint8Array, players: string[]): Float32Array {
  const found = new Float32Array(board.count).fill(1);
  const value = { shown: 1, faint: view.opacity ?? 0.25, hidden: 0 };
  const groups: [string, number][] = [];
  for (const [part, how] of view.parts ?? []) {
    const [name, which = ""] = part.split("=");
    if (name === "group") {
      groups.push([which, value[how]]);
      continue;
    }
    const player = players.indexOf(which);
    for (let k = 0; k < board.count; k++) {
      const there =
        (part === "empty" && !owners[k]) ||
        (name === "player" && player >= 0 && owners[k] === player + 2) ||
        (name === "level" && board.levels?.[k] === Number(which));
      if (there) found[k] = Math.min(found[k]!, value[how]);
    }
  }
  for (const [which, strength] of groups) {
    board.group(owners, board.numbers.get(which)).forEach((inside, k) => inside && (found[k] = strength));
  }
  return found;
}
