/** What else a page offers: its contents, practice, slides, colours and sizes, keys and credits. */

import type { Item, PageData } from "../format";
import { button, choice, el, tick } from "./dom";
import { keyOf } from "./player";
import { TEXT_SIZES, type Preferences, type Progress } from "./store";
import { CAN_SOUND } from "./tones";

const KINDS = { game: "Game", puzzle: "Puzzle", lesson: "Lesson" };

/** The items of a page, with what is done. */
export function contents(items: Item[], now: number, progress: Progress, open: (item: number) => void): Node[] {
  if (items.length < 2) return [];
  const list = el("ol", { class: "contents" });
  let course = "";
  items.forEach((item, k) => {
    if (item.kind === "lesson" && item.course && item.course !== course) {
      course = item.course;
      list.append(el("li", { class: "course" }, course));
    }
    const mark = progress.get(keyOf(item, k));
    const done = { done: item.kind === "puzzle" ? "solved" : "done", missed: "missed", begun: "begun" };
    const sign = { done: "✓", missed: "↻", begun: "·" };
    const row = button("", () => open(k), { key: `item ${k}` });
    row.append(
      el("span", { class: `sign ${mark ?? ""}`, "aria-hidden": "true" }, mark ? sign[mark] : ""),
      el("span", { class: "grow" }, item.title || `${KINDS[item.kind]} ${k + 1}`),
      el("small", {}, [KINDS[item.kind], mark && done[mark]].filter(Boolean).join(", ")),
    );
    if (k === now) row.setAttribute("aria-current", "true");
    list.append(el("li", {}, row));
  });
  return [el("h2", {}, "Contents"), list];
}

interface Offers {
  practise: (puzzles: number[]) => void;
  explore: (() => void) | null;
  /** Whether what is shown can be played on: else another game begins. */
  playsOn: boolean;
  slides: () => void;
  help: () => void;
}

/** What may be begun from here. */
export function offers(items: Item[], act: Offers): HTMLElement {
  const puzzles = items.flatMap((one, k) => (one.kind === "puzzle" ? [k] : []));
  return el("div", { class: "chips" },
    puzzles.length > 1 &&
      button("Mixed practice", () => act.practise(puzzles), { label: "All puzzles in any order; missed ones come again" }),
    act.explore && (act.playsOn
      ? button("Explore", act.explore, { label: "Play on from here, or from an empty board" })
      : button("Explore Partition or Poly-Y", act.explore, { key: "Explore", label: "Begin a game on an empty board" })),
    button("Slides", act.slides, { key: "slides too" }),
    button(helpTitle(), act.help, { key: "help too" }),
  );
}

/** Colours, text and movement; before the contents, which may be long. */
export function settings(kept: Preferences, change: (kept: Preferences) => void): HTMLElement {
  return el("details", {},
    el("summary", { "data-key": "settings" }, "Colours, text, keys and sound"),
    choice("Colours", [["auto", "As the device"], ["light", "Light"], ["dark", "Dark"]] as const, kept.colours,
      (colours) => change({ ...kept, colours })),
    tick("Stronger contrast", kept.strong, (strong) => change({ ...kept, strong })),
    choice("Text size", TEXT_SIZES.map((size) => [String(size), `${size} %`] as const), String(kept.text),
      (size) => change({ ...kept, text: Number(size) })),
    choice("Movement", [["auto", "As the device"], ["on", "Show movement"], ["off", "No movement"]] as const, kept.motion,
      (motion) => change({ ...kept, motion })),
    tick("Keys of one letter", kept.letters, (letters) => change({ ...kept, letters })),
    CAN_SOUND && tick("Tones under the cursor", kept.tones, (tones) => change({ ...kept, tones })),
  );
}

const KEYS: [string, string][] = [
  [", and .", "Back, next (also Page Up and Page Down in slides)"],
  ["Home, End", "First, last position"],
  ["Arrow keys", "Move the cursor over the points, in the scene and on the maps"],
  ["Page Up, Page Down", "The cursor goes a level up, down"],
  ["Enter or Space", "Place at the cursor, or choose the point"],
  ["/", "Type a move or a point, where one is asked for"],
  ["1 to 5", "Text, Why, Maps, View, More"],
  ["H", "Home: see everything"],
  ["C", "Cut, or remove the cut"],
  ["[ and ]", "Move the cut"],
  ["L", "Lens at the cursor, or no lens"],
  ["+ and −", "Pull the levels apart, together"],
  ["G", "Empty points: legal, all, none"],
  ["K", "The best view of what is lit, of the cursor or the last move; again: the next one"],
  ["O", "Keep what is chosen in sight, or not: balls before it are outlines. Shift+O: its neighbours, too"],
  ["Y", "Sway until the board is touched, to see what lies before what"],
  ["P", "Slides, and back"],
  ["D", "Light or dark"],
  ["T", "Text size"],
  ["?", "Keys and credits"],
  ["Escape", "Leave slides or this dialog; else the keyboard goes to the scene"],
];

/** What the dialog is called: on a telephone nobody looks for keys. */
export function helpTitle(): string {
  return isTouched() ? "Help and credits" : "Keys and credits";
}

function isTouched(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** The dialog of keys and credits; `licences` are those of what is built into the page. */
export function help(data: PageData, licences: string): HTMLDialogElement {
  const dialog = el("dialog", { "aria-labelledby": "help-title" });
  const games = new Map(data.games.map((game) => [game.name, game]));
  const keys = el("table", {}, el("tbody", {}, ...KEYS.map(([key, what]) => el("tr", {}, el("th", { scope: "row" }, key), el("td", {}, what)))));
  dialog.append(
    el("div", { class: "row" },
      el("h2", { id: "help-title", class: "grow" }, helpTitle()),
      button("Close", () => dialog.close(), { key: "close help" }),
    ),
    ...[...games.values()].flatMap((game) => [
      el("h3", {}, game.name),
      el("p", {}, game.goal),
      ...(game.designer ? [el("p", { class: "muted" }, game.designer)] : []),
    ]),
    el("h3", {}, isTouched() ? "Touch" : "Touch and mouse"),
    el("p", {}, `A tap places or chooses. A drag turns, two fingers move and pinch${isTouched() ? "" : ", and the wheel zooms"}. A long press looks inside with a lens, and lists what lies there.`),
    ...(isTouched() ? [el("details", {}, el("summary", {}, "Keys, where there is a keyboard"), keys)] : [el("h3", {}, "Keys"), keys]),
    el("p", { class: "muted" }, "Letters, digits and signs can be switched off under More; the keys of the board, Home, End and Escape stay."),
    el("h3", {}, "Credits"),
    ...data.credits.map((one) => el("p", {}, one)),
    el("p", { class: "muted" }, "Everything is in this file: it asks nothing of the network, and what you do stays in your browser."),
    el("details", {}, el("summary", {}, "Licences of what is built in"), el("pre", { tabindex: 0 }, licences)),
  );
  return dialog;
}
