"""Machines that do to a document whatever can be done, in any order: there and back is nothing,
and files and journals hold the document of every moment.

What can be done is in `tests/support/histories.py`. A failure shrinks to few steps, and is told as
lines that can be pasted into a test.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import histories
import pytest
from histories import EDITS, GOES, HISTORIES, LOOKS, STARTS, Hand
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from model.exercises.exercise import Exercise
from model.positions.setup import read_setup
from model.records.files import load
from model.records.lesson import Lesson, Step
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT
from model.records.sealing import whole_of
from model.records.view import Mark, View
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import read
from viewer.session.document.document import LOOKS_KEPT
from viewer.session.session import Session

NUMBERS = st.integers(0, 1 << 10)
starts = st.sampled_from(STARTS)


class DocumentMachine(RuleBasedStateMachine):
    """Does steps in a document; subclasses say which, and what must hold after each."""

    def __init__(self) -> None:
        super().__init__()
        self.hand = Hand(Session())
        self.holds = False

    def begin(self, start: str) -> None:
        self.hand.session.new(start)
        self.holds = True

    def step(self, word: str, a: int, b: int) -> None:
        """Do a step and check what came of it."""
        self.holds = False
        self.do(word, a, b)
        histories.check_whole(self.hand)
        self.holds = True

    def do(self, word: str, a: int, b: int) -> None:
        self.hand.do(word, a, b)

    def at_end(self) -> None:
        """Check the way back, once all is done."""

    def teardown(self) -> None:
        if self.holds:  # else a step has failed, and says so
            self.at_end()


class Played(DocumentMachine):
    """Begins with some moves."""

    @initialize(start=starts, moves=st.lists(NUMBERS, max_size=6))
    def begin_with_moves(self, start: str, moves: list[int]) -> None:
        self.begin(start)
        for a in moves:
            self.step("play", a, 0)


class Edited(Played):
    """Every undo leads to where the edit was made, every redo to where it led."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[tuple] = []
        self.after: list[tuple] = []

    def do(self, word: str, a: int, b: int) -> None:
        old = self.hand.document
        self.hand.do(word, a, b)
        new = self.hand.document
        if new.record is old.record:
            assert len(new.done) == len(old.done)
            return
        if len(new.done) == len(old.done):  # a stroke or typing goes on: it is one edit
            assert word in ("brush", "head", "lesson")
            self.after.pop()
        else:
            assert len(new.done) == len(old.done) + 1
            self.before.append((old.record, old.node))
        self.after.append((new.record, new.node))

    def at_end(self) -> None:
        for _ in range(2):
            same_way(histories.undo_all(self.hand), self.before[::-1])
            assert not self.hand.document.edited
            same_way(histories.redo_all(self.hand), self.after)


def same_way(found: list[tuple], wanted: list[tuple]) -> None:
    """Assert that the very same records were met, at the same nodes."""
    assert [node for _, node in found] == [node for _, node in wanted]
    assert all(a is b for (a, _), (b, _) in zip(found, wanted, strict=True))


class Looked(DocumentMachine):
    """Looking back goes through all looks there were; one drag is one look."""

    def __init__(self) -> None:
        super().__init__()
        self.expected: list[histories.Seen] = []

    @initialize(start=starts)
    def begin_in_a_garden(self, start: str) -> None:
        """A game with variations, other boards and nodes that want to be seen in their own way."""
        self.begin(start)
        for word, a, b in (
            ("play", 1, 0), ("look", 18, 1), ("store view", 1, 0), ("play", 2, 0), ("first", 0, 0),
            ("play", 3, 0), ("look", 57, 3), ("bookmark", 0, 0), ("set up", 0, 0), ("play", 4, 0),
            ("look", 96, 4), ("store view", 1, 0), ("go", 1, 0), ("set up", 1, 0), ("play", 5, 0),
        ):  # fmt: skip
            self.hand.do(word, a, b)
        histories.look_forward_all(self.hand)
        self.expected = histories.look_back_all(self.hand)[::-1]
        assert histories.look_forward_all(self.hand) == self.expected

    def do(self, word: str, a: int, b: int) -> None:
        old = self.hand.document
        self.hand.do(word, a, b)
        new = self.hand.document
        if histories.seen_of(new) != histories.seen_of(old):
            if new.gesture is not None and new.gesture == old.gesture:
                self.expected.pop()
            self.expected.append(histories.seen_of(new))
        assert new.record is old.record

    def at_end(self) -> None:
        expected = self.expected[-LOOKS_KEPT - 1 :]
        for _ in range(2):
            assert histories.look_back_all(self.hand) == expected[::-1]
            assert histories.look_forward_all(self.hand) == expected


class Mixed(Played):
    """Whatever was done in whatever order, each history is a way there and back."""

    def begin(self, start: str) -> None:
        super().begin(start)
        self.first = self.hand.document.record

    def at_end(self) -> None:
        hand = self.hand
        histories.at_rest(hand)
        histories.redo_all(hand)
        last = hand.document.record
        # Looks and edits by turns: neither disturbs the other.
        journeys = []
        for _ in range(2):
            down = histories.undo_all(hand)
            assert hand.document.record is self.first
            up = histories.redo_all(hand)
            assert hand.document.record is last
            histories.look_forward_all(hand)
            back = histories.look_back_all(hand)
            assert histories.look_forward_all(hand) == back[::-1]
            assert hand.document.record is last
            journeys.append((down, up))
        for one, other in zip(*journeys, strict=True):
            same_way(one, other)


class Kept(Played):
    """At every moment the file and the journal hold what is before the eyes."""

    own: Path

    def begin(self, start: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kept-"))
        self.journal = Journal(self.hand.session, self.folder / "autosave")
        self.journal._stop.set()  # rounds by hand
        self.journal._thread.join()
        super().begin(start)
        (self.own,) = self.journal.folder.glob("*.journal")

    def do(self, word: str, a: int, b: int) -> None:
        session = self.hand.session
        if word == "save":
            session.save_as(self.folder / ("one.pyramidion" if a % 2 else "two.pyramidion"))
            assert not session.document.edited
        elif word == "save and load":
            session.save_as(self.folder / "half.pyramidion")
            again = load(self.folder / "half.pyramidion")
            assert again.record == session.document.kept
            assert (again.node, again.view) == (
                session.document.kept_node,
                session.document.first_view,
            )
        else:
            self.hand.do(word, a, b)
        histories.check_saved(self.hand)
        self.journal.flush()
        found, document = read(self.own), session.document
        assert found.record == whole_of(document.kept)
        assert found.node == document.kept_node
        # During a run the look is not the document's: it is kept when the run is over.
        if document.exercise is None:  # the half that is acted on comes back as such
            assert (found.view, found.second) == (document.view, document.second)
        assert (found.title, found.path, found.item) == (
            document.title,
            document.path,
            document.item,
        )
        assert found.edited

    def at_end(self) -> None:
        session = self.hand.session
        histories.at_rest(self.hand)
        session.save_as(self.folder / "end.pyramidion")
        opened = Session().open(self.folder / "end.pyramidion")
        assert opened.record == session.document.record
        assert opened.node == session.document.node
        assert opened.view == session.document.first_view
        assert not opened.edited

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            if "journal" in vars(self):
                self.journal.close()
                shutil.rmtree(self.folder)


def doing(word: str) -> Callable[..., None]:
    """Return the rule that does a step."""

    def do(self: DocumentMachine, a: int, b: int) -> None:
        self.step(word, a, b)

    return rule(a=NUMBERS, b=NUMBERS)(do)


def add_rules(machine: type[DocumentMachine], *words: Iterable[str]) -> None:
    """Let a machine do each of some steps; what is named twice is done twice as often.

    Hypothesis leaves some out of each run, so that the others meet often.
    """
    for word in (name for group in words for name in group):
        name = "do_" + word.replace(" ", "_")
        while hasattr(machine, name):
            name += "_again"
        setattr(machine, name, doing(word))


add_rules(Edited, EDITS)
add_rules(Looked, LOOKS, GOES, LOOKS)
add_rules(Mixed, EDITS, LOOKS, GOES, HISTORIES)
add_rules(Kept, EDITS, LOOKS, GOES, HISTORIES, ["save", "save and load"])
MACHINES = {Edited: (80, 24), Looked: (80, 40), Mixed: (80, 30), Kept: (60, 24)}
"""How often each runs in `make check`, and how many steps it does then."""


def run(machine: type[DocumentMachine], runs: int, steps: int) -> None:
    run_state_machine_as_test(
        machine, settings=settings(max_examples=runs, stateful_step_count=steps)
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("machine", MACHINES)
def test_whatever_is_done_there_and_back_is_nothing(machine):
    run(machine, *MACHINES[machine])


@pytest.mark.soak
@pytest.mark.parametrize("machine", MACHINES)
def test_much_more_is_done(machine):
    """As many runs as the profile says: `make soak` has 5000."""
    run(machine, settings.default.max_examples, 3 * MACHINES[machine][1])


@pytest.mark.parametrize(
    ("machine", "todo"),
    [
        (Looked, [("half", 1, 0), ("half", 1, 0), ("go", 0, 2), ("go", 1, 2)]),
        (Kept, [("nothing", 0, 0), ("half", 1, 0), ("half", 1, 0)]),
    ],
)
def test_what_was_found_before(machine, todo):
    one = machine()
    begin = one.begin_in_a_garden if machine is Looked else partial(one.begin_with_moves, moves=[])
    begin(start=STARTS[0])
    for word, a, b in todo:
        one.step(word, a, b)
    one.teardown()


# -- what they have found --------------------------------------------------------------------------


def begun(start: str) -> Hand:
    session = Session()
    session.new(start)
    return Hand(session)


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
    session.set_view(session.bookmarked("far"))  # as far as it goes
    assert session.document.view == View(layer=("level", 1))
    session.undo()
    assert session.document.record is whole
    session.set_view(session.bookmarked("far"))
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
    for selected in ("1g7", "1a1"):
        other.session.set_view(View(selected=selected))
    other.session.set_up(THREE[0], "paste position")
    while other.session.look_back():
        histories.check_whole(other)
        histories.check_saved(other)


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


def test_the_look_that_comes_back_with_the_end_of_a_run_is_in_the_journal(journalled):
    session, held = journalled
    session.new(FOUR)
    session.set_view(View(selected="1g7"))
    session.begin_exercise(Exercise(session.document.record, ROOT))
    session.set_view(View(selected="1a1"))
    session.end_exercise()
    assert held().view == session.document.view == View(selected="1g7")


def test_an_item_saved_as_a_file_of_its_own_is_none_in_the_journal(journalled, tmp_path):
    session, held = journalled
    puzzles = Path(__file__).parents[3] / "examples/puzzles/partition-puzzles.pyramidion"
    session.open(puzzles, 3)
    assert held().item == 3
    session.save_as(tmp_path / "one.pyramidion")
    session.head("title", "Mine")
    assert (held().item, held().path) == (None, tmp_path / "one.pyramidion")
