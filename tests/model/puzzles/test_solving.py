"""Solving step by step: best defence, proved alternatives, refutations, hints in three steps."""

from pathlib import Path
from random import Random
from types import SimpleNamespace

import brute
import pytest

from model.positions import describe
from model.positions.setup import read_position
from model.puzzles.solving import answer, begin, hint, whereabouts
from model.records import files
from model.records.puzzle import Puzzle, Stipulation, Try
from model.records.record import ROOT, PositionCache
from model.search.provers import prover_for

SHIPPED = Path(__file__).parents[3] / "examples" / "puzzles"
TWO = "partition:size=3,rules=free 3,3,3/2,R1/1 red"
"""Red holds NW with two more moves, 1a5 first and nothing else."""


def shipped(game, number):
    item = files.load_any(SHIPPED / f"{game}-puzzles.pyramidion").items[number - 1]
    position = PositionCache().position(item.record, ROOT)
    return position, item.record.puzzle


def test_a_program_is_told_only_by_the_third_hint():
    position, puzzle = shipped("pyramid-ball", 6)
    assert not puzzle.hints
    state, told = begin(position, puzzle), []
    for _ in range(3):
        state, given = hint(state, prover_for(position.game))
        told.append((given.text, len(given.sites)))
    assert told[:2] == [
        ("Look at the southwest of the board.", 12),
        ("Look at the marked piece.", 1),
    ]
    assert told[2][0].startswith("Play “A: medium runs")
    assert given.sites == ("c2",)


@pytest.mark.check
@pytest.mark.parametrize("number", [1, 2, 4, 5, 6, 8, 12, 13, 15])
@pytest.mark.parametrize("game", ["partition", "pyraos", "pyramid"])
def test_a_solver_who_knows_gets_through_with_any_move_that_is_proved(game, number):
    position, puzzle = shipped(game, number)
    prover, rng = prover_for(position.game), Random(number)
    asked = puzzle.stipulation
    state = begin(position, puzzle)
    for _ in range(20):
        if state.state == "solved":
            break
        if not state.played:
            first = puzzle.proof.first
            move = rng.choice(sorted(first))
        else:
            known: dict = {}
            left = state.left
            if left is not None and left <= 2 and game == "partition":
                side = state.position.to_move
                right = [
                    m
                    for m in state.position.legal_moves
                    if brute.forces(
                        state.position.play(m).without_past(), side, asked.corner, left - 1, known
                    )
                ]
                move = rng.choice(right)  # any of them, not the best alone
            else:
                # The move the third hint names is one of the proved.
                for _ in range(3):
                    state, given = hint(state, prover)
                told = given.text.removeprefix("Play ").removesuffix(".")
                here = state.position
                move = next(m for m in here.legal_moves if describe.named(here, m) == told)
        before = state
        state = answer(state, move, prover)
        assert state.state in ("open", "solved"), (move, state.said)
        assert state.played[: len(before.played)] == before.played
    assert state.state == "solved"
    if asked.kind in ("win", "hold"):
        solver = position.game.players.index(position.to_move)
        assert brute.is_reached(state.position, position.game.players[solver], asked.corner)
        assert (len(state.played) + 1) // 2 <= (asked.moves or 99)


def test_a_wrong_move_is_taken_back_and_refuted():
    position = read_position(TWO)
    puzzle = Puzzle(Stipulation("hold", 2, "NW"))
    prover = prover_for(position.game)
    start = begin(position, puzzle)
    state = answer(start, "3c3", prover)
    assert state.state == "wrong"
    assert state.position == start.position
    assert state.played == ()
    assert state.left == 2
    move, reply = state.wrong
    assert move == "3c3"
    assert f"Blue answers {reply}" in state.said
    after = position.play(move).play(reply).without_past()
    assert not brute.forces(after, "red", "NW", 1, {})
    # The same again is remembered once, another one besides it.
    state = answer(answer(state, "3c3", prover), "1e5", prover)
    assert [line[0] for _, line in state.failures] == ["3c3", "1e5"]
    assert answer(state, "1a5", prover).state == "open"


def test_where_nothing_is_proved_the_author_is_believed():
    puzzle = Puzzle(Stipulation("hold", corner="NW"), keys=("1a5",))
    unsure = SimpleNamespace(can=lambda *_: None)
    start = begin(read_position(TWO), puzzle)
    assert answer(start, "3c3", unsure).state == "wrong"
    state = answer(start, "1a5", unsure)
    assert (state.state, state.said) == ("open", f"Right. Blue answers {state.reply}.")


def test_the_defence_holds_out_as_long_as_it_can():
    items = files.load_any(SHIPPED / "partition-puzzles.pyramidion").items
    titles = [item.record.headers["title"] for item in items]
    position, puzzle = shipped("partition", titles.index("Small but deep") + 1)
    prover = prover_for(position.game)
    state = answer(begin(position, puzzle), puzzle.proof.first[0], prover)
    assert state.state == "open"
    side = position.to_move
    needed = puzzle.stipulation.moves - 1
    known: dict = {}
    assert not brute.forces(state.position, side, "", needed - 1, known)
    assert brute.forces(state.position, side, "", needed, known)


def test_the_authors_words_stand_before_the_programs():
    position = read_position(TWO)
    tried = Try("2b2", ("1a5",), "The middle", "It looks natural, but 1a5 is in the way.")
    puzzle = Puzzle(
        Stipulation("hold", 2, "NW"), tries=(tried,), hints=("Look to the north.", "", "Low.")
    )
    prover = prover_for(position.game)
    state = answer(begin(position, puzzle), "2b2", prover)
    assert state.said == tried.text
    assert state.wrong == ("2b2", "1a5")
    state, first = hint(begin(position, puzzle), prover)
    state, second = hint(state, prover)
    state, third = hint(state, prover)
    assert (first.text, third.text) == ("Look to the north.", "Low.")
    assert "NW" in second.text
    assert third.sites == ("1a5",)


def test_hints_come_nearer_in_three_steps():
    position = read_position(TWO)
    state, prover = begin(position, Puzzle(Stipulation("hold", 2, "NW"))), prover_for(position.game)
    given = []
    for _ in range(4):
        state, one = hint(state, prover)
        given.append(one)
    assert "level 1" in given[0].text
    assert "NW corner" in given[1].text
    assert given[2].text == given[3].text == "Play 1a5."
    assert "1a5" in given[0].sites
    assert len(given[0].sites) > len(given[1].sites) >= 1


def test_hints_are_counted_in_what_is_said_at_the_end():
    position = read_position(TWO)
    prover = prover_for(position.game)
    state = begin(position, Puzzle(Stipulation("hold", 2, "NW")))
    for _ in range(2):
        state, _one = hint(state, prover)
    state = answer(state, "3c3", prover)  # wrong
    state = answer(state, "1a5", prover)
    state, _one = hint(state, prover)
    assert (state.hints, state.helped) == (1, 3)
    move = next(m for m in state.position.legal_moves if m in ("2b2", "2b4", "2d4", "1c5", "3c3"))
    while state.state != "solved":
        after = answer(state, move, prover)
        if after.state == "wrong":
            state = after
            move = next(m for m in state.position.legal_moves if m > move)
            continue
        state = after
        move = next(iter(state.position.legal_moves), "")
    assert state.said.startswith("Solved, after ")
    assert state.said.endswith(" and 3 hints.")


def test_one_hint_is_told_after_a_single_move():
    position = read_position("partition:size=3,rules=free RR1,1B1,BRR/1B,BR/B red")
    prover = prover_for(position.game)
    state, _one = hint(begin(position, Puzzle(Stipulation("hold", 1, "SW"))), prover)
    assert answer(state, "1e1", prover).said == "Solved, after 1 hint."


def test_marked_points_restrict_the_answer():
    position = read_position(TWO)
    puzzle = Puzzle(Stipulation("hold", 2, "NW", points=("1a5", "2b2")))
    prover = prover_for(position.game)
    state = answer(begin(position, puzzle), "3c3", prover)
    assert state.state == "wrong"
    assert state.said == "The answer is among the marked points 1a5 and 2b2."
    assert answer(state, "1a5", prover).state == "open"


def test_accepted_moves_need_no_search():
    position = read_position(TWO)
    puzzle = Puzzle(Stipulation("accepted", accepted=("1a5", "3c3")))
    prover = prover_for(position.game)
    assert answer(begin(position, puzzle), "3c3", prover).state == "solved"
    wrong = answer(begin(position, puzzle), "2b2", prover)
    assert (wrong.state, wrong.wrong) == ("wrong", ("2b2",))


def test_a_last_move_that_misses_is_answered_by_no_reply():
    position, puzzle = shipped("partition", 1)
    assert puzzle.stipulation.moves == 1
    state = answer(begin(position, puzzle), "1c1", prover_for(position.game))
    assert (state.state, state.wrong, state.said) == ("wrong", ("1c1",), "1c1 does not solve it.")
    assert answer(state, "1g7", prover_for(position.game)).said == "Solved, after 1 wrong try."


def test_a_threat_that_is_met_is_told_with_its_time():
    position, puzzle = shipped("partition", 4)
    state = answer(begin(position, puzzle), "1c5", prover_for(position.game))
    assert state.said == "Right: Red cannot win on the next move."


@pytest.mark.parametrize(("cell", "corner"), [("f6", "C"), ("b2", "A"), ("d1", "B")])
def test_where_corners_have_names_a_hint_goes_by_them(cell, corner):
    position = read_position("poly-y:corners=3,size=6 1/2/3/4/5/6 red")
    told = whereabouts(position, cell)
    assert told.text == f"Look at the part of the board nearest to {corner}."
    assert cell in told.sites
    assert 5 <= len(told.sites) <= 9


@pytest.mark.parametrize(
    ("cell", "side", "files", "ranks"),
    [("b2", "southwest", "abc", "123"), ("f6", "northeast", "defg", "4567")],
)
def test_on_a_flat_board_a_hint_goes_by_the_sides(cell, side, files, ranks):
    told = whereabouts(read_position("pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white"), cell)
    assert told.text == f"Look at the {side} of the board."
    assert set(told.sites) == {file + rank for file in files for rank in ranks}


def test_a_hint_at_the_apex_leaves_something_for_the_next():
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    told = whereabouts(position, "3c3")
    assert told.text == "Look at the top two levels."
    assert set(told.sites) == {"2b2", "2d2", "2b4", "2d4", "3c3"}


def test_a_move_that_is_simply_meant_solves_at_once():
    puzzle = Puzzle(Stipulation("accepted", accepted=("1a5",)))
    state = answer(begin(read_position(TWO), puzzle), "1a5", prover_for(read_position(TWO).game))
    assert (state.state, state.said) == ("solved", "Right: solved.")
