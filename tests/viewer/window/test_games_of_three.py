"""Three at one table: persons who hand over, or one person between two engines, and dice."""

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from windows import type_move

from model.contract.game import CHANCE
from model.contract.search import Analysis, Score
from model.play.seats import Computer, Seats

pytestmark = pytest.mark.check


class Draws:
    """An engine that draws its moves."""

    def analyse(self, position, report, stop, budget):
        assert position == position.seen_by(position.to_move)
        move = position.legal_moves.sample(Random(str(position)))
        share = tuple(1 / len(position.game.players) for _ in position.game.players)
        return Analysis(position, {move: Score(share, probability=1.0)}, done=True)


@pytest.fixture
def playing(cairns, monkeypatch):
    """Cairns with an engine of its own."""
    monkeypatch.setattr(type(cairns), "plays_hidden", True)
    monkeypatch.setattr(type(cairns), "engine", lambda self, game: Draws())
    return cairns


def test_three_persons_hand_over_to_one_another_and_the_dice_fall(shared_window, cairns, qtbot):
    window = shared_window(level_maps_open=False)
    window.activateWindow()
    session, cover = window.session, window.pages.cover
    session.new("cairns:radius=1,stones=3 2,3,2 amber")
    session.head("seed", "a")  # it begins with a 1, so cairns are two stones high
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.docks.open("moves")
    for bid, chose, following in (("bid2", "Amber", "Jade"), ("bid1", "Jade", "Violet")):
        type_move(window, bid)
        assert window.pages.currentWidget() is cover
        assert cover.title.text() == f"{chose} has chosen. Hand over to {following}."
        QTest.keyClick(cover.ready, Qt.Key.Key_Return)
        assert window.pages.currentWidget() is not cover
        assert window.status.turn.text() == f"{following} to move"
    type_move(window, "bid2")
    assert window.pages.currentWidget() is not cover  # nothing is sealed any more
    qtbot.waitUntil(lambda: session.position.to_move == "jade")
    model = window.docks.panel("moves").model
    assert [model.index(0, column).data() for column in (1, 2, 3)] == ["bid2", "bid1", "bid2"]
    assert model.index(1, 1).data().startswith("roll")
    for move in ("b2", "a2", "c2", "b2"):
        type_move(window, move)
    # The last one might go on, so it is asked about.
    QTest.keyClick(window.move_field.edit, Qt.Key.Key_Return)
    assert window.status.turn.text() == "Jade has won: middle"


def test_one_person_between_two_engines(shared_window, playing, qtbot):
    window = shared_window(level_maps_open=False)
    session, shell = window.session, window.shell
    session.new("cairns:radius=2,stones=20,cards=true 3,4,5,4,3 amber")
    session.head("seed", "mine")
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    shell.playing.opponents.play_other()
    assert shell.playing.opponents.seats.engines == ("jade", "violet")
    shell.playing.opponents.seat(Seats((("jade", Computer(1)), ("violet", Computer(2)))))
    assert window.status.seats.summary == "Amber You, Jade Level 1, Violet Level 2"
    assert session.document.viewpoint == "amber"
    window.docks.open("boards")
    boards = window.docks.panel("boards")
    titles = set()
    session.subscribe(lambda _: titles.add(boards.title.text()))

    def is_ones_own_turn():
        return session.position.to_move == "amber"

    type_move(window, "bid3")
    assert window.pages.currentWidget() is not window.pages.cover
    # Both bid in secret, the die is rolled, and whoever leads before Amber plays.
    qtbot.waitUntil(lambda: is_ones_own_turn() and session.position.counters["cap"] > 0)
    record = session.document.record
    movers = [session.mover_at(node.parent) for node in record.nodes.values() if node.move]
    assert movers.count(CHANCE) == 1
    assert titles == {"Amber's card"}  # whoever moves, one has one's own before one
    before = str(session.position)
    move = next(m for m in session.position.legal_moves if "-" not in m)
    type_move(window, move)
    qtbot.waitUntil(lambda: is_ones_own_turn() and str(session.position) != before)
    shell.playing.opponents.take_back()
    assert str(session.position) == before
    # One takes back one's bid: the roll goes with the turn, and falls again as it fell.
    rolled = next(n.move for n in record.nodes.values() if n.move.startswith("roll"))
    while session.position.counters["cap"]:
        shell.playing.opponents.take_back()
    assert not session.position.sealed
    type_move(window, "bid1")
    qtbot.waitUntil(lambda: session.position.counters["cap"] > 0)
    again = session.document.record.nodes.values()
    assert [node.move for node in again if node.move.startswith("roll")] == [rolled]

    # Where engines play, a game that begins with dice begins by itself.
    session.new("cairns:radius=2 3,4,5,4,3 chance leads=jade")
    shell.playing.opponents.seat(Seats((("jade", Computer(1)), ("violet", Computer(1)))))
    qtbot.waitUntil(lambda: session.ply > 0)
    assert session.document.record.nodes[1].move.startswith("roll")
