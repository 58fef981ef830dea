/** Why: what is known of the position, a finding a row; the one chosen is lit in the scene and on the maps. */

import type { Finding } from "../format";
import { button, el } from "./dom";

export function whyList(findings: Finding[], shown: Finding | null, choose: (finding: Finding | null) => void): Node[] {
  if (!findings.length) {
    return [el("p", { class: "muted" }, "Nothing is explained at this position.")];
  }
  const list = el("ul", { class: "why" });
  for (const finding of findings) {
    const on = finding.key === shown?.key;
    const row = button("", () => choose(on ? null : finding), { key: `why ${finding.key}`, pressed: on });
    row.append(el("b", {}, finding.title), el("span", {}, finding.text));
    if (finding.pour) row.append(el("small", {}, on ? "Tap to stop the pour" : "Pours from the corner"));
    list.append(el("li", {}, row));
  }
  return [list];
}
