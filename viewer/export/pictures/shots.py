"""What pictures are taken of: positions, each with how it is looked at and what is said."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from msgspec import structs

from model.contract.game import Position
from model.exercises.puzzle import marked_points
from model.positions.setup import Draft
from model.puzzles.wording import asked
from model.records.files import Contents
from model.records.lesson import Step, step_for
from model.records.record import ROOT, path_to
from model.records.sealing import SEALED
from model.records.view import Mark, View
from viewer.export.items import ExportItem, opened_node, opened_step, step_views
from viewer.learn.slides import plain_text
from viewer.picture.compose.transition import carried, landing
from viewer.picture.picture import Picture


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A position of an item, ready to be depicted.

    Attributes
    ----------
    position
        As everybody may know it.
    view, marks
        How it is looked at, and what a teacher marked.
    contents, node
        Where it stands.
    heading, said
        What it belongs to, and what is said of it: the text of a step, a comment, what a puzzle
        asks, or the move; "" for nothing.
    pour
        What pours in a step of a lesson ("SW:red"); "" for nothing.
    asks
        Something is asked of it: the picture keeps the answer to itself.
    last, carried
        As in `Picture`.
    """

    position: Position
    view: View
    marks: tuple[Mark, ...]
    contents: Contents
    node: int
    heading: str
    said: str
    pour: str = ""
    asks: bool = False
    last: int | None = None
    carried: tuple[tuple[int, int], ...] = ()

    def played(self, picture: Picture) -> Picture:
        """Return a picture of the position that shows the move that led there."""
        return replace(picture, last=self.last, carried=self.carried)


def shots_of(
    item: ExportItem, *, step: int | None = None, every: bool = False, title: str = ""
) -> Iterator[Snapshot]:
    """Yield what pictures of an item show.

    Parameters
    ----------
    step
        After so many moves of the main line; of a lesson that step, from 1. None: where the file
        stands, of a lesson its first step.
    every
        The start and the position after each move of the main line, or each step of a lesson.
    title
        The heading of each; "": what the item is called.

    Raises
    ------
    ExportError
        There is no such step.
    """
    record = item.contents.record
    taken = _Taken(item, title or item.title)
    count = len(record.lesson.steps) if record.lesson is not None else 0
    if count:
        yield from map(taken.step, range(count) if every else (opened_step(count, step),))
    elif every:
        yield from map(taken.node, item.game.line)
    else:
        yield taken.node(opened_node(record, item.contents.node, step))


def asked_view(step: Step, view: View) -> View:
    """Return how a step with a task is looked at: what an earlier one shows may be its answer."""
    own = step.view is not None and step.view.show == view.show
    return view if own else structs.replace(view, show="")


class _Taken:
    """Takes shots of one item."""

    def __init__(self, item: ExportItem, heading: str) -> None:
        self._item, self._contents, self._heading = item, item.contents, heading
        self._game, self._seen = item.game, item.game.record

    @cached_property
    def _views(self) -> list[View]:
        return step_views(self._contents.record, self._item.view)

    def node(self, node: int) -> Snapshot:
        """The position at a node of a game or puzzle."""
        here = self._seen[node]
        puzzle = self._contents.record.puzzle if node == ROOT else None
        points = () if puzzle is None else marked_points(puzzle)
        shot = self._at(node, self._look(node), (*here.marks, *points))
        return replace(shot, said=plain_text(here.comment) or self._asked(node) or self._move(node))

    def step(self, number: int) -> Snapshot:
        """A step of a lesson, counted from 0."""
        lesson = self._contents.record.lesson
        assert lesson is not None
        step, view = step_for(lesson.steps[number], "paper"), self._views[number]
        asks = step.task is not None
        if asks:
            view = asked_view(step, view)
        shot = self._at(step.node, view, (*self._seen[step.node].marks, *step.marks))
        title, text = plain_text(step.title), plain_text(step.text)
        return replace(shot, heading=title or self._heading, said=text, pour=step.pour, asks=asks)

    def _at(self, node: int, view: View, marks: Sequence[Mark]) -> Snapshot:
        position, before = self._game.position(node), self._game.before(node)
        move = "" if before is None else self._seen[node].move
        return Snapshot(
            position.seen_by(None),
            view,
            tuple(marks),
            self._contents,
            node,
            self._heading,
            "",
            last=landing(move, position, before),
            carried=carried(move, before),
        )

    def _look(self, node: int) -> View:
        """How a node is looked at: as it wants, else as one before it, else as the file says."""
        if node == self._contents.node:
            return self._item.view
        way = [ROOT, *path_to(self._seen, node)]
        own = (self._seen[one].view for one in reversed(way))
        return next((view for view in own if view is not None), self._item.view)

    def _asked(self, node: int) -> str:
        puzzle = self._contents.record.puzzle
        position = self._game.position(node)
        if puzzle is None or node != ROOT or isinstance(position, Draft):
            return ""
        return asked(position, puzzle.stipulation)

    def _move(self, node: int) -> str:
        move = self._seen[node].move
        if not move:
            return ""
        words = "A hidden choice" if move == SEALED else move
        return f"{len(path_to(self._seen, node))}. {words}"
