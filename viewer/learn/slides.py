"""What is presented, as slides that are stepped through: a lesson's steps, or a game's moves."""

from __future__ import annotations

import re
from typing import Protocol

from model.exercises.exercise import Choose, GoTo
from model.exercises.lesson import LessonExercise
from model.exercises.puzzle import PuzzleExercise
from model.records.lesson import step_for
from model.records.record import ROOT, path_to
from model.records.view import Camera
from viewer.games.registry import end_of
from viewer.learn.exercise_player import ExercisePlayer
from viewer.session.session import Session


class Slides(Protocol):
    """Slides.

    Attributes
    ----------
    count, index
        How many there are, and which one is shown, from 0.
    caption
        One sentence to it, "" for none.
    text
        All that is said of it: the sentence is its end.
    tone
        "right", "wrong", "hint" where the sentence answers somebody, else "".
    choices, pictures
        Answers to choose from, () for none, and the positions drawn beside them: of each a position
        string, "" for none.
    camera
        How the pictures are looked at.
    title, notes, coming
        What the slide is called, what only the presenter reads, and what comes next; "" for
        nothing.
    """

    @property
    def count(self) -> int: ...
    @property
    def index(self) -> int: ...
    @property
    def caption(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def tone(self) -> str: ...
    @property
    def choices(self) -> tuple[str, ...]: ...
    @property
    def pictures(self) -> tuple[str, ...]: ...
    @property
    def camera(self) -> Camera: ...
    @property
    def title(self) -> str: ...
    @property
    def notes(self) -> str: ...
    @property
    def coming(self) -> str: ...
    def choose(self, number: int) -> None:
        """Give one of the answers."""
        ...

    def go(self, number: int) -> None:
        """Show a slide; beyond the ends, nothing happens."""
        ...


class LessonSlides:
    """The steps of the lesson that runs in the active document."""

    def __init__(self, player: ExercisePlayer) -> None:
        self._player = player

    @property
    def _run(self) -> LessonExercise:
        exercise = self._player.lesson
        assert exercise is not None
        return exercise

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self._run.steps)

    @property
    def index(self) -> int:
        """Which step is shown."""
        return self._run.step

    @property
    def caption(self) -> str:
        """What was said to the last answer, else the last sentence of the step."""
        if self._run.said:
            return plain_words(self._run.said)
        return last_sentence(self._run.current.text)

    @property
    def text(self) -> str:
        """What was said to the last answer, else the whole text of the step."""
        return self.caption if self._run.said else plain_words(self._run.current.text)

    @property
    def tone(self) -> str:
        """Of what was said."""
        return self._run.tone if self._run.said else ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from, also where the choice was made before."""
        task = self._run.current.task
        if task is None or (self._run.said and self._run.tone == "right"):
            return ()
        return tuple(choice.text for choice in task.choices)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The positions that are drawn beside the answers."""
        task = self._run.current.task
        return tuple(one.position for one in task.choices) if task and self.choices else ()

    @property
    def camera(self) -> Camera:
        """That of the step."""
        view = self._run.current.view
        return Camera() if view is None else view.camera

    @property
    def title(self) -> str:
        """The title of the step, else its last sentence."""
        return self._title_of(self.index)

    @property
    def notes(self) -> str:
        """The notes of the step."""
        return self._run.current.notes

    @property
    def coming(self) -> str:
        """The title of the next step."""
        return self._title_of(self.index + 1)

    def _title_of(self, number: int) -> str:
        if not 0 <= number < self.count:
            return ""
        step = step_for(self._run.steps[number], "window")
        return step.title or last_sentence(step.text)

    def choose(self, number: int) -> None:
        """Give one of the answers."""
        self._player.send(Choose(number))

    def go(self, number: int) -> None:
        """Show a step."""
        if 0 <= number < self.count and number != self.index:
            self._player.send(GoTo(number))


class GameSlides:
    """The positions of the line that goes through the current node."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def _line(self) -> tuple[int, ...]:
        document = self._session.document
        record, node = document.record, document.node
        return (ROOT, *path_to(record, node), *record.main_line(node))

    @property
    def count(self) -> int:
        """How many positions the line has."""
        return len(self._line)

    @property
    def index(self) -> int:
        """How many moves led here."""
        document = self._session.document
        return len(path_to(document.record, document.node))

    @property
    def caption(self) -> str:
        """What is said about the position: in a comment, by a puzzle, else the move and the end."""
        document = self._session.document
        if isinstance(document.exercise, PuzzleExercise):
            decided = document.exercise.explained
            if decided is not None and decided.node == document.node and document.exercise.why:
                return plain_words(document.exercise.why)
            said = document.exercise.state.said
            if said:
                return plain_words(said)
        record = document.record
        node = record.nodes[document.node]
        if node.comment.strip():
            return last_sentence(node.comment)
        if document.node == ROOT and document.kept.puzzle is not None:
            from model.puzzles.wording import asked

            position = self._session.position_of(document)
            return asked(position, document.kept.puzzle.stipulation)
        if document.node == ROOT:
            return record.headers.get("title", "")
        move = f"{self.index}. {node.move}" if node.move else ""
        end = end_of(record, document.node, self._session.position_of(document))
        return move if end is None else f"{move}. {end.sentence}"

    @property
    def text(self) -> str:
        """The whole comment where the caption is its last sentence."""
        document, caption = self._session.document, self.caption
        comment = document.record.nodes[document.node].comment
        is_end = bool(comment.strip()) and caption == last_sentence(comment)
        return plain_words(comment) if is_end else caption

    @property
    def tone(self) -> str:
        """Of what a puzzle said."""
        exercise = self._session.exercise
        return exercise.tone if isinstance(exercise, PuzzleExercise) else ""

    @property
    def choices(self) -> tuple[str, ...]:
        """There are none."""
        return ()

    @property
    def pictures(self) -> tuple[str, ...]:
        """There are none."""
        return ()

    @property
    def camera(self) -> Camera:
        """As one looks at first."""
        return Camera()

    @property
    def title(self) -> str:
        """The title of the document."""
        return self._session.document.title

    @property
    def notes(self) -> str:
        """There are none."""
        return ""

    @property
    def coming(self) -> str:
        """The next move."""
        document, line, following = self._session.document, self._line, self.index + 1
        if following >= len(line):
            return ""
        move = document.record.nodes[line[following]].move
        return f"{following}. {move}" if move else ""

    def choose(self, number: int) -> None:
        """Do nothing."""

    def go(self, number: int) -> None:
        """Go to a position of the line."""
        line = self._line
        if 0 <= number < len(line) and number != self.index:
            self._session.go(line[number])


def slides_of(session: Session, player: ExercisePlayer) -> Slides:
    """Return what is stepped through in the active document; `player` runs its lesson, if any."""
    return LessonSlides(player) if player.lesson is not None else GameSlides(session)


LOOKED_AT = 3_000
"""Characters at the end of a text among which its last sentence is sought."""
_FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_BULLET = re.compile(r"^[^\S\n]*(?:[-*+]|\d+[.)]|>)\s+", re.MULTILINE)
_HEADING = re.compile(r"#{1,6}(?=\s|$)")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_KEPT = "\ue000"
"""Stands for `**` while other marks are removed: no text has it."""
_STRONG = re.compile(r"(\*\*|__|\*|`|(?<!\w)_)(?=\S)(.+?)(?<=\S)\1(?!(?<=_)\w)")
_END = re.compile(
    r"""(?<!\bi\.e\.)(?<!\be\.g\.)(?<!\bvs\.)(?<!\bcf\.)"""
    r"""(?<=[.!?…])["'”’)\]]*\s+(?=["'“‘(\[]?[A-Z0-9])"""
)


def _without_hashes(line: str) -> str:
    """Return a line as it is, a heading as a paragraph of its words."""
    words = line.strip()
    hashes = _HEADING.match(words)
    if hashes is None:
        return line
    return f"\n{words[hashes.end() :].rstrip('#').strip()}\n"


def last_sentence(text: str) -> str:
    """Return the last sentence of a Markdown text as plain words, for a caption."""
    paragraphs = _paragraphs(text)
    return _END.split(paragraphs[-1])[-1].strip() if paragraphs else ""


def plain_words(text: str) -> str:
    """Return a Markdown text as plain words, all in one line."""
    return " ".join(_paragraphs(text))


def plain_text(text: str, *, strong: bool = False) -> str:
    """Return a Markdown text as plain paragraphs, a blank line between two.

    `strong`: what stands out keeps `**` around it.
    """
    if strong:
        text = _BOLD.sub(f"{_KEPT}\\2{_KEPT}", text)
    return "\n\n".join(_plain_paragraphs(text)).replace(_KEPT, "**")


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of what is read of a text, each in one line, without the marks of Markdown."""
    return _plain_paragraphs(text.rstrip()[-LOOKED_AT:])


def _plain_paragraphs(text: str) -> list[str]:
    plain = _LINK.sub(r"\1", _IMAGE.sub("", _FENCE.sub("", text)))
    plain = "\n".join(map(_without_hashes, plain.split("\n")))
    parts = re.split(r"\n\s*\n", _BULLET.sub("\n\n", plain))
    return [_without_marks(" ".join(part.split())) for part in parts if part.strip()]


def _without_marks(words: str) -> str:
    for _ in range(3):  # strong in emphasised in strong
        words = _STRONG.sub(r"\2", words)
    return words
