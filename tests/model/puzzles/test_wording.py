"""What puzzles ask, in words."""

import pytest

from model.positions.setup import read_position
from model.puzzles.proof import first_fault
from model.puzzles.wording import asked, soundness
from model.records.puzzle import Puzzle, Stipulation

POSITION = "partition:size=3,rules=free 3,3,3/2,R1/1 blue"


@pytest.mark.parametrize(
    ("stipulation", "words"),
    [
        (Stipulation("win"), "Blue to move: win."),
        (Stipulation("win", 1), "Blue to move: win at once."),
        (Stipulation("win", 2), "Blue to move: win in 2 moves."),
        (Stipulation("win", 11), "Blue to move: win in 11 moves."),
        (Stipulation("hold", 3, "apex"), "Blue to move: hold the apex in 3 moves."),
        (Stipulation("parry"), "Blue to move: stop Red from winning on the next move."),
        (Stipulation("parry", 2, "SW"), "Blue to move: stop Red from holding SW within 2 moves."),
        (Stipulation("only"), "Blue to move: find the only move that does not lose."),
        (Stipulation("accepted", accepted=("1a5",)), "Blue to move: find a good move."),
    ],
)
def test_what_is_asked(stipulation, words):
    assert asked(read_position(POSITION), stipulation) == words


@pytest.mark.parametrize(
    ("stipulation", "words"),
    [
        (Stipulation("win", 2), "Only one first move works (mirror images count as one)"),
        (Stipulation("win", 2, first="set"), "There are several key moves: find one."),
        (Stipulation("win", 2, first="only"), "Only one first move works."),
        (Stipulation("only"), "Only one first move works."),
        (Stipulation("accepted", accepted=("1a5",)), "no search proves them"),
        (Stipulation("win", 2, points=("1a5", "2b2")), "among the marked points 1a5 and 2b2."),
    ],
)
def test_what_is_promised(stipulation, words):
    assert words in soundness(stipulation, read_position(POSITION))


def sentence(position, asks):
    return f"{asked(position, asks)} {soundness(asks, position)}"


def test_where_both_choose_at_once_the_sentence_says_against_what():
    position = read_position("pyramid-ball 7,7,7,7,7,3M2S,L2l2m,3s3 A ball=AM")
    every = sentence(position, Stipulation("win", 1))
    assert every.startswith("A to move: win this turn, whatever B has chosen. There is one answer.")
    one = sentence(position, Stipulation("win", 1, first="set", known="S../.../..."))
    assert one.startswith("B has chosen S../.../...; A to move: win this turn. There are several")


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (Stipulation("win"), "a puzzle asks for a win in 1 move"),
        (Stipulation("win", 1, known="NN/E"), "the known choice NN/E is not legal"),
        (Stipulation("parry"), "a puzzle asks for a win in 1 move"),
    ],
)
def test_what_cannot_be_asked_where_both_choose_at_once(asked, fault):
    position = read_position("pyramid-ball 7,7,7,7,7,3M2S,L2l2m,3s3 A ball=AM")
    assert fault in first_fault(position, Puzzle(asked))
    assert first_fault(position, Puzzle(Stipulation("win", 1, known="S../.../..."))) == ""


def test_a_puzzle_begins_before_anybody_has_chosen():
    position = read_position("pyramid-ball 7,7,7,7,7,3M2S,L2l2m,3s3 A ball=AM")
    after = position.play(".../.../...")
    assert "before anybody has chosen" in first_fault(after, Puzzle(Stipulation("win", 1)))
