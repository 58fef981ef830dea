/** Who holds which corner, at a glance: a row a corner, a button a side, and the sentence on the one chosen. */

import { button, el } from "../app/dom";
import type { Finding } from "../format";
import { type CornerState, type Side, SIDES } from "../judge";
import { capital, cornerName, WHO } from "./words";

const SIGNS = { holds: "\u2713", isolates: "\u25cc", open: "\u2717", other: "\u2013" };

export interface CornerFacts {
  states: CornerState[];
  findings: Finding[];
  shown: Finding | null;
  flat: boolean;
  choose: (finding: Finding | null) => void;
}

/** The key of the finding on a corner for a side. */
export function cornerKey(corner: string, side: Side): string {
  return `corner=${corner}:${SIDES[side]}`;
}

export function cornerTable(facts: CornerFacts): Node[] {
  const words = facts.flat
    ? { holds: "captured", isolates: "cut off", open: "open", other: "lost" }
    : { holds: "holds", isolates: "isolates", open: "open", other: "lost" };
  const table = el("div", { class: "corners", role: "group", "aria-label": "Corners" });
  for (const { corner, standings, holder } of facts.states) {
    table.append(el("span", { class: holder < 0 ? "corner" : `corner held-${holder}` }, capital(cornerName(corner).replace("the ", ""))));
    for (const side of [0, 1] as const) {
      const { kind } = standings[side];
      const finding = facts.findings.find(({ key }) => key === cornerKey(corner, side));
      const on = finding !== undefined && finding.key === facts.shown?.key;
      const one = button("", () => facts.choose(on || !finding ? null : finding), {
        key: `corner ${corner} ${side}`,
        label: `${capital(cornerName(corner))}, ${WHO[side]}: ${words[kind]}`,
        off: !finding,
        pressed: on,
      });
      one.append(
        el("span", { class: `side side-${side}`, "aria-hidden": "true" }),
        el("span", { "aria-hidden": "true" }, `${SIGNS[kind]} ${words[kind]}`),
      );
      table.append(one);
    }
  }
  const told = facts.shown ? facts.shown.text : "Choose a side at a corner to see what decides it.";
  return [table, el("p", { class: facts.shown ? "decides" : "decides muted" }, told)];
}
