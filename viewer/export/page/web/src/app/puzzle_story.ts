/** What is read and pressed in a puzzle: the task, what a try comes to, what was tried, and the solution. */

import { button, el } from "./dom";
import { steps as stepsOf } from "./entry";
import { rowOf, type PuzzleExercise } from "./exercise";
import type { ExercisePlayer } from "./exercise_player";
import { againButton, answer } from "./player";

export function puzzleStory(player: ExercisePlayer, exercise: PuzzleExercise): Node[] {
  const { puzzle, state, said, tone } = exercise;
  const { practice, isOpen } = player;
  const all = player.host.items.filter((one) => one.kind === "puzzle");
  const number = all.length > 1 ? `${all.indexOf(puzzle) + 1} of ${all.length}` : "";
  const credit = [number, puzzle.grade, puzzle.author].filter(Boolean).join(" · ");
  const head = state === "solved" ? "Solved. " : "";
  return [
    ...(practice ? [el("p", { class: "muted" }, practice.words())] : []),
    el("h2", {}, puzzle.title),
    ...(credit ? [el("p", { class: "muted" }, credit)] : []),
    el("p", { class: "asked" }, el("strong", {}, puzzle.task)),
    ...(state === "open" && isOpen ? [el("h3", {}, player.asked)] : []),
    ...(!exercise.then && (said || head) ? [answer(head + said, tone || "right")] : []),
    ...(isOpen ? stepsOf(player.entry, (move) => player.stepped(move)) : []),
    ...ways(player, exercise),
    ...(state !== "solved" && rowOf(exercise) && !player.isChosen ? [player.typed.form] : []),
    ...tried(exercise),
    ...(exercise.revealed ? [el("h3", {}, "Solution"), ...puzzle.solution.map((one) => el("p", {}, one))] : []),
  ];
}

function ways(player: ExercisePlayer, exercise: PuzzleExercise): Node[] {
  const { state, puzzle } = exercise;
  const row: HTMLElement[] = [];
  if (state === "solved" || (state === "open" && player.place.node !== player.tree.root)) {
    row.push(button("Start again", () => player.ask("restart"), { key: "restart" }));
  }
  if (puzzle.solution.length && !exercise.revealed && (exercise.missed || state === "solved")) {
    row.push(button("Show the solution", () => player.ask("solution")));
  }
  const again = state === "failed" ? [againButton(() => player.ask("home"))] : [];
  return row.length ? [...again, el("div", { class: "chips" }, ...row)] : again;
}

function tried({ tries, tree }: PuzzleExercise): Node[] {
  if (!tries.length) return [];
  const rows = tries.map(({ move, text }) => {
    if (text.startsWith("“")) return el("li", {}, text); // The move in words.
    const name = tree.root.moves.words?.[move] ?? move;
    return el("li", {}, el("b", {}, name), text.startsWith(name) ? text.slice(name.length) : ` ${text}`);
  });
  return [el("h3", {}, "Tried"), el("ul", { class: "tries" }, ...rows)];
}

export function puzzleBar(player: ExercisePlayer, { puzzle, state }: PuzzleExercise): HTMLElement[] {
  const done = state === "solved";
  const { practice, host } = player;
  const begins = player.place.node === player.tree.root && state === "open";
  // Buttons keep their places, whatever was answered.
  const bar = puzzle.hints.length ? [button("Hint", () => player.ask("hint"), { key: "hint", off: !begins })] : [];
  if (practice) {
    if (!practice.finished) bar.push(button("Next", () => player.next(), { key: "next", role: done ? "primary" : "" }));
  } else if (host.items.length > 1) {
    bar.unshift(button("Back", () => player.back(), { key: "back", off: host.item === 0 }));
    bar.push(button("Next", () => player.next(), { key: "next", role: done ? "primary" : "", off: host.item + 1 === host.items.length }));
  }
  return bar;
}
