/**
 * What a page holds: the data that the program writes into it (`viewer/export`, which has the same
 * values as structs), read once when the page opens. Sites are numbers in the order of the board.
 */

export type Vec3 = [number, number, number];

/** Numbers in base64: little-endian float32 (`f4`), int32 (`i4`), int16 (`i2`) or bytes (`u1`). */
export type Packed = `${"f4" | "i4" | "i2" | "u1"}:${string}`;

export interface PageData {
  format: "pyramidion-page/1";
  title: string;
  /** Who made what is shown, and the program's own credit. */
  credits: string[];
  /** Colours by palette: "light", "dark", and both with stronger contrast. */
  palettes: Record<PaletteName, PaletteColours>;
  boards: BoardData[];
  games: GameData[];
  items: Item[];
  /**
   * Every layer that is drawn somewhere, once. Elsewhere the file has its number; who reads the
   * file puts the layer in its place.
   */
  layers: Layer[];
  /** Every board of a player as it stands somewhere, once; nodes have its number. */
  sheets: Sheet[];
  sections: Section[];
  /** The item and node (or lesson step) it opens at. */
  start: { item: number; node: number };
}

export type PaletteName = "light" | "dark" | "light-strong" | "dark-strong";

/**
 * Every colour of `viewer.picture.palette.Palette` by its name, as "#rrggbb" or a number; those of
 * marks as "sign-green" and so on.
 */
export type PaletteColours = Record<string, string | number>;

export interface BoardData {
  names: string[];
  /** (n, 3) float32, ball diameters. */
  centres: Packed;
  /** (n,) int16 levels from 1, or null on boards without. */
  levels: Packed | null;
  /** (n, 12) int16 touching sites, -1 beyond the border; null where balls do not touch. */
  neighbours: Packed | null;
  /** What touches each site, where `neighbours` do not say it. */
  touching: number[][] | null;
  /** Which side or corner of the board each site lies on, in words; nothing where sides have no names. */
  rims?: string[];
  ground: string;
  /** Families of planes that cut it: "level", "west" ... as `Board.planes`. */
  planes: {
    name: string;
    label: string;
    normal: Vec3;
    offsets: number[];
    words: string[];
    /** Number of the plane that `offsets` begins with; 1 where nothing is said. */
    first?: number;
  }[];
  /** Layers that peel: a number a site, 0 outermost, as `Board.layers`. */
  layers: { name: string; values: Packed }[];
  /** What always stands there, a list a palette: slab, ground, trays, letters. */
  base: Record<PaletteName, Layer[]>;
  /** What must fit into a picture: points (m, 3) float32. */
  outline: Packed;
  /** From where it is seen best (`home_camera`); 19 and 36 degrees where nothing is said. */
  home?: { azimuth: number; elevation: number };
}

export interface GameData {
  /** "partition", "polyy", "pyraos" ... */
  kind: string;
  /** First token of its position strings: "partition:size=6,rules=free". */
  header: string;
  name: string;
  designer: string;
  board: number;
  players: { name: string; colour: Record<PaletteName, string>; banded: boolean; wooden: boolean }[];
  /** How one wins, in a sentence or two. */
  goal: string;
  /** Its pieces are balls, which the page draws from the owners; otherwise they are in `pieces`. */
  balls?: boolean;
  /**
   * Where no node says what stands there (Explore, tries): layers with one piece on every site,
   * site by site. Of what has depth `tint` and the first number of `state` are the page's: the
   * colour of its owner.
   */
  piece?: Layer[];
}

/**
 * One layer of impostors: quads drawn in one go by one of the program's own shaders
 * (`viewer.scene.props.impostors.Layer`), in the order listed.
 */
export interface Layer {
  shader: string;
  features: string[];
  opaque: boolean;
  depth: boolean;
  /** (m, 3) or (m, 4, 3) float32. */
  points: Packed;
  corners: 1 | 4;
  /** (m,) or (m, 4) float32. */
  lift: Packed;
  /** (m, 4) float32 each. */
  attributes: Record<string, Packed>;
  /** Texts of a layer of glyphs, a row each: the page draws them into its own atlas. */
  texts?: string[];
  /** Texts that are signs: polygons in a square from -1 to 1, y upwards, with holes where two overlap. */
  signs?: Record<string, number[][]>;
  /** Drawn in pictures at rest only (true), or while something moves only (false). */
  finely?: boolean;
  /** What a view may leave out: the board, or what is written on it. */
  part?: "board" | "labels";
  /** Of a skin of balls: the sites of these, which are drawn smaller. */
  sites?: number[];
}

export type Item = Game | Puzzle | Lesson;

interface Titled {
  title: string;
  author: string;
  nodes: NodeData[];
}

export interface Game extends Titled {
  kind: "game";
  /** Views that the author kept under names. */
  bookmarks?: { name: string; view: ViewData }[];
}

export interface NodeData {
  id: number;
  parent: number;
  children: number[];
  game: number;
  /** Position string: what is sent on, and what Explore begins with. */
  position: string;
  /** Canonical text of the move that led here, "" at the start; its name for people, and who made it. */
  move: string;
  label: string;
  /** What the move does in words; none where it may not be known. */
  words?: string;
  /** The position in words, a line for each thing; none where the page has made it. */
  described?: string;
  by: number;
  /** Who is to move: a player, or -1. */
  toMove: number;
  /** "Red wins", or "". */
  outcome: string;
  comment: string;
  /** (n,) int8 as bytes: owner + 2 (0 empty, 1 nobody's piece, 2 the first player ...). */
  owners: Packed;
  /** What stands there but balls: discs, pyramids, tokens; a list a palette. */
  pieces: Record<PaletteName, Layer[]>;
  /** Marks, arrows, captions laid over it; a list a palette. */
  marks: Record<PaletteName, Layer[]>;
  /** The sites that the marks are about, where there are some. */
  about?: number[];
  /** How it is looked at: `model.records.view.View` as JSON. */
  view: ViewData;
  /** (n,) int16 ply at which each piece came, 0 set up; for colours and peels by moves. */
  plies?: Packed;
  last: number;
  /** What may be played: all that a task judges, and of a game what its file goes on with. */
  moves: Stage;
  why: Finding[];
  /** The node whose values stand for those that are missing here. */
  like?: number;
  /** Stages of the move that led here: who moved from where to where. */
  ways: [number, number][];
  /** The boards of the players, where the game has some: numbers of `PageData.sheets`. */
  sheets?: number[];
}

/** A board of a player: what is printed there, and what lies or was written there. */
export interface Sheet {
  /** Whose it is, -1 for what lies there for all, such as dice. */
  owner: number;
  title: string;
  /** What is counted for its owner. */
  notes: string[];
  /** Numbers of `PageData.sections`: a move changes one or two of them. */
  sections: number[];
}

/** Rows of cells under a title. */
export type Section = [title: string, rows: Cell[][]];

/** Its shape; "text" has no outline. The owner of what lies there is -1 where it is that of the board. */
export type Cell = [shape: string, printed: string, value: string, owner: number, words: string];

/** What may come next in a move that is made step by step. */
export interface Stage {
  /** What is said to whoever has come so far. */
  says?: string;
  /** The move that it is as it stands. */
  move?: string;
  /** What follows, by names of sites and other words; a move where nothing comes after it. */
  next?: Record<string, Stage | string>;
  /** How words that are no sites are called. */
  words?: Record<string, string>;
}

/** Something Why says: who holds a corner, a sheet, a way out, a pour. */
export interface Finding {
  key: string;
  title: string;
  text: string;
  lit?: number[];
  /** The sites that its layers are about. */
  about?: number[];
  layers: Record<PaletteName, Layer[]>;
  /** (n,) int16 steps of a pour from a corner, -1 never; and whose balls hold it. */
  pour?: { distances: Packed; owner: number } | null;
  /** It takes the place of what was marked. */
  alone?: boolean;
}

export interface ViewData {
  camera?: { azimuth?: number; elevation?: number; centre?: Vec3; distance?: number; parallel?: boolean };
  cuts?: { at: number; family?: string; to?: number; flip?: boolean; normal?: Vec3 }[];
  peel?: { levels?: [number, number]; layers?: [string, number][]; only?: string; between?: [number, number] };
  layer?: [string, number];
  lens?: string;
  explode?: number;
  ghosts?: "all" | "legal" | "off";
  ghost_style?: "dots" | "shells";
  selected?: string;
  dim?: boolean;
  show?: string;
  labels?: boolean;
  board?: boolean;
  parts?: [string, "shown" | "faint" | "hidden"][];
  opacity?: number;
  colour?: "player" | "group" | "level" | "move";
}

/** What a move of a try made of the board. */
export interface Change {
  /** Sites with what stands there now (owner + 2, as `NodeData.owners`), in turn. */
  sites?: number[];
  /** Where it landed; none where nothing is said. */
  last?: number;
  /** What stands beside the balls, where it is not what stood there before. */
  pieces?: Record<PaletteName, Layer[]>;
  /** The boards of the players after it, as `NodeData.sheets`. */
  sheets?: number[];
}

/** What a try at a task or puzzle comes to, by the text of the move. */
export interface Verdict {
  right: boolean;
  /** What is said of it. */
  text: string;
  /** Moves that follow by themselves, to be played one after the other. */
  reply?: string[];
  /** The node it leads to, where the page goes on from there; none: the try is taken back. */
  node?: number;
  /** What is laid over the board after it. */
  shows?: Finding;
  /** The moves that follow in words, where the text may not name them: for those who hear the page. */
  answered?: string;
  /** What the move and each that follows change, where they do more than put a piece on a point. */
  changes?: Change[];
}

export interface Puzzle extends Titled {
  kind: "puzzle";
  task: string;
  side: number;
  grade: string;
  /** Node -> move -> what it comes to. Nodes of the solver's turns have a row. */
  verdicts: Record<number, Record<string, Verdict>>;
  /** Hints of the first move, one after the other; the last one is the move itself. */
  hints: string[];
  /** The points that each hint speaks of. */
  marked: number[][];
  /** The solution in sentences; empty where it was left out. */
  solution: string[];
}

export interface Lesson extends Titled {
  kind: "lesson";
  course: string;
  steps: Step[];
}

export interface Step {
  title: string;
  /** The sentences of the stage, plain text; blank lines part paragraphs. */
  text: string;
  node: number;
  task: Task | null;
  /** Nodes that are played through before the step stands, from the first one on. */
  way: number[];
  /** What pours, or is laid over it, when the step is shown. */
  shows?: Finding;
}

/** An answer to choose. */
export interface Option {
  text: string;
  right: boolean;
  said: string;
  /** The position that belongs to it, to be looked at before it is chosen; -1: none. */
  node: number;
  /** What is laid over the board once it was chosen. */
  shows?: Finding;
}

export type Task =
  | { kind: "moves"; verdicts: Record<number, Record<string, Verdict>>; otherwise: string; hint: string; shown: string[] }
  | { kind: "choice"; options: Option[]; hint: string }
  | {
      kind: "points";
      right: number[];
      said: string;
      wrong: string;
      hint: string;
      /** What is said to points that are answered in other words than `said` or `wrong`. */
      answers?: Record<number, string>;
      /** What is laid over the board after a right answer, and after a wrong one. */
      shows?: Finding;
      showsWrong?: Finding;
    };
