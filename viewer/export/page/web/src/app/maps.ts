/** Level maps: every level as a plan, in step with the scene; each point has a name and can be tapped. */

import type { GameData, PaletteName } from "../format";
import { siteWords, type Board } from "./boards";
import { button, type Child, el, svg } from "./dom";

export interface MapFacts {
  board: Board;
  game: GameData;
  palette: PaletteName;
  owners: Int8Array;
  last: number;
  answers: Set<number>;
  /** Whether a point is asked for and no move. */
  pointed: boolean;
  lit: Set<number>;
  cursor: number;
  pick: (site: number) => void;
  hover: (site: number) => void;
  /** Who is to move, or how it ended: a map may stand in the place of the scene, which says it elsewhere. */
  status: Child[];
  /** The position in words, line by line, as far as it is known. */
  described: string[];
}

/** Which maps are shown. */
export interface MapState {
  level: number;
  all: boolean;
}

export function maps(facts: MapFacts, state: MapState, changed: () => void): Node[] {
  const { board } = facts;
  const { highest } = board;
  const status = el("p", { class: "status" }, ...facts.status);
  const lines = facts.described.map((line) => el("p", {}, line));
  const words = lines.length ? [el("div", { class: "described" }, el("h3", {}, "In words"), ...lines)] : [];
  if (highest === 1) return [status, plan(facts, 1, true), ...words];
  const to = (level: number) => () => {
    state.level = level;
    changed();
  };
  const head = el(
    "div",
    { class: "row levels" },
    button("", to(state.level - 1), { icon: "M5 9l7 8 7-8", key: "level down", label: "The level below", off: state.level <= 1 }),
    el("span", { class: "level" }, `Level ${state.level} of ${highest}`),
    button("", to(state.level + 1), { icon: "M5 15l7-8 7 8", key: "level up", label: "The level above", off: state.level >= highest }),
    button("All", () => {
      state.all = !state.all;
      changed();
    }, { key: "all levels", label: "All levels", pressed: state.all }),
  );
  if (!state.all) return [status, head, plan(facts, state.level, true), ...words];
  const levels = Array.from({ length: highest }, (_, k) => k + 1);
  return [
    status,
    head,
    el("div", { class: "maps" }, ...levels.map((level) => {
      const box = el("figure", {}, plan(facts, level, level === state.level), el("figcaption", {}, `Level ${level}`));
      return box;
    })),
    ...words,
  ];
}

/** One level: its balls, the level below through the gaps, the one above as dots. */
function plan(facts: MapFacts, level: number, active: boolean): SVGElement {
  const { board } = facts;
  const bounds = extent(board);
  const x = (site: number) => board.centres[3 * site]!;
  const y = (site: number) => -board.centres[3 * site + 1]!;
  const radius = bounds.near * 0.47;
  const colour = (owner: number) =>
    owner === -2 ? "var(--muted)" : (facts.game.players[owner]?.colour[facts.palette] ?? "var(--muted)");
  const map = svg("svg", {
    class: "map",
    viewBox: [bounds.left, bounds.top, bounds.width, bounds.height].join(" "),
    role: bounds.lettered ? "grid" : "group",
    "aria-label": board.highest > 1 ? `Map of level ${level}` : "Map",
    "data-level": level,
  });
  map.append(
    svg("rect", { x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height, rx: radius / 2, class: active ? "plate active" : "plate" }),
  );
  map.append(...rim(board, level, bounds));
  const over: SVGElement[] = [];
  const cells: number[] = [];
  const focused = facts.cursor >= 0 && board.levels[facts.cursor] === level ? facts.cursor : board.levels.indexOf(level);
  for (let site = 0; site < board.names.length; site++) {
    const at = board.levels[site]!;
    const owner = facts.owners[site]!;
    if (board.highest > 1 && at === level - 1 && owner !== -1) {
      map.append(svg("circle", { cx: x(site), cy: y(site), r: radius, fill: colour(owner), opacity: 0.22 }));
    } else if (at === level + 1 && owner !== -1 && board.highest > 1) {
      over.push(svg("circle", { cx: x(site), cy: y(site), r: radius * 0.32, fill: colour(owner) }));
    } else if (at === level) {
      cells.push(site);
    }
  }
  cells.sort((a, b) => y(a) - y(b) || x(a) - x(b));
  const drawn = (site: number) => cell(facts, site, x(site), y(site), radius, colour(facts.owners[site]!), focused === site, bounds.lettered);
  // Where each rank is a row, readers of the screen go through a table.
  const rows = new Map<number, number[]>();
  for (const site of cells) rows.set(Math.round(100 * y(site)), [...(rows.get(Math.round(100 * y(site))) ?? []), site]);
  map.append(...(bounds.lettered ? [...rows.values()].map((row) => svg("g", { role: "row" }, ...row.map(drawn))) : cells.map(drawn)));
  // The dots of the level above do not catch a tap that means what lies under them.
  map.append(...over);
  return map;
}

function cell(facts: MapFacts, site: number, x: number, y: number, r: number, colour: string, focus: boolean, inTable: boolean): SVGElement {
  const owner = facts.owners[site]!;
  const legal = facts.answers.has(site);
  const made = svg("g", {
    role: inTable ? "gridcell" : "button",
    tabindex: focus ? 0 : -1,
    class: legal ? "cell legal" : "cell",
    "data-key": `site ${site}`,
    "data-site": site,
    "aria-label": siteWords(facts.board, facts.game, facts.owners, site, legal && !facts.pointed),
    onclick: () => facts.pick(site),
    onfocus: () => facts.hover(site),
  });
  // The whole square answers, not only what is drawn.
  made.append(svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, fill: "transparent" }));
  const { board } = facts;
  if (owner === -1 && board.data.ground === "cells") made.append(svg("text", { x, y, "font-size": r * 0.62, class: "letter" }, board.names[site]!));
  else if (owner === -1) made.append(svg("circle", { cx: x, cy: y, r: r * (legal ? 0.32 : 0.2), class: "dot" }));
  else {
    made.append(svg("circle", { cx: x, cy: y, r, fill: colour }));
    if (facts.game.players[owner]?.banded) {
      made.append(svg("line", { x1: x - 0.55 * r, x2: x + 0.55 * r, y1: y, y2: y, stroke: "#fff", "stroke-width": r * 0.16, "stroke-linecap": "round" }));
    }
  }
  if (facts.lit.has(site)) made.append(svg("circle", { cx: x, cy: y, r: r * 0.84, class: owner === -1 ? "lit bare" : "lit", "stroke-width": r * 0.14 }));
  if (site === facts.last) made.append(svg("circle", { cx: x, cy: y, r: r * 0.42, class: "last", "stroke-width": r * 0.16 }));
  if (site === facts.cursor) made.append(svg("circle", { cx: x, cy: y, r: r * 1.04, class: "cursor", "stroke-width": r * 0.16 }));
  return made;
}

/** Files under a level, ranks beside it, and where north is, for boards whose points are named by them. */
function rim(board: Board, level: number, bounds: Extent): SVGElement[] {
  const { near, left, top, height } = bounds;
  const { lettered } = bounds;
  const places = new Map<string, [number, number]>();
  const [under, beside] = [top + height - 0.28 * near, left + 0.28 * near];
  for (let site = 0; lettered && site < board.names.length; site++) {
    if (board.levels[site] !== level) continue;
    const [, file, rank] = NAMED.exec(board.names[site]!)!;
    places.set(file!, [board.centres[3 * site]!, under]);
    places.set(rank!, [beside, -board.centres[3 * site + 1]!]);
  }
  if (lettered && board.data.planes.some(({ name }) => name === "north")) places.set("N\u2191", [beside, under]);
  return [...places].map(([text, [x, y]]) => svg("text", { x, y, "font-size": 0.3 * near, class: "letter", "aria-hidden": "true" }, text));
}

const NAMED = /^\d*([a-z]+)(\d+)$/;

/** Whether points are named by file and rank: each file is one column, each rank one row of the map. */
function lettering(board: Board): boolean {
  const lines = new Map<string, number>();
  return board.names.every((name, site) => {
    const parts = NAMED.exec(name);
    return parts?.slice(1).every((part, axis) => {
      const at = board.centres[3 * site + axis]!;
      const known = lines.get(part) ?? at;
      lines.set(part, known);
      return Math.abs(known - at) < 1e-3;
    });
  });
}

interface Extent {
  left: number;
  top: number;
  width: number;
  height: number;
  near: number;
  /** Each file is a column, each rank a row. */
  lettered: boolean;
}
const extents = new Map<Board, Extent>();

/** What a map of the board must hold, and how near two points of a level stand. */
function extent(board: Board): Extent {
  const known = extents.get(board);
  if (known) return known;
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  let near = Infinity;
  for (let k = 0; k < board.names.length; k++) {
    const [x, y] = [board.centres[3 * k]!, board.centres[3 * k + 1]!];
    [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
    if (!k || board.levels[k] !== board.levels[0]) continue;
    near = Math.min(near, Math.hypot(x - board.centres[0]!, y - board.centres[1]!));
  }
  if (!Number.isFinite(near)) near = 1;
  const rim = near * 0.62;
  const lettered = lettering(board);
  const aside = lettered ? 0.4 * near : 0;
  const made = { lettered, left: left - rim - aside, top: -high - rim, width: right - left + 2 * rim + aside, height: high - low + 2 * rim + aside, near };
  extents.set(board, made);
  return made;
}
