"""Matches of two players: many openings, each with both colours and the same dice.

The two games from one opening are a *pair*: a `RoundRobin` of two, A with the side to move first,
then B. `round_robin` plays with any other number of players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from model.contract.game import Move
from model.play.matches.one_game import played
from model.play.matches.round_robin import RoundRobin
from model.positions.setup import read_position


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played.

    Attributes
    ----------
    pair, opening
        Which pair it is of, and the position it began with.
    first
        Who moved first, "A" or "B".
    moves
        All of them.
    points
        What A made: 1, 0.5 or 0.
    how
        How it ended, a key of the game; "plies" when it was too long, or a sentence when a player
        could not go on and lost.
    """

    pair: int
    opening: str
    first: str
    moves: tuple[Move, ...]
    points: float
    how: str


def play_pair(pair: RoundRobin) -> tuple[PlayedGame, PlayedGame]:
    """Play both games of a pair."""
    return _play(pair, a_first=True), _play(pair, a_first=False)


def points_of_pairs(games: Iterable[PlayedGame]) -> list[float]:
    """Return what A made of each pair that is finished, 0 to 2, in the order of the pairs."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game.points)
    return [sum(points) for _, points in sorted(pairs.items()) if len(points) == 2]


def _play(pair: RoundRobin, *, a_first: bool) -> PlayedGame:
    opening = read_position(pair.opening)
    sides = opening.game.players
    mover = opening.to_move if opening.to_move in sides else sides[0]
    other = next(side for side in sides if side != mover)
    names = dict(zip((mover, other), "AB" if a_first else "BA", strict=True))
    seed = pair.rules.seed + 2 * pair.number + a_first
    seats = {side: (pair.players["AB".index(letter)], seed) for side, letter in names.items()}
    course = played(opening, seats, pair.rules, f"{pair.rules.seed} {pair.number}")
    winner = None if course.outcome is None else course.outcome.winner
    if course.failed is not None:
        winner = next(side for side in sides if side != course.failed)
    points = 0.5 if winner is None else float(names[winner] == "A")
    first = "A" if a_first else "B"
    return PlayedGame(pair.number, pair.opening, first, course.moves, points, course.how)
