/** The page at work: which item is open, how it is looked at, and what is drawn of it. */

import { unpack } from "../data";
import type { Finding, Item, NodeData, PageData, ViewData } from "../format";
import { boardOf, levelFrom, siteWords, stepFrom, type Board } from "./boards";
import { button, el, refill } from "./dom";
import { GamePlayer } from "./game_player";
import { listen, type Actions } from "./keys";
import { LessonPlayer } from "./lesson_player";
import { maps, type MapState } from "./maps";
import { contents, help, settings } from "./more";
import type { Host, Player } from "./player";
import { Practice } from "./practice";
import { PuzzlePlayer } from "./puzzle_player";
import { openScene, type MakeScene, type Scene } from "./scene";
import { buildShell, type Shell } from "./shell";
import { keepPreferences, preferences, Progress, TEXT_SIZES, type Preferences } from "./store";
import { movesAllowed, onDevice, paletteOf, wear } from "./theme";
import { viewPanel } from "./view_panel";
import * as views from "./views";
import { whyList } from "./why";

/** How long a reply waits, so that the eye sees each move. */
const MOMENT = 700;

/** Something another module puts into the page: Explore. */
export interface Extra {
  title: string;
  mount: (root: HTMLElement, scene: Scene | null, data: PageData, start: string) => void;
}

export interface Parts {
  makeScene: MakeScene | null;
  licences: string;
  extra: Extra | null;
}

/** A heading for those who hear the page; the tab says it to the others. */
function heading(text: string): HTMLElement {
  return el("h2", { class: "unseen" }, text);
}

export class App implements Host {
  readonly progress: Progress;
  readonly items: Item[];
  item = 0;
  private player!: Player;
  private practice: Practice | null = null;
  private readonly shell: Shell;
  private readonly scene: Scene | null;
  private kept: Preferences = preferences();
  private view: ViewData = {};
  /** The View that the node shown came with: another one turns the scene to it. */
  private given = "";
  private finding: Finding | null = null;
  private cursor = -1;
  private slides = false;
  private timer = 0;
  private readonly mapState: MapState = { level: 1, all: false };

  constructor(
    private readonly data: PageData,
    main: HTMLElement,
    private readonly parts: Parts,
  ) {
    this.items = data.items;
    this.progress = new Progress(`${data.title}\n${data.items.map((one) => one.title).join("\n")}`);
    wear(this.kept, false);
    this.shell = buildShell(main, data.title, {
      home: () => this.home(),
      help: () => this.help(),
      slides: () => this.switchSlides(),
      turned: () => this.drawPanel(),
    });
    this.scene = openScene(parts.makeScene, this.shell.canvas, data);
    document.body.classList.toggle("flat", this.scene === null);
    if (this.scene) {
      this.scene.onPick = (site, kind) => this.picked(site, kind);
      this.scene.onView = (view) => {
        this.view = { ...this.view, ...(view.camera ? { camera: view.camera } : {}) };
      };
    }
    onDevice(() => {
      wear(this.kept, this.slides);
      this.changed(true);
    });
    listen(this.actions());
    const { item, node } = data.start;
    this.enter(this.items[item] ? item : 0, node);
    this.shell.turn("Text");
    this.changed(true);
  }

  // -- what players ask for ------------------------------------------------------------------

  board(node: NodeData): Board {
    return boardOf(this.data.boards[this.game(node).board]!);
  }

  game(node: NodeData) {
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
    this.say(this.items[item]!.title);
    this.changed();
  }

  private enter(item: number, node: number): void {
    clearTimeout(this.timer);
    this.item = item;
    this.finding = null;
    this.cursor = -1;
    this.given = "";
    const one = this.items[item]!;
    switch (one.kind) {
      case "game":
        this.player = new GamePlayer(one, this, node);
        break;
      case "lesson":
        this.player = new LessonPlayer(one, this, Math.max(0, node));
        break;
      case "puzzle":
        this.player = new PuzzlePlayer(one, this, this.practice);
    }
    this.mapState.level = 1;
  }

  // -- drawing -------------------------------------------------------------------------------

  changed(still = false): void {
    const { node } = this.player.place;
    const given = JSON.stringify(node.view);
    const turned = given !== this.given;
    if (turned) {
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
    this.drawScene(still, turned);
    this.drawStatus();
    refill(this.shell.panels.Text, ...this.player.story());
    this.drawPanel();
    refill(this.shell.bar, ...this.player.bar());
    this.shell.bar.hidden = !this.shell.bar.childElementCount;
    refill(this.shell.caption, this.player.caption().replaceAll("**", ""));
  }

  private drawScene(still: boolean, turned: boolean): void {
    if (!this.scene) return refill(this.shell.plan, ...this.plans());
    const { node, owners, last, beyond } = this.player.place;
    const palette = paletteOf(this.kept, this.slides);
    const { finding } = this;
    // Pieces that are no balls stand in layers of their node; of a try there are none.
    const layers = [...node.pieces[palette], ...(beyond ? [] : node.marks[palette]), ...(finding?.layers[palette] ?? [])];
    const animate = !still && movesAllowed(this.kept);
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
        pour: finding?.pour ? { distances: unpack(finding.pour.distances) as Int16Array, owner: finding.pour.owner } : null,
        ...(node.plies ? { plies: unpack(node.plies) as Int16Array } : {}),
      },
      this.view,
      palette,
      { animate },
    );
    if (turned && animate) this.scene.flyTo(this.view);
  }

  private drawStatus(): void {
    const { node, toMove } = this.player.place;
    const game = this.game(node);
    const who = toMove >= 0 ? game.players[toMove] : undefined;
    const text = node.outcome || (who ? `${who.name} to move` : "");
    const mark = document.createElement("span");
    mark.className = `side${who?.banded ? " banded" : ""}`;
    if (who) mark.style.setProperty("--side", who.colour[paletteOf(this.kept, this.slides)]);
    refill(this.shell.status, who && !node.outcome ? mark : null, text);
    const root = document.documentElement;
    game.players.forEach((one, k) => root.style.setProperty(`--side-${k}`, one.colour[paletteOf(this.kept, this.slides)]));
  }

  private drawPanel(): void {
    if (!this.player) return;
    const { shell } = this;
    const { node, beyond } = this.player.place;
    const board = this.board(node);
    const panel = shell.panels[shell.tab];
    switch (shell.tab) {
      case "Why":
        refill(panel, heading("Why"), ...whyList(beyond ? [] : node.why, this.finding, (finding) => {
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
          fly: (camera) => this.fly(camera),
        }));
        break;
      case "More":
        refill(panel,
          heading("More"),
          ...contents(this.items, this.item, this.progress, (item) => {
            this.practice = null;
            this.open(item);
          }),
          ...this.offers(),
          ...settings(this.kept, (kept) => this.prefer(kept)));
    }
  }

  /** The maps of what is shown. */
  private plans(): Node[] {
    const { node, owners, last } = this.player.place;
    const facts = {
      board: this.board(node),
      game: this.game(node),
      palette: paletteOf(this.kept, this.slides),
      owners,
      last,
      answers: new Set(this.player.answers()),
      lit: new Set(this.finding?.lit ?? []),
      cursor: this.cursor,
      pick: (site: number) => this.picked(site, "tap"),
      hover: (site: number) => this.hover(site),
    };
    return maps(facts, this.mapState, () => {
      this.drawPanel();
      if (!this.scene) this.drawScene(true, false);
    });
  }

  /** What may be begun from here. */
  private offers(): HTMLElement[] {
    const puzzles = this.items.flatMap((one, k) => (one.kind === "puzzle" ? [k] : []));
    const rows: HTMLElement[] = [];
    if (puzzles.length > 1) {
      rows.push(button("Mixed practice", () => {
        this.practice = new Practice(puzzles);
        this.open(this.practice.first);
      }, { label: "All puzzles in any order; missed ones come again" }));
    }
    const { extra } = this.parts;
    if (extra) rows.push(button(extra.title, () => this.explore(this.player.place.node.position)));
    rows.push(button("Slides", () => this.switchSlides(), { key: "slides too" }));
    rows.push(button("Keys and credits", () => this.help(), { key: "help too" }));
    const row = document.createElement("div");
    row.className = "chips";
    row.append(...rows);
    return [row];
  }

  /** Hand the scene over to Explore. */
  explore(start: string): void {
    const { extra } = this.parts;
    if (!extra) return;
    clearTimeout(this.timer);
    this.shell.turn("Text");
    refill(this.shell.bar, button("Back to the page", () => location.reload(), { role: "primary" }));
    this.shell.bar.hidden = false;
    refill(this.shell.panels.Text);
    extra.mount(this.shell.panels.Text, this.scene, this.data, start);
  }

  // -- the hand ------------------------------------------------------------------------------

  private picked(site: number | null, kind: "tap" | "long" | "hover"): void {
    const board = this.board(this.player.place.node);
    if (kind === "hover") return this.hover(site ?? -1);
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
      this.say(siteWords(board, this.game(node), owners[site]!, site, false));
      this.player.pick(site);
    }
    this.changed();
  }

  private hover(site: number): void {
    if (this.cursor === site) return;
    this.cursor = site;
    if (this.scene) this.scene.cursor = site;
  }

  private moveCursor(next: number): void {
    if (next < 0) return this.say("The board ends here.");
    const { node, owners } = this.player.place;
    const board = this.board(node);
    this.cursor = next;
    this.mapState.level = board.levels[next]!;
    this.say(siteWords(board, this.game(node), owners[next]!, next, this.player.answers().includes(next)));
    this.drawScene(true, false);
    const map = document.activeElement?.closest(".plan, #panel-Maps");
    if (this.shell.tab === "Maps") this.drawPanel();
    map?.querySelector<SVGElement>(`[data-site="${next}"]`)?.focus();
  }

  private start(board: Board): number {
    return this.cursor >= 0 ? this.cursor : Math.max(0, this.player.answers()[0] ?? this.player.place.last ?? 0, 0) % board.names.length;
  }

  // -- Views ---------------------------------------------------------------------------------

  private look(view: ViewData, panel: boolean): void {
    this.view = view;
    this.drawScene(true, false);
    if (panel) this.drawPanel();
  }

  private fly(camera: NonNullable<ViewData["camera"]>): void {
    this.view = { ...this.view, camera };
    if (this.scene && movesAllowed(this.kept)) this.scene.flyTo(this.view);
    else this.drawScene(true, false);
  }

  private home(): void {
    this.fly({});
  }

  private prefer(kept: Preferences): void {
    this.kept = kept;
    keepPreferences(kept);
    wear(kept, this.slides);
    this.changed(true);
  }

  private switchSlides(): void {
    this.slides = !this.slides;
    document.body.classList.toggle("slides", this.slides);
    wear(this.kept, this.slides);
    // Not every browser has a full screen for pages; slides work without.
    if (this.slides) document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    this.say(this.slides ? "Slides. Escape leaves them." : "Slides are closed.");
    this.changed(true);
  }

  private help(): void {
    const dialog = help(this.data, this.parts.licences);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  private actions(): Actions {
    const placeIn = () => this.board(this.player.place.node);
    const cut = () => this.view.cuts?.at(-1);
    return {
      back: () => this.player.back(),
      next: () => this.player.next(),
      first: () => this.player.first(),
      last: () => this.player.last(),
      tab: (number) => this.shell.turn((["Text", "Why", "Maps", "View", "More"] as const)[number]!),
      home: () => this.home(),
      cut: () => {
        const family = placeIn().data.planes[0];
        if (!family) return;
        this.look(cut() ? { ...this.view, cuts: [] } : views.withCut(this.view, 0, { at: views.middle(family), family: family.name }), true);
      },
      moveCut: (step) => {
        const now = cut();
        const family = views.familyOf(placeIn().data, now?.family);
        if (!now || !family) return;
        const [low, high] = views.rangeOf(family);
        const at = Math.max(low, Math.min(high, now.at + step));
        this.look(views.withCut(this.view, this.view.cuts!.length - 1, { ...now, at }), true);
        this.say(views.planeWords(family, at));
      },
      lens: () => this.picked(this.view.lens || this.cursor < 0 ? null : this.cursor, "long"),
      explode: (step) => this.look({ ...this.view, explode: Math.max(-0.7, Math.min(5, (this.view.explode ?? 0) + step)) }, true),
      ghosts: () => {
        const order = ["legal", "all", "off"] as const;
        const ghosts = order[(order.indexOf(this.view.ghosts ?? "legal") + 1) % 3]!;
        this.look({ ...this.view, ghosts }, true);
      },
      slides: () => this.switchSlides(),
      dark: () => this.prefer({ ...this.kept, colours: paletteOf(this.kept, false).startsWith("dark") ? "light" : "dark" }),
      text: () => this.prefer({ ...this.kept, text: TEXT_SIZES[(TEXT_SIZES.indexOf(this.kept.text) + 1) % TEXT_SIZES.length]! }),
      help: () => this.help(),
      escape: () => {
        if (this.slides) this.switchSlides();
        else if (this.view.lens) this.picked(null, "long");
        else return false;
        return true;
      },
      inSlides: () => this.slides,
      way: (x, y) => {
        const board = placeIn();
        const from = this.start(board);
        if (this.cursor < 0) return this.moveCursor(from);
        // On a map north is up; in the scene it is what lies away from the eye, to the nearest quarter.
        const inScene = document.activeElement === this.shell.canvas;
        const turn = inScene ? Math.round((this.view.camera?.azimuth ?? 19) / 90) * (Math.PI / 2) : 0;
        const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
        this.moveCursor(stepFrom(board, from, x * cos - y * sin, x * sin + y * cos));
      },
      level: (step) => {
        const board = placeIn();
        const from = this.start(board);
        this.moveCursor(levelFrom(board, from, board.levels[from]! + step));
      },
      place: () => {
        if (this.cursor >= 0) this.picked(this.cursor, "tap");
      },
    };
  }
}
