/** Sending a position on: as a link to this page, or as text for the program. */

import { button, el } from "../app/dom";
import { copyFrom, linkTo } from "./link";

/** Two fields with their Copy buttons; `say` tells a screen reader what came of it. */
export function sendForm(position: string, say: (text: string) => void): Node[] {
  return [
    el("h3", {}, "Send this position on"),
    ...line("Link to this page", linkTo(position), "The link opens this position for whoever has the page at the same address.", say),
    ...line("Position as text", position, "The program and this page both read it.", say),
  ];
}

function line(label: string, value: string, about: string, say: (text: string) => void): Node[] {
  const field = el("input", { type: "text", readonly: true, value, "data-key": `${label} field`, onfocus: () => field.select() });
  const told = el("small", { class: "muted" }, about);
  const copy = async () => {
    const copied = await copyFrom(field);
    told.textContent = copied ? "Copied." : "The text is selected: copy it with Ctrl+C, or with a long press.";
    say(told.textContent);
  };
  return [
    el("label", { class: "field sent" }, el("span", {}, label), field),
    el("div", { class: "row copy" }, button("Copy", () => void copy(), { key: `copy ${label}`, label: `Copy: ${label}` }), told),
  ];
}
