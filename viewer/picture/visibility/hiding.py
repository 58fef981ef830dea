"""What a View hides, fades and shifts. Drawing and picking both ask here, so they cannot differ."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from itertools import combinations, product
from types import NoneType
from typing import Generic, TypeVar, TypeVarTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from model.boards.board import Board, PlaneFamily
from model.records.view import Cut, Peel, View

BALL_RADIUS = 0.5
"""Radius of a ball, in ball diameters."""
FADED = 0.15
"""What is left of a ball off the working layer."""
TOUCH = 1e-9
"""Slack of every comparison with a plane: a cut runs exactly through centres."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Mask = npt.NDArray[np.bool_]
Float64 = npt.NDArray[np.float64]
Float32 = npt.NDArray[np.float32]
Int32 = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Visible:
    """What one View leaves of a board; compared by identity, arrays are read-only.

    Attributes
    ----------
    centres
        (n, 3) float64 where the sites are drawn, explosion applied, in ball diameters.
    shown
        (n,) bool: some part of a ball standing there can be drawn: not peeled away, not wholly
        cut away.
    answers
        (n,) bool: an empty point there can be picked: its centre is not cut away, it is not peeled
        away and lies on the working layer, if there is one.
    on_layer
        (n,) bool: lies on the working layer (True everywhere when there is none).
    faint
        (n,) bool: the View shows what is there faintly: drawn, but a ball lets the mouse through.
    fade
        (n,) float32: 1 drawn in full, less where faint, 0.15 at most off the working layer.
    halfspaces
        (k, 4) float64 unit normal and d, in unexploded space: p is kept while
        ``normal . p <= d`` for every row whose `slabs` is -1 ...
    slabs
        (k,) int32: ... and, for each value s >= 0, for at least one of the rows with that value.
        Such a pair of rows is a flipped slab: it takes away what lies between its planes.
    shift
        (n, 3) float64 ``centres - board.centres``. Cuts are laid in unexploded space, so that a
        ball takes its cut with it when the levels move apart.
    """

    centres: Float64
    shown: Mask
    answers: Mask
    on_layer: Mask
    faint: Mask
    fade: Float32
    halfspaces: Float64
    slabs: Int32
    shift: Float64

    def __post_init__(self) -> None:
        for array in vars(self).values():
            array.flags.writeable = False

    @property
    def in_sight(self) -> Mask:
        """(n,) bool: a ball standing there is drawn and meant, in full or faintly."""
        return self.shown & self.on_layer

    @property
    def selects(self) -> Mask:
        """(n,) bool: a ball standing there is drawn in full and can be picked."""
        return self.in_sight & ~self.faint


class ByIdentity(Generic[T]):
    """A value as a cache key: equal to itself alone (and kept alive by the key).

    For arrays, and values that hold arrays, which cannot be hashed or compared as a whole.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


_BY_VALUE = (str, int, float, tuple, Struct, NoneType)


def remembered(size: int) -> Callable[[Callable[[*Ts], T]], Callable[[*Ts], T]]:
    """Return a decorator that remembers the last answers: the same arguments give the same object.

    Texts, numbers, tuples and Views are the same when they are equal. Arrays, positions and boards
    are the same when they are one object, which is kept alive while its answer is remembered.
    """

    def decorated(function: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
        @lru_cache(maxsize=size)
        def answer(*keys: object) -> T:
            values = [key.value if isinstance(key, ByIdentity) else key for key in keys]
            return function(*values)  # type: ignore[arg-type]  # the arguments of `asked`

        @wraps(function)
        def asked(*args: *Ts) -> T:
            return answer(*(one if isinstance(one, _BY_VALUE) else ByIdentity(one) for one in args))

        return asked

    return decorated


def resolve(
    board: Board,
    occupied: Mask,
    view: View,
    *,
    group: Mask | None = None,
    plies: Int32 | None = None,
    strength: Float32 | None = None,
) -> Visible:
    """Return what `view` leaves of `board`.

    The same arguments give the same object while it is remembered; the camera, the lens, ghosts
    and highlights play no part, so an orbit costs nothing here.

    Parameters
    ----------
    board
        The sites.
    occupied
        (n,) bool: where balls stand.
    view
        The look.
    group
        (n,) bool: the group standing on ``view.peel.only``. None or empty: nobody stands there,
        and that peel takes nothing away.
    plies
        (n,) int: the ply each ball was played at, 0 when set up; None: not known, and
        ``view.peel.between`` takes nothing away.
    strength
        (n,) float32: how strongly what is there is drawn, 0 hidden (`parts`);
        None: all in full.

    Raises
    ------
    ValueError
        When the view names planes or layers the board does not have; the sentence names both.
    """
    peel = view.peel
    only = group if peel.only and group is not None and group.any() else None
    between = peel.between is not None and plies is not None
    stands, played = (occupied, plies) if between else (None, None)
    return _resolve(
        board, view.cuts, peel, view.layer, view.explode, only, stands, played, strength
    )


@remembered(8)
def _resolve(
    board: Board,
    cuts: tuple[Cut, ...],
    peel: Peel,
    layer: tuple[str, int] | None,
    explode: float,
    only: Mask | None,
    occupied: Mask | None,
    plies: Int32 | None,
    strength: Float32 | None,
) -> Visible:
    halfspaces, slabs = cutting_planes(board, cuts)
    centre_kept, part_kept = _kept(board.centres, halfspaces, slabs)
    strength = np.ones(len(board), np.float32) if strength is None else strength
    stays = _stays(board, peel, only, occupied, plies) & (strength > 0)
    on_layer = np.ones(len(board), bool) if layer is None else on_plane(board, *layer)
    shift = np.zeros_like(board.centres)
    if explode and "level" in board.layers:
        shift[:, 2] = explode * (board.layers["level"] - 1)
    return Visible(
        centres=board.centres + shift,
        shown=part_kept & stays,
        answers=centre_kept & stays & on_layer,
        on_layer=on_layer,
        faint=strength < 1,
        fade=np.minimum(strength, np.where(on_layer, 1.0, FADED)).astype(np.float32),
        halfspaces=halfspaces,
        slabs=slabs,
        shift=shift,
    )


def plane_family(board: Board, name: str) -> PlaneFamily:
    """Return the plane family of `board` called `name`; ValueError says which there are."""
    try:
        return board.planes[name]
    except KeyError:
        known = ", ".join(board.planes)
        raise ValueError(f'this board has no planes called "{name}": it has {known}') from None


def on_plane(board: Board, name: str, number: float) -> Mask:
    """Return the (n,) mask of the sites whose centres lie on plane `number` of a family."""
    family = plane_family(board, name)
    height = board.centres @ np.asarray(family.normal)
    near: Mask = np.abs(height - family.offset(number)) < 1e-6
    return near


def cutting_planes(board: Board, cuts: tuple[Cut, ...]) -> tuple[Float64, Int32]:
    """Return (halfspaces (k, 4), slabs (k,)) of some cuts, as `Visible` describes them."""
    rows: list[tuple[float, ...]] = []
    slabs: list[int] = []
    for number, cut in enumerate(cuts):
        normal, ends = _normal_and_offsets(board, cut)
        against = tuple(-n for n in normal)
        if len(ends) == 1 and not cut.flip:
            new = [(*normal, ends[0])]
        elif len(ends) == 1:
            new = [(*against, -ends[0])]
        elif not cut.flip:
            new = [(*normal, max(ends)), (*against, -min(ends))]
        else:
            new = [(*normal, min(ends)), (*against, -max(ends))]
        rows.extend(new)
        slabs.extend([number if cut.flip and len(ends) == 2 else -1] * len(new))
    return np.array(rows, np.float64).reshape(-1, 4), np.array(slabs, np.int32)


def _normal_and_offsets(board: Board, cut: Cut) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Unit normal of a cut and the offsets of its one or two planes along it."""
    numbers = (cut.at,) if cut.to is None else (cut.at, cut.to)
    if cut.family:
        family = plane_family(board, cut.family)
        return family.normal, tuple(family.offset(number) for number in numbers)
    normal = np.asarray(cut.normal if cut.normal is not None else (0.0, 0.0, 1.0))
    length = float(np.linalg.norm(normal))
    if not length > 0:
        raise ValueError("a free cut needs a normal that is longer than 0")
    return tuple((normal / length).tolist()), tuple(number / length for number in numbers)


def _stays(
    board: Board, peel: Peel, only: Mask | None, occupied: Mask | None, plies: Int32 | None
) -> Mask:
    """(n,) bool: not taken away by a peel."""
    stays = np.ones(len(board), bool)
    if peel.levels is not None:
        level = _layer(board, "level")
        stays &= (level >= peel.levels[0]) & (level <= peel.levels[1])
    for name, count in peel.layers:
        stays &= _layer(board, name) >= count
    if only is not None:
        stays &= np.asarray(only, bool)
    if peel.between is not None and occupied is not None and plies is not None:
        first, last = peel.between
        stays &= np.asarray(occupied, bool) & (plies >= first) & (plies <= last)
    return stays


def _layer(board: Board, name: str) -> Int32:
    try:
        return board.layers[name]
    except KeyError:
        known = ", ".join(board.layers)
        raise ValueError(f'this board has no layers called "{name}": it has {known}') from None


def _kept(centres: Float64, halfspaces: Float64, slabs: Int32) -> tuple[Mask, Mask]:
    """Say a centre whether it is kept, and whether any part of the ball around it is.

    Some part of a ball is kept exactly when the kept region comes nearer to its centre than its
    radius. With flipped slabs the region is a union of convex ones: one a choice of sides.
    """
    centre_kept = np.zeros(len(centres), bool)
    part_kept = np.zeros(len(centres), bool)
    always = np.flatnonzero(slabs < 0)
    sides = [np.flatnonzero(slabs == s) for s in np.unique(slabs[slabs >= 0])]
    for choice in product(*sides):
        planes = halfspaces[np.concatenate([always, np.array(choice, np.intp)])]
        beyond = centres @ planes[:, :3].T - planes[:, 3]
        centre_kept |= (beyond <= TOUCH).all(axis=1)
        part_kept |= _reaches(centres, planes, beyond)
    return centre_kept, part_kept


def _reaches(centres: Float64, planes: Float64, beyond: Float64) -> Mask:
    """(n,) bool: the intersection of half-spaces comes nearer than a ball's radius.

    The nearest point of a convex polyhedron lies on one face, edge or corner; with at most six
    planes all can be tried, and only where a ball has its centre cut away.
    """
    reach: Mask = np.all(beyond < BALL_RADIUS - TOUCH, axis=1)
    doubtful = np.flatnonzero(reach & (beyond > TOUCH).any(axis=1))
    if len(planes) < 2 or not len(doubtful):
        return reach
    points, gaps = centres[doubtful], beyond[doubtful]
    near = np.zeros(len(doubtful), bool)
    for size in range(1, min(3, len(planes)) + 1):
        for some in combinations(range(len(planes)), size):
            normals = planes[list(some), :3]
            gram = normals @ normals.T
            if np.linalg.det(gram) < 1e-12:  # parallel: no common edge
                continue
            steps = np.linalg.solve(gram, gaps[:, some].T).T @ normals
            foot = points - steps
            on_it = (foot @ planes[:, :3].T - planes[:, 3] <= 1e-7).all(axis=1)
            near |= on_it & (np.linalg.norm(steps, axis=1) < BALL_RADIUS - TOUCH)
    reach[doubtful] = near
    return reach
