/** Positions on the way: nodes of the tree, and tries and replies that have no node of their own. */

import type { Change, Layer, NodeData, PaletteName } from "../format";
import { ownerOf, ownersOf } from "./boards";

/** What is shown: a node, or what a try made of it. */
export interface Place {
  node: NodeData;
  /** Owner of every site, as `ownersOf`. */
  owners: Int8Array;
  last: number;
  toMove: number;
  /** Whether moves were made that the file has no node for. */
  beyond: boolean;
  /** What stands beside the balls after such moves. */
  pieces?: Record<PaletteName, Layer[]>;
  /** The boards of the players after such moves. */
  sheets?: number[];
}

export function placeOf(node: NodeData): Place {
  return { node, owners: ownersOf(node), last: node.last, toMove: node.toMove, beyond: false };
}

/** Nodes by their numbers: an id is not an index. */
export class Tree {
  private readonly byId: Map<number, NodeData>;

  constructor(readonly nodes: NodeData[]) {
    this.byId = new Map(nodes.map((node) => [node.id, node]));
  }

  get(id: number): NodeData | undefined {
    return this.byId.get(id);
  }

  get root(): NodeData {
    return this.nodes.find((node) => node.parent < 0) ?? this.nodes[0]!;
  }

  /** The line on which a node lies: from the start to it, and on along the first moves. */
  line(node: NodeData): NodeData[] {
    const line: NodeData[] = [];
    for (let at: NodeData | undefined = node; at; at = this.byId.get(at.parent)) line.unshift(at);
    for (let at = this.byId.get(node.children[0] ?? -1); at; at = this.byId.get(at.children[0] ?? -1)) line.push(at);
    return line;
  }

  child(node: NodeData, move: string): NodeData | undefined {
    return node.children.map((id) => this.byId.get(id)).find((child) => child?.move === move);
  }

  /**
   * What a move leads to. Without a node for it a ball is set on the point that the move names: the
   * verdict says the rest.
   */
  after(place: Place, move: string, sites: Map<string, number>): Place | null {
    const child = place.beyond ? undefined : this.child(place.node, move);
    if (child) return placeOf(child);
    const site = sites.get(move);
    if (site === undefined || place.owners[site] !== -1) return null;
    const owners = place.owners.slice();
    const by = Math.max(place.toMove, 0);
    owners[site] = by;
    return { node: place.node, owners, last: site, toMove: 1 - by, beyond: true };
  }
}

/** What a move of a try makes of a place. */
export function changed(place: Place, change: Change): Place {
  const owners = place.owners.slice();
  const { sites = [], last = -1, pieces = place.pieces, sheets = place.sheets } = change;
  for (let k = 0; k < sites.length; k += 2) owners[sites[k]!] = ownerOf(sites[k + 1]!);
  const toMove = place.toMove < 0 ? -1 : 1 - place.toMove;
  return { node: place.node, owners, last, toMove, beyond: true, ...(pieces ? { pieces } : {}), ...(sheets ? { sheets } : {}) };
}
