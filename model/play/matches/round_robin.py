"""Matches of any number of players: each takes every seat in turn, with the same dice.

A *table* is what a pair of games is for two (`match`): as many games as there are seats, from one
opening and with the same dice, the players one seat further each time. In every other table they
sit in the opposite order, so that nobody always follows the same neighbour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from model.contract.game import Move
from model.contract.game import Player as Side
from model.contract.hooks import hooks_of
from model.play.matches.elo import span
from model.play.matches.one_game import Course, Rules, played
from model.positions.setup import read_position


@dataclass(frozen=True)
class RoundRobin:
    """Games from one opening, as many as there are seats.

    Attributes
    ----------
    number
        From 0.
    opening
        A position string.
    players
        One a seat, as `player_of` knows them.
    """

    number: int
    opening: str
    players: tuple[str, ...]
    rules: Rules


@dataclass(frozen=True)
class RoundRobinGame:
    """A game that was played.

    Attributes
    ----------
    table, opening
        Which table it is of, and the position it began with.
    seats
        The side that each player of the match had, in the order of the players.
    moves
        All of them, rolls included.
    wins
        The share of the win that each player made: those who share it have equal parts.
    ranks
        The place of each player, from 1; those who share places have the mean of them.
    how
        As in `PlayedGame`.
    """

    table: int
    opening: str
    seats: tuple[Side, ...]
    moves: tuple[Move, ...]
    wins: tuple[float, ...]
    ranks: tuple[float, ...]
    how: str


@dataclass(frozen=True)
class Standing:
    """How one player did; several seats with one player are one.

    Attributes
    ----------
    player
        As `player_of` knows him.
    seats
        How many seats he has in each game.
    games
        Counted.
    wins, rank
        The mean share of the win for one of his seats, and its mean place, each with the span in
        which the truth lies with a probability of 95 %.
    """

    player: str
    seats: int
    games: int
    wins: tuple[float, float, float]
    rank: tuple[float, float, float]

    def __str__(self) -> str:
        share, low, high = self.wins
        each = f" ({self.seats} seats, each)" if self.seats > 1 else ""
        said = (
            f"{self.player}{each}: won {share:.1%} of {self.games} games ({low:.1%} to {high:.1%})"
        )
        if self.rank[0] == self.rank[2] == 1:  # the only seat
            return said
        rank, least, most = self.rank
        return f"{said}, mean rank {rank:.2f} ({least:.2f} to {most:.2f})"


def round_robins_of(
    openings: Sequence[str], players: tuple[str, ...], rules: Rules, games: int
) -> list[RoundRobin]:
    """Return the tables of a match of at least so many games; openings come again."""
    many = -(-games // len(players))
    return [RoundRobin(n, openings[n % len(openings)], players, rules) for n in range(many)]


def play_round_robin(table: RoundRobin) -> tuple[RoundRobinGame, ...]:
    """Play all games of a table."""
    return tuple(_play(table, turn) for turn in range(len(table.players)))


def standings(games: Iterable[RoundRobinGame], players: Sequence[str]) -> list[Standing]:
    """Return how the players did in the tables that are finished, in the order they are named.

    Raises
    ------
    ValueError
        When no table is finished.
    """
    tables: dict[int, list[RoundRobinGame]] = {}
    for game in games:
        tables.setdefault(game.table, []).append(game)
    whole = [games for games in tables.values() if len(games) == len(players)]
    if not whole:
        raise ValueError("a match without a finished table says nothing")
    found, count = [], len(players)
    for player in dict.fromkeys(players):
        seats = [number for number, word in enumerate(players) if word == player]

        def mean(values: Iterable[float], each: int = count * len(seats)) -> float:
            return sum(values) / each

        wins = [mean(game.wins[seat] for game in few for seat in seats) for few in whole]
        # a place as a share of the way from the first to the last
        below = [
            mean((game.ranks[seat] - 1) / max(1, count - 1) for game in few for seat in seats)
            for few in whole
        ]
        first, low, high = (1 + (count - 1) * share for share in span(below))
        rank = (first, low, high)
        found.append(Standing(player, len(seats), count * len(whole), span(wins), rank))
    return found


def _play(table: RoundRobin, turn: int) -> RoundRobinGame:
    opening = read_position(table.opening)
    sides, count = hooks_of(opening.game.kind).seated(opening.game), len(table.players)
    order = sides[::-1] if table.number % 2 else sides
    seats = tuple(order[(number + turn) % count] for number in range(count))
    first = table.rules.seed + count * (count * table.number + turn)
    words = {
        side: (word, first + number)
        for number, (side, word) in enumerate(zip(seats, table.players, strict=True))
    }
    course = played(opening, words, table.rules, f"{table.rules.seed} {table.number}")
    wins, ranks = _results(course, sides)
    return RoundRobinGame(
        table.number,
        table.opening,
        seats,
        course.moves,
        tuple(wins[side] for side in seats),
        tuple(ranks[side] for side in seats),
        course.how,
    )


def _results(course: Course, sides: Sequence[Side]) -> tuple[dict[Side, float], dict[Side, float]]:
    """Return each side's share of the win, and its place."""
    ranks: dict[Side, float] = {}
    for group in _places(course, sides):
        ranks |= dict.fromkeys(group, len(ranks) + (len(group) + 1) / 2)
    won = () if course.outcome is None else course.outcome.winners
    if course.failed is not None:
        best = [side for side in sides if side != course.failed]
    elif won or len(sides) == 1:  # who plays alone shares with nobody a game that he does not win
        best = [side for side in sides if side in won]
    else:
        best = list(sides)
    return {side: 1 / len(best) if side in best else 0.0 for side in sides}, ranks


def _places(course: Course, sides: Sequence[Side]) -> tuple[tuple[Side, ...], ...]:
    """Return the sides from the first place to the last, those who share one together."""
    if course.outcome is not None and course.outcome.ranks:
        groups = course.outcome.ranks
    elif course.failed is not None:
        groups = (tuple(side for side in sides if side != course.failed), (course.failed,))
    else:
        best = () if course.outcome is None else course.outcome.winners
        groups = (best, tuple(side for side in sides if side not in best))
    seated = (tuple(side for side in group if side in sides) for group in groups)
    return tuple(group for group in seated if group)
