/** Carries out what comes of the events of an exercise: moves on the board, pictures, sentences, what is kept. */

import type { Change, Lesson, NodeData, Puzzle } from "../format";
import { Entry, MoveField } from "./entry";
import { after, asks, isLesson, newLesson, newPuzzle, rowOf, startOf, stepOf, takesMoves, type Effect, type Event, type Exercise } from "./exercise";
import { lessonBar, lessonStory } from "./lesson_story";
import { keyOf, type Host, type Player } from "./player";
import { sentences } from "./boards";
import { changed, placeOf, type Place, type Tree } from "./positions";
import type { Practice } from "./practice";
import type { Did } from "./tries";
import { puzzleBar, puzzleStory } from "./puzzle_story";

export class ExercisePlayer implements Player {
  exercise: Exercise;
  readonly tree: Tree;
  /** The move that is being made. */
  entry!: Entry;
  readonly typed = new MoveField((text) => this.type(text));
  /** What stands on the board while no move is being made. */
  private stands!: Place;
  /** Numbers the lines, so that a late move of an earlier one does nothing. */
  private line = 0;

  constructor(
    readonly item: Lesson | Puzzle,
    readonly host: Host,
    step: number,
    readonly practice: Practice | null,
  ) {
    this.exercise = item.kind === "lesson" ? newLesson(item) : newPuzzle(item);
    this.tree = this.exercise.tree;
    this.stand(placeOf(this.tree.root), this.tree.root);
    if (item.kind === "lesson") this.take({ goTo: Math.max(0, Math.min(item.steps.length - 1, step)) });
  }

  /** Do what comes of an event, and draw the page anew. */
  ask(event: Event): void {
    if (event !== "hint" || this.exercise.stands) this.host.forget();
    this.take(event);
    this.host.changed();
  }

  private take(event: Event): void {
    const before = this.exercise;
    const [exercise, effects] = after(before, event);
    this.exercise = exercise;
    this.keep(before, event);
    effects.forEach((effect) => this.carryOut(effect));
  }

  /** Keep what was tried, with what it came to. */
  private keep(before: Exercise, event: Event): void {
    const { exercise, host } = this;
    const step = isLesson(exercise) ? exercise.step : 0;
    const task = isLesson(exercise) ? stepOf(exercise).task : null;
    const add = (did: Omit<Did, "step" | "at">): void => host.tries.add(host.item, { step, ...did });
    if (event === "hint" || event === "solution") {
      if (exercise !== before) add({ did: event === "hint" ? "hint" : "shown" });
    } else if (typeof event === "string") return;
    else if ("tried" in event && exercise.trying && exercise.trying !== before.trying) {
      const home = this.tree.get(before.home);
      const from = home && home.position !== startOf(before).position ? { from: home.position } : {};
      const { right, node = -1 } = exercise.trying;
      add({ did: "try", what: event.tried, right, done: right && !rowOf({ ...before, home: node }), ...from });
    } else if ("click" in event && task?.kind === "points" && asks(before)) {
      add({ did: "try", what: event.name, ...judged(task.right.includes(event.click)) });
    } else if ("choose" in event && isLesson(exercise) && isLesson(before) && task?.kind === "choice" && exercise.chosen !== before.chosen) {
      const { text, right } = task.options[event.choose]!;
      add({ did: "try", what: text, ...judged(right) });
    }
  }

  private carryOut(effect: Effect): void {
    if ("restart" in effect) {
      this.line += 1;
      const node = this.tree.get(effect.restart) ?? this.tree.root;
      this.stand(placeOf(node), node);
    } else if ("stand" in effect) {
      const node = this.tree.get(effect.stand) ?? this.tree.root;
      this.stand(effect.beyond ? { ...this.stands, node, beyond: true } : this.stands, node);
    } else if ("playLine" in effect) this.playLine(effect.playLine, effect.changes ?? []);
    else if ("showNodes" in effect) this.showNodes(effect.showNodes);
    else if ("light" in effect) this.host.light(effect.light);
    else if ("say" in effect) this.host.say(effect.say);
    else if ("count" in effect) this.count(effect.count);
    else this.host.forget();
  }

  /** `from`: where the next move is made. */
  private stand(place: Place, from: NodeData): void {
    this.stands = place;
    this.entry = new Entry(placeOf(from), this.host.board(from).site);
  }

  /** Play moves one after the other, as far as the page can show them. */
  private playLine(moves: string[], changes: Change[]): void {
    const line = ++this.line;
    this.entry.cancel();
    const sites = this.host.board(this.stands.node).site;
    const step = (k: number): void => {
      if (line !== this.line) return;
      if (k < moves.length) {
        const after = changes[k] ? changed(this.stands, changes[k]) : this.tree.after(this.stands, moves[k]!, sites);
        if (after) this.stands = after;
        this.host.changed();
        if (after && k + 1 < moves.length) this.host.later(() => step(k + 1));
        else step(k + 1);
        return;
      }
      this.take("arrived");
      this.host.changed();
    };
    step(0);
  }

  private showNodes(nodes: NodeData[]): void {
    const line = ++this.line;
    const step = (k: number): void => {
      if (line !== this.line) return;
      this.stand(placeOf(nodes[k]!), nodes[k]!);
      this.host.say(sentences(nodes[k]!.words ?? nodes[k]!.label));
      if (k + 1 < nodes.length) this.host.later(() => step(k + 1));
      else this.take("arrived");
      this.host.changed();
    };
    this.host.later(() => step(0));
  }

  private count(right: boolean): void {
    const { exercise, host } = this;
    const key = keyOf(this.item, host.item);
    if (isLesson(exercise)) {
      host.progress.set(`${key}:${exercise.step}`, "done");
      const all = exercise.lesson.steps.every((_, k) => host.progress.get(`${key}:${k}`) === "done");
      host.progress.set(key, all ? "done" : "begun");
    } else {
      host.progress.set(key, exercise.state === "solved" ? "done" : "missed");
      this.practice?.answered(host.item, right);
    }
  }

  // -- what the page asks ----------------------------------------------------------------------

  get at(): number {
    return isLesson(this.exercise) ? this.exercise.step : 0;
  }

  get asks(): boolean {
    return asks(this.exercise);
  }

  get place(): Place {
    return this.entry.begun ? this.entry.place : this.stands;
  }

  get isTried(): boolean {
    return this.exercise.stands === "try";
  }

  get pointed(): boolean {
    return isLesson(this.exercise) && stepOf(this.exercise).task?.kind === "points";
  }

  answers(): number[] {
    if (this.pointed) return this.asks && !this.exercise.then ? [...this.stands.owners.keys()] : [];
    return this.isOpen ? this.entry.points : [];
  }

  /** Whether a move that is made now is judged. */
  get isOpen(): boolean {
    return takesMoves(this.exercise);
  }

  /** Whether a few whole moves are offered in words. */
  get isChosen(): boolean {
    const { next, words } = startOf(this.exercise).moves;
    return Object.keys(words ?? {}).some((move) => next?.[move] === move);
  }

  /** What is asked of the reader now, in a few words. */
  get asked(): string {
    const { exercise } = this;
    const task = isLesson(exercise) ? stepOf(exercise).task : null;
    if (task?.kind === "choice") return task.options.some((one) => one.node >= 0) ? "Choose an answer to see it" : "Choose";
    if (task?.kind === "points") return "Choose the answer on the board";
    return this.isOpen && this.entry.points.length ? "Your move: choose on the board" : "Your move";
  }

  get told(): string {
    const { exercise } = this;
    if (!isLesson(exercise)) return sentences(exercise.puzzle.title, exercise.puzzle.task);
    const { title, text, task } = stepOf(exercise);
    const place = `Step ${exercise.step + 1} of ${exercise.lesson.steps.length}`;
    const options = task?.kind === "choice" ? task.options.map((one) => one.text).join(", ") : "";
    return sentences(exercise.step ? "" : exercise.lesson.title, place, title, text, task ? this.asked : "", options);
  }

  get chosen(): number[] {
    const { entry, exercise } = this;
    if (isLesson(exercise) || entry.chosen.length || exercise.tone !== "hint" || !exercise.said) return entry.chosen;
    const { marked } = exercise.puzzle;
    return marked[Math.min(exercise.hints, marked.length) - 1] ?? [];
  }

  // -- the hand --------------------------------------------------------------------------------

  pick(site: number): void {
    if (this.pointed) return this.take({ click: site, name: this.host.board(this.stands.node).names[site]! });
    if (!this.isOpen) return;
    // A tap on what was tried takes it back, no more.
    const again = this.exercise.stands && site === this.stands.last;
    if (this.exercise.stands) this.take("home");
    this.stepped(again ? "" : this.entry.pick(site));
  }

  /** Go on after a step of a move: it is tried once it is whole. */
  stepped(move: string): void {
    if (move) return this.move(move);
    this.host.say(this.entry.says);
    this.host.changed();
  }

  /** Try what was typed, or say why it cannot be. */
  private type(text: string): string {
    const { names } = this.host.board(this.stands.node);
    const site = this.pointed ? names.findIndex((name) => name.toLowerCase() === text.toLowerCase()) : -1;
    const move = this.pointed ? "" : this.entry.read(text);
    if (site >= 0) this.take({ click: site, name: names[site]! });
    else if (move) this.take({ tried: move });
    else {
      const refusal = this.pointed ? `${text} is not a point of this board.` : `${text} cannot be played here.`;
      this.host.say(refusal);
      return refusal;
    }
    this.host.changed();
    return "";
  }

  move(text: string): void {
    this.take({ tried: text });
  }

  // -- the way on ------------------------------------------------------------------------------

  go(step: number): void {
    const { exercise, host } = this;
    if (!isLesson(exercise) || !exercise.lesson.steps[step]) return;
    this.take({ goTo: step });
    host.say(this.told);
    host.changed();
  }

  back(): void {
    if (isLesson(this.exercise)) this.go(this.at - 1);
    else if (this.host.item) this.host.open(this.host.item - 1);
  }

  next(): void {
    const { exercise, host, practice } = this;
    if (isLesson(exercise) && this.at + 1 < exercise.lesson.steps.length) return this.go(this.at + 1);
    const next = practice ? practice.next(host.item) : host.item + 1;
    if (next >= 0 && next < host.items.length) host.open(next);
  }

  first(): void {
    if (isLesson(this.exercise)) this.go(0);
    else this.ask("restart");
  }

  last(): void {
    if (isLesson(this.exercise)) this.go(this.exercise.lesson.steps.length - 1);
  }

  // -- what is read ----------------------------------------------------------------------------

  caption(): string {
    const { exercise } = this;
    return exercise.said || (isLesson(exercise) ? stepOf(exercise).text : exercise.puzzle.task);
  }

  story(): Node[] {
    return isLesson(this.exercise) ? lessonStory(this, this.exercise) : puzzleStory(this, this.exercise);
  }

  bar(): HTMLElement[] {
    return isLesson(this.exercise) ? lessonBar(this, this.exercise) : puzzleBar(this, this.exercise);
  }
}

/** An answer that is right ends its task. */
function judged(right: boolean): { right: boolean; done: boolean } {
  return { right, done: right };
}
