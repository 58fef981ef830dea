"""Symmetries: the ways a board, and a position on it, comes to lie on itself.

By them two positions are compared: how much they are alike, turned, mirrored and with colours
exchanged.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from model.boards.board import Board, IntArray
from model.contract.game import Move, MoveError, Position
from model.contract.hooks import hooks_of
from model.contract.setup_rules import Cells
from model.notation.tokens import NotationError
from model.positions.setup import cells_of, exchanged, moved

MATRICES = tuple(
    np.array(rows)
    for rows in (
        ((1, 0), (0, 1)),
        ((0, -1), (1, 0)),
        ((-1, 0), (0, -1)),
        ((0, 1), (-1, 0)),
        ((-1, 0), (0, 1)),
        ((1, 0), (0, -1)),
        ((0, 1), (1, 0)),
        ((0, -1), (-1, 0)),
    )
)
"""The eight of the square, by what they do to (east, north)."""
NAMES = (
    "as it is",
    "turned left",
    "turned half",
    "turned right",
    "mirrored west to east",
    "mirrored south to north",
    "mirrored in the diagonal from SW",
    "mirrored in the diagonal from SE",
)
DIRECTED = (NAMES[0], NAMES[4])
"""Those that leave south and north where they are."""
_SITE = re.compile(r"[0-9]*[a-z]+[0-9]+")


@lru_cache(maxsize=16)
def named_maps(board: Board) -> tuple[tuple[str, IntArray], ...]:
    """Return the symmetries of a board by name: (n,) where site s comes to lie. Identity first."""
    middle = (board.centres.min(axis=0) + board.centres.max(axis=0)) / 2
    plan = board.centres[:, :2] - middle[:2]
    height = board.centres[:, 2]
    at = {
        (round(4 * x), round(4 * y), round(64 * z)): site
        for site, ((x, y), z) in enumerate(zip(plan, height, strict=True))
    }
    special = frozenset(board.victory)
    found = []
    for name, matrix in zip(NAMES, MATRICES, strict=True):
        image = [
            at.get((round(4 * x), round(4 * y), round(64 * z)), -1)
            for (x, y), z in zip(plan @ matrix.T, height, strict=True)
        ]
        if min(image) >= 0 and {image[site] for site in special} == special:
            array = np.array(image, np.int32)
            array.flags.writeable = False
            found.append((name, array))
    return tuple(found)


def maps(board: Board) -> tuple[IntArray, ...]:
    """Return the symmetries of a board, the identity first."""
    return tuple(image for _, image in named_maps(board))


def kept_by(position: Position, sites: Iterable[Iterable[str]] = ()) -> tuple[IntArray, ...]:
    """Return the symmetries that leave a position as it is, the identity first.

    Parameters
    ----------
    sites
        Sets of site names that must come to lie on themselves, too: a corner asked for, marked
        points.
    """
    board = position.game.board
    identity = maps(board)[:1]
    if hooks_of(position.game.kind).setup is None:
        return identity
    try:
        cells = cells_of(position)
    except NotationError:
        return identity
    wanted = [frozenset(board.index(name) for name in names) for names in sites]
    # Under a rule about directions south and north are not exchanged for anything else.
    directed = hooks_of(position.game.kind).is_directed(position.game)
    text = str(position)
    return tuple(
        image
        for name, image in named_maps(board)
        if np.array_equal(cells[np.argsort(image)], cells)
        and all(frozenset(int(image[s]) for s in names) == names for names in wanted)
        and (not directed or name in DIRECTED)
        # A move that is banned now must come to lie on itself, too.
        and (text.count(" ") == 2 or str(moved(position, image)) == text)
    )


def image_of(position: Position, move: Move, image: IntArray) -> Move:
    """Return the canonical move that `move` becomes under a symmetry of the position."""
    board = position.game.board

    def turned(match: re.Match[str]) -> str:
        word = match.group()
        return board.names[image[board.index(word)]] if word in board else word

    text = hooks_of(position.game.kind).image_of(position.game, move, image)
    if text is None and move in board:  # its name need not look like those in longer moves
        return board.names[int(image[board.index(move)])]
    if text is None:
        text = _SITE.sub(turned, move)
    try:
        return position.read_move(text)
    except MoveError:
        return move


def canonical(position: Position) -> str:
    """Return a text that positions share where symmetry, or an exchange of colours, joins them."""
    if hooks_of(position.game.kind).setup is None:
        return str(position)
    return min(map(str, _forms(position)))


def likeness(one: Position, other: Position) -> float:
    """Return what share of the points taken in either position is taken alike in both, 0 to 1.

    It is the largest there is for any symmetry of the board, colours exchanged or not; of games
    that are not set up by hand, 1 for the same position and 0 else.
    """
    if hooks_of(one.game.kind).setup is None or one.game != other.game:
        return float(str(one) == str(other))
    cells = cells_of(other)
    return max(_shared(cells_of(form), cells) for form in _forms(one))


def _shared(one: Cells, other: Cells) -> float:
    taken = int(((one != 0) | (other != 0)).sum())
    return float(((one == other) & (one != 0)).sum()) / taken if taken else 1.0


def _forms(position: Position) -> Iterator[Position]:
    for one in (position, exchanged(position)):
        for image in maps(position.game.board):
            yield moved(one, image.astype(np.int_))
