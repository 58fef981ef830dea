/** Colours, text size and movement: what the reader chose, else what the device says. */

import type { PaletteName } from "../format";
import type { Preferences } from "./store";

const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;
const contrast = () => matchMedia("(prefers-contrast: more)").matches;

export function paletteOf(kept: Preferences, slides: boolean): PaletteName {
  const hue = kept.colours === "auto" ? (dark() ? "dark" : "light") : kept.colours;
  return kept.strong || contrast() || slides ? `${hue}-strong` : hue;
}

export function movesAllowed(kept: Preferences): boolean {
  if (kept.motion !== "auto") return kept.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Put the reader's choice on the page. */
export function wear(kept: Preferences, slides: boolean): void {
  const root = document.documentElement;
  root.dataset.palette = paletteOf(kept, slides);
  root.style.fontSize = `${kept.text}%`;
  root.classList.toggle("still", !movesAllowed(kept));
}

/** Do something when the device changes its mind. */
export function onDevice(act: () => void): void {
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", act);
  }
}
