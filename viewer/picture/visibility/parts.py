"""How strongly each site is drawn, as a View says of players, empty points, groups and levels.

Groups are as the eye sees them: linked pieces of one owner, on any board. The layers and planes of
a board that can be named by a number ("Level 3", "Rank 5") are found here, and those in which a
working layer may lie.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from model.boards.board import Board
from model.contract.game import Pieces
from model.records.view import EMPTY, How, View
from viewer.picture.visibility.hiding import Float32, Mask, remembered
from viewer.picture.words.plane_names import NAMES


@remembered(8)
def group_at(board: Board, pieces: Pieces, site: int | None) -> Mask:
    """Return the (n,) mask of the linked pieces of one owner at a site; empty where none stands."""
    owner = np.full(len(board), -2, np.int32)
    owner[pieces.site] = pieces.owner
    if site is None or owner[site] == -2:
        mask = np.zeros(len(board), bool)
    else:
        mask = board.linked(owner, site)
    mask.flags.writeable = False
    return mask


_PARALLEL = 0.9999
"""Cosine of the angle between planes from which on they count as parallel."""


def layer_families(board: Board) -> tuple[str, ...]:
    """Families a working layer can have: planes of the board that also number its sites.

    The layers off a base corner are among them: they lie in the planes of diag or anti. A family
    whose planes are those of another, counted the other way (base is level), is left out.
    """
    found: list[str] = []
    for family in board.planes:
        if family in board.layers and _twin(board, family, found) is None:
            found.append(family)
    return tuple(found)


def offered_layer(board: Board, layer: tuple[str, int]) -> tuple[str, int]:
    """Return a layer as one of `layer_families`: "base" 0, which a file may name, is "level" 1."""
    family, number = layer
    families = layer_families(board)
    if family in families or family not in board.planes or family not in board.layers:
        return layer
    twin, there = _twin(board, family, families), board.layers[family] == number
    if twin is None or not there.any():
        return layer
    return twin, int(board.layers[twin][there.argmax()])


def _twin(board: Board, family: str, others: Sequence[str]) -> str | None:
    """The first of some other families that has the same planes, None where all differ."""
    normal = np.asarray(board.planes[family].normal)
    for other in others:
        if abs(float(normal @ np.asarray(board.planes[other].normal))) > _PARALLEL:
            return other
    return None


class Region(NamedTuple):
    """Layers or planes of one direction.

    Attributes
    ----------
    title
        As a person reads it.
    key
        Name among the board's layers, else among its planes.
    first, last
        The numbers there are.
    """

    title: str
    key: str
    first: int
    last: int


def regions(board: Board) -> list[Region]:
    """Return what a board can be divided into: layers first."""
    found = []
    for key, title in NAMES["layers"].items():
        layer = board.layers.get(key)
        if layer is not None and int(layer.max()) > int(layer.min()):
            found.append(Region(title, key, int(layer.min()), int(layer.max())))
    for key, title in NAMES["planes"].items():
        family = board.planes.get(key)
        if family is not None:
            found.append(Region(title, key, int(family.first), int(family.last)))
    return found


def sites_in(board: Board, key: str, number: int) -> list[int]:
    """Return the sites of a layer or a lattice plane by its number."""
    if key in board.layers:
        return np.flatnonzero(board.layers[key] == number).tolist()
    family = board.planes[key]
    # Where a site lies along the normal, against where the plane lies.
    along = board.centres @ np.asarray(family.normal, float)
    return np.flatnonzero(np.abs(along - family.offset(number)) < 1e-6).tolist()


def strength(board: Board, pieces: Pieces, players: tuple[str, ...], view: View) -> Float32 | None:
    """Return (n,) float32: 1 drawn in full, less where faint, 0 hidden; None: all is in full.

    The same arguments give the same array while it is remembered. A group's own word counts for
    it; elsewhere the least of what is said of a piece's player and its level does, and of the
    empty points and their level.
    """
    if not view.parts:
        return None
    return _strength(board, pieces, tuple(players), view.parts, view.opacity)


@remembered(8)
def _strength(
    board: Board,
    pieces: Pieces,
    players: tuple[str, ...],
    parts: tuple[tuple[str, How], ...],
    opacity: float,
) -> Float32:
    value = {"shown": 1.0, "faint": opacity, "hidden": 0.0}
    owner = np.full(len(board), -2, np.int32)
    owner[pieces.site] = pieces.owner
    level = board.layers.get("level")
    found = np.ones(len(board), np.float32)
    groups: list[tuple[str, How]] = []
    for part, how in parts:
        name, _, which = part.partition("=")
        if name == "group":
            groups.append((which, how))
            continue
        there = np.zeros(len(board), bool)
        if part == EMPTY:
            there = owner == -2
        elif name == "player" and which in players:
            there = owner == players.index(which)
        elif name == "level" and level is not None:
            there = level == int(which)
        found[there] = np.minimum(found[there], value[how])
    for which, how in groups:
        if which in board:
            found[group_at(board, pieces, board.index(which))] = value[how]
    found.flags.writeable = False
    return found
