/** A move that is made step by step, by taps, by buttons or typed: what was chosen, what may follow. */

import type { Stage } from "../format";
import { button, el } from "./dom";
import type { Place } from "./positions";

export class Entry {
  private tokens: string[] = [];
  /** What a tap is answered with that makes no step. */
  refused = "";

  /** `sites` are the numbers of points by their names. */
  constructor(
    private readonly from: Place,
    private readonly sites: Map<string, number>,
  ) {}

  private get root(): Stage {
    return this.from.node.moves;
  }

  private get stage(): Stage {
    return this.tokens.reduce((stage, token) => stage.next![token] as Stage, this.root);
  }

  get begun(): boolean {
    return this.tokens.length > 0;
  }

  /** The move as it stands, "" while it is none. */
  get whole(): string {
    return this.stage.move ?? "";
  }

  /** What to do next, or why the last tap did nothing. */
  get says(): string {
    return this.refused || (this.stage.says ?? "");
  }

  /** The points that may come next. */
  get points(): number[] {
    return [...this.tapped().keys()];
  }

  /** What may come next that is no point. */
  get words(): { token: string; label: string }[] {
    const { words = {} } = this.stage;
    return Object.entries(words).map(([token, label]) => ({ token, label }));
  }

  /** The points chosen so far. */
  get chosen(): number[] {
    return this.tokens.flatMap((token) => this.sites.get(token) ?? []);
  }

  /** How the board looks meanwhile: what was put down stands there. */
  get place(): Place {
    const [first, second] = this.chosen;
    if (first === undefined) return this.from;
    const owners = this.from.owners.slice();
    const lifts = owners[first] !== -1;
    if (!lifts) owners[first] = this.from.toMove;
    else if (second !== undefined) [owners[first], owners[second]] = [-1, this.from.toMove];
    return { ...this.from, owners };
  }

  /** The words that a tap of a point means; of a way to it only where there is one way. */
  private tapped(): Map<number, string> {
    const found = new Map<number, string>();
    const several = new Set<number>();
    for (const token of Object.keys(this.stage.next ?? {})) {
      const site = this.sites.get(token) ?? this.sites.get(token.split(/[=>]/).at(-1)!);
      if (site === undefined) continue;
      if (found.has(site)) several.add(site);
      found.set(site, token);
    }
    several.forEach((site) => found.delete(site));
    return found;
  }

  /** Take a point for the next step; the move that is whole with it, "" where more is to come. */
  pick(site: number): string {
    const token = this.tapped().get(site);
    if (token !== undefined) return this.choose(token);
    const last = this.chosen.at(-1);
    if (site === last && this.whole) return this.whole;
    if (this.begun) {
      this.cancel();
      // Another piece is taken instead; the same one is put down.
      return site === last ? "" : this.pick(site);
    }
    const name = [...this.sites.keys()][site];
    this.refused = `${name} cannot be chosen here.${this.root.says ? ` ${this.root.says}.` : ""}`;
    return "";
  }

  /** Take a word for the next step, as `pick`. */
  choose(token: string): string {
    this.refused = "";
    const next = this.stage.next?.[token];
    if (next === undefined) return "";
    if (typeof next === "string") return next;
    this.tokens.push(token);
    return "";
  }

  cancel(): void {
    this.tokens = [];
    this.refused = "";
  }

  /** The legal move that somebody typed, in whatever case; "" where it is none. */
  read(text: string): string {
    const plain = (move: string) => move.replace(/\s/g, "").toLowerCase();
    const find = (stage: Stage): string => {
      if (stage.move && plain(stage.move) === plain(text)) return stage.move;
      for (const next of Object.values(stage.next ?? {})) {
        const found = typeof next !== "string" ? find(next) : plain(next) === plain(text) ? next : "";
        if (found) return found;
      }
      return "";
    };
    return find(this.root);
  }
}

/** Buttons for what is no point of the board, and what is said to a move that was begun. */
export function steps(entry: Entry, act: (move: string) => void): Node[] {
  const row = entry.words.map(({ token, label }) => button(label, () => act(entry.choose(token)), { key: `step ${token}` }));
  if (entry.whole) row.unshift(button("Play it", () => act(entry.whole), { role: "primary" }));
  if (entry.begun) {
    row.push(button("Cancel", () => {
      entry.cancel();
      act("");
    }));
  }
  return [
    ...(entry.says && (entry.begun || entry.refused || row.length) ? [el("p", { class: "step" }, `${entry.says}.`.replace(/\.\.$/, "."))] : []),
    ...(row.length ? [el("div", { class: "chips", role: "group", "aria-label": "Next step of your move" }, ...row)] : []),
  ];
}

/** A field to type a move or a point, for keyboards and for those who hear the page; the same one each time. */
export class MoveField {
  private readonly said = el("p", { class: "refused" });
  private readonly called = el("span", {});
  private readonly input = el("input", { type: "text", "data-key": "typed move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 12 });
  readonly form: HTMLElement;

  /** `act` plays what was typed, and says aloud why it cannot; the same in words, "" where it can. */
  constructor(act: (text: string) => string) {
    this.form = el(
      "form",
      {
        class: "typed",
        onsubmit: (event: Event) => {
          event.preventDefault();
          const text = this.input.value.trim();
          if (!text) return;
          this.said.textContent = "";
          const refusal = act(text);
          this.said.textContent = refusal;
          if (refusal) this.input.select();
          else this.input.value = "";
        },
      },
      el("label", { class: "field" }, this.called, this.input),
      el("button", { type: "submit", class: "button", "data-key": "play typed" }, "Play"),
      this.said,
    );
    this.ask("move");
  }

  /** Say what is to be typed; the field itself. */
  ask(what: "move" | "point"): HTMLElement {
    this.called.textContent = `Type a ${what}`;
    return this.form;
  }
}
