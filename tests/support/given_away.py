"""What a task or a puzzle asks for, and whether something that is seen before the answer names it.

The judgement is one for the window, pages and print; each test gathers what is to be seen there:
`Asked.named_in(text)` for each text, `Asked.shown_by(sites)` for what is drawn. A list or a grid
in which every possible answer stands is one text: it names them all and says nothing. A choice's
own buttons are no such text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from model.contract.game import Position
from model.lessons.teaching import right_points
from model.puzzles.wording import asked
from model.records.lesson import Step, Task
from model.records.puzzle import Puzzle
from model.records.record import ROOT, PositionCache, Record
from model.records.view import sites_of

FIGURES = {
    word: str(number)
    for number, word in enumerate(
        ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    )
}
Words = frozenset[str]


@dataclass(frozen=True)
class Asked:
    """What is asked, and what its own text says already.

    Attributes
    ----------
    where
        The title, and the step.
    right, wrong
        Answers as the words that name one: points and moves a word each; of a choice the corners
        and points its answers speak of, a number with the corner that is asked about, or all of a
        longer answer. Who plays, yes and no stand everywhere and name nothing.
    own
        The step's own words, or the puzzle's: what they name may be named. Its marks are `marked`.
    """

    where: str
    right: frozenset[Words]
    wrong: frozenset[Words]
    own: str = ""
    marked: frozenset[str] = frozenset()

    def named_in(self, text: str) -> list[str]:
        """Return the right answers that a text names, and the step's own text does not.

        Where it names wrong ones as well it does so by chance as often as that: nothing is said by
        a text that names at least as large a share of them.
        """
        if not (named := {one for one in self.right if _has(text, one)}):
            return []
        wrong = sum(_has(text, one) for one in self.wrong)
        if self.wrong and wrong / len(self.wrong) >= len(named) / len(self.right):
            return []
        return sorted(" ".join(sorted(one)) for one in named if not _has(self.own, one))

    def shown_by(self, sites: Iterable[str]) -> list[str]:
        """Return the right points among those that something drawn points to, by itself."""
        found = self.right & {frozenset({site}) for site in {*sites} - self.marked}
        return sorted(next(iter(one)) for one in found)


def tasks_in(record: Record) -> list[int]:
    """Return the steps (from 0) of a lesson that ask something, or (0,) for a puzzle.

    A whole game has no answer that could be given away.
    """
    if record.puzzle is not None:
        return [0]
    steps = () if record.lesson is None else record.lesson.steps
    tasks = ((number, step.task) for number, step in enumerate(steps))
    return [number for number, task in tasks if task is not None and task.kind != "game"]


def asked_in(record: Record, number: int) -> Asked:
    """Return what a puzzle asks, or a step of a lesson; of several parts the first."""
    title = record.headers.get("title", "")
    if record.puzzle is not None:
        return _puzzle(PositionCache().position(record, ROOT), record.puzzle, title)
    assert record.lesson is not None
    step = record.lesson.steps[number]
    position = PositionCache().position(record, step.node)
    assert step.task is not None
    return _task(position, step, step.task, f"{title}, step {number + 1}")


def _puzzle(position: Position, puzzle: Puzzle, title: str) -> Asked:
    asks, proof = puzzle.stipulation, puzzle.proof
    keys = puzzle.keys or asks.accepted or (proof.first if proof is not None else ())
    task = Task("place", accepted=tuple(keys))
    own = f"{title}\n{asked(position, asks)}\n{' '.join(asks.points)}"
    return _moves(position, task, title, own, frozenset(asks.points))


def _task(position: Position, step: Step, task: Task, where: str) -> Asked:
    own = f"{step.title}\n{step.text}"
    marked = frozenset(site for mark in step.marks for site in sites_of(mark))
    own += "".join(f"\n{mark.text}" for mark in step.marks)
    if task.kind != "choice":
        return _moves(position, task, where, own, marked)
    subject = _corners(position, own)
    answers = [(_choice(position, one.text, subject), one.right) for one in task.choices]
    right = {words for words, is_right in answers if words and is_right}
    wrong = {words for words, _ in answers if words} - right
    return Asked(where, frozenset(right), frozenset(wrong), own, marked)


def _moves(position: Position, task: Task, where: str, own: str, marked: frozenset[str]) -> Asked:
    right = right_points(position, task) | {word for word in task.accepted if word != "swap"}
    others = frozenset(position.game.board.names) - right
    single, rest = (frozenset(frozenset({name}) for name in names) for names in (right, others))
    return Asked(where, single, rest, own, marked)


def _corners(position: Position, text: str) -> Words:
    return frozenset(one for one in position.game.board.corners if _has(text, {one}))


def _choice(position: Position, text: str, subject: Words) -> Words:
    """The words without which a text does not name an answer; none: it cannot be told."""
    places = {*position.game.board.corners, *position.game.board.names}
    named = frozenset(one for one in places if _has(text, {one}))
    if named:
        return named
    if text.lower() in FIGURES:
        return subject | {FIGURES[text.lower()]} if subject else frozenset()
    return frozenset({text}) if len(text.split()) > 2 else frozenset()


def _has(text: str, words: Iterable[str]) -> bool:
    words = tuple(words)
    if len(words) == 1 and words[0].isdigit():  # a space of a map, and no round and no count
        return bool(re.search(rf"(?i)\bspaces? {words[0]}\b|>{words[0]}\b|^{words[0]}(:|$)", text))
    return all(re.search(rf"(?<![\w.-]){re.escape(one)}(?![\w-])", text) for one in words)
