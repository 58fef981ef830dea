/** Boards of the players, drawn as in the window: what is printed there, and what was written. */

import type { Cell, GameData, PageData, PaletteName } from "../format";
import { el, svg } from "./dom";

/** So many letters have room in a cell as it is. */
const FEW = 3;
const CORNERS: Record<string, string> = {
  triangle: "10,1 19,19 1,19",
  rhombus: "10,0 20,10 10,20 0,10",
  star: "10,0 13.2,5.6 19.5,6.9 15.2,11.7 15.9,18.1 10,15.5 4.1,18.1 4.8,11.7 0.5,6.9 6.8,5.6",
};

/** `counts`: with what is counted for its owner. */
export function sheetOf(data: PageData, number: number, game: GameData, palette: PaletteName, counts: boolean): HTMLElement {
  const sheet = data.sheets[number]!;
  const colour = (owner: number) => game.players[owner]?.colour[palette];
  const cell = ([shape, printed, value, owner, words]: Cell): HTMLElement => {
    const side = colour(owner < 0 ? sheet.owner : owner);
    const wide = (shape === "square" || shape === "circle") && (printed || value).length > FEW;
    const state = [shape, value && "written", value && sheet.owner < 0 && "die"].filter(Boolean).join(" ");
    const text = wide ? `${printed} ${value}`.trim() : value || printed;
    const called = [words || printed, value].filter(Boolean).join(", ");
    const made = el("span", { class: `box ${state}`, ...(called ? { role: "img", "aria-label": called, title: called } : {}) });
    if (side) made.style.setProperty("--side", side);
    if (CORNERS[shape]) made.append(svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("polygon", { points: CORNERS[shape] })));
    made.append(el("span", {}, text));
    return made;
  };
  const title = el("h3", {}, sheet.title);
  title.style.setProperty("--side", colour(sheet.owner) ?? "transparent");
  return el(
    "section",
    { class: "sheet" },
    title,
    ...sheet.sections.map((part) => data.sections[part]!).flatMap(([name, rows]) => [name && el("h4", {}, name), ...rows.map((row) => el("div", { class: "cells" }, ...row.map(cell)))]),
    ...(counts && sheet.notes.length ? [el("p", { class: "muted" }, sheet.notes.join(" · "))] : []),
  );
}
