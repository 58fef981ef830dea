"""Playing Pyramid Partition: placing, stacking, winning, and what moves may be called."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.boards.lattice import CORNERS
from model.contract.game import AmbiguousMove, IllegalMove, MalformedMove, Position
from model.games.partition import position as placing
from model.games.partition.kind import KIND
from model.positions.setup import read_position
from model.registry import kinds

CASES = Path(__file__).parents[3] / "cases" / "partition"


def start(size, rules="free"):
    return KIND.game(size, rules).start()


def test_red_begins_on_an_empty_pyramid_and_sides_take_turns():
    position = start(4)
    assert isinstance(position, Position)
    assert position.to_move == "red"
    assert position.legal_moves.count() == 30
    after = position.play("2b2")
    assert after.to_move == "blue"
    assert position.legal_moves.count() == 30, "positions are values"
    assert [after.game.board.names[s] for s in after.pieces.site] == ["2b2"]
    assert after.pieces.owner.tolist() == [0]


def test_moves_come_in_site_order():
    assert list(start(2).legal_moves) == ["1a1", "1c1", "1a3", "1c3", "2b2"]
    assert list(start(2, "stacking").legal_moves) == ["1a1", "1c1", "1a3", "1c3"]


def test_a_taken_point_is_not_legal():
    position = start(3).play("2b2")
    assert "2b2" not in position.legal_moves
    with pytest.raises(IllegalMove, match="2b2 is taken by a red ball"):
        position.play("2b2")


def test_stacking_needs_four_balls_below():
    position = start(2, "stacking")
    with pytest.raises(IllegalMove, match="2b2 lacks support: 1a1, 1c1, 1a3 and 1c3 are empty"):
        position.play("2b2")
    for move in ("1a1", "1c1", "1a3"):
        position = position.play(move)
    assert str(position.explain("2b2")) == "2b2 lacks support: 1c3 is empty"


@pytest.mark.parametrize("text", ["", "x", "1b1", "0a1", "9a1", "2b2 ", "2B2", "pass", "2b2" * 999])
def test_what_is_no_point_is_malformed(text):
    with pytest.raises(MalformedMove) as caught:
        start(4).play(text)
    assert len(str(caught.value)) < 200
    with pytest.raises(MalformedMove):
        start(4).read_move(text)


def test_a_cell_without_level_names_the_one_move_that_fits():
    assert start(2).read_move("b2") == "2b2"
    assert start(4, "stacking").read_move("c3") == "1c3"
    with pytest.raises(AmbiguousMove, match="c3 could be 1c3 or 3c3"):
        start(4).read_move("c3")
    assert start(4).play("1c3").read_move("c3") == "3c3"
    with pytest.raises(IllegalMove, match="no ball can be placed at c3"):
        start(4).play("1c3").play("3c3").read_move("c3")
    with pytest.raises(IllegalMove, match="1a1 is taken"):
        start(4).play("1a1").read_move("a1")
    with pytest.raises(MalformedMove):
        start(4).read_move("a2")


def won():
    """Red holds every corner of a 2-pyramid; the next side may not move."""
    return read_position("partition RR,RR/1 blue")


def test_a_position_already_won_has_nobody_to_move():
    position = won()
    assert position.to_move is None
    assert position.outcome.winner == "red"
    assert position.outcome.how == "partitions"
    assert position.outcome.witness == CORNERS
    assert not position.legal_moves
    assert position.legal_moves.count() == 0
    assert list(position.legal_moves) == []
    assert "2b2" not in position.legal_moves
    with pytest.raises(ValueError, match="no legal move"):
        position.legal_moves.sample(Random(1))
    with pytest.raises(IllegalMove, match="the game is over: red holds SW, SE, NW, NE and apex"):
        position.play("2b2")
    with pytest.raises(IllegalMove, match="the game is over"):
        position.read_move("b2")
    assert position.steps(()).message.startswith("the game is over")
    assert str(position) == "partition:size=2,rules=free RR,RR/1 blue"


def vectors():
    """Boards with who holds which corner, of every file of cases that lists some."""
    for path in sorted(CASES.glob("*.json")):
        for number, case in enumerate(json.loads(path.read_text("utf-8"))["cases"]):
            if {"size", "board", "red", "blue"} <= case.keys():
                yield pytest.param(case, id=f"{path.stem}-{number}")


def test_there_are_vectors():
    assert len(list(vectors())) >= 24


@pytest.mark.parametrize("case", [*vectors()])
def test_corners_are_held_as_in_the_sheet(case):
    position = read_position(f"partition:size={case['size']} {case['board']} red")
    for number, player in enumerate(("red", "blue")):
        held = {CORNERS[i] for i in np.flatnonzero(position.holders == number)}
        assert held == set(case[player])
        assert (position.outcome is not None and position.outcome.winner == player) == (
            len(held) >= 3
        )


@pytest.mark.parametrize("rules", ["free", "stacking"])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_judging_move_by_move_agrees_with_judging_afresh(size, rules):
    rng = Random(size)
    for _ in range(8):
        position = start(size, rules)
        assert position.holders.tolist() == [-1] * 5
        moves = []
        while position.outcome is None:
            moves.append(position.legal_moves.sample(rng))
            position = position.play(moves[-1])
            fresh = read_position(str(position))
            assert position.holders.tolist() == fresh.holders.tolist()
            assert position.outcome == fresh.outcome
        assert start(size, rules).replay(moves) == position
        left = [s for s, c in zip(position.game.board.names, position.cells, strict=True) if not c]
        if left:
            with pytest.raises(IllegalMove, match="the game is over") as caught:
                start(size, rules).replay([*moves, *left])
            assert caught.value.ply == len(moves) + 1


def test_replay_names_the_first_move_that_cannot_be_played():
    with pytest.raises(IllegalMove, match="1a1 is taken") as caught:
        start(3).replay(["1a1", "2b2", "1a1", "1z9"])
    assert caught.value.ply == 3
    with pytest.raises(MalformedMove) as caught:
        start(3).replay(["1a1", "1z9", "1a1"])
    assert caught.value.ply == 2
    with pytest.raises(IllegalMove, match="2b2 lacks support") as caught:
        start(3, "stacking").replay(["1a1", "2b2"])
    assert caught.value.ply == 2
    with pytest.raises(IllegalMove, match="the game is over") as caught:
        won().replay(["2b2", "nonsense"])
    assert caught.value.ply == 1
    assert start(3).replay([]) == start(3)


@given(st.integers(2, 5), st.sampled_from(["free", "stacking"]), st.randoms(use_true_random=False))
def test_the_lazy_moves_agree_with_their_list(size, rules, rng):
    position = start(size, rules)
    for _ in range(rng.randrange(12)):
        if position.legal_moves:
            position = position.play(position.legal_moves.sample(rng))
    listed = list(position.legal_moves)
    assert position.legal_moves.count() == len(listed)
    assert bool(position.legal_moves) == bool(listed)
    assert (position.to_move is None) == (not listed)
    for name in position.game.board.names:
        assert (name in position.legal_moves) == (name in listed)
        assert (position.explain(name) is None) == (name in listed)


def test_samples_are_drawn_from_all_moves():
    rng = Random(0)
    moves = start(2).legal_moves
    assert {moves.sample(rng) for _ in range(200)} == set(moves)


def test_steps_and_events():
    position = start(3)
    first = position.steps(())
    assert not first.complete
    assert "2b2" in first.choices
    assert position.steps(("2b2",)).complete
    assert position.steps(("2b2",)).move == "2b2"
    (event,) = position.events("2b2")
    assert (event.stage, event.kind, event.owner) == (0, "place", 0)
    assert position.game.board.names[event.site] == "2b2"
    taken = position.play("2b2").steps(("2b2",))
    assert not taken.complete
    assert "taken" in taken.message
    with pytest.raises(IllegalMove):
        position.play("2b2").events("2b2")


def test_open_games_hide_nothing():
    position = start(3).play("2b2")
    assert position.seen_by("red") is position
    assert position.seen_by(None) is position
    assert position.without_past() is position


def test_a_position_set_up_by_hand_must_be_possible():
    game = KIND.game(2, "stacking")
    with pytest.raises(ValueError, match="2b2 lacks support"):
        game.position(np.array([1, 1, 0, 1, 2], np.int8), "red")
    with pytest.raises(ValueError, match="5 cells"):
        game.position(np.zeros(4, np.int8), "red")
    crowd = game.position(np.array([1, 1, 1, 1, 0], np.int8), "red")
    assert crowd.outcome.winner == "red", "what could not have arisen in play is accepted"


def test_the_game_credits_its_designer():
    assert "Mark Steere" in kinds()["partition"].credit


def test_balls_are_placed_in_turn_as_far_as_they_can_be():
    board = KIND.game(2, "stacking").board
    cells = [placing.EMPTY] * len(board)
    sites, fault = placing.place_all(board, True, cells, placing.RED, ["1a1", "1c1", "2b2"])
    assert [board.names[site] for site in sites] == ["1a1", "1c1"]
    assert cells == [placing.RED, placing.BLUE, 0, 0, 0]
    assert isinstance(fault, IllegalMove)
    assert (fault.ply, fault.reason.key) == (3, "unsupported")
    sites, fault = placing.place_all(board, False, cells, placing.RED, ["2b2", "x"])
    assert len(sites) == 1
    assert isinstance(fault, MalformedMove)
    assert fault.ply == 2
    assert placing.place_all(board, False, cells, placing.RED, []) == ([], None)
