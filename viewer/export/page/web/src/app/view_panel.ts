/** The controls of the View: from where, cuts, peels, layers, explosion, ghosts, colours. */

import type { GameData, ViewData } from "../format";
import { capital, type Board } from "./boards";
import { button, choice, counter, el, slider, tick } from "./dom";
import type { Preferences } from "./store";
import * as views from "./views";

export interface ViewPanel {
  board: Board;
  game: GameData;
  view: ViewData;
  /** Name of the point under the cursor, or "". */
  cursor: string;
  /** `panel`: the controls themselves changed, so they are drawn anew. */
  change: (view: ViewData, panel: boolean) => void;
  /** Views with names, of the author. */
  bookmarks: { name: string; view: ViewData }[];
  fly: (view: ViewData) => void;
  focus: Preferences["focus"];
  keep: (focus: Preferences["focus"]) => void;
  best: () => void;
  sway: () => void;
}

/** How far levels are pulled apart when they all lie on the base. */
const FLATTEST = -0.7;

const PEELS: Record<string, string> = {
  shell: "Shells", base: "Base", west: "West", east: "East", south: "South", north: "North",
  SW: "SW", SE: "SE", NW: "NW", NE: "NE", apex: "Apex",
};

export function viewPanel(panel: ViewPanel): Node[] {
  const { board, view, change } = panel;
  const balls = panel.game.balls !== false;
  return [
    el("div", { class: "chips", role: "group", "aria-label": "Look from" },
      ...views.CAMERAS.map(([name, words, camera]) =>
        button(words, () => panel.fly({ ...view, camera }), { key: `camera ${name}`, label: `Look from: ${words}` }),
      ),
      board.highest > 1 && button("Best view", panel.best, { key: "best view", label: "Best view of what is lit, of the cursor or the last move" }),
      board.highest > 1 && button("Sway", panel.sway, { key: "sway", label: "Sway until the board is touched" }),
    ),
    ...(panel.bookmarks.length
      ? [
          el("h3", {}, "Bookmarks"),
          el("div", { class: "chips" },
            ...panel.bookmarks.map((one) => button(one.name, () => panel.fly(one.view), { key: `bookmark ${one.name}` }))),
        ]
      : []),
    ...(board.data.neighbours
      ? [choice("Keep in sight", [["on", "What is chosen"], ["deep", "That and its neighbours"], ["off", "Nothing"]] as const, panel.focus, panel.keep)]
      : []),
    ...cuts(panel),
    ...workingLayer(panel),
    ...(board.highest > 1 ? apart(panel) : []),
    ...peels(panel),
    el("h3", {}, "Points and colours"),
    choice("Empty points", [["legal", "Legal points"], ["all", "All points"], ["off", "None"]] as const, view.ghosts ?? "legal",
      (ghosts) => change({ ...view, ghosts }, true)),
    choice("Drawn as", [["dots", "Dots"], ["shells", "Glass shells"]] as const, view.ghost_style ?? "dots",
      (ghost_style) => change({ ...view, ghost_style }, true)),
    ...(balls
      ? [
          choice("Colours by", [["player", "Player"], ["group", "Group"], ["level", "Level"], ["move", "Move"]] as const,
            view.colour ?? "player", (colour) => change({ ...view, colour }, true)),
        ]
      : []),
    ...sides(panel),
    tick("Labels", view.labels ?? true, (labels) => change({ ...view, labels }, true)),
    tick("Board", view.board ?? true, (shown) => change({ ...view, board: shown }, true)),
    button("Show everything again", () => change(views.laidBare(view), true), { off: views.isPlain(view) }),
  ];
}

function cuts(panel: ViewPanel): Node[] {
  const { board, view, change } = panel;
  const families = board.data.planes;
  if (!families.length) return [];
  const rows: Node[] = [el("h3", {}, "Cuts")];
  const options = families.map((one) => [one.name, one.label] as const);
  (view.cuts ?? []).forEach((cut, k) => {
    const family = views.familyOf(board.data, cut.family);
    if (!family) return;
    const [low, high] = views.rangeOf(family);
    const range = { min: low, max: high, step: 0.5 };
    const set = (changes: Partial<typeof cut>, anew: boolean) => change(views.withCut(view, k, { ...cut, ...changes }), anew);
    const name = (view.cuts ?? []).length > 1 ? `Cut ${k + 1}` : "Cut";
    rows.push(
      el("fieldset", {},
        el("legend", {}, name),
        choice(`${name}: family`, [...options, ["", "No cut"]], family.name, (other) => {
          const next = views.familyOf(board.data, other);
          change(views.withCut(view, k, next ? { at: views.middle(next), family: next.name } : null), true);
        }),
        slider(`${name}: at`, range, cut.at, (at) => views.planeWords(family, at), (at) => {
          // Another slider reads the same cut: both keep what was last set.
          cut = { ...cut, at };
          set({ at }, false);
        }),
        cut.to !== undefined
          ? slider(`${name}: to`, range, cut.to, (at) => views.planeWords(family, at), (to) => {
              cut = { ...cut, to };
              set({ to }, false);
            })
          : null,
        tick(`${name}: slab between two planes`, cut.to !== undefined, (on) => {
          const { to: _, ...plain } = cut;
          change(views.withCut(view, k, on ? { ...plain, to: Math.min(high, cut.at + 1) } : plain), true);
        }),
        tick(`${name}: the other side`, cut.flip ?? false, (flip) => set({ flip }, true)),
      ),
    );
  });
  if ((view.cuts ?? []).length < views.MOST_CUTS) {
    const first = families[0]!;
    rows.push(
      button((view.cuts ?? []).length ? "Another cut" : "Cut through the middle", () =>
        change(views.withCut(view, (view.cuts ?? []).length, { at: views.middle(first), family: first.name }), true),
        { key: "add cut" },
      ),
    );
  }
  return rows;
}

function workingLayer(panel: ViewPanel): Node[] {
  const { board, view, change } = panel;
  if (!board.data.planes.length) return [];
  const options = [["", "None"] as const, ...board.data.planes.map((one) => [one.name, one.label] as const)];
  const family = views.familyOf(board.data, view.layer?.[0]);
  const rows: Node[] = [
    choice("Working layer", options, family?.name ?? "", (name) => {
      const next = views.familyOf(board.data, name);
      change(next ? { ...view, layer: [name, views.middle(next)] } : views.without(view, "layer"), true);
    }),
  ];
  if (family && view.layer) {
    rows.push(
      counter("Layer", view.layer[1], views.rangeOf(family), (at) => change({ ...view, layer: [family.name, at] }, true),
        (at) => views.planeWords(family, at)),
    );
  }
  return rows;
}

function apart({ view, change }: ViewPanel): Node[] {
  const gap = view.explode ?? 0;
  const flat = tick("All levels on the base", gap < 0, (on) => change({ ...view, explode: on ? FLATTEST : 0 }, true));
  return [
    slider("Pull levels apart", { min: 0, max: 5, step: 0.1 }, Math.max(0, gap),
      (wide) => (wide ? wide.toFixed(1) : "not at all"),
      (explode) => {
        flat.querySelector("input")!.checked = false; // drawn anew, the slider would leave the hand that drags it
        change({ ...view, explode }, false);
      }),
    flat,
  ];
}

function peels(panel: ViewPanel): Node[] {
  const { board, view, change } = panel;
  const rows: Node[] = [];
  if (board.highest > 1) {
    const [low, high] = view.peel?.levels ?? [1, board.highest];
    const range: [number, number] = [1, board.highest];
    rows.push(
      counter("From level", low, range, (to) => change(views.withLevels(view, to, Math.max(to, high), board.highest), true)),
      counter("To level", high, range, (to) => change(views.withLevels(view, Math.min(to, low), to, board.highest), true)),
    );
  }
  const layers = board.data.layers.filter((one) => one.name in PEELS);
  const known = new Map(view.peel?.layers ?? []);
  for (const { name } of layers) {
    rows.push(
      counter(PEELS[name]!, known.get(name) ?? 0, [0, board.highest], (count) => change(views.withPeel(view, name, count), true)),
    );
  }
  if (panel.game.balls !== false) {
    rows.push(
      tick(panel.cursor ? `Only the group on ${panel.cursor}` : "Only the group under the cursor", !!view.peel?.only, (on) => {
        const { only: _, ...peel } = view.peel ?? {};
        change({ ...view, peel: on && panel.cursor ? { ...peel, only: panel.cursor } : peel }, true);
      }),
    );
  }
  return rows.length ? [el("details", {}, el("summary", { "data-key": "peels" }, "Peel off layers"), ...rows)] : [];
}

function sides({ game, view, change }: ViewPanel): Node[] {
  const known = new Map(view.parts ?? []);
  const rows = game.players.map((player) => {
    const key = `player=${player.name.toLowerCase()}`;
    return choice(capital(player.name), [["shown", "Shown"], ["faint", "Faint"], ["hidden", "Hidden"]] as const, known.get(key) ?? "shown", (how) => {
      const parts = (view.parts ?? []).filter(([one]) => one !== key);
      change({ ...view, parts: how === "shown" ? parts : [...parts, [key, how]] }, true);
    });
  });
  const faint = (view.parts ?? []).some(([, how]) => how === "faint");
  if (faint) {
    rows.push(
      slider("How faint", { min: 0.05, max: 0.9, step: 0.05 }, view.opacity ?? 0.25, (share) => `${Math.round(100 * share)} %`,
        (opacity) => change({ ...view, opacity }, false)),
    );
  }
  return rows;
}
