/** Explore at work in the page: whoever reads it plays on, alone or two at one screen. */

import { button, el } from "../app/dom";
import type { Host, Player } from "../app/player";
import { sentences } from "../app/boards";
import { MoveField } from "../app/entry";
import { placeOf, Tree, type Place } from "../app/positions";
import type { Finding, PageData } from "../format";
import { BadPosition, corners, SWAP } from "../judge";
import { beginForm } from "./begin_form";
import { cornerTable } from "./corner_table";
import { Exploration } from "./exploration";
import { sendForm } from "./send_form";

export class ExplorePlayer implements Player {
  private exploration: Exploration;
  /** What was answered to the last try, where it could not be played. */
  private refused = "";
  private shown: Finding | null = null;
  private readonly typed = new MoveField((text) => this.type(text));
  /** Whether colour pours from the corner that is looked at. */
  private pours = false;

  /**
   * Begin with a position string, or with an empty board where none is given or it is no position.
   *
   * @param leave Goes back to what the file holds.
   */
  constructor(
    private readonly data: PageData,
    private readonly host: Host,
    start: string,
    readonly leave: () => void,
  ) {
    try {
      this.exploration = start ? Exploration.from(data, start) : Exploration.empty(data, headerNear(data));
    } catch (error) {
      if (!(error instanceof BadPosition)) throw error;
      this.exploration = Exploration.empty(data, headerNear(data));
      this.refused = error.message;
    }
  }

  get tree(): Tree {
    return new Tree(this.exploration.item.nodes);
  }

  readonly at = -1;
  readonly asks = false;

  get place(): Place {
    return placeOf(this.exploration.node);
  }

  answers(): number[] {
    const { index } = this.exploration.position.game.board;
    return Object.keys(this.exploration.node.moves.next!).flatMap((name) => index.get(name) ?? []);
  }

  pick(site: number): void {
    this.move(this.exploration.position.game.board.names[site]);
  }

  move(text: string): void {
    this.refused = this.exploration.refusal(text) ?? "";
    if (this.refused) {
      this.host.say(this.refused);
      return this.host.changed();
    }
    this.exploration.play(text);
    this.arrived();
  }

  private type(text: string): string {
    const names = [...this.exploration.position.game.board.names, SWAP];
    const move = names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text;
    const refusal = this.exploration.refusal(move) ?? "";
    if (refusal) this.host.say(refusal);
    else this.move(move);
    return refusal;
  }

  /** Say and show where the reader is now; a corner that is looked at stays in sight. */
  private arrived(): void {
    const { node } = this.exploration;
    this.refused = "";
    this.shown = node.why.find((one) => one.key === this.shown?.key) ?? null;
    this.light();
    this.host.say(sentences(node.words, node.outcome || node.why[0].text));
    this.host.changed();
  }

  back(): void {
    if (this.exploration.back()) this.arrived();
  }

  next(): void {
    if (this.exploration.on()) this.arrived();
  }

  first(): void {
    if (this.exploration.node.parent >= 0 && this.exploration.go(0)) this.arrived();
  }

  last(): void {
    let moved = false;
    while (this.exploration.on()) moved = true;
    if (moved) this.arrived();
  }

  get told(): string {
    return sentences(this.exploration.item.title, this.refused || this.caption());
  }

  caption(): string {
    const { node } = this.exploration;
    return node.outcome || node.why[0].text;
  }

  story(): Node[] {
    const { node, item } = this.exploration;
    const game = this.host.game(node);
    return [
      el("h2", {}, `${item.title}: ${game.name}`),
      ...(this.refused ? [el("div", { class: "answer wrong" }, el("p", {}, this.refused))] : []),
      ...beginForm(this.exploration.position.game.header, (header) => this.begin(Exploration.empty(this.data, header)), (text) => this.read(text)),
      ...(node.outcome ? [el("p", { class: "outcome" }, node.outcome)] : []),
      el("p", {}, node.why[0].text),
      ...this.swap(),
      this.typed.form,
      ...cornerTable({
        states: corners(this.exploration.position),
        findings: node.why,
        shown: this.shown,
        flat: this.exploration.position.game.kind === "poly-y",
        choose: (finding) => this.look(finding),
      }),
      ...this.pourButton(),
      ...this.moves(),
      ...sendForm(node.position, (text) => this.host.say(text)),
      el("p", { class: "muted" }, game.goal),
      el("p", { class: "muted" }, game.designer),
      button("Back to the page", this.leave, { key: "leave explore" }),
    ];
  }

  private look(finding: Finding | null): void {
    this.shown = finding;
    this.light();
    if (finding) this.host.say(finding.text);
    this.host.changed();
  }

  /** Without the pour it is a finding of its own: under its key the page would find the whole again. */
  private light(): void {
    const { shown } = this;
    this.host.light(shown && (this.pours ? shown : { ...shown, key: `${shown.key} still`, pour: null }));
  }

  private pourButton(): Node[] {
    if (!this.shown) return [];
    const pour = () => {
      this.pours = !this.pours;
      this.look(this.shown);
    };
    return [button("Pour colour from the corner", pour, { key: "pour", pressed: this.pours })];
  }

  private swap(): Node[] {
    return Object.values(this.exploration.node.moves.words!).map((label) => button(label, () => this.move(SWAP), { key: "swap" }));
  }

  /** What was played, with what was taken back. */
  private moves(): Node[] {
    const here = this.exploration.node;
    const line = this.tree.line(here).filter((node) => node.move);
    if (!line.length) return [];
    const list = el("ol", { class: "moves" });
    line.forEach((node, k) => {
      const one = button(`${k + 1}. ${node.label}`, () => this.exploration.go(node.id) && this.arrived(), { key: `node ${node.id}` });
      if (node === here) one.setAttribute("aria-current", "true");
      one.prepend(el("span", { class: `side side-${node.by}`, "aria-hidden": "true" }));
      list.append(el("li", {}, one));
    });
    return [el("h3", {}, "Moves"), list];
  }

  /** Begin with a position that somebody typed or pasted. */
  private read(text: string): void {
    try {
      this.begin(Exploration.from(this.data, text));
    } catch (error) {
      if (!(error instanceof BadPosition)) throw error;
      this.refused = error.message;
      this.host.say(error.message);
      this.host.changed();
    }
  }

  private begin(exploration: Exploration): void {
    this.exploration = exploration;
    this.shown = null;
    this.arrived();
  }

  bar(): HTMLElement[] {
    const { node } = this.exploration;
    const start = node.parent < 0;
    const end = !node.children.length;
    return [
      button("", () => this.first(), { icon: "M6 5v14M18 5l-8 7 8 7", key: "first", label: "First position (Home)", off: start }),
      button("", () => this.back(), { icon: "M15 5l-8 7 8 7", key: "back", label: "Take back (comma)", off: start, role: "primary" }),
      button("", () => this.next(), { icon: "M9 5l8 7-8 7", key: "next", label: "Play again (full stop)", off: end }),
      button("", () => this.last(), { icon: "M18 5v14M6 5l8 7-8 7", key: "last", label: "Last position (End)", off: end }),
    ];
  }
}

/** The game to begin with: the file's own where it can be explored. */
function headerNear(data: PageData): string {
  const known = data.games.find(({ kind }) => kind === "partition" || kind === "poly-y");
  return known ? known.header : "partition:size=4,rules=free";
}
