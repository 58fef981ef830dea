"""Levels: what they may spend, and how far what they play falls short of the best."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from model.contract.game import Position
from model.contract.search import Analysis, Budget, Score
from model.play import levels as level_figures
from model.play.levels import HIGHEST, LOWEST, Level, LevelResult, choose, described, level_of
from model.play.opponent import Opponent, PlayerError, engine_for, refusal, refusal_of_open
from model.registry import kinds


@pytest.fixture(scope="module")
def start() -> Position:
    return kinds()["partition"].configure({"size": "3"}).start()


@pytest.mark.parametrize("name", sorted(kinds()))
def test_each_level_spends_more_and_gives_away_less_than_the_one_below(name: str) -> None:
    levels = [level_of(kinds()[name], number) for number in range(LOWEST, HIGHEST + 1)]
    nodes: list[Any] = [level.nodes for level in levels[:-1]]
    assert nodes == sorted(set(nodes))
    assert levels[-1].nodes is None
    slack = [level.slack for level in levels]
    assert slack == sorted(slack, reverse=True)
    assert slack[0] > slack[-1] == 0


@pytest.mark.parametrize("number", [0, 11, -3])
def test_there_is_no_other_level(number: int) -> None:
    with pytest.raises(ValueError, match="levels go from 1 to 10"):
        level_of(kinds()["pyraos"], number)


def scored(position: Position, **values: Score) -> Analysis:
    return Analysis(position, {move[1:]: score for move, score in values.items()})


def test_a_low_level_takes_a_worse_move_now_and_then_and_a_high_one_never(start: Position) -> None:
    found = scored(
        start,
        m1a1=Score((0.6, 0.4), visits=9),
        m1c1=Score((0.55, 0.45), visits=9),
        m1e1=Score((0.1, 0.9), visits=9),
    )
    low, high = level_of(start.game.kind, 1), level_of(start.game.kind, HIGHEST)
    rng = Random(1)
    drawn = Counter(choose(found, low, rng) for _ in range(400))
    assert drawn["1a1"] > drawn["1c1"] > drawn["1e1"]
    assert {choose(found, high, rng) for _ in range(20)} == {"1a1"}


def test_no_level_passes_by_a_proved_win_or_plays_a_proved_loss(start: Position) -> None:
    low = level_of(start.game.kind, 1)
    won = scored(start, m1a1=Score((1, 0), 1, 3, True), m1c1=Score((0.99, 0.01), visits=9))
    lost = scored(start, m1a1=Score((0.02, 0.98), visits=3), m1c1=Score((0, 1), 2, 9, True))
    assert {choose(won, low, Random(seed)) for seed in range(30)} == {"1a1"}
    assert {choose(lost, low, Random(seed)) for seed in range(30)} == {"1a1"}


def test_a_mixed_answer_is_drawn_by_its_shares(start: Position) -> None:
    found = scored(
        start, m1a1=Score((0.5, 0.5), probability=0.75), m1c1=Score((0.5, 0.5), probability=0.25)
    )
    level = level_of(start.game.kind, HIGHEST)
    drawn = Counter(choose(found, level, Random(seed)) for seed in range(400))
    assert 260 < drawn["1a1"] < 340
    assert drawn.total() == drawn["1a1"] + drawn["1c1"]


@pytest.mark.check
def test_an_opponent_plays_the_same_game_again_by_its_seed(start: Position) -> None:
    level = level_of(start.game.kind, 1)

    def moves(seed: int) -> list[str]:
        opponent = Opponent(engine_for(start.game), level, Budget(4, seed=seed))
        position, played = start, []
        while position.outcome is None:
            played.append(opponent.think(position)[0])
            position = position.play(played[-1])
        return played

    assert moves(3) == moves(3)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


def test_thinking_without_an_end_is_refused(start: Position) -> None:
    top = level_of(start.game.kind, HIGHEST)
    with pytest.raises(PlayerError, match="needs a limit"):
        Opponent(engine_for(start.game), top).think(start)


def test_games_with_secrets_and_dice_are_refused_in_words(
    start: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(start.game) == ""
    kind = start.game.kind
    monkeypatch.setattr(type(kind), "rolls", True)
    assert refusal(start.game) == "", "dice are no trouble to an engine of its own"
    assert "dice" in refusal_of_open(start.game)
    monkeypatch.setattr(type(kind), "engine", lambda *_: None)
    assert "dice" in refusal(start.game)
    monkeypatch.setattr(type(kind), "hides", True)
    assert "secrets" in refusal(start.game)
    assert "secrets" in refusal_of_open(start.game)


def test_a_game_with_secrets_is_played_where_its_engine_mixes_but_is_not_open() -> None:
    ball = kinds()["pyramid-ball"].configure({})
    assert refusal(ball) == ""
    assert "secrets" in refusal_of_open(ball)


def test_a_slip_costs_little_and_comes_as_often_as_said(start: Position) -> None:
    found = scored(
        start,
        m1a1=Score((0.6, 0.4), visits=9),
        m1c1=Score((0.58, 0.42), visits=9),
        m1e1=Score((0.1, 0.9), visits=9),
        m1a3=Score((0.0, 1.0), 2, 9, True),
        m1c3=Score((0.6, 0.4)),
    )
    rng = Random(1)
    drawn = Counter(choose(found, Level(8, 9, 0.0, slip=0.25), rng) for _ in range(400))
    assert set(drawn) == {"1a1", "1c1"}
    assert 70 < drawn["1c1"] < 130
    won = scored(start, m1a1=Score((1, 0), 5, 3, True), m1c1=Score((0.99, 0.01), visits=9))
    assert {choose(won, Level(8, 9, 0.0, slip=1.0), rng) for _ in range(20)} == {"1a1"}
    lonely = scored(start, m1a1=Score((0.6, 0.4), visits=9), m1e1=Score((0.1, 0.9), visits=9))
    assert choose(lonely, Level(8, 9, 0.0, slip=1.0), rng) == "1a1"


@pytest.mark.parametrize("name", sorted(kinds()))
def test_what_a_level_sees_is_said_of_each_in_other_words(name: str) -> None:
    said = [described(level_of(kinds()[name], number)) for number in range(LOWEST, HIGHEST + 1)]
    assert len(set(said)) == len(said)
    slips = [level_of(kinds()[name], number).slip for number in range(LOWEST, HIGHEST + 1)]
    assert all(0 <= slip < 0.5 for slip in slips)
    assert slips[-1] == 0


def test_figures_of_levels_are_kept_and_say_who_plays_alike(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = kinds()["partition"].configure({"size": "5"})
    for name, figures in level_figures._known().items():
        kind, _, options = name.partition(":")
        of = kinds()[kind].configure(dict(one.split("=") for one in options.split(",") if one))
        assert str(of.start()).startswith(f"{name} ")
        levels = [figure.level for figure in figures]
        assert levels == sorted(set(levels))
        assert all(LOWEST < level <= HIGHEST for level in levels)
    file = tmp_path / "figures.json"
    file.write_text("{}")
    monkeypatch.setattr(level_figures, "_FILE", file)
    level_figures._known.cache_clear()
    same, better = LevelResult(8, 0.5, 40, False), LevelResult(7, 0.7, 40, True)
    for figure in (LevelResult(8, 0.6, 10, None), same, better):
        level_figures.keep(game, figure)
    assert level_figures.figures_of(game) == [better, same]
    assert level_figures.alike(game) == [same]
    few, open_still = LevelResult(5, 0.56, 98, None), LevelResult(6, 0.55, 160, None)
    for figure in (few, open_still):
        level_figures.keep(game, figure)
    assert level_figures.alike(game) == [open_still, same]
    assert level_figures.alike(kinds()["pyraos"].configure({})) == []
    level_figures._known.cache_clear()
