"""What is counted and said stage by stage, beside the pieces; a win that is shared."""

import pytest

from model.contract.game import Event, Outcome, Reason
from model.play.many_analyses import analyze
from model.positions.events import EventError, apply_events, same, table_of, tables
from model.positions.setup import read_position

pytestmark = pytest.mark.usefixtures("cairns")
ROLLING = "cairns:radius=2 3,4,5,4,3 chance leads=jade"


def test_a_table_carries_counters_and_the_notes_of_its_stage():
    before = read_position(ROLLING)
    assert table_of(before).counters == {"cap": 0}
    first, last = tables(before, before.events("roll2"))
    assert (first.counters, last.counters) == ({"cap": 0}, {"cap": 3})
    assert not same(first, last)
    assert same(last, table_of(before.play("roll2")))
    bids = read_position("cairns:radius=2 3,4,5,4,3 amber").replay(["bid2", "bid3!"])
    *_, told = tables(bids, bids.events("bid2"))
    [note] = told.notes
    assert (note.cause, str(note.reason)) == ("leads", "Jade leads")


def test_what_is_not_counted_cannot_be_set():
    before = read_position(ROLLING)
    with pytest.raises(EventError, match="nothing is counted as score"):
        apply_events(table_of(before), [Event(0, "count", value="score")], ("amber", "jade"))


def test_an_outcome_names_all_who_won():
    assert Outcome("p1", "most").winners == ("p1",)
    shared = Outcome(None, "most", (), ("p1", "p3"), (("p1", 4), ("p2", 1), ("p3", 4)))
    assert shared.winner is None
    assert Outcome(None, "drawn").winners == ()
    hash(Outcome("p1", "most", reason=Reason("most", "{x}", {"x": 1})))
    for wrong in (("p2",), ("p1", "p2")):
        with pytest.raises(ValueError, match="not the one of"):
            Outcome("p1", "most", winners=wrong)


def test_a_shared_win_is_analyzed_with_its_scores():
    position = read_position("cairns:radius=1,stones=3 AJ,JVA,AJ amber cap=2")
    found, _ = analyze(position)
    assert found["outcome"] == {
        "winner": None,
        "how": "stuck",
        "winners": ["amber", "jade"],
        "scores": {"amber": 3, "jade": 3, "violet": 1},
    }
    assert str(position.outcome.reason) == "Amber cannot move"
