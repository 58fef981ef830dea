/**
 * How each side stands at each corner, and what shows it (docs/rules/partition.md#isolation and
 * #anchoring, docs/rules/poly-y.md#corners). Both games ask the same: a group that cuts the corner off
 * from what lies beyond its own walls holds it when it also reaches beyond them.
 */

import type { Board, Corner } from "./board";
import { chain, type Group, groups, steps, type Test } from "./flood";
import type { Position, Side } from "./notation";
import { minimumSheet } from "./sheet";

/** How one side stands at one corner. Sites, empty where there is none. */
export interface Standing {
  /** "isolates": cut off, but not anchored; "other": the opponent holds it. */
  kind: "holds" | "isolates" | "open" | "other";
  /** The group that isolates, ascending; where several do, the outermost. */
  group: number[];
  /** Held with the corner's own ball: a chain from it to a far wall. */
  line: number[];
  /** Isolated: the fewest balls of the group that do it, those nearest the corner. */
  sheet: number[];
  /** Held by a sheet: a chain inside the group from the sheet to a far wall. */
  tether: number[];
  /** The far wall that line or tether ends on, or "". */
  wall: string;
  /** The sheet that would still isolate without the corner's own ball, and its tether. */
  alsoSheet: number[];
  alsoTether: number[];
  /** Poly-Y: from one stone to both sides of the corner, and to a third one where it is captured. */
  arms: number[][];
  /** Open: a shortest way from the corner past every own ball. */
  escape: number[];
}

export interface CornerState {
  corner: string;
  site: number;
  /** Who holds it, -1 nobody. */
  holder: Side | -1;
  /** Of both sides. */
  standings: [Standing, Standing];
}

const NOTHING: Omit<Standing, "kind"> = {
  group: [], line: [], sheet: [], tether: [], wall: "", alsoSheet: [], alsoTether: [], arms: [], escape: [],
};

/** Everybody's groups, worked out once for all corners. */
type Both = [Group[], Group[]];

function groupsOf({ game, cells }: Position): Both {
  return [groups(game.board, (site) => cells[site] === 1), groups(game.board, (site) => cells[site] === 2)];
}

/** Who holds each corner, in the board's order: 0 red, 1 blue, -1 nobody. */
export function holders(position: Position): (Side | -1)[] {
  const both = groupsOf(position);
  return position.game.board.corners.map((corner) => holderOf(position.game.board, both, corner));
}

function holderOf(board: Board, both: Both, corner: Corner): Side | -1 {
  const holds = (group: Group) => (group.walls & corner.far) !== 0 && cutOff(board, group, corner) >= 0;
  return both[0].some(holds) ? 0 : both[1].some(holds) ? 1 : -1;
}

/** How both sides stand at every corner. */
export function corners(position: Position): CornerState[] {
  const { board } = position.game;
  const both = groupsOf(position);
  return board.corners.map((corner) => {
    const holder = holderOf(board, both, corner);
    const standing = (side: Side): Standing =>
      holder === 1 - side ? { ...NOTHING, kind: "other" } : stand(position, both, corner, side);
    return { corner: corner.name, site: corner.site, holder, standings: [standing(0), standing(1)] };
  });
}

function stand(position: Position, both: Both, corner: Corner, side: Side): Standing {
  const { board, kind } = position.game;
  const cutting = both[side]
    .map((group) => ({ group, points: cutOff(board, group, corner) }))
    .filter(({ points }) => points >= 0);
  if (!cutting.length) {
    const free: Test = (site) => position.cells[site] !== side + 1;
    return { ...NOTHING, kind: "open", escape: chain(board, free, [corner.site], corner.far) };
  }
  return kind === "poly-y"
    ? capture(board, cutting.map(({ group }) => group), corner)
    : partition(board, cutting.reduce((best, one) => (one.points > best.points ? one : best)).group, corner);
}

/**
 * How many points a group cuts off with a corner, itself not counted; -1 where it leaves a way to a
 * far wall. Each wall at the corner has such a way, so a group that does not touch them all and has
 * no ball on the corner need not be tried.
 */
function cutOff(board: Board, group: Group, corner: Corner): number {
  const inside = new Set(group.sites);
  if (inside.has(corner.site)) return 0;
  if ((group.walls & corner.near) !== corner.near) return -1;
  const away = steps(board, (site) => !inside.has(site), [corner.site]);
  let points = 0;
  for (let site = 0; site < away.length; site++) {
    if (away[site] < 0) continue;
    if (board.walls[site] & corner.far) return -1;
    points++;
  }
  return points;
}

function partition(board: Board, group: Group, corner: Corner): Standing {
  const inside = new Set(group.sites);
  const anchored = (group.walls & corner.far) !== 0;
  const own: Test = (site) => inside.has(site);
  const found: Standing = { ...NOTHING, kind: anchored ? "holds" : "isolates", group: group.sites };
  if (own(corner.site)) {
    const rest: Test = (site) => own(site) && site !== corner.site;
    found.alsoSheet = minimumSheet(board, rest, corner);
    if (anchored) found.line = chain(board, own, [corner.site], corner.far);
    else found.sheet = [corner.site];
    if (anchored) found.alsoTether = chain(board, rest, found.alsoSheet, corner.far);
  } else {
    found.sheet = minimumSheet(board, own, corner);
    if (anchored) found.tether = chain(board, own, found.sheet, corner.far);
  }
  const end = found.line.concat(found.tether).pop();
  const wall = board.wallNames.findIndex((_, k) => end !== undefined && (board.walls[end] & corner.far) >> k & 1);
  return { ...found, wall: board.wallNames[wall] ?? "" };
}

/** A chain that cuts a corner off touches both its sides; its arms are shortest together. */
function capture(board: Board, cutting: Group[], corner: Corner): Standing {
  const held = cutting.find((chained) => (chained.walls & corner.far) !== 0);
  const group = held ?? cutting[0];
  const inside = new Set(group.sites);
  const own: Test = (site) => inside.has(site);
  const at = board.corners.indexOf(corner);
  const sides = [1 << at, corner.near ^ (1 << at), ...(held ? [corner.far] : [])];
  const away = sides.map((side) => steps(board, own, group.sites.filter((site) => board.walls[site] & side)));
  const sum = (site: number) => away.reduce((total, far) => total + far[site], 0);
  const middle = group.sites.reduce((best, site) => (sum(site) < sum(best) ? site : best));
  const arms = sides.map((side) => chain(board, own, [middle], side));
  return { ...NOTHING, kind: held ? "holds" : "isolates", group: group.sites, arms };
}

/** Steps from a corner through everything but the balls of `blockers`, -1 where they stop it. */
export function pour({ game, cells }: Position, corner: string, blockers: Side): Int16Array {
  const at = game.board.corners.find(({ name }) => name === corner);
  if (!at) throw new RangeError(`no corner ${corner}`);
  return steps(game.board, (site) => cells[site] !== blockers + 1, [at.site]);
}
