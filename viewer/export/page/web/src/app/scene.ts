/** What the interface asks of the scene; without WebGL 2 nothing draws, and maps and texts stay. */

import { unpack } from "../data";
import type { BestView } from "../gl/best_view";
import type { Finding, Layer, PageData, PaletteName, ViewData } from "../format";

/** Everything that stands in a picture. */
export interface Shown {
  board: number;
  game: number;
  /** Owner + 2, as `NodeData.owners`. */
  owners: Uint8Array;
  layers: Layer[];
  last: number;
  legal: number[];
  lit: number[];
  /** Points of a move that was begun. */
  chosen: number[];
  /** Sites that what lies over the balls is about. */
  about: number[];
  /** What is kept in sight: nothing, what is chosen, or that with its neighbours. */
  focus: "off" | "on" | "deep";
  pour: { distances: Int16Array; owner: number } | null;
  plies?: Int16Array;
  /** Steps (from, to) of the move that has just led here. */
  ways?: [number, number][];
}

export interface Scene {
  show(what: Shown, view: ViewData, palette: PaletteName, options: { animate: boolean }): void;
  flyTo(view: ViewData): void;
  /** The views that show most of some sites, the best one first. */
  bestViews(sites: number[]): BestView[];
  /** Rock the view until it is touched, or come to rest. */
  sway(): void;
  stop(): void;
  /** Where a site lies on the canvas, in CSS pixels. */
  placeOf(site: number): { x: number; y: number } | null;
  cursor: number;
  onPick: (site: number | null, kind: "tap" | "long" | "hover", all?: number[]) => void;
  onView: (view: ViewData) => void;
}

/** Makes a scene on a canvas, or throws where it cannot. */
export type MakeScene = (canvas: HTMLCanvasElement, data: PageData) => Scene;

/** The scene, or null where there is no WebGL 2. */
export function openScene(make: MakeScene | null, canvas: HTMLCanvasElement, data: PageData): Scene | null {
  if (make === null) return null;
  try {
    return make(canvas, data);
  } catch {
    return null;
  }
}

let poured: { of: NonNullable<Finding["pour"]>; shown: NonNullable<Shown["pour"]> } | null = null;

/** The pour of a finding: the same object while the same pours, for another one would begin anew. */
export function pourOf(finding: Finding | null): Shown["pour"] {
  const of = finding?.pour;
  if (!of) poured = null;
  else if (poured?.of.distances !== of.distances || poured.of.owner !== of.owner) {
    poured = { of, shown: { distances: unpack(of.distances) as Int16Array, owner: of.owner } };
  }
  return poured?.shown ?? null;
}
