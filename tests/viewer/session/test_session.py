"""The session: documents, moves, both histories; bad input changes nothing."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from model.exercises import effects as do
from model.exercises.exercise import Exercise, Tried
from model.records.files import load
from model.records.lesson import MOST_CHOICES, Choice, Lesson, Step, Task
from model.records.record import ROOT
from model.records.view import MOST_BOOKMARKS, MOST_MARKS, Camera, Cut, Mark, Peel, View
from model.registry import kinds
from viewer.session.document.document import LOOKS_KEPT
from viewer.session.session import Session, SessionError, State
from viewer.session.state import InputTurn


@pytest.fixture
def session():
    session = Session()
    session.new(options={"size": "4"})
    return session


def turned(degrees: float) -> View:
    return View(camera=Camera(azimuth=degrees))


class Heard:
    """Listens to a session and keeps what it is told."""

    def __init__(self, session: Session) -> None:
        self.changes: list[tuple[State, State]] = []
        self.notices: list[str] = []
        session.subscribe(lambda change: self.changes.append((change.old, change.new)))
        session.notices.add(self.notices.append)


# -- documents -----------------------------------------------------------------------------------


def test_a_session_begins_with_nothing_open_and_says_so():
    session = Session()
    assert session.is_empty
    assert session.document.is_placeholder
    assert session.document not in session.state.documents
    for ask in (session.back, session.undo, session.save, session.copy_position, session.close):
        with pytest.raises(SessionError, match="open"):
            ask()


def test_new_opens_a_game_with_its_options_or_a_position():
    assert Session().new().record.start.startswith(next(iter(kinds()))), "the first game there is"
    session = Session()
    session.new("partition", {"size": "5", "rules": "stacking"})
    assert session.copy_position().startswith("partition:size=5,rules=stacking ")
    session.new("partition:size=2,rules=free R1,2/1 blue")
    assert session.copy_position() == "partition:size=2,rules=free R1,2/1 blue"
    titles = [document.title for document in session.state.documents]
    assert titles == ["Pyramid Partition", "Pyramid Partition (2)"]
    assert not session.document.edited


@pytest.mark.parametrize(
    ("start", "options", "said"),
    [
        ("chess", {}, "not a game"),
        ("partition", {"size": "99"}, "size"),
        ("partition", {"colour": "red"}, "colour"),
        ("partition:size=4 4,4,4,5/3,3,3/2,2/1 red", {}, "column"),
        ("", {}, "missing"),
        ("\ud800", {}, "no place"),
    ],
)
def test_a_bad_start_is_refused_and_what_is_open_stays(session, start, options, said):
    before = session.state
    with pytest.raises(SessionError, match=said):
        session.new(start, options)
    assert session.state is before


def test_save_as_then_open_gives_the_game_back(session, tmp_path: Path):
    session.play("2b2")
    session.comment("a ball that floats")
    session.set_view(turned(90))
    assert session.document.edited
    with pytest.raises(SessionError, match="no file yet"):
        session.save()
    session.save_as(tmp_path / "game.pyramidion")
    assert not session.document.edited
    assert session.document.title == "game"
    other = Session()
    opened = other.open(tmp_path / "game.pyramidion")
    assert opened.record == session.document.record
    assert (opened.node, opened.view) == (session.document.node, turned(90))
    assert opened.viewpoint is None
    assert not opened.edited
    session.play("1a1")
    session.save()
    assert len(load(tmp_path / "game.pyramidion").record) == 2


def test_a_file_that_cannot_be_written_is_refused(session, tmp_path: Path):
    session.play("1a1")
    before = session.state
    with pytest.raises(SessionError, match="folder"):
        session.save_as(tmp_path / "missing" / "game.pyramidion")
    assert session.state is before
    assert session.document.edited


def test_a_broken_file_is_refused_with_its_place_and_what_is_open_stays(session, tmp_path: Path):
    path = tmp_path / "broken.pyramidion"
    path.write_text('{"format": "pyramidion/1", "kind": "game", "position": 7}')
    before = session.state
    with pytest.raises(SessionError, match=r"^broken.pyramidion is damaged") as refused:
        session.open(path)
    assert "$.position: " in refused.value.details
    with pytest.raises(SessionError, match="no such file"):
        session.open(tmp_path / "nothing")
    assert session.state is before


def test_a_file_that_is_open_is_brought_to_the_front(session, tmp_path: Path):
    session.save_as(tmp_path / "one.pyramidion")
    session.new()
    session.open(tmp_path / "." / "one.pyramidion")
    assert len(session.state.documents) == 2
    assert session.state.active == 0


def test_a_text_with_a_position_opens_but_is_never_overwritten(tmp_path: Path):
    path = tmp_path / "position.txt"
    path.write_text("partition:size=2,rules=free R1,2/1 blue\n")
    session = Session()
    session.open(path)
    assert session.document.path is None
    with pytest.raises(SessionError, match="no file yet"):
        session.save()


def test_closing_keeps_the_neighbour_in_front():
    session = Session()
    keys = [session.new(options={"size": "2"}).key for _ in range(3)]
    session.activate(1)
    session.close()
    assert [d.key for d in session.state.documents] == [keys[0], keys[2]]
    assert session.document.key == keys[2]
    session.close()
    session.close()
    assert session.is_empty
    assert session.state.active == -1


def test_closing_a_tab_behind_leaves_the_one_in_front(session):
    first = session.document
    session.new()
    session.step("1a1", pin=True)
    front = session.document
    session.close(0)
    assert session.document is front
    assert session.state.partial == ("1a1",)
    assert first not in session.state.documents


@pytest.mark.parametrize("index", [-1, 1, 7])
def test_only_documents_that_are_there_come_to_the_front(session, index):
    before = session.state
    with pytest.raises(SessionError):
        session.activate(index)
    with pytest.raises(SessionError):
        session.close(7)
    assert session.state is before


def test_a_pasted_position_opens_beside_the_old_one(session):
    session.play("1a1")
    text = session.copy_position()
    session.paste_position(f"  {text}\n")
    assert len(session.state.documents) == 2
    assert session.copy_position() == text
    with pytest.raises(SessionError, match="no text"):
        session.paste_position(" \n")


def test_pasted_moves_are_a_game_from_its_start(session):
    session.new("pyraos")
    session.play("1a1")
    session.paste("1. 1c1 1a1 (1e1) 2. 1g1")  # in the game that is open, in a tab of their own
    assert [document.record.kind for document in session.state.documents] == ["game"] * 3
    record = session.document.record
    assert record.start.startswith("pyraos:rules=standard")
    assert [record.nodes[node].move for node in record.main_line()] == ["1c1", "1a1", "1g1"]
    assert session.ply == 3
    assert session.document.edited
    session.paste("b1>a1")  # fits another game only
    assert session.position.game.kind.name == "pyramid"
    session.paste("1a1 1k11")  # a point of Partition's usual size only
    assert session.position.game.kind.name == "partition"
    before = session.state
    for text, said in (
        ("1a1 1c1 1a1", "1a1 cannot be pasted here: 1a1 is taken"),
        ("hello world", "neither a position nor moves"),
        ("partition RR red", "column"),
        ("(1a1", "a bracket comes before any move"),
    ):
        with pytest.raises(SessionError, match=re.escape(said)):
            session.paste(text)
    assert session.state is before
    while session.state.documents:
        session.close()
    with pytest.raises(SessionError, match="could be Pyramid Partition or Pyraos: open that game"):
        session.paste("1a1 1c1")
    with pytest.raises(SessionError, match="fit no game at its usual size"):
        session.paste("1a1 1z99")


# -- playing -------------------------------------------------------------------------------------


def test_a_move_is_played_and_recorded(session):
    node = session.play("2b2")
    assert session.document.node == node
    assert session.document.record[node].move == "2b2"
    assert session.ply == 1
    assert str(session.position) == session.copy_position()
    assert session.position_at(ROOT).to_move == "red"


def test_a_move_that_exists_is_gone_to_and_another_is_a_variation(session):
    node = session.play("2b2")
    session.back()
    record = session.document.record
    assert session.play("2b2") == node
    assert session.document.record is record
    session.back()
    other = session.play("1a1")
    assert session.document.record[ROOT].children == (1, other)


@pytest.mark.parametrize("text", ["2b2", "9z9", "", "b2", "\ud800", "x" * 100_000])
def test_a_bad_move_is_refused_with_a_sentence(session, text):
    session.play("2b2")
    before = session.state
    with pytest.raises(SessionError) as refused:
        session.play(text)
    assert len(str(refused.value)) < 400
    assert session.state is before


def test_a_plan_cell_is_played_where_only_one_ball_fits(session):
    # d4 is written 2d4 and 4d4: two points fit until one is taken.
    with pytest.raises(SessionError, match="4d4"):
        session.play("d4")
    session.play("4d4")
    node = session.play("d4")
    assert session.document.record[node].move == "2d4"


# -- half-built moves ----------------------------------------------------------------------------


def test_a_step_plays_a_move_that_it_completes_unless_that_is_pinned(session):
    assert not session.step_back()
    session.step("2d2")
    assert (session.ply, session.state.partial) == (1, ())
    session.step("2b2", pin=True)
    assert (session.ply, session.state.partial) == (1, ("2b2",))
    session.confirm()
    assert (session.ply, session.state.partial) == (2, ())
    session.pin("2f2")
    session.pin("1a1")  # another point moves the pin, the same one places it
    assert session.state.partial == ("1a1",)
    session.step("1a1")
    assert session.document.record[session.document.node].move == "1a1"
    session.pin("2f2")
    assert session.step_back()
    assert session.state.partial == ()
    with pytest.raises(SessionError):
        session.confirm()


def test_what_is_entered_ahead_is_taken_back_step_by_step_and_a_whole_premove_at_once(session):
    session.new("pyraos:rules=standard WW2,W3,4,BBB1/3,3,3/2,2/1 white")
    session.whose_turn = lambda ahead=session.position: InputTurn(ahead)
    session.step("1c3", pin=True)
    session.step("1a1")
    for left in (("1c3",), ()):
        assert session.step_back()
        assert (session.entered, session.state.partial) == (left, ())
    assert not session.step_back()
    session.play("1e1")
    assert (session.ply, session.state.premove.move) == (0, "1e1")
    assert session.step_back()
    assert session.state.premove is None


def test_undo_clears_the_half_built_move_before_it_undoes_as_going_elsewhere_does(session):
    session.play("1a1")
    session.pin("2b2")
    session.set_view(turned(10))
    assert session.state.partial == ("2b2",)
    session.back()
    assert session.state.partial == ()
    session.forward()
    session.pin("2b2")
    session.undo()
    assert (session.ply, session.state.partial) == (1, ())
    session.undo()
    assert session.ply == 0


@pytest.mark.parametrize("token", ["1a1", "9z9", ""])
def test_a_step_that_leads_nowhere_is_refused(session, token):
    session.play("1a1")
    before = session.state
    for ask in (session.step, session.pin):
        with pytest.raises(SessionError):
            ask(token)
    assert session.state is before


# -- going about ---------------------------------------------------------------------------------


def test_back_forward_first_last(session):
    moves = ["1a1", "1g7", "2b2", "2d2"]
    nodes = [session.play(move) for move in moves]
    assert not session.forward()
    assert not session.last()
    assert session.first()
    assert not session.first()
    assert not session.back()
    assert session.forward()
    assert session.document.node == nodes[0]
    assert session.last()
    assert session.document.node == nodes[-1]
    session.go(nodes[1])
    assert session.copy_position() == str(session.position_at(nodes[1]))


def test_a_node_that_is_not_there_is_refused(session):
    before = session.state
    for ask in (session.go, session.position_at, session.delete):
        with pytest.raises(SessionError, match="99"):
            ask(99)
    assert session.state is before


# -- edits ---------------------------------------------------------------------------------------


def test_undo_goes_to_the_place_of_the_edit_and_redo_comes_back(session):
    first = session.play("1a1")
    second = session.play("2b2")
    session.comment("corner", first)
    assert session.document.node == second, "the game goes on while one writes"
    session.undo()
    assert session.document.node == first
    assert session.document.record[first].comment == ""
    session.redo()
    assert session.document.record[first].comment == "corner"
    session.undo()
    session.undo()
    assert session.document.node == first
    assert second not in session.document.record
    session.undo()
    assert not session.undo()
    assert len(session.document.record) == 0


def test_undoing_to_what_was_saved_is_unedited(session, tmp_path: Path):
    session.play("1a1")
    session.save_as(tmp_path / "game.pyramidion")
    session.play("2b2")
    assert session.document.edited
    session.undo()
    assert not session.document.edited
    session.undo()
    assert session.document.edited
    session.redo()
    assert not session.document.edited
    session.undo()
    session.play("1g7")
    assert not session.redo(), "a new edit ends what could be redone"


def test_undone_and_redone_edits_are_announced_with_their_sites(session):
    reversals = []
    session.reversals.add(reversals.append)
    session.play("3c3")
    session.comment("here")
    session.undo()
    session.undo()
    session.redo()
    assert [(r.edit.name, r.redone) for r in reversals] == [
        ("comment", False),
        ("3c3", False),
        ("3c3", True),
    ]
    site = session.position.game.board.names.index("3c3")
    assert [r.sites for r in reversals] == [(site,)] * 3
    session.first()
    session.head("title", "A game")
    session.undo()
    assert reversals[-1].sites == (), "it was an edit of no move"


def test_undo_of_a_deletion_brings_all_back(session):
    nodes = [session.play(move) for move in ("1a1", "1g7", "2b2")]
    before = session.document.record
    session.delete(nodes[1])
    assert session.document.node == nodes[0]
    assert len(session.document.record) == 1
    session.undo()
    assert session.document.record is before
    assert session.document.node == nodes[1]
    with pytest.raises(SessionError, match="start"):
        session.delete(ROOT)
    session.go(nodes[0])
    session.delete(nodes[1])
    assert session.document.node == nodes[0], "deleting elsewhere leaves the current node"


def test_variations_change_places(session):
    first = session.play("1a1")
    session.back()
    second = session.play("2b2")
    third = session.play("1a1")
    session.promote(third)
    assert session.document.record[ROOT].children == (second, first)
    before = session.document
    session.promote(third)
    assert session.document.record is before.record
    session.make_main_line(first)
    assert session.document.record[ROOT].children == (first, second)


def test_bookmarks_are_part_of_the_game(session, tmp_path: Path):
    session.bookmark("from the east", turned(90))
    assert session.document.edited
    session.save_as(tmp_path / "game.pyramidion")
    other = Session()
    other.open(tmp_path / "game.pyramidion")
    other.set_view(other.bookmarked("from the east"))
    assert other.document.view == turned(90)
    other.forget_bookmark("from the east")
    with pytest.raises(SessionError, match="from the east"):
        other.set_view(other.bookmarked("from the east"))
    other.undo()
    assert other.bookmarked("from the east") == turned(90)
    with pytest.raises(SessionError, match="name"):
        other.bookmark("  ")


def test_text_that_is_no_unicode_can_still_be_saved(session, tmp_path: Path):
    session.comment("half a sign \ud83d")
    session.head("title", "\ud83d")
    session.save_as(tmp_path / "game.pyramidion")
    assert load(tmp_path / "game.pyramidion").record[ROOT].comment == "half a sign ?"


# -- looks ---------------------------------------------------------------------------------------


def test_looks_go_back_and_forward_over_views_and_nodes_and_edit_nothing(session):
    node = session.play("1a1")
    record, done, heard = session.document.record, session.document.done, Heard(session)
    session.set_view(View())
    session.go(node)
    assert heard.changes == [], "the same look is no change"
    session.set_view(turned(50))
    session.back()
    assert session.look_back()
    assert (session.document.node, session.document.view) == (node, turned(50))
    assert session.look_back()
    assert session.document.view == View()
    assert session.look_back()
    assert session.document.node == ROOT
    assert not session.look_back()
    for _ in range(3):
        assert session.look_forward()
    assert not session.look_forward()
    assert (session.document.node, session.document.view) == (ROOT, turned(50))
    assert session.document.record is record
    assert session.document.done is done


def test_one_drag_is_one_look(session):
    for drag in ("first drag", "second drag"):
        for step in range(10):
            session.set_view(turned(step + (0 if drag == "first drag" else 100)), gesture=drag)
    assert len(session.document.past) == 2
    session.look_back()
    assert session.document.view == turned(9)
    session.look_back()
    assert session.document.view == View()


def test_the_same_gesture_after_something_else_is_another_look(session):
    session.set_view(turned(10), gesture="drag")
    session.play("1a1")
    session.set_view(turned(20), gesture="drag")
    session.look_back()
    assert (session.ply, session.document.view) == (1, turned(10))


def test_looks_of_nodes_that_are_gone_are_passed_over(session):
    session.play("1a1")
    session.play("2b2")
    session.set_view(turned(10))
    session.undo()
    session.undo()
    assert list(session.document.record.nodes) == [ROOT]
    session.look_back()
    assert session.document.node in session.document.record
    while session.look_back():
        assert session.document.node in session.document.record


def test_looks_are_bounded(session):
    for step in range(LOOKS_KEPT + 50):
        session.set_view(turned(step + 1))
    assert len(session.document.past) == LOOKS_KEPT
    session.see_twice()
    assert len(session.document.past) == LOOKS_KEPT
    while session.look_back():
        pass
    assert len(session.document.future) == LOOKS_KEPT
    while session.look_forward():
        pass
    assert len(session.document.past) == LOOKS_KEPT


@pytest.mark.parametrize(
    "view",
    [
        View(cuts=(Cut(at=1, family="nonsense"),)),
        View(peel=Peel(layers=(("nonsense", 1),))),
        View(layer=("nonsense", 1)),
        View(selected="9z9"),
        View(camera=Camera(azimuth=float("nan"))),
    ],
)
def test_a_view_of_another_board_is_refused(session, view):
    before = session.state
    with pytest.raises(SessionError):
        session.set_view(view)
    assert session.state is before


# -- listening -----------------------------------------------------------------------------------


def test_listeners_hear_the_state_before_and_after_until_their_subscription_ends(session):
    heard, changes = Heard(session), []
    end = session.subscribe(changes.append)
    before = session.state
    session.play("1a1")
    assert [(old, new) for old, new in heard.changes] == [(before, session.state)]
    old, new = heard.changes[0]
    assert old.document.key == new.document.key
    assert set(new.document.touched) == {ROOT, new.document.node}
    end()
    session.play("2b2")
    assert (len(changes), len(heard.changes)) == (1, 2)


# -- runs ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Strict(Exercise):
    """An exercise with one rule a move: 1a3 is answered, 1a5 is not played, 1a7 is wrong."""

    moves: int = 0
    stands_wrong: bool = False

    def after(self, event, here):
        if event in ("home", Tried("1a7")):
            done = do.GoToNode(ROOT) if event == "home" else do.PlayMove()
            return replace(self, stands_wrong=event != "home"), (done,)
        if event == Tried("1a5"):
            return self, (do.Notice("not there"),)
        line = (do.PlayLine(("1a7",)),) if event == Tried("1a3") else ()
        return replace(self, moves=self.moves + 1), (do.PlayMove(), *line)


@pytest.fixture
def ruled(session):
    session.begin_exercise(Strict(session.document.record, ROOT))
    effects = []
    session.effects.add(effects.append)
    return session, effects


def test_a_run_accepts_a_move_and_goes_on_changed_in_one_step(ruled):
    session, effects = ruled
    heard = Heard(session)
    session.play("1a1")
    assert session.document.record.nodes[session.document.node].move == "1a1"
    assert len(session.document.record) == 1
    assert session.document.exercise.moves == 1
    assert len(heard.changes) == 1
    assert effects == [(do.PlayMove(),)]


def test_a_reply_is_announced_after_the_move_and_left_to_who_shows_it(ruled):
    session, effects = ruled
    places = []
    session.effects.add(lambda _: places.append(session.document.node))
    node = session.play("1a3")
    assert effects == [(do.PlayMove(), do.PlayLine(("1a7",)))]
    assert places == [node] == [session.document.node]
    assert len(session.document.record) == 1


def test_a_rejected_move_is_not_played_and_the_reason_is_told(ruled):
    session, effects = ruled
    heard = Heard(session)
    session.step("1a5")
    assert session.document.node == ROOT
    assert session.state.partial == ()
    assert session.document.exercise.moves == 0
    assert effects == [(do.Notice("not there"),)]
    assert heard.changes == []


def test_a_wrong_try_is_taken_back_before_another_answer(ruled):
    session, effects = ruled
    assert not session.answer_anew()
    session.play("1a7")
    assert session.answer_anew()
    assert effects[-1] == (do.GoToNode(ROOT),)
    assert not session.answer_anew()
    session.end_exercise()
    assert not session.answer_anew()


def test_a_run_that_has_no_rules_plays_every_move(session):
    session.begin_exercise(Exercise(session.document.record, ROOT))
    assert session.play("1a1") == session.document.node != ROOT
    assert session.document.exercise is not None


def test_edits_of_one_gesture_stay_apart_where_something_was_undone_between(session):
    session.new("partition", {"size": "3"})
    session.head("title", "a", gesture="typing")
    session.head("red", "Ann", gesture="naming")
    session.undo()
    session.head("title", "b", gesture="typing")
    session.undo()
    assert session.document.record.headers["title"] == "a"


def test_a_file_that_has_used_up_all_numbers_takes_no_further_move(tmp_path: Path):
    path = tmp_path / "full.pyramidion"
    path.write_text(
        '{"format": "pyramidion/1", "kind": "game", "next_id": 2147483647,'
        ' "position": "partition:size=3,rules=free 3,3,3/2,2/1 red"}'
    )
    session = Session()
    session.open(path)
    session.play("2b2")
    session.save()
    assert load(path).record == session.document.record
    before = session.state
    for refused in (lambda: session.play("1a1"), lambda: session.paste_line("1a1 (1c1)")):
        with pytest.raises(SessionError, match="used up the numbers"):
            refused()
        assert session.state is before
    session.undo()
    session.comment("what is there can still be changed")
    session.save()
    assert load(path).record == session.document.record


def test_no_more_is_kept_than_a_file_may_hold(session: Session, tmp_path: Path):
    for number in range(MOST_BOOKMARKS):
        session.bookmark(f"view {number}")
    with pytest.raises(SessionError, match="at most 500 bookmarks"):
        session.bookmark("one more")
    session.bookmark("view 0", turned(9.0))
    marks = (Mark("1a1"),) * MOST_MARKS
    session.mark(marks)
    with pytest.raises(SessionError, match="at most 1000 marks"):
        session.mark((*marks, Mark("1a1")))
    choices = (Choice("yes", right=True),) * (MOST_CHOICES + 1)
    with pytest.raises(SessionError, match="at most 100 answers"):
        session.set_lesson(Lesson((Step(0, task=Task("choice", choices=choices)),)))
    with pytest.raises(SessionError, match="at most 1000 marks"):
        session.set_lesson(Lesson((Step(0, marks=(*marks, Mark("1a1"))),)))
    session.save_as(tmp_path / "full.pyramidion")
    assert load(tmp_path / "full.pyramidion").record == session.document.record
