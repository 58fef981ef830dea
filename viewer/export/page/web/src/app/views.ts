/** What the controls do to a View, as functions that return another one. */

import type { BoardData, ViewData } from "../format";

export const MOST_CUTS = 3;

/** Places to look from, as the program has them. */
export const CAMERAS: readonly (readonly [string, string, NonNullable<ViewData["camera"]>])[] = [
  ["iso", "Home", {}],
  ["top", "Top", { azimuth: 0, elevation: 90, parallel: true }],
  ["south", "South", { azimuth: 0, elevation: 0, parallel: true }],
  ["west", "West", { azimuth: 270, elevation: 0, parallel: true }],
  ["north", "North", { azimuth: 180, elevation: 0, parallel: true }],
  ["east", "East", { azimuth: 90, elevation: 0, parallel: true }],
  ["base", "Base", { azimuth: 0, elevation: -90, parallel: true }],
];

type Family = BoardData["planes"][number];

export function familyOf(board: BoardData, name: string | undefined): Family | undefined {
  return board.planes.find((one) => one.name === name);
}

/** Numbers of the first and last plane of a family. */
export function rangeOf(family: Family): [number, number] {
  const first = family.first ?? 1;
  return [first, first + family.offsets.length - 1];
}

/** "level 3", "between level 3 and level 4". */
export function planeWords(family: Family, at: number): string {
  const word = (number: number) => family.words[number - (family.first ?? 1)] ?? String(number);
  if (Number.isInteger(at)) return word(at);
  return `between ${word(Math.floor(at))} and ${word(Math.ceil(at))}`;
}

/** The middle plane of a family: where a cut begins. */
export function middle(family: Family): number {
  const [low, high] = rangeOf(family);
  return Math.floor((low + high) / 2);
}

/** A View with one cut in place of another; null takes it away, a number beyond them adds one. */
export function withCut(view: ViewData, k: number, cut: NonNullable<ViewData["cuts"]>[number] | null): ViewData {
  const cuts = (view.cuts ?? []).slice();
  if (cut) cuts[k] = cut;
  else cuts.splice(k, 1);
  return { ...view, cuts };
}

/** A View with some layers of a kind peeled off. */
export function withPeel(view: ViewData, name: string, count: number): ViewData {
  const layers = (view.peel?.layers ?? []).filter(([one]) => one !== name);
  if (count > 0) layers.push([name, count]);
  return { ...view, peel: { ...view.peel, layers } };
}

/** A View with some levels only. */
export function withLevels(view: ViewData, low: number, high: number, highest: number): ViewData {
  const { levels: _, ...peel } = view.peel ?? {};
  return { ...view, peel: low <= 1 && high >= highest ? peel : { ...peel, levels: [low, high] } };
}

/** A View without a field. */
export function without<K extends keyof ViewData>(view: ViewData, key: K): ViewData {
  const { [key]: _, ...rest } = view;
  return rest as ViewData;
}

/** Nothing hidden, nothing pulled apart: only the camera stays. */
export function laidBare(view: ViewData): ViewData {
  return view.camera ? { camera: view.camera } : {};
}

/** Whether a View hides, parts or recolours anything. */
export function isPlain(view: ViewData): boolean {
  return JSON.stringify(without(view, "camera")) === "{}";
}
