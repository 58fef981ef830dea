"""What every move of a position is worth for certain: looked up in a table, or proved by search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from model.game import Goal, Move, Position, Stop, Stopped
from model.search.deepening import MOST_MOVES
from model.search_contract import Prover
from model.table_contract import Entry, Table, Value

By = Literal["table", "search"]


@dataclass(frozen=True)
class MoveValues:
    """What is known for certain of a position and its moves.

    Attributes
    ----------
    position
        It is about this one; not over.
    worth
        To the side to move; None while that is not known.
    moves
        What moves are worth to it, plies counted from `position`; those left out are not decided.
    by
        What found it.
    done
        Whether no more will be found.
    """

    position: Position
    worth: Entry | None = None
    moves: Mapping[Move, Entry] = field(default_factory=dict)
    by: By = "search"
    done: bool = False

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are worth as much as the position, distance included."""
        return tuple(move for move, worth in self.moves.items() if worth == self.worth)


def from_table(table: Table, position: Position) -> MoveValues | None:
    """Return what a table knows of a running game; None where it has not got all of it."""
    moves = table.probe_moves(position.without_past())
    if not moves or any(worth.value == "unknown" for worth in moves.values()):
        return None
    worth = max(moves.values(), key=lambda worth: worth.rank)
    return MoveValues(position, worth, moves, "table", done=True)


def proved(
    position: Position,
    prover: Callable[[Stop], Prover],
    report: Callable[[MoveValues], None],
    stop: Stop,
) -> MoveValues:
    """Prove what moves are worth, the quickest wins and losses first, as far as that goes.

    A draw by play that never ends is never proved so: such moves stay open.

    Parameters
    ----------
    position
        Of an open game of two players who move in turn; not over.
    prover
        Makes the prover that asks a stop function.
    report
        Called whenever another move is decided.
    stop
        Once it says True the answer is what is known by then.
    """
    ask = prover(stop)
    players = position.game.players
    mover = str(position.to_move)
    other = next(player for player in players if player != mover)
    found: dict[Move, Entry] = {}
    # Moves that lead to the same position are asked about once.
    open_after: dict[Position, list[Move]] = {}
    for move in position.legal_moves:
        after = position.play(move).without_past()
        if after.outcome is None:
            open_after.setdefault(after, []).append(move)
        else:
            winner = after.outcome.winner
            won: Value = "win" if winner == mover else "loss"
            found[move] = Entry("draw") if winner is None else Entry(won, 1)

    def known(done: bool) -> MoveValues:
        return MoveValues(position, _worth(found, bool(open_after)), dict(found), "search", done)

    if found:
        report(known(not open_after))
    try:
        for number in range(1, MOST_MOVES + 1):
            for after in list(open_after):
                worth = _decided(ask, after, mover, other, number)
                if worth is None:
                    continue
                for move in open_after.pop(after):
                    found[move] = worth
                report(known(not open_after))
            if not open_after:
                break
    except (Stopped, _CannotTell):
        pass
    return known(done=True)


class _CannotTell(Exception):
    """The prover cannot answer for so many moves."""


def _decided(ask: Prover, after: Position, mover: str, other: str, number: int) -> Entry | None:
    """Return what the move to `after` is worth to who made it; None: nobody wins in so many."""
    sides: tuple[tuple[str, Value], ...] = ((mover, "win"), (other, "loss"))
    for side, value in sides:
        goal = Goal("win", side)
        answer = ask.can(after, goal, number)
        if answer is None:
            raise _CannotTell
        if answer:
            plies = ask.length(after, goal, number)
            return Entry(value, None if plies is None else plies + 1)
    return None


def _worth(found: Mapping[Move, Entry], is_open: bool) -> Entry | None:
    """Return what the best move is worth as far as that is certain: a win, or all is decided."""
    best = max(found.values(), key=lambda worth: worth.rank, default=None)
    if best is None or (is_open and best.value != "win"):
        return None
    return best
