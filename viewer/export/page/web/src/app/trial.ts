/** Tries at tasks and puzzles: a move is shown, what it comes to is said, and what answers it is played. */

import type { Verdict } from "../format";
import type { Host } from "./player";
import { placeOf, type Place, type Tree } from "./positions";

type Rows = Record<number, Record<string, Verdict>>;

export class Trial {
  place: Place;
  /** What was said of the last try. */
  said: Verdict | null = null;
  /** Replies that nothing could show, as texts. */
  unseen: string[] = [];
  /** Moves are being played by themselves. */
  busy = false;
  /** Numbers the run, so that a late move of an earlier one does nothing. */
  private run = 0;

  constructor(
    readonly tree: Tree,
    private readonly rows: Rows,
    private readonly start: number,
    private readonly host: Host,
  ) {
    this.place = placeOf(tree.get(start) ?? tree.root);
  }

  /** Back to the node where the try was made. */
  takeBack(to = this.place.node): void {
    this.run += 1;
    this.place = placeOf(to);
    this.said = null;
    this.unseen = [];
    this.busy = false;
    this.host.light(null);
  }

  restart(): void {
    this.takeBack(this.tree.get(this.start) ?? this.tree.root);
  }

  /** Moves that are judged here. */
  get row(): Record<string, Verdict> | undefined {
    return this.place.beyond ? undefined : this.rows[this.place.node.id];
  }

  /** Whether the reader is to move. */
  get open(): boolean {
    return !this.busy && this.said?.right !== false && this.row !== undefined;
  }

  /** The points that may be tapped: those that the position allows. */
  get points(): number[] {
    return this.open ? this.place.node.legal.map((one) => one.site) : [];
  }

  get others(): { move: string; label: string }[] {
    return this.open ? this.place.node.moves : [];
  }

  /**
   * Try a move; `otherwise` judges those that nothing is written of. `done` is called when the
   * replies were played.
   */
  try(move: string, otherwise: Verdict, done: (verdict: Verdict, node: Place["node"]) => void): void {
    const from = this.place.node;
    const verdict = this.row?.[move] ?? otherwise;
    const run = ++this.run;
    this.said = verdict;
    this.busy = true;
    const lines = [move, ...verdict.reply];
    const step = (k: number): void => {
      if (run !== this.run) return;
      if (k < lines.length) {
        const after = this.tree.after(this.place, lines[k]!, this.host.board(from).site);
        if (after) this.place = after;
        else if (k) this.unseen.push(lines[k]!);
        this.host.changed();
        if (after && k + 1 < lines.length) this.host.later(() => step(k + 1));
        else step(k + 1);
        return;
      }
      this.busy = false;
      const next = verdict.right ? this.tree.get(verdict.node) : undefined;
      if (next) this.place = placeOf(next);
      // What a wrong try leads to stays in sight until it is taken back.
      else if (!this.place.beyond && !verdict.right) this.place = { ...this.place, node: from, beyond: true };
      if (verdict.shows) this.host.light(verdict.shows);
      done(verdict, from);
      this.host.changed();
    };
    step(0);
  }

  /** The move that a tap means. */
  moveAt(site: number): string | undefined {
    return this.place.node.legal.find((one) => one.site === site)?.move;
  }
}
