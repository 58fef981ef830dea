"""What joins bodies: necks where balls touch, rods between groups that do not. Pure numpy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from model.boards.board import Board
from viewer.export.solid.bodies import Body

BOARD = -1
"""Stands for the board in a joint."""


class Joint(NamedTuple):
    """Two bodies that are joined, by their numbers; the second may be `BOARD`."""

    one: int
    other: int


def touching(board: Board, bodies: Sequence[Body]) -> tuple[Joint, ...]:
    """Return the pairs of balls on neighbouring sites that touch."""
    return tuple(_touching(board, bodies))


def _touching(board: Board, bodies: Sequence[Body]) -> Iterator[Joint]:
    balls = {body.site: k for k, body in enumerate(bodies) if body.is_ball}
    for site, k in balls.items():
        for beside in board.neighbours(site).tolist():
            other = balls.get(beside, -1)
            if other > k and _touch(bodies[k], bodies[other]):
                yield Joint(k, other)


def _touch(one: Body, other: Body) -> bool:
    apart = np.linalg.norm(np.subtract(one.centre, other.centre))
    return bool(apart <= one.measures[0] + other.measures[0] + 1e-6)


def groups_of(
    bodies: Sequence[Body], joints: Iterable[Joint], *, held: bool
) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of bodies that hang together, the largest group first.

    Parameters
    ----------
    joints
        Necks and rods; what stands on one site hangs together without.
    held
        Whether they stand on a board: what stands on the ground is one group then, and the first.
    """
    parent = list(range(len(bodies) + 1))
    ground = len(bodies)

    def root(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    last: dict[int, int] = {}
    for k, body in enumerate(bodies):
        if body.site in last:
            parent[root(k)] = root(last[body.site])
        last[body.site] = k
        if held and body.stands:
            parent[root(k)] = root(ground)
    for one, other in joints:
        parent[root(one)] = root(ground if other == BOARD else other)
    found: dict[int, list[int]] = {}
    for k in range(len(bodies)):
        found.setdefault(root(k), []).append(k)
    first = root(ground)
    order = sorted(found, key=lambda r: (r != first, -len(found[r]), found[r][0]))
    return tuple(tuple(found[r]) for r in order)


def rods_between(
    bodies: Sequence[Body], groups: Sequence[Sequence[int]], board: float | None
) -> tuple[Joint, ...]:
    """Return the shortest rods that make one of several groups of balls (Prim's algorithm).

    Parameters
    ----------
    groups
        As of `groups_of`.
    board
        Height of the upper face of a board that they stand on, in ball diameters; None: none.
    """
    centres = np.array([body.centre for body in bodies])
    label = np.zeros(len(bodies), int)
    for number, group in enumerate(groups):
        label[list(group)] = number
    near = np.full(len(bodies), np.inf)
    towards = np.full(len(bodies), BOARD)
    reached = np.zeros(len(bodies), bool)
    if board is not None:
        near = centres[:, 2] - board + bodies[0].measures[0]  # as far as from centre to centre

    def reach(number: int) -> None:
        for k in groups[number]:
            away = np.linalg.norm(centres - centres[k], axis=1)
            closer = away < near - 1e-9
            near[closer], towards[closer] = away[closer], k
        reached[label == number] = True

    rods = []
    if board is None or any(bodies[k].stands for k in groups[0]):
        reach(0)
    while not reached.all():
        k = int(np.where(reached, np.inf, near).argmin())
        rods.append(Joint(k, int(towards[k])))
        reach(int(label[k]))
    return tuple(rods)
