"""Matches: two players, many openings, each with both colours; `model.play.tables` has the others.

What chance does is drawn from the seed of the match and the number of the opening: both games of a
pair have the same dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from model.game import CHANCE, Game, Move, Outcome, Position
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
    refusal,
    unheard,
)
from model.reading import read_position
from model.records.dice import drawn
from model.scores import Budget

MOST_PLIES = 400
"""Then a game of two counts as a draw; with more players it may have more, by their number."""
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
class Course:
    """How a game went.

    Attributes
    ----------
    moves
        All of them, rolls included.
    outcome
        None where it did not end by the rules.
    failed
        Who could not go on; None where nobody failed.
    how
        As in `PlayedGame`.
    """

    moves: tuple[Move, ...]
    outcome: Outcome | None
    failed: Side | None
    how: str


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

    A level from 1 to 10, or one with its own nodes for a move ("10:2000"), "plain", "random",
    "novice", or the command of a UGI engine.

    Raises
    ------
    PlayerError
        When there is none, in one sentence.
    """
    budget = Budget(rules.nodes, seed=seed)
    if word in (RANDOM, NOVICE):
        return RandomPlayer(seed) if word == RANDOM else Novice(seed)
    if why := refusal(game):
        raise PlayerError(why)
    if word == PLAIN:
        plain = Opponent(plain_engine_for(game), level_of(game.kind, HIGHEST), budget)
        plain.name = PLAIN
        return plain
    number, colon, own = word.partition(":")
    if number.isdecimal() and word.isascii() and (own.isdecimal() or not colon):
        try:
            level = level_of(game.kind, int(number[:9]))
        except ValueError as error:
            raise PlayerError(str(error)) from error
        nodes = int(own[:9] or 0) or rules.nodes or level.nodes
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


def course_of(opening: Position, players: Mapping[Side, Player], rules: Rules, dice: str) -> Course:
    """Play a game to its end, or until it is too long or somebody fails.

    Parameters
    ----------
    dice
        What rolls are drawn from: the same ones for the same text.
    """
    situation = Situation(opening, (), opening)
    rolls = 0
    most = MOST_PLIES * max(2, len(players)) // 2
    while situation.position.outcome is None and len(situation.moves) < most:
        turn = situation.position.to_move
        if turn is None:
            break
        if turn == CHANCE:
            situation = situation.after(drawn(situation.position, dice, rolls))
            rolls += 1
            continue
        try:
            move = players[turn].choose(situation.seen_by(turn), rules.seconds, unheard, never)
        except PlayerError as error:
            return Course(situation.moves, None, turn, str(error))
        situation = situation.after(move)
    outcome = situation.position.outcome
    how = "plies" if outcome is None else outcome.how
    return Course(situation.moves, outcome, None, how)


def _play(pair: Pair, *, a_first: bool) -> PlayedGame:
    opening = read_position(pair.opening)
    sides = opening.game.players
    mover = opening.to_move if opening.to_move in sides else sides[0]
    other = next(side for side in sides if side != mover)
    names = dict(zip((mover, other), "AB" if a_first else "BA", strict=True))
    seats: dict[Side, Player] = {}
    try:
        for side, letter in names.items():
            seed = pair.rules.seed + 2 * pair.number + a_first
            word = pair.players["AB".index(letter)]
            seats[side] = player_of(word, opening.game, pair.rules, seed)
        course = course_of(opening, seats, pair.rules, f"{pair.rules.seed} {pair.number}")
    finally:
        for player in seats.values():
            player.close()
    winner = None if course.outcome is None else course.outcome.winner
    if course.failed is not None:
        winner = next(side for side in sides if side != course.failed)
    points = 0.5 if winner is None else float(names[winner] == "A")
    first = "A" if a_first else "B"
    return PlayedGame(pair.number, pair.opening, first, course.moves, points, course.how)


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
