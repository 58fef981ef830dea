"""Which prover and which solver answer for a game."""

from __future__ import annotations

from model.game import Game, Position, Prover, Solution, Stop
from model.search.forced import forced
from model.search.plain_prover import PlainProver


def prover_for(game: Game, stop: Stop | None = None) -> Prover:
    """Return the strongest prover there is for `game`.

    Parameters
    ----------
    stop
        Asked every 10 ms or so; the prover raises `Stopped` once it says True.
    """
    return game.kind.prover(game, stop) or PlainProver(game, stop)


def solve(position: Position, *, limit: float) -> Solution | None:
    """Return the value of `position`; None when it is not decided within `limit` seconds.

    Of what cannot exist (`model.setup.Draft`) there is none: it goes on in no way, and nobody won.
    """
    if position.outcome is not None:
        return Solution(position.outcome.winner, ())
    if not position.legal_moves:
        return None
    return (position.game.kind.solver() or forced)(position, limit=limit)
