"""Pyramid: every vector in tests/cases/pyramid, kernels against words, each rule."""

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyramid_positions import positions

from model.boards.terrace import TerraceError
from model.contract.game import IllegalMove
from model.games.pyramid.board_arrays import (
    ban_number,
    fields_of,
    hashes_of,
    may_hold_osiris,
    numbers_of,
    stacked,
)
from model.games.pyramid.engine import act, action_there, gather, workspace_for, write_move
from model.games.pyramid.kernels import (
    BANNED,
    JUMP,
    MAX_MOVES,
    NONE,
    PASSED,
    RUN,
    TAKEN_ROOM,
    WHITE,
    list_moves,
    make,
    moves_freely,
    settled,
)
from model.games.pyramid.kind import read_board, shipped
from model.notation.tokens import NotationError
from model.play.perft import perft
from model.positions.setup import read_position
from model.registry import kinds

CASES = sorted((Path(__file__).parents[3] / "cases/pyramid").glob("*.json"))
SIDES = {"W": "white", "B": "black"}


def row_text(rows):
    """Rows of '.', W and B as the board part of a position string."""
    return ",".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)


def position_of(case, **options):
    words = ",".join(f"{k}={str(v).lower()}" for k, v in options.items())
    head = f"pyramid:{words}" if words else "pyramid"
    return read_position(f"{head} {row_text(case['rows'])} {SIDES[case['stm']]}")


def collected(key):
    for path in CASES:
        data = json.loads(path.read_text())
        positions = {case["name"]: case for case in data.get("positions", [])}
        for entry in data.get(key, []):
            yield path, positions, entry


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=f"{p.stem}: {c['name']}") for p, _, c in collected("positions")]
)
def test_positions_of_vectors(case):
    position = position_of(case)
    if "moves" in case:
        assert sorted(position.legal_moves) == sorted(case["moves"])
    for depth, count in enumerate(case.get("perft", []), start=1):
        assert perft(position, depth) == count


@pytest.mark.parametrize(
    ("positions", "entry"),
    [
        pytest.param(positions, e, id=f"{p.stem}: {e['position']} {e['change']}")
        for p, positions, e in collected("option_perft")
    ],
)
def test_perft_with_one_option_changed(positions, entry):
    position = position_of(positions[entry["position"]], **entry["change"])
    for depth, count in enumerate(entry["perft"], start=1):
        assert perft(position, depth) == count


@pytest.mark.parametrize(
    ("positions", "entry"),
    [
        pytest.param(positions, e, id=f"{p.stem}: {e['position']} {e['move']}")
        for p, positions, e in collected("moves")
    ],
)
def test_single_moves_of_vectors(positions, entry):
    position = position_of(positions[entry["position"]])
    move = entry["move"]
    assert (move in position.legal_moves) == entry["legal"]
    if not entry["legal"]:
        with pytest.raises(IllegalMove):
            position.play(move)
        return
    after = position.play(move)
    assert str(after).split()[1] == row_text(entry["after"])
    names = position.game.board.names
    removed = sorted(
        f"{names[e.site]}:{'WB'[e.owner]}:{e.cause}"
        for e in position.events(move)
        if e.kind == "remove"
    )
    assert removed == sorted(entry["removed"])


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "run_dirs": st.sampled_from(["orth", "orth+diag", "no_backward"]),
        "run_max": st.sampled_from(["none", "1", "2", "3"]),
        "run_levels": st.sampled_from(["none", "0", "1"]),
        "smash_own": st.sampled_from(["true", "false"]),
        "push_own": st.sampled_from(["true", "false"]),
        "osiris_suicide": st.sampled_from(["true", "false"]),
        "osiris_bends": st.sampled_from(["true", "false"]),
        "few_stones": st.sampled_from(["both_draw", "lose_below_four"]),
        "no_moves": st.sampled_from(["lose", "draw", "pass"]),
        "push_back_ban": st.sampled_from(["true", "false"]),
        "max_plies": st.sampled_from(["none", "20", "60"]),
        "board": st.sampled_from(list(shipped())),
    },
)


def played(options, seed, plies):
    rng = random.Random(seed)
    position = kinds()["pyramid"].configure(options).start()
    for _ in range(plies):
        if position.outcome:
            break
        position = position.play(position.legal_moves.sample(rng))
    return position


# -- the kernels beside the rules in plain Python -------------------------------------------------


def settled_by_the_rules(position):
    """The colour that has won, 3 for a draw, 0 where play goes on or a side is stuck."""
    outcome = position.without_past().outcome
    if outcome is None or outcome.how == "no-moves":
        return 0
    return 3 if outcome.winner is None else position.game.players.index(outcome.winner) + 1


def numbers_by_text(position, moves):
    return {write_move(move, position): move for move in moves.tolist()}


def agree(position):
    """Hold the kernels to the rules: which moves there are, what each does, who has won then."""
    fields, numbers = fields_of(position.game), numbers_of(position.game)
    hashes, taken = hashes_of(len(fields)), np.zeros(TAKEN_ROOM * len(fields), np.int32)
    moves = np.zeros((2, MAX_MOVES), np.int32)
    cells, facts = stacked(position, 2)
    assert settled(facts, 0, numbers) == settled_by_the_rules(position)
    if position.outcome:
        return 0
    listed = numbers_by_text(
        position, moves[0, : list_moves(cells, facts, 0, fields, numbers, moves)]
    )
    assert set(listed) == set(position.legal_moves) - {"pass"}
    if moves_freely(cells, facts, 0, fields, numbers):
        assert any(move >> 20 in (RUN, JUMP) for move in listed.values())
    for text, move in (listed or {"pass": PASSED}).items():
        after = position.play(text)
        for whole in {True, may_hold_osiris(position)}:
            make(cells, facts, 0, move, whole, fields, numbers, hashes, taken)
            assert tuple(cells[1].tolist()) == after.cells
            assert (facts[1] == stacked(after, 1)[1][0]).all()
            assert settled(facts, 1, numbers) == settled_by_the_rules(after)
    draw_alike(position, listed)
    return len(listed)


def draw_alike(position, listed):
    """Hold random games to the rules as well: which moves may be drawn, and what they do."""
    work = workspace_for(position)
    drawn = []
    work.cells[1] = work.cells[0]
    for source in np.flatnonzero(work.cells[0] == position.side + 1).tolist():
        for target, direction in work.ways[source, : work.counts[source]].tolist():
            ban = int(work.facts[0, BANNED])
            kind = action_there(work, source, target, direction, position.side + 1, ban)
            if kind != NONE:
                drawn.append(kind << 20 | source << 10 | target)
    assert sorted(drawn) == sorted(listed.values())
    for text, move in listed.items():
        after = position.play(text)
        work.cells[1], work.facts[1] = work.cells[0], work.facts[0]
        gather(work)
        act(work, move)
        assert tuple(work.cells[1].tolist()) == after.cells
        assert work.facts[1, BANNED] == ban_number(after.ban)
        for side in range(2):
            stones = np.flatnonzero(work.cells[1] == side + 1).tolist()
            assert sorted(work.stones[side, : len(stones)]) == stones
            assert work.facts[1, WHITE + side] == len(stones)


@pytest.mark.check
@pytest.mark.slow
@given(OPTIONS, st.integers(0, 10**6), st.integers(0, 60))
def test_kernels_agree_with_the_rules_in_random_games(options, seed, plies):
    agree(played(options, seed, plies))


@pytest.mark.slow
def test_kernels_agree_with_the_rules_where_few_stones_stand():
    assert sum(map(agree, positions(range(300), over=True))) > 1_500


def test_kernels_agree_with_the_rules_on_the_vectors():
    cases = [position_of(case) for _, _, case in collected("positions")]
    cases += [
        position_of(positions[entry["position"]], **entry["change"])
        for _, positions, entry in collected("option_perft")
    ]
    assert sum(agree(position) for position in cases) > 300


@pytest.mark.check
@pytest.mark.slow
@given(OPTIONS, st.integers(0, 10**6), st.integers(0, 60))
def test_strings_round_trip_and_events_give_the_next_position(options, seed, plies):
    position = played(options, seed, plies)
    assert read_position(str(position)) == position
    for move in list(position.legal_moves)[:12]:
        assert position.read_move(move) == move
        cells = list(position.cells)
        for event in position.events(move):
            if event.kind == "move":
                cells[event.to], cells[event.site] = cells[event.site], 0
            elif event.kind == "remove":
                assert cells[event.site] == event.owner + 1
                cells[event.site] = 0
        assert tuple(cells) == position.play(move).cells


@pytest.mark.slow
@settings(max_examples=20)
@given(OPTIONS, st.integers(0, 10**6), st.integers(0, 30))
def test_perft_of_kernel_and_words_agree(options, seed, plies):
    position = played(options, seed, plies)
    by_words = sum(position.play(move).legal_moves.count() for move in position.legal_moves)
    if position.without_past().outcome is None and not any(
        position.play(move).repetition >= 3 for move in position.legal_moves
    ):
        assert perft(position, 2) == by_words


def test_third_repetition_draws():
    position = kinds()["pyramid"].configure({}).start()
    for move in ("a1-a2", "a7-a6", "a2-a1", "a6-a7") * 2:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome.how == "repetition"
    assert position.outcome.winner is None
    assert position.without_past().outcome is None


def test_own_loss_is_foretold():
    cases = json.loads((CASES[0].parent / "sheet.json").read_text())["positions"]
    position = position_of(next(case for case in cases if case["name"] == "double_osiris"))
    said = position.steps(("b2", "b1")).message
    assert said.startswith("you lose a stone: b1 taken by Osiris"), said


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("pyramid 7,7,7,7,7,7 white", "7 rows, not 6"),
        ("pyramid:board=giza-8 7,7,7,7,7,7,7 white", "board is giza-7"),
        ("pyramid:board=giza-7,levels=000/010/000,victory=b2,needed=1 3,3,3 white", "goes with no"),
        ("pyramid:levels=000/010/000,victory=b2 3,3,3 white", "needs needed"),
        ("pyramid:levels=000/010/00,victory=b2,needed=1 3,3,3 white", "rank 3 has 2 levels"),
        ("pyramid:levels=000/010/000,victory=d2,needed=1 3,3,3 white", '"d2" is not on a board'),
        ("pyramid 7,7,7,7,7,7,7 white banned=a1:b1", "push_back_ban=true"),
    ],
)
def test_refused_positions(text, part):
    with pytest.raises(NotationError, match=part):
        read_position(text)


def test_board_files_are_read_or_refused_with_the_reason():
    good = b'{"levels": ["000", "010", "000"], "victory": ["b2"], "victory_needed": 1}'
    assert read_board(good).side == 3
    for data, part in [
        (b"{", "not a board file"),
        (good.replace(b'"b2"', b'"z9"'), '"z9" is not on a board'),
        (good.replace(b'needed": 1', b'needed": 2'), "cannot be needed"),
        (b"\xff\xfe", "not a board file"),
    ]:
        with pytest.raises(TerraceError, match=part):
            read_board(data)
