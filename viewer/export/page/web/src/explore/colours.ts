/** Colours of what Explore adds to a page, a palette each. */

import type { PaletteName } from "../format";

export const PALETTES: PaletteName[] = ["light", "dark", "light-strong", "dark-strong"];

export function everywhere<T>(make: () => T): Record<PaletteName, T> {
  return Object.fromEntries(PALETTES.map((name) => [name, make()])) as Record<PaletteName, T>;
}

/** "#CFC6B8" as three numbers from 0 to 1. */
export function shares(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
}
