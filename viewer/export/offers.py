"""What of a document can be exported: the position shown, its game, puzzle or lesson, all of it.

Each offer holds the document as it was when the offer was made: whatever goes on meanwhile, what is
written is what was offered.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from msgspec.structs import replace as altered

from model.exercises.lesson import LessonExercise
from model.phrases import counted
from model.records import files
from model.records.files import Collection, Contents
from model.records.record import Record, new_record, set_lesson
from viewer.export.items import step_views
from viewer.session import collections
from viewer.session.document.document import Document
from viewer.session.session import Session

Held = Contents | Collection


@dataclass(frozen=True)
class Offer:
    """Something that can be exported.

    Attributes
    ----------
    name
        For a list: "This game, 60 moves".
    title
        What it is called.
    held
        Returns it as a file would hold it; FileError where the file it stands in cannot be read.
    moves
        Moves of its main line, where it may open after any of them; else 0.
    steps
        Steps of its first lesson, where it may open at any of them; else 0.
    step
        Which of them is shown now, from 1.
    has_puzzles
        Whether it has solutions to be kept back; None: not known before it is read.
    is_one
        Whether it is a single position, game, puzzle or lesson.
    part
        Which of the offers of its document it is.
    """

    name: str
    title: str
    held: Callable[[], Held]
    moves: int = 0
    steps: int = 0
    step: int = 1
    has_puzzles: bool | None = False
    is_one: bool = True
    part: Literal["all", "shown", "file", "open"] = "all"

    @property
    def is_puzzle(self) -> bool:
        """Whether it is a single puzzle."""
        return self.is_one and bool(self.has_puzzles)


def offers(session: Session, document: Document) -> tuple[Offer, ...]:
    """Return what of a document, as it is now, can be exported, the likeliest first."""
    record = document.kept
    made = [_whole(document, record)]
    if record.lesson is not None and len(record.lesson.steps) > 1:
        made.append(_step(document, record, made[0].step))
    elif record.puzzle is None and record.lesson is None and len(record):
        made.append(_position(session, document))
    if document.path is not None and document.item is not None:
        made.append(_collection(session, document))
    documents = session.state.documents
    if len(documents) > 1:
        made.append(
            Offer(
                f"All that is open, {counted(len(documents), 'document')}",
                document.title,
                lambda: Collection("", "", tuple(map(collections.contents_of, documents))),
                has_puzzles=any(one.kept.puzzle is not None for one in documents),
                is_one=False,
                part="open",
            )
        )
    return tuple(made)


def _whole(document: Document, record: Record) -> Offer:
    title = record.headers.get("title", "") or document.title

    def held() -> Contents:
        return collections.contents_of(document)

    if record.puzzle is not None:
        return Offer("This puzzle", title, held, has_puzzles=True)
    if record.lesson is not None:
        steps = len(record.lesson.steps)
        run, nodes = document.exercise, [step.node for step in record.lesson.steps]
        step = nodes.index(document.node) + 1 if document.node in nodes else 1
        step = run.step + 1 if isinstance(run, LessonExercise) else step
        name = f"This lesson, {counted(steps, 'step')}"
        return Offer(name, title, held, steps=steps, step=step)
    moves = len(list(record.main_line()))
    if not moves:
        return Offer("This position", title, held)
    return Offer(f"This game, {counted(len(record), 'move')}", title, held, moves=moves)


def _step(document: Document, record: Record, number: int) -> Offer:
    """One step of a lesson, from 1, with the View that it has from a step before."""

    def held() -> Contents:
        assert record.lesson is not None
        step, view = record.lesson.steps[number - 1], step_views(record, document.view)[number - 1]
        lesson = altered(record.lesson, steps=(altered(step, view=view),))
        return Contents(set_lesson(record, lesson), step.node, view, record.kind)

    return Offer(f"Only step {number}", document.title, held, steps=1, part="shown")


def _position(session: Session, document: Document) -> Offer:
    def held() -> Contents:
        return Contents(new_record(str(session.position_of(document))), view=document.view)

    return Offer("Only this position", document.title, held, part="shown")


def _collection(session: Session, document: Document) -> Offer:
    """All items of the file it stands in, those that are open as they are now."""
    path, documents = document.path, session.state.documents
    assert path is not None

    def held() -> Held:
        found = files.load_any(path)
        if isinstance(found, Contents):
            return found
        items = list(found.items)
        for one in documents:
            if one.path == path and one.item is not None and one.item < len(items):
                items[one.item] = collections.contents_of(one)
        return replace(found, items=tuple(items))

    name = f"All of {path.name}"
    return Offer(name, path.stem, held, has_puzzles=None, is_one=False, part="file")
