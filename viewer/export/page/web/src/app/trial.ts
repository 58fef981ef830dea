/** Tries at tasks and puzzles: a move is shown, what it comes to is said, and what answers it is played. */

import type { Finding, NodeData, Verdict } from "../format";
import { Entry } from "./entry";
import type { Host } from "./player";
import { changed, placeOf, type Place, type Tree } from "./positions";

type Rows = Record<number, Record<string, Verdict>>;

export class Trial {
  /** The move that is being made. */
  entry!: Entry;
  /** What was said of the last try. */
  said: Verdict | null = null;
  /** Moves are being played by themselves. */
  busy = false;
  /** Where the try was made that stands on the board, or the answer that was shown. */
  private from: NodeData | null = null;
  private stands!: Place;
  /** Numbers the run, so that a late move of an earlier one does nothing. */
  private run = 0;

  constructor(
    readonly tree: Tree,
    private readonly rows: Rows,
    private readonly start: number,
    private readonly host: Host,
    /** What is laid over the board while nothing is tried. */
    private readonly rest: Finding | null = null,
  ) {
    this.come(placeOf(tree.get(start) ?? tree.root));
  }

  get place(): Place {
    return this.entry.begun ? this.entry.place : this.stands;
  }

  private come(place: Place): void {
    this.stands = place;
    this.entry = new Entry(placeOf(this.from ?? place.node), this.host.board(place.node).site);
  }

  /** Back to where the try was made that stands on the board. */
  takeBack(to = this.from ?? this.stands.node): void {
    this.run += 1;
    this.from = null;
    this.said = null;
    this.busy = false;
    this.host.light(this.rest);
    this.come(placeOf(to));
  }

  restart(): void {
    this.takeBack(this.tree.get(this.start) ?? this.tree.root);
  }

  /** Whether something stands there that the next tap takes back. */
  get isTried(): boolean {
    return this.from !== null && !this.busy;
  }

  /** Moves that are judged where the reader is to move. */
  get row(): Record<string, Verdict> | undefined {
    if (this.from) return this.rows[this.from.id];
    return this.stands.beyond ? undefined : this.rows[this.stands.node.id];
  }

  /** Whether the reader is to move. */
  get open(): boolean {
    return !this.busy && this.row !== undefined;
  }

  /** The points that may be tapped: those with which a move goes on. */
  get points(): number[] {
    return this.open ? this.entry.points : [];
  }

  /** Whether a few whole moves are offered in words. */
  get isChosen(): boolean {
    const { next, words } = (this.tree.get(this.start) ?? this.tree.root).moves;
    return Object.keys(words ?? {}).some((move) => next?.[move] === move);
  }

  /** What is asked of the reader now, in a few words. */
  get asks(): string {
    return this.points.length ? "Your move: tap the board" : "Your move";
  }

  /** Take a point for the next step of a move, and what was tried back; the move that is whole with it. */
  pick(site: number): string {
    if (!this.open) return "";
    const again = this.isTried && site === this.stands.last;
    if (this.isTried) this.takeBack();
    // A tap on what was tried takes it back, no more.
    return again ? "" : this.entry.pick(site);
  }

  /**
   * Try a move; `otherwise` judges those that nothing is written of. `done` is called when the
   * replies were played.
   */
  try(move: string, otherwise: Verdict, done: (verdict: Verdict) => void): void {
    if (this.isTried) this.takeBack();
    const from = this.stands.node;
    const verdict = this.row?.[move] ?? otherwise;
    this.said = verdict;
    this.play([move, ...(verdict.reply ?? [])], verdict, () => {
      const next = verdict.right ? this.tree.get(verdict.node ?? -1) : undefined;
      if (next) this.come(placeOf(next));
      else if (!verdict.right) {
        this.from = from;
        // What a wrong try leads to stays in sight until it is taken back.
        this.come({ ...this.stands, node: from, beyond: true });
      }
      if (verdict.shows) this.host.light(verdict.shows);
      done(verdict);
    });
  }

  /** Play an answer from the start; the next tap takes it back. */
  show(moves: string[]): void {
    this.restart();
    const from = this.stands.node;
    this.play(moves, undefined, () => {
      this.from = from;
      this.come(this.stands);
    });
  }

  /** Play moves one after the other, as far as the page can show them. */
  private play(moves: string[], verdict: Verdict | undefined, done: () => void): void {
    const run = ++this.run;
    this.busy = true;
    // What was laid over the board, or poured there, was about the position before.
    this.host.light(null);
    this.entry.cancel();
    const sites = this.host.board(this.stands.node).site;
    const step = (k: number): void => {
      if (run !== this.run) return;
      if (k < moves.length) {
        const change = verdict?.changes?.[k];
        const after = change ? changed(this.stands, change) : this.tree.after(this.stands, moves[k]!, sites);
        if (after) this.stands = after;
        this.host.changed();
        if (after && k + 1 < moves.length) this.host.later(() => step(k + 1));
        else step(k + 1);
        return;
      }
      this.busy = false;
      done();
      this.host.changed();
    };
    step(0);
  }
}
