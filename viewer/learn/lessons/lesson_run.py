"""A lesson that runs: where the learner is, and how a move is judged; a pure value."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from model.contract.game import Move, Player, Position
from model.lessons.judging import Verdict, judge, judge_game
from model.records.lesson import Step, Task, Then, parts_of, step_for
from viewer.games.registry import ending
from viewer.learn.explained import Explained
from viewer.session.document.run import Accept, Reject, Reply, Ruling, Run
from viewer.widgets.prose import sentence

DONE = "You have done this task, so your move is not judged. **Do this task again** starts it anew."
"""Said to a move in a step that was done before."""
MOVING = ("place", "game")
"""Kinds of tasks that are answered by a move."""
_LEVEL = re.compile(r"\*\*(?:(?!\*\*).)*?\b(?:level (\d+)|(\d+)[a-z]+\d+)\b(?:(?!\*\*).)*\*\*$")
"""A level, or a point by its name, in what stands in bold at the end of a text."""
NOWHERE = -1
"""The home of a run while the other side's reply is still to be played."""


@dataclass(frozen=True)
class LessonRun(Run):
    """Where a learner is.

    Attributes
    ----------
    step
        Number of the step, from 0.
    said, tone
        What was said to the last answer; "right", "wrong", "hint" or "" for nothing.
    done
        Steps whose tasks are done.
    home
        The node the step shows.
    trial
        The author tries the lesson: what was done before does not count, nothing is kept.
    switched
        Where the learner hid verdicts or asked to see them, and whether they are hidden: in a step,
        and where they were hidden only until its task is done.
    part, played
        How many right moves of a task of several were made, and the moves that led there, replies
        included.
    explained
        The picture after an answer, and where it is shown.
    end
        What is said besides once the line that answers a wrong try stands on the board.
    poured
        The node at which something pours because of an answer.
    side, turns
        Of a step that is a game: the side the learner plays once it has begun, and how many moves
        the learner has made.
    """

    step: int = 0
    said: str = ""
    tone: str = ""
    done: frozenset[int] = frozenset()
    home: int = 0
    trial: bool = False
    switched: tuple[object, bool] = (None, False)
    part: int = 0
    played: tuple[Move, ...] = ()
    explained: Explained | None = None
    end: str = ""
    poured: int = NOWHERE
    side: Player = ""
    turns: int = 0

    @property
    def current(self) -> Step | None:
        """The step that is shown, as the window says it."""
        lesson = self.original.lesson
        if lesson is None or self.step >= len(lesson.steps):
            return None
        return step_for(lesson.steps[self.step], "window")

    @property
    def task(self) -> Task | None:
        """What is asked now: of a task of several moves the part that is reached."""
        parts = parts_of(None if self.current is None else self.current.task)
        return parts[min(self.part, len(parts) - 1)] if parts else None

    @property
    def place(self) -> object:
        """The step, and whether it is done."""
        return self.step, self.asks

    @property
    def begun(self) -> tuple[object, int] | None:
        """The step, and the level that its last sentence names."""
        asked = "" if self.current is None else self.current.text.strip()
        named = _LEVEL.search(asked)
        return self.step, int(named[1] or named[2]) if named else 0

    @property
    def asks(self) -> bool:
        """Whether the step has a task that is not done yet."""
        return (
            self.current is not None
            and self.current.task is not None
            and self.step not in self.done
        )

    @property
    def rests(self) -> bool:
        """Whether a task is done, and what is said to its right answer stands there."""
        return not self.asks and self.tone == "right"

    @property
    def stands_wrong(self) -> bool:
        """Whether a wrong move stands on the board."""
        task = self.task
        return self.asks and self.tone == "wrong" and task is not None and task.kind == "place"

    @property
    def hiding(self) -> bool | None:
        """Whether verdicts are hidden: until the task is done, and before they are explained."""
        if self.switched in ((self.step, False), (self.place, True)):
            return self.switched[1]
        return True if self.asks or not self._has_shown else None

    def with_hiding(self, hiding: bool) -> LessonRun:
        """Return the run after the learner has given in, or hidden verdicts again."""
        return replace(self, switched=(self.place if hiding else self.step, hiding))

    @property
    def explains(self) -> bool:
        """Whether Why comes by itself: from the first step on that opens it."""
        lesson = self.original.lesson
        steps = () if lesson is None else lesson.steps
        return any(step.why for step in steps[: self.step + 1])

    @property
    def _has_shown(self) -> bool:
        """Whether a step up to here shows an explanation itself, or the lesson has none at all."""
        lesson = self.original.lesson
        steps = () if lesson is None else lesson.steps
        shown = (k for k, step in enumerate(steps) if _explains(step))
        return self.step >= next(shown, 0)

    def shows(self, node: int) -> str:
        """Return what the step's own view lays over its position."""
        view = None if self.current is None else self.current.view
        return "" if view is None or node != self.home else view.show

    def pours(self, node: int) -> bool:
        """Tell whether the step itself lets something pour, or the answer to a wrong try does."""
        if node == self.poured:
            return True
        return node == self.home and self.current is not None and bool(self.current.pour)

    def wants_move(self, node: int) -> bool:
        """Tell whether a move is due: not where the task is to choose or to click an answer."""
        return not self.asks or self.task is None or self.task.kind in MOVING

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Judge a move where the step asks for one; elsewhere moves are simply played."""
        task = self.task
        if task is None or task.kind not in MOVING:
            return Accept()
        if not self.asks:
            return Accept(replace(self, said=DONE, tone="hint") if node == self.home else None)
        if node != self.home:
            return Reject(home=True)
        if task.kind == "game":
            return Accept(self.played_on(position, move))
        verdict = judge(position, task, move)
        if verdict.right and task.then is not None:
            run = self.went_on(verdict, move, task.then)
            return Reply((task.then.reply,) if task.then.reply else (), run)
        run = self.told(verdict)
        return Reply(verdict.line, run) if verdict.line else Accept(run)

    def played_on(self, position: Position, move: Move) -> LessonRun:
        """Return the run after a move of a game, the learner's or the computer's."""
        task, side = self.task, self.side or str(position.to_move)
        assert task is not None
        turns = self.turns + (position.to_move == side)
        run = replace(
            self, side=side, turns=turns, played=(*self.played, move), home=NOWHERE,
            said="", tone="", explained=None, poured=NOWHERE,
        )  # fmt: skip
        verdict = judge_game(position, task, move, side, turns)
        if verdict is None:
            return run
        decided = sentence(ending(position.play(move)))
        return run.told(replace(verdict, text=f"{verdict.text} {decided}".strip()))

    def went_on(self, verdict: Verdict, move: Move, then: Then) -> LessonRun:
        """Return the run after a right move with which the task goes on; its home comes later."""
        reply = (then.reply,) if then.reply else ()
        said = f"{verdict.text} {then.text}".strip()
        played = (*self.played, move, *reply)
        return replace(
            self, said=said, tone="right", part=self.part + 1, played=played, home=NOWHERE
        )

    def told(self, verdict: Verdict) -> LessonRun:
        """Return the run after an answer was judged."""
        done = self.done | {self.step} if verdict.right else self.done
        tone = "right" if verdict.right else "wrong"
        return replace(
            self, said=verdict.text, tone=tone, done=done,
            explained=None, end=verdict.end, poured=NOWHERE,
        )  # fmt: skip

    def ended(self) -> LessonRun:
        """Return the run with all said of a wrong try: its line stands on the board."""
        return replace(self, said=f"{self.said} {self.end}".strip(), end="")

    def asking(self) -> LessonRun:
        """Return the run with no answer said: in the midst of a task, what asks for the rest."""
        parts = parts_of(None if self.current is None else self.current.task)
        before = parts[self.part - 1] if 0 < self.part <= len(parts) else None
        said = "" if before is None or before.then is None else before.then.text
        tone = "right" if said else ""
        return replace(self, said=said, tone=tone, explained=None, end="", poured=NOWHERE)

    def at_step(self, number: int, node: int) -> LessonRun:
        """Return the run at the beginning of a step."""
        return replace(
            self, step=number, said="", tone="", home=node, part=0, played=(), explained=None,
            end="", poured=NOWHERE, side="", turns=0,
        )  # fmt: skip


def _explains(step: Step) -> bool:
    """Whether a step shows an explanation, or its task does once it is done."""
    after = None if step.task is None else step.task.after
    return bool((step.view is not None and step.view.show) or (after is not None and after.show))
