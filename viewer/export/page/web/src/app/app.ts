/** The page at work: which item is open, how it is looked at, and what is drawn of it. */

import { unpack } from "../data";
import type { BestView } from "../gl/best_view";
import { explorable } from "../explore/games";
import type { Finding, GameData, Item, NodeData, PageData, ViewData } from "../format";
import { actionsOf, type Controls } from "./actions";
import { boardOf, byLevel, siteWords, type Board } from "./boards";
import { joinClass } from "./class";
import { button, heading, refill } from "./dom";
import { listen } from "./keys";
import { maps, type MapState } from "./maps";
import { clearDialog, handInDialog, handing } from "./hand_in";
import { contents, help, offers, settings } from "./more";
import { ExercisePlayer } from "./exercise_player";
import { GamePlayer } from "./game_player";
import type { Host, Player } from "./player";
import { Practice } from "./practice";
import { openScene, pourOf, type MakeScene, type Scene } from "./scene";
import { sheetOf } from "./sheets";
import { statusOf } from "./status";
import { buildShell, type Shell } from "./shell";
import { keepPreferences, preferences, Progress, type Preferences } from "./store";
import { Tries } from "./tries";
import { movesAllowed, onDevice, paletteOf, wear } from "./theme";
import { CAN_SOUND, sound } from "./tones";
import { viewPanel } from "./view_panel";
import * as views from "./views";
import { whyList } from "./why";

/** How long a reply waits, so that the eye sees each move. */
const MOMENT = 700;
/** So many of what lies one behind the other are offered. */
const MOST_BEHIND = 6;

export interface Parts {
  makeScene: MakeScene | null;
  licences: string;
  /** Who leads through Explore, from a position string on; `leave` goes back to what the file holds. */
  explore: ((data: PageData, host: Host, start: string, leave: () => void) => Player) | null;
  /** The position that the page's address asks for, or "". */
  wanted: string;
}

export class App implements Host, Controls {
  readonly progress: Progress;
  readonly tries: Tries;
  readonly items: Item[];
  item = 0;
  player!: Player;
  private practice: Practice | null = null;
  readonly shell: Shell;
  private readonly scene: Scene | null;
  kept: Preferences = preferences();
  view: ViewData = {};
  /** The View that the node shown came with: another one turns the scene to it. */
  private given = "";
  private finding: Finding | null = null;
  /** The best views that were found last, which of them was shown, and of what, under which View. */
  private bestOf: { of: string; views: BestView[]; number: number } | null = null;
  cursor = -1;
  /** The node that was drawn last, -1 for what has no node. */
  private shown = -1;
  /** The board that the cursor stands on. */
  private on = -1;
  slides = false;
  /** Whether a long press was made: whoever knows it needs no word of it. */
  private held = false;
  private timer = 0;
  private readonly mapState: MapState = { level: 1, all: false };

  constructor(
    private readonly data: PageData,
    main: HTMLElement,
    private readonly parts: Parts,
  ) {
    this.items = data.items;
    this.progress = new Progress(`${data.title}\n${data.items.map((one) => one.title).join("\n")}`);
    this.tries = new Tries(data.title, data.items);
    wear(this.kept, false);
    this.shell = buildShell(main, data.title, {
      home: () => this.home(),
      help: () => this.help(),
      slides: () => this.switchSlides(),
      turned: () => {
        this.drawPanel();
        this.reveal();
      },
    });
    this.scene = openScene(parts.makeScene, this.shell.canvas, data);
    document.body.classList.toggle("flat", this.scene === null);
    if (this.scene) {
      this.scene.onPick = (site, kind, all) => this.picked(site, kind, all);
      this.scene.onView = (view) => {
        this.view = { ...this.view, ...(view.camera ? { camera: view.camera } : {}) };
      };
    }
    onDevice(() => {
      wear(this.kept, this.slides);
      this.changed(true);
    });
    listen(actionsOf(this, () => this.board(this.player.place.node)));
    const { item, node } = this.progress.stayed(data.start);
    this.enter(this.items[item] ? item : 0, node);
    this.shell.turn("Text");
    this.changed(true);
    if (parts.wanted) this.explore(parts.wanted);
    // The program marks a page that it serves itself.
    if (document.documentElement.dataset["served"] !== undefined) {
      void joinClass(this.tries, (step) => this.follow(step), (text) => {
        this.shell.title.dataset["class"] = text;
      });
    }
  }

  // -- what players ask for ------------------------------------------------------------------

  board(node: NodeData): Board {
    return boardOf(this.data.boards[this.game(node).board]!);
  }

  game(node: NodeData): GameData {
    return this.data.games[node.game]!;
  }

  say(text: string): void {
    // The same sentence twice is said twice: a screen reader needs a change.
    this.shell.live.textContent = this.shell.live.textContent === text ? `${text}\u00a0` : text;
  }

  light(finding: Finding | null): void {
    this.finding = finding;
  }

  later(act: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(act, movesAllowed(this.kept) ? MOMENT : MOMENT / 2);
  }

  open(item: number): void {
    if (!this.items[item]) return;
    if (this.practice && this.items[item]!.kind !== "puzzle") this.practice = null;
    this.enter(item, -1);
    this.shell.turn("Text");
    this.shell.panels.Text.scrollTop = 0;
    this.say(this.player.told);
    this.changed();
  }

  private enter(item: number, node: number): void {
    clearTimeout(this.timer);
    this.forget();
    this.item = item;
    this.finding = null;
    this.shown = -1;
    this.given = "";
    const one = this.items[item]!;
    this.player = one.kind === "game" ? new GamePlayer(one, this, node) : new ExercisePlayer(one, this, Math.max(0, node), this.practice);
    this.mapState.level = this.lowest();
  }

  /** The lowest level where a point answers: a full one below it answers no tap. */
  private lowest(): number {
    const { levels } = this.board(this.player.place.node);
    const level = Math.min(...this.player.answers().map((site) => levels[site]!));
    return Number.isFinite(level) ? level : 1;
  }

  /** Go to the step that is presented. */
  private follow(step: number): void {
    if (this.player instanceof ExercisePlayer && this.player.at !== step) this.player.go(step);
  }

  // -- drawing -------------------------------------------------------------------------------

  changed(still = false): void {
    const { node } = this.player.place;
    const { board } = this.game(node);
    if (board !== this.on) {
      this.on = board;
      this.cursor = -1;
      this.mapState.level = this.lowest();
    }
    const given = JSON.stringify(node.view);
    if (given !== this.given) {
      this.view = node.view;
      this.given = given;
    }
    // A finding belongs to its node, unless a verdict has just shown it.
    if (this.finding && !this.player.place.beyond && node.why.length) {
      this.finding = node.why.find((one) => one.key === this.finding!.key) ?? this.finding;
    }
    if (this.player.place.last >= 0 && this.cursor < 0) {
      this.mapState.level = this.board(node).levels[this.player.place.last] ?? 1;
    }
    this.drawScene(still);
    refill(this.shell.status, ...this.status());
    this.pointAt();
    if (this.player.at >= 0 && !this.practice) this.progress.stay(this.item, this.player.at);
    const text = this.shell.panels.Text;
    const said = text.querySelector(".answer")?.textContent;
    refill(text, ...this.player.story(), ...this.sheets());
    const answer = text.querySelector(".answer");
    // On a phone what answers the reader may lie under the edge.
    if (answer && answer.textContent !== said) this.reveal();
    // A comment is read from its beginning; without one the move is looked for in the list.
    else if (this.player.place.node.comment) text.scrollTop = 0;
    else text.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    this.drawPanel();
    refill(this.shell.bar, ...this.player.bar());
    this.shell.bar.hidden = !this.shell.bar.childElementCount;
    refill(this.shell.caption, this.player.caption().replaceAll("**", ""));
  }

  private status(): ReturnType<typeof statusOf> {
    const { place, asks } = this.player;
    return statusOf(this.game(place.node), place, paletteOf(this.kept, this.slides), asks);
  }

  /** Name the point under the cursor beside the scene; `more` lie behind it. */
  private pointAt(more = 0): void {
    const { node, owners } = this.player.place;
    const words = this.cursor < 0 ? "" : siteWords(this.board(node), this.game(node), owners, this.cursor, false).replace(/:.*/, "");
    this.shell.pointed.textContent = more ? `${words}. Hold for ${more} behind` : words;
  }

  /** Bring what answers the reader, or else the task, into sight. */
  private reveal(): void {
    const text = this.shell.panels.Text;
    (text.querySelector(".answer") ?? text.querySelector(".asked"))?.scrollIntoView({ block: "nearest" });
  }

  private drawScene(still: boolean): void {
    if (!this.scene) return refill(this.shell.plan, ...this.plans());
    const { node, owners, last, beyond } = this.player.place;
    const palette = paletteOf(this.kept, this.slides);
    const { finding } = this;
    // Pieces that are no balls stand in layers of their node; of a try there are none.
    const form = this.game(node).piece?.length;
    // What is said to a wrong try may speak of what is marked.
    const tried = this.player.isTried ?? false;
    const pieces = this.player.place.pieces ?? (beyond && form ? null : node.pieces);
    const marked = (!beyond || tried) && !finding?.alone;
    const layers = [...(pieces?.[palette] ?? []), ...(marked ? node.marks[palette] : []), ...(finding?.layers[palette] ?? [])];
    const animate = !still && movesAllowed(this.kept);
    const came = !beyond && node.parent >= 0 && node.parent === this.shown;
    this.shown = beyond ? -1 : node.id;
    this.scene.cursor = this.cursor;
    this.scene.show(
      {
        board: this.game(node).board,
        game: node.game,
        owners: Uint8Array.from(owners, (owner) => (owner === -1 ? 0 : owner === -2 ? 1 : owner + 2)),
        layers,
        last,
        legal: this.player.answers(),
        lit: finding?.lit ?? [],
        chosen: this.player.chosen ?? [],
        about: [...(marked ? (node.about ?? []) : []), ...(finding?.about ?? [])],
        focus: this.kept.focus,
        pour: pourOf(finding),
        ways: came ? node.ways : [],
        ...(node.plies ? { plies: unpack(node.plies) as Int16Array } : {}),
      },
      this.view,
      palette,
      { animate },
    );
  }

  private drawPanel(): void {
    if (!this.player) return;
    const { shell } = this;
    const { node, beyond } = this.player.place;
    const board = this.board(node);
    const item = this.items[this.item]!;
    const panel = shell.panels[shell.tab];
    switch (shell.tab) {
      case "Why":
        refill(panel, heading("Why"), ...whyList(beyond ? [] : node.why, this.player.asks, this.finding, (finding) => {
          this.finding = finding;
          if (finding) this.say(`${finding.title}. ${finding.text}`);
          this.changed();
        }));
        break;
      case "Maps":
        refill(panel, heading("Maps"), ...this.plans());
        break;
      case "View":
        refill(panel, heading("View"), ...viewPanel({
          board,
          game: this.game(node),
          view: this.view,
          cursor: board.names[this.cursor] ?? "",
          change: (view, anew) => this.look(view, anew),
          bookmarks: item.kind === "game" ? (item.bookmarks ?? []) : [],
          fly: (wanted) => this.fly(wanted),
          focus: this.kept.focus,
          keep: (focus) => this.prefer({ ...this.kept, focus }),
          best: () => this.best(),
          sway: () => this.sway(),
        }));
        break;
      case "More":
        refill(panel,
          heading("More"),
          offers(this.items, {
            practise: (puzzles) => this.practise(puzzles),
            explore: this.parts.explore && (() => this.explore(explorable(this.data, this.player.place.node))),
            playsOn: explorable(this.data, this.player.place.node) !== "",
            slides: () => this.switchSlides(),
            help: () => this.help(),
          }),
          this.items.some((one) => one.kind !== "game") && handing(this.tries, { handIn: () => this.handIn(), clear: () => this.anotherPupil() }),
          settings(this.kept, (kept) => this.prefer(kept)),
          ...contents(this.items, this.item, this.progress, (item) => {
            this.practice = null;
            this.open(item);
          }));
    }
  }

  /** The boards of the players; what is counted there may answer a task. */
  private sheets(): Node[] {
    const { node, sheets = node.sheets ?? [] } = this.player.place;
    const palette = paletteOf(this.kept, this.slides);
    return sheets.map((number) => sheetOf(this.data, number, this.game(node), palette, !this.player.asks));
  }

  /** The maps of what is shown. */
  private plans(): Node[] {
    const { node, owners, last, beyond } = this.player.place;
    const [board, game] = [this.board(node), this.game(node)];
    const facts = {
      board,
      game,
      palette: paletteOf(this.kept, this.slides),
      owners,
      last,
      answers: new Set(this.player.answers()),
      pointed: this.player.pointed ?? false,
      lit: new Set([...(this.finding?.lit ?? []), ...(this.player.chosen ?? [])]),
      cursor: this.cursor,
      pick: (site: number) => this.picked(site, "tap"),
      hover: (site: number) => this.hover(site),
      status: this.status(),
      described: beyond || !node.described ? byLevel(board, game, owners) : node.described.split("\n"),
    };
    return maps(facts, this.mapState, () => {
      this.drawPanel();
      if (!this.scene) this.drawScene(true);
    });
  }

  /** All puzzles in any order. */
  private practise(puzzles: number[]): void {
    this.practice = new Practice(puzzles);
    this.open(this.practice.first);
  }

  /** Let the reader play on from a position. */
  explore(start: string): void {
    const { explore } = this.parts;
    if (!explore) return;
    clearTimeout(this.timer);
    const before = this.player;
    const lead = (player: Player): void => {
      this.player = player;
      this.finding = null;
      this.forget();
      this.given = "";
      this.shell.turn("Text");
      this.say(player.told);
      this.changed();
    };
    lead(explore(this.data, this, start, () => lead(before)));
  }

  // -- the hand ------------------------------------------------------------------------------

  picked(site: number | null, kind: "tap" | "long" | "hover", all: number[] = []): void {
    const board = this.board(this.player.place.node);
    if (kind === "hover") return this.hover(site ?? -1);
    this.offer(kind === "long" && all.length > 1 ? all.slice(0, MOST_BEHIND) : []);
    if (kind === "long") this.held = true;
    if (kind === "long") {
      this.view = site === null ? views.without(this.view, "lens") : { ...this.view, lens: board.names[site]! };
      if (site !== null) this.hover(site);
      return this.changed();
    }
    if (site === null) {
      if (this.view.lens) this.view = views.without(this.view, "lens");
      return this.changed();
    }
    this.cursor = site;
    this.mapState.level = board.levels[site]!;
    if (this.player.answers().includes(site)) this.player.pick(site);
    else {
      const { node, owners } = this.player.place;
      this.say(siteWords(board, this.game(node), owners, site, false));
      this.player.pick(site);
    }
    this.changed();
    // Until it was found out once, a finger is told how it reaches what lies behind.
    const deep = board.levels.some((level) => level > 1);
    if (deep && all.length > 1 && !this.held && matchMedia("(pointer: coarse)").matches) this.pointAt(all.length - 1);
  }

  /** Offer what lies one behind the other, so that a finger reaches what is hidden. */
  private offer(sites: number[]): void {
    const { node, owners } = this.player.place;
    const board = this.board(node);
    refill(this.shell.behind, ...sites.map((site) =>
      button(siteWords(board, this.game(node), owners, site, false).replace(/, level \d+/, "").replace(/:.*/, ""), () => {
        // The lens came with the list, and has done its work.
        this.view = views.without(this.view, "lens");
        this.picked(site, "tap");
      }, { key: `behind ${site}` })));
    const at = sites.length ? this.scene?.placeOf(sites[0]!) : null;
    this.shell.behind.classList.toggle("right", !!at && at.x < this.shell.canvas.clientWidth / 2);
    if (sites.length) this.say(`${sites.length} lie here: ${sites.map((site) => board.names[site]).join(", ")}.`);
  }

  forget(): void {
    this.cursor = -1;
    refill(this.shell.behind);
  }

  private hover(site: number): void {
    if (this.cursor === site) return;
    this.cursor = site;
    if (this.scene) this.scene.cursor = site;
    this.pointAt();
  }

  moveCursor(next: number, border: string): void {
    if (next < 0) return this.say(border);
    const { node, owners } = this.player.place;
    const board = this.board(node);
    this.cursor = next;
    if (this.kept.tones && CAN_SOUND) sound(board, next);
    this.mapState.level = board.levels[next]!;
    this.say(siteWords(board, this.game(node), owners, next, !this.player.pointed && this.player.answers().includes(next)));
    this.drawScene(true);
    this.pointAt();
    const map = document.activeElement?.closest(".plan, #panel-Maps");
    if (this.shell.tab === "Maps") this.drawPanel();
    map?.querySelector<SVGElement>(`[data-site="${next}"]`)?.focus();
  }

  // -- Views ---------------------------------------------------------------------------------

  look(view: ViewData, panel: boolean): void {
    this.view = view;
    this.drawScene(true);
    if (panel) this.drawPanel();
  }

  private fly(view: ViewData): void {
    this.view = view;
    if (this.scene && movesAllowed(this.kept)) this.scene.flyTo(this.view);
    else this.drawScene(true);
    this.drawPanel();
  }

  /** Turn to where most of what is lit is in sight, else the cursor or the last move; again: to the next view. */
  best(): void {
    const { lit } = this.finding ?? {};
    const site = this.cursor >= 0 ? this.cursor : this.player.place.last;
    const sites = lit?.length ? lit : site >= 0 ? [site] : [];
    const of = JSON.stringify([this.item, this.shown, sites, this.view]);
    const found = this.bestOf?.of === of ? this.bestOf : { views: this.scene?.bestViews(sites) ?? [], number: -1 };
    if (!found.views.length) return this.say(sites.length ? "This view hides it: show everything first." : "Choose a point first, or something under Why.");
    const number = (found.number + 1) % found.views.length;
    const { azimuth, elevation, seen, count } = found.views[number]!;
    this.fly({ ...this.view, camera: { ...this.view.camera, azimuth, elevation } });
    this.bestOf = { of: JSON.stringify([this.item, this.shown, sites, this.view]), views: found.views, number };
    this.say(`View ${number + 1} of ${found.views.length}${count > 1 ? `: ${seen} of ${count} in sight` : ""}.`);
  }

  sway(): void {
    if (movesAllowed(this.kept)) {
      this.scene?.sway();
      this.say("The view sways until the board is touched.");
    } else this.say("The view does not sway while movement is off: choose Show movement under More.");
  }

  /** Keep something in sight, or, where it is so, nothing or what is chosen alone. */
  keep(focus: "on" | "deep"): void {
    const now = this.kept.focus;
    const next = focus === "deep" ? (now === "deep" ? "on" : "deep") : now === "off" ? "on" : "off";
    this.prefer({ ...this.kept, focus: next });
    this.say({ off: "Nothing is kept in sight.", on: "What is chosen is kept in sight.", deep: "What is chosen and what it touches is kept in sight." }[next]);
  }

  home(): void {
    this.fly({ ...this.view, camera: {} });
  }

  prefer(kept: Preferences): void {
    this.kept = kept;
    keepPreferences(kept);
    wear(kept, this.slides);
    this.changed(true);
  }

  switchSlides(): void {
    this.slides = !this.slides;
    document.body.classList.toggle("slides", this.slides);
    wear(this.kept, this.slides);
    // Not every browser has a full screen for pages; slides work without.
    if (this.slides) document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    this.say(this.slides ? "Slides. Escape leaves them." : "Slides are closed.");
    this.changed(true);
  }

  help(): void {
    open(help(this.data, this.parts.licences));
  }

  handIn(): void {
    open(handInDialog(this.tries));
  }

  private anotherPupil(): void {
    open(clearDialog(this.tries, () => {
      this.tries.clear();
      this.progress.clear();
      this.open(0);
    }));
  }
}

function open(dialog: HTMLDialogElement): void {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
