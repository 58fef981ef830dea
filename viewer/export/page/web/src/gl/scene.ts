/** The scene of a page: shows a position under a view, and says what its reader points at. */

import type { Layer, PageData, PaletteName, Vec3, ViewData } from "../format";
import { unpack } from "../data";
import { looksOf, RINGED, type Looks, type Player, type Stand } from "./appearance";
import { turned, written } from "./atlas";
import { Board, triples } from "./board";
import { type BestView, bestViews } from "./best_view";
import { between, type Camera, cameraOf, type Fitted, frame, matrixOf, orbit, pan, placeUnder, sightLine, swayed, zoom } from "./camera";
import { fitted, NOTHING_OVER, type Room } from "./fit";
import type { Uniforms } from "./frame";
import { covering, focusOf, listOf, seenThrough, spheresOf, type Sphere } from "./focus";
import { Hand } from "./hand";
import { carried, carrying, shifts, type Carrying } from "./carrying";
import { footShown, heapOf, LENS_RADIUS, ringsOf, shadowsOf, skyOf, undimpled } from "./heap";
import { CLOSED, divided, HIDDEN, rowsOf, type Rows } from "./layers";
import { numbersOf, stepped } from "./level_numbers";
import { Painter } from "./painter";
import { PASSES } from "./passes";
import { type Candidate, candidates, meant, POINT_RADIUS } from "./picking";
import { dot, minus, plus, rgb, scaled, size } from "./vectors";
import { type Visible, visibleIn } from "./visibility";

export { NoWebGL } from "./painter";

/** A position and what is picked out in it. */
export interface Shown {
  board: number;
  game: number;
  /** As in `NodeData.owners`. */
  owners: Uint8Array;
  /** What lies over the balls: pieces, marks, findings. */
  layers: Layer[];
  last: number;
  /** Sites that may be played; null: every empty one. */
  legal: number[] | null;
  lit: number[];
  /** Sites of a move that was begun: they have a ring. */
  chosen?: number[];
  /** Sites that what lies over the balls is about. */
  about?: number[];
  /** What is kept in sight: nothing, where nothing is said, what is chosen, or that with its neighbours. */
  focus?: "off" | "on" | "deep";
  /** Steps of a colour that spreads, and whose balls hold it; `time`: how far it has come. */
  pour: { distances: Int16Array; owner: number; time?: number } | null;
  plies?: Int16Array | null;
  /** Steps (from, to) of the move that has just led here, shown where movement is. */
  ways?: readonly (readonly [number, number])[];
}

export interface Options {
  /** Fly to another camera instead of standing there at once. */
  animate: boolean;
}

/** Milliseconds: of a flight, of a step of a pour, and until what is at rest is drawn finely. */
const FLIGHT = 350;
const POUR_STEP = 160;
const REST = 160;
/** Pixels a CSS pixel has at most, and the share of them that a moving frame may come down to. */
const FINEST = 2;
const COARSEST = 0.4;
/** Milliseconds that a moving frame should take at most, and how little lets it be finer again. */
const SLOW = 45;
const QUICK = 20;
/** CSS pixels: on a narrower canvas a board would reach into its upper corners, of which others have so much height. */
const NARROW = 600;
const OVER = 52;
const NOBODY = "#9AA3AE";
/** How high a piece lies over the upper face of its tray. */
const IN_TRAY = 0.56;

export class SceneView {
  /** What is meant, and for a long press all that lies there, front first. */
  onPick: (site: number | null, kind: "tap" | "long" | "hover", all?: number[]) => void = () => {};
  onView: (view: ViewData) => void = () => {};
  private readonly painter: Painter;
  private readonly hand: Hand;
  private readonly boards = new Map<number, Board>();
  private readonly read = new Map<Layer, Rows>();
  private readonly watch: ResizeObserver;
  private readonly off = new AbortController();
  private what: Shown | null = null;
  private view: ViewData = {};
  private palette: PaletteName = "light";
  private camera: Camera = cameraOf({});
  private flight: { from: Fitted; to: Camera; begun: number } | null = null;
  /** Since when it sways, null while it does not. */
  private swayBegun: number | null = null;
  private spin: { right: number; down: number } | null = null;
  private pressed = false;
  /** Whether the hand that presses has turned or moved anything. */
  private handMoved = false;
  /** Whether that press has ended a sway. */
  private swayed = false;
  private lastMove = 0;
  private visible: Visible | null = null;
  private looks: Looks | null = null;
  private stale = true;
  private cursorSite = -1;
  /** Where the mouse was last: what it has opened is no aim of a click. */
  private hovered = -1;
  /** What is kept in sight, with the balls that may lie before it; null where nothing is. */
  private openings: { spheres: Sphere[]; aims: Sphere[]; balls: number[]; listed: Float32Array } | null = null;
  private openedFrom = "";
  private front: number[] = [];
  private frameAsked = 0;
  private rest = 0;
  private lastFrame = 0;
  private coarse = 1;
  private pourBegun = 0;
  private animate = true;
  private isTurned = false;
  /** Which pass of a picture at rest comes next; -1 while something moves. */
  private pass = -1;
  private kept: Rows[] = [];
  /** Corners of the trays with reserves, which must fit into the picture, too. */
  private trays: Vec3[] = [];
  private numbers: Rows[] = [];
  /** What the last move takes across the board, and the layers it may stand in. */
  private moved: Carrying | null = null;
  private pieceRows = new Set<Rows>();
  private numbered = "";

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly data: PageData,
  ) {
    this.painter = new Painter(canvas);
    this.hand = new Hand(canvas, {
      began: () => this.began(),
      turn: (right, down) => this.turn(right, down),
      move: (right, down) => this.moveBy(right, down),
      zoom: (x, y, factor) => this.zoomAt(x, y, factor),
      ended: () => this.ended(),
      tap: (x, y, reach) => this.onPick(this.within(x, y, reach), "tap", this.lyingAt(x, y)),
      long: (x, y) => this.onPick(this.siteAt(x, y), "long", this.lyingAt(x, y)),
      hover: (x, y) => {
        this.hovered = this.siteAt(x, y) ?? -1;
        this.onPick(this.hovered < 0 ? null : this.hovered, "hover");
      },
      left: () => this.onPick(null, "hover"),
    });
    const { signal } = this.off;
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("webglcontextrestored", () => this.restored(), { signal });
    this.watch = new ResizeObserver(() => this.move());
    this.watch.observe(canvas);
  }

  /** Show a position under a view. */
  show(what: Shown, view: ViewData, palette: PaletteName, options: Options): void {
    const before = this.what && this.seen();
    if (what.pour && what.pour !== this.what?.pour) this.pourBegun = performance.now();
    const sameBoard = this.what?.board === what.board;
    if (what.layers !== this.what?.layers) this.trays = traysOf(what.layers);
    this.what = what;
    this.palette = palette;
    this.animate = options.animate;
    const ways = options.animate && sameBoard ? (what.ways ?? []) : [];
    this.moved = carrying(ways, performance.now());
    this.stale = true;
    this.spin = null;
    this.look(view, sameBoard ? before : null);
  }

  /** Look at what is shown in another way, by a flight. */
  flyTo(view: ViewData): void {
    this.stale = true;
    this.look(view, this.what && this.seen());
  }

  /** Rock the view until it is touched, or come to rest. */
  sway(): void {
    if (this.swayBegun === null) this.swayBegun = performance.now();
    else this.come(this.seen());
    this.move();
  }

  /** The views that show most of some sites, the best one first. */
  bestViews(sites: number[]): BestView[] {
    if (!this.what) return [];
    this.prepare();
    return bestViews(this.visible!, this.what.owners, sites, this.fit(this.camera));
  }

  /** The site that the keyboard points at, or -1. */
  get cursor(): number {
    return this.cursorSite;
  }

  set cursor(site: number) {
    if (site === this.cursorSite) return;
    this.cursorSite = site;
    this.stale = true;
    this.move();
  }

  /** All that lies under a place of the canvas in CSS pixels, front first: for a loupe. */
  candidatesAt(x: number, y: number): Candidate[] {
    const { what } = this;
    if (!what) return [];
    this.prepare();
    const board = this.board();
    const every = (this.view.ghosts ?? "legal") === "all" || board.flat || !what.legal;
    const points = every ? null : maskOf(board.count, what.legal!);
    return candidates(this.visible!, board.centres, what.owners, points, this.rayAt(x, y));
  }

  private rayAt(x: number, y: number): { from: Vec3; way: Vec3 } {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return sightLine(this.seen(), (2 * x) / width - 1, 1 - (2 * y) / height, width / height);
  }

  /** Where a site lies on the canvas, in CSS pixels. */
  placeOf(site: number): { x: number; y: number } | null {
    this.prepare();
    const at = this.visible?.centres[site];
    if (!at) return null;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const m = this.matrix(this.seen());
    const [x, y, w] = [0, 1, 3].map((r) => m[r]! * at[0] + m[4 + r]! * at[1] + m[8 + r]! * at[2] + m[12 + r]!) as [
      number,
      number,
      number,
    ];
    return { x: ((x / w + 1) / 2) * width, y: ((1 - y / w) / 2) * height };
  }

  /** Let go of everything. */
  stop(): void {
    cancelAnimationFrame(this.frameAsked);
    clearTimeout(this.rest);
    this.hand.stop();
    this.watch.disconnect();
    this.off.abort();
    this.painter.context.getExtension("WEBGL_lose_context")?.loseContext();
  }

  // -- the camera ----------------------------------------------------------------------------

  private look(view: ViewData, from: Fitted | null): void {
    this.view = view;
    const wanted = cameraOf(view, this.board().data.home);
    const same = JSON.stringify(wanted) === JSON.stringify(this.camera);
    this.camera = wanted;
    if (!same || !this.animate) this.come(from);
    this.move();
  }

  /** Come to the camera from where one looks now. */
  private come(from: Fitted | null): void {
    this.swayBegun = null;
    this.flight = from && this.animate ? { from, to: this.camera, begun: performance.now() } : null;
  }

  /** The camera of this moment, with centre and distance. */
  private seen(now = performance.now()): Fitted {
    if (!this.flight) {
      const at = this.fit(this.camera);
      return this.swayBegun === null ? at : swayed(at, now - this.swayBegun);
    }
    return between(this.flight.from, this.fit(this.flight.to), (now - this.flight.begun) / FLIGHT);
  }

  private fit(camera: Camera): Fitted {
    const { clientWidth, clientHeight } = this.canvas;
    const aspect = clientWidth / Math.max(1, clientHeight) || 1;
    const board = this.board();
    const trays = this.trays;
    const outline = [...board.outline(this.explode), ...trays];
    const key = [this.what?.board, this.explode, ...trays.flat()].join(" ");
    const room: Room = clientWidth < NARROW ? { ...NOTHING_OVER, corner: [0.35, Math.min(0.4, OVER / clientHeight)] } : NOTHING_OVER;
    return fitted(camera, { outline, flat: board.flat }, key, aspect, room);
  }

  private get explode(): number {
    return this.view.explode ?? 0;
  }

  private began(): void {
    this.pressed = true;
    this.handMoved = false;
    this.spin = null;
    this.swayed = this.swayBegun !== null;
    if (this.flight || this.swayed) {
      this.camera = this.seen();
      this.flight = null;
      this.swayBegun = null;
    }
  }

  private turn(right: number, down: number): void {
    this.handMoved = true;
    this.camera = orbit(this.camera, right, down);
    this.spin = { right, down };
    this.lastMove = performance.now();
    this.move();
  }

  private moveBy(right: number, down: number): void {
    const seen = this.seen();
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const by = minus(seen.centre, placeUnder(seen, (2 * right) / width, (-2 * down) / height, width / height));
    this.handMoved = true;
    this.camera = pan(seen, by);
    this.spin = null;
    this.move();
  }

  private zoomAt(x: number, y: number, factor: number): void {
    const seen = this.seen();
    this.flight = null;
    this.swayBegun = null;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const about = placeUnder(seen, (2 * x) / width - 1, 1 - (2 * y) / height, width / height);
    this.handMoved = true;
    this.camera = zoom(seen, about, factor);
    this.move();
    if (!this.pressed) this.told();
  }

  private ended(): void {
    this.pressed = false;
    if (!this.handMoved) {
      if (this.swayed) this.look(this.view, this.seen());
      // A press may have stopped what was moving.
      if (this.pass < 0) this.move();
      return;
    }
    const thrown = this.spin && Math.hypot(this.spin.right, this.spin.down) > 2;
    if (!thrown || !this.animate || performance.now() - this.lastMove > 60) this.spin = null;
    this.move();
    if (!this.spin) this.told();
  }

  /** Say how the board is looked at now that a hand has turned it. */
  private told(): void {
    const { azimuth, elevation, centre, distance, parallel } = this.camera;
    const camera: NonNullable<ViewData["camera"]> = { azimuth, elevation, parallel };
    if (centre) camera.centre = centre;
    if (distance) camera.distance = distance;
    this.view = { ...this.view, camera };
    this.onView(this.view);
  }

  private siteAt(x: number, y: number): number | null {
    const found = this.candidatesAt(x, y);
    const aims = this.openings?.aims ?? [];
    const ray = this.rayAt(x, y);
    const solid = found.filter((one) => !one.ball || !seenThrough(aims, one.site, this.visible!.centres[one.site]!, ray));
    return meant(solid.length ? solid : found, (site) => this.dotRadius(site))?.site ?? null;
  }

  private lyingAt(x: number, y: number): number[] {
    return this.candidatesAt(x, y).map((one) => one.site);
  }

  /** What a finger means: what it hits, if that answers; else the nearest point in sight within its reach. */
  private within(x: number, y: number, reach: number): number | null {
    const hit = this.siteAt(x, y);
    const answers = new Set(this.what?.legal ?? []);
    if (!reach || (hit !== null && answers.has(hit))) return hit;
    if (hit === null && this.board().flat) reach = Math.max(reach, this.cellAt(x, y) * (answers.size === this.board().count ? 1.3 : 0.7));
    let [best, least] = [hit, reach];
    for (const site of answers) {
      const at = this.placeOf(site);
      const far = at ? Math.hypot(at.x - x, at.y - y) : Infinity;
      // A point behind a ball is not in sight.
      if (far < least && this.siteAt(at!.x, at!.y) === site) [best, least] = [site, far];
    }
    return best;
  }

  /** How wide cells of a flat board are there: what falls between them, or beside the outermost while all may be asked for, means the nearest. */
  private cellAt(x: number, y: number): number {
    const cells = Array.from({ length: this.board().count }, (_, site) => this.placeOf(site)).filter((one) => one !== null);
    const apart = (px: number, py: number) => cells.map((one) => Math.hypot(one.x - px, one.y - py));
    const far = apart(x, y);
    const nearest = cells[far.indexOf(Math.min(...far))];
    return nearest ? Math.min(...apart(nearest.x, nearest.y).filter((one) => one > 0)) : 0;
  }

  /** How large the dot of a point is drawn: farther ones are smaller (shaders/ball.vert). */
  private dotRadius(site: number): number {
    if (this.view.ghost_style === "shells") return POINT_RADIUS;
    const { azimuth, elevation } = this.seen();
    const [x, y, z, reach] = this.heart() as [number, number, number, number];
    const away = -dot(minus(this.visible!.centres[site]!, [x, y, z]), frame(azimuth, elevation).back);
    const deep = Math.min(1, Math.max(0, 0.5 + (0.5 * away) / reach));
    return this.looks!.dotState[4 * site + 2]! * (1 - 0.4 * deep);
  }

  // -- frames --------------------------------------------------------------------------------

  /** Ask for a frame of something that moves, and for a fine one once it is at rest. */
  private move(): void {
    // A pass of a picture at rest is of no use any more.
    if (this.pass >= 0) cancelAnimationFrame(this.frameAsked);
    if (this.pass >= 0 || !this.frameAsked) this.frameAsked = requestAnimationFrame((now) => this.frame(now));
    this.pass = -1;
    this.restLater();
  }

  private restLater(): void {
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.settle(), REST);
  }

  private settle(): void {
    if (this.frameAsked || this.pressed) return;
    this.pass = 0;
    this.frameAsked = requestAnimationFrame(() => this.refine());
  }

  private canDraw(): boolean {
    const { what, canvas, painter } = this;
    return Boolean(what && !painter.isLost && canvas.clientWidth && canvas.clientHeight);
  }

  /** A frame of something that moves. */
  private frame(now: number): void {
    this.frameAsked = 0;
    if (!this.canDraw()) return;
    this.measure(now);
    const [width, height] = this.pixels(this.coarse);
    this.resize(width, height);
    if (this.spin && !this.pressed) this.goOn();
    if (this.flight && now - this.flight.begun >= FLIGHT) this.flight = null;
    if (this.flight && this.swayBegun !== null) this.swayBegun = now;
    if (this.moved) this.numbered = "";
    if (this.moved && now - this.moved.begun >= this.moved.lasts) this.moved = null;
    const camera = this.seen(now);
    this.prepare(camera);
    this.open(camera);
    const values = this.values();
    this.painter.draw(camera, this.matrix(camera), values);
    const pour = this.what!.pour;
    const last = pour && pour.time === undefined ? Math.max(0, ...pour.distances) + 1 : 0;
    const pours = this.animate && Number(values["pourTime"]) < last;
    if (this.flight || this.swayBegun !== null || this.spin || pours || this.moved) {
      this.move();
      return;
    }
    if (!this.pressed) this.lastFrame = 0;
    this.restLater(); // a slow machine may draw the last frame later than it was to come to rest
  }

  /** A pass of a picture at rest; the last one shows it. */
  private refine(): void {
    this.frameAsked = 0;
    if (!this.canDraw()) return;
    const camera = this.seen();
    this.prepare(camera);
    this.open(camera);
    const [width, height] = this.pixels(1);
    this.painter.refine(this.pass, camera, this.matrix(camera), this.values(), width, height);
    this.pass++;
    if (this.pass < PASSES) {
      this.frameAsked = requestAnimationFrame(() => this.refine());
      return;
    }
    this.resize(width, height);
    this.painter.present();
  }

  private matrix(camera: Fitted): Float32Array {
    const { clientWidth, clientHeight } = this.canvas;
    return matrixOf(camera, clientWidth / clientHeight, [...this.board().outline(this.explode), ...this.trays]);
  }

  /** Let moving frames have fewer pixels where they take long. */
  private measure(now: number): void {
    const took = now - this.lastFrame;
    if (this.lastFrame && took < 3000) {
      // Time goes with the pixels, which go with the square of a side.
      if (took > SLOW) this.coarse = Math.max(COARSEST, this.coarse * Math.max(0.5, Math.sqrt(SLOW / took)));
      else if (took < QUICK) this.coarse = Math.min(1, this.coarse * 1.05);
    }
    this.lastFrame = now;
  }

  /** Width and height of the picture, with a share of the pixels it may have. */
  private pixels(share: number): [number, number] {
    const ratio = Math.min(FINEST, window.devicePixelRatio || 1) * share;
    const { clientWidth, clientHeight } = this.canvas;
    return [Math.max(1, Math.round(clientWidth * ratio)), Math.max(1, Math.round(clientHeight * ratio))];
  }

  private resize(width: number, height: number): void {
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
  }

  /** Let a board that was thrown turn on for a while. */
  private goOn(): void {
    const spin = this.spin!;
    this.camera = orbit(this.camera, spin.right, spin.down);
    spin.right *= 0.92;
    spin.down *= 0.92;
    if (Math.hypot(spin.right, spin.down) > 0.3) return;
    this.spin = null;
    this.told();
  }

  private restored(): void {
    this.read.clear();
    this.numbers = [];
    this.painter.restart();
    this.stale = true;
    this.move();
  }

  private board(): Board {
    const number = this.what?.board ?? 0;
    let found = this.boards.get(number);
    if (!found) {
      found = new Board(this.data.boards[number]!);
      this.boards.set(number, found);
    }
    return found;
  }

  // -- what is drawn -------------------------------------------------------------------------

  /** Make the layers anew where what is shown has changed. */
  private prepare(camera: Camera = this.camera): void {
    const { what, view } = this;
    const isTurned = Math.cos((camera.azimuth * Math.PI) / 180) < -1e-6;
    if (!what) return;
    const front = what.pour ? frontOf(what.pour.distances, this.pourTime(what)) : [];
    if (!this.stale && isTurned === this.isTurned && String(front) === String(this.front)) {
      this.number(camera);
      return;
    }
    this.stale = false;
    this.numbered = "";
    this.isTurned = isTurned;
    this.front = front;
    const board = this.board();
    const colours = this.data.palettes[this.palette];
    const game = this.data.games[what.game]!;
    const players: Player[] = game.players.map((one) => ({ ...one, colour: rgb(one.colour[this.palette]) }));
    this.visible = visibleIn(board, view, what.owners, players.map((one) => one.name), what.plies ?? null);
    const kept = this.inSight(what, this.cursorSite);
    const stand = this.stand(what, players, kept);
    this.looks = looksOf(stand, view, this.visible, colours);
    const base = view.board === false ? [] : board.data.base[this.palette];
    const labels = view.labels === false ? [] : base.filter((layer) => layer.part === "labels");
    const ground = base.filter((layer) => layer.part !== "labels");
    // Without anything of the foot in sight dimples would be taken for the points of a slice.
    const bare = board.dimpled && !footShown(board, this.visible);
    const xs = board.outline(0).map((p) => p[0]);
    const ys = board.outline(0).map((p) => p[1]);
    const bounds = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const has = { lens: Boolean(view.lens), shells: view.ghost_style === "shells", explode: this.explode };
    const heap = heapOf(stand, this.looks, this.visible, has, rgb(String(colours["escape"])));
    const solids = heap[0]!;
    const listed = new Float32Array(this.looks.solid.length).fill(-1);
    const spheres = spheresOf(kept ?? [], what.owners, this.visible);
    const outlines: Rows[] = [];
    this.openedFrom = "";
    this.openings = null;
    if (spheres.length) {
      const aims = this.cursorSite === this.hovered ? spheresOf(this.inSight(what, -1)!, what.owners, this.visible) : spheres;
      this.openings = { spheres, aims, balls: this.looks.solid, listed };
      const [closed, opened, lines] = divided(solids, listed);
      heap.splice(0, 1, closed, opened);
      outlines.push(lines);
    }
    const ringed = [...new Set([...(what.chosen ?? []), this.cursorSite])].filter((site) => site >= 0);
    const handle = rgb(String(colours["handle"]));
    const used = new Set<Layer>([...base, ...what.layers]);
    for (const [layer, rows] of this.read) {
      if (used.has(layer)) continue;
      if (rows.atlas) this.painter.context.deleteTexture(rows.atlas);
      this.read.delete(layer);
    }
    // Sheets are laid over the rings behind them, all else hides them.
    const [skins, more] = [true, false].map((skin) => what.layers.filter((layer) => (layer.shader === "sheet") === skin));
    const pieces = [
      ...(game.balls === false ? [...this.pieces(stand), heap[1]!] : heap.slice(0, -1)),
      ...more!.map((layer) => this.rows(layer)),
      ...(game.balls === false ? [] : heap.slice(-1)),
      ...skins!.map((layer) => this.rows(layer)),
      ...outlines,
    ];
    this.pieceRows = new Set(pieces);
    this.kept = [
      skyOf(colours),
      ...ground.map((layer) => (bare && layer.shader === "slab" ? undimpled(this.rows(layer)) : this.rows(layer))),
      ...(game.balls !== false && base.length ? shadowsOf(stand, this.looks, this.visible, bounds, this.explode) : []),
      ...labels.map((layer) => (isTurned ? turned(this.rows(layer)) : this.rows(layer))),
      ...pieces,
      ...ringed.flatMap((site) => ringsOf(board, site, Boolean(what.owners[site]), handle)),
    ];
    this.number(camera);
  }

  /** Place the numbers of the levels anew where the eye has turned on. */
  private number(camera: Camera): void {
    const { view } = this;
    const place = stepped(camera);
    const aspect = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
    const open = !this.camera.centre && !this.camera.distance;
    const key = [place.azimuth, place.elevation, place.parallel, open, aspect.toFixed(2)].join(" ");
    if (key === this.numbered) return;
    this.numbered = key;
    const board = this.board();
    for (const rows of this.numbers) if (rows.atlas) this.painter.context.deleteTexture(rows.atlas);
    this.numbers = [];
    const slabs = view.board === false ? [] : board.data.base[this.palette].filter((layer) => layer.shader === "slab");
    const boxes = [...slabs.flatMap((layer) => triples(this.rows(layer).points)), ...this.trays];
    const ink = rgb(String(this.data.palettes[this.palette]["ink"]));
    const within = open ? { camera: this.fit(place), aspect } : null;
    const made = view.labels === false ? null : numbersOf(board, this.visible!, view, place, ink, boxes, within);
    if (made) {
      written(this.painter.context, made.rows, made.texts);
      this.numbers = [made.rows];
    }
    // They come before faint balls, which hide what is drawn behind them later.
    const at = this.kept.findIndex((rows) => rows.shader === "ball");
    const away = this.moved && shifts(board, this.moved, performance.now());
    const here = (rows: Rows) => (away && this.pieceRows.has(rows) ? carried(rows, board, away) : rows);
    this.painter.show([...this.kept.slice(0, at), ...this.numbers, ...this.kept.slice(at)].map(here));
  }

  /** The sites that are kept in sight when this one is pointed at; null where none are to be. */
  private inSight(what: Shown, pointed: number): number[] | null {
    const board = this.board();
    if (!board.neighbours || (what.focus ?? "off") === "off") return null;
    const chosen = [...(what.about ?? []), ...what.lit, ...(what.chosen ?? []), ...this.front, ...this.selected(what)];
    return focusOf(board, what.owners, chosen, what.last, pointed, what.focus === "deep");
  }

  private selected(what: Shown): number[] {
    const group = this.board().group(what.owners, this.board().numbers.get(this.view.selected ?? ""));
    return [...group.keys()].filter((site) => group[site]);
  }

  /** Let what is kept in sight be seen from where the eye is. */
  private open(camera: Fitted): void {
    if (!this.openings) return;
    const { spheres, balls, listed } = this.openings;
    const { back } = frame(camera.azimuth, camera.elevation);
    const from = { eye: plus(camera.centre, back, camera.distance), forward: scaled(back, -1), parallel: camera.parallel };
    const key = JSON.stringify(from);
    if (key === this.openedFrom) return;
    this.openedFrom = key;
    const found = covering(spheres, balls, this.visible!.centres, from);
    const { texels, width } = listOf(found, this.visible!.centres, this.looks!.lines);
    const hidden = this.view.lens || this.explode ? null : this.looks!.enclosed(found);
    const rows = new Map([...found.keys()].map((site, k) => [site, k]));
    listed.set(balls.map((site) => rows.get(site) ?? (hidden?.[site] ? HIDDEN : CLOSED)));
    this.painter.open(texels, width);
  }

  private stand(what: Shown, players: Player[], focus: number[] | null): Stand {
    const n = this.board().count;
    const skin = what.layers.find((layer) => layer.shader === "sheet");
    return {
      board: this.board(),
      owners: what.owners,
      players,
      nobody: rgb(NOBODY),
      last: what.last,
      legal: what.legal && maskOf(n, what.legal),
      lit: maskOf(n, focus ? [...what.lit, ...this.selected(what)] : what.lit),
      focus: focus && maskOf(n, focus),
      small: skin?.sites ?? [],
      pour: what.pour,
      plies: what.plies ?? null,
    };
  }

  /** The pieces of a game whose pieces are no balls, where no node says what stands there. */
  private pieces(stand: Stand): Rows[] {
    const { what, looks } = this;
    const form = this.data.games[what!.game]!.piece ?? [];
    if (what!.layers.some((layer) => layer.depth && form.some((one) => one.depth && one.shader === layer.shader))) return [];
    const sites = looks!.solid.concat(looks!.ringed, looks!.faded).filter((site) => stand.owners[site]);
    const pick = (values: Float32Array, width: number) =>
      Float32Array.from(sites.flatMap((site) => Array.from(values.subarray(width * site, width * site + width))));
    return form.map((layer) => {
      const all = rowsOf(layer);
      const attributes = Object.fromEntries(
        Object.entries(all.attributes).map(([name, values]) => [name, pick(layer.depth && name === "tint" ? looks!.tint : values, 4)]),
      );
      if (layer.depth) sites.forEach((site, k) => (attributes["state"]![4 * k] = looks!.state[4 * site + 1]! & ~RINGED));
      return { ...all, points: pick(all.points, 3 * all.corners), lift: pick(all.lift, all.corners), attributes };
    });
  }

  private rows(layer: Layer): Rows {
    let found = this.read.get(layer);
    if (!found) {
      found = rowsOf(layer);
      if (layer.texts) written(this.painter.context, found, layer.texts, layer.signs);
      this.read.set(layer, found);
    }
    return found;
  }

  /** The middle of what is on the board, and how far it reaches from there. */
  private heart(): number[] {
    const { centres } = this.visible!;
    const low = [0, 1, 2].map((k) => Math.min(...centres.map((p) => p[k]!)));
    const high = [0, 1, 2].map((k) => Math.max(...centres.map((p) => p[k]!)));
    const half = size(minus(high as never, low as never)) / 2;
    return [...low.map((value, k) => (value + high[k]!) / 2), Math.max(0.5, half)];
  }

  /** How many steps a pour has come. */
  private pourTime({ pour }: Shown): number {
    if (!pour) return 0;
    return pour.time ?? (this.animate ? (performance.now() - this.pourBegun) / POUR_STEP : 1e4);
  }

  /** What shaders are told besides the camera. */
  private values(): Uniforms {
    const { what, view, visible } = this;
    const colours = this.data.palettes[this.palette];
    const { planes, gaps, centres } = visible!;
    const site = view.lens ? this.board().numbers.get(view.lens) : undefined;
    return {
      explode: this.explode,
      together: Math.max(0, 1 - 2 * Math.abs(this.explode)),
      rim: rgb(String(colours["light"])),
      inlay: rgb(String(colours["inlay"])),
      dimples: this.board().dimples(),
      heart: this.heart(),
      lens: site === undefined ? [0, 0, 0, 0] : [...centres[site]!, LENS_RADIUS],
      pourTime: this.pourTime(what!),
      pourColour: rgb(String(colours["escape"])),
      planeCount: planes.length,
      gapCount: gaps.length,
      planesA: matrix(planes.slice(0, 4)),
      planesB: matrix(planes.slice(4)),
      gaps: matrix(gaps.map((pair) => pair[0])),
      gapEnds: matrix(gaps.map((pair) => pair[1])),
    };
  }
}

/** Where a pour has just come to, which nothing is to cover while it runs. */
function frontOf(distances: Int16Array, time: number): number[] {
  if (time >= Math.max(0, ...distances) + 1) return [];
  return [...distances.keys()].filter((site) => distances[site] === Math.ceil(time) - 1);
}

/** Up to four planes as the columns of a matrix. */
function matrix(planes: readonly number[][]): Float32Array {
  const made = new Float32Array(16);
  planes.forEach((plane, k) => made.set(plane, 4 * k));
  return made;
}

/** The corners of what stands beside a board, and of what lies there. */
function traysOf(layers: readonly Layer[]): Vec3[] {
  const corners = layers
    .filter((layer) => layer.shader === "slab")
    .flatMap((layer) => triples(unpack(layer.points) as Float32Array));
  return corners.flatMap((point) => [point, plus(point, [0, 0, IN_TRAY])]);
}

function maskOf(n: number, sites: readonly number[]): Uint8Array {
  const made = new Uint8Array(n);
  for (const site of sites) made[site] = 1;
  return made;
}

/** The owners of a node as the scene takes them. */
export function ownersOf(packed: Parameters<typeof unpack>[0]): Uint8Array {
  return unpack(packed) as Uint8Array;
}
