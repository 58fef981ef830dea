"""A row of moves, all at once: who moves, who is pushed, and who is stopped and why.

The answer does not depend on the order of the pieces: whatever is found out in one step is found
out of the same commands and of the same failures, and then added together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.games.pyramid_ball.pitch import NEXT, rank_of, team_of

Failures = dict[int, str]
"""Piece -> key of what stopped it."""


@dataclass(frozen=True)
class Push:
    """A defender that moves onto a square of the offence; the chain begins with who stood there."""

    pusher: int
    chain: tuple[int, ...]


@dataclass(frozen=True)
class Settled:
    """What became of a row of moves.

    Attributes
    ----------
    squares
        Where the pieces stand now.
    failed
        The pieces that were stopped, with the key of the reason.
    pushes
        Those that were carried out, by the number of the pusher.
    against_edge
        Those that failed because the chain stands at the edge.
    moved
        The pieces that moved by their own command.
    """

    squares: tuple[int, ...]
    failed: Failures
    pushes: tuple[Push, ...]
    against_edge: tuple[Push, ...]
    moved: frozenset[int]


@dataclass
class _Row:
    """A row of moves while it is being settled."""

    squares: Sequence[int]
    ways: Sequence[int]
    defence: int
    follows: bool
    targets: dict[int, int]
    failed: Failures
    claimed: frozenset[int] = frozenset()
    against_edge: list[Push] = field(default_factory=list)

    def is_defender(self, piece: int) -> bool:
        return team_of(piece) == self.defence

    def movers(self) -> list[int]:
        return [piece for piece in self.targets if piece not in self.failed]

    def staying(self) -> dict[int, int]:
        """Square -> piece of those that do not move now."""
        movers = self.movers()
        return {at: piece for piece, at in enumerate(self.squares) if piece not in movers}

    def held_by_defence(self, staying: dict[int, int]) -> set[int]:
        """The squares that the offence cannot enter because a defender stands there."""
        if not self.follows:
            return {at for piece, at in enumerate(self.squares) if self.is_defender(piece)}
        return {at for at, piece in staying.items() if self.is_defender(piece)}

    def pushes(self) -> list[Push]:
        """What defenders that move now would push."""
        staying = self.staying()
        found = []
        for piece in self.movers():
            at, chain = self.targets[piece], []
            while self.is_defender(piece) and at in staying and not self.is_defender(staying[at]):
                chain.append(staying[at])
                at = NEXT[at][self.ways[piece]]
            if chain:
                found.append(Push(piece, tuple(chain)))
        return found

    def entered(self, push: Push) -> list[int]:
        """The squares that the pieces of a chain enter, -1 for beyond the edge."""
        return [NEXT[self.squares[piece]][self.ways[push.pusher]] for piece in push.chain]


def settle(
    squares: Sequence[int],
    ways: Sequence[int],
    defence: int,
    closed: tuple[int, int] | None = None,
    *,
    follow_defender: bool = True,
) -> Settled:
    """Return what becomes of a row of moves.

    Parameters
    ----------
    squares
        Of the six pieces.
    ways
        For each piece a place in `pitch.DIRECTIONS`, -1 for standing still.
    defence
        The team that has not got the ball.
    closed
        A team and the row it may not enter, None for none.
    """
    failed: Failures = {}
    targets: dict[int, int] = {}
    for piece, way in enumerate(ways):
        if way < 0:
            continue
        target = NEXT[squares[piece]][way]
        if target < 0:
            failed[piece] = "edge"
        elif closed is not None and _enters(piece, squares[piece], target, closed):
            failed[piece] = "goal-row-ban"
        else:
            targets[piece] = target
    row = _Row(squares, ways, defence, follow_defender, targets, failed)
    row.claimed = frozenset(at for piece, at in targets.items() if row.is_defender(piece))
    failed.update(_by_commands(row))
    while found := _pushes_that_fail(row) or _pushes_that_meet(row) or _blocked_offence(row):
        failed.update(found)
    pushes = tuple(row.pushes())
    after, moved = list(squares), row.movers()
    for push in pushes:
        for piece, entered in zip(push.chain, row.entered(push), strict=True):
            after[piece] = entered
    for piece in moved:
        after[piece] = targets[piece]
    return Settled(
        tuple(after), dict(sorted(failed.items())), pushes, tuple(row.against_edge),
        frozenset(moved),
    )  # fmt: skip


def _enters(piece: int, square: int, target: int, closed: tuple[int, int]) -> bool:
    team, row = closed
    return team_of(piece) == team and rank_of(target) == row != rank_of(square)


def _by_commands(row: _Row) -> Failures:
    """What the commands alone decide, whatever becomes of the others."""
    found: Failures = {}
    defenders_at = {at for piece, at in enumerate(row.squares) if row.is_defender(piece)}
    for piece, target in row.targets.items():
        mates = [p for p in row.targets if p != piece and team_of(p) == team_of(piece)]
        meets = any(row.targets[mate] == target for mate in mates)
        swaps = [
            other
            for other, to in row.targets.items()
            if row.squares[other] == target and to == row.squares[piece]
        ]
        if row.is_defender(piece):
            if meets:
                found[piece] = "defenders-meet"
            elif any(row.is_defender(other) for other in swaps):
                found[piece] = "defenders-swap"
        elif target in row.claimed:
            found[piece] = "defender-claims"
        elif swaps:
            found[piece] = "swap"
        elif meets:
            found[piece] = "offence-meet"
        elif not row.follows and target in defenders_at:
            found[piece] = "occupied"
    return found


def _pushes_that_fail(row: _Row) -> Failures:
    staying = row.staying()
    held = row.held_by_defence(staying)
    found: Failures = {}
    for piece in row.movers():
        standing = staying.get(row.targets[piece], -1)
        if row.is_defender(piece) and standing >= 0 and row.is_defender(standing):
            found[piece] = "defender-there"
    for push in row.pushes():
        for square in row.entered(push):
            if square < 0:
                found[push.pusher] = "push-edge"
                row.against_edge.append(push)
            elif square in held:
                found[push.pusher] = "push-defender"
            elif square in row.claimed:
                found[push.pusher] = "push-claimed"
            if push.pusher in found:
                break
    return found


def _pushes_that_meet(row: _Row) -> Failures:
    entering: dict[int, list[int]] = {}
    for push in row.pushes():
        for square in row.entered(push):
            entering.setdefault(square, []).append(push.pusher)
    return {pusher: "pushes-meet" for many in entering.values() if len(many) > 1 for pusher in many}


def _blocked_offence(row: _Row) -> Failures:
    staying = row.staying()
    taken = {square for push in row.pushes() for square in row.entered(push)}
    found: Failures = {}
    for piece in row.movers():
        if not row.is_defender(piece):
            if row.targets[piece] in taken:
                found[piece] = "pushed-piece-takes"
            elif row.targets[piece] in staying:
                found[piece] = "occupied"
    return found
