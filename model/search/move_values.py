"""What every move of a position is worth for certain: looked up in a table, or proved by search."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from model.contract.game import Goal, Move, Position, Stop, Stopped
from model.contract.search import Prover, ValueSearch
from model.contract.tables import Entry, Table, Value
from model.search.proofs.proof_search import MOST_MOVES
from model.tablebase.library import answer_of

By = Literal["table", "search"]
FIRST_LOOK, LOOKS_GROW = 2_000, 8
"""Positions that are looked at after each move in the first round, and how many times more in the
next."""


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
    moves = answer_of(table, lambda: table.probe_moves(position.without_past()))
    if not moves or any(worth.value == "unknown" for worth in moves.values()):
        return None
    worth = max(moves.values(), key=lambda worth: worth.rank)
    return MoveValues(position, worth, moves, "table", done=True)


def proved(
    position: Position,
    prover: Callable[[Stop], Prover],
    report: Callable[[MoveValues], None],
    stop: Stop,
    search: Callable[[Stop], ValueSearch | None] = lambda stop: None,
) -> MoveValues:
    """Prove what moves are worth, as far as that goes: first who wins, then in how many plies.

    Parameters
    ----------
    position
        Of an open game of two players who move in turn; not over.
    prover
        Makes the prover that asks a stop function.
    report
        Called whenever more is known.
    stop
        Once it says True the answer is what is known by then.
    search
        Makes a search for values only, where the game has one: it decides what takes too many
        moves for a proof by depth. Without it a draw by play that never ends stays open.
    """
    proof = _Proof(position, report)
    values = search(stop)
    if values is not None:
        proof.decide(values, stop)
    with suppress(Stopped, _CannotTell):
        proof.measure(prover(stop))
    return proof.known(done=True)


class _Proof:
    """What is known of the moves of a position, as it grows."""

    def __init__(self, position: Position, report: Callable[[MoveValues], None]) -> None:
        self._position, self._report = position, report
        players = position.game.players
        self._mover = str(position.to_move)
        self._other = next(player for player in players if player != self._mover)
        self._found: dict[Move, Entry] = {}
        # Moves that lead to the same position are asked about once.
        self._after: dict[Position, list[Move]] = {}
        for move in position.legal_moves:
            after = position.play(move).without_past()
            if after.outcome is None:
                self._after.setdefault(after, []).append(move)
            else:
                winner = after.outcome.winner
                won: Value = "win" if winner == self._mover else "loss"
                self._found[move] = Entry("draw") if winner is None else Entry(won, 1)
        if self._found:
            report(self.known(done=False))

    def known(self, *, done: bool) -> MoveValues:
        """Return what is known now."""
        is_open = any(move not in self._found for moves in self._after.values() for move in moves)
        best = max(self._found.values(), key=lambda entry: entry.rank, default=None)
        if best is not None and is_open and best.value != "win":
            best = None
        return MoveValues(self._position, best, dict(self._found), "search", done)

    def _take(self, after: Position, entry: Entry) -> None:
        for move in self._after[after]:
            self._found[move] = entry
        self._report(self.known(done=False))

    def decide(self, search: ValueSearch, stop: Stop) -> None:
        """Find out who wins after each move, in rounds: what is easy is told first."""
        left, most = list(self._after), FIRST_LOOK
        while left and not stop():
            for after in tuple(left):
                worth = search.worth(after, most)
                if worth is not None:
                    self._take(after, Entry(worth).before())
                if worth is not None or search.is_over:
                    left.remove(after)
                if stop():
                    break
            most *= LOOKS_GROW

    def measure(self, prover: Prover) -> None:
        """Find out in how many plies, the quickest wins and losses first; Stopped, _CannotTell."""
        left = {after for after, moves in self._after.items() if self._value(moves[0]) != "draw"}
        for number in range(1, MOST_MOVES + 1):
            for after in [after for after in self._after if after in left]:
                entry = self._measured(prover, after, number)
                if entry is not None:
                    left.remove(after)
                    self._take(after, entry)
            if not left:
                return

    def _value(self, move: Move) -> Value:
        return self._found[move].value if move in self._found else "unknown"

    def _measured(self, prover: Prover, after: Position, number: int) -> Entry | None:
        """Return what the moves to `after` are worth; None: nobody wins in so many moves."""
        value = self._value(self._after[after][0])
        sides: tuple[tuple[str, Value], ...] = ((self._mover, "win"), (self._other, "loss"))
        for side, won in sides:
            if value not in ("unknown", won):
                continue
            goal = Goal("win", side)
            answer = prover.can(after, goal, number)
            if answer is None:
                raise _CannotTell
            if answer:
                plies = prover.length(after, goal, number)
                return Entry(won, None if plies is None else plies + 1)
        return None


class _CannotTell(Exception):
    """The prover cannot answer for so many moves."""
