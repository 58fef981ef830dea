"""Openings for matches: positions a few random moves deep from which either side may well win.

From a nearly empty Partition board whoever starts wins, and then a match says nothing. So a
position counts only where quick games from it go to each side at least a third of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from model.contract.game import Game, Player, Position
from model.contract.search import Budget
from model.play.levels import HIGHEST, level_of
from model.play.opponent import Opponent, engine_for, plain_engine_for

PLIES = 8
"""Random moves deep."""
QUICK_GAMES = 9
"""Games from a position that judge it."""
QUICK_NODES = 60
"""What a side looks at for a move of them."""
LEAST = 1 / 3
MOST_PLIES = 300
"""Then a game counts as a draw."""


def openings(
    game: Game, seed: int = 0, plies: int = PLIES, playouts: int | None = None
) -> Iterator[Position]:
    """Yield different balanced positions of `game` without end; the same ones for the same seed.

    Parameters
    ----------
    playouts
        See `is_balanced`.
    """
    rng = Random(seed)
    met: set[str] = set()
    while True:
        position = _random_position(game, rng, plies)
        if position is None or str(position) in met:
            continue
        met.add(str(position))
        if is_balanced(position, rng.randrange(1 << 30), playouts):
            yield position


def is_balanced(position: Position, seed: int, playouts: int | None = None) -> bool:
    """Tell whether quick games from `position` go to each side at least a third of the time.

    Parameters
    ----------
    playouts
        Judge those that pass by games of UCT too, with so many random playouts a move: the more,
        the fewer are left that only a weak player calls balanced. None: not asked for.
    """
    game = position.game
    level = level_of(game.kind, 3)

    def quick(number: int) -> Opponent:
        return Opponent(engine_for(game), level, Budget(QUICK_NODES, seed=seed + number))

    def better(number: int) -> Opponent:
        plain = plain_engine_for(game)
        return Opponent(plain, level_of(game.kind, HIGHEST), Budget(playouts, seed=seed + number))

    return _is_split(position, quick) and (playouts is None or _is_split(position, better))


def _is_split(position: Position, player: Callable[[int], Opponent]) -> bool:
    """Tell whether games of a player against itself go to each side a third of the time."""
    points = dict.fromkeys(position.game.players, 0.0)
    for number in range(QUICK_GAMES):
        winner = _winner(position, player(number))
        for side in points:
            points[side] += 0.5 if winner is None else float(winner == side)
        left = QUICK_GAMES - number - 1
        if min(points.values()) + left < LEAST * QUICK_GAMES:
            return False
    return True


def _winner(position: Position, opponent: Opponent) -> Player | None:
    for _ in range(MOST_PLIES):
        if position.outcome is not None or not position.legal_moves:
            break
        position = position.play(opponent.think(position)[0])
    return None if position.outcome is None else position.outcome.winner


def _random_position(game: Game, rng: Random, plies: int) -> Position | None:
    position = game.start()
    for _ in range(plies):
        if position.outcome is not None or not position.legal_moves:
            return None
        position = position.play(position.legal_moves.sample(rng))
    return None if position.outcome is not None else position.without_past()
