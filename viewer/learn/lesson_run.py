"""A lesson that runs: where the learner is, and how a move is judged; a pure value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.game import Move, Position
from model.lessons.judging import Verdict, judge
from model.records.lesson import Step
from viewer.session.run import Accept, Reject, Reply, Ruling, Run


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
    """

    step: int = 0
    said: str = ""
    tone: str = ""
    done: frozenset[int] = frozenset()
    home: int = 0
    trial: bool = False

    @property
    def current(self) -> Step | None:
        """The step that is shown."""
        lesson = self.original.lesson
        if lesson is None or self.step >= len(lesson.steps):
            return None
        return lesson.steps[self.step]

    @property
    def asks(self) -> bool:
        """Whether the step has a task that is not done yet."""
        return (
            self.current is not None
            and self.current.task is not None
            and self.step not in self.done
        )

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Judge a move where the step asks for one; elsewhere moves are simply played."""
        task = None if self.current is None else self.current.task
        if task is None or task.kind != "place" or not self.asks:
            return Accept()
        if node != self.home:
            return Reject(home=True)
        verdict = judge(position, task, move)
        run = self.told(verdict)
        return Reply(verdict.line, run) if verdict.line and not verdict.right else Accept(run)

    def told(self, verdict: Verdict) -> LessonRun:
        """Return the run after an answer was judged."""
        done = self.done | {self.step} if verdict.right else self.done
        tone = "right" if verdict.right else "wrong"
        return replace(self, said=verdict.text, tone=tone, done=done)
