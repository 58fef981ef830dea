/** What every key does. */

import type { ViewData } from "../format";
import { levelFrom, stepFrom, type Board } from "./boards";
import { focusScene } from "./dom";
import type { Actions } from "./keys";
import type { Player } from "./player";
import { TABS, type Shell } from "./shell";
import { TEXT_SIZES, type Preferences } from "./store";
import { paletteOf } from "./theme";
import * as views from "./views";

/** What keys act on: the page at work. */
export interface Controls {
  readonly shell: Shell;
  readonly player: Player;
  readonly view: ViewData;
  readonly kept: Preferences;
  readonly slides: boolean;
  readonly cursor: number;
  home(): void;
  best(): void;
  keep(focus: "on" | "deep"): void;
  sway(): void;
  help(): void;
  switchSlides(): void;
  prefer(kept: Preferences): void;
  /** Look in another way; `panel`: the controls are drawn anew. */
  look(view: ViewData, panel: boolean): void;
  picked(site: number | null, kind: "tap" | "long" | "hover"): void;
  /** Go to a point; -1: stay, and say what the board ends with there. */
  moveCursor(site: number, border: string): void;
  say(text: string): void;
}

/** The actions of a page; `placeIn` is the board shown. */
export function actionsOf(app: Controls, placeIn: () => Board): Actions {
  const cut = () => app.view.cuts?.at(-1);
  const start = () => {
    const { player, cursor } = app;
    const site = cursor >= 0 ? cursor : (player.answers()[0] ?? player.place.last);
    return Math.max(0, Math.min(placeIn().names.length - 1, site));
  };
  return {
    back: () => app.player.back(),
    next: () => app.player.next(),
    first: () => app.player.first(),
    last: () => app.player.last(),
    tab: (number) => {
      const tab = TABS[number]!;
      app.shell.turn(tab);
      // On a map the cursor goes on.
      const panel = app.shell.panels[tab];
      (panel.querySelector<HTMLElement>(".map [tabindex='0']") ?? panel).focus({ preventScroll: true });
    },
    home: () => {
      app.home();
      app.say("The whole board is seen.");
    },
    cut: () => {
      const family = placeIn().data.planes[0];
      if (!family) return;
      const at = views.middle(family);
      const was = cut();
      app.look(was ? { ...app.view, cuts: [] } : views.withCut(app.view, 0, { at, family: family.name }), true);
      app.say(was ? "Nothing is cut." : `Cut: ${views.planeWords(family, at)}.`);
    },
    moveCut: (step) => {
      const now = cut();
      const family = views.familyOf(placeIn().data, now?.family);
      if (!now || !family) return;
      const [low, high] = views.rangeOf(family);
      const at = Math.max(low, Math.min(high, now.at + step));
      app.look(views.withCut(app.view, app.view.cuts!.length - 1, { ...now, at }), true);
      app.say(`Cut: ${views.planeWords(family, at)}.`);
    },
    lens: () => {
      app.picked(app.view.lens || app.cursor < 0 ? null : app.cursor, "long");
      app.say(app.view.lens ? `Lens at ${app.view.lens}.` : "No lens.");
    },
    explode: (step) => {
      const explode = Math.round(100 * Math.max(-0.7, Math.min(5, (app.view.explode ?? 0) + step))) / 100;
      app.look({ ...app.view, explode }, true);
      app.say(`Levels apart: ${explode}.`);
    },
    ghosts: () => {
      const order = ["legal", "all", "off"] as const;
      const ghosts = order[(order.indexOf(app.view.ghosts ?? "legal") + 1) % 3]!;
      app.look({ ...app.view, ghosts }, true);
      app.say({ legal: "Legal points are shown.", all: "All empty points are shown.", off: "No empty points are shown." }[ghosts]);
    },
    best: () => app.best(),
    keep: (focus) => app.keep(focus),
    sway: () => app.sway(),
    slides: () => app.switchSlides(),
    dark: () => {
      const colours = paletteOf(app.kept, false).startsWith("dark") ? "light" : "dark";
      app.prefer({ ...app.kept, colours });
      app.say(`Colours: ${colours}.`);
    },
    text: () => {
      const text = TEXT_SIZES[(TEXT_SIZES.indexOf(app.kept.text) + 1) % TEXT_SIZES.length]!;
      app.prefer({ ...app.kept, text });
      app.say(`Text size: ${text} %.`);
    },
    help: () => app.help(),
    type: () => {
      const field = document.querySelector<HTMLElement>('[data-key="typed move"]');
      if (!field) return app.say("There is nothing to type here.");
      app.shell.turn("Text");
      field.focus();
    },
    escape: () => {
      if (app.slides) app.switchSlides();
      else if (app.view.lens) app.picked(null, "long");
      else focusScene();
    },
    inSlides: () => app.slides,
    letters: () => app.kept.letters,
    way: (x, y) => {
      const board = placeIn();
      const from = start();
      if (app.cursor < 0) return app.moveCursor(from, "");
      // On a map north is up; in the scene it is what lies away from the eye, to the nearest quarter.
      const inScene = document.activeElement === app.shell.canvas;
      const turn = inScene ? Math.round((app.view.camera?.azimuth ?? 19) / 90) * (Math.PI / 2) : 0;
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      const [east, north] = [x * cos - y * sin, x * sin + y * cos];
      const side = Math.abs(east) > Math.abs(north) ? (east > 0 ? "east" : "west") : north > 0 ? "north" : "south";
      app.moveCursor(stepFrom(board, from, east, north), board.data.ground === "cells" ? "edge of the board" : `${side} wall`);
    },
    level: (step) => {
      const board = placeIn();
      const from = start();
      app.moveCursor(levelFrom(board, from, board.levels[from]! + step), step > 0 ? "apex" : "base");
    },
    place: () => {
      if (app.cursor >= 0) app.picked(app.cursor, "tap");
    },
  };
}
