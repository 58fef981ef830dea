"""Which prover and which solver answer for a game, and who wins with best play.

The winner is found by provers: who can force the win in one move, in two, in three ... A win that
neither side can force in fewer moves than asked so far is not ruled out for more, so this decides
positions that are won, never draws; those are for `model.search.depth_solver`. A prover that looks
at so many positions and no more answers alike on every computer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import NamedTuple

from model.contract.game import Game, Goal, Move, Player, Position, Solution, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Prover, WeighingProver
from model.search.depth_solver import solve_by_depth
from model.search.proofs.plain_prover import PlainProver, reached
from model.search.proofs.proof_search import MOST_MOVES
from model.search.tablebase_adapters import TabledProver, solved
from model.tablebase.library import table_for


class BoundedProver:
    """Answers what a side can force, None where that takes too many positions; see `Prover`.

    Tables are not asked: who has one would get other answers.

    Parameters
    ----------
    game
        An open game of two, without dice.
    most
        Positions it looks at, until it is `renewed`.
    stop
        Once it says True, `Stopped` is raised.
    """

    def __init__(self, game: Game, most: int, stop: Stop) -> None:
        self.visited = 0
        self._most, self._stop, self._end = most, stop, most
        hooks = hooks_of(game.kind)
        self._prover: Prover = hooks.prover(game, self._over) or PlainProver(game, self._over)

    def renewed(self) -> BoundedProver:
        """Let it look at as many positions again."""
        self._end = self._work + self._most
        return self

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` can force the goal; see `Prover.can`."""
        try:
            return self._prover.can(position, goal, moves)
        except Stopped:
            if self._stop():
                raise
            return None
        finally:
            self.visited = self._prover.visited

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes; see `Prover.length`."""
        return self._prover.length(position, goal, moves)

    @property
    def _work(self) -> int:
        prover = self._prover
        return prover.work if isinstance(prover, WeighingProver) else prover.visited

    def _over(self) -> bool:
        return self._work >= self._end or self._stop()


Notify = Callable[[str], None]
"""Called with a few words on how far a search has come."""


class DeepeningProof:
    """A proof that goes on where it stood when its time was up.

    Parameters
    ----------
    position
        Of an open game of two players, not over.
    prover
        Makes the prover of a game that asks a stop function.
    notify
        Told how many moves are ruled out.

    Attributes
    ----------
    is_over
        Whether more time is of no use: the prover cannot answer for so many moves.
    """

    def __init__(
        self,
        position: Position,
        prover: Callable[[Game, Stop], Prover],
        notify: Notify | None = None,
    ) -> None:
        self.is_over = False
        self._position, self._tell = position.without_past(), notify
        self._until = 0.0
        self._prover = prover(position.game, lambda: monotonic() > self._until)
        mover = position.to_move
        self._sides = sorted(position.game.players, key=lambda player: player != mover)
        self._asked, self._moves = 0, 1

    def go_on(self, until: float, line_until: float) -> Solution | None:
        """Return the value once it is proved.

        Parameters
        ----------
        until
            Time (`time.monotonic`) up to which to look for a proof.
        line_until
            Time up to which a proved line may be put together; it is cut off there.
        """
        self._until = until
        try:
            while not self.is_over:
                goal = Goal("win", self._sides[self._asked])
                found = self._prover.can(self._position, goal, self._moves)
                if found:
                    self._until = line_until
                    return self._solution(goal)
                self.is_over = found is None
                self._ruled_out()
        except Stopped:
            pass
        return None

    def only(self, side: Player) -> None:
        """Look for the wins of one side alone: the other is known not to win."""
        if self._sides[self._asked] != side and len(self._sides) > 1 and self._asked == 1:
            self._moves += 1  # the side that wins does not within so many, that was asked first
        self._sides, self._asked = [side], 0

    def _ruled_out(self) -> None:
        self._asked += 1
        if self._asked < len(self._sides):
            return
        if self._tell is not None:
            self._tell(f"no win in {self._moves} moves")
        self._asked, self._moves = 0, self._moves + 1
        self.is_over = self.is_over or self._moves > MOST_MOVES

    def _solution(self, goal: Goal) -> Solution:
        try:
            plies = self._prover.length(self._position, goal, self._moves)
        except Stopped:
            plies = None
        line = line_of(self._prover, self._position, goal, self._moves)
        return Solution(goal.side, line, plies, "proof")


def line_of(prover: Prover, position: Position, goal: Goal, moves: int) -> tuple[Move, ...]:
    """Return best moves of `goal.side` against the defence that holds out longest.

    Parameters
    ----------
    position
        From here the goal is forced in `moves` moves of its side, and in no fewer.

    Returns
    -------
    tuple of Move
        To the goal, or as far as the prover came before it was stopped.
    """
    line: list[Move] = []
    try:
        while reached(position, goal) is None:
            if position.to_move == goal.side:
                moves -= 1
                move, position = _best(prover, position, goal, moves)
            else:
                move, position, moves = _longest(prover, position, goal, moves)
            line.append(move)
    except Stopped:
        pass
    return tuple(line)


def _best(prover: Prover, position: Position, goal: Goal, moves: int) -> tuple[Move, Position]:
    for move in position.legal_moves:
        after = position.play(move).without_past()
        if prover.can(after, goal, moves):
            return move, after
    raise ValueError(f"{goal.side} cannot force the goal in {moves + 1} moves")


def _longest(
    prover: Prover, position: Position, goal: Goal, most: int
) -> tuple[Move, Position, int]:
    """Return the move after which the goal takes longest, and how many moves it takes then."""
    longest, found = -1, None
    for move in position.legal_moves:
        after = position.play(move).without_past()
        if found is not None and prover.can(after, goal, longest):
            continue
        longest = next(
            number
            for number in range(longest + 1, most + 1)
            if number == most or prover.can(after, goal, number)
        )
        found = move, after
        if longest == most:
            break
    assert found is not None, "a side without a move has lost, or passes"
    return *found, longest


def prover_for(game: Game, stop: Stop | None = None) -> Prover:
    """Return the strongest prover there is for `game`; it looks up what a table knows.

    Parameters
    ----------
    stop
        Asked every 10 ms or so; the prover raises `Stopped` once it says True.
    """
    hooks = hooks_of(game.kind)

    def searching() -> Prover:
        return hooks.prover(game, stop) or PlainProver(game, stop)

    table = table_for(game)
    return searching() if table is None else TabledProver(game, table, stop, searching)


FIRST_TURN = 0.25
"""Seconds provers have, and the search, before the other is asked; then twice as many."""
_MORE = 3
"""How many times as long the first turn of a search for the value is; its turns alone grow."""


def solve(position: Position, *, limit: float, notify: Notify | None = None) -> Solution | None:
    """Return the value of `position`; None when it is not decided within `limit` seconds.

    A table is asked first. Else provers look for a win by depth, and the solver of the game (or
    `solve_by_depth`) plays out what follows; they take turns that grow, since either may be quick
    where the other never ends. Of what cannot exist (`model.positions.setup.Draft`) there is no
    value: it goes on in no way, and nobody won.

    Parameters
    ----------
    limit
        Seconds; what a new computer has to compile first is not counted.
    notify
        Told in a few words how far the search has come.
    """
    if position.outcome is not None:
        return Solution(position.outcome.winner, (), 0)
    if not position.legal_moves:
        return None
    game = position.game
    if len(game.players) != 2 or game.kind.hides or game.kind.rolls:
        return None
    table = table_for(game)
    known = None if table is None else solved(table, position)
    if known is not None:
        return known
    _compile(position)
    found = _by_value(position, limit, notify)
    if found is not None:
        return found.solution
    search = hooks_of(game.kind).solver() or solve_by_depth
    end, turn = monotonic() + limit, FIRST_TURN
    proof = DeepeningProof(position, prover_for, notify)
    while True:
        solution = proof.go_on(min(monotonic() + turn, end), end)
        left = end - monotonic()
        if solution is not None or left <= 0:
            return solution
        part, start = left if proof.is_over else min(turn, left), monotonic()
        solution = search(position, limit=part)
        given_up = monotonic() - start < part
        if solution is not None or (proof.is_over and given_up):
            return solution
        turn *= 2


class _Found(NamedTuple):
    """What a search for the value came to; no solution: it is not decided."""

    solution: Solution | None


def _by_value(position: Position, limit: float, notify: Notify | None) -> _Found | None:
    """Solve where a game has a search for the value, which says who wins and not how soon.

    The prover by depth has a turn now and then, and once the winner is known as much time again, to
    find the quickest win. None: the game has no such search.
    """
    begun = monotonic()
    until, end = begun, begun + limit
    values = hooks_of(position.game.kind).value_search(
        position.game, lambda: monotonic() > until, _cores()
    )
    if values is None:
        return None
    proof, turn = DeepeningProof(position, prover_for, notify), _MORE * FIRST_TURN
    while True:
        solution = proof.go_on(min(monotonic() + FIRST_TURN, end), end)
        if solution is not None:
            return _Found(solution)
        until = min(monotonic() + turn, end)
        worth = values.worth(position)
        if worth is not None:
            break
        if monotonic() >= end or (values.is_over and proof.is_over):
            return _Found(None)
        turn *= 2
    if worth == "draw":
        return _Found(Solution(None, (), None, "proof"))
    players, mover = position.game.players, position.to_move
    winner = next(player for player in players if (player == mover) == (worth == "win"))
    proof.only(winner)
    now = monotonic()
    solution = proof.go_on(min(end, 2 * now - begun + FIRST_TURN), end)
    if solution is None:
        until = max(end, monotonic() + FIRST_TURN)
        solution = Solution(winner, values.line(position), None, "proof")
    return _Found(solution)


def _cores() -> int:
    """Return how many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # Linux alone has it
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _compile(position: Position) -> None:
    """Have the kernels of prover and rules compiled: a computer that has not done it takes longer
    than many a limit, and would then decide nothing.
    """
    position.play(next(iter(position.legal_moves)))
    looks = count()
    prover = prover_for(position.game, lambda: next(looks) > 0)
    mover = position.to_move
    if mover is not None:
        with suppress(Stopped):
            prover.can(position.without_past(), Goal("win", mover), 1)
    values = hooks_of(position.game.kind).value_search(position.game, lambda: False)
    if values is not None:
        values.worth(position, 1)
