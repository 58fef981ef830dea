"""Players who hardly know how: what the lowest level is measured against."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from model.contract.game import Goal, Move, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Report
from model.play.opponent import PlayerError, Situation, until
from model.search.provers import prover_for

RANDOM, NOVICE = "random", "novice"


class RandomPlayer:
    """Plays any move, each as often as any other; see `model.play.opponent.Player`."""

    name = RANDOM

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(
        self, situation: Situation, seconds: float | None, report: Report, stop: Stop
    ) -> Move:
        """Return a legal move; see `Player.choose`."""
        position = situation.position
        if position.outcome is not None or not position.legal_moves:
            raise PlayerError("the game is over")
        return self._chosen(position, until(seconds, stop), Random(f"{self._seed} {position}"))

    def close(self) -> None:
        """Nothing runs between two moves."""

    def _chosen(self, position: Position, stop: Stop, rng: Random) -> Move:
        return position.legal_moves.sample(rng)


class Novice(RandomPlayer):
    """Wins at once, keeps the other side from that, and else plays anything: a first week.

    Where choices are hidden, or dice fall, nobody knows what a move leads to: there, and where
    there are not two players, it plays as the game's simple player does (`Hooks.playout_move`).
    """

    name = NOVICE

    def _chosen(self, position: Position, stop: Stop, rng: Random) -> Move:
        kind = position.game.kind
        if kind.hides or kind.rolls or len(position.game.players) != 2:
            return hooks_of(kind).playout_move(position, rng)
        moves = list(position.legal_moves)
        rng.shuffle(moves)
        mover = position.to_move
        after = {move: position.play(move) for move in moves}
        for move, reached in after.items():
            if reached.outcome is not None and reached.outcome.winner == mover:
                return move
        prover = prover_for(position.game, stop)
        other = next(side for side in position.game.players if side != mover)
        with suppress(Stopped):
            for move, reached in after.items():
                if not prover.can(reached, Goal("win", other), 1):
                    return move
        return moves[0]
