"""Which prover answers for a game."""

from __future__ import annotations

from model.game import Game
from model.search.goal import Prover, Stop


def prover_for(game: Game, stop: Stop | None = None) -> Prover:
    """Return the strongest prover there is for `game`.

    Parameters
    ----------
    stop
        Asked every 10 ms or so; the prover raises `Stopped` once it says True.
    """
    from model.games.partition.position import PartitionGame
    from model.games.pyramid.position import PyramidGame
    from model.games.pyraos.position import PyraosGame
    from model.search.plain_prover import PlainProver

    if isinstance(game, PartitionGame):
        from model.games.partition.prover import PartitionProver

        return PartitionProver(game, stop)
    if isinstance(game, PyramidGame):
        from model.games.pyramid.prover import PyramidProver

        return PyramidProver(game, stop)
    if isinstance(game, PyraosGame):
        from model.games.pyraos.prover import PyraosProver

        return PyraosProver(game, stop)
    return PlainProver(game, stop)
