"""Solutions as trees: every variation is played out, every word of a small one is looked at."""

from random import Random

import brute
import msgspec
import pytest
from brute import MEETS, QUICKER
from shipped import PUZZLES, puzzles

from model.contract.game import Stopped
from model.play.opponent import never
from model.positions.setup import read_position, turned
from model.puzzles.solutions import solution_tree as trees
from model.puzzles.solutions.solution_tree import rows_of, solution_tree
from model.records.puzzle import Puzzle, Stipulation, Try

SMALL_ONES = [
    pytest.param(position, puzzle, id=f"{path.stem}#{number}")
    for path in PUZZLES
    for number, position, puzzle in puzzles(path)
    if path.stem in ("partition-puzzles", "pyraos-puzzles")
    and puzzle.stipulation.kind in ("win", "hold", "parry")
    and puzzle.stipulation.first == "unique"
    and not puzzle.stipulation.points
    and brute.size(position, puzzle.stipulation, 3_000) < 3_000
]


def sides(position):
    solver = position.to_move
    return solver, next(side for side in position.game.players if side != solver)


class Played:
    """What can be forced from the positions of a puzzle, by playing every line out."""

    def __init__(self, position, asked):
        self.solver, self.other = sides(position)
        self.defends = asked.kind == "parry"
        self.side = self.other if self.defends else self.solver
        self.corner = asked.corner
        self.moves = asked.moves or 1
        self.known = {}

    def forced(self, position, moves):
        return moves >= 0 and brute.forces(
            position.without_past(), self.side, self.corner, moves, self.known
        )

    def is_there(self, position):
        return brute.is_reached(position, self.side, self.corner)


def check_variations(after, here, left, played):
    """Each answer does what it is to do, and what answers the rest answers all of it."""
    assert after.shown
    named = [reply for one in after.shown for reply in one.replies]
    assert len(set(named)) == len(named)
    asked_of = []
    for reply in here.legal_moves:
        there = here.play(reply)
        if played.defends:
            replies = list(there.legal_moves) if there.to_move == played.solver else []
            holding = [m for m in replies if not played.forced(there.play(m), left - 1)]
            if holding and len(holding) < len(replies):
                asked_of.append(reply)
        elif not played.is_there(there) and there.to_move == played.solver:
            asked_of.append(reply)
    if after.shown[0].replies:
        assert set(named) <= set(asked_of)
        assert len(named) + after.more == len(asked_of)
    assert all(not one.rest or not after.more for one in after.shown)
    for one in after.shown:
        for reply in one.replies:
            there = here.play(reply)
            for answer in one.answers:
                beyond = there.play(answer)
                assert played.forced(beyond, left - 1) is not played.defends, (reply, answer)
        if one.after is not None:
            there = here.play(one.replies[0]) if one.replies else here
            check_variations(one.after, there.play(one.answers[0]), left - 1, played)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(("position", "puzzle"), SMALL_ONES)
def test_a_tree_says_what_playing_out_says(position, puzzle):
    asked = puzzle.stipulation
    tree = solution_tree(position, puzzle, never)
    played = Played(position, asked)
    left = played.moves if played.defends else played.moves - 1
    assert [key.move for key in tree.keys] == list(puzzle.proof.first)
    for key in tree.keys:
        after = position.play(key.move)
        assert played.forced(after, left) is not played.defends
        if key.after is not None:
            check_variations(key.after, after, left, played)
        check_threats(key, after, left, played)
    assert {one.move for one in tree.tries} == {one.move for one in puzzle.tries}
    for one in tree.tries:
        after = position.play(one.move)
        assert played.forced(after, left) is played.defends
        over, fewer = after.outcome is not None, left - played.defends
        replies = [
            reply
            for reply in (() if over else after.legal_moves)
            if played.forced(after.play(reply), fewer) is played.defends
        ]
        if left and not over:
            assert list(one.refutations) == replies
        assert not one.line or one.line[0] in one.refutations
        check_threats(one, after, left, played)
    check_set_play(tree, position, played)


def check_threats(attempt, after, left, played):
    as_if = turned(after, played.solver)
    if played.defends or not left or as_if is None or after.to_move == played.solver:
        assert attempt.threatens == ()
        return
    if not played.is_there(after):
        does = [move for move in as_if.legal_moves if played.forced(as_if.play(move), left - 1)]
        assert list(attempt.threatens) == does


def check_set_play(tree, position, played):
    play, given = tree.set_play, turned(position, played.other)
    if given is None:
        assert play is None
        return
    if play.line:
        end = given.replay(play.line)
        corner = played.corner if played.defends else ""
        assert brute.is_reached(end, played.other, corner)
    if played.defends:
        assert play.stops is None
        assert bool(play.line) is played.forced(given, played.moves)
        return
    stops = [
        move for move in given.legal_moves if not played.forced(given.play(move), played.moves)
    ]
    assert list(play.stops) == stops


def test_there_are_small_puzzles():
    kinds = {puzzle.stipulation.kind for _, puzzle in (one.values for one in SMALL_ONES)}
    assert len(SMALL_ONES) >= 8
    assert {"win", "parry"} <= kinds


def said(text, puzzle):
    tree = solution_tree(read_position(text), puzzle, never)
    return [f"{'  ' * row.depth}{row.text}" for row in rows_of(tree)]


def test_a_key_threatens_and_its_variations_are_told():
    tries = (Try("1e5", name="too soon"),)
    assert said(QUICKER, Puzzle(Stipulation("win", 2), tries=tries)) == [
        "Set play, Blue to move",
        "  1e3, 1e5 or 3c3 stops Red",
        "Key: 1e3, threatens 1e5 and 3c3",
        "  1e5: 3c3",
        "  else: 1e5",
        "Try: 1e5 (too soon), threatens 1e3",
        "  1e3 alone refutes it",
    ]


def test_one_refutation_of_many_is_not_called_the_only_one():
    """Of what is chosen in secret one answer is named; the same with other idle moves does it."""
    (path,) = (path for path in PUZZLES if path.stem == "pyramid-ball-puzzles")
    shown = 0
    for number, position, puzzle in puzzles(path):
        for row in rows_of(solution_tree(position, puzzle, never)):
            if puzzle.stipulation.known or len(row.line) < 2 or row.tone != "wrong":
                continue
            after, rng = position.play(row.line[0]), Random(0)
            others = (after.legal_moves.sample(rng) for _ in range(60))
            ends = [after.play(other).outcome for other in others if other != row.line[1]]
            lone = all(end is not None and end.winner == "A" for end in ends)
            assert ("alone" in row.text) <= lone, (number, row.text)
            shown += 1
    assert shown >= 10


def test_of_a_parry_set_play_is_the_threat():
    rows = said(MEETS, Puzzle(Stipulation("parry", 1), tries=(Try("1a1"),)))
    assert rows[0] == "Set play, Red to move"
    assert rows[1].startswith("  Red wins: ")
    assert any(row.startswith("Key: ") for row in rows)
    assert "refute" in rows[-1]


@pytest.mark.check
@pytest.mark.slow
def test_rows_show_lines_that_can_be_played():
    for _, position, puzzle in puzzles(PUZZLES[0])[3::13]:
        for row in rows_of(solution_tree(position, puzzle, never)):
            position.replay(row.line)
            assert row.text == row.text.strip()


def test_where_both_choose_at_once_the_tree_is_what_was_proved():
    path = next(path for path in PUZZLES if path.stem == "pyramid-ball-puzzles")
    number, position, puzzle = puzzles(path)[-1]
    tree = solution_tree(position, puzzle, never)
    assert [key.move for key in tree.keys] == list(puzzle.proof.first), number
    assert tree.keys[0].line == puzzle.proof.line[1:]
    assert [one.move for one in tree.tries] == [one.move for one in puzzle.tries]
    assert tree.set_play is None


def test_accepted_moves_are_keys_without_a_tree():
    puzzle = Puzzle(Stipulation("accepted", accepted=("1a5", "3c3")))
    assert said(QUICKER, puzzle) == ["Key: 1a5", "Key: 3c3"]


def test_what_takes_too_much_work_is_left_out(monkeypatch):
    monkeypatch.setattr(trees, "WORK", 0)
    path = next(path for path in PUZZLES if path.stem == "poly-y-puzzles")
    number, position, puzzle = puzzles(path)[-1]
    tree = solution_tree(position, msgspec.structs.replace(puzzle, tries=()), never)
    assert (tree.keys[0].after, tree.keys[0].threatens) == (None, ()), number
    rows = rows_of(tree)
    assert rows[-1].text == f"then {' '.join(puzzle.proof.line[1:])}"


def test_the_same_again_is_the_same_and_it_can_be_stopped():
    position, puzzle = read_position(QUICKER), Puzzle(Stipulation("win", 2))
    assert solution_tree(position, puzzle, never) == solution_tree(position, puzzle, never)
    with pytest.raises(Stopped):
        solution_tree(position, puzzle, lambda: True)
