"""What a picture shows of its board: drawing and pointing both ask here."""

from math import ceil

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Pieces, site_mask
from viewer.picture.compose.ground import is_map
from viewer.picture.picture import Picture
from viewer.picture.visibility import parts
from viewer.picture.visibility.hiding import Mask, Visible, remembered, resolve
from viewer.picture.visibility.parts import strength
from viewer.visuals.overlay_types import Pour, Sign

Steps = npt.NDArray[np.int32]
EMPTY = -2
"""Owner of an empty site; -1 is a piece of nobody."""


def occupied(picture: Picture) -> Mask:
    """Return the (n,) mask of the sites where something stands."""
    return _occupied(picture.board, picture.pieces)


@remembered(8)
def _occupied(board: Board, pieces: Pieces) -> Mask:
    mask = np.zeros(len(board), bool)
    mask[pieces.site] = True
    mask.flags.writeable = False
    return mask


def owners(board: Board, pieces: Pieces) -> npt.NDArray[np.int32]:
    """Return (n,) int32 who stands on each site: a player's index, -1 nobody's piece, -2 empty.

    A piece of nobody that lies with others is theirs, as a ball that is carried.
    """
    owner = np.full(len(board), EMPTY, np.int32)
    owner[pieces.site] = -1
    held = pieces.owner >= 0
    owner[pieces.site[held]] = pieces.owner[held]
    return owner


def ringed_points(picture: Picture) -> Mask | None:
    """Return the (n,) mask of the points with a ring round them that can be picked, None: none."""
    rings = [one for one in picture.overlays if isinstance(one, Sign) and one.shape == "ring"]
    if not rings:
        return None
    ringed = site_mask(picture.board, [site for ring in rings for site in ring.sites])
    points = pickable(picture)
    return ringed if points is None else ringed & points


def pickable(picture: Picture) -> Mask | None:
    """Return the (n,) mask of the empty points that can be picked, None for all.

    With ghosts "all" every empty point answers (and is refused with a reason where the rules
    forbid it); otherwise those that may be played, drawn or not, and those that a pour has
    coloured. On a board whose fields do not
    lie above each other none is in the way of another, so all answer; but borders lie on fields, so
    they answer only where something may be put on them, and alone where nothing else may come. On
    a map the spaces that they lead to answer with them (`click_meaning.border_to`).
    """
    board, legal = picture.board, picture.legal if picture.choices is None else picture.choices
    if board.edges and legal is not None:
        return _with_edges(board, legal)
    if picture.view.ghosts == "all" or is_flat(board):
        return None
    pour = next((one for one in picture.overlays if isinstance(one, Pour)), None)
    if pour is None or picture.legal is None:
        return picture.legal
    return _with_poured(picture.legal, pour.distances, ceil(pour.time))


@remembered(4)
def _with_poured(legal: Mask, distances: Steps, time: int) -> Mask:
    """The points that may be played or are nearer to a corner than `time` steps."""
    found: Mask = legal | ((distances >= 0) & (distances < time))
    return found


@remembered(4)
def _with_edges(board: Board, legal: Mask) -> Mask:
    """The sites that answer on a board with borders; one array as long as `legal` is the same."""
    edges = site_mask(board, list(board.edges))
    found: Mask = legal | ~edges
    if not legal.any() or (legal & ~edges).any():
        return found
    if not is_map(board):
        return legal
    found = np.array(legal)  # with the spaces that the borders lead to
    found[[board.edges[site][1] for site in np.flatnonzero(legal).tolist()]] = True
    return found


@remembered(8)
def is_flat(board: Board) -> bool:
    """Tell whether no two sites lie above each other, so that each can be seen from above."""
    plan = board.centres[:, :2].round(3)
    return len(np.unique(plan, axis=0)) == len(plan)


def visible_in(picture: Picture) -> Visible:
    """Return what the view of a picture leaves of its board, groups and plies included."""
    view = picture.view
    group = None
    if view.peel.only:
        group = group_at(picture, view.peel.only)
    shown = strength(picture.board, picture.pieces, picture.players, view)
    return resolve(
        picture.board, occupied(picture), view, group=group, plies=picture.plies, strength=shown
    )


def group_at(picture: Picture, name: str) -> Mask:
    """Return the (n,) mask of the linked balls of one owner at a site; empty when none is there."""
    board = picture.board
    return parts.group_at(board, picture.pieces, board.index(name) if name in board else None)
