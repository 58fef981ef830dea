/** A board as the scene reads it: places, levels, neighbours, planes and layers, unpacked once. */

import { unpack } from "../data";
import type { BoardData, Vec3 } from "../format";
import { plus } from "./vectors";

/** Neighbours of a ball among touching ones. */
export const TOUCHING = 12;

export class Board {
  readonly count: number;
  readonly centres: Vec3[];
  /** Levels below each site, which an explosion moves it up by. */
  readonly lift: Float32Array;
  readonly levels: Int16Array | null;
  readonly neighbours: Int16Array | null;
  readonly layers = new Map<string, Int16Array>();
  readonly numbers = new Map<string, number>();
  readonly flat: boolean;
  readonly dimpled: boolean;
  private readonly fits: Vec3[];
  private readonly ranks: { height: number; above: number }[];

  constructor(readonly data: BoardData) {
    this.centres = triples(unpack(data.centres));
    this.count = this.centres.length;
    this.levels = data.levels === null ? null : (unpack(data.levels) as Int16Array);
    this.lift = Float32Array.from(this.centres, (_, k) => (this.levels ? this.levels[k]! - 1 : 0));
    this.neighbours = data.neighbours === null ? null : (unpack(data.neighbours) as Int16Array);
    for (const layer of data.layers) this.layers.set(layer.name, unpack(layer.values) as Int16Array);
    if (this.levels) this.layers.set("level", this.levels);
    data.names.forEach((name, site) => this.numbers.set(name, site));
    this.flat = ["squares", "hexes", "cells"].includes(data.ground);
    this.dimpled = data.ground === "dimpled slab";
    this.fits = triples(unpack(data.outline));
    const ranks = new Map<number, number>();
    this.centres.forEach((p, k) => ranks.set(Math.round(p[2] * 1e4) / 1e4, this.lift[k]!));
    this.ranks = [...ranks].map(([height, above]) => ({ height, above }));
  }

  /** Points that must fit into a picture, levels apart by `explode` more than touching. */
  outline(explode: number): Vec3[] {
    if (!explode || !this.levels) return this.fits;
    return this.fits.map((point) => {
      const below = this.ranks.filter((rank) => rank.height <= point[2] + 1e-3);
      return plus(point, [0, 0, explode * Math.max(0, ...below.map((rank) => rank.above))]);
    });
  }

  /** West and south end of the lowest sites, and how far these reach: where the dimples are. */
  dimples(): [number, number, number, number] {
    const low = Math.min(...this.centres.map((p) => p[2]));
    const foot = this.centres.filter((p) => p[2] < low + 1e-6);
    const [x, y] = [foot.map((p) => p[0]), foot.map((p) => p[1])];
    const [west, south] = [Math.min(...x), Math.min(...y)];
    return [west, south, Math.max(...x) - west, Math.max(...y) - south];
  }

  /** The linked balls of one owner at a site; an empty mask where nobody stands. */
  group(owners: Uint8Array, site: number | undefined): Uint8Array {
    const found = new Uint8Array(this.count);
    if (site === undefined || !owners[site] || !this.neighbours) return found;
    const edge = [site];
    found[site] = 1;
    for (let at = edge.pop(); at !== undefined; at = edge.pop()) {
      for (let k = 0; k < TOUCHING; k++) {
        const next = this.neighbours[at * TOUCHING + k]!;
        if (next >= 0 && !found[next] && owners[next] === owners[site]) {
          found[next] = 1;
          edge.push(next);
        }
      }
    }
    return found;
  }
}

export function triples(values: ArrayLike<number>): Vec3[] {
  const made: Vec3[] = [];
  for (let k = 0; k + 2 < values.length; k += 3) made.push([values[k]!, values[k + 1]!, values[k + 2]!]);
  return made;
}
