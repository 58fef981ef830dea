"""`check --course`: how courses teach, and whether a first look shows what a task asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from msgspec import structs

from model.contract.game import Position, Stop
from model.lessons.teaching import Teaching, course_of, right_points, teaching_of
from model.positions.setup import Draft
from model.records.lesson import Step
from model.records.positions import PositionCache
from model.records.record import Record
from model.records.view import View
from viewer.picture.compose.composer import depict
from viewer.picture.compose.first_look import BALL, ENOUGH, POINT, from_home, visibility
from viewer.picture.picture import Room
from viewer.picture.visibility.visible import visible_in
from viewer.scene.camera import Float64, fitted_to
from viewer.scene.input.projection import Projection

SCENES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"1024x768": (660, 590), "1366x768": (620, 590)}
)
"""Width and height of the scene beside the docks of a lesson, by the size of the window."""
BELOW, CORNER = 40, 124
"""Pixels along the lower edge and in the upper right corner that something lies over."""
LEAST = 4.0
"""Radius in pixels from which on the mouse finds a point."""


class Courses:
    """What the courses that are checked together have taught so far, by their names."""

    def __init__(self) -> None:
        self._taught: dict[str, tuple[str, ...]] = {}

    def check(self, record: Record, stop: Stop | None = None) -> tuple[str, list[str]]:
        """Return the figures of a lesson on one line, and its faults.

        Chapters of one course know what those that were checked before have taught. Stopped when
        `stop` says so.
        """
        course = course_of(record)
        found: Teaching = teaching_of(record, self._taught.get(course, ()), stop)
        if course:
            self._taught[course] = tuple(found.terms)
        looks = list(hidden_looks(record, stop))
        return f"{found}; {len(looks)} looks that hide it", [*found.faults, *looks]


def hidden_looks(record: Record, stop: Stop | None = None) -> Iterator[str]:
    """Yield for each first look that hides what its step asks for in which windows it does."""
    cache = PositionCache()
    steps = () if record.lesson is None else record.lesson.steps
    for number, step in enumerate(steps, start=1):
        position = cache.position(record, step.node)
        if (
            step.task is None
            or step.task.kind not in ("place", "click")
            or isinstance(position, Draft)
        ):
            continue
        if position.game.kind.hides:  # the answer is a choice made beside the board
            continue
        board = position.game.board
        sites = sorted(board.index(name) for name in right_points(position, step.task, stop))
        view = from_home(first_view(record, step), board)
        hidden = [size for size in SCENES if sites and not is_seen(position, view, sites, size)]
        if hidden:
            yield f"step {number}: the answer is hidden at first at {' and '.join(hidden)}"


def first_view(record: Record, step: Step) -> View:
    """Return how a step is looked at first."""
    return step.view or record.nodes[step.node].view or View()


def is_seen(position: Position, view: View, sites: Iterable[int], size: str) -> bool:
    """Tell whether one of some points is well seen, and large enough to be clicked.

    Parameters
    ----------
    size
        Of the window, one of `SCENES`.
    """
    width, height = SCENES[size]
    room = Room(below=BELOW / height, corner=(CORNER / width, CORNER / height))
    picture = replace(depict(position, structs.replace(view, show="")), room=room)
    visible = visible_in(picture)
    taken = set(position.pieces.site.tolist())
    left = [site for site in sites if (visible.selects if site in taken else visible.answers)[site]]
    sight = Projection(fitted_to(picture, width / height), width, height)
    found = [site for site in left if _is_within(sight, visible.centres[site], site in taken)]
    if not found or (view.peel, view.cuts, view.layer, view.explode) != _WHOLE:
        return bool(found)  # what stands before it may be gone
    return bool(visibility(position, [view.camera], found).max() >= ENOUGH)


_WHOLE = (View().peel, View().cuts, View().layer, View().explode)


def _is_within(sight: Projection, centre: Float64, taken: bool) -> bool:
    """Whether a point lies in the picture, with nothing of the window over it, and is not tiny."""
    try:
        x, y = sight.to_screen(centre)
    except ValueError:
        return False
    covered = x > sight.width - CORNER and y < CORNER
    inside = 0 <= x <= sight.width and 0 <= y <= sight.height - BELOW
    return inside and not covered and (BALL if taken else POINT) / sight.pixel >= LEAST
