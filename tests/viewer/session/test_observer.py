"""What a viewpoint may know: positions, records, copies, undo texts; what cannot be asked out."""

from dataclasses import replace

import pytest

from model.contract.game import ONLOOKER
from model.exercises.exercise import Exercise
from model.records.record import ROOT
from model.records.sealing import SEALED, SeenRecord
from viewer.session.document.document import newest
from viewer.session.session import Session, SessionError

STILL, RUN = ".../.../...", "NN./E../..."
BALL = "pyramid-ball"


def begun(game=BALL):
    session = Session()
    session.new(game)
    return session


def names(session):
    document = session.document
    return [newest(edits).name if edits else "" for edits in (document.done, document.undone)]


def test_a_sealed_choice_is_shown_to_nobody_and_known_to_its_player():
    session = begun()
    node = session.play(RUN)
    document = session.document
    assert isinstance(document.record, SeenRecord)
    assert document.record[node].move == SEALED
    assert session.position.sealed == ("A",)
    assert session.position.sealed_choice is None
    assert newest(document.done).after[node].move == SEALED
    assert names(session)[0] == "A's choice"
    session.look_as("A")
    assert session.document.viewpoint == "A"
    assert session.document.record[node].move == RUN
    assert session.position.sealed_choice == RUN
    session.look_as("B")
    assert session.position.sealed_choice is None
    assert session.position_for("A").sealed_choice == RUN
    with pytest.raises(SessionError, match="look as A or B"):
        session.look_as("red")


def test_what_was_revealed_is_known_at_every_node():
    session = begun()
    first = session.play(RUN)
    sealed = session.document
    session.play(STILL)
    assert not isinstance(session.document.record, SeenRecord)
    assert session.document.record[first].move == RUN
    session.back()
    assert session.position.sealed_choice == RUN
    assert session.position_of(sealed).sealed_choice is None  # as it was seen then


def test_open_games_are_handed_out_as_they_are(cairns):
    session = begun("partition")
    session.play("1a1")
    assert session.state is session._store.state
    session.new("cairns")
    session.play("bid2")
    assert session.document is session.document
    assert session.position is session.position


def test_undoing_takes_back_one_s_own_choice_alone_and_a_revealed_turn_whole():
    session, said = begun(), []
    session.notices.add(said.append)
    first = session.play(RUN)
    assert session.undo()
    assert names(session) == ["", "A's choice"]
    assert first not in session.document.record
    assert said == []
    session.redo()
    assert session.document.record[first].move == SEALED
    session.comment("A looks sure")
    session.play(STILL)
    assert session.undo()
    assert session.document.node == ROOT
    assert len(session.document.record) == 0
    assert "whole turn" in said[0]
    assert session.redo()
    assert len(session.document.record) == 2
    assert session.document.record[first].comment == "A looks sure"
    assert not session.redo()


def test_a_choice_older_than_the_history_goes_with_its_turn(tmp_path):
    session = begun()
    session.play(RUN)
    session.save_as(tmp_path / "half.pyramidion")
    assert RUN not in (tmp_path / "half.pyramidion").read_text()
    other = Session()
    other.open(tmp_path / "half.pyramidion")
    assert other.document.viewpoint == ONLOOKER
    assert other.document.record[1].move == SEALED
    other.play(STILL)
    assert other.undo()
    assert len(other.document.record) == 0
    assert not other.undo()
    assert other.redo()
    assert len(other.document.record) == 2
    other.comment("well played")
    assert other.undo()
    assert other.undo()
    assert not other.undo()
    assert len(other.document.record) == 0


ASKED = (
    lambda session: session.play(STILL),
    lambda session: session.paste_line(f"{STILL} {STILL}"),
    lambda session: session.add_line(ROOT, (STILL,)),
)


@pytest.mark.parametrize("choice", [RUN, STILL])
def test_nothing_can_be_tried_beside_a_sealed_choice(choice):
    """Whether a move is there already would tell which it is."""
    session = begun()
    session.play(choice)
    session.back()
    for ask in ASKED:
        with pytest.raises(SessionError, match="sealed"):
            ask(session)
    session.forward()
    with pytest.raises(SessionError, match="once it is revealed"):
        session.copy_line()
    session.delete()
    assert names(session)[0] == "delete A's choice"
    session.play(STILL)


def test_what_a_string_has_sealed_cannot_be_revealed():
    session = begun(f"{BALL} 7,7,1L3S1,3M3,3m3,1l3s1,7,7 B ball=AM sealed=A")
    with pytest.raises(SessionError, match="what A has chosen is sealed"):
        session.play(STILL)
    with pytest.raises(SessionError, match="what A has chosen is sealed"):
        session.paste_line(STILL)
    assert len(session.document.record) == 0


def test_a_copied_line_ends_before_what_is_sealed():
    session = begun()
    session.play(RUN)
    answer = session.play(STILL)
    session.play(RUN)
    session.go(answer)
    assert session.copy_line() == STILL


def test_three_bids_at_one_table(cairns):
    session = begun("cairns")
    one, two = session.play("bid2"), session.play("bid3!")
    shown = session.document.record
    assert [shown[node].move for node in (one, two)] == [SEALED, SEALED]
    session.look_as("jade")
    shown = session.document.record
    assert [shown[node].move for node in (one, two)] == [SEALED, "bid3!"]
    session.play("bid1")
    assert not isinstance(session.document.record, SeenRecord)
    session.undo()
    assert len(session.document.record) == 0


def test_a_document_is_written_whole_by_whoever_holds_it(tmp_path):
    from model.records import files
    from viewer.session.collections import make

    session = begun()
    session.play(RUN)
    path = tmp_path / "all.pyramidion"
    make(session, path, "All")
    assert RUN not in path.read_text()
    assert files.load_item(path, 0).record[1].move == RUN
    assert replace(session.document, title="x").record[1].move == SEALED


def test_a_run_gives_the_whole_record_back():
    session = begun()
    session.play(RUN)
    session.begin_exercise(Exercise(session.document.record, session.document.node))
    session.end_exercise()
    session.look_as("A")
    assert session.document.record[1].move == RUN


@pytest.mark.parametrize(
    ("game", "moves", "seen", "afterwards"),
    [
        (BALL, (), "A", ONLOOKER),
        (BALL, (RUN,), None, None),  # what A has chosen stays sealed
        ("partition", (), None, None),
    ],
)
def test_a_task_is_seen_as_its_side_sees_it_and_looked_at_afterwards(game, moves, seen, afterwards):
    session = begun(game)
    for move in moves:
        session.play(move)
    session.begin_exercise(Exercise(session.document.record, ROOT))
    assert session.document.viewpoint == seen
    session.end_exercise()
    assert session.document.viewpoint == afterwards


def test_points_noted_in_secret_are_shown_to_their_player_alone_until_the_end():
    session = Session()
    session.new("rolling-pyramids 23 p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet")

    def points():
        notes = [note for sheet in session.position.sheets for note in sheet.notes]
        return [note for note in notes if note.startswith("Points")]

    assert points() == ["Points: 0", "Points: 0"]  # nobody looks: a position is examined
    session.look_as("p1")
    assert points() == ["Points: 0", "Points: noted in secret"]
    assert session.position is session.position
    session.look_as("p2")
    assert points() == ["Points: noted in secret", "Points: 0"]
