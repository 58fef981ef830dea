/** Boards as the interface needs them: unpacked once, with names for readers. */

import { unpack } from "../data";
import type { BoardData, GameData, NodeData } from "../format";

export interface Board {
  data: BoardData;
  names: string[];
  centres: Float32Array;
  /** Level of every site; 1 where a board has none, or where one map shows them all (terraces). */
  levels: number[];
  highest: number;
  /** What touches each site, ascending. */
  near: number[][];
  site: Map<string, number>;
}

const known = new Map<BoardData, Board>();

export function boardOf(data: BoardData): Board {
  let board = known.get(data);
  if (!board) {
    const centres = unpack(data.centres) as Float32Array;
    const levels = data.levels && isStacked(centres) ? [...unpack(data.levels)] : data.names.map(() => 1);
    board = {
      data,
      names: data.names,
      centres,
      levels,
      highest: Math.max(1, ...levels),
      near: data.touching ?? touching(unpack(data.neighbours!) as Int16Array),
      site: new Map(data.names.map((name, k) => [name, k])),
    };
    known.set(data, board);
  }
  return board;
}

/** The touching sites of a lattice, which has twelve ways at each site, -1 beyond the border. */
function touching(table: Int16Array): number[][] {
  return Array.from({ length: table.length / 12 }, (_, k) => [...table.slice(12 * k, 12 * k + 12)].filter((one) => one >= 0).sort((a, b) => a - b));
}

/** Whether sites stand over each other, so that every level needs a map of its own. */
function isStacked(centres: Float32Array): boolean {
  for (let a = 0; a < centres.length; a += 3) {
    for (let b = a + 3; b < centres.length; b += 3) {
      const far = Math.hypot(centres[a]! - centres[b]!, centres[a + 1]! - centres[b + 1]!);
      if (far < 0.9 && Math.abs(centres[a + 2]! - centres[b + 2]!) > 0.1) return true;
    }
  }
  return false;
}

/** Who stands where: -1 nobody, else the number of a player; -2 for a piece of neither. */
export function ownersOf(node: NodeData): Int8Array {
  const bytes = unpack(node.owners);
  return Int8Array.from(bytes, ownerOf);
}

/** Who stands where a file has this number. */
export function ownerOf(value: number): number {
  return value === 0 ? -1 : value === 1 ? -2 : value - 2;
}

/** "2b2, level 2, empty, legal: 12 neighbours, 1 red (2d2)": a point for those who hear the page. */
export function siteWords(board: Board, game: GameData, owners: Int8Array, site: number, legal: boolean): string {
  const owner = owners[site]!;
  const parts = [board.names[site]!];
  if (board.highest > 1) parts.push(`level ${board.levels[site]}`);
  if (board.data.rims?.[site]) parts.push(board.data.rims[site]!);
  if (owner === -1) parts.push("empty", ...(legal ? ["legal"] : []));
  else parts.push(owner === -2 ? "taken" : (game.players[owner]?.name ?? "taken").toLowerCase());
  const near = board.near[site]!;
  if (!near.length) return parts.join(", ");
  const touched = [`${near.length} ${near.length === 1 ? "neighbour" : "neighbours"}`];
  game.players.forEach(({ name }, player) => {
    const theirs = near.filter((other) => owners[other] === player).map((other) => board.names[other]!);
    if (theirs.length) touched.push(`${theirs.length} ${name.toLowerCase()} (${theirs.join(", ")})`);
  });
  return `${parts.join(", ")}: ${touched.join(", ")}`;
}

/** What pieces are called where one kind of them stands on points. */
export const PIECES: Record<string, string> = { partition: "ball", "poly-y": "stone" };

/** What stands on each level, as the program says it; nothing of games whose pieces differ. */
export function byLevel(board: Board, game: GameData, owners: Int8Array): string[] {
  const piece = PIECES[game.kind];
  if (!piece) return [];
  return Array.from({ length: board.highest }, (_, below) => {
    const here = [...board.names.keys()].filter((site) => board.levels[site] === below + 1);
    const sides = [...new Set(here.map((site) => owners[site]!))].filter((owner) => owner >= 0);
    const said = sides.map((owner) => {
      const names = here.filter((site) => owners[site] === owner).map((site) => board.names[site]!);
      return `${game.players[owner]!.name.toLowerCase()} ${piece}${names.length === 1 ? "" : "s"} on ${names.join(", ")}`;
    });
    said.push(`${here.filter((site) => owners[site] === -1).length} empty`);
    return `${board.highest > 1 ? `Level ${below + 1}` : "Board"}: ${said.join("; ")}`;
  });
}

/** The next site of an arrow key: the nearest of the same level that lies that way on the screen. */
export function stepFrom(board: Board, site: number, x: number, y: number): number {
  const at = (k: number, axis: number) => board.centres[3 * k + axis]!;
  let best = -1;
  let least = Infinity;
  for (let k = 0; k < board.names.length; k++) {
    if (k === site || board.levels[k] !== board.levels[site]) continue;
    const dx = at(k, 0) - at(site, 0);
    const dy = at(k, 1) - at(site, 1);
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y - dy * x);
    if (along < 0.1 || aside > along) continue;
    const far = along + 3 * aside;
    if (far < least - 1e-6) [best, least] = [k, far];
  }
  return best;
}

/** The nearest site of another level; -1 beyond the board. */
export function levelFrom(board: Board, site: number, level: number): number {
  const at = (k: number, axis: number) => board.centres[3 * k + axis]!;
  let best = -1;
  let least = Infinity;
  for (let k = 0; k < board.names.length; k++) {
    if (board.levels[k] !== level) continue;
    const far = Math.hypot(at(k, 0) - at(site, 0), at(k, 1) - at(site, 1));
    if (far < least - 1e-6) [best, least] = [k, far];
  }
  return best;
}

/** Sentences of what is said one after the other. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).map((part) => part!.replaceAll("**", "").replace(/[^.?!:…]$/, "$&.")).join(" ");
}

/** "red" at the beginning of a sentence or a label. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
