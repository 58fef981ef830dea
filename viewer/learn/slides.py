"""What is presented, as slides that are stepped through: a lesson's steps, or a game's moves."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from model.exercises.exercise import Choose, GoTo
from model.exercises.lesson import LessonExercise
from model.exercises.puzzle import PuzzleExercise
from model.puzzles.wording import asked
from model.records.lesson import step_for
from model.records.record import ROOT, path_to
from model.records.view import Camera
from viewer.games.registry import end_of
from viewer.learn.exercise_player import ExercisePlayer
from viewer.picture.words.move_words import move_words
from viewer.session.session import Session


@dataclass(frozen=True)
class Slides:
    """Slides, and which of them is shown.

    Attributes
    ----------
    count, index
        How many there are, and which one is shown, from 0.
    go
        Shows a slide; beyond the ends, nothing happens.
    caption
        One sentence to it, "" for none.
    text
        All that is said of it: the sentence is its end.
    title, notes, coming
        What the slide is called, what only the presenter reads, and what comes next; "" for
        nothing.
    tone
        "right", "wrong", "hint" where the sentence answers somebody, else "".
    choices, pictures
        Answers to choose from, () for none, and the positions drawn beside them: of each a position
        string, "" for none.
    camera
        How the pictures are looked at.
    choose
        Gives one of the answers.
    """

    count: int
    index: int
    go: Callable[[int], object]
    caption: str
    text: str
    title: str
    coming: str
    notes: str = ""
    tone: str = ""
    choices: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    camera: Camera = field(default_factory=Camera)
    choose: Callable[[int], object] = lambda number: None


def slides_of(session: Session, player: ExercisePlayer) -> Slides:
    """Return what is stepped through in the active document; `player` runs its lesson, if any."""
    lesson = player.lesson
    return _of_game(session) if lesson is None else _of_lesson(player, lesson)


def _of_lesson(player: ExercisePlayer, lesson: LessonExercise) -> Slides:
    """The steps of a lesson; an answer that was given is said in the place of the step."""
    step, said, count = lesson.current, lesson.said, len(lesson.steps)
    # The answers stay, also where the choice was made before.
    answers = step.task.choices if step.task and not (said and lesson.tone == "right") else ()

    def title_of(number: int) -> str:
        if not 0 <= number < count:
            return ""
        one = step_for(lesson.steps[number], "window")
        return one.title or last_sentence(one.text)

    def go(number: int) -> None:
        if 0 <= number < count and number != lesson.step:
            player.send(GoTo(number))

    return Slides(
        count,
        lesson.step,
        go,
        caption=plain_words(said) if said else last_sentence(step.text),
        text=plain_words(said or step.text),
        title=title_of(lesson.step),
        coming=title_of(lesson.step + 1),
        notes=step.notes,
        tone=lesson.tone if said else "",
        choices=tuple(choice.text for choice in answers),
        pictures=tuple(choice.position for choice in answers),
        camera=Camera() if step.view is None else step.view.camera,
        choose=lambda number: player.send(Choose(number)),
    )


def _of_game(session: Session) -> Slides:
    """The positions of the line that goes through the current node."""
    document = session.document
    record, node, exercise = document.record, document.node, document.exercise
    path = path_to(record, node)
    line, index = (ROOT, *path, *record.main_line(node)), len(path)
    caption, comment = _caption(session, index), record.nodes[node].comment
    is_end = bool(comment.strip()) and caption == last_sentence(comment)
    move = record.nodes[line[index + 1]].move if index + 1 < len(line) else ""

    def go(number: int) -> None:
        if 0 <= number < len(line) and number != index:
            session.go(line[number])

    return Slides(
        len(line),
        index,
        go,
        caption=caption,
        text=plain_words(comment) if is_end else caption,
        title=document.title,
        coming=f"{index + 1}. {move}" if move else "",
        tone=exercise.tone if isinstance(exercise, PuzzleExercise) else "",
    )


def _caption(session: Session, ply: int) -> str:
    """What is said about the position: in a comment, by a puzzle, else the move and the end."""
    document = session.document
    record, exercise = document.record, document.exercise
    if isinstance(exercise, PuzzleExercise):
        decided = exercise.explained
        if decided is not None and decided.node == document.node and exercise.why:
            return plain_words(exercise.why)
        if exercise.state.said:
            return plain_words(exercise.state.said)
    node = record.nodes[document.node]
    if node.comment.strip():
        return last_sentence(node.comment)
    position = session.position_of(document)
    if document.node == ROOT and document.kept.puzzle is not None:
        return asked(position, document.kept.puzzle.stipulation)
    if document.node == ROOT:
        return record.headers.get("title", "")
    words = move_words(record, document.node, session.position_at)
    move = f"{ply}. {words}" if words else ""
    end = end_of(record, document.node, position)
    return move if end is None else f"{move}. {end.sentence}"


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
