"""Pyraos: every vector in tests/cases/pyraos, kernels against words, each rule."""

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.contract.game import IllegalMove, MalformedMove
from model.games.pyraos import turns
from model.games.pyraos.kernels import (
    MAX_MOVES,
    count_lifting,
    count_placing,
    list_moves,
    moved,
    nth_lifting,
    nth_to,
    openings,
)
from model.notation.tokens import NotationError
from model.play.perft import perft
from model.positions.setup import read_position

CASES = sorted((Path(__file__).parents[3] / "cases/pyraos").glob("*.json"))
MOST = 5_000_000
"""Larger counts of the vectors are left to `make soak`."""
RULES = ["standard", "children", "alternate"]


def vectors():
    for path in CASES:
        for case in json.loads(path.read_text())["cases"]:
            for key, counts in case["perft"].items():
                rules, _, obliged = key.partition("_")
                option = ",removal=obliged" if obliged else ""
                text = f"pyraos:rules={rules}{option} {case['position']}"
                yield pytest.param(text, counts, id=f"{path.stem}: {case['name']} {key}")


@pytest.mark.parametrize(("text", "counts"), list(vectors()))
def test_perft_of_vectors(text, counts):
    position = read_position(text)
    for depth, count in enumerate(counts, start=1):
        if count <= MOST:
            assert perft(position, depth) == count


@pytest.mark.parametrize(("rules", "count"), [("standard", 61_599_168), ("alternate", 64_136_160)])
def test_perft_seven_from_the_empty_board(rules, count):
    assert perft(read_position(f"pyraos:rules={rules} 4,4,4,4/3,3,3/2,2/1 white"), 7) == count


def random_game(seed, plies, rules="standard", removal="optional"):
    rng = random.Random(seed)
    option = "" if removal == "optional" else ",removal=obliged"
    position = read_position(f"pyraos:rules={rules}{option} 4,4,4,4/3,3,3/2,2/1 white")
    for _ in range(plies):
        if position.outcome:
            break
        position = position.play(position.legal_moves.sample(rng))
    return position


def all_turns(position):
    """Every turn that can be written down with the mover's spheres, by the words alone."""
    own = turns.bits(position.own)
    yield turns.Turn(None)
    for source in (None, *own):
        for place in range(30):
            base = turns.Turn(place, source)
            if position.explain(base.text) not in (None,) and (
                position.explain(base.text).key != "must-remove"
            ):
                continue
            mine = turns.bits(turns.after(position.own, base))
            for count in range(3):
                for removed in combinations(mine, count):
                    yield turns.Turn(place, source, removed)


# -- the kernels beside the rules in plain Python -------------------------------------------------


def agree(position):
    """Hold the kernels to the rules: which moves there are, what each does, which may be drawn."""
    own, other, rules, obliged = position.legal_moves.arguments()
    moves = np.zeros(MAX_MOVES, np.int64)
    numbers = moves[: int(list_moves(own, other, rules, obliged, moves))].tolist()
    listed = [turns.from_number(number) for number in numbers]
    assert position.legal_moves.count() == len(listed) == len(set(listed))
    if position.outcome:
        assert listed == []
        return 0
    assert {t.text for t in all_turns(position) if position.explain(t.text) is None} == {
        t.text for t in listed
    }
    after = [int(moved(own, number)) for number in numbers]
    assert after == [turns.after(position.own, turn) for turn in listed]
    if listed != [turns.Turn(None)]:
        assert Counter(numbered(own, own | other, rules, obliged)) == Counter(after)
    return len(listed)


def numbered(own, occupied, rules, obliged):
    """The bits of the side to move after each move that may be drawn."""
    places, removing = openings(own, occupied, rules)
    state = own, occupied, np.uint64(places), np.uint64(removing), rules, obliged
    for number in range(int(count_placing(*state))):
        yield int(nth_to(*state, number))
    for number in range(int(count_lifting(*state))):
        yield int(nth_lifting(*state, number))


@pytest.mark.slow
@given(
    st.integers(0, 10**6), st.integers(0, 45), st.sampled_from(RULES),
    st.sampled_from(["optional", "obliged"]),
)  # fmt: skip
def test_kernels_agree_with_the_rules_in_random_games(seed, plies, rules, removal):
    agree(random_game(seed, plies, rules, removal))


@pytest.mark.slow
def test_kernels_agree_with_the_rules_on_the_vectors():
    assert sum(agree(read_position(case.values[0])) for case in vectors()) > 300


@given(st.integers(0, 10**6), st.integers(0, 60), st.sampled_from(RULES))
def test_strings_and_moves_round_trip(seed, plies, rules):
    position = random_game(seed, plies, rules)
    assert read_position(str(position)) == position
    assert str(read_position(str(position))) == str(position)
    for move in list(position.legal_moves)[:20]:
        assert position.read_move(move) == move
        turn = turns.read_turn(move)
        backwards = turns.Turn(turn.place, turn.source, turn.removed[::-1]).text
        assert position.read_move(backwards) == move


SQUARE = "pyraos:rules=standard WW2,W3,4,BBB1/3,3,3/2,2/1 white"


def test_square_lets_up_to_two_back():
    position = read_position(SQUARE)
    for move in ("1c3", "1c3x1c3", "1c3x1a1x1c1"):
        assert position.explain(move) is None
    after = position.play("1c3x1a1x1c1")
    assert str(after) == "pyraos:rules=standard 4,WW2,4,BBB1/3,3,3/2,2/1 black"
    assert after.reserves == {"white": 13, "black": 12}


def test_obliged_removal_takes_one_or_two():
    position = read_position(SQUARE.replace("standard", "standard,removal=obliged"))
    assert position.explain("1c3").key == "must-remove"
    assert position.explain("1c3x1a1") is None


@pytest.mark.parametrize(
    ("board", "move", "sentence"),
    [
        ("WWBB,WBWB,4,4/B2,3,3/2,2/1", "1a1-2d2", "1a1 cannot be lifted: 2b2 rests on it"),
        ("WWBB,BBWB,4,4/3,3,3/2,2/1", "1a1-2b2", "2b2 would lose its own support: it rests on 1a1"),
        ("WW2,B3,4,4/3,3,3/2,2/1", "1c3x1a1", "no square was made: nothing is taken back"),
        ("WW2,B3,4,4/3,3,3/2,2/1", "2b2", "2b2 needs a sphere on 1c3"),
        ("WW2,B3,4,4/3,3,3/2,2/1", "pass", "you cannot pass: you still have spheres in reserve"),
        ("WW2,B3,4,4/3,3,3/2,2/1", "1a3-1c3", "1a3 is Black's sphere"),
        ("WW2,B3,4,4/3,3,3/2,2/1", "1a1", "1a1 is taken"),
        (
            "WBWB,BWBW,WBWB,BWBW/WBW,BWB,WBW/BW,WB/1",
            "4d4",
            "the reserve is empty and no sphere can be lifted: pass",
        ),
    ],
)
def test_explanations(board, move, sentence):
    position = read_position(f"pyraos:rules=standard {board} white")
    assert str(position.explain(move)) == sentence
    with pytest.raises(IllegalMove):
        position.play(move)


@pytest.mark.parametrize("move", ["", "9z9", "1a1x", "1a1x1c1x1e1x1g1", "1a1-1c1-2b2", "x"])
def test_malformed_moves(move):
    with pytest.raises(MalformedMove):
        read_position(SQUARE).play(move)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("pyraos 4,4,4,4/W2,3,3/2,2/1 white", "2b2 needs a sphere on 1a1"),
        ("pyraos WWWW,WWWW,WWWW,WWWW/3,3,3/2,2/1 black", "16 white spheres"),
        ("pyraos:rules=hard 4,4,4,4/3,3,3/2,2/1 white", "rules is standard, children or"),
        ("pyraos 4,4,4,4/3,3,3/2,2/1 red", "white or black"),
    ],
)
def test_refused_positions(text, part):
    with pytest.raises(NotationError, match=part):
        read_position(text)


def test_second_take_back_may_need_the_first():
    position = read_position("pyraos:rules=standard WWWB,WWWB,WWB1,4/WW1,W2,3/2,2/1 white")
    move = "2d4x1a1x2b2"
    assert position.explain(move) is None, position.explain(move)
    order = [event.site for event in position.events(move) if event.kind == "remove"]
    assert [position.game.board.names[site] for site in order] == ["2b2", "1a1"]
    assert position.explain("2d4x1a1").key == "carries"


def test_steps_build_a_turn_with_take_backs():
    position = read_position(SQUARE)
    assert "1c3" in position.steps(()).choices
    step = position.steps(("1c3",))
    assert step.complete
    assert step.move == "1c3"
    assert set(step.choices) == {"1a1", "1c1", "1a3", "1c3"}
    step = position.steps(("1c3", "1a1"))
    assert step.move == "1c3x1a1"
    assert step.message == "White takes back 1a1 and may take back one more"
    step = position.steps(("1c3", "1c1", "1a1"))
    assert step.complete
    assert step.choices == ()
    assert step.move == "1c3x1a1x1c1"


def test_repetition_is_counted_and_play_goes_on():
    position = read_position(SQUARE)
    start = position
    for _ in range(2):
        position = position.play("1c3x1c3")
        position = position.play("1g7" if position.occupied >> 15 & 1 == 0 else "1e7")
        break
    assert start.repetition == 1
    assert position.without_past().repetition == 1
    assert position.outcome is None


def test_top_wins():
    text = "pyraos:rules=standard WBWB,BWBW,WBWB,BWBW/BWB,WBW,BWB/BW,WB/1 white"
    after = read_position(text).play("4d4")
    assert after.outcome.winner == "white"
    assert after.outcome.how == "apex"
    assert after.to_move is None
    assert list(after.legal_moves) == []
