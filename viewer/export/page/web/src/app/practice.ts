/** Mixed practice: the puzzles of a set in any order; one that was missed comes again soon. */

/** How many others come before a missed puzzle comes again. */
const GAP = 2;

export class Practice {
  private readonly queue: number[];
  private readonly all: number;
  private readonly solved = new Set<number>();
  private readonly judged = new Set<number>();

  /** `puzzles` are numbers of items; `random` says from 0 to 1 (exclusive) how to mix them. */
  constructor(puzzles: number[], random: () => number = Math.random) {
    this.queue = puzzles.slice();
    this.all = puzzles.length;
    for (let k = this.queue.length - 1; k > 0; k--) {
      const other = Math.floor(random() * (k + 1));
      [this.queue[k], this.queue[other]] = [this.queue[other]!, this.queue[k]!];
    }
  }

  get first(): number {
    return this.queue[0]!;
  }

  get finished(): boolean {
    return this.solved.size === this.all;
  }

  /** The first answer counts: what was missed comes again, even if a second try solved it. */
  answered(puzzle: number, right: boolean): void {
    if (this.judged.has(puzzle)) return;
    this.judged.add(puzzle);
    if (right) this.solved.add(puzzle);
  }

  /** The puzzle after this one. */
  next(puzzle: number): number {
    const at = this.queue.indexOf(puzzle);
    if (at >= 0) this.queue.splice(at, 1);
    if (!this.solved.has(puzzle)) this.queue.splice(Math.min(GAP, this.queue.length), 0, puzzle);
    this.judged.delete(puzzle);
    return this.queue[0] ?? -1;
  }

  words(): string {
    return this.finished ? "Practice: all puzzles are solved." : `Practice: ${this.solved.size} of ${this.all} solved`;
  }
}
