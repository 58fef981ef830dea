"""UCT with random playouts in Pyraos: its moves are the rules', drawn alike, and found alike."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from pyraos_positions import OPTIONS
from unheard import never, nobody

from model.contract.game import Goal
from model.contract.hooks import hooks_of
from model.contract.search import Budget
from model.games.pyraos.engine import LONGEST, PlainPyraos, draw_move, play_out
from model.games.pyraos.kernels import MAX_MOVES, list_moves, moved, take_back
from model.games.pyraos.proofs import PyraosProver
from model.games.pyraos.turns import rules_number
from model.positions.setup import read_position
from model.registry import kinds
from model.search.prng import seeded


def think(position, **budget):
    engine = hooks_of(position.game.kind).plain_engine(position.game)
    assert isinstance(engine, PlainPyraos)
    return engine.analyse(position, nobody, never, Budget(**budget))


def arguments(position):
    rules = rules_number(position.game.rules)
    return np.uint64(position.own), np.uint64(position.other), rules, position.game.obliged


def played(position, words, games):
    """What the side to move makes of a position, played out so many times."""
    return sum(play_out(*arguments(position), words, LONGEST) for _ in range(games))


def after_each_move(position):
    """What the mover's bits can become -> in how many moves."""
    own, other, rules, obliged = arguments(position)
    moves = np.zeros(MAX_MOVES, np.int64)
    n = int(list_moves(own, other, rules, obliged, moves))
    return Counter(int(moved(own, move)) for move in moves[:n]), n


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options.values()))
def test_each_move_is_drawn_as_often_as_any_other(options):
    rng, words = Random(4), seeded(1, "moves")
    game = kinds()["pyraos"].configure(options)
    position, judged = game.start(), 0
    for _ in range(60):
        if position.outcome is not None:
            position = game.start()
        wanted, n = after_each_move(position)
        if n < 150:
            drawn = Counter(int(draw_move(*arguments(position), words)) for _ in range(40 * n))
            assert drawn.keys() <= wanted.keys(), str(position)
            off = sum((drawn[k] - 40 * many) ** 2 / (40 * many) for k, many in wanted.items())
            assert off < len(wanted) + 5 * (2 * len(wanted)) ** 0.5 + 5, str(position)
            judged += 1
        position = position.play(position.legal_moves.sample(rng))
    assert judged > 30


def test_all_ways_to_take_back_are_numbered():
    # White may take back one, two side by side, or 2b2 and then what it alone rested on.
    position = read_position("pyraos:rules=standard WWB1,WW2,BB1B,4/W2,3,3/2,2/1 white")
    own, other = np.uint64(position.own), np.uint64(position.other)
    found = [int(take_back(own, own | other, False, number)) for number in range(1 + 1 + 4)]
    assert found[0] == position.own
    assert len(set(found)) == 6
    assert sorted(position.own.bit_count() - bits.bit_count() for bits in found) == [0, 1] + 4 * [2]


@pytest.mark.slow
def test_a_game_played_out_ends_as_the_rules_say():
    over = read_position("pyraos:rules=standard WBWB,BWBW,WBWB,BWBW/WBW,BWB,WBW/BW,WB/B white")
    assert played(over, seeded(1, "over"), 4) == 0.0
    # One place is left, and it is Black's.
    last = read_position("pyraos:rules=standard WBWB,BWBW,WBWB,BWBW/WBW,BWB,WBW/BW,WB/1 black")
    assert played(last, seeded(1, "last"), 4) == 4.0
    own, other, rules, obliged = arguments(last)
    assert play_out(own, other, rules, obliged, seeded(1, "cut"), 1) == 0.5
    start = kinds()["pyraos"].configure({}).start()
    assert 850 < played(start, seeded(1, "start"), 2_000) < 1_050


def test_what_is_proved_the_prover_proves_and_a_third_time_is_a_draw():
    proved = 0
    for seed in range(12):
        rng = Random(seed)
        position = kinds()["pyraos"].configure({"rules": "children"}).start()
        while position.occupied.bit_count() < 25:
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is not None:
            continue
        score = think(position, nodes=4_000).score
        if score.proved:
            winner = position.game.players[score.value.index(1.0)]
            assert PyraosProver(position.game).can(position, Goal("win", winner), None)
            proved += 1
    assert proved > 5
    start = read_position("pyraos:rules=standard WW2,W3,2BB,3B/3,3,3/2,2/1 white")
    once_more = start.replay(["1c3x1c3", "1e7x1e7", "1c3x1c3"])
    assert think(once_more, nodes=500).moves["1e7x1e7"].value == (0.5, 0.5)
