"""Reviews in the background: told as they go, kept as one edit, stopped, and never in the way."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from model.records.record import ROOT, Evaluation
from viewer.analysis import review_service
from viewer.analysis.review_service import Reviews
from viewer.session.session import Session, SessionError

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


@pytest.fixture
def session() -> Session:
    session = Session()
    session.new(START)
    for move in ("1a1", "2b2", "1e5", "2d4"):
        session.play(move)
    return session


@pytest.fixture
def reviews(qtbot: QtBot, session: Session) -> Iterator[Reviews]:
    made = Reviews(session)
    made.thoroughness = "quick"
    yield made
    made.close()


def kept(session: Session, document: int = -1) -> list[int]:
    nodes = session.state.documents[document].record.nodes.items()
    return sorted(number for number, node in nodes if node.evaluation is not None)


def finished(qtbot: QtBot, reviews: Reviews) -> None:
    qtbot.waitUntil(lambda: reviews._running is None, timeout=120_000)


def test_a_review_looks_at_the_whole_line_and_moves_nothing(qtbot, session, reviews):
    session.go(2)
    seen = []
    reviews.changed.connect(lambda: seen.append(reviews.done))
    reviews.start()
    assert reviews.is_reviewing
    finished(qtbot, reviews)
    assert kept(session) == [0, 1, 2, 3, 4]
    assert session.document.node == 2
    assert (3, 5) in seen
    assert [move.ply for move in reviews.moves()] == [1, 2, 3, 4]
    session.undo()
    assert kept(session) == []


def test_what_was_reviewed_as_thoroughly_is_not_looked_at_again(qtbot, session, reviews):
    reviews.start()
    finished(qtbot, reviews)
    said: list[str] = []
    reviews.said.connect(said.append)
    reviews.start()
    assert not reviews.is_reviewing
    assert said == ["This line was reviewed as thoroughly before"]
    session.play(next(iter(session.position.legal_moves)))
    reviews.start()
    assert reviews.done == (0, 1)
    finished(qtbot, reviews)
    assert kept(session) == [0, 1, 2, 3, 4, 5]


def test_a_review_that_is_stopped_keeps_what_it_found_and_goes_on(qtbot, session, reviews):
    # Asked at each change: what is found may come all at once, and be over at the next look.
    reviews.changed.connect(lambda: reviews.stop() if reviews.done[0] == 2 else None)
    reviews.start()
    finished(qtbot, reviews)
    assert kept(session) == [0, 1]
    reviews.changed.disconnect()
    reviews.start()
    finished(qtbot, reviews)
    assert kept(session) == [0, 1, 2, 3, 4]


def test_what_is_found_waits_while_another_game_is_in_front(qtbot, session, reviews):
    reviews.start()
    session.new("pyramid")
    finished(qtbot, reviews)
    assert kept(session, 0) == []
    session.activate(0)
    qtbot.waitUntil(lambda: kept(session, 0) == [0, 1, 2, 3, 4])


def test_the_review_of_a_game_that_is_closed_ends(qtbot, session, reviews):
    session.new("pyramid")
    session.activate(0)
    reviews.start()
    session.close(0)
    assert reviews._running is None
    assert kept(session, 0) == []


def test_moves_that_were_taken_back_meanwhile_are_left_alone(qtbot, session, reviews):
    reviews.start()
    session.undo()
    finished(qtbot, reviews)
    assert kept(session) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("start", "says"), [(START, "there are no moves to review"), ("", "open a game first")]
)
def test_what_cannot_be_reviewed_is_said(reviews, start, says):
    session = Session()
    if start:
        session.new(start)
    made = Reviews(session)
    with pytest.raises(SessionError, match=says):
        made.start()
    made.close()


def test_an_engine_that_fails_costs_one_sentence(qtbot, session, reviews, monkeypatch):
    def failing(looks, stop):
        yield ROOT, Evaluation((0.5, 0.5), line=("1a1",), budget=10**6)
        raise RuntimeError("broken")

    monkeypatch.setattr(review_service.review, "review", failing)
    said: list[str] = []
    reviews.said.connect(said.append)
    reviews.start()
    finished(qtbot, reviews)
    assert said == ["The engine failed: what it found before is kept"]
    assert kept(session) == [ROOT]


def test_from_mistake_to_mistake_and_the_best_line(session, reviews):
    even = Evaluation((0.5, 0.5), line=("3c3", "1c1"))
    bad = Evaluation((0.1, 0.9), line=("3c3",))
    session.evaluate({0: even, 1: bad, 2: bad, 3: bad, 4: even})
    session.go(ROOT)
    assert [(move.ply, move.grade) for move in reviews.mistakes] == [(1, "??"), (4, "??")]
    reviews.go_to_mistake(1)
    assert session.document.node == 1
    reviews.insert_best()
    record = session.document.record
    assert [record[child].move for child in record[ROOT].children] == ["1a1", "3c3"]
    assert session.document.node == 1
    reviews.go_to_mistake(1)
    assert session.document.node == 4
    with pytest.raises(SessionError, match="no mistake after this move"):
        reviews.go_to_mistake(1)
    reviews.go_to_mistake(-1)
    with pytest.raises(SessionError, match="no mistake before this move"):
        reviews.go_to_mistake(-1)
    reviews.clear()
    assert kept(session) == []
    with pytest.raises(SessionError, match="review the game first"):
        reviews.go_to_mistake(1)
    with pytest.raises(SessionError, match="no better line"):
        reviews.insert_best()
    with pytest.raises(SessionError, match="no evaluations"):
        reviews.clear()
