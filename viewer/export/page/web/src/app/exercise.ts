/**
 * An exercise of a page as an immutable value: events go in, its next value and effects come out.
 *
 * Events and effects are those of the program (`model/exercises`), as far as a page has them: what a
 * move comes to stands in its file. `Exercise.after` asks nobody; `exercise_player` carries the
 * effects out in their order, and tells when a line stands on the board.
 */

import type { Change, Finding, Lesson, NodeData, Puzzle, Step, Verdict } from "../format";
import { Tree } from "./positions";

/** A legal move is tried, a point clicked, an answer chosen, or something asked for by name. */
export type Event =
  | { tried: string }
  | { click: number; name: string }
  | { choose: number }
  | { goTo: number }
  /** "home": the try that stands on the board is taken back; "arrived": a line stands there. */
  | "home"
  | "restart"
  | "hint"
  | "solution"
  | "arrived";

export type Effect =
  /** The board goes to a node at once. */
  | { restart: number }
  /** What stands on the board was made from a node, and the next move is: `beyond` what the file holds. */
  | { stand: number; beyond: boolean }
  /** Moves are played one by one, from where the board stands; "arrived" follows. */
  | { playLine: string[]; changes?: Change[] }
  /** The nodes of a line are shown one by one; "arrived" follows. */
  | { showNodes: NodeData[] }
  /** What is laid over the board from now on. */
  | { light: Finding | null }
  /** A sentence for those who hear the page. */
  | { say: string }
  /** An answer is kept. */
  | { count: boolean }
  /** Another step begins: what was pointed at belongs to the one before. */
  | { startStep: number };

export type Tone = "" | "right" | "wrong" | "hint";
type Outcome<E> = [E, Effect[]];

/** What lessons and puzzles share. */
interface Common {
  readonly tree: Tree;
  /** The node that is asked about; -1: none any more. */
  readonly home: number;
  /** What comes once the line that plays stands on the board; "": none plays. */
  readonly then: "" | "step" | "answer" | "verdict";
  /** What was tried, while its line plays. */
  readonly trying: Verdict | null;
  /** What stands on the board until the next tap: a wrong try, or an answer that was shown. */
  readonly stands: "" | "try" | "answer";
  readonly said: string;
  readonly tone: Tone;
  /** Whether a try was wrong. */
  readonly missed: boolean;
}

export interface LessonExercise extends Common {
  readonly lesson: Lesson;
  readonly step: number;
  readonly hinted: boolean;
  /** Whether the task of the step is done. */
  readonly done: boolean;
  /** Numbers of answers that were chosen. */
  readonly chosen: readonly number[];
  /** The answer whose position is looked at, -1 for none. */
  readonly looked: number;
}

export interface PuzzleExercise extends Common {
  readonly puzzle: Puzzle;
  readonly state: "open" | "solved" | "failed";
  /** How many hints were given. */
  readonly hints: number;
  /** Whether the solution was shown. */
  readonly revealed: boolean;
  /** Wrong tries, to be looked at again. */
  readonly tries: readonly { move: string; text: string }[];
  /** The move that was tried last. */
  readonly move: string;
}

export type Exercise = LessonExercise | PuzzleExercise;

const OTHERWISE: Verdict = { right: false, text: "That does not solve the puzzle.", reply: [], node: -1 };
const FRESH = { then: "", trying: null, stands: "", said: "", tone: "", missed: false } as const;

/** A lesson before its first step: `{ goTo: 0 }` begins it. */
export function newLesson(lesson: Lesson): LessonExercise {
  return { ...FRESH, tree: new Tree(lesson.nodes), home: -1, lesson, step: 0, hinted: false, done: false, chosen: [], looked: -1 };
}

export function newPuzzle(puzzle: Puzzle): PuzzleExercise {
  const tree = new Tree(puzzle.nodes);
  return { ...FRESH, tree, home: tree.root.id, puzzle, state: "open", hints: 0, revealed: false, tries: [], move: "" };
}

export function isLesson(exercise: Exercise): exercise is LessonExercise {
  return "lesson" in exercise;
}

/** The exercise after an event, and what is to be done. */
export function after(exercise: Exercise, event: Event): Outcome<Exercise> {
  return isLesson(exercise) ? afterInLesson(exercise, event) : afterInPuzzle(exercise, event);
}

export function stepOf({ lesson, step }: LessonExercise): Step {
  return lesson.steps[step]!;
}

/** Whether a task is set that is not answered yet. */
export function asks(exercise: Exercise): boolean {
  return isLesson(exercise) ? stepOf(exercise).task !== null && !exercise.done : exercise.state !== "solved";
}

/** The node where the exercise, or the step of the lesson, begins. */
export function startOf(exercise: Exercise): NodeData {
  const node = isLesson(exercise) ? exercise.tree.get(stepOf(exercise).node) : undefined;
  return node ?? exercise.tree.root;
}

/** Moves that are judged where the reader is to move; undefined: the reader is not. */
export function rowOf(exercise: Exercise): Record<string, Verdict> | undefined {
  if (exercise.then) return undefined;
  if (!isLesson(exercise)) return exercise.puzzle.verdicts[exercise.home];
  const { task } = stepOf(exercise);
  return task?.kind === "moves" ? task.verdicts[exercise.home] : undefined;
}

/** Whether a move that is made now is judged. */
export function takesMoves(exercise: Exercise): boolean {
  return asks(exercise) && rowOf(exercise) !== undefined;
}

/** Play what was tried, and what answers it; nothing that was laid over the board is about that. */
function tried<E extends Exercise>(exercise: E, move: string, otherwise: Verdict): Outcome<E> {
  const verdict = rowOf(exercise)?.[move] ?? otherwise;
  const line = { playLine: [move, ...(verdict.reply ?? [])], ...(verdict.changes ? { changes: verdict.changes } : {}) };
  const back = exercise.stands ? [{ restart: exercise.home }] : [];
  return [{ ...exercise, then: "verdict", trying: verdict, stands: "", said: "" }, [...back, { light: null }, line]];
}

/** Where a try leads whose line stands on the board, and what is shown of it. */
function arrived<E extends Exercise>(exercise: E, verdict: Verdict): Outcome<E> {
  const there = { ...exercise, then: "", trying: null } as E;
  const effects: Effect[] = verdict.shows ? [{ light: verdict.shows }] : [];
  if (!verdict.right) {
    return [{ ...there, stands: "try", missed: true }, [{ stand: there.home, beyond: true }, ...effects]];
  }
  const next = exercise.tree.get(verdict.node ?? -1);
  return [{ ...there, home: next?.id ?? -1 }, next ? [{ restart: next.id }, ...effects] : effects];
}

// -- lessons ---------------------------------------------------------------------------------

function afterInLesson(exercise: LessonExercise, event: Event): Outcome<LessonExercise> {
  const step = stepOf(exercise);
  const { task } = step;
  if (event === "arrived") {
    const { then, trying } = exercise;
    const here: LessonExercise = { ...exercise, then: "" };
    if (then === "answer") return [{ ...here, stands: "answer" }, [{ stand: here.home, beyond: false }]];
    if (then !== "verdict" || !trying || task?.kind !== "moves") return [here, []];
    const [there, shown] = arrived(exercise, trying);
    const text = trying.text || (trying.right ? "That is right." : task.otherwise);
    const [answered, say] = speak(there, text, trying.right ? "right" : "wrong", trying.answered);
    const whole = trying.right && !rowOf(answered);
    return [whole ? { ...answered, done: true } : answered, [...shown, ...say, ...(whole ? [{ count: true }] : [])]];
  }
  if (event === "home") {
    return [{ ...exercise, then: "", stands: "", said: "" }, [{ restart: exercise.home }, { light: step.shows ?? null }]];
  }
  if (event === "restart") return began(exercise, exercise.step);
  if (event === "hint" && task?.hint) {
    const back: Effect[] = exercise.stands ? [{ restart: exercise.home }, { light: step.shows ?? null }] : [];
    const [answered, say] = speak({ ...exercise, stands: "", hinted: true }, task.hint, "hint");
    return [answered, [...back, ...say]];
  }
  if (event === "solution" && task?.kind === "moves") {
    const home = startOf(exercise).id;
    const named = namedMoves(exercise, task.shown).join(", ");
    const [answered, say] = speak({ ...exercise, home, then: "answer", stands: "" }, `The answer: ${named}.`, "hint");
    return [answered, [{ restart: home }, { light: null }, ...say, { playLine: task.shown }]];
  }
  if (typeof event === "string") return [exercise, []];
  if ("goTo" in event) return began(exercise, event.goTo);
  if ("tried" in event && task?.kind === "moves" && takesMoves(exercise)) {
    return tried(exercise, event.tried, { right: false, text: task.otherwise, reply: [], node: -1 });
  }
  if ("click" in event && task?.kind === "points" && !exercise.done && !exercise.then) {
    const right = task.right.includes(event.click);
    const said = task.answers?.[event.click] ?? (right ? task.said : task.wrong || "That is not what is asked for.");
    const [answered, say] = speak(exercise, right ? said : `${event.name}: ${said}`, right ? "right" : "wrong");
    const light = { light: (right ? task.shows : task.showsWrong) ?? step.shows ?? null };
    // One right point is enough, as in the program.
    return [{ ...answered, done: right }, [...(right ? [{ count: true }] : []), light, ...say]];
  }
  if ("choose" in event && task?.kind === "choice" && !exercise.done) {
    const option = task.options[event.choose]!;
    if (option.node >= 0 && exercise.looked !== event.choose) {
      const looks: LessonExercise = { ...exercise, looked: event.choose, said: "", then: "" };
      return [looks, [{ restart: option.node }, { say: `${option.text}. The scene shows it.` }]];
    }
    const text = option.said || (option.right ? "That is right." : "That is not right.");
    const [answered, say] = speak(exercise, text, option.right ? "right" : "wrong");
    const chosen = { ...answered, chosen: [...exercise.chosen, event.choose], looked: -1, then: "" as const, done: option.right };
    // What is said to it is about the position of the step.
    const light = { light: option.shows ?? step.shows ?? null };
    return [chosen, [{ restart: exercise.home }, light, ...(option.right ? [{ count: true }] : []), ...say]];
  }
  return [exercise, []];
}

/** Begin a step; the positions that lead to it are shown first where it says so. */
function began(exercise: LessonExercise, number: number): Outcome<LessonExercise> {
  const { lesson, tree } = exercise;
  const step = lesson.steps[number];
  if (!step) return [exercise, []];
  const home = (tree.get(step.node) ?? tree.root).id;
  const way = [...step.way, home].flatMap((id) => tree.get(id) ?? []);
  const fresh: LessonExercise = { ...newLesson(lesson), tree, home, step: number, then: way.length > 1 ? "step" : "" };
  const line: Effect[] = way.length > 1 ? [{ showNodes: way.slice(1) }] : [];
  const shown: Effect[] = [{ startStep: number }, { restart: way[0]!.id }, { light: step.shows ?? null }, ...line];
  return [fresh, step.task ? shown : [...shown, { count: true }]];
}

/** `heard`: what only those are told who do not see the moves. */
function speak(exercise: LessonExercise, said: string, tone: Exclude<Tone, "">, heard = ""): Outcome<LessonExercise> {
  const head = { right: "Right. ", wrong: "Not right. ", hint: "Hint: " }[tone];
  return [{ ...exercise, said, tone }, [{ say: `${head}${said} ${heard}`.trim() }]];
}

/** Moves by their words, where some are offered in words: then only these. */
function namedMoves(exercise: LessonExercise, moves: string[]): string[] {
  const { words } = startOf(exercise).moves;
  const known = moves.flatMap((move) => words?.[move] ?? []);
  return known.length ? known : moves;
}

// -- puzzles ---------------------------------------------------------------------------------

function afterInPuzzle(exercise: PuzzleExercise, event: Event): Outcome<PuzzleExercise> {
  const { puzzle } = exercise;
  if (event === "arrived" && exercise.trying) return judged(exercise, exercise.trying);
  if (event === "home" || event === "restart") {
    const home = event === "home" ? exercise.home : exercise.tree.root.id;
    const said = event === "home" && exercise.state !== "failed" ? exercise.said : "";
    return [{ ...exercise, home, then: "", trying: null, stands: "", state: "open", said }, [{ restart: home }, { light: null }]];
  }
  if (event === "hint" && puzzle.hints.length) {
    const given = exercise.hints + 1;
    const said = puzzle.hints[Math.min(given, puzzle.hints.length) - 1]!;
    // The last one is the move: the puzzle counts as missed.
    const missed = exercise.missed || given >= puzzle.hints.length;
    return [{ ...exercise, said, tone: "hint", hints: given, missed }, [{ say: `Hint: ${said}` }]];
  }
  if (event === "solution") {
    return [{ ...exercise, revealed: true, missed: true }, [{ count: false }, { say: puzzle.solution.join(" ") }]];
  }
  if (typeof event !== "string" && "tried" in event && takesMoves(exercise)) {
    const [trying, effects] = tried(exercise, event.tried, OTHERWISE);
    return [{ ...trying, state: "open", move: event.tried }, effects];
  }
  return [exercise, []];
}

function judged(exercise: PuzzleExercise, verdict: Verdict): Outcome<PuzzleExercise> {
  const [there, effects] = arrived(exercise, verdict);
  const solved = verdict.right && !rowOf(there);
  const state = solved ? "solved" : verdict.right ? "open" : "failed";
  const said = verdict.text.replace(/^Right: solved\.\s*/, "");
  const { move } = exercise;
  const known = verdict.right || there.tries.some((one) => one.move === move);
  const answered: PuzzleExercise = {
    ...there,
    state,
    said,
    tone: verdict.right ? "right" : "wrong",
    tries: known ? there.tries : [...there.tries, { move, text: verdict.text }],
  };
  const head = { solved: "Solved. ", failed: "Not solved. ", open: "Right so far. " }[state];
  const count = state === "open" ? [] : [{ count: solved && !there.missed }];
  return [answered, [...effects, ...count, { say: head + said }]];
}
