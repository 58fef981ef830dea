"""Rolling Pyramids' engine in matches: against who plays anything, its own levels, the Pharaoh."""

import pytest
from soaking import counts

from model.games.rolling_pyramids.kind import KIND
from model.play.matches.elo import span
from model.play.matches.match import (
    MatchRules,
    RoundRobin,
    play_pair,
    play_round_robin,
    round_robins_of,
    standings,
)


def start(players):
    return str(KIND.configure({"players": str(players)}).start())


@counts(few=4, all=1000)
def test_the_lowest_level_takes_nine_of_ten_games_from_who_plays_anything(count, tell):
    opening, points = start(2), []
    for number in range(count // 2):
        pair = RoundRobin(number, opening, ("1", "random"), MatchRules(seed=1))
        points.append(sum(game.points for game in play_pair(pair)) / 2)
    share, low, high = span(points)
    tell("level 1 against random", games=count, won=f"{share:.1%} ({low:.1%} to {high:.1%})")
    assert share >= 0.9


@counts(few=4, all=1000)
def test_the_highest_level_takes_four_of_ten_games_from_three_of_the_middle_one(count, tell):
    """By 800 nodes a move, so that 1,000 games take about a quarter of an hour."""
    players, games = ("10:800", "5", "5", "5"), []
    for table in round_robins_of([start(4)], players, MatchRules(seed=1), count):
        games += play_round_robin(table)
    best, others = standings(games, players)
    tell("level 10 against three of level 5", games=count, best=best, others=others)
    assert best.wins[2] > 0.25, "not even by luck a fair share"
    if count >= 100:
        assert best.wins[0] >= 0.4
        assert best.rank[0] < others.rank[0]


@pytest.mark.parametrize(("level", "share"), [("5", 0.4), ("8", 0.75)])
@counts(few=1, all=100)
def test_the_pharaoh_is_driven_out(level, share, count, tell):
    games = []
    for table in round_robins_of([start(1)], (level,), MatchRules(seed=1), count):
        games += play_round_robin(table)
    (found,) = standings(games, (level,))
    tell(f"level {level} against the Pharaoh", games=count, won=found)
    assert {game.how for game in games} <= {"revolution", "turns"}
    if count >= 100:
        assert found.wins[0] > share
