"""What is said of moves in the place of a mistake."""

from model.play.review import ReviewedMove, judged
from model.records import record as records
from model.records.record import ROOT, Evaluation
from viewer.picture.words.review_words import praise, reproof

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
PLAYERS = ("red", "blue")
EVEN = Evaluation((0.5, 0.5), line=("3c3", "1c1"), budget=40)
BAD = Evaluation((0.1, 0.9), line=("3c3",), budget=40)


def reviewed(move: str, before: Evaluation, after: Evaluation) -> ReviewedMove:
    record, at = records.play(records.new_record(START), ROOT, move)
    return judged(records.evaluate(record, {ROOT: before, at: after}), [ROOT, at])[0]


def test_praise_and_reproof_are_given_by_numbers_and_do_not_tell_the_move() -> None:
    mistake = reviewed("1a1", EVEN, BAD)
    near = Evaluation((0.45, 0.55), line=("1c1",))
    poor = Evaluation((0.3, 0.7), line=("1c1",))
    assert praise(reviewed("3c3", EVEN, EVEN), mistake, PLAYERS) == (
        "3c3 is the best move known: Red's chances are 50 %. "
        "After 1a1, which was played: Red's chances are 10 %."
    )
    assert praise(reviewed("1e1", EVEN, near), mistake, PLAYERS) == (
        "1e1 is good: Red's chances are 45 %; with 3c3, the best known, 50 %. "
        "After 1a1, which was played: Red's chances are 10 %."
    )
    assert reproof(reviewed("1e1", EVEN, poor), mistake, PLAYERS) == (
        "Not 1e1: it lowers Red's chances from 50 % to 30 % (1a1, which was played: to 10 %)."
    )
    assert reproof(mistake, mistake, PLAYERS) == (
        "1a1 is what was played: Red's chances fell from 50 % to 10 %."
    )
    won = Evaluation((1.0, 0.0), proved=True, distance=3, line=("3c3",))
    lost = Evaluation((0.0, 1.0), proved=True, distance=2, line=("2b2",))
    thrown = reviewed("1e1", won, lost)
    assert reproof(thrown, reviewed("1a1", won, BAD), PLAYERS) == (
        "Not 1e1: it throws away a proved win. After it Blue wins in 1 move."
    )
