"""A lesson that is taken: where the learner is, how answers are judged, and what follows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from model.contract.game import Move, Player, Position
from model.exercises import effects as do
from model.exercises.exercise import (
    NOWHERE,
    Answered,
    Choose,
    Click,
    Decided,
    Event,
    Exercise,
    GoTo,
    Here,
    Outcome,
    Tried,
)
from model.lessons.judging import Verdict, judge, judge_game, picture_of_wrong
from model.records import record as records
from model.records.lesson import After, Step, Task, Then, parts_of, step_for
from model.records.view import Mark

DONE = "You have done this task, so your move is not judged. **Do this task again** starts it anew."
"""Said to a move in a step that was done before."""
HALF_DONE = "This task has one more move. Make it, or choose **Next** again to leave it."
"""Said where somebody goes on from the midst of a task of several moves."""
MOVING = ("place", "game")
"""Kinds of tasks that are answered by a move."""
_LEVEL = re.compile(r"\*\*(?:(?!\*\*).)*?\b(?:level (\d+)|(\d+)[a-z]+\d+)\b(?:(?!\*\*).)*\*\*$")
"""A level, or a point by its name, in what stands in bold at the end of a text."""


@dataclass(frozen=True)
class LessonExercise(Exercise):
    """Where a learner is.

    Attributes
    ----------
    step
        Number of the step, from 0.
    said
        What was said to the last answer.
    done
        Steps whose tasks are done.
    trial
        The author tries the lesson: what was done before does not count, nothing is kept.
    switched
        Where the learner hid verdicts or asked to see them, and whether they are hidden: in a step,
        and where they were hidden only until its task is done.
    part, played
        How many right moves of a task of several were made, and the moves that led there, replies
        included.
    then
        What follows once the line that is played stands on the board: the step is shown, its next
        move is asked for, the game goes on, or the picture after a right answer, a wrong one, or
        the end of a game.
    shown, end
        The picture after a wrong try, and what is said besides, once its line stands on the board.
    poured
        The node at which something pours because of an answer.
    side, turns
        Of a step that is a game: the side the learner plays once it has begun, and how many moves
        the learner has made.
    waits_at
        The node at which the computer is to move in a game.
    """

    step: int = 0
    said: str = ""
    done: frozenset[int] = frozenset()
    trial: bool = False
    switched: tuple[object, bool] = (None, False)
    part: int = 0
    played: tuple[Move, ...] = ()
    then: Literal["", "step", "home", "game", "right", "wrong", "end"] = ""
    shown: After | None = None
    end: str = ""
    poured: int = NOWHERE
    side: Player = ""
    turns: int = 0
    waits_at: int = NOWHERE

    # -- what follows ----------------------------------------------------------------------------

    def after(self, event: Event, here: Here) -> Outcome[LessonExercise]:
        """Return the lesson after an event, and what is to be done."""
        match event:
            case Tried(move):
                return self._tried(move, here)
            case "arrived" if self.then:
                return replace(self, then="")._arrived(self.then, here)
            case Answered(move) if self.busy:
                return replace(self, busy="")._replied(move, here)
            case Decided(node, decision, said) if node == here.node:
                explained = event if decision is not None else self.explained
                return replace(self, explained=explained, said=f"{self.said} {said}".strip()), ()
            case GoTo(number, done):
                fresh = self if done is None else replace(self, done=done)
                return fresh._go(number)
            case "next" if self.part and self.asks and self.said != HALF_DONE:
                return replace(self, said=HALF_DONE, tone="hint"), ()
            case "next":
                return self._go(self.step + 1)
            case "back":
                return self._go(self.step - 1)
            case "again":
                return self._again()
            case "home":
                return self._go_home()
            case "replay" if self.current.since is not None:
                opened, effects = self._opened(self.current, fly=False)
                return opened, (do.Stop(), *effects)
            case "hint" if self.task is not None and self.task.hint:
                counts = self.asks and not self.trial
                hinted = replace(self, said=self.task.hint, tone="hint")
                return hinted, (do.CountHint(),) if counts else ()
            case Choose(number) if self.task is not None and self.task.kind == "choice":
                verdict = judge(here.position_at(here.node), self.task, number)
                return (
                    self._answered(verdict, here) if verdict.right or not self.rests else (self, ())
                )
            case Click(name) if self.task is not None and self.asks:
                return self._clicked(name, here)
        return self, ()

    def _go(self, number: int) -> Outcome[LessonExercise]:
        """Show a step; numbers beyond the ends show the first or the last."""
        number = max(0, min(number, len(self.steps) - 1))
        fresh = replace(self, step=number)
        opened, effects = fresh._opened(fresh.current, fly=True)
        return opened, (do.Stop(), do.StartStep(None if self.trial else number), *effects)

    def _opened(self, step: Step, *, fly: bool) -> Outcome[LessonExercise]:
        """Show a step; the moves that lead to it are played first where it says so."""
        fresh, look = self._untried(step.node), do.LookAt(step.view, fly)
        if step.since is None:
            return fresh, (do.Restart(step.node), look, do.StartPour(step.pour))
        moves, node = [], step.node
        while node != step.since:
            moves.append(self.original.nodes[node].move)
            node = self.original.nodes[node].parent
        shown = do.Restart(step.since), look, do.PlayLine(tuple(moves[::-1]))
        return replace(fresh, then="step"), shown

    def _untried(
        self, home: int, part: int = 0, played: tuple[Move, ...] = (), said: str = ""
    ) -> LessonExercise:
        """Return the lesson with nothing tried where it asks; `said` praises the part before."""
        return replace(
            self,
            home=home,
            part=part,
            played=played,
            said=said,
            tone="right" if said else "",
            side="",
            turns=0,
            busy="",
            explained=None,
            then="",
            end="",
            poured=NOWHERE,
        )

    def _again(self) -> Outcome[LessonExercise]:
        """Come back to the step's own position; of several moves to where the next one is asked."""
        step = self.current
        played = self.played if self.asks and not self.turns else ()
        part = self.part if played else 0
        record, home = self.scratch, step.node
        for move in played:
            record, home = records.play(record, home, move)
        before = parts_of(step.task)[part - 1] if part else None
        said = "" if before is None or before.then is None else before.then.text
        look = do.LookAt(step.view, fly=False), do.StartPour(step.pour)
        fresh = self._untried(home, part, played, said)
        return fresh, (do.Stop(), do.Restart(step.node, played), *look)

    def _go_home(self) -> Outcome[LessonExercise]:
        """Go back to what is asked: in a game to where it stands."""
        if not self.turns or (self.asks and self.tone):
            return self._again()
        return self, () if self.home == NOWHERE else (do.GoHome(),)

    def _tried(self, move: Move, here: Here) -> Outcome[LessonExercise]:
        """Judge a move where the step asks for one; elsewhere moves are simply played."""
        task = self.task
        if task is None or task.kind not in MOVING:
            return self, (do.PlayMove(),)
        if not self.asks:
            judged = replace(self, said=DONE, tone="hint") if here.node == self.home else self
            return judged, (do.PlayMove(),)
        if here.node != self.home:
            return self._go_home()
        position = here.position_at(here.node)
        if task.kind == "game":
            played, effects = self._played_on(position, move)
            return played, (do.PlayMove(), *effects, do.PlayLine(()))
        verdict = judge(position, task, move)
        if verdict.right and task.then is not None:
            reply = (task.then.reply,) if task.then.reply else ()
            return self._went_on(verdict, move, task.then), (do.PlayMove(), do.PlayLine(reply))
        shown = None if verdict.right else picture_of_wrong(position, task, move)
        judged = replace(
            self._told(verdict), shown=shown, then="right" if verdict.right else "wrong"
        )
        return judged, (
            do.PlayMove(),
            *self._counted(right=verdict.right),
            do.PlayLine(verdict.line),
        )

    def _went_on(self, verdict: Verdict, move: Move, then: Then) -> LessonExercise:
        """Return the lesson after a right move with which the task goes on."""
        reply = (then.reply,) if then.reply else ()
        return replace(
            self,
            said=f"{verdict.text} {then.text}".strip(),
            tone="right",
            part=self.part + 1,
            played=(*self.played, move, *reply),
            home=NOWHERE,
            then="home",
        )

    def _played_on(self, position: Position, move: Move) -> Outcome[LessonExercise]:
        """Take in a move of a game, the learner's or the computer's."""
        task, side = self.task, self.side or str(position.to_move)
        assert task is not None
        turns = self.turns + (position.to_move == side)
        played = replace(
            self,
            side=side,
            turns=turns,
            played=(*self.played, move),
            home=NOWHERE,
            said="",
            tone="",
            explained=None,
            poured=NOWHERE,
            then="game",
        )
        verdict = judge_game(position, task, move, side, turns)
        if verdict is None:
            return played, ()
        judged = replace(played._told(verdict), then="right" if verdict.right else "end")
        return judged, self._counted(right=verdict.right)

    def _replied(self, move: object, here: Here) -> Outcome[LessonExercise]:
        """Go on with a game after a move of the computer."""
        position = here.position_at(here.node)
        if not isinstance(move, str) or position.explain(move) is not None:
            return self, (do.Notice("The computer found no move: start this step again"),)
        played, effects = self._played_on(position, move)
        return played, (*effects, do.PlayLine((move,), pause="none"))

    def _clicked(self, name: str, here: Here) -> Outcome[LessonExercise]:
        """Judge a click: wherever the person has gone, it counts as at the step."""
        fresh, effects = self._again() if self.is_away(here.node) else (self, ())
        assert self.task is not None
        position = here.position_at(fresh.home)
        if name not in position.game.board:
            return fresh, effects
        at_home = replace(here, node=fresh.home)
        answered, more = fresh._answered(judge(position, self.task, name), at_home)
        return answered, (*effects, *more)

    def _answered(self, verdict: Verdict, here: Here) -> Outcome[LessonExercise]:
        """Say what an answer comes to that is no move, and show the picture that follows."""
        poured = (do.StartPour(self.current.pour),) if self.poured != NOWHERE else ()
        judged = replace(
            self._told(verdict), shown=None if self.task is None else self.task.after_wrong
        )
        shown, effects = judged._arrived("right" if verdict.right else "wrong", here)
        return shown, (*self._counted(right=verdict.right), *poured, *effects)

    def _told(self, verdict: Verdict) -> LessonExercise:
        """Return the lesson after an answer was judged."""
        done = self.done | {self.step} if verdict.right else self.done
        tone = "wrong" if not verdict.right else "hint" if verdict.lost else "right"
        return replace(
            self,
            said=verdict.text,
            tone=tone,
            done=done,
            explained=None,
            end=verdict.end,
            poured=NOWHERE,
        )

    def _counted(self, *, right: bool) -> tuple[do.Effect, ...]:
        return () if self.trial else (do.Count(right),)

    def _arrived(self, then: str, here: Here) -> Outcome[LessonExercise]:
        """Go on once a line stands on the board."""
        step, task = self.current, self.task
        if then == "step":
            return self, (do.LookAt(step.view, fly=False), do.StartPour(step.pour))
        if task is None:
            return self, ()
        if then == "game" and here.position_at(here.node).to_move != self.side:
            return replace(self, busy="move", waits_at=here.node), ()
        if then in ("home", "game"):
            return replace(self, home=here.node), ()
        if then == "end":
            return self, (do.ShowAnswer("end"),)
        right = then == "right"
        shown, said = (task.after, "") if right else (self.shown, self.end)
        arrived = self if not said else replace(self, said=f"{self.said} {said}".strip(), end="")
        picture = do.ShowAnswer("right" if right else "wrong", shown)
        if shown is None or not shown.pour:
            return arrived, (picture,)
        return replace(arrived, poured=here.node), (picture, do.StartPour(shown.pour))

    # -- what is asked ---------------------------------------------------------------------------

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the lesson."""
        assert self.original.lesson is not None
        return self.original.lesson.steps

    @property
    def current(self) -> Step:
        """The step that is shown, as the window says it."""
        return step_for(self.steps[self.step], "window")

    @property
    def task(self) -> Task | None:
        """What is asked now: of a task of several moves the part that is reached."""
        parts = parts_of(self.current.task)
        return parts[min(self.part, len(parts) - 1)] if parts else None

    @property
    def number(self) -> int:
        """The step."""
        return self.step

    @property
    def place(self) -> object:
        """The step, and whether it is done."""
        return self.step, self.asks

    @property
    def begun(self) -> tuple[object, int] | None:
        """The step, and the level that its last sentence names."""
        named = _LEVEL.search(self.current.text.strip())
        return self.step, int(named[1] or named[2]) if named else 0

    @property
    def asks(self) -> bool:
        """Whether the step has a task that is not done yet."""
        return self.current.task is not None and self.step not in self.done

    @property
    def is_solved(self) -> bool:
        """Whether a pupil has done all tasks of the lesson."""
        lesson = self.original.lesson
        return lesson is not None and not self.trial and lesson.is_done(self.done)

    @property
    def rests(self) -> bool:
        """Whether a task is done, and what is said to its right answer stands there."""
        return not self.asks and self.tone == "right"

    @property
    def recalled(self) -> str:
        """What the author says to right answers of a step that was done before; "" elsewhere.

        A game may have been lost: nothing is said of it.
        """
        parts = parts_of(self.current.task)
        if self.asks or self.said or self.then or not parts or parts[-1].kind == "game":
            return ""
        answers = [choice.answer for choice in parts[-1].choices if choice.right]
        return next(filter(None, answers), parts[-1].right)

    @property
    def stands_wrong(self) -> bool:
        """Whether a wrong move stands on the board."""
        task = self.task
        return self.asks and self.tone == "wrong" and task is not None and task.kind == "place"

    def is_away(self, node: int) -> bool:
        """Tell whether a node is not the step's own; a game has always gone on from there."""
        return bool(self.turns) or super().is_away(node)

    def looks_at(self, node: int) -> bool:
        """Tell whether the computer is to move at a node."""
        return node == self.waits_at

    def wants_move(self, node: int) -> bool:
        """Tell whether a move is due: not where the task is to choose or to click an answer."""
        return not self.asks or self.task is None or self.task.kind in MOVING

    # -- what is seen ----------------------------------------------------------------------------

    def marks_at(self, node: int, *, playing: bool) -> tuple[Mark, ...]:
        """Return the marks of the step.

        What is said to a wrong try may speak of them: they stay until the task is met.
        """
        tried = self.asks and self.tone in ("wrong", "hint")
        if self.explained is not None or playing:
            return ()
        return () if self.is_away(node) and not tried else self.current.marks

    def tool_at(self, node: int) -> Literal["", "click", "back", "onward"]:
        """Return the tool of the step; once it is done, a second click of two is no move either."""
        task = self.current.task
        return "click" if task is not None and task.kind == "click" else ""

    @property
    def hiding(self) -> bool | None:
        """Whether verdicts are hidden: until the task is done, and before they are explained."""
        if self.switched in ((self.step, False), (self.place, True)):
            return self.switched[1]
        return True if self.asks or not self._has_shown else None

    def with_hiding(self, hiding: bool) -> LessonExercise:
        """Return the lesson after the learner has given in, or hidden verdicts again."""
        return replace(self, switched=(self.place if hiding else self.step, hiding))

    @property
    def explains(self) -> bool:
        """Whether Why comes by itself: from the first step on that opens it."""
        return any(step.why for step in self.steps[: self.step + 1])

    @property
    def _has_shown(self) -> bool:
        """Whether a step up to here shows an explanation itself, or the lesson has none at all."""
        shown = (k for k, step in enumerate(self.steps) if _explains(step))
        return self.step >= next(shown, 0)

    def shows(self, node: int) -> str:
        """Return what the step's own view lays over its position."""
        view = self.current.view
        return "" if view is None or node != self.home else view.show

    def pours(self, node: int) -> bool:
        """Tell whether the step itself lets something pour, or the answer to a wrong try does."""
        if node == self.poured:
            return True
        return node == self.home and bool(self.current.pour)


def _explains(step: Step) -> bool:
    """Whether a step shows an explanation, or its task does once it is done."""
    after = None if step.task is None else step.task.after
    return bool((step.view is not None and step.view.show) or (after is not None and after.show))
