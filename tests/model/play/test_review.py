"""Reviews: what every position of a line is worth, which moves were mistakes, and going on."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from model.contract.search import Budget
from model.play.opponent import engine_for
from model.play.review import (
    ReviewedMove,
    budget_of,
    can_be_retried,
    evaluate,
    instead,
    judged,
    line_through,
    looks_at,
    mistakes,
    review,
)
from model.positions.setup import read_position
from model.records import record as records
from model.records.record import ROOT, Evaluation

STARTS = [
    "partition:size=3,rules=free 3,3,3/2,2/1 red",
    "partition:size=3,rules=stacking 3,3,3/2,2/1 red",
    "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white",
    "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white",
]
SMALL = Budget(40)


def game(start: str, plies: int) -> tuple[records.Record, int]:
    """A game of random moves."""
    position, record, at = read_position(start), records.new_record(start), ROOT
    rng = Random(7)
    for _ in range(plies):
        if position.outcome is not None:
            break
        move = position.legal_moves.sample(rng)
        position = position.play(move)
        record, at = records.play(record, at, move)
    return record, at


@pytest.mark.parametrize("start", STARTS)
def test_every_position_of_a_line_is_looked_at_and_the_answer_comes_again(start: str) -> None:
    record, last = game(start, 4)
    line = line_through(record, ROOT)
    found = dict(review(looks_at(record, line, SMALL)))
    assert list(found) == line
    assert dict(review(looks_at(record, line, SMALL))) == found
    position = read_position(start)
    for node in line[1:]:
        position = position.play(record[node].move)
    assert found[last].line[0] in position.legal_moves
    assert position.replay(found[last].line)
    assert all(sum(one.value) == pytest.approx(1, abs=1e-3) for one in found.values())
    moves = judged(record, line, found)
    assert [(move.ply, move.node) for move in moves] == list(enumerate(line[1:], start=1))
    assert moves[0].side == read_position(start).to_move


def test_what_is_found_does_not_depend_on_where_it_is_looked_for() -> None:
    record, _ = game(STARTS[0], 4)
    looks = looks_at(record, line_through(record, ROOT), SMALL)
    here = dict(review(looks))
    assert dict(review(looks, make=lambda: ThreadPoolExecutor(1))) == here
    assert {look.node: evaluate(look) for look in reversed(looks)} == here


def test_a_review_that_was_stopped_goes_on_where_it_was() -> None:
    record, _ = game(STARTS[0], 5)
    line = line_through(record, ROOT)
    whole = dict(review(looks_at(record, line, SMALL)))
    some: dict[int, Evaluation] = {}
    for node, one in review(looks_at(record, line, SMALL), stop=lambda: len(some) == 3):
        some[node] = one
    assert list(some) == line[:3]
    kept = records.evaluate(record, some)
    left = looks_at(kept, line, SMALL)
    assert [look.node for look in left] == line[3:]
    assert some | dict(review(left)) == whole
    # More is asked for than was spent: only what is certain is not looked at again.
    again = [look.node for look in looks_at(kept, line, Budget(4000))]
    assert again == [node for node in line if node not in some or not some[node].proved]


def test_a_win_that_is_thrown_away_is_a_blunder_and_comes_first() -> None:
    record, at = records.new_record(STARTS[0]), ROOT
    for move in ("2b2", "1a1", "1c1"):
        record, at = records.play(record, at, move)
    won = Evaluation((1.0, 0.0), proved=True, distance=1, line=("2b2",))
    lost = Evaluation((0.0, 1.0), proved=True, distance=2, line=("1a1",))
    even = Evaluation((0.5, 0.5), line=("3c3",))
    worse = Evaluation((0.95, 0.05), line=("1a3",))
    found = {ROOT: even, 1: lost, 2: won, 3: even}
    line = line_through(record, ROOT)
    moves = judged(record, line, found)
    # 1: even to lost; 2: Blue threw a proved win away; 3: Red's proved win became a guess.
    assert [(m.side, m.grade, round(m.loss, 2), m.thrown) for m in moves] == [
        ("red", "??", 0.5, False),
        ("blue", "??", 1.0, True),
        ("red", "??", 0.5, False),
    ]
    assert moves[0].best == "3c3"
    assert moves[0].line == ("3c3",)
    calm = judged(record, line, {ROOT: even, 1: Evaluation((0.42, 0.58)), 2: even, 3: worse})
    assert [m.grade for m in calm] == ["", "", ""]
    slips = {ROOT: even, 1: Evaluation((0.38, 0.62)), 2: Evaluation((0.72, 0.28)), 3: even}
    grades = [m.grade for m in judged(record, line, slips)]
    assert grades == ["?!", "?", "?"]


def test_the_best_move_is_no_mistake_when_more_is_known_after_it() -> None:
    record, _ = records.play(records.new_record(STARTS[0]), ROOT, "2b2")
    line = line_through(record, ROOT)
    found = {
        ROOT: Evaluation((0.8, 0.2), line=("2b2", "1a1")),
        1: Evaluation((0.3, 0.7), line=("1a1",)),
    }
    (move,) = judged(record, line, found)
    assert (move.grade, move.loss, move.best, move.line) == ("", 0.0, None, ())


def test_a_win_proved_later_counts_for_the_moves_that_led_to_it() -> None:
    record, at = records.new_record(STARTS[0]), ROOT
    for move in ("2b2", "1a1", "3c3"):
        record, at = records.play(record, at, move)
    found = {
        ROOT: Evaluation((0.6, 0.4), line=("1a5",)),
        1: Evaluation((0.6, 0.4), line=("1a3",)),
        2: Evaluation((0.6, 0.4), line=("1a3",)),
        3: Evaluation((1.0, 0.0), proved=True, distance=4, line=("1c1",)),
    }
    moves = judged(record, line_through(record, ROOT), found)
    assert moves[2].before.proved
    assert (moves[2].before.distance, moves[2].before.best) == (5, "3c3")
    assert moves[1].grade == "??"  # Blue's move allowed it


def test_a_game_that_is_over_is_worth_what_came_of_it() -> None:
    start = "partition:size=2,rules=free 2,2/1 red"
    position, record, at = read_position(start), records.new_record(start), ROOT
    engine = engine_for(position.game)
    while position.outcome is None:
        move = next(iter(position.legal_moves))
        position = position.play(move)
        record, at = records.play(record, at, move)
    assert engine is not None
    line = line_through(record, ROOT)
    found = dict(review(looks_at(record, line, SMALL)))
    winner = position.outcome.winner
    assert found[at].value == tuple(float(p == winner) for p in position.game.players)
    assert (found[at].proved, found[at].distance, found[at].line) == (True, 0, ())


def test_a_position_set_up_in_the_line_begins_anew_and_is_no_move() -> None:
    record, at = records.play(records.new_record(STARTS[0]), ROOT, "2b2")
    record, at = records.set_up(record, at, "partition:size=3,rules=free RB1,3,3/2,2/1 red")
    record, at = records.play(record, at, "1e1")
    line = line_through(record, at)
    looks = looks_at(record, line, SMALL)
    assert [look.moves for look in looks] == [(), ("2b2",), (), ("1e1",)]
    moves = judged(record, line, dict(review(looks)))
    assert [(move.ply, move.move) for move in moves] == [(1, "2b2"), (3, "1e1")]


def test_thoroughness_is_a_number_of_positions_of_each_game() -> None:
    kind = read_position(STARTS[3]).game.kind
    spent = [budget_of(kind, how).nodes or 0 for how in ("quick", "usual", "thorough")]
    assert spent == sorted(spent)
    assert 0 < spent[0] < spent[1] < spent[2]


def test_mistakes_are_told_as_they_were_played() -> None:
    record, _ = game(STARTS[0], 6)
    line = line_through(record, ROOT)
    moves = judged(record, line, dict(review(looks_at(record, line, Budget(600)))))
    bad = mistakes(moves)
    assert [move.ply for move in bad] == sorted(move.ply for move in bad)


# -- mistakes made good ------------------------------------------------------------------------


def mistaken(after: Evaluation) -> tuple[records.Record, list[ReviewedMove]]:
    """A game of one move, which was a mistake where 3c3 would have been the best."""
    record, at = records.play(records.new_record(STARTS[0]), ROOT, "1a1")
    before = Evaluation((0.6, 0.4), line=("3c3", "1c1"), budget=40)
    record = records.evaluate(record, {ROOT: before, at: after})
    return record, judged(record, [ROOT, at])


def test_only_mistakes_for_which_something_better_is_known_are_retried() -> None:
    _, moves = mistaken(Evaluation((0.1, 0.9), line=("3c3",)))
    assert [move.move for move in can_be_retried(moves)] == ["1a1"]
    assert can_be_retried(mistaken(Evaluation((0.55, 0.45), line=("3c3",)))[1]) == []


def test_a_move_in_the_place_of_a_mistake_is_judged_as_the_review_would_have_done() -> None:
    record, (mistake,) = mistaken(Evaluation((0.1, 0.9), line=("3c3",)))

    def stopped() -> bool:
        return True

    assert instead(record, mistake, "1a1", SMALL, stopped) is mistake
    best = instead(record, mistake, "3c3", SMALL, stopped)
    assert best is not None
    assert (best.grade, best.best, best.after.line) == ("", None, ("1c1",))
    assert instead(record, mistake, "1c1", SMALL, stopped) is None

    other = instead(record, mistake, "1c1", Budget(7))
    assert other is not None
    played, at = records.play(record, ROOT, "1c1")
    assert list(looks_at(played, [at], SMALL)), "nothing is known of it yet"
    found = dict(review(looks_at(played, [at], SMALL)))
    (expected,) = judged(records.evaluate(played, found), [ROOT, at])
    assert other.after == expected.after, "with what was spent on the mistake, not with 7"
    assert (other.move, other.loss, other.grade) == ("1c1", expected.loss, expected.grade)
    assert other.before is mistake.before


def test_a_variation_that_was_reviewed_is_not_looked_at_again() -> None:
    record, (mistake,) = mistaken(Evaluation((0.1, 0.9), line=("3c3",)))
    record, at = records.play(record, ROOT, "1c1")
    known = Evaluation((0.52, 0.48), line=("3c3",), budget=40)
    found = instead(records.evaluate(record, {at: known}), mistake, "1c1", SMALL, lambda: True)
    assert found is not None
    assert (found.after, found.grade) == (known, "")


def test_a_proved_win_that_is_only_likely_to_be_kept_is_no_mistake_where_it_is_near_enough() -> (
    None
):
    record, at = records.play(records.new_record(STARTS[0]), ROOT, "1a1")
    won = Evaluation((1.0, 0.0), proved=True, distance=5, line=("3c3", "1c1"), budget=40)
    lost = Evaluation((0.0, 1.0), proved=True, distance=4, line=("2b2",), budget=40)
    record = records.evaluate(record, {ROOT: won, at: lost})
    (mistake,) = judged(record, [ROOT, at])
    assert mistake.thrown
    for share, grade in ((0.95, ""), (0.88, "?!"), (0.6, "??")):
        tried, node = records.play(record, ROOT, "1c1")
        near = Evaluation((share, 1 - share), line=("3c3",), budget=40)
        tried = records.evaluate(tried, {node: near})
        found = instead(tried, mistake, "1c1", SMALL, lambda: True)
        assert found is not None
        assert found.grade == grade
    best = instead(record, mistake, "3c3", SMALL, lambda: True)
    assert best is not None
    assert (best.after.proved, best.after.distance) == (True, 4)
