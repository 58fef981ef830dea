"""Which prover and which solver answer for a game."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import NamedTuple

from model.contract.game import Game, Goal, Position, Solution, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Prover
from model.search.depth_solver import solve_by_depth
from model.search.proofs.deepening_proof import DeepeningProof, Tell
from model.search.proofs.plain_prover import PlainProver
from model.search.tablebase_adapters import TabledProver, solved
from model.tablebase.library import table_for


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


def solve(position: Position, *, limit: float, tell: Tell | None = None) -> Solution | None:
    """Return the value of `position`; None when it is not decided within `limit` seconds.

    A table is asked first. Else provers look for a win by depth, and the solver of the game (or
    `solve_by_depth`) plays out what follows; they take turns that grow, since either may be quick
    where the other never ends. Of what cannot exist (`model.positions.setup.Draft`) there is no
    value: it goes on in no way, and nobody won.

    Parameters
    ----------
    limit
        Seconds; what a new computer has to compile first is not counted.
    tell
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
    found = _by_value(position, limit, tell)
    if found is not None:
        return found.solution
    search = hooks_of(game.kind).solver() or solve_by_depth
    end, turn = monotonic() + limit, FIRST_TURN
    proof = DeepeningProof(position, prover_for, tell)
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


def _by_value(position: Position, limit: float, tell: Tell | None) -> _Found | None:
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
    proof, turn = DeepeningProof(position, prover_for, tell), _MORE * FIRST_TURN
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
