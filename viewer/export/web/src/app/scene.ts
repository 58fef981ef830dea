/** What the interface asks of the scene; without WebGL 2 nothing draws, and maps and texts stay. */

import type { Layer, PageData, PaletteName, ViewData } from "../format";

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
  pour: { distances: Int16Array; owner: number } | null;
  plies?: Int16Array;
}

export interface Scene {
  show(what: Shown, view: ViewData, palette: PaletteName, options: { animate: boolean }): void;
  flyTo(view: ViewData): void;
  stop(): void;
  cursor: number;
  onPick: (site: number | null, kind: "tap" | "long" | "hover") => void;
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
