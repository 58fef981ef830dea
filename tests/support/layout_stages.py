"""The stages a walk of the window's layout goes through: pages, docks, modes and dialogs."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from layout_eyes import LayoutEyes
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from model.registry import kinds
from viewer.session import resources
from viewer.window.main_window import MainWindow


class Walk:
    """Goes from stage to stage of one window, changes its size and text, and looks.

    Attributes
    ----------
    shown
        The window that is looked at: the main one, or a dialog over it.
    """

    def __init__(self, window: MainWindow, application: QApplication) -> None:
        self.window, self.application = window, application
        self.shell, self.session, self.docks = window.shell, window.session, window.docks
        self.folder = Path(tempfile.mkdtemp(prefix="layout-walk-"))
        self.shown: QWidget = window
        self.looked_at = 0
        self._before = window.chosen.own
        self._undo: list[Callable[[], object]] = []

    # -- going about ---------------------------------------------------------------------------

    def settle(self) -> None:
        """Let the window come to rest."""
        for _ in range(3):
            QCoreApplication.sendPostedEvents()
            self.application.processEvents()

    def wait(self, until: Callable[[], object]) -> None:
        """Let the window work until something has come about."""
        ends = time.monotonic() + 60
        while not until():
            assert time.monotonic() < ends, f"waited in vain for {until}"
            QTest.qWait(10)

    def enter(self, stage: Callable[[Walk], None]) -> None:
        """Go to a stage."""
        self.shown = self.window
        stage(self)
        self.settle()

    def leave(self) -> None:
        """Leave it as it was found."""
        while self._undo:
            self._undo.pop()()
        self.settle()
        for name in [one.name for one in self.window.contents.declarations]:
            if self.docks.is_open(name) and name not in ("why", "maps"):
                self.docks.close(name)
        while self.session.state.documents:
            document = self.session.document
            if document is not None and document.run is not None:
                self.session.end_run()
            self.session.close(self.session.state.active)
        self.settle()

    def end(self) -> None:
        """Leave the window in the dress it came in."""
        self.window.chosen.take(self._before)
        shutil.rmtree(self.folder, ignore_errors=True)

    def at(self, size: tuple[int, int], text_scale: float, palette: str) -> list[str]:
        """Return what is wrong at a size of the window, a size of the text, in a palette."""
        now = self.window.chosen.own
        if (now.text_scale, now.palette) != (text_scale, palette):
            self.window.chosen.take(replace(now, text_scale=text_scale, palette=palette))
        self.window.resize(*size)
        self.settle()
        found = []
        if self.window.size().toTuple() != size:
            found.append(f"window: cannot be made {size}, is {self.window.size().toTuple()}")
        if self.shown is not self.window:
            dialog = self.shown
            if dialog.width() > size[0] or dialog.height() > size[1]:
                dialog.resize(dialog.size().boundedTo(self.window.size()))
            self.settle()
            if dialog.width() > size[0] or dialog.height() > size[1]:
                found.append(f"dialog: is {dialog.size().toTuple()}, larger than the window")
        eyes = LayoutEyes(self.shown)
        found += eyes.look()
        self.looked_at += eyes.looked_at
        return found

    # -- what stages do ------------------------------------------------------------------------

    def copy(self, path: Path) -> Path:
        """Return a copy of a shipped file: a program may write beside what it opens."""
        target = self.folder / path.name
        if not target.exists():
            shutil.copy(path, target)
        return target

    def open(self, path: Path) -> None:
        """Open a copy of a shipped file as a person does."""
        assert self.window.open_path(self.copy(path))
        self.ready()

    def new(self, game: str = "partition", **options: str) -> None:
        """Begin a game."""
        self.session.new(game, options=options)
        self.ready()

    def ready(self) -> None:
        """Wait until the docks are filled."""
        self.wait(lambda: self.window.display.is_ready)
        self.settle()

    def dock(self, *names: str) -> None:
        """Open docks."""
        for name in names:
            self.docks.open(name)
        self.settle()

    def dialog(self, open_it: Callable[[], object], kind: type[QWidget] = QDialog) -> None:
        """Open a dialog that keeps nobody waiting, and look at it from now on."""
        open_it()
        self.settle()
        found = [w for w in self.application.topLevelWidgets() if isinstance(w, kind)]
        self.shown = next(w for w in found if w.isVisible() and w is not self.window)
        shown = self.shown

        def close() -> None:
            shown.close()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

        self._undo.append(close)

    def afterwards(self, undo: Callable[[], object]) -> None:
        """Do something when the stage is left."""
        self._undo.append(undo)


Stage = Callable[[Walk], None]


def welcome(walk: Walk) -> None:
    walk.shell.show_welcome()


def plain_game(walk: Walk) -> None:
    walk.new(size="6")


def figure(walk: Walk) -> None:
    """A game with sheets, threats and costs; Look beside it."""
    walk.open(resources.examples()[1])
    walk.dock("look")
    walk.shell.perform("view.add-cut")
    walk.shell.perform("view.layer")


def moves(walk: Walk) -> None:
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("moves")


def set_up(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.shell.perform("setup.mode")
    walk.afterwards(lambda: walk.shell.perform("setup.mode"))


def large_board(walk: Walk) -> None:
    walk.open(resources.example("07-size-20"))
    walk.dock("learn")


def pyraos(walk: Walk) -> None:
    walk.open(resources.example("11-pyraos-taking-back"))
    walk.dock("moves")


def pyramid(walk: Walk) -> None:
    walk.open(resources.example("17-pyramid-osiris"))
    walk.dock("look")


def many_tabs(walk: Walk) -> None:
    for path in resources.examples()[:8]:
        walk.open(path)


def lesson_task(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    for _ in range(6):
        walk.shell.learning.next()
    walk.settle()


def lesson_pyraos(walk: Walk) -> None:
    walk.open(resources.lessons()[-1])
    for _ in range(2):
        walk.shell.learning.next()
    walk.dock("why")


def puzzle(walk: Walk) -> None:
    walk.window.open_path(walk.copy(resources.puzzles()[0]))
    walk.ready()
    walk.shell.learning.begin()
    walk.shell.learning.hint()


def lesson_editor(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    walk.shell.perform("teach.edit-lesson")


def puzzle_editor(walk: Walk) -> None:
    walk.window.open_path(walk.copy(resources.puzzles()[0]))
    walk.ready()
    walk.shell.perform("teach.edit-puzzle")


def presentation(walk: Walk) -> None:
    walk.open(resources.lessons()[0])
    walk.shell.perform("present.start")
    walk.afterwards(lambda: walk.shell.presentation.end())


def palette(walk: Walk) -> None:
    walk.new(size="4")
    walk.shell.show_palette()
    walk.afterwards(lambda: walk.shell.palette.shut())


def message(walk: Walk) -> None:
    walk.new(size="4")
    walk.shell.complain("3a9 is no point of this board. Level 3 has files c to f.", "details " * 30)


def new_game(walk: Walk) -> None:
    from viewer.window.dialogs.new_game import NewGame

    walk.new(size="4")
    walk.dialog(lambda: NewGame(kinds(), walk.window).open())


def keys_page(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.show_help("keys"))


def guide(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.show_help("guide"))


def about(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.show_help("about"))


def settings(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.perform("edit.settings"))


def pupils(walk: Walk) -> None:
    walk.dialog(walk.shell.show_pupils)


def generator(walk: Walk) -> None:
    walk.new(size="4")
    walk.dialog(walk.shell.show_puzzle_generator)


def transform(walk: Walk) -> None:
    from viewer.window.dialogs.transform import Transform

    walk.new(size="4")
    position = walk.session.position
    assert position is not None
    walk.dialog(lambda: Transform(position, walk.window).open())


def new_puzzle(walk: Walk) -> None:
    from viewer.window.dialogs.new_puzzle import NewPuzzle

    walk.new(size="4")
    position = walk.session.position
    assert position is not None
    walk.dialog(lambda: NewPuzzle(position, walk.window).open())


PAGES: tuple[Stage, ...] = (
    welcome, plain_game, figure, moves, set_up, large_board, pyraos, pyramid, many_tabs,
    lesson_task, lesson_pyraos, puzzle, lesson_editor, puzzle_editor, presentation, palette,
    message,
)  # fmt: skip
DIALOGS: tuple[Stage, ...] = (
    new_game, keys_page, guide, about, settings, pupils, generator, transform, new_puzzle,
)  # fmt: skip
SAMPLE = (figure, many_tabs, puzzle, presentation, new_game, new_puzzle)
"""What is looked at in every run of the tests."""
