/** Position strings read and written, exactly as the program does (docs/rules/*.md#notation). */

import type { Board } from "./board";
import { LARGEST, pyramid, SMALLEST } from "./pyramid";
import { rings } from "./rings";

export type Side = 0 | 1;
export const SIDES = ["red", "blue"] as const;
/** What stands on a point. */
export const EMPTY = 0;

/** A game with its options fixed. */
export interface Game {
  kind: "partition" | "poly-y";
  /** First token of its position strings, with the options that are always written. */
  header: string;
  board: Board;
  /** Balls must rest on the base or on four balls. */
  stacking: boolean;
  /** The second player may take over the first stone. */
  swap: boolean;
  /** How many corners win. */
  toWin: number;
}

export interface Position {
  game: Game;
  /** 0 empty, 1 red, 2 blue. */
  cells: Uint8Array;
  side: Side;
}

/** A text that is not a position; its message is one sentence. */
export class BadPosition extends Error {}

const LONGEST = 1 << 20;

/** The game of a header such as "partition:size=4,rules=free"; "size" may be left to the board. */
export function gameOf(header: string, levels?: number): Game {
  const [kind, given] = split(header, ":");
  if (kind !== "partition" && kind !== "poly-y") {
    throw new BadPosition(`${shown(kind)} is not a game that can be explored here: it is partition or poly-y.`);
  }
  const options = new Map<string, string>();
  for (const piece of given === undefined ? [] : given.split(",")) {
    const [name, value] = split(piece, "=");
    if (!name || !value) throw new BadPosition(`${shown(piece)} is not an option: write name=value.`);
    if (options.has(name)) throw new BadPosition(`The option ${name} is given twice.`);
    options.set(name, value);
  }
  return kind === "partition" ? partition(options, levels) : polyY(options);
}

function partition(options: Map<string, string>, levels?: number): Game {
  const size = number(options, "size", levels ?? 6, SMALLEST, LARGEST);
  const rules = choice(options, "rules", "free", ["free", "stacking"]);
  refuseRest(options, "partition");
  const header = `partition:size=${size},rules=${rules}`;
  return { kind: "partition", header, board: pyramid(size), stacking: rules === "stacking", swap: false, toWin: 3 };
}

function polyY(options: Map<string, string>): Game {
  const corners = Number(choice(options, "corners", "5", ["3", "4", "5", "7"]));
  const size = number(options, "size", 6, 3, 12);
  const swap = choice(options, "swap", "true", ["true", "false"]) === "true";
  refuseRest(options, "poly-y");
  const header = `poly-y:corners=${corners},size=${size}${swap ? "" : ",swap=false"}`;
  const toWin = Math.floor(corners / 2) + 1;
  return { kind: "poly-y", header, board: rings(corners, size), stacking: false, swap, toWin };
}

function number(options: Map<string, string>, name: string, otherwise: number, least: number, most: number): number {
  const text = options.get(name);
  options.delete(name);
  const value = text === undefined ? otherwise : /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new BadPosition(`${name} is a number from ${least} to ${most}, not ${shown(text ?? String(value))}.`);
}

function choice(options: Map<string, string>, name: string, otherwise: string, values: string[]): string {
  const text = options.get(name) ?? otherwise;
  options.delete(name);
  if (values.includes(text)) return text;
  throw new BadPosition(`${name} is ${values.slice(0, -1).join(", ")} or ${values[values.length - 1]}, not ${shown(text)}.`);
}

function refuseRest(options: Map<string, string>, kind: string): void {
  for (const name of options.keys()) throw new BadPosition(`${kind} has no option ${shown(name)}.`);
}

/** The empty board, red to move. */
export function begin(game: Game): Position {
  return { game, cells: new Uint8Array(game.board.names.length), side: 0 };
}

/** Read a position string; a `BadPosition` says in a sentence what is wrong with it. */
export function read(text: string): Position {
  if (!text) throw new BadPosition("A position is missing: it starts with the name of a game.");
  if (text.length > LONGEST) throw new BadPosition(`A position has at most ${LONGEST} characters.`);
  const parts = text.split(" ");
  if (parts.includes("")) {
    throw new BadPosition("One space stands between two parts of a position, none before or after.");
  }
  const [header, board, side] = parts;
  if (side === undefined) {
    gameOf(header);
    throw new BadPosition(board === undefined ? "The board and the side to move are missing." : "The side to move is missing.");
  }
  const levels = board.split("/");
  const game = gameOf(header, levels.length);
  const cells = readLevels(levels, game);
  const loose = game.stacking ? cells.findIndex((cell, site) => cell !== EMPTY && unsupported(game, cells, site).length > 0) : -1;
  if (loose >= 0) {
    throw new BadPosition(`${game.board.names[loose]} lacks support: ${empties(game, cells, loose)}.`);
  }
  const who = SIDES.findIndex((name) => name === side);
  if (who < 0) throw new BadPosition(`The side to move is red or blue, not ${shown(side)}.`);
  if (parts.length > 3) throw new BadPosition("Nothing may follow the side to move.");
  return { game, cells, side: who as Side };
}

function readLevels(levels: string[], game: Game): Uint8Array {
  const { shape, names } = game.board;
  if (levels.length !== shape.length) {
    throw new BadPosition(`The board has ${shape.length} levels, not ${levels.length}.`);
  }
  const cells: number[] = [];
  levels.forEach((level, z) => {
    const [rows, points] = shape[z];
    const written = level.split(",");
    if (written.length !== rows) throw new BadPosition(`Level ${z + 1} has ${rows} rows, not ${written.length}.`);
    written.forEach((row, y) => cells.push(...readRow(row, points, `Row ${y + 1} of level ${z + 1}`)));
  });
  if (cells.length !== names.length) throw new BadPosition(`The board has ${names.length} points.`);
  return Uint8Array.from(cells);
}

function readRow(row: string, points: number, place: string): number[] {
  const cells: number[] = [];
  for (const [piece] of row.matchAll(/\d+|[^]/g)) {
    const empty = /^[1-9]\d{0,8}$/.test(piece) ? Number(piece) : 0;
    if (piece === "R" || piece === "B") cells.push(piece === "R" ? 1 : 2);
    else if (empty >= 1 && empty <= points) cells.push(...Array<number>(empty).fill(EMPTY));
    else if (/^\d/.test(piece)) {
      throw new BadPosition(`${shown(piece)} is not a number of empty points from 1 to ${points}.`);
    } else throw new BadPosition(`${shown(piece)} is not a piece: write R, B or a number.`);
    if (cells.length > points) break;
  }
  if (cells.length === points) return cells;
  throw new BadPosition(`${place} has ${points} ${points === 1 ? "point" : "points"}, here are ${cells.length > points ? "more" : "fewer"}.`);
}

/** Write a position string. */
export function write({ game, cells, side }: Position): string {
  let site = 0;
  const levels = game.board.shape.map(([rows, points]) =>
    Array.from({ length: rows }, () => writeRow(cells.subarray(site, (site += points)))).join(","),
  );
  return `${game.header} ${levels.join("/")} ${SIDES[side]}`;
}

function writeRow(row: Uint8Array): string {
  return [...row].map((cell) => ".RB"[cell]).join("").replace(/\.+/g, (run) => String(run.length));
}

/** The empty points that a ball on `site` would have to rest on. */
export function unsupported(game: Game, cells: Uint8Array, site: number): number[] {
  return game.stacking ? game.board.supports[site].filter((below) => cells[below] === EMPTY) : [];
}

/** "1a1 and 1c1 are empty": what lies under a site that lacks support. */
export function empties(game: Game, cells: Uint8Array, site: number): string {
  const names = unsupported(game, cells, site).map((below) => game.board.names[below]);
  return `${listed(names)} ${names.length === 1 ? "is" : "are"} empty`;
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** A piece of somebody's text in a sentence: short, on one line, and printable. */
export function shown(text: string): string {
  const plain = text.slice(0, 40).replace(/[^ -~\p{L}\p{N}\p{P}\p{S}]/gu, "\u00b7");
  return `"${plain}${text.length > 40 ? "\u2026" : ""}"`;
}

function split(text: string, at: string): [string, string | undefined] {
  const place = text.indexOf(at);
  return place < 0 ? [text, undefined] : [text.slice(0, place), text.slice(place + 1)];
}
