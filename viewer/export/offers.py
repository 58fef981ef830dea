"""What of a session can be exported: the position shown, its game, puzzle or lesson, all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from model.phrases import counted
from model.records import files
from model.records.files import Collection, Contents
from model.records.record import Record, new_record
from viewer.learn.lessons.lesson_run import LessonRun
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
    """

    name: str
    title: str
    held: Callable[[], Held]
    moves: int = 0
    steps: int = 0
    step: int = 1
    has_puzzles: bool | None = False
    is_one: bool = True


def offers(session: Session) -> tuple[Offer, ...]:
    """Return what can be exported, the likeliest first; () where nothing is open."""
    document = session.document
    if document is None:
        return ()
    record = document.kept
    made = [_whole(document, record)]
    if record.puzzle is None and record.lesson is None and len(record):
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
        run = document.run
        step = run.step + 1 if isinstance(run, LessonRun) else 1
        return Offer(f"This lesson, {counted(steps, 'step')}", title, held, steps=steps, step=step)
    moves = len(list(record.main_line()))
    if not moves:
        return Offer("This position", title, held)
    return Offer(f"This game, {counted(len(record), 'move')}", title, held, moves=moves)


def _position(session: Session, document: Document) -> Offer:
    def held() -> Contents:
        return Contents(new_record(session.copy_position()), view=document.view)

    return Offer("Only this position", document.title, held)


def _collection(session: Session, document: Document) -> Offer:
    """All items of the file it stands in, those that are open as they are now."""
    path = document.path
    assert path is not None

    def held() -> Held:
        found = files.load_any(path)
        if isinstance(found, Contents):
            return found
        items = list(found.items)
        for one in session.state.documents:
            if one.path == path and one.item is not None and one.item < len(items):
                items[one.item] = collections.contents_of(one)
        return replace(found, items=tuple(items))

    return Offer(f"All of {path.name}", path.stem, held, has_puzzles=None, is_one=False)
