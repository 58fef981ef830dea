"""What is said of a line step by step, and the run that shows it."""

from itertools import count
from random import Random

import pytest
import shipped
from unheard import never

from model.contract.game import Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Analysis, Score
from model.exercises.exercise import LineExercise
from model.positions.setup import read_position
from model.records import record as records
from model.records.record import ROOT, Evaluation
from model.registry import kinds
from viewer.analysis.advice_words import hint_steps, judged, line_steps, plain_steps
from viewer.picture.words.engine_words import worth
from viewer.picture.words.review_words import evaluation_text
from viewer.visuals.overlay_types import Sign


@pytest.fixture
def position():
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red").replay(
        ("3c3", "1e1", "2d2", "1a5", "1c1", "1c5")
    )
    assert position.to_move == "red"
    return position


def test_each_step_says_who_threatens_what_and_rings_it(position):
    line = ("1e3", "1a1", "1e5")
    steps = tuple(line_steps(position, line, never))
    assert [step.text for step in steps] == [
        "Red plays 1e3 and threatens 1a1 and 1e5",
        "Blue plays 1a1, but Red still threatens 1e5",
        "Red plays 1e5 and wins",
    ]
    names = position.game.board.names
    ringed = [{names[k] for sign in step.overlays for k in sign.sites} for step in steps]
    assert ringed == [{"1a1", "1e5"}, {"1e5"}, set()]
    assert all(isinstance(one, Sign) for step in steps for one in step.overlays)
    with pytest.raises(Stopped):
        tuple(line_steps(position, line, lambda: True))


def test_a_threat_that_is_met_is_named(position):
    before = position.play("1a1")
    (step,) = line_steps(before, ("1e3",), never)
    assert step.text.startswith("Blue plays 1e3, which meets ")


def test_plain_steps_stop_before_what_is_not_legal_and_after_the_end(position):
    steps = plain_steps(position, ("1e3", "1e3", "1a1"))
    assert [step.text for step in steps] == ["Red plays 1e3"]
    over = ("1e3", "1a1", "1e5", "2b2")
    assert len(plain_steps(position, over)) == 3


def test_the_scratch_goes_along_the_line_and_the_game_keeps_its_own_way(position):
    record = records.new_record(str(position))
    record, played = records.play(record, ROOT, "2b2")
    line = ("1e3", "1a1")
    run = LineExercise(record, ROOT, line=line, steps=plain_steps(position, line))
    scratch = run.scratch
    first, second = run.nodes
    assert scratch[ROOT].children == (first, played)
    assert [scratch[node].move for node in run.nodes] == list(line)
    assert [run.shown(node) for node in (ROOT, first, second, played)] == [0, 1, 2, None]
    assert run.step(ROOT) is run.step(played) is None
    assert run.step(second).text == "Blue plays 1a1"
    assert run.original[ROOT].children == (played,)


@pytest.fixture
def corners():
    """A position of size 4 in which Blue comes to threaten corners."""
    position = read_position("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red")
    return position.replay(("1g3", "2b4", "2f2", "1a3", "1c7", "2f6", "2d4"))


def test_a_step_says_which_corners_are_threatened_held_and_kept_from_the_other_side(corners):
    line = ("3c5", "3c3", "1e1", "4d4", "1a1")
    steps = tuple(line_steps(corners, line, never))
    names = corners.game.board.names
    told = [(step.text, [names[k] for s in step.overlays for k in s.sites]) for step in steps]
    assert told == [
        (
            "Blue plays 3c5 and threatens to hold SW with 1a1 and hold the apex with 4d4",
            ["1a1", "4d4"],
        ),
        ("Red plays 3c3", []),
        ("Blue plays 1e1", []),
        (
            "Red plays 4d4 and threatens to hold the apex, which stops Blue from holding the apex",
            ["1c3", "1e3", "1c5", "1e5"],
        ),
        ("Blue plays 1a1 and holds SW", []),
    ]


def test_a_hint_names_a_corner_only_where_the_move_lies_nearest_to_it():
    position = read_position("partition:size=5,rules=free 5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red")
    position = position.replay(("3e5", "1i9"))
    corner_of = hooks_of(position.game.kind).corner_of
    assert corner_of(position, "1a1") == "SW"
    assert corner_of(position, "5e5") == ""  # SW falls in price, and the ball is the apex


def test_where_both_choose_in_secret_the_words_come_and_say_who_wins():
    """Nothing is looked for among millions of programs; the reply may win for the other side."""
    (path,) = (path for path in shipped.PUZZLES if path.stem == "pyramid-ball-puzzles")
    _, position, puzzle = shipped.puzzles(path)[0]
    hurry = count()
    *_, last = line_steps(position, puzzle.proof.line, lambda: next(hurry) > 50)
    end = position.replay(puzzle.proof.line).outcome
    assert end.winner == "A"
    assert last.text.endswith(": A wins")
    chosen, reply = position.play(puzzle.proof.line[0]).seen_by("B"), puzzle.proof.line[1]
    known = Analysis(chosen, {reply: Score((0.5, 0.5))}, (reply,), done=True, nodes=1)
    assert len(hint_steps(known, lambda: next(hurry) > 50)) == 3


def test_among_three_players_it_is_said_who_wins_by_a_bad_move():
    """Whoever gains by it need not be who sits next: the game is played to its end to see."""
    rng, seen = Random(0), set()
    position = kinds()["rolling-pyramids"].configure({"players": "3"}).start()
    for _ in range(3):
        end = position
        while end.outcome is None:
            before, move = end, end.legal_moves.sample(rng)
            end = before.play(move)
        if end.outcome.winner in (None, before.to_move):
            continue
        seat = position.game.players.index(before.to_move)
        shares = tuple(0.8 if k == seat else 0.1 for k in range(3))
        better = next(other for other in before.legal_moves if other != move)
        known = Analysis(before, {better: Score(shares)}, (better,), done=True, nodes=1)
        said = judged(move, known, None, end, never).text
        assert f" lets {end.outcome.winner.capitalize()} win" in said
        value = tuple(float(player == end.outcome.winner) for player in position.game.players)
        over = evaluation_text(Evaluation(value, proved=True, distance=0), position.game.players)
        assert over == f"{end.outcome.winner.capitalize()} has won"
        seen.add(end.outcome.winner)
    assert seen
    shares = Score((0.5, 0.25, 0.25))  # half of it is no even game for three
    assert worth(position, shares) == "P1 has a 50 % chance to win"
