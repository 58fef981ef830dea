/** Steps through a game: its moves, variations and comments. */

import type { Game, NodeData } from "../format";
import { capital, sentences } from "./boards";
import { button, el, prose } from "./dom";
import { keyOf, type Host, type Player } from "./player";
import { Entry } from "./entry";
import { placeOf, Tree, type Place } from "./positions";

export class GamePlayer implements Player {
  readonly tree: Tree;
  private node: NodeData;
  private entry: Entry;

  constructor(
    private readonly game: Game,
    private readonly host: Host,
    start: number,
  ) {
    this.tree = new Tree(game.nodes);
    this.node = this.tree.get(start) ?? this.tree.root;
    this.entry = new Entry(placeOf(this.node), this.host.board(this.node).site);
  }

  readonly asks = false;

  get at(): number {
    return this.node.id;
  }

  get place(): Place {
    return placeOf(this.node);
  }

  /** Only moves that the file has nodes for: others the page cannot judge. */
  answers(): number[] {
    return this.entry.points;
  }

  get chosen(): number[] {
    return this.entry.chosen;
  }

  pick(site: number): void {
    const move = this.entry.pick(site);
    if (move !== "") this.move(move);
    else this.host.say(this.entry.refused ? "The file has no move there." : this.entry.says);
  }

  move(text: string): void {
    const child = this.tree.child(this.node, text);
    if (child) this.go(child);
    else this.host.say("This move is not in the file.");
  }

  private go(node: NodeData | undefined): void {
    if (!node || node === this.node) return;
    this.node = node;
    this.entry = new Entry(placeOf(node), this.host.board(node).site);
    if (!node.children.length) this.host.progress.set(keyOf(this.game, this.host.item), "done");
    const who = node.toMove >= 0 ? `${capital(this.host.game(node).players[node.toMove]?.name ?? "")} to move` : "";
    this.host.say(sentences(node.words ?? node.label, node.outcome || who, node.comment));
    this.host.changed();
  }

  get told(): string {
    return sentences(this.game.title, this.node.comment);
  }

  back(): void {
    this.go(this.tree.get(this.node.parent));
  }

  next(): void {
    this.go(this.tree.get(this.node.children[0] ?? -1));
  }

  first(): void {
    this.go(this.tree.root);
  }

  last(): void {
    this.go(this.tree.line(this.node).at(-1));
  }

  caption(): string {
    return this.node.comment || this.node.outcome || this.node.words || this.node.label || this.game.title;
  }

  story(): Node[] {
    const { node, game } = this;
    const root = node === this.tree.root;
    const { designer } = this.host.game(node);
    return [
      el("h2", {}, game.title),
      ...(game.author ? [el("p", { class: "muted" }, game.author)] : []),
      ...(node.label ? [el("p", { class: "played" }, node.words ?? node.label)] : []),
      ...prose(node.comment),
      ...(node.outcome ? [el("p", { class: "outcome" }, node.outcome)] : []),
      ...this.variations(),
      ...this.moves(),
      ...(root && designer ? [el("p", { class: "muted" }, designer)] : []),
    ];
  }

  /** What else was played here, and what may follow. */
  private variations(): Node[] {
    const next = this.node.children;
    if (next.length < 2) return [];
    return [
      el("h3", {}, "Continuations"),
      el(
        "div",
        { class: "chips" },
        ...next.map((id) => {
          const child = this.tree.get(id)!;
          const text = child.label || child.move;
          return button(text, () => this.go(child), { key: `node ${id}`, label: child.words && `${text}: ${child.words}` });
        }),
      ),
    ];
  }

  private moves(): Node[] {
    const line = this.tree.line(this.node).filter((node) => node.move);
    if (!line.length) return [];
    const list = el("ol", { class: "moves" });
    line.forEach((node, k) => {
      const here = node === this.node;
      const siblings = (this.tree.get(node.parent)?.children.length ?? 1) - 1;
      const text = `${k + 1}. ${node.label || node.move}`;
      const seen = siblings ? `${text}+${siblings}` : text;
      const one = button(text, () => this.go(node), { key: `node ${node.id}`, label: node.words && `${seen}: ${node.words}` });
      if (here) one.setAttribute("aria-current", "true");
      const colour = node.by >= 0 ? el("span", { class: `side side-${node.by}`, "aria-hidden": "true" }) : null;
      if (colour) one.prepend(colour);
      if (siblings) {
        one.append(el("small", { title: siblings === 1 ? "1 variation" : `${siblings} variations` }, `+${siblings}`));
      }
      list.append(el("li", {}, one));
    });
    return [el("h3", {}, "Moves"), list];
  }

  bar(): HTMLElement[] {
    const start = this.node.parent < 0;
    const end = !this.node.children.length;
    if (start && end) return [];
    return [
      button("", () => this.first(), { icon: "M6 5v14M18 5l-8 7 8 7", key: "first", label: "First position (Home)", off: start }),
      button("", () => this.back(), { icon: "M15 5l-8 7 8 7", key: "back", label: "Back (comma)", off: start }),
      button("", () => this.next(), { icon: "M9 5l8 7-8 7", key: "next", label: "Next move (full stop)", off: end, role: "primary" }),
      button("", () => this.last(), { icon: "M18 5v14M6 5l8 7-8 7", key: "last", label: "Last position (End)", off: end }),
    ];
  }
}
