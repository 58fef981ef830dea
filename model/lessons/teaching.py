"""Does a course teach: words a step, terms before they are used, answers that are given away.

`model.lessons.faults` says what cannot work in a lesson; this says what a learner stumbles over
where all works. Looks are measured in `viewer.cli.check`, which knows cameras.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from model.contract.game import Position, Stop
from model.contract.hooks import hooks_of
from model.lessons.judging import fitting, is_right, known, leak_after
from model.phrases import counted, shown
from model.positions.setup import Draft
from model.records.lesson import Step, Task, parts_of, step_for
from model.records.record import PositionCache, Record
from model.records.view import sites_of

COURSE = "course"
"""Header of a lesson that is a chapter: what the chapters before it taught is known in it."""
MOST_WORDS = 25
"""Words of a step's text."""
MOST_ANSWERED = 30
"""Words of an answer or a hint."""
NEAR_SHARE, SHOWN_SHARE = 1 / 3, 1 / 5
"""Shares of the tasks that may ask for a point beside a corner, or for one that is shown."""
_TERM_WORDS = 3
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_POINTING = ("ring", "square", "dot", "link", "cross")


@dataclass(frozen=True)
class Teaching:
    """How a course teaches.

    Attributes
    ----------
    words
        Of the text of each step.
    tasks
        How many are judged by where the answer is: moves and clicks.
    near, given
        Those of them whose answer lies beside a corner, and those whose answer is shown before.
    silent
        Tasks in which no wrong try has an answer of its own.
    terms
        What is taught, with the step that does (from 1); 0 for a chapter before.
    faults
        Sentences, in order of the steps.
    """

    words: tuple[int, ...] = ()
    tasks: int = 0
    near: int = 0
    given: int = 0
    silent: int = 0
    terms: dict[str, int] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the figures on one line."""
        each = f"{sum(self.words) / max(1, len(self.words)):.0f}"
        return (
            f"{each} words a step, {max(self.words, default=0)} at most; "
            f"{counted(len(self.terms), 'term')}; of {counted(self.tasks, 'task')} "
            f"{self.near} beside a corner, {self.given} shown before, "
            f"{self.silent} without an answer to a wrong try"
        )


def teaching_of(record: Record, taught: tuple[str, ...] = (), stop: Stop | None = None) -> Teaching:
    """Return how the lesson of a record teaches.

    Parameters
    ----------
    taught
        Terms that chapters before it have taught.
    stop
        Asked while moves are looked for; Stopped is raised when it says so.
    """
    lesson_steps = () if record.lesson is None else record.lesson.steps
    steps = tuple(step_for(step, "window") for step in lesson_steps)  # where most is said
    cache = PositionCache()
    positions = [cache.position(record, step.node) for step in steps]
    terms = dict.fromkeys(taught, 0)
    faults: dict[int, list[str]] = {number: [] for number in range(len(steps) + 1)}
    for number, step in enumerate(steps, start=1):
        for term in terms_in(step):
            terms.setdefault(term, number)
        faults[number] += _too_long(step)
    named = hooks_of(positions[0].game.kind).terms if positions else ()
    for number, text in _too_early(steps, terms, named):
        faults[number].append(text)
    tasks = near = given = silent = 0
    for number, (step, position) in enumerate(zip(steps, positions, strict=True), start=1):
        if step.task is None or isinstance(position, Draft):
            continue
        if step.task.kind == "game":  # what the other side plays is the answer
            continue
        parts = parts_of(step.task)
        if not any(part.foreseen for part in parts) and not answers_of_its_own(position, step.task):
            silent += 1
            faults[number].append("no wrong try has an answer of its own")
        if step.task.kind == "choice":
            continue
        tasks += 1
        right = right_points(position, step.task, stop)
        near += is_beside_corner(position, step, right)
        before = steps[number - 2] if number > 1 and positions[number - 2] == position else None
        given += is_given_away(step, before, right)
    for count, share, what in (
        (near, NEAR_SHARE, "ask for a corner or a point beside it"),
        (given, SHOWN_SHARE, "show or name the answer before it is given"),
    ):
        if count > share * tasks:
            faults[0].append(f"{count} of {counted(tasks, 'task')} {what}")
    sentences = [
        f"step {number}: {text}" if number else text
        for number in sorted(faults, key=lambda one: (one == 0, one))
        for text in faults[number]
    ]
    words = tuple(words_in(step.text) for step in steps)
    return Teaching(words, tasks, near, given, silent, terms, tuple(sentences))


# -- words ----------------------------------------------------------------------------------------


def words_in(text: str) -> int:
    """Return how many words a text in Markdown has."""
    return sum(any(c.isalnum() for c in word) for word in text.split())


def texts_of(step: Step) -> Iterator[str]:
    """Yield all that a step says, with its tasks."""
    yield from (step.title, step.text)
    for part in parts_of(step.task):
        yield from (part.right, part.otherwise, part.hint, part.end)
        for answer in part.foreseen:
            yield from (answer.text, answer.end)
        yield from (praise.text for praise in part.praise)
        for choice in part.choices:
            yield from (choice.text, choice.answer)
        if part.then is not None:
            yield part.then.text


def _too_long(step: Step) -> Iterator[str]:
    words = words_in(step.text)
    if words > MOST_WORDS:
        yield f"{words} words, where {MOST_WORDS} are enough"
    for text in texts_of(step):
        if text not in (step.text, step.title) and words_in(text) > MOST_ANSWERED:
            yield f"{words_in(text)} words of an answer: {shown(text)}"


# -- terms ----------------------------------------------------------------------------------------


def terms_in(step: Step) -> tuple[str, ...]:
    """Return the terms a step teaches: what stands in bold, up to three words, no sentence."""
    found = [
        words.strip().lower()
        for text in texts_of(step)
        for words in _BOLD.findall(text)
        if len(words.split()) <= _TERM_WORDS and words.strip()[-1:] not in (".", "!", "?", ":", "")
    ]
    return tuple(dict.fromkeys(found))


def _too_early(
    steps: tuple[Step, ...], terms: dict[str, int], named: tuple[str, ...]
) -> Iterator[tuple[int, str]]:
    """Terms that are used in a step before they are taught, or never are."""
    patterns = [_forms(forms) for forms in named]
    for term in terms:
        if not any(pattern.fullmatch(term) for pattern in patterns):
            patterns.append(_forms(term))
    for pattern in patterns:
        first = min((at for term, at in terms.items() if pattern.fullmatch(term)), default=None)
        for number, step in enumerate(steps[: None if first is None else max(0, first - 1)], 1):
            found = [word[0] for text in texts_of(step) if (word := pattern.search(text))]
            if found:
                late = "no step teaches it" if first is None else f"step {first} teaches it"
                yield number, f"{shown(found[0])} is used, but {late}"
                break


def _forms(term: str) -> re.Pattern[str]:
    """Return a pattern for the forms of a term ("hold|held"): plural, third person, past."""
    patterns = []
    for word in term.split("|"):
        stem = re.escape(word)
        if word.endswith("e"):
            patterns.append(rf"{stem[:-1]}(?:e|es|ed|ing)")
        else:
            patterns.append(rf"{stem}(?:s|es|ed|ing|{re.escape(word[-1:])}(?:ed|ing))?")
    return re.compile(rf"(?i)\b(?:{'|'.join(patterns)})\b")


# -- answers --------------------------------------------------------------------------------------


def answers_of_its_own(position: Position, task: Task) -> bool:
    """Tell whether some wrong try of a task has an answer that is for it.

    Words the author wrote for it, moves that refute it, or the colour that gets out of a corner.
    Where nothing wrong can be done none is needed.
    """
    if task.kind == "choice":
        return all(choice.right or choice.answer for choice in task.choices)
    if task.foreseen or task.line or task.after_wrong is not None:
        return True
    if task.kind == "click":
        return False
    wrong = next((move for move in position.legal_moves if not is_right(position, task, move)), "")
    return not wrong or bool(leak_after(position, task.condition, wrong))


def right_points(position: Position, task: Task, stop: Stop | None = None) -> frozenset[str]:
    """Return the points at which the right answers to the first part of a task end."""
    answers = list(task.accepted)
    if task.condition:
        answers += fitting(position, task.condition, clicks=task.kind == "click", stop=stop)
    board = position.game.board
    ends = (re.split(r"[-x^>]", answer)[-1] for answer in answers)
    return frozenset(name for name in ends if name in board)


def is_beside_corner(position: Position, step: Step, right: frozenset[str]) -> bool:
    """Tell whether a step is about a corner, and right is only that corner or what touches it."""
    board = position.game.board
    corners = _corners_asked(position, step)
    near = {
        board.names[site]
        for corner in corners
        for site in (board.corners[corner], *board.neighbours(board.corners[corner]).tolist())
    }
    return bool(right) and right <= near


def _corners_asked(position: Position, step: Step) -> list[str]:
    """The corners that a step pours from or shows, or that its task asks for."""
    task, corners = step.task, position.game.board.corners
    assert task is not None
    after = task.after
    words = [step.pour, *(() if after is None else (after.pour, after.show.partition("=")[2]))]
    about = {
        one.name
        for one in known(position, clicks=task.kind == "click")
        if one.argument in ("corner", "corner:side")
    }
    for word in task.condition.split("+"):
        name, _, argument = word.partition("=")
        if name in about:
            words.append(argument)
    found = (word.partition(":")[0] for word in words)
    return [corner for corner in dict.fromkeys(found) if corner in corners]


def is_given_away(step: Step, before: Step | None, right: frozenset[str]) -> bool:
    """Tell whether what is right is shown before it is asked for, and nothing that is wrong.

    Parameters
    ----------
    before
        The step before, if it shows the same position: its picture is remembered.
    """
    if not right:
        return False
    pointed = {
        site
        for one in (step, before)
        for mark in (() if one is None else one.marks)
        if mark.sign in _POINTING
        for site in sites_of(mark)
    }
    if before is not None and before.task is not None and before.task.after is not None:
        pointed |= {site for mark in before.task.after.marks for site in sites_of(mark)}
    texts = [step.text, *([] if before is None else texts_of(before))]
    named = {name for name in right if any(re.search(rf"\b{name}\b", text) for text in texts)}
    return right <= named or (bool(pointed) and right <= pointed and pointed <= right)


def course_of(record: Record) -> str:
    """Return the course a lesson is a chapter of; "" for none."""
    return record.headers.get(COURSE, "")
