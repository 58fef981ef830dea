"""What people are told of an engine's answer: truer odds, the same order, and proofs untouched."""

from math import log

import pytest

from model.contract.hooks import hooks_of
from model.contract.search import AS_SEEN, Analysis, Budget, Score, Sureness
from model.play.levels import calibrated, calibrated_score, level_of, true_share
from model.play.opponent import Opponent, adviser_for, engine_for, never, unheard
from model.play.review import ReviewPosition, evaluate
from model.registry import kinds

SURE = Sureness(3.0, -0.5)


@pytest.fixture
def start(monkeypatch):
    position = kinds()["partition"].configure({"size": "4"}).start()
    monkeypatch.setattr(hooks_of(position.game.kind), "sureness", lambda game, nodes: SURE)
    return position


def test_odds_are_taken_to_a_power_and_the_mover_s_are_less():
    assert true_share(0.6, Sureness(2.0)) == pytest.approx(0.36 / 0.52)
    assert true_share(0.5, Sureness(7.0)) == 0.5
    assert true_share(0.5, Sureness(1.0, log(0.5))) == pytest.approx(1 / 3)
    assert (true_share(0.0, SURE), true_share(1.0, SURE)) == (0.0, 1.0)
    calibrated = [true_share(k / 50, SURE) for k in range(51)]
    assert calibrated == sorted(calibrated)


def test_what_is_proved_or_drawn_by_lot_stays(start):
    proved, lot = Score((0.0, 1.0), 3, 9, proved=True), Score((0.6, 0.4), probability=0.5)
    usual = Score((0.6, 0.4), visits=9, spread=(0.1, 0.1))
    found = Analysis(start, {"1a1": usual, "1c1": proved, "1e1": lot}, ("1a1",))
    after = calibrated(found)
    assert list(after.moves) == list(found.moves)
    assert after.moves["1c1"] == proved
    assert after.moves["1e1"] == lot
    share = true_share(0.6, SURE)
    assert after.moves["1a1"].value == (share, 1 - share)
    assert (after.moves["1a1"].visits, after.moves["1a1"].spread) == (9, (0.1, 0.1))
    assert calibrated_score(found) == after.score
    assert calibrated_score(Analysis(start, {})) is None


def test_either_side_is_told_its_own_share(start):
    one, other = start, start.play("1a1")
    red = calibrated(Analysis(one, {"1c1": Score((0.7, 0.3))})).score.value
    blue = calibrated(Analysis(other, {"1c1": Score((0.3, 0.7))})).score.value
    assert red == blue[::-1]


def test_who_is_told_and_who_plays_hear_of_the_same_search(start):
    budget, heard = Budget(500, seed=1), []
    raw = engine_for(start.game).analyse(start, unheard, never, budget)
    said = adviser_for(start.game).analyse(start, heard.append, never, budget)
    assert said == calibrated(raw) == heard[-1]
    assert said.score.value != raw.score.value
    kept = evaluate(ReviewPosition(0, str(start), (), Budget(500, seed=1)))
    assert kept.value == pytest.approx(said.score.value, abs=1e-4)
    player = Opponent(engine_for(start.game), level_of(start.game.kind, 5), budget)
    assert player.think(start)[1] == raw


def test_a_game_that_was_not_measured_is_told_as_it_is(start, monkeypatch):
    monkeypatch.setattr(hooks_of(start.game.kind), "sureness", lambda game, nodes: AS_SEEN)
    found = Analysis(start, {"1a1": Score((0.6, 0.4), visits=9)})
    assert calibrated(found) is found
    assert calibrated_score(found) == found.score


def test_few_games_of_partition_make_nobody_sure():
    kind = kinds()["partition"]
    game = kind.configure({"size": "6"})
    sure = [hooks_of(kind).sureness(game, nodes) for nodes in (0, 30, 2_000, 16_000, 10**7)]
    assert sure[0] == sure[1] == AS_SEEN
    assert [one.power for one in sure[1:]] == sorted(one.power for one in sure[1:])
