"""The engine of Pyramid Ball: legal mixes, the same for a seed, blind to secrets, told to stop."""

from itertools import count
from random import Random

import numpy as np
import pytest
from ball_turns import random_rules, random_state
from best_answers import best_against

from model.contract.search import Budget
from model.games.pyramid_ball.engine import AT_ONCE, MixedSearch, PyramidBallEngine, packed_position
from model.games.pyramid_ball.kernels.fast_turns import packed_program, unpacked_program
from model.games.pyramid_ball.kernels.program_kernels import CHANGES, change
from model.games.pyramid_ball.kind import KIND
from model.games.pyramid_ball.position import PyramidBallGame, PyramidBallPosition
from model.games.pyramid_ball.rulebook import Program, Rules
from model.play.opponent import engine_for, never, plain_engine_for, unheard
from model.positions.setup import read_position
from model.search.prng import seeded

TURN = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
ALONE = "pyramid-ball l1m4,7,3s3,7,7,L5S,3M3,7 A ball=AM"
"""A's carrier is one row from the row it scores in, and no defender is near."""


def think(position, nodes, seed=0, make=engine_for):
    return make(position.game).analyse(position, unheard, never, Budget(nodes=nodes, seed=seed))


def some_positions(seeds):
    for seed in seeds:
        rng = Random(seed)
        rules = random_rules(rng)
        duty, prompt = rng.choice(["force", "honour"]), rng.random() < 0.2
        rules = Rules(**{**vars(rules), "exit_duty": duty, "side_prompt": prompt})
        state = random_state(rng, rules)
        game = PyramidBallGame(KIND, rules)
        yield PyramidBallPosition(game, state, side=rng.randrange(2), sealed_choice=None)


@pytest.mark.parametrize("make", [engine_for, plain_engine_for])
def test_a_mix_is_legal_and_the_same_for_the_same_seed(make):
    for position in some_positions(range(30)):
        if position.outcome is not None:
            continue
        one, two = (think(position, 700, seed=3, make=make) for _ in range(2))
        assert one == two
        assert one.done
        assert 0 < one.nodes <= 700
        assert all(move in position.legal_moves for move in one.moves)
        shares = [score.probability for score in one.moves.values()]
        assert sum(shares) == pytest.approx(1)
        assert shares == sorted(shares, reverse=True)
        assert all(sum(score.value) == pytest.approx(1) for score in one.moves.values())
        assert all(0 <= value <= 1 for score in one.moves.values() for value in score.value)
        assert one.line[0] == one.best
        if position.side == 0:
            position.replay(one.line)


@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_blind_to_what_is_sealed_even_where_it_is_given(seed):
    start = read_position(TURN)
    first, second = (start.play(move) for move in ("NN./E../...", ".../.../SSS"))
    asked = (first, second, first.seen_by("B"))
    found = [think(position, 500, seed) for position in asked]
    assert found[0].moves == found[1].moves == found[2].moves
    assert found[0].line == found[1].line == found[2].line


def test_it_scores_where_nobody_can_keep_it_from_that():
    found = think(read_position(ALONE), 3_000)
    assert found.score.value[0] == pytest.approx(1)
    assert found.exposed == pytest.approx(0)
    position = read_position(ALONE).play(found.best)
    rng = Random(1)
    for _ in range(50):
        after = position.play(position.legal_moves.sample(rng))
        assert after.outcome is not None
        assert after.outcome.winner == "A"


def test_a_carrier_that_is_known_to_stand_is_tackled():
    start = read_position(TURN)
    packed = packed_position(Rules(), start.state)
    stands = np.array([packed_program(Program())])
    best, made = best_against(packed, 1, seeded(1, "tackle"), stands, np.ones(1), 4_000)
    assert made == 1
    after = start.replay((".../.../...", str(unpacked_program(best))))
    assert after.outcome.winner == "B"


def test_told_to_stop_it_asks_no_more_and_knows_a_program():
    start = read_position(TURN)
    for make in (engine_for, plain_engine_for):
        engine = make(start.game)
        found = engine.analyse(start, unheard, lambda: True, Budget())
        assert found.best in start.legal_moves
        assert not found.done
        for looks in (1, 2, 9, 10, 11, 12, 13, 14, 15, 16):
            asked = count()
            found = engine.analyse(
                start, unheard, lambda asked=asked, looks=looks: next(asked) == looks, Budget()
            )
            assert found.nodes > 0
            assert not found.done
            assert found.best in start.legal_moves
            assert sum(score.probability for score in found.moves.values()) == pytest.approx(1)
            assert next(asked) == looks + 1, "once told it asks no more"


def test_little_is_done_between_two_looks_at_the_stop_function():
    search = MixedSearch(
        packed_position(Rules(), read_position(TURN).state), seeded(1, "stop"), 60_000
    )
    before = 0
    while search.think():
        assert search.turns - before <= AT_ONCE
        before = search.turns
    assert before > 59_000


@pytest.mark.slow
def test_answers_leave_little_to_gain():
    """Much is gained against programs that were only drawn, and little in the end."""
    gained = {60: 0.0, 80_000: 0.0}
    packed = packed_position(Rules(), read_position(TURN).state)
    for turns in gained:
        for seed in (5, 6, 7):
            search = MixedSearch(packed, seeded(seed, "gain"), turns)
            while search.think():
                pass
            for team in (0, 1):
                others, mix = search.programs[1 - team], search.mixes[1 - team]
                _, made = best_against(packed, team, seeded(seed, "answer"), others, mix, 15_000)
                gained[turns] += (made - (search.value if team == 0 else 1 - search.value)) / 3
    assert gained[60] > 0.4
    assert gained[80_000] < gained[60] / 2


def test_a_slip_is_punished_where_that_costs_nothing():
    """Against best play two programs are as good, and one of them makes more of any others."""
    packed = packed_position(Rules(), read_position(TURN).state)
    search = MixedSearch(packed, seeded(1, "slip"), 4_000)
    while search.think():
        pass
    rows, columns = search.at_first
    slips = search.table[:, :columns].mean(axis=1), 1 - search.table[:rows].mean(axis=0)
    for team, made in enumerate(slips):
        share = search.mixes[team]
        assert share @ made > made.mean() + 0.02


def test_every_slot_can_be_changed_and_stays_legal():
    for position in some_positions(range(40, 60)):
        if position.outcome is not None:
            continue
        packed, team = packed_position(position.game.rules, position.state), position.side
        search = MixedSearch(packed, seeded(1, "slots"), 20)
        program, met = search.programs[team][0], set()
        for number in list(range(CHANGES)) * 2:
            change(program, number, packed.may[team])
            text = str(unpacked_program(program))
            assert text in position.legal_moves
            met.add(text)
        assert len(met) > 40


def test_between_turns_it_chooses_words():
    duel = KIND.configure({"first": "duel"}).start()
    found = think(duel, 300)
    assert [score.probability for score in found.moves.values()] == [1 / 3] * 3
    picks = duel.replay(("medium", "small"))
    found = think(picks, 3_000)
    assert set(found.moves) == {"offence", "defence"}
    assert found.done
    assert found.nodes <= 3_000
    owed = read_position("pyramid-ball:mode=advanced 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM "
                         "score=0:2 owed=2:0")  # fmt: skip
    found = think(owed, 2_000)
    assert set(found.moves) == {"take-S", "take-M", "take-L"}
    assert found.best in owed.legal_moves
    stopped = engine_for(owed.game).analyse(owed, unheard, lambda: True, Budget())
    assert stopped.best in owed.legal_moves
    assert not stopped.done


def test_nothing_is_thought_about_when_the_match_is_over():
    over = read_position(ALONE).replay((".../NNN/...", ".../.../..."))
    assert over.outcome is not None
    found = think(over, 10)
    assert (found.done, found.best, found.line) == (True, None, ())


def test_the_simple_player_keeps_to_the_rules():
    rng = Random(4)
    for position in some_positions(range(100, 160)):
        if position.outcome is None:
            assert KIND.playout_move(position, rng) in position.legal_moves


def test_the_engine_is_of_the_kind():
    assert isinstance(engine_for(KIND.configure({})), PyramidBallEngine)
