"""Who hears of changes: everybody, in the order of the changes, whatever another listener does."""

from dataclasses import replace

import pytest

from model.exercises import effects as do
from viewer.session.autosave import recovery
from viewer.session.autosave.journal import Journal
from viewer.session.session import Session
from viewer.session.store import ENOUGH


def fails(*_):
    raise ValueError("this listener is broken")


@pytest.fixture
def session():
    session = Session()
    session.new("partition", {"size": "3"})
    return session


class Judge:
    """A run that refuses every move."""

    hides = confirms = asks = False

    def __init__(self, record):
        self.original, self.home = record, 0

    def after(self, event, here):
        return self, (do.Notice("not here"),)


def test_one_that_fails_keeps_no_other_from_hearing(session, caplog):
    heard = []
    session.subscribe(fails)
    session.subscribe(lambda _: heard.append("change"))
    session.notices.add(fails)
    session.notices.add(lambda sentence: heard.append(sentence))
    session.reversals.add(fails)
    session.reversals.add(lambda reversal: heard.append("reversal"))
    session.play("1a1")
    session.notices.tell("a sentence")
    session.undo()
    assert heard == ["change", "a sentence", "change", "reversal"]
    assert caplog.text.count("ValueError: this listener is broken") == 4


def test_what_follows_a_try_reaches_all(session, caplog):
    heard = []
    session.effects.add(fails)
    session.effects.add(lambda effects: heard.append(effects[0].text))
    store = session._store
    store.become(replace(store.state, documents=(replace(session.document, exercise=Judge(None)),)))
    session.play("1a1")
    assert heard == ["not here"]
    assert "this listener is broken" in caplog.text


def test_what_a_listener_changes_is_told_after_what_it_answers_to(session):
    heard = {"first": [], "last": []}

    def plies(change):
        return change.before.node, change.document.node

    session.subscribe(lambda change: heard["first"].append(plies(change)))

    def answer(change):
        if change.document.node == 1:
            session.play("1c3")
            assert session.document.node == 2, "the session is there at once"

    session.subscribe(answer)
    session.subscribe(lambda change: heard["last"].append(plies(change)))
    session.play("1a1")
    assert heard["first"] == heard["last"] == [(0, 1), (1, 2)]


def test_the_journal_ends_with_what_is_there(session, tmp_path):
    """It hears last, and once wrote the older of two changes over the newer one."""

    def answer(change):
        if change.document.node == 1:
            session.play("1c3")

    session.subscribe(answer)
    journal = Journal(session, tmp_path)
    session.play("1a1")
    journal.flush()
    assert journal.holds(session.document)
    (path,) = journal.folder.glob("*.journal")
    found = recovery.read(path)
    assert [found.record.nodes[node].move for node in (1, 2)] == ["1a1", "1c3"]
    assert found.node == 2
    journal.close()


def test_listeners_that_answer_each_other_come_to_an_end(session, caplog):
    told = []
    session.subscribe(lambda change: session.go(1 - change.document.node))
    session.subscribe(lambda change: told.append(change.new))
    session.play("1a1")
    assert "without end" in caplog.text
    assert told[-1] is session.state, "all have heard of all that was changed"
    assert len(told) <= ENOUGH + 1
    before = len(told)
    session.go(0)
    assert len(told) > before, "and the next change is told as ever"
