"""Engines that say true per cents: of positions told to be won 60 times of 100, so many are won.

A search finds out who is better sooner than by how much: what its games or points say lies too near
the half. Each game says what makes it true (`Hooks.sureness`). Levels choose by what the engine
itself sees, and people are told this.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp

from model.contract.game import Position, Stop
from model.contract.hooks import hooks_of
from model.contract.search import AS_SEEN, WIN, Analysis, Budget, Engine, Report, Score, Sureness


def true_share(seen: float, sureness: Sureness) -> float:
    """Return the share of the game that a mover really has whose engine sees `seen`."""
    own, other = seen**sureness.power * exp(sureness.mover), (WIN - seen) ** sureness.power
    return float(own / (own + other))


def told(found: Analysis) -> Analysis:
    """Return an analysis as people are told of it; what is proved, or drawn by lot, stays."""
    sureness = _sureness(found)
    if sureness == AS_SEEN:
        return found
    moves = {move: _told(score, found.position, sureness) for move, score in found.moves.items()}
    return replace(found, moves=moves)


def told_score(found: Analysis) -> Score | None:
    """Return what the position is worth as people are told of it; None where nothing was found."""
    return found.score and _told(found.score, found.position, _sureness(found))


def _sureness(found: Analysis) -> Sureness:
    game = found.position.game
    return hooks_of(game.kind).sureness(game, found.nodes)


def _told(score: Score, position: Position, sureness: Sureness) -> Score:
    settled = score.proved or score.probability is not None
    if sureness == AS_SEEN or settled or position.to_move is None:
        return score
    at = position.game.players.index(position.to_move)
    share = true_share(score.value[at], sureness)
    value = (share, WIN - share) if at == 0 else (WIN - share, share)
    return Score(value, score.distance, score.visits, spread=score.spread)


class Adviser:
    """An engine whose per cents are true; see `model.contract.search.Engine`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""

        def tell(found: Analysis) -> None:
            report(told(found))

        return told(self._engine.analyse(position, tell, stop, budget))
