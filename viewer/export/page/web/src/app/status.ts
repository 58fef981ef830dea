/** Who is to move, or how it ended. */

import type { GameData, PaletteName } from "../format";
import { capital } from "./boards";
import { type Child, el } from "./dom";
import type { Place } from "./positions";

/** `asks`: a task is open, which the outcome might answer. */
export function statusOf(game: GameData, { node, beyond }: Place, palette: PaletteName, asks: boolean): Child[] {
  // Swatches everywhere on the page take the colours of the game that is shown.
  game.players.forEach((one, k) => document.documentElement.style.setProperty(`--side-${k}`, one.colour[palette]));
  // After a try it is still the reader's turn: the next tap is another one. After the answer it is over.
  if (beyond && !asks) return [];
  const who = game.players[node.toMove];
  if ((node.outcome && !beyond) || !who) {
    if (asks) return [];
    // Not at the colon of a score.
    const [short, ...rest] = node.outcome.split(/(?=: )/);
    // Over a narrow scene there is no room for all of it.
    return [short && el("span", {}, short, rest.length > 0 && el("span", { class: "rest" }, ...rest))];
  }
  const mark = el("span", { class: `side side-${node.toMove}${who.banded ? " banded" : ""}`, "aria-hidden": "true" });
  mark.style.setProperty("--side", who.colour[palette]);
  return [mark, `${capital(who.name)} to move`];
}
