"""What is said of moves in the place of a mistake."""

import shipped

from model.play.review import ReviewedMove, judged
from model.positions.setup import read_position
from model.records import files
from model.records import record as records
from model.records.record import ROOT, Evaluation
from viewer.picture.words.review_words import praise, reproof

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
BEFORE = read_position(START)
EVEN = Evaluation((0.5, 0.5), line=("3c3", "1c1"), budget=40)
BAD = Evaluation((0.1, 0.9), line=("3c3",), budget=40)


def reviewed(move: str, before: Evaluation, after: Evaluation, start: str = START) -> ReviewedMove:
    record, at = records.play(records.new_record(start), ROOT, move)
    return judged(records.evaluate(record, {ROOT: before, at: after}), [ROOT, at])[0]


def test_praise_and_reproof_are_given_by_numbers_and_do_not_tell_the_move() -> None:
    mistake = reviewed("1a1", EVEN, BAD)
    near = Evaluation((0.45, 0.55), line=("1c1",))
    poor = Evaluation((0.3, 0.7), line=("1c1",))
    assert praise(reviewed("3c3", EVEN, EVEN), mistake, BEFORE) == (
        "3c3 is the best move known: Red's chances are 50 %. "
        "After 1a1, which was played: Red's chances are 10 %."
    )
    assert praise(reviewed("1e1", EVEN, near), mistake, BEFORE) == (
        "1e1 is good: Red's chances are 45 %; with 3c3, the best known, 50 %. "
        "After 1a1, which was played: Red's chances are 10 %."
    )
    assert reproof(reviewed("1e1", EVEN, poor), mistake, BEFORE) == (
        "Not 1e1: it lowers Red's chances from 50 % to 30 % (1a1, which was played: to 10 %)."
    )
    assert reproof(mistake, mistake, BEFORE) == (
        "1a1 is what was played: Red's chances fell from 50 % to 10 %."
    )
    won = Evaluation((1.0, 0.0), proved=True, distance=3, line=("3c3",))
    lost = Evaluation((0.0, 1.0), proved=True, distance=2, line=("2b2",))
    thrown = reviewed("1e1", won, lost)
    assert reproof(thrown, reviewed("1a1", won, BAD), BEFORE) == (
        "Not 1e1: it throws away a proved win. After it Blue wins in 1 move."
    )


def test_a_move_that_is_no_point_is_told_in_words() -> None:
    course = files.load(next(path for path in shipped.LESSONS if "pyraos" in path.stem)).record
    before = records.PositionCache().position(course, course.lesson.steps[2].node)
    even = Evaluation((0.5, 0.5), line=("1g1-2b2",), budget=40)
    lift, place = (reviewed(move, even, even, str(before)) for move in ("1g1-2b2", "1e1"))
    assert praise(lift, place, before).startswith(
        "“White lifts the sphere on 1g1 to 2b2” is the best move known: "
    )
