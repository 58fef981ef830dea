/** What is read and pressed in a lesson: the step, its task, what is said to an answer, and the way on. */

import { button, el, prose } from "./dom";
import { steps as stepsOf } from "./entry";
import { stepOf, type LessonExercise } from "./exercise";
import type { ExercisePlayer } from "./exercise_player";
import { againButton, answer, keyOf, nextItem } from "./player";

export function lessonStory(player: ExercisePlayer, exercise: LessonExercise): Node[] {
  const { lesson, step, done, said, tone } = exercise;
  const { task, title, text } = stepOf(exercise);
  const watches = exercise.then === "step";
  const steps = el("select", {
    "aria-label": `${lesson.title}, step ${step + 1} of ${lesson.steps.length}`,
    "data-key": "steps",
    onchange: () => player.go(Number(steps.value)),
  });
  const key = keyOf(lesson, player.host.item);
  lesson.steps.forEach((one, k) => {
    const ticked = player.host.progress.get(`${key}:${k}`) === "done" && one.task ? "✓ " : "";
    steps.append(el("option", { value: k, selected: k === step }, `${ticked}${k + 1}. ${one.title || "Step"}`));
  });
  return [
    // The choice lies over what is read of it, which is shorter than the names of steps.
    el("div", { class: "steps muted" }, el("span", { "aria-hidden": "true" }, `${lesson.title} · ${step + 1} of ${lesson.steps.length} \u25be`), steps),
    el("h2", {}, title || lesson.title),
    ...prose(text, task ? "asked" : undefined),
    ...(task ? [el("h3", {}, done ? "Done" : watches ? "Watch" : player.asked)] : []),
    ...answers(player, exercise),
    ...(said && tone ? [answer(said, tone)] : []),
    ...afterwards(player, exercise),
    ...(task?.kind === "moves" && !done && !watches && !player.isChosen ? [player.typed.ask("move")] : []),
    ...(task?.kind === "points" && !done && !watches ? [player.typed.ask("point")] : []),
  ];
}

/** The answers to choose, or the steps of a move. */
function answers(player: ExercisePlayer, exercise: LessonExercise): Node[] {
  const { done, looked, chosen } = exercise;
  const { task } = stepOf(exercise);
  if (task?.kind !== "choice") return player.isOpen ? stepsOf(player.entry, (move) => player.stepped(move)) : [];
  const choose = (k: number): void => {
    player.ask({ choose: k });
    // On a phone the way on may lie under the edge.
    document.querySelector('[data-key="Choose this answer"]')?.scrollIntoView({ block: "nearest" });
  };
  const options = task.options.map((one, k) =>
    button(done && one.right ? `✓ ${one.text}` : one.text, () => choose(k), {
      key: `option ${k}`,
      off: done || (chosen.includes(k) && !one.right),
      ...(one.node >= 0 ? { pressed: looked === k } : {}),
    }),
  );
  const own = looked >= 0 && !done && !chosen.includes(looked);
  return [
    el("div", { class: "options" }, ...options),
    ...(own ? [el("div", { class: "chips" }, button("Choose this answer", () => choose(looked), { role: "primary" }))] : []),
  ];
}

/** What may be done after an answer. */
function afterwards(player: ExercisePlayer, exercise: LessonExercise): Node[] {
  const { done, said, tone, stands, lesson } = exercise;
  const { task } = stepOf(exercise);
  const rows: HTMLElement[] = [];
  const stuck = exercise.hinted || (said && tone === "wrong");
  // An answer that stands on the board is no try.
  if (task?.kind === "moves" && !done && task.shown.length && stuck && stands !== "answer" && !exercise.then) {
    rows.push(button("Show the answer", () => player.ask("solution")));
  }
  if (done && task) rows.push(button("Do this task again", () => player.ask("restart")));
  if (exercise.step + 1 === lesson.steps.length && (done || !task)) {
    if (player.host.tries.count) rows.push(button("Hand in…", () => player.host.handIn(), { key: "hand in" }));
    rows.unshift(el("p", { class: "outcome" }, "This is the end of the lesson."));
  }
  const missed = task?.kind === "moves" && exercise.missed && !done && said && tone !== "right";
  // While another move is begun, its stage and the hint have the room, and Cancel the say.
  const again = missed && !player.entry.chosen.length ? [againButton(() => player.ask("home"))] : [];
  return rows.length ? [...again, el("div", { class: "chips" }, ...rows)] : again;
}

export function lessonBar(player: ExercisePlayer, { lesson, step, done }: LessonExercise): HTMLElement[] {
  const { task } = lesson.steps[step]!;
  const ready = done || !task;
  const on =
    step + 1 === lesson.steps.length
      ? nextItem(player.host, "Next lesson", ready)
      : button("Next", () => player.next(), { key: "next", role: ready ? "primary" : "" });
  const bar = [button("Back", () => player.back(), { key: "back", off: step === 0 })];
  if (task?.hint && !done) bar.push(button("Hint", () => player.ask("hint"), { key: "hint" }));
  return on ? [...bar, on] : bar;
}
