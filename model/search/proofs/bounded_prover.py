"""A prover that looks at so many positions and no more: it answers alike on every computer."""

from __future__ import annotations

from model.contract.game import Game, Goal, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Prover, WeighingProver
from model.search.proofs.plain_prover import PlainProver


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
