/** Leads through a lesson: steps, tasks that are judged, hints, and the way on. */

import type { Lesson, NodeData, Step, Verdict } from "../format";
import { button, el, prose } from "./dom";
import { MoveField, steps as stepsOf } from "./entry";
import { againButton, answer, keyOf, nextItem, type Host, type Player } from "./player";
import { placeOf, Tree, type Place } from "./positions";
import { Trial } from "./trial";

interface Said {
  text: string;
  tone: "right" | "wrong" | "hint";
}

export class LessonPlayer implements Player {
  readonly tree: Tree;
  private step = 0;
  private trial!: Trial;
  private said: Said | null = null;
  private hinted = false;
  private done = false;
  private missed = false;
  private readonly typed = new MoveField((text) => this.type(text));
  private answered = new Set<number>();
  /** The answer whose position is looked at, -1 for none. */
  private looked = -1;
  /** Nodes that are played through before the step stands. */
  private way: NodeData[] = [];

  constructor(
    private readonly lesson: Lesson,
    private readonly host: Host,
    step: number,
  ) {
    this.tree = new Tree(lesson.nodes);
    this.enter(Math.max(0, Math.min(lesson.steps.length - 1, step)));
  }

  get at(): number {
    return this.step;
  }

  get asks(): boolean {
    return this.now.task !== null && !this.done;
  }

  private get now(): Step {
    return this.lesson.steps[this.step]!;
  }

  get place(): Place {
    const task = this.now.task;
    const shown = this.way[0] ?? (task?.kind === "choice" ? this.tree.get(task.options[this.looked]?.node ?? -1) : undefined);
    return shown ? placeOf(shown) : this.trial.place;
  }

  private key(step: number): string {
    return `${keyOf(this.lesson, this.host.item)}:${step}`;
  }

  private enter(step: number): void {
    this.step = step;
    const task = this.now.task;
    const rows = task?.kind === "moves" ? task.verdicts : {};
    this.trial = new Trial(this.tree, rows, this.now.node, this.host, this.now.shows);
    this.said = null;
    this.hinted = this.done = this.missed = false;
    this.answered.clear();
    this.looked = -1;
    this.host.forget();
    this.host.light(this.now.shows ?? null);
    this.way = this.now.way.map((id) => this.tree.get(id)).filter((one) => one !== undefined);
    if (this.way.length) this.host.later(() => this.goOn(step));
    if (!task) this.finish(false);
  }

  /** Show the next position of those that lead to the step. */
  private goOn(step: number): void {
    if (step !== this.step || !this.way.length) return;
    this.way.shift();
    this.host.changed();
    if (this.way.length) this.host.later(() => this.goOn(step));
  }

  private go(step: number): void {
    if (step < 0 || step >= this.lesson.steps.length) return;
    this.enter(step);
    this.host.say(`Step ${step + 1}: ${this.now.title}. ${this.now.text.replaceAll("**", "")}`);
    this.host.changed();
  }

  private finish(answered: boolean): void {
    this.done = answered;
    this.host.progress.set(this.key(this.step), "done");
    const all = this.lesson.steps.every((_, k) => this.host.progress.get(this.key(k)) === "done");
    this.host.progress.set(keyOf(this.lesson, this.host.item), all ? "done" : "begun");
  }

  private speak(text: string, tone: Said["tone"]): void {
    this.said = { text, tone };
    this.host.say({ right: "Right. ", wrong: "Not right. ", hint: "Hint: " }[tone] + text);
  }

  answers(): number[] {
    const task = this.now.task;
    if (this.way.length) return [];
    if (task?.kind === "points" && !this.done) return [...this.place.owners.keys()];
    return this.done ? [] : this.trial.points;
  }

  get isTried(): boolean {
    return this.trial.isTried && this.trial.said !== null;
  }

  get chosen(): number[] {
    return this.trial.entry.chosen;
  }

  pick(site: number): void {
    const task = this.now.task;
    if (this.way.length) return;
    if (task?.kind === "points") return this.point(site);
    if (task?.kind !== "moves" || this.done || !this.trial.open) return;
    if (this.trial.isTried) this.said = null;
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

  private point(site: number): void {
    const task = this.now.task;
    if (task?.kind !== "points" || this.done) return;
    const right = task.right.includes(site);
    const name = this.host.board(this.place.node).names[site];
    const said = task.answers?.[site] ?? (right ? task.said : task.wrong || "That is not what is asked for.");
    // One right point is enough, as in the program.
    if (right) {
      this.answered.add(site);
      this.finish(true);
    }
    this.host.light((right ? task.shows : task.showsWrong) ?? this.now.shows ?? null);
    // Points are hard to tell apart on a small screen: which one it was is said.
    this.speak(right ? said : `${name}: ${said}`, right ? "right" : "wrong");
    this.host.changed();
  }

  move(text: string): void {
    const task = this.now.task;
    if (task?.kind !== "moves" || this.done || !this.trial.open) return;
    const otherwise: Verdict = { right: false, text: task.otherwise, reply: [], node: -1 };
    this.said = null;
    this.trial.try(text, otherwise, (verdict) => {
      this.speak(verdict.text || (verdict.right ? "That is right." : task.otherwise), verdict.right ? "right" : "wrong");
      if (!verdict.right) this.missed = true;
      if (verdict.right && !this.trial.row) this.finish(true);
    });
  }

  private choose(k: number): void {
    const task = this.now.task;
    if (task?.kind !== "choice" || this.done) return;
    const option = task.options[k]!;
    if (option.node >= 0 && this.looked !== k) {
      this.looked = k;
      this.said = null;
      this.host.say(`${option.text}. The scene shows it.`);
      this.host.changed();
      // On a phone the way on may lie under the edge.
      document.querySelector('[data-key="Choose this answer"]')?.scrollIntoView({ block: "nearest" });
      return;
    }
    this.answered.add(k);
    this.looked = -1; // what is said to it is about the position of the step
    this.host.light(option.shows ?? this.now.shows ?? null);
    if (option.right) this.finish(true);
    this.speak(option.said || (option.right ? "That is right." : "That is not right."), option.right ? "right" : "wrong");
    this.host.changed();
  }

  private again(): void {
    this.trial.takeBack();
    this.said = null;
    this.host.forget();
    this.host.changed();
  }

  private hint(): void {
    this.hinted = true;
    if (this.trial.isTried) {
      this.trial.takeBack();
      this.host.forget();
    }
    this.speak(this.now.task!.hint, "hint");
    this.host.changed();
  }

  /** Play the answer, once a hint did not help. */
  private show(): void {
    const task = this.now.task;
    if (task?.kind !== "moves") return;
    this.host.forget();
    this.speak(`The answer: ${this.trial.entry.named(task.shown).join(", ")}.`, "hint");
    this.trial.show(task.shown);
  }

  back(): void {
    this.go(this.step - 1);
  }

  next(): void {
    if (this.step + 1 < this.lesson.steps.length) this.go(this.step + 1);
    else if (this.host.items[this.host.item + 1]) this.host.open(this.host.item + 1);
  }

  first(): void {
    this.go(0);
  }

  last(): void {
    this.go(this.lesson.steps.length - 1);
  }

  caption(): string {
    return this.said?.text ?? this.now.text;
  }

  story(): Node[] {
    const { lesson, now } = this;
    const steps = el("select", {
      "aria-label": `Steps of the lesson, ${this.step + 1} of ${lesson.steps.length}`,
      "data-key": "steps",
      onchange: () => this.go(Number(steps.value)),
    });
    lesson.steps.forEach((one, k) => {
      const ticked = this.host.progress.get(this.key(k)) === "done" && one.task ? "✓ " : "";
      steps.append(el("option", { value: k, selected: k === this.step }, `${ticked}${k + 1}. ${one.title || "Step"}`));
    });
    const pictured = now.task?.kind === "choice" && now.task.options.some((one) => one.node >= 0);
    const asked = { moves: this.trial.asks, choice: pictured ? "Tap an answer to see it" : "Choose", points: "Tap the answer on the board" };
    return [
      // The choice lies over what is read of it, which is shorter than the names of steps.
      el("div", { class: "steps muted" }, `${lesson.title} · ${this.step + 1} of ${lesson.steps.length} \u25be`, steps),
      el("h2", {}, now.title || lesson.title),
      ...prose(now.text, now.task ? "asked" : undefined),
      ...(now.task ? [el("h3", {}, this.done ? "Done" : this.way.length ? "Watch" : asked[now.task.kind])] : []),
      ...this.task(),
      ...(this.said ? [answer(this.said.text, this.said.tone)] : []),
      ...this.afterwards(),
      ...(now.task?.kind === "moves" && !this.done && !this.way.length && !this.trial.isChosen ? [this.typed.form] : []),
    ];
  }

  private task(): Node[] {
    const task = this.now.task;
    if (task?.kind === "choice") {
      const pictured = this.looked >= 0 && !this.done && !this.answered.has(this.looked);
      return [
        el(
          "div",
          { class: "options" },
          ...task.options.map((one, k) =>
            button(this.done && one.right ? `✓ ${one.text}` : one.text, () => this.choose(k), {
              key: `option ${k}`,
              off: this.done || (this.answered.has(k) && !one.right),
              ...(one.node >= 0 ? { pressed: this.looked === k } : {}),
            }),
          ),
        ),
        ...(pictured
          ? [el("div", { class: "chips" }, button("Choose this answer", () => this.choose(this.looked), { role: "primary" }))]
          : []),
      ];
    }
    return this.trial.open && !this.done && !this.way.length ? stepsOf(this.trial.entry, (move) => this.stepped(move)) : [];
  }

  /** What may be done after an answer. */
  private afterwards(): Node[] {
    const task = this.now.task;
    const rows: HTMLElement[] = [];
    const stuck = this.hinted || this.said?.tone === "wrong";
    // An answer that stands on the board is no try.
    const shown = this.trial.isTried && !this.isTried;
    if (task?.kind === "moves" && !this.done && task.shown.length && stuck && !shown && !this.trial.busy) {
      rows.push(button("Show the answer", () => this.show()));
    }
    if (this.done && task) rows.push(button("Do this task again", () => this.redo()));
    if (this.step + 1 === this.lesson.steps.length && (this.done || !task)) {
      rows.unshift(el("p", { class: "outcome" }, "This is the end of the lesson."));
    }
    const missed = task?.kind === "moves" && this.missed && !this.done && this.said && this.said.tone !== "right";
    // While another move is begun, its stage and the hint have the room, and Cancel the say.
    const again = missed && !this.trial.entry.chosen.length ? [againButton(() => this.again())] : [];
    return rows.length ? [...again, el("div", { class: "chips" }, ...rows)] : again;
  }

  private redo(): void {
    this.enter(this.step);
    this.host.changed();
  }

  bar(): HTMLElement[] {
    const task = this.now.task;
    const end = this.step + 1 === this.lesson.steps.length;
    const ready = this.done || !task;
    const on = end
      ? nextItem(this.host, "Next lesson", ready)
      : button("Next", () => this.next(), { key: "next", role: ready ? "primary" : "" });
    const bar = [button("Back", () => this.back(), { key: "back", off: this.step === 0 })];
    if (task?.hint && !this.done) bar.push(button("Hint", () => this.hint(), { key: "hint" }));
    return on ? [...bar, on] : bar;
  }
}
