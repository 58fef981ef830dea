"""The computer as an opponent: whom it answers, when it does not, and what it does not touch."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from viewer.analysis.opponents import Opponents
from viewer.session.session import Session, SessionError


@pytest.fixture
def session() -> Session:
    session = Session()
    session.new("partition", {"size": "3"})
    return session


@pytest.fixture
def opponents(qtbot: QtBot, session: Session) -> Iterator[Opponents]:
    made = Opponents(session)
    made.level = 1
    yield made
    made.close()


def answered(qtbot: QtBot, session: Session, opponents: Opponents, plies: int) -> None:
    qtbot.waitUntil(lambda: session.ply == plies and not opponents.is_thinking, timeout=120_000)


def test_it_answers_each_move_of_the_person(
    qtbot: QtBot, session: Session, opponents: Opponents
) -> None:
    opponents.play_other()
    assert opponents.side == "blue"
    for ply, move in ((2, "1a1"), (4, "3c3")):
        legal = session.position.legal_moves
        free = move if move in legal else next(iter(legal))
        session.play(free)
        answered(qtbot, session, opponents, ply)
        assert session.position.to_move == "red"


def test_taking_back_undoes_its_move_too_and_looking_back_makes_it_play_nothing(
    qtbot: QtBot, session: Session, opponents: Opponents
) -> None:
    opponents.play_other()
    session.play("1a1")
    answered(qtbot, session, opponents, 2)
    session.back()
    qtbot.wait(50)
    assert session.ply == 1
    assert not opponents.is_thinking
    session.forward()
    opponents.take_back()
    assert session.ply == 0
    assert len(session.document.record.nodes) == 1
    with pytest.raises(SessionError, match="no move to take back"):
        opponents.take_back()


def test_it_begins_when_it_takes_the_side_to_move_and_stops_when_it_stands_up(
    qtbot: QtBot, session: Session, opponents: Opponents
) -> None:
    opponents.sit("red")
    answered(qtbot, session, opponents, 1)
    opponents.sit("")
    session.play(next(iter(session.position.legal_moves)))
    qtbot.wait(50)
    assert session.ply == 2
    opponents.move_now()
    answered(qtbot, session, opponents, 3)


def test_a_move_is_dropped_where_the_game_has_gone_elsewhere(
    qtbot: QtBot, session: Session, opponents: Opponents
) -> None:
    opponents.level = 10
    opponents.move_now()
    assert opponents.is_thinking
    session.play("1a1")
    assert not opponents.is_thinking
    opponents.move_now()
    other = session.new("pyraos")
    assert not opponents.is_thinking
    assert session.document is other
    assert opponents.side == ""
    session.close()
    session.close()
    assert not opponents.is_thinking
    with pytest.raises(SessionError, match="No game is open"):
        opponents.move_now()


def test_it_does_not_play_what_is_over_or_cannot_be_played(
    session: Session, opponents: Opponents, monkeypatch: pytest.MonkeyPatch
) -> None:
    while session.position.outcome is None:
        session.play(next(iter(session.position.legal_moves)))
    with pytest.raises(SessionError, match="over"):
        opponents.move_now()
    session.new("pyraos")
    monkeypatch.setattr(type(session.position.game.kind), "hides", True)
    for ask in (opponents.move_now, opponents.play_other):
        with pytest.raises(SessionError, match="secrets"):
            ask()
