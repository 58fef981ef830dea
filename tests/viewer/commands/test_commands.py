"""The command table: complete, without doubles, keys as written; every row runs."""

import re
from collections.abc import Callable, Mapping
from inspect import isfunction, signature
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from model.play.clock import GameClock, TimeControl
from model.play.seats import Computer, Seats, seat_of
from model.records.record import ROOT
from model.records.view import View
from viewer.analysis.advice import Advice
from viewer.analysis.playing.game_ends import GameEnds
from viewer.analysis.playing.opponents import Opponents
from viewer.analysis.review_service import Reviews
from viewer.commands import help_menu
from viewer.commands.saving import may_leave
from viewer.commands.table import BY_ID, COMMANDS, MENUS, perform
from viewer.games.registry import all_docks
from viewer.learn.learning import Learning
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.learn.puzzles.puzzle_author import MistakePuzzles, PuzzleAuthor
from viewer.panels.moves.panel import Comment
from viewer.program.main_window import MainWindow
from viewer.scene.input.scene_input import SceneInput
from viewer.scene_view.floating.floating import Floating
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.seating import Seating
from viewer.session.files import recent_files
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.tools.annotation_tool import AnnotationTool
from viewer.tools.distance_tool import DistanceTool
from viewer.tools.laid_over import TransientOverlays
from viewer.tools.setup_tool import SetupTool
from viewer.tools.tool import Tools
from viewer.widgets.messages import Notices
from viewer.window.auxiliary_windows import AuxiliaryWindows
from viewer.window.dialogs.puzzle_generator import PuzzleGenerator
from viewer.window.dialogs.solved_tables import Tables
from viewer.window.docks import Docks
from viewer.window.move_field import MoveField
from viewer.window.pages import Pages
from viewer.window.picture_copy import PictureCopy

ROOT_FOLDER = Path(__file__).parents[3]
GUIDE = [ROOT_FOLDER / "README.md", *sorted((ROOT_FOLDER / "docs" / "guide").glob("*.md"))]


class Asked:
    """Takes the calls that what it stands for would take, and keeps what was asked for."""

    def __init__(self, done: list[tuple[object, ...]], kind: type, **known: object) -> None:
        self.done, self.kind = done, kind
        vars(self).update(known)

    def __getattr__(self, name: str):
        method = getattr(self.kind, name)
        takes = signature(method) if isfunction(method) else None  # Qt says nothing of its own

        def call(*args, **named):
            if takes is not None:
                takes.bind(self, *args, **named)
            self.done.append((name, *args, *named.values()))

        return call


class FakeScene(Asked):
    def __init__(self, session: Session) -> None:
        super().__init__([], SceneView, session=session)
        self.tools, self.laid = Tools(), TransientOverlays(session)
        self.input = Asked(
            self.done,
            SceneInput,
            active_site=None,
            cursor_site=None,
            has_lens=False,
            message=SimpleNamespace(emit=self.done.append),
            pointer=SimpleNamespace(picture=None),
        )
        self.input.switch_lens = lambda: setattr(self.input, "has_lens", not self.input.has_lens)
        self.floating = Asked(self.done, Floating)
        self.widget = SimpleNamespace(stereo=None)

    def show_stereo(self, stereo: str) -> None:
        self.widget.stereo = None if self.widget.stereo == stereo else stereo

    def fly(self, view: View) -> None:
        self.session.set_view(view)

    def fine_image(self) -> QImage:
        return QImage(2, 2, QImage.Format.Format_RGB32)

    def attempt(self, do) -> None:
        do()

    def show_document(self) -> None:
        pass


class FakeDocks(Asked):
    """Docks that are open or closed, and take whatever is done in them."""

    def __init__(self, done: list[tuple[object, ...]]) -> None:
        super().__init__(done, Docks, shown={"why"})

    def open(self, name: str) -> None:
        self.shown.add(name)

    def toggle(self, name: str) -> None:
        self.shown ^= {name}

    def is_open(self, name: str) -> bool:
        return name in self.shown

    is_shown = is_open

    def fits(self, name: str) -> bool:
        return True

    def find(self, name: str, kind: type) -> Asked:
        def show_collection(path: Path) -> SimpleNamespace:
            self.done.append(("collection", path))
            return SimpleNamespace(entries=())

        return Asked(
            self.done, kind, comment=Asked(self.done, Comment), show_collection=show_collection
        )


class FakeFrame(Asked):
    """A window in which a presentation may be given."""

    is_presenting = False

    def __init__(self, done: list[tuple[object, ...]]) -> None:
        super().__init__(done, MainWindow, mistake_puzzles=Asked(done, MistakePuzzles))
        self.presentation = SimpleNamespace(
            toggle=self._toggle,
            toggle_text=self._toggle_text,
            shows_all=False,
            toggle_notes=self._toggle_notes,
            shows_notes=False,
        )

    def _toggle(self) -> None:
        self.is_presenting = not self.is_presenting

    def _toggle_text(self) -> None:
        self.presentation.shows_all = not self.presentation.shows_all

    def _toggle_notes(self) -> None:
        self.presentation.shows_notes = not self.presentation.shows_notes

    def windowState(self) -> Qt.WindowState:
        return Qt.WindowState.WindowNoState


class FakeQuestions:
    """Answers every question as the shell says."""

    def __init__(self, shell: "FakeShell") -> None:
        self.shell = shell

    def folder(self, folder):
        return None

    def headers(self, document, players):
        return {"title": "a title"}

    def transform(self, position):
        return (1, True)

    def new_game(self):
        return ("partition", {"size": "3"})

    def game_to_play(self, chosen):
        return (*self.new_game(), {"opponent_level": 2}, True)

    def seats(self, game, seats, control, engines):
        return Seats().place(game.players[1], Computer(4)), TimeControl(5)

    def open_file(self, folder):
        return self.shell.file

    def save_file(self, suggested):
        return self.shell.file

    def changed(self, path):
        return self.shell.changed

    def may_replace(self, path):
        self.shell.asked.append(path)
        return self.shell.replaces

    def table_file(self, suggested):
        return self.shell.file

    def text(self, title, label, text=""):
        return self.shell.text

    def choice(self, title, choices):
        return self.shell.choice

    def unsaved(self, documents):
        return self.shell.unsaved


class FakePlayer:
    """A line that plays and stops, and shows nothing."""

    is_line_shown = plays_line = False
    line = None

    def refute(self):
        self.is_line_shown = not self.is_line_shown

    def play_line(self):
        self.is_line_shown, self.plays_line = True, not self.plays_line

    def leave_line(self):
        self.is_line_shown = self.plays_line = False


class FakeAdvice(Asked):
    """An engine that judges at once, and is never asked really."""

    def __init__(self, done: list[tuple[object, ...]]) -> None:
        super().__init__(done, Advice, advises=True, refutation=("1a1",), is_judging=False)

    def judge(self) -> None:
        self.is_judging = True

    def dismiss(self) -> None:
        self.is_judging = False


class FakeValues:
    """Values are shown where the View asks for them."""

    def __init__(self, shell: "FakeShell") -> None:
        self.shell = shell

    @property
    def is_shown(self) -> bool:
        document = self.shell.session.document
        return document.view.show == "values"


class FakeOpponents(Asked):
    """Seats are taken and left, and nobody ever moves."""

    def __init__(self, shell: "FakeShell") -> None:
        super().__init__(shell.done, Opponents, thinking_side="", is_thinking=False)
        self.shell, self.seats, self.is_paused = shell, Seats(), False
        self.clock: GameClock | None = None

    @property
    def side(self) -> str:
        return next(iter(self.seats.engines), "")

    def sit(self, side: str) -> None:
        self.seats = Seats().place(side, Computer(3)) if side else Seats()

    def seat(self, seats: Seats) -> None:
        self.seats = seats

    def sign(self, headers: Mapping[str, str]) -> dict[str, str]:
        return {}

    def set_clock(self, control: TimeControl | None) -> None:
        self.clock = None if control is None else GameClock(control, ("red", "blue"), 0)

    def resume(self, seating: Seating) -> None:
        self.seat(Seats(tuple((side, seat_of(text)) for side, text in seating.players.items())))

    def play_other(self) -> None:
        self.sit("blue")

    def pause(self) -> None:
        self.is_paused = not self.is_paused

    def take_back(self) -> None:
        self.undo()

    def undo(self) -> bool:
        return self.shell.session.undo()

    def redo(self) -> bool:
        return self.shell.session.redo()


class FakeEnds(Asked):
    """A game that goes on until somebody gives it up."""

    def __init__(self, done: list[tuple[object, ...]]) -> None:
        super().__init__(done, GameEnds, is_over=False, resigning=lambda: "red")

    def resign(self) -> None:
        self.is_over = True

    def play_on(self) -> None:
        self.is_over = False


class FakeReviews(Asked):
    """A review runs until it is stopped, and finds nothing."""

    def __init__(self, done: list[tuple[object, ...]]) -> None:
        super().__init__(done, Reviews, is_kept=True, is_reviewing=False)

    def start(self) -> None:
        self.is_reviewing = True

    def stop(self) -> None:
        self.is_reviewing = False

    def clear(self) -> None:
        self.is_kept = False


class FakeShell:
    """Answers every question the same way and keeps what it was told."""

    def __init__(self, folder: Path) -> None:
        self.session = Session()
        self.ask = FakeQuestions(self)
        self.said: list[str] = []
        self.done: list[tuple[object, ...]] = []
        self.folder = folder
        self.file: Path | None = folder / "game"
        self.text: str | None = "1-2"
        self.choice: int | None = 0
        self.unsaved: str | None = "discard"
        self.changed: str | None = None
        self.asked: list[Path] = []
        self.replaces = True
        self.chosen = SimpleNamespace(
            now=Preferences(last_folder=str(folder)),
            choose=lambda preferences: setattr(self.chosen, "now", preferences),
            change=lambda **values: self.chosen.choose(replace(self.chosen.now, **values)),
        )
        self.notices = Asked(self.done, Notices, say=self._say, complain=self._say)
        self.scene = FakeScene(self.session)
        self.toolbox = SimpleNamespace(
            annotation=AnnotationTool(self.session, self.scene, self._say, lambda name: self.text),
            distance=DistanceTool(self.session, self.scene, self._say),
            setup=SetupTool(self.session, self.scene),
        )
        self.analysis = SimpleNamespace(interesting=lambda: (), hidden=False)
        self.playing = SimpleNamespace(
            opponents=FakeOpponents(self),
            ends=FakeEnds(self.done),
            hand_over=SimpleNamespace(is_covered=False),
        )
        self.advice, self.values = FakeAdvice(self.done), FakeValues(self)
        self.reviews = FakeReviews(self.done)
        self.learning = Asked(
            self.done,
            Learning,
            lesson_author=Asked(self.done, LessonAuthor),
            puzzle_author=Asked(self.done, PuzzleAuthor),
            player=FakePlayer(),
        )
        self.docks, self.frame = FakeDocks(self.done), FakeFrame(self.done)
        self.pages = Asked(self.done, Pages, is_welcome_shown=False, is_scene_shown=True)
        self.move_field = Asked(self.done, MoveField)
        self.auxiliary_windows = Asked(
            self.done,
            AuxiliaryWindows,
            tables=Asked(self.done, Tables),
            puzzle_generator=Asked(self.done, PuzzleGenerator),
        )
        self.pictures = Asked(self.done, PictureCopy)

    def _say(self, sentence: str, details: str = "") -> None:
        self.said.append(sentence)


@pytest.fixture
def new_shell(qapp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], FakeShell]:
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))

    def build() -> FakeShell:
        qapp.clipboard().clear()
        shell = FakeShell(Path(mkdtemp(dir=tmp_path)))
        shell.session.new(options={"size": "4"})
        return shell

    return build


@pytest.fixture
def shell(new_shell: Callable[[], FakeShell]) -> FakeShell:
    return new_shell()


# -- the table -----------------------------------------------------------------------------------


def test_ids_and_titles_are_given_once():
    assert len(BY_ID) == len(COMMANDS)
    titles = [command.title for command in COMMANDS if command.listed]
    assert sorted(titles) == sorted(set(titles))


def test_no_key_has_two_commands():
    keys = [key for command in COMMANDS for key in command.keys]
    assert sorted(keys) == sorted(set(keys))


SCHEME = """
    Q play.nearer | E play.farther | W view.layer | Shift+W view.next-layer |
    X view.lens | F view.centre | Home view.whole | G view.ghosts | H explain.hide |
    Space explain.pour | Left play.cursor-left | Right play.cursor-right | Up play.cursor-up |
    Down play.cursor-down | PgUp play.cursor-above | PgDown play.cursor-below |
    Return play.place | Enter play.place | N play.next-interesting |
    Shift+N play.previous-interesting | , play.previous | . play.next | Num+1 view.south |
    Num+3 view.east | Num+7 view.top | Num+9 view.opposite | Num+5 view.projection |
    Num+0 view.home | 7 play.type-7 | Tab play.leave | Esc play.step-back |
    Backspace play.step-back | Ctrl+Z edit.undo | Ctrl+Y edit.redo | Alt+Left view.back |
    Alt+Right view.forward | Ctrl+K help.palette
"""


@pytest.mark.parametrize(("key", "name"), [one.split() for one in SCHEME.split("|")])
def test_keys_are_those_of_the_interaction_scheme(key, name):
    assert [command.id for command in COMMANDS if key in command.keys] == [name]


def test_keys_without_a_modifier_give_way_to_text_fields():
    """Typing in a text field must reach the field."""
    for command in COMMANDS:
        plain = [key for key in command.keys if not re.match(r"(Ctrl|Alt)\+|F\d+$", key)]
        assert not plain or command.scope in ("scene", "board"), command.id


def test_only_the_lens_works_while_held():
    assert [command.id for command in COMMANDS if command.held] == ["view.lens"]


def test_every_row_is_in_a_menu_or_has_a_key():
    in_menus = [command.id for command in COMMANDS if command.menu]
    assert len(in_menus) == len(set(in_menus))
    for command in COMMANDS:
        assert command.id in in_menus or command.keys, command.id


def test_menus_come_in_their_order():
    assert list(MENUS) == ["File", "Edit", "View", "Play", "Explain", "Learn", "Create", "Help"]
    assert {command.menu.split("/")[0] for command in COMMANDS if command.menu} == set(MENUS)


def test_qt_reads_every_key():
    gui = pytest.importorskip("PySide6.QtGui")
    for key in [key for command in COMMANDS for key in command.keys]:
        sequence = gui.QKeySequence(key, gui.QKeySequence.SequenceFormat.PortableText)
        assert sequence.count() == 1, key
        assert sequence.toString(gui.QKeySequence.SequenceFormat.PortableText) == key


def test_every_icon_is_drawn():
    icons = pytest.importorskip("viewer.widgets.appearance.icons")
    for command in COMMANDS:
        assert not command.icon or icons.has_icon(command.icon), command.icon


# -- running -------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["nothing open", "new", "played", "pointing"])
def test_every_command_runs_or_says_why_not(
    new_shell: Callable[[], FakeShell], state: str, monkeypatch: pytest.MonkeyPatch
):
    # Qt announces nothing for a scene that is no widget.
    monkeypatch.setattr(help_menu, "announce", lambda scene, words: scene.done.append(words))
    for command in COMMANDS:
        print(command.id)  # pytest shows the last one where one fails
        shell = new_shell()
        if state == "nothing open":
            shell.session.close()
        if state in ("played", "pointing"):
            shell.session.play("1a1")
            shell.session.bookmark("here")
        if state == "pointing":
            shell.scene.input.active_site = 0
            shell.session.set_view(View(layer=("level", 2)))
        enabled = command.enabled(shell)
        if command.checked is not None:
            assert command.checked(shell) in (True, False)
        ran = perform(shell, command)
        assert ran or shell.said or not enabled


@pytest.mark.check
@pytest.mark.parametrize("name", sorted(n for n in BY_ID if BY_ID[n].checked is not None))
def test_a_switch_that_was_used_shows_the_other_state(shell: FakeShell, name: str):
    owner = {f"explain.{dock.name}": game for game, dock in all_docks()}.get(name)
    if owner is None:
        shell.session.play("1a1")
    else:  # the dock of one game
        shell.session.new(owner)
    shell.scene.input.active_site = 0
    command = BY_ID[name]
    before = command.checked(shell)
    if name.startswith("view.cut-") or name == "view.slab":
        perform(shell, "view.add-cut")
        before = command.checked(shell)
        if name == "view.cut-level":
            perform(shell, "view.cut-west")
            before = command.checked(shell)
    if name in ("present.text", "present.notes"):
        shell.frame.presentation.toggle()
    if name == "play.pause":  # somebody plays
        shell.playing.opponents.sit("blue")
    if name.startswith("play.level-"):  # one of ten is always on
        level = 11 - int(name.split("-")[1])
        shell.chosen.choose(replace(shell.chosen.now, opponent_level=level))
        before = command.checked(shell)
    if name.startswith("play.review-"):  # one of three is always on
        other = "quick" if name.endswith("usual") else "usual"
        shell.chosen.choose(replace(shell.chosen.now, review=other))
        before = command.checked(shell)
    if name.startswith("file.copy-picture-"):  # one size is always on
        other = "1920x1080" if name.endswith("screen") else ""
        shell.text = "1200x900"
        shell.chosen.choose(replace(shell.chosen.now, picture_size=other))
        before = command.checked(shell)
    assert perform(shell, command), shell.said
    assert command.checked(shell) is not before


def test_view_commands_make_looks_and_no_edits(shell: FakeShell):
    for name in ("view.add-cut", "view.flip-cut", "view.peel-shell", "view.explode", "view.south"):
        past = len(shell.session.document.past)
        assert perform(shell, name)
        assert len(shell.session.document.past) == past + 1
    assert not shell.session.document.done
    for _ in range(5):
        perform(shell, "view.back")
    assert shell.session.document.view == View()
    assert not BY_ID["view.back"].enabled(shell)


def test_add_cut_goes_through_the_families(shell: FakeShell):
    seen = []
    for _ in range(3):
        perform(shell, "view.add-cut")
        seen.append(shell.session.document.view.cuts[-1].family)
    assert seen == ["level", "file", "rank"]
    perform(shell, "view.add-cut")
    assert len(shell.session.document.view.cuts) == 3


def test_only_this_group_asks_for_a_ball(shell: FakeShell):
    shell.session.play("1a1")
    shell.scene.input.active_site = 5
    assert not perform(shell, "view.peel-group")
    assert "there is no ball on" in shell.said[-1]
    shell.scene.input.active_site = 0
    assert perform(shell, "view.peel-group")
    assert shell.session.document.view.peel.only == "1a1"


@pytest.mark.parametrize("text", ["", "x-y", "3", "1-2-3", "9" * 50 + "-1", "²-3"])
def test_a_bad_range_of_moves_is_refused(shell: FakeShell, text: str):
    shell.text = text
    assert not perform(shell, "view.peel-between")
    assert "range of moves" in shell.said[-1]


def test_why_opens_its_panel(shell: FakeShell):
    shell.docks.shown.clear()
    perform(shell, "explain.SW-red")
    assert shell.session.document.view.show == "corner=SW:red"
    assert shell.docks.is_open("why")


def test_enter_confirms_what_is_pinned_and_places_otherwise(shell: FakeShell):
    perform(shell, "play.place")
    assert shell.scene.done == [("enter",)]
    shell.session.pin("2b2")
    perform(shell, "play.place")
    assert shell.session.ply == 1


@pytest.mark.check
def test_hiding_verdicts_says_so_where_why_shows_nothing(shell: FakeShell):
    perform(shell, "explain.hide")
    perform(shell, "explain.hide")
    hidden, shown = shell.said
    assert "hidden. Press H" in hidden
    assert "are shown" in shown


def test_going_past_the_ends_says_so(shell: FakeShell):
    for name in ("play.first", "play.previous", "play.next", "play.last"):
        assert not perform(shell, name)  # there is no move to go to
    shell.session.play("1a1")
    perform(shell, "play.last")
    perform(shell, "play.first")
    perform(shell, "play.previous")
    assert shell.said == ["This is the last move", "This is the start"]


def test_commands_that_cannot_be_used_do_nothing(shell: FakeShell):
    assert not perform(shell, "edit.undo")
    assert shell.session.document.node == ROOT


# -- files ---------------------------------------------------------------------------------------


def test_saving_asks_for_a_name_once_and_is_remembered(shell: FakeShell):
    shell.session.play("1a1")
    assert perform(shell, "file.save")
    path = shell.folder / "game.pyramidion"
    assert path.is_file()
    assert recent_files.load() == (path,)
    shell.file = None
    shell.session.play("2b2")
    perform(shell, "file.save")
    assert not shell.session.document.edited


def test_a_cancelled_dialog_changes_nothing(shell: FakeShell):
    shell.file = shell.text = shell.choice = None
    before = shell.session.state
    for name in ("file.open", "file.save-as", "edit.title"):
        perform(shell, name)
    assert shell.session.state is before
    assert shell.said == []


def test_closing_asks_only_when_something_would_be_lost(shell: FakeShell):
    shell.unsaved = None
    perform(shell, "file.close")
    assert shell.session.is_empty
    shell.session.new()
    shell.session.play("1a1")
    perform(shell, "file.close")
    assert shell.session.document is not None
    shell.unsaved = "save"
    shell.file = None
    perform(shell, "file.close")
    assert shell.session.document is not None, "the question for a name was cancelled"
    shell.unsaved = "discard"
    perform(shell, "file.close")
    assert shell.session.is_empty


@pytest.fixture
def changed(shell: FakeShell) -> Path:
    """A file that is open and edited, and was changed by another program."""
    path = shell.folder / "game.pyramidion"
    shell.session.play("1a1")
    shell.session.save_as(path)
    shell.session.play("2b2")
    path.write_bytes(path.read_bytes().replace(b"1a1", b"1c1"))
    return path


def test_a_file_changed_by_another_program_is_kept(shell: FakeShell, changed: Path):
    before = changed.read_bytes()
    assert not perform(shell, "file.save")
    assert "changed meanwhile" in shell.said[-1]
    assert changed.read_bytes() == before
    assert shell.session.document.edited
    shell.unsaved = "save"
    assert not perform(shell, "file.close")
    assert shell.session.document.edited


def test_a_document_whose_file_was_changed_is_saved_elsewhere(shell: FakeShell, changed: Path):
    before = changed.read_bytes()
    suggested = []
    shell.ask.save_file = lambda path: suggested.append(path) or path
    shell.changed = "elsewhere"
    assert perform(shell, "file.save")
    assert suggested == [changed.with_name("game (mine).pyramidion")]
    assert shell.session.document.path == suggested[0]
    assert not shell.session.document.edited
    assert changed.read_bytes() == before


def test_a_document_is_compared_with_its_file(shell: FakeShell, changed: Path):
    index = shell.session.state.active
    shell.changed = "compare"
    perform(shell, "file.save")
    assert shell.session.document.title == "game (on disk)"
    assert shell.session.state.documents[index].edited
    assert "the file as it is on disk" in shell.said[-1]


@pytest.mark.parametrize("command", ["file.save-as", "file.new-collection"])
def test_a_name_without_a_suffix_replaces_nothing_unasked(shell: FakeShell, command: str):
    path = shell.folder / "game.pyramidion"
    path.write_text("somebody else's")
    shell.replaces = False
    perform(shell, command)
    assert shell.asked == [path]
    assert path.read_text() == "somebody else's"
    shell.replaces = True
    perform(shell, command)
    assert path.read_text() != "somebody else's"
    shell.file, shell.asked = path, []
    perform(shell, command)  # the dialog has asked about this name itself
    assert shell.asked == []


def test_a_picture_is_exported_by_its_form_of_the_dialog(shell: FakeShell):
    perform(shell, "file.export-picture")
    name, *given = shell.done[-1]
    assert (name, given[-1]) == ("show_export", "Picture")


def test_a_picture_is_copied_in_the_size_that_was_chosen_last(shell: FakeShell):
    shell.text = "1200 x 900"
    perform(shell, "file.copy-picture-own")
    assert shell.chosen.now.picture_size == "1200x900"
    assert shell.done[-1] == ("copy", (1200, 900))
    perform(shell, "file.copy-picture-1080p")
    perform(shell, "file.copy-picture")
    assert shell.done[-2:] == [("copy", (1920, 1080))] * 2
    assert BY_ID["file.copy-picture-1080p"].checked(shell)
    shell.text = "9000x1"
    perform(shell, "file.copy-picture-own")
    assert "16 to 8192 each" in shell.said[-1]
    shell.text = None
    perform(shell, "file.copy-picture-own")
    assert shell.chosen.now.picture_size == "1920x1080"


def test_quitting_saves_all_when_asked_to(shell: FakeShell):
    shell.session.play("1a1")
    shell.session.new()
    shell.session.play("2b2")
    shell.unsaved = None
    perform(shell, "file.quit")
    assert shell.done == []
    names = iter([shell.folder / "one", shell.folder / "two"])
    shell.ask.save_file = lambda suggested: next(names)
    shell.unsaved = "save"
    perform(shell, "file.quit")
    assert shell.done == [("close_window",)]
    assert (shell.folder / "one.pyramidion").is_file()
    assert (shell.folder / "two.pyramidion").is_file()


def test_quitting_closes_what_is_to_be_lost_so_that_no_journal_offers_it(shell: FakeShell):
    shell.session.new()
    shell.session.play("2b2")
    shell.session.new()
    perform(shell, "file.quit")
    assert shell.done == [("close_window",)]
    titles = [document.title for document in shell.session.state.documents]
    assert titles == ["Pyramid Partition", "Pyramid Partition (3)"]


def test_a_file_that_is_gone_is_refused_in_a_sentence(shell: FakeShell):
    shell.file = shell.folder / "nothing.pyramidion"
    before = shell.session.state
    assert not perform(shell, "file.open")
    assert "no such file" in shell.said[-1]
    assert shell.session.state is before
    assert may_leave(shell)


def test_the_paths_that_the_guide_names_are_those_of_the_menus():
    known = {
        f"{command.menu.replace('/', ', ')}, {command.title}"
        for command in COMMANDS
        if command.menu
    }
    submenus = {path.rpartition(", ")[0] for path in known}
    # A page may leave out the dots, and name what stands in the dialog of the settings.
    known |= {path.removesuffix("…") for path in known} | submenus
    checked, wrong = 0, []
    for page in GUIDE:
        text = " ".join(page.read_text(encoding="utf-8").split())
        for path in re.findall(rf"\*((?:{'|'.join(MENUS)}), [^*]+)\*", text):
            checked += 1
            if path not in known and not path.startswith("Edit, Settings, "):
                wrong.append(f"{page.name}: {path}")
    assert wrong == []
    assert checked > 30
