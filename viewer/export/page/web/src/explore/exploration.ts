/** A game that the reader plays freely: positions, ways back and on, and variations. No page needed. */

import type { Game as GameItem, NodeData, PageData } from "../format";
import { begin, explain, gameOf, play, type Position, read } from "../judge";
import { gameIn } from "./games";
import { nodeOf } from "./node";

export class Exploration {
  /** All that was played from where it began, as an item like those of a file. */
  readonly item: GameItem;
  node: NodeData;
  private readonly positions = new Map<number, Position>();
  private readonly game: number;
  /** The child that was last gone back from, by its parent: where "on" leads. */
  private readonly onward = new Map<number, number>();

  constructor(private readonly data: PageData, start: Position, title = "Explore") {
    this.game = gameIn(data, start.game);
    const nodes: NodeData[] = [];
    this.item = { kind: "game", title, author: "", nodes };
    this.node = this.add(start, -1, "", -1);
  }

  /** Begin with a position string; a `BadPosition` says in a sentence what is wrong with it. */
  static from(data: PageData, text: string): Exploration {
    return new Exploration(data, read(text));
  }

  /** Begin with an empty board: "partition:size=4,rules=free". */
  static empty(data: PageData, header: string): Exploration {
    return new Exploration(data, begin(gameOf(header)));
  }

  get position(): Position {
    return this.positions.get(this.node.id)!;
  }

  /** Why a move cannot be played, in a sentence; null where it can. */
  refusal(move: string): string | null {
    return explain(this.position, move);
  }

  /** Play a move; one that was played here before leads to where it led. */
  play(move: string): void {
    const known = this.child(move);
    const after = known ?? this.add(play(this.position, move), this.node.id, move, this.position.side);
    this.onward.set(this.node.id, after.id);
    this.node = after;
  }

  private child(move: string): NodeData | undefined {
    return this.item.nodes.find((node) => node.parent === this.node.id && node.move === move);
  }

  private add(position: Position, parent: number, move: string, by: number): NodeData {
    const { nodes } = this.item;
    const node = nodeOf(this.data, position, { id: nodes.length, parent, move, by, game: this.game });
    nodes.push(node);
    nodes[parent]?.children.push(node.id);
    this.positions.set(node.id, position);
    return node;
  }

  /** Take the last move back; it stays, to be gone on to. */
  back(): boolean {
    return this.go(this.node.parent);
  }

  /** Play again what was taken back. */
  on(): boolean {
    return this.go(this.onward.get(this.node.id) ?? this.node.children[0] ?? -1);
  }

  /** Go to a node that was played to. */
  go(id: number): boolean {
    const node = this.item.nodes[id];
    if (!node) return false;
    if (node.parent >= 0) this.onward.set(node.parent, id);
    this.node = node;
    return true;
  }
}
