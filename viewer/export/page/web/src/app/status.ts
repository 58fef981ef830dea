/** Who is to move, or how it ended: one line over the scene. */

import type { GameData, PaletteName } from "../format";
import { capital } from "./boards";
import { el, refill } from "./dom";
import type { Place } from "./positions";

export function drawStatus(line: HTMLElement, game: GameData, place: Place, palette: PaletteName): void {
  // Swatches everywhere on the page take the colours of the game that is shown.
  game.players.forEach((one, k) => document.documentElement.style.setProperty(`--side-${k}`, one.colour[palette]));
  const { outcome } = place.node;
  const who = place.toMove >= 0 ? game.players[place.toMove] : undefined;
  if ((outcome && !place.beyond) || !who) return refill(line, outcome);
  const mark = el("span", { class: `side side-${place.toMove}${who.banded ? " banded" : ""}`, "aria-hidden": "true" });
  mark.style.setProperty("--side", who.colour[palette]);
  refill(line, mark, `${capital(who.name)} to move`);
}
