"""What decided each shipped line is told in one sentence that is true, and shown."""

import re

import numpy as np
import pytest
import shipped

from model.boards.lattice import CORNERS
from model.games.pyraos.position import PyraosPosition
from model.positions.setup import read_position, with_side
from model.puzzles.account import PuzzleLine, account, moves_allowed
from model.puzzles.question import Question
from model.records.puzzle import Stipulation
from model.search.proofs.plain_prover import PlainProver, reached
from model.search.provers import prover_for
from viewer.games import decision as decisions
from viewer.games.pyraos.game_view import last_placed, order_of_filling
from viewer.games.registry import game_view_of
from viewer.learn.judge import explain
from viewer.visuals.overlay_types import Arrow, Marks, Sheet, Sign, Tube

MOVE = re.compile(r"\d?[a-z]\d+(?:[-x^>]\d?[a-z]\d+)*")


def told(position, puzzle, line, right, prover):
    asked = puzzle.stipulation
    shown = PuzzleLine(position, tuple(line), asked, right, moves_allowed(asked))
    return account(shown, prover), explain(shown, prover)


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", shipped.PUZZLES, ids=lambda path: path.stem)
def test_every_solution_and_every_try_is_explained_by_a_picture_and_a_sentence(path):
    lines = 0
    for number, position, puzzle in shipped.puzzles(path):
        prover = prover_for(position.game)
        for line, right in shipped.lines_of(puzzle):
            found, decided = told(position, puzzle, line, right, prover)
            where = f"{path.stem}#{number} {' '.join(line)}: {decided.text}"
            check_sentence(decided.text, where)
            check_claims(found, decided.text, prover, where)
            check_picture(found, decided.overlays, where)
            lines += 1
    assert lines >= {"pyramid-ball-puzzles": 8, "poly-y-puzzles": 30}.get(path.stem, 60)


def check_sentence(text, where):
    assert text[0].isupper() or MOVE.match(text), where
    assert text.endswith("."), where
    assert ". " not in text, where
    assert "  " not in text, where
    assert len(text) < 150, where


def check_claims(found, text, prover, where):
    """What the sentence says of threats, of what is left and of corners is so."""
    goal, start, end = found.goal, found.start, found.end
    check_threats(found, text, where)
    if "cannot meet" in text or ("whatever" in text and found.turn >= 0 and found.ways):
        after = found.positions[found.turn + 1]
        named = [way for way in found.ways if way in text]
        assert named or f"{len(found.ways)} threats" in text, where
        for reply in after.legal_moves:  # whatever is answered, the goal is there at once
            there = after.play(reply)
            assert any(reached(there.play(move), goal) is True for move in there.legal_moves), where
    if "threatened" in text or "needed to" in text:
        turned = with_side(start, start.game.players.index(goal.side))
        assert found.ways, where
        left = moves_allowed(Stipulation("parry", moves=found.left)) if found.left else None
        for way in found.ways:
            assert prover.can(turned.play(way), goal, left - 1 if left else 0), where
    if "one point" in text:
        turned = with_side(start, start.game.players.index(goal.side))
        left = found.left or 1
        ways = [m for m in turned.legal_moves if prover.can(turned.play(m), goal, left - 1)]
        assert ways == [found.line[0]], where
    left = re.search(r"has (no|\d+) moves? left", text)
    if left:
        assert left.group(1).replace("no", "0") == str(found.left), where
        assert prover.can(end, goal, found.left) is False, where
    if not found.succeeds and end.outcome is None:
        assert prover.can(end, goal, found.left) is not True, where
    places = re.search(r"if both just place, (\w+) gets the top", text)
    if places:
        assert last_to_place(end) == places.group(1).lower(), where
    fields = re.search(r"(\w+) holds (\d|none|all \d) (?:of the )?\d? ?fields", text)
    if fields and end.game.kind.name == "pyramid":
        held = len(end.victory_held(fields.group(1).lower()))
        assert str(held) in fields.group(2) or (not held and fields.group(2) == "none"), where
    check_balls(found, text, where)


def check_threats(found, text, where):
    """What is said to be no answer is none; ways are as many, and take the corner that is named."""
    for way in re.findall(r"no answer to (\S+)\.", text):
        after = found.positions[found.turn + 1]
        assert all(after.play(reply).explain(way) is None for reply in after.legal_moves), where
    start, side = found.start, found.goal.side
    number = re.search(r"(at least )?(\d+) (threats|ways)", text)
    if number and found.turn < 0:
        left = (found.left or 1) - 1
        turned = with_side(start, start.game.players.index(side))
        prover = prover_for(start.game)
        moves = sum(prover.can(turned.play(m), found.goal, left) for m in turned.legal_moves)
        assert moves == int(number[2]) or (number[1] and moves > int(number[2])), where
    taken = re.search(r"take (the )?(\w+) and win", text)
    for way in found.ways if taken else ():
        after = with_side(start, start.game.players.index(side)).play(way)
        corner = CORNERS.index(taken[2])
        assert after.holders[corner] == start.game.players.index(side), f"{where} {way}"
        assert start.holders[corner] != start.game.players.index(side), f"{where} {way}"


def check_balls(found, text, where):
    """The balls a sentence says are needed are a number no smaller set does it with."""
    needs = re.search(r"needs (\d) more balls? (for|to)", text)
    if needs is None or len(found.end.game.board) > 30 or int(needs.group(1)) > 3:
        return
    goal = found.goal
    side = found.end.game.players.index(goal.side)
    # With the other side standing still the goal is there after that many balls, not before.
    frontier = {found.end}
    for _ in range(int(needs.group(1))):
        assert not any(reached(one, goal) for one in frontier), where
        frontier = {
            after
            for one in frontier
            for site in np.flatnonzero(one.cells == 0)
            if (after := alone(one, side, int(site))) is not None
        }
    assert any(reached(one, goal) for one in frontier), where


def alone(position, side, site):
    """The position after one more ball of a side, the other standing still; None: it floats."""
    cells = position.cells.copy()
    cells[site] = side + 1
    if position.game.floating(cells) is not None:
        return None
    return position.game.position(cells, position.game.players[side])


def last_to_place(position):
    """Who puts the last sphere when both only place, played out by the contract."""
    while position.outcome is None:
        moves = [m for m in position.legal_moves if "-" not in m and "x" not in m]
        if not moves:  # nothing in hand: lifting does not count, the other side goes on
            position = with_side(position, 1 - position.side)
            continue
        position = position.play(moves[0])
    return position.outcome.winner


def check_picture(found, overlays, where):
    assert overlays, where
    if isinstance(found.end, PyraosPosition) and not found.succeeds and not found.end.outcome:
        # Places numbered for the wrong side would show it reach the top where it does not.
        counted = any(isinstance(overlay, Marks) for overlay in overlays)
        assert not counted or last_placed(found.end) == found.other, where
    board = found.end.game.board
    taken = set(found.end.pieces.site.tolist())
    for overlay in overlays:
        if isinstance(overlay, Arrow):
            assert {overlay.start, overlay.end} <= set(range(len(board))), where
            continue
        assert all(0 <= site < len(board) for site in overlay.sites), where
        if isinstance(overlay, Marks):  # balls still to come stand on empty points
            assert not set(overlay.sites) & taken, where
        if isinstance(overlay, Sheet) or (isinstance(overlay, Tube) and overlay.style != "escape"):
            owners = {int(found.end.cells[site]) - 1 for site in overlay.sites}
            assert owners == {overlay.owner}, where
    assert any(not isinstance(one, Sign) or one.sites for one in overlays), where


def test_a_last_move_that_does_not_do_it_is_explained_too():
    puzzles = {n: (p, q) for n, p, q in shipped.puzzles(shipped.PUZZLES[0])}
    position, puzzle = puzzles[2]
    prover = prover_for(position.game)
    _, decided = told(position, puzzle, ("1a3",), False, prover)
    assert decided.text == (
        "1a3 leaves SW isolated but not anchored: the group reaches no far wall."
    )
    (group,) = decided.overlays  # and not the ball that would have done it
    assert {position.game.board.names[site] for site in group.sites} == {"1a1", "1c1", "1a3"}


def test_a_way_out_that_was_left_open_is_shown():
    position = read_position("partition:size=3,rules=free 1R1,B1B,3/2,2/1 red")
    asked = Stipulation("hold", moves=1, corner="SW")
    line = PuzzleLine(position, ("2d4",), asked, False, 1)
    decided = explain(line, prover_for(position.game))
    assert decided.text == "2d4 leaves an escape from SW to the north wall past every red ball."
    (escape,) = decided.overlays
    assert (escape.style, escape.owner) == ("escape", 0)


def test_the_key_of_a_defence_says_what_was_threatened():
    puzzles = {n: (p, q) for n, p, q in shipped.puzzles(shipped.PUZZLES[0])}
    position, puzzle = puzzles[6]
    _, decided = told(position, puzzle, ("2b4",), True, prover_for(position.game))
    assert decided.text == "2b4 is the one point Red needed to take SW and win."


@pytest.mark.parametrize(("number", "said"), [(18, "threatens 1g3"), (11, "could win in 5 ways")])
def test_no_more_is_said_of_threats_than_is_so(number, said):
    _, position, puzzle = list(shipped.puzzles(shipped.PUZZLES[0]))[number - 1]
    prover = prover_for(position.game)
    found, decided = told(position, puzzle, puzzle.proof.line, True, prover)
    assert said in decided.text
    check_claims(found, decided.text, prover, decided.text)


def test_a_field_that_can_be_reached_is_not_said_to_be_out_of_reach():
    """A stone may get there from another field, which is then empty."""
    (path,) = (path for path in shipped.PUZZLES if path.stem == "pyramid-puzzles")
    _, position, puzzle = shipped.puzzles(path)[6]
    line = ("c3>c4", "c5>c4")
    found, decided = told(position, puzzle, line, False, prover_for(position.game))
    after = [found.end.play(move) for move in found.end.legal_moves]
    names = found.end.game.board.names
    reached_now = {names[site] for one in after for site in one.victory_held(found.side)}
    said = re.search(r"cannot (get to|hold) (.+) with its one move left", decided.text)
    assert said[1] == "hold" or not reached_now & set(re.split(", | and ", said[2]))
    most = max(len(one.victory_held(found.side)) for one in after)
    assert said[1] == "get to" or most < int(said[2].split()[0])


def test_places_left_are_filled_from_below_by_the_sides_in_turn():
    position = read_position("pyraos BBWW,WBBW,WWBW,BWBW/BW1,WBB,WWB/B1,BW/1 white")
    order = order_of_filling(position)
    names = [(position.game.board.names[site], side) for site, side in order]
    assert names == [("2f2", "white"), ("3e3", "black"), ("4d4", "black")]  # White has no more


def test_every_corner_that_decides_is_shown_when_three_win():
    puzzles = {n: (p, q) for n, p, q in shipped.puzzles(shipped.PUZZLES[0])}
    position, puzzle = puzzles[3]
    found, decided = told(position, puzzle, ("2f4",), True, prover_for(position.game))
    held = [CORNERS[k] for k in np.flatnonzero(found.end.holders == 1)]
    assert all(corner in decided.text for corner in held)
    assert len(decided.overlays) >= len(held)


def test_a_game_without_words_of_its_own_is_explained_in_general_ones():
    position = read_position("partition:size=3,rules=free RR1,1B1,BRR/1B,BR/B red")
    asked = Stipulation("hold", moves=1, corner="SW")
    prover = PlainProver(position.game)
    right = account(PuzzleLine(position, ("1e1",), asked, True, 1), prover)
    assert decisions.general_decision(right).text == "Red holds SW with 1e1."
    wrong = account(PuzzleLine(position, ("1a3",), asked, False, 1), prover)
    said = decisions.general_decision(wrong)
    assert said.text == "1a3 does not hold SW."
    assert said.overlays
    assert game_view_of(position).decision is not decisions.general_decision


def test_moves_that_an_author_accepts_are_not_explained():
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    asked = Stipulation("accepted", accepted=("1a1",))
    prover = PlainProver(position.game)
    assert explain(PuzzleLine(position, ("1a1",), asked, True, None), prover) is None


@pytest.mark.check
def test_nothing_is_claimed_that_the_prover_denies_in_positions_met_by_chance():
    """Tries nobody foresaw: whatever is played first in shipped puzzles of two moves."""
    checked = 0
    for path in shipped.PUZZLES:
        for number, position, puzzle in shipped.puzzles(path):
            asked = puzzle.stipulation
            if asked.moves != 2 or asked.kind not in ("win", "hold"):
                continue
            prover = prover_for(position.game)
            question = Question(position, asked, prover)
            right = set(puzzle.proof.first)
            for move in list(question.first_moves())[:: 1 + len(position.pieces.site) // 4]:
                if move in right or question.solves(move):
                    continue
                line = (move, *question.refutation(move))
                found, decided = told(position, puzzle, line, False, prover)
                where = f"{path.stem}#{number} {' '.join(line)}: {decided.text}"
                check_sentence(decided.text, where)
                check_claims(found, decided.text, prover, where)
                checked += 1
    assert checked > 50


def test_a_try_that_loses_the_game_says_so():
    position = read_position("poly-y:corners=3,size=5 B/RB/2B/RRR1/1RB2 blue")
    question = Stipulation("win", moves=2)
    line = PuzzleLine(position, ("e4", "d4"), question, False, moves_allowed(question))
    assert explain(line, prover_for(position.game)).text == "Red wins with d4."
