"""Matches: two players, many openings, each with both colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from model.game import Game, Move
from model.game import Player as Side
from model.play.foreign import ForeignPlayer
from model.play.levels import HIGHEST, level_of
from model.play.novices import NOVICE, RANDOM, Novice, RandomPlayer
from model.play.opponent import (
    Opponent,
    Player,
    PlayerError,
    Situation,
    engine_for,
    never,
    plain_engine_for,
    unheard,
)
from model.reading import read_position
from model.scores import Budget

MOST_PLIES = 400
"""Then a game counts as a draw."""
PLAIN = "plain"
"""The player who plays UCT with random playouts."""


@dataclass(frozen=True)
class Rules:
    """What both players are given.

    Attributes
    ----------
    seconds
        For a move; None: what the levels take.
    nodes
        For a move, in place of the levels'; None: the levels'.
    seed
        Whatever is drawn is drawn by it, and by the number of the pair.
    """

    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class Pair:
    """Two games from one opening, A with the side to move first, then B.

    Attributes
    ----------
    number
        From 0.
    opening
        A position string.
    players
        A and B, as `player_of` knows them.
    """

    number: int
    opening: str
    players: tuple[str, str]
    rules: Rules


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


def player_of(word: str, game: Game, rules: Rules, seed: int) -> Player:
    """Return the player that a word means.

    A level from 1 to 10, "plain", "random", "novice", or the command of a UGI engine.

    Raises
    ------
    PlayerError
        When there is none, in one sentence.
    """
    budget = Budget(rules.nodes, seed=seed)
    if word == PLAIN:
        plain = Opponent(plain_engine_for(game), level_of(game.kind, HIGHEST), budget)
        plain.name = PLAIN
        return plain
    if word in (RANDOM, NOVICE):
        return RandomPlayer(seed) if word == RANDOM else Novice(seed)
    if word.isascii() and word.isdigit():
        try:
            level = level_of(game.kind, int(word[:9]))
        except ValueError as error:
            raise PlayerError(str(error)) from error
        nodes = rules.nodes or level.nodes
        return Opponent(engine_for(game), level, Budget(nodes, seed=seed))
    return ForeignPlayer(word)


def play_pair(pair: Pair) -> tuple[PlayedGame, PlayedGame]:
    """Play both games of a pair."""
    return _play(pair, a_first=True), _play(pair, a_first=False)


def points_of_pairs(games: Iterable[PlayedGame]) -> list[float]:
    """Return what A made of each pair that is finished, 0 to 2, in the order of the pairs."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game.points)
    return [sum(points) for _, points in sorted(pairs.items()) if len(points) == 2]


def _play(pair: Pair, *, a_first: bool) -> PlayedGame:
    opening = read_position(pair.opening)
    seats: dict[str, Player] = {}
    sides = opening.game.players
    mover = opening.to_move or sides[0]
    other = next(side for side in sides if side != mover)
    names = dict(zip((mover, other), "AB" if a_first else "BA", strict=True))
    situation = Situation(opening, (), opening)

    def ended(winner: Side | None, how: str) -> PlayedGame:
        points = 0.5 if winner is None else float(names[winner] == "A")
        return PlayedGame(
            pair.number, pair.opening, "A" if a_first else "B", situation.moves, points, how
        )

    try:
        for side, letter in names.items():
            seed = pair.rules.seed + 2 * pair.number + a_first
            seats[side] = player_of(
                pair.players["AB".index(letter)], opening.game, pair.rules, seed
            )
        while situation.position.outcome is None and len(situation.moves) < MOST_PLIES:
            turn = situation.position.to_move
            if turn is None:
                break
            try:
                move = seats[turn].choose(
                    situation.seen_by(turn), pair.rules.seconds, unheard, never
                )
            except PlayerError as error:
                return ended(next(side for side in sides if side != turn), str(error))
            situation = situation.after(move)
    finally:
        for player in seats.values():
            player.close()
    outcome = situation.position.outcome
    return ended(None, "plies") if outcome is None else ended(outcome.winner, outcome.how)


def pairs_of(
    openings: Sequence[str], players: tuple[str, str], rules: Rules, games: int,
    finished: Mapping[int, object] | None = None,
) -> list[Pair]:  # fmt: skip
    """Return the pairs of a match of so many games that are not finished; openings come again."""
    return [
        Pair(number, openings[number % len(openings)], players, rules)
        for number in range((games + 1) // 2)
        if number not in (finished or {})
    ]
