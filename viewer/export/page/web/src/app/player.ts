/** Who leads through an item: a game is stepped through, a lesson taught, a puzzle judged. */

import type { Finding, GameData, Item, NodeData } from "../format";
import type { Board } from "./boards";
import { button, el } from "./dom";
import type { Place, Tree } from "./positions";
import type { Progress } from "./store";
import type { Tries } from "./tries";

/** What a player asks of the page around it. */
export interface Host {
  progress: Progress;
  tries: Tries;
  /** The number of the item that is open, and of all. */
  item: number;
  items: Item[];
  board(node: NodeData): Board;
  game(node: NodeData): GameData;
  /** Draw everything anew; `still` leaves out what moves. */
  changed(still?: boolean): void;
  /** Ask for a name, and give what was tried as a file or a text. */
  handIn(): void;
  /** Have a screen reader say a sentence. */
  say(text: string): void;
  open(item: number): void;
  /** Show a finding, or none. */
  light(finding: Finding | null): void;
  /** Ring and name no point any more, and offer none: what was pointed at belongs to what was shown before. */
  forget(): void;
  /** Do something after a moment, unless the player is left before. */
  later(act: () => void): void;
}

export interface Player {
  readonly tree: Tree;
  readonly place: Place;
  /** The node or step that it stands at, where a reload comes back to; -1: nothing that the file holds. */
  readonly at: number;
  /** Whether a task is set that is not answered yet: nothing on the page may answer it. */
  readonly asks: boolean;
  /** Whether points of the scene answer now, and which. */
  answers(): number[];
  /** Whether a point is asked for and no move: none is legal or not. */
  readonly pointed?: boolean;
  /** Whether a wrong try stands on the board. */
  readonly isTried?: boolean;
  /** Points of a move that was begun, or that a hint speaks of, which are ringed. */
  readonly chosen?: number[];
  pick(site: number): void;
  move(text: string): void;
  /** What it begins with, for those who hear the page. */
  readonly told: string;
  /** What is read, from the heading on. */
  story(): Node[];
  /** Buttons within reach of a thumb. */
  bar(): HTMLElement[];
  back(): void;
  next(): void;
  first(): void;
  last(): void;
  /** One sentence of what is shown, for slides. */
  caption(): string;
}

/** The key under which an item's progress is kept. */
export function keyOf(item: Item, number: number): string {
  return `${number}:${item.kind}:${item.title}`;
}

/** A sentence that answers somebody, in the colours of what it says. */
export function answer(text: string, tone: "right" | "wrong" | "hint"): HTMLElement {
  const sign = { right: "✓", wrong: "✗", hint: "" }[tone];
  return el(
    "div",
    { class: `answer ${tone}` },
    sign && el("span", { class: "sign", "aria-hidden": "true" }, sign),
    el("div", {}, ...text.split(/\n\s*\n/).map((one) => el("p", {}, one))),
  );
}

/** Another try, within reach however long the answer is. */
export function againButton(act: () => void): HTMLElement {
  return el("div", { class: "chips after" }, button("Try again", act, { role: "primary" }));
}

/** The way on from an item that is done. */
export function nextItem(host: Host, words: string, primary = true): HTMLElement | null {
  const next = host.items[host.item + 1];
  if (!next) return null;
  return button(words, () => host.open(host.item + 1), { key: "next item", role: primary ? "primary" : "", label: next.title });
}
