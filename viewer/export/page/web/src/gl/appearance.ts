/** How each ball and point looks: `viewer/scene/props/appearance.py` for the page. */

import type { PaletteColours, Vec3, ViewData } from "../format";
import { type Board, TOUCHING } from "./board";
import { coloursBy, lines } from "./colours";
import { rgb } from "./vectors";
import { BALL_RADIUS, isWhole, selects, type Visible } from "./visibility";

const [BAND, RING, RIM, WOODEN, UNCUT] = [1, 2, 4, 16, 32];
export const RINGED = 8;
const [DOT_RADIUS, SMALL_DOT_RADIUS, MANY_POINTS] = [0.16, 0.1, 300];
const SHELL_RADIUS = 0.46;
const SHEET_RADIUS = 0.36;

export interface Player {
  name: string;
  colour: Vec3;
  banded: boolean;
  wooden: boolean;
}

/** What stands on a board and what is picked out there. */
export interface Stand {
  board: Board;
  owners: Uint8Array;
  players: Player[];
  nobody: Vec3;
  last: number;
  legal: Uint8Array | null;
  lit: Uint8Array;
  /** What is kept in sight; null where nothing is: other balls than those lit may be rings. */
  focus: Uint8Array | null;
  /** Balls that carry a sheet, which are drawn smaller. */
  small: number[];
  pour: { distances: Int16Array; owner: number } | null;
  plies: Int16Array | null;
}

export interface Looks {
  /** Which balls are hidden from everywhere, although some are opened. */
  enclosed: (opened: Map<number, unknown>) => Uint8Array;
  solid: number[];
  /** Balls drawn as rings alone. */
  ringed: number[];
  faded: number[];
  points: number[];
  /** (n, 4) each, of balls, of rings and of points. */
  tint: Float32Array;
  lines: Float32Array;
  state: Float32Array;
  dotTint: Float32Array;
  dotState: Float32Array;
}

export function looksOf(stand: Stand, view: ViewData, visible: Visible, colours: PaletteColours): Looks {
  const { board, owners } = stand;
  const n = board.count;
  const made: Looks = {
    enclosed: () => new Uint8Array(n),
    solid: [],
    ringed: [],
    faded: [],
    points: [],
    tint: new Float32Array(4 * n),
    lines: new Float32Array(4 * n),
    state: new Float32Array(4 * n),
    dotTint: new Float32Array(4 * n),
    dotState: new Float32Array(4 * n),
  };
  const full = new Uint8Array(n);
  const whole = new Uint8Array(n);
  const others = new Uint8Array(n);
  const cut = visible.planes.length + visible.gaps.length > 0;
  const dims = !stand.focus && (view.dim ?? true) && stand.lit.some(Boolean);
  for (let k = 0; k < n; k++) {
    others[k] = Number(dims && owners[k] && !stand.lit[k] && !visible.faint[k] && !(view.selected && k === stand.last));
    full[k] = Number(owners[k] && selects(visible, k));
    whole[k] = Number(!cut || isWhole(board, visible, k));
  }
  const solid = full.map((value, k) => Number(value && !others[k]));
  // The light comes through what is opened, and what is enclosed comes in sight.
  const opens = stand.focus?.some(Boolean) ?? false;
  const kept = solid.map((value, k) => value & (stand.focus?.[k] ?? 0));
  const hidden = view.lens || view.explode || opens ? new Uint8Array(n) : enclosed(board, solid, whole);
  const own = coloursBy(view.colour, board, owners, stand.plies);
  for (let k = 0; k < n; k++) {
    if (!owners[k]) continue;
    const player = stand.players[owners[k]! - 2];
    const colour = player && own ? own(k) : (player?.colour ?? stand.nobody);
    let flags = (player?.banded ? BAND : 0) + (player?.wooden ? WOODEN : 0);
    if (stand.lit[k]) flags += RIM;
    if (others[k]) flags += RINGED;
    if (k === stand.last) flags += RING;
    if (cut && whole[k]) flags += UNCUT;
    made.tint.set([...colour, visible.fade[k]!], 4 * k);
    made.lines.set([...lines(colour, colours), visible.fade[k]!], 4 * k);
    const wet = stand.pour && owners[k] !== stand.pour.owner + 2 ? stand.pour.distances[k]! : -1;
    made.state.set([bits(board, stand.focus?.[k] ? kept : solid, k), flags, BALL_RADIUS, wet], 4 * k);
    if (solid[k] && !hidden[k]) made.solid.push(k);
    if (full[k] && others[k]) made.ringed.push(k);
    if (visible.shown[k] && !full[k]) made.faded.push(k);
  }
  made.enclosed = (opened) => enclosed(board, solid.map((value, k) => Number(value && !opened.has(k))), whole);
  for (const site of stand.small) made.state[4 * site + 2] = SHEET_RADIUS;
  pointLooks(stand, view, visible, colours, made);
  return made;
}

function pointLooks(stand: Stand, view: ViewData, visible: Visible, colours: PaletteColours, made: Looks): void {
  const { board, owners, pour, legal } = stand;
  const shells = view.ghost_style === "shells";
  const colour = rgb(String(colours[shells ? "glass" : "dot"]));
  const alpha = shells ? 0.8 : Number(colours["dot_alpha"]);
  const ghosts = view.ghosts ?? "legal";
  for (let k = 0; k < board.count; k++) {
    if (owners[k]) continue;
    // Points off the working layer fade, they do not vanish.
    const there = visible.shown[k] && (visible.answers[k] || !visible.onLayer[k]);
    const wanted = there && ghosts !== "off" && (ghosts === "all" || !legal || legal[k]);
    if (wanted || (pour && visible.shown[k] && pour.distances[k]! >= 0)) made.points.push(k);
  }
  const inLayer = view.layer && made.points.every((k) => visible.onLayer[k]);
  const few = made.points.length <= MANY_POINTS || inLayer;
  const radius = shells ? SHELL_RADIUS : few ? DOT_RADIUS : SMALL_DOT_RADIUS;
  for (const k of made.points) {
    made.dotTint.set([...colour, alpha * visible.fade[k]!], 4 * k);
    made.dotState.set([0, 0, radius, pour ? pour.distances[k]! : -1], 4 * k);
  }
}

/** Bit k set when a ball drawn in full touches in direction k of the lattice. */
function bits(board: Board, full: Uint8Array, site: number): number {
  let code = 0;
  if (board.neighbours) {
    for (let k = 0; k < TOUCHING; k++) {
      const next = board.neighbours[site * TOUCHING + k]!;
      if (next >= 0 && full[next]) code += 1 << k;
    }
  }
  return code;
}

/** Balls that two rings of whole ones hide from everywhere; one ring leaves slits. */
function enclosed(board: Board, full: Uint8Array, whole: Uint8Array): Uint8Array {
  const ring = (inside: Uint8Array): Uint8Array => {
    const found = new Uint8Array(board.count);
    const { neighbours } = board;
    if (!neighbours) return found;
    for (let site = 0; site < board.count; site++) {
      let closed = inside[site];
      for (let k = 0; closed && k < TOUCHING; k++) {
        const next = neighbours[site * TOUCHING + k]!;
        closed = next >= 0 ? inside[next] : 0;
      }
      found[site] = closed!;
    }
    return found;
  };
  return ring(ring(full.map((value, k) => value & whole[k]!)));
}
