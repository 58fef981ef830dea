"""What edits, navigation and runs make of a document, and opening and closing of a state."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from model.exercises.exercise import Exercise
from model.positions.setup import read_position
from model.records.lesson import Lesson, Step
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT
from model.records.view import Camera, Cut, Mark, View
from viewer.session import exercise_control, state
from viewer.session.document import edits, navigation
from viewer.session.document.document import Document, newest
from viewer.session.document.seating import NOBODY, Seating, headers_of, seating_in
from viewer.session.errors import SessionError
from viewer.session.files.document_files import new_document
from viewer.session.state import State

START = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
HERE = read_position(START)


@pytest.fixture
def document() -> Document:
    return new_document(START, {})


def played(document: Document, *moves: str) -> Document:
    for move in moves:
        document = exercise_control.play(document, move)
    return document


def game_of(document: Document):
    return read_position(START).game


# -- edits ---------------------------------------------------------------------------------------


def test_what_follows_a_move_is_deleted_with_all_its_variations(document):
    first = exercise_control.play(document, "1a1")
    line = played(first, "1c1", "1e1")
    other = played(replace(line, node=first.node), "1c3")
    left = edits.delete_after(other, first.node)
    assert set(left.record.nodes) == {ROOT, first.node}
    assert left.node == first.node
    with pytest.raises(SessionError, match="nothing follows this move"):
        edits.delete_after(left, first.node)


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: edits.comment(d, ""),
        lambda d: edits.mark(d, ()),
        lambda d: edits.store_view(d, None),
        lambda d: edits.head(d, "title", ""),
        lambda d: edits.heads(d, {"title": ""}),
        lambda d: edits.set_puzzle(d, None, "puzzle"),
        lambda d: edits.set_lesson(d, None, "lesson"),
    ],
)
def test_an_edit_that_changes_nothing_is_the_same_document(document, edit):
    assert edit(document) is document


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: edits.comment(d, "x"),
        lambda d: edits.store_view(d, View()),
        lambda d: edits.delete(d, 1),
        lambda d: edits.delete_after(d, ROOT),
        lambda d: edits.promote(d, 1),
        lambda d: edits.make_main_line(d, 1),
        lambda d: edits.head(d, "title", "x"),
        lambda d: edits.heads(d, {"title": "x"}),
        lambda d: edits.noted(d, {"title": "x"}),
        lambda d: edits.evaluate(d, {}, "review"),
        lambda d: edits.set_up(d, HERE, HERE, "set up", None),
        lambda d: edits.paste_line(d, HERE, "1a1", None),
        lambda d: edits.add_line(d, ROOT, HERE, ("1a3",)),
        lambda d: edits.bookmark(d, "x"),
        lambda d: edits.forget_bookmark(d, "x"),
        lambda d: edits.set_puzzle(d, None, "puzzle"),
        lambda d: edits.set_puzzle_up(d, HERE, Puzzle(Stipulation("win")), "x"),
        lambda d: edits.set_lesson(d, None, "lesson"),
        lambda d: edits.add_drill(d, 0, ()),
    ],
)
def test_what_a_run_would_lose_is_refused(document, edit):
    document = played(document, "1a1")
    with pytest.raises(SessionError, match="first"):
        edit(exercise_control.begin(document, Exercise(document.record, ROOT)))


def test_marks_may_be_put_during_a_run(document):
    running = exercise_control.begin(document, Exercise(document.record, ROOT))
    assert edits.mark(running, (Mark("1a1"),)).record.nodes[ROOT].marks == (Mark("1a1"),)


def test_edits_of_one_gesture_are_one_and_others_are_not(document):
    one, other = object(), object()
    for text in ("A", "Ab", "Abc"):
        document = edits.head(document, "title", text, one)
    assert len(document.done) == 1
    document = edits.head(document, "title", "Abcd", other)
    assert len(document.done) == 2
    document = edits.head(document, "title", "Abcde")
    document = edits.head(document, "title", "Abcdef")
    assert len(document.done) == 4
    while document.done:
        document = document.undo()
    assert "title" not in document.record.headers


def test_a_stroke_touches_all_that_its_parts_touched(document):
    here = read_position(START)
    other = read_position(START.replace("red", "blue"))
    stroke = object()
    document = edits.set_up(document, here, other, "set up", stroke)
    back = edits.set_up(document, other, here, "set up", stroke)
    assert len(back.done) == 1
    assert set(newest(back.done).touched) >= set(newest(document.done).touched)


def test_texts_that_no_file_can_hold_are_made_storable(document):
    marks = (Mark("1a1", "text", "red", "\ud83d"),)
    assert edits.mark(document, marks).record.nodes[ROOT].marks[0].text == "?"
    assert edits.comment(document, "a\ud83d").record.nodes[ROOT].comment == "a?"


def test_a_copied_line_brings_its_comments_along(document):
    line = edits.comment(played(document, "1a1", "2b2"), "good")
    copied = edits.copy_line(line, read_position(START), 1)
    bare = edits.paste_line(document, read_position(START), copied.text, None)
    whole = edits.paste_line(document, read_position(START), copied.text, copied)
    said = [node.comment for node in bare.record.nodes.values()]
    assert set(said) == {""}
    assert "good" in {node.comment for node in whole.record.nodes.values()}
    assert bare.record.nodes[bare.node].move == whole.record.nodes[whole.node].move == "1a1"


def test_what_is_noted_is_kept_and_cannot_be_undone(document):
    noted = edits.noted(document, {"blue": "level 3"})
    assert noted.record.headers["blue"] == "level 3"
    assert noted.edited
    assert not noted.done
    assert edits.noted(noted, {"blue": "level 3"}) is noted


def test_a_puzzle_begins_at_another_position_while_it_has_no_lines(document):
    other, puzzle = read_position(START.replace("red", "blue")), Puzzle(Stipulation("win"))
    made = edits.set_puzzle_up(document, other, puzzle, "remove pieces")
    assert (made.record.start, made.record.puzzle) == (str(other), puzzle)
    assert edits.set_puzzle_up(made, other, puzzle, "remove pieces") is made
    with pytest.raises(SessionError, match="delete the moves first"):
        edits.set_puzzle_up(played(document, "1a1"), other, puzzle, "remove pieces")


def test_a_drill_asks_the_same_in_other_positions_right_after_its_step(document):
    texts = ["first", "second", "third"]
    steps = tuple(Step(ROOT, text=text) for text in texts)
    lesson = edits.set_lesson(document, Lesson(steps), "lesson")
    made = edits.add_drill(lesson, 1, (START.replace("red", "blue"),)).record
    fresh = made[ROOT].children[0]
    assert [step.node for step in made.lesson.steps] == [ROOT, ROOT, fresh, ROOT]
    assert [step.text for step in made.lesson.steps if step.node == ROOT] == texts
    for drilled in (document, lesson):
        with pytest.raises(SessionError, match="there is no such step"):
            edits.add_drill(drilled, 3, ())


SIDES = ("red", "blue")
CLOCKED = Seating({"blue": "level 3"}, "10+5", {"red": 598.5, "blue": 0.0})


@pytest.mark.parametrize(
    ("seating", "texts"),
    [
        (NOBODY, ("", "", "", "", "")),
        (CLOCKED, ("10+5", "", "598.5", "level 3", "0")),
        (Seating(CLOCKED.players), ("", "", "", "level 3", "")),
    ],
)
def test_who_plays_is_kept_in_headers_with_the_clocks(seating, texts):
    names = ("clock", "seat_red", "clock_red", "seat_blue", "clock_blue")
    headers = dict(zip(names, texts, strict=True))
    assert headers_of(seating, SIDES) == headers
    assert seating_in(headers, SIDES) == seating
    assert seating.is_taken == bool(seating.players)


@pytest.mark.parametrize("time", ["", "soon", "-1", "1e6", "nan"])
def test_what_headers_say_of_a_clock_is_taken_where_it_is_a_time(time):
    headers = headers_of(CLOCKED, SIDES) | {"clock_red": time}
    assert seating_in(headers, SIDES).left == {"blue": 0.0}
    assert seating_in(headers | {"seat_blue": ""}, SIDES) == NOBODY


def test_opponents_are_named_once_and_a_journal_says_what_is_not_as_usual():
    assert Seating({"red": "engine Ann", "blue": "level 3"}).opponents == "Ann and level 3"
    assert Seating({"red": "level 3", "blue": "level 3"}).opponents == "level 3"
    assert Seating(clock="10").is_taken
    assert msgspec.json.encode(NOBODY) == b"{}"
    assert msgspec.json.decode(b'{"clock": "10+5"}', type=Seating) == Seating(clock="10+5", live=0)


# -- navigation ----------------------------------------------------------------------------------


def test_navigation_finds_its_way_without_changing_anything(document):
    document = played(document, "1a1", "1a3", "1a5")
    assert navigation.before(document) == 2
    assert navigation.after(document) is None
    assert navigation.last(document) is None
    assert navigation.first(document) == ROOT
    there = navigation.go(document, ROOT)
    assert (navigation.before(there), navigation.first(there)) == (None, None)
    assert (navigation.after(there), navigation.last(there)) == (1, 3)
    assert navigation.sibling(document, 1) is None
    other = played(there, "1a7")
    assert navigation.sibling(other, 1) == 1
    assert navigation.node_of(other) == other.node
    with pytest.raises(SessionError, match="99"):
        navigation.node_of(other, 99)


def test_what_does_not_fit_another_board_is_let_go(document):
    small = read_position("partition:size=2,rules=free 2,2/1 red").game
    view = View(camera=Camera(azimuth=5), cuts=(Cut(at=3, family="level"),))
    before = replace(document, view=view)
    after = replace(before, record=replace(before.record))
    games = iter((small, game_of(document)))
    fitted = navigation.fitted(after, before, lambda one: next(games), gone_back=False)
    assert fitted.view == View(camera=Camera(azimuth=5))
    assert navigation.fitted(after, before, game_of, gone_back=False) is after


# -- runs ----------------------------------------------------------------------------------------


def test_a_run_ends_with_record_and_history_as_they_were(document):
    document = played(document, "1a1")
    running = exercise_control.begin(document, Exercise(document.record, document.node))
    assert (running.node, running.view) == (document.node, document.view)
    assert not running.done
    ended = exercise_control.end(played(running, "1a3"))
    assert ended.record is document.record
    assert ended.done is document.done
    assert ended.exercise is None
    assert ended.aside is None


def test_a_run_is_begun_once_and_ended_once(document):
    run = Exercise(document.record, ROOT)
    for change in (exercise_control.end, lambda d: exercise_control.go_on(d, run)):
        with pytest.raises(SessionError, match="is running here"):
            change(document)
    with pytest.raises(SessionError, match="end the lesson or puzzle first"):
        exercise_control.begin(exercise_control.begin(document, run), run)


def test_a_restarted_run_keeps_the_history_that_waits(document):
    document = played(document, "1a1")
    running = exercise_control.begin(document, Exercise(document.record, ROOT))
    again = exercise_control.restart(played(running, "1a3"), Exercise(document.record, ROOT), 99)
    assert again.node == ROOT
    assert exercise_control.end(again).done is document.done


# -- states and files ----------------------------------------------------------------------------


def test_items_follow_where_they_went(document, tmp_path: Path):
    path = tmp_path / "all.pyramidion"
    both = State((replace(document, path=path, item=1), replace(document, item=1)), 0)
    moved = state.renumbered(both, path, {1: 0})
    assert [one.item for one in moved.documents] == [0, 1]
    assert state.renumbered(both, path, {2: 0}) is both
