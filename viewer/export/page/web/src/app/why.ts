/** Why: what is known of the position, a finding a row; the one chosen is lit in the scene and on the maps. */

import type { Finding } from "../format";
import { button, el } from "./dom";

/** `asks`: a task is open, which Why might answer. */
export function whyList(findings: Finding[], asks: boolean, shown: Finding | null, choose: (finding: Finding | null) => void): Node[] {
  if (!findings.length) {
    const said = asks ? "Why is hidden until you answer." : "Nothing is explained at this position.";
    return [el("p", { class: "muted" }, said)];
  }
  const list = el("ul", { class: "why" });
  let heading = "";
  for (const finding of findings) {
    const on = finding.key === shown?.key;
    const row = button("", () => choose(on ? null : finding), { key: `why ${finding.key}`, pressed: on });
    // A heading stands once over all that it heads.
    if (finding.title !== heading) list.append(el("li", { class: "heading" }, finding.title));
    heading = finding.title;
    row.append(el("span", {}, finding.text));
    if (finding.pour) row.append(el("small", {}, on ? "Choose again to stop the colour" : "Choose it to pour colour from the corner"));
    list.append(el("li", {}, row));
  }
  return [list];
}
