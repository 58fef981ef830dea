/** Beginning anew: a game with its options on an empty board, or any position as text. */

import { button, choice, el, tick } from "../app/dom";

interface Wanted {
  kind: "free" | "stacking" | "poly-y";
  size: number;
  corners: string;
  swap: boolean;
}

const KINDS = [
  ["free", "Pyramid Partition, balls may float"],
  ["stacking", "Pyramid Partition, balls rest on balls"],
  ["poly-y", "Poly-Y"],
] as const;
const CORNERS = [
  ["3", "3 (the game of Y)"],
  ["4", "4 (for lessons: can be drawn)"],
  ["5", "5"],
  ["7", "7"],
] as const;

/** The form; `begin` gets a header, `read` a position string. */
export function beginForm(header: string, begin: (header: string) => void, read: (text: string) => void): Node[] {
  const wanted = wantedOf(header);
  const options = el("div", { class: "begin" });
  const folded = (header: string) => {
    options.closest("details")!.open = false;
    begin(header);
  };
  const fill = () => options.replaceChildren(...optionsOf(wanted, fill, folded));
  fill();
  const field = el("input", { type: "text", "aria-label": "A position as text", "data-key": "position", spellcheck: "false", autocomplete: "off" });
  return [
    el(
      "details",
      {
        class: "begin-anew",
        ontoggle: (event: Event) => (event.target as HTMLDetailsElement).open && (event.target as HTMLElement).scrollIntoView({ block: "nearest" }),
      },
      el("summary", { "data-key": "begin anew" }, "Begin anew"),
      options,
      el("label", { class: "field" }, el("span", {}, "Or a position as text"), field),
      button("Open the position", () => read(field.value.trim())),
    ),
  ];
}

/** The size comes last: a tap on it begins. */
function optionsOf(wanted: Wanted, changed: () => void, begin: (header: string) => void): HTMLElement[] {
  const flat = wanted.kind === "poly-y";
  const least = flat ? 3 : 2;
  wanted.size = Math.max(wanted.size, least);
  const sizes = Array.from({ length: 13 - least }, (_, k) => least + k);
  const edge = flat ? "Begin with this many cells along a side" : "Begin with this many balls along an edge";
  return [
    choice("Game", KINDS, wanted.kind, (kind) => {
      wanted.kind = kind;
      changed();
    }),
    ...(flat ? [choice("Corners", CORNERS, wanted.corners as "3", (corners) => (wanted.corners = corners))] : []),
    ...(flat ? [tick("Blue may take over the first stone", wanted.swap, (swap) => (wanted.swap = swap))] : []),
    el("div", { class: "field" }, el("span", {}, edge),
      el("div", { class: "chips", role: "group", "aria-label": edge }, ...sizes.map((size) => button(String(size), () => begin(headerOf({ ...wanted, size })), { key: `size ${size}` })))),
  ];
}

/** The first token of position strings of what is wanted. */
function headerOf({ kind, size, corners, swap }: Wanted): string {
  return kind === "poly-y" ? `poly-y:corners=${corners},size=${size},swap=${swap}` : `partition:size=${size},rules=${kind}`;
}

function wantedOf(header: string): Wanted {
  const given = (name: string) => new RegExp(`\\b${name}=([^,]+)`).exec(header)?.[1];
  const kind = header.startsWith("poly-y") ? "poly-y" : given("rules") === "stacking" ? "stacking" : "free";
  return { kind, size: Math.min(12, Number(given("size") ?? 4)), corners: given("corners") ?? "5", swap: given("swap") !== "false" };
}
