"""Both histories under everything that can be done: there and back is nothing; files and journals
hold the document of every moment."""

from pathlib import Path

import histories
import pytest
from histories import EDITS, GOES, HISTORIES, LOOKS, STARTS, Hand
from hypothesis import example, given, settings
from hypothesis import strategies as st

from model.positions.setup import read_setup
from model.records.files import load
from model.records.lesson import Lesson, Step
from model.records.marks import Mark
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT
from model.records.sealing import whole_of
from model.records.views.view import View
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import read
from viewer.session.document.document import LOOKS_KEPT
from viewer.session.document.run import Run
from viewer.session.session import Session, SessionError

NUMBERS = st.integers(0, 1 << 10)


@st.composite
def steps(draw, *words, most=24):
    """A list of steps that draws on a few words only, so that they meet often."""
    names = [name for group in words for name in group]
    few = draw(st.lists(st.sampled_from(names), min_size=1, max_size=7))
    if "play" in names:
        few.append("play")
    step = st.tuples(st.sampled_from(["nothing", *few]), NUMBERS, NUMBERS)
    return draw(st.lists(step, min_size=most // 2, max_size=most))


starts = st.sampled_from(STARTS)


def begun(start: str) -> Hand:
    session = Session()
    session.new(start)
    return Hand(session)


# -- each history alone --------------------------------------------------------------------------


def edits_alone(start, todo):
    """Every undo leads to where the edit was made, every redo to where it led."""
    hand = begun(start)
    before, after = [], []
    for word, a, b in todo:
        old = hand.document
        hand.do(word, a, b)
        new = hand.document
        if new.record is not old.record:
            if len(new.done) == len(old.done):  # a stroke or typing goes on: it is one edit
                assert word in ("brush", "head", "lesson")
                after.pop()
            else:
                assert len(new.done) == len(old.done) + 1
                before.append((old.record, old.node))
            after.append((new.record, new.node))
        else:
            assert len(new.done) == len(old.done)
        histories.check_whole(hand)
    for _ in range(2):
        down = histories.undo_all(hand)
        assert [node for _, node in down] == [node for _, node in reversed(before)]
        assert all(a is b for (a, _), (b, _) in zip(down, reversed(before), strict=True))
        assert not hand.document.edited
        up = histories.redo_all(hand)
        assert [node for _, node in up] == [node for _, node in after]
        assert all(a is b for (a, _), (b, _) in zip(up, after, strict=True))


@settings(max_examples=80)
@given(starts, steps(EDITS))
def test_edits_undone_to_the_start_and_redone_to_the_end_are_what_they_were(start, todo):
    edits_alone(start, todo)


def garden(start: str) -> Hand:
    """A game with variations, other boards and nodes that want to be seen in their own way."""
    hand = begun(start)
    for word, a, b in (
        ("play", 1, 0), ("look", 18, 1), ("store view", 1, 0), ("play", 2, 0), ("first", 0, 0),
        ("play", 3, 0), ("look", 57, 3), ("bookmark", 0, 0), ("set up", 0, 0), ("play", 4, 0),
        ("look", 96, 4), ("store view", 1, 0), ("go", 1, 0), ("set up", 1, 0), ("play", 5, 0),
    ):  # fmt: skip
        hand.do(word, a, b)
    return hand


def looks_alone(start, todo):
    """Looking back goes through all looks there were; one drag is one look."""
    hand = garden(start)
    histories.look_forward_all(hand)
    expected = list(reversed(histories.look_back_all(hand)))
    assert histories.look_forward_all(hand) == expected
    for word, a, b in todo:
        old = hand.document
        hand.do(word, a, b)
        new = hand.document
        if histories.seen_of(new) != histories.seen_of(old):
            if new.gesture is not None and new.gesture == old.gesture:
                expected.pop()
            expected.append(histories.seen_of(new))
        assert new.record is old.record
        histories.check_whole(hand)
    expected = expected[-LOOKS_KEPT - 1 :]
    for _ in range(2):
        assert histories.look_back_all(hand) == list(reversed(expected))
        assert histories.look_forward_all(hand) == expected


@settings(max_examples=80)
@example(STARTS[0], [("half", 1, 0), ("half", 1, 0), ("go", 0, 2), ("go", 1, 2)])
@given(starts, steps(LOOKS, GOES, LOOKS, most=40))
def test_looks_are_gone_back_to_and_forward_to_exactly(start, todo):
    looks_alone(start, todo)


# -- interleaved ---------------------------------------------------------------------------------


def interleaved(start, todo):
    """Whatever was done in whatever order, each history is a way there and back."""
    hand = begun(start)
    first = hand.document.record
    for word, a, b in todo:
        hand.do(word, a, b)
        histories.check_whole(hand)
    histories.at_rest(hand)
    histories.redo_all(hand)
    last = hand.document.record
    # Looks and edits by turns: neither disturbs the other.
    journeys = []
    for _ in range(2):
        down = histories.undo_all(hand)
        assert hand.document.record is first
        up = histories.redo_all(hand)
        assert hand.document.record is last
        histories.look_forward_all(hand)
        back = histories.look_back_all(hand)
        assert histories.look_forward_all(hand) == list(reversed(back))
        assert hand.document.record is last
        journeys.append((down, up))
    for one, other in zip(*journeys, strict=True):
        assert [node for _, node in one] == [node for _, node in other]
        assert all(a is b for (a, _), (b, _) in zip(one, other, strict=True))


@settings(max_examples=80)
@given(starts, steps(EDITS, LOOKS, GOES, HISTORIES, most=30))
def test_edits_and_looks_interleaved_are_each_a_way_there_and_back(start, todo):
    interleaved(start, todo)


# -- files and journals --------------------------------------------------------------------------


def kept(start, todo, folder: Path):
    """At every moment the file and the journal hold what is before the eyes."""
    hand = begun(start)
    session = hand.session
    journal = Journal(session, folder / "autosave")
    journal._stop.set()  # rounds by hand
    journal._thread.join()
    try:
        (own,) = journal.folder.glob("*.journal")
        for number, (word, a, b) in enumerate(todo):
            if word == "save":
                session.save_as(folder / ("one.pyramidion" if a % 2 else "two.pyramidion"))
                assert not session.document.edited
            else:
                hand.do(word, a, b)
            histories.check_saved(hand)
            journal.flush()
            found, document = read(own), session.document
            assert found.record == whole_of(document.kept)
            assert found.node == document.kept_node
            # During a run the look is not the document's: it is kept when the run is over.
            if document.run is None:  # the half that is acted on comes back as such
                assert (found.view, found.second) == (document.view, document.second)
            assert (found.title, found.path, found.item) == (
                document.title,
                document.path,
                document.item,
            )
            assert found.edited
            if number == len(todo) // 2:
                session.save_as(folder / "half.pyramidion")
                again = load(folder / "half.pyramidion")
                assert again.record == document.kept
                assert (again.node, again.view) == (document.kept_node, document.first_view)
        histories.at_rest(hand)
        session.save_as(folder / "end.pyramidion")
        other = Session()
        opened = other.open(folder / "end.pyramidion")
        assert opened.record == session.document.record
        assert opened.node == session.document.node
        assert opened.view == session.document.first_view
        assert not opened.edited
    finally:
        journal.close()


@settings(max_examples=60)
@given(starts, steps(EDITS, LOOKS, GOES, HISTORIES, ["save"], most=24))
@example(STARTS[0], [("nothing", 0, 0), ("half", 1, 0), ("half", 1, 0)])
def test_saved_and_recovered_at_any_moment_it_is_the_same(tmp_path_factory, start, todo):
    kept(start, todo, tmp_path_factory.mktemp("kept"))


# -- what random work has found ------------------------------------------------------------------

FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
THREE = [
    read_setup(f"partition:size=3,rules=free {base},3,3/2,2/1 red") for base in ("R2", "1R1", "RR1")
]


def test_a_stroke_over_a_position_that_is_there_leaves_a_file_that_can_be_read():
    hand = begun(STARTS[0])
    hand.session.play("3c3")
    for made in THREE[:2]:
        hand.session.first()
        hand.session.set_up(made, "set up")
    hand.session.set_up(THREE[0], "set up")
    histories.check_saved(hand)
    assert len(hand.document.record) == 3


def test_a_stroke_goes_on_as_one_edit_only_while_nothing_comes_between():
    hand = begun(STARTS[0])
    hand.session.comment("Begin.")
    hand.session.set_up(THREE[0], "set up", "stroke")
    hand.session.undo()
    hand.session.set_up(THREE[1], "set up", "stroke")
    assert [edit.name for edit in hand.document.done] == ["set up", "comment"]
    hand.session.set_up(THREE[2], "set up", "stroke")
    assert [edit.name for edit in hand.document.done] == ["set up", "comment"]
    hand.session.undo()
    assert hand.document.record[ROOT].comment == "Begin."
    assert hand.session.copy_position() == STARTS[0]


def test_what_is_said_about_points_goes_with_them_when_a_smaller_board_is_set_up():
    hand = begun(FOUR)
    session = hand.session
    far, near = Mark("1g7"), Mark("1a1", "cross")
    session.mark((far, near))
    session.set_view(View(selected="1g7", layer=("level", 1)))
    session.store_view(session.document.view)
    session.bookmark("far")
    steps = (Step(ROOT, view=session.document.view, marks=(near, far)),)
    session.set_lesson(Lesson(steps))
    whole = session.document.record
    session.set_up(THREE[0], "paste position")
    histories.check_saved(hand)
    here, lesson = session.document.record[ROOT], session.document.record.lesson
    assert (here.marks, here.view) == ((near,), None)
    assert (lesson.steps[0].marks, lesson.steps[0].view) == ((near,), None)
    session.go_to_bookmark("far")  # as far as it goes
    assert session.document.view == View(layer=("level", 1))
    session.undo()
    assert session.document.record is whole
    session.go_to_bookmark("far")
    assert session.document.view.selected == "1g7"
    points = Stipulation("hold", corner="SW", points=("1g7", "1a1"))
    session.set_puzzle(Puzzle(points))
    session.set_up(THREE[0], "paste position")
    assert session.document.record.puzzle.stipulation.points == ("1a1",)
    histories.check_saved(hand)


def test_looks_of_another_board_come_back_and_never_point_beside_the_board():
    hand = begun(FOUR)
    session = hand.session
    session.play("1a1")
    session.set_view(View(selected="1g7"))
    session.set_up(THREE[0], "paste position")
    assert session.document.view == View()
    session.look_back()
    assert (hand.document.node, hand.document.view.selected) == (1, "1g7")
    other = begun(FOUR)
    other.session.set_view(View(selected="1g7"))
    other.session.set_up(THREE[0], "paste position")
    while other.session.look_back():
        histories.check_whole(other)
        histories.check_saved(other)


def test_what_would_be_thrown_away_with_a_run_is_refused():
    hand = begun(FOUR)
    session = hand.session
    session.begin_run(Run(session.document.record, ROOT))
    before = session.state
    for edit in (
        lambda: session.bookmark("here"),
        lambda: session.store_view(View(explode=1.0)),
        lambda: session.comment("Lost"),
        lambda: session.head("title", "Lost"),
        lambda: session.set_up(THREE[0], "set up"),
    ):
        with pytest.raises(SessionError, match="end the lesson or puzzle first"):
            edit()
        assert session.state is before


@pytest.fixture
def journalled(tmp_path):
    """A session with a journal, and what the journal holds."""
    session = Session()
    journal = Journal(session, tmp_path / "autosave")

    def held():
        journal.flush()
        return read(next(journal.folder.glob("*.journal")))

    yield session, held
    journal.close()


def test_the_look_a_run_ends_with_is_in_the_journal(journalled):
    session, held = journalled
    session.new(FOUR)
    session.begin_run(Run(session.document.record, ROOT))
    session.set_view(View(selected="1g7"))
    session.end_run()
    assert held().view == session.document.view == View(selected="1g7")


def test_an_item_saved_as_a_file_of_its_own_is_none_in_the_journal(journalled, tmp_path):
    session, held = journalled
    puzzles = Path(__file__).parents[3] / "examples/puzzles/partition-puzzles.pyramidion"
    session.open(puzzles, 3)
    assert held().item == 3
    session.save_as(tmp_path / "one.pyramidion")
    session.head("title", "Mine")
    assert (held().item, held().path) == (None, tmp_path / "one.pyramidion")


# -- many more -----------------------------------------------------------------------------------

# As many as the profile says: `make soak` has 5000.


@pytest.mark.soak
@given(starts, steps(EDITS, most=60))
def test_many_edits(start, todo):
    edits_alone(start, todo)


@pytest.mark.soak
@given(starts, steps(LOOKS, GOES, LOOKS, most=120))
def test_many_looks(start, todo):
    looks_alone(start, todo)


@pytest.mark.soak
@given(starts, steps(EDITS, LOOKS, GOES, HISTORIES, most=80))
def test_many_of_both(start, todo):
    interleaved(start, todo)


@pytest.mark.soak
@given(starts, steps(EDITS, LOOKS, GOES, HISTORIES, ["save"], most=60))
def test_many_files_and_journals(tmp_path_factory, start, todo):
    kept(start, todo, tmp_path_factory.mktemp("kept"))
