/** Sets a puzzle: tries are judged and explained, the best defence answers, missed ones come again. */

import type { Puzzle, Verdict } from "../format";
import { button, el } from "./dom";
import { MoveField, steps as stepsOf } from "./entry";
import { againButton, answer, keyOf, type Host, type Player } from "./player";
import { Tree, type Place } from "./positions";
import type { Practice } from "./practice";
import { Trial } from "./trial";

const OTHERWISE: Verdict = { right: false, text: "That does not solve the puzzle.", reply: [], node: -1 };

export class PuzzlePlayer implements Player {
  readonly tree: Tree;
  private readonly trial: Trial;
  private state: "open" | "solved" | "failed" = "open";
  private missed = false;
  private revealed = false;
  private said = "";
  private tone: "right" | "wrong" | "hint" = "right";
  private hints = 0;
  /** Wrong tries, to be looked at again. */
  private tries: { move: string; text: string }[] = [];

  private readonly typed = new MoveField((text) => this.type(text));

  constructor(
    private readonly puzzle: Puzzle,
    private readonly host: Host,
    private readonly practice: Practice | null,
  ) {
    this.tree = new Tree(puzzle.nodes);
    this.trial = new Trial(this.tree, puzzle.verdicts, this.tree.root.id, host);
  }

  readonly at = 0;

  get asks(): boolean {
    return this.state !== "solved";
  }

  get place(): Place {
    return this.trial.place;
  }

  answers(): number[] {
    return this.state === "solved" ? [] : this.trial.points;
  }

  get isTried(): boolean {
    return this.trial.isTried && this.trial.said !== null;
  }

  get chosen(): number[] {
    const { chosen } = this.trial.entry;
    if (chosen.length || this.tone !== "hint" || !this.said) return chosen;
    return this.puzzle.marked[Math.min(this.hints, this.puzzle.marked.length) - 1] ?? [];
  }

  pick(site: number): void {
    if (this.state === "solved" || !this.trial.open) return;
    if (this.state === "failed") this.said = "";
    this.state = "open";
    this.stepped(this.trial.pick(site));
  }

  /** Go on after a step of a move: it is tried once it is whole. */
  private stepped(move: string): void {
    if (move) return this.move(move);
    this.host.say(this.trial.entry.says);
    this.host.changed();
  }

  /** Try what was typed, or say why it cannot be. */
  private type(text: string): string {
    const move = this.trial.entry.read(text);
    if (!move) return `${text} cannot be played here.`;
    this.move(move);
    return "";
  }

  move(text: string): void {
    if (this.state === "solved" || !this.trial.open) return;
    this.state = "open";
    this.said = "";
    this.trial.try(text, OTHERWISE, (verdict) => this.judged(text, verdict));
  }

  private judged(move: string, verdict: Verdict): void {
    const key = keyOf(this.puzzle, this.host.item);
    this.tone = verdict.right ? "right" : "wrong";
    this.said = verdict.text.replace(/^Right: solved\.\s*/, "");
    if (!verdict.right) {
      this.state = "failed";
      this.missed = true;
      if (!this.tries.some((one) => one.move === move)) this.tries.push({ move, text: verdict.text });
      this.host.progress.set(key, "missed");
      this.practice?.answered(this.host.item, false);
    } else if (!this.trial.row) {
      this.state = "solved";
      this.host.progress.set(key, "done");
      this.practice?.answered(this.host.item, !this.missed);
    }
    const head = { solved: "Solved. ", failed: "Not solved. ", open: "Right so far. " }[this.state];
    this.host.say(head + this.said);
  }

  /** Take back the try that stands on the board; `all`: every move, right ones too. */
  private again(all = true): void {
    if (all) this.trial.restart();
    else this.trial.takeBack();
    this.state = "open";
    this.said = "";
    this.host.forget();
    this.host.changed();
  }

  /** The next hint; the last one is the move, so the puzzle counts as missed. */
  private hint(): void {
    const { hints } = this.puzzle;
    this.said = hints[Math.min(this.hints, hints.length - 1)]!;
    this.tone = "hint";
    this.hints += 1;
    if (this.hints >= hints.length) this.missed = true;
    this.host.say(`Hint: ${this.said}`);
    this.host.changed();
  }

  private reveal(): void {
    this.revealed = true;
    this.missed = true;
    this.practice?.answered(this.host.item, false);
    this.host.progress.set(keyOf(this.puzzle, this.host.item), "missed");
    this.host.say(this.puzzle.solution.join(" "));
    this.host.changed();
  }

  back(): void {
    if (this.host.item) this.host.open(this.host.item - 1);
  }

  next(): void {
    const next = this.practice ? this.practice.next(this.host.item) : this.host.item + 1;
    if (next >= 0 && next < this.host.items.length) this.host.open(next);
  }

  first(): void {
    this.again();
  }

  last(): void {}

  caption(): string {
    return this.said || this.puzzle.task;
  }

  story(): Node[] {
    const { puzzle } = this;
    const all = this.host.items.filter((one) => one.kind === "puzzle");
    const number = all.length > 1 ? `${all.indexOf(puzzle) + 1} of ${all.length}` : "";
    const credit = [number, puzzle.grade, puzzle.author].filter(Boolean).join(" · ");
    return [
      ...(this.practice ? [el("p", { class: "muted" }, this.practice.words())] : []),
      el("h2", {}, puzzle.title),
      ...(credit ? [el("p", { class: "muted" }, credit)] : []),
      el("p", { class: "asked" }, el("strong", {}, puzzle.task)),
      ...(this.state === "open" && this.trial.open ? [el("h3", {}, this.trial.asks)] : []),
      ...this.answers_(),
      ...(this.state !== "solved" && this.trial.open ? stepsOf(this.trial.entry, (move) => this.stepped(move)) : []),
      ...this.ways(),
      this.state !== "solved" && this.trial.row && !this.trial.isChosen ? this.typed.form : "",
      ...this.tried(),
      ...(this.revealed ? [el("h3", {}, "Solution"), ...puzzle.solution.map((one) => el("p", {}, one))] : []),
    ].filter((one): one is Node => one !== "");
  }

  private answers_(): Node[] {
    if (this.trial.busy) return [];
    const head = this.state === "solved" ? "Solved. " : "";
    return this.said || head ? [answer(head + this.said, this.tone)] : [];
  }

  private ways(): Node[] {
    const row: HTMLElement[] = [];
    if (this.state === "solved" || (this.state === "open" && this.place.node !== this.tree.root)) {
      row.push(button("Start again", () => this.again(), { key: "restart" }));
    }
    if (this.puzzle.solution.length && !this.revealed && (this.missed || this.state === "solved")) {
      row.push(button("Show the solution", () => this.reveal()));
    }
    const again = this.state === "failed" ? [againButton(() => this.again(false))] : [];
    return row.length ? [...again, el("div", { class: "chips" }, ...row)] : again;
  }

  private tried(): Node[] {
    if (!this.tries.length) return [];
    return [
      el("h3", {}, "Tried"),
      el("ul", { class: "tries" }, ...this.tries.map(({ move, text }) => {
        const name = this.tree.root.moves.words?.[move] ?? move;
        return el("li", {}, el("b", {}, name), text.startsWith(name) ? text.slice(name.length) : ` ${text}`);
      })),
    ];
  }

  bar(): HTMLElement[] {
    const done = this.state === "solved";
    const { item, items } = this.host;
    const begins = this.place.node === this.tree.root && this.state === "open";
    // Buttons keep their places, whatever was answered.
    const bar = this.puzzle.hints.length ? [button("Hint", () => this.hint(), { key: "hint", off: !begins })] : [];
    if (this.practice) {
      if (!this.practice.finished) bar.push(button("Next", () => this.next(), { key: "next", role: done ? "primary" : "" }));
    } else if (items.length > 1) {
      bar.unshift(button("Back", () => this.back(), { key: "back", off: item === 0 }));
      bar.push(button("Next", () => this.next(), { key: "next", role: done ? "primary" : "", off: item + 1 === items.length }));
    }
    return bar;
  }
}
