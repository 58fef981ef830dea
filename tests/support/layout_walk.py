"""A walk of the window's layout: from stage to stage, at sizes of window and text."""

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

from viewer.program.main_window import MainWindow
from viewer.widgets.dialog_body import FittingDialog

Stage = Callable[["Walk"], None]
"""What brings a window to where it is looked at; leaving it is the walk's."""


class _AskedError(Exception):
    """A question was put; nobody answers."""


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
        # Fine pictures change no layout, and one of 3840 by 2160 takes a second.
        window.chosen.take(replace(self._before, effects="none"))
        self._undo: list[Callable[[], object]] = []

    # -- going about ---------------------------------------------------------------------------

    def settle(self) -> None:
        """Let the window come to rest: a field that follows its width moves all around it."""
        for _ in range(8):
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
        self._paint(True)
        while self._undo:
            self._undo.pop()()
        self.settle()
        for name in [one.name for one in self.window.contents.declarations]:
            if self.docks.is_open(name) and name not in ("why", "maps"):
                self.docks.close(name)
        while self.session.state.documents:
            document = self.session.document
            if document is not None and document.exercise is not None:
                self.session.end_exercise()
            self.session.close(self.session.state.active)
        self.settle()

    def end(self) -> None:
        """Leave the window in the dress it came in."""
        self.window.chosen.take(self._before)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _paint(self, paint: bool) -> None:
        """Have the window painted or not: what is measured is where things lie, not pixels.

        Frames of 3840 by 2160 would take most of the time.
        """
        surface = self.window.scene_view.widget.surface
        for widget in (self.window, self.shown, surface):
            if widget is not None and widget.updatesEnabled() is not paint:
                widget.setUpdatesEnabled(paint)

    def at(self, size: tuple[int, int], text_scale: float, palette: str) -> list[str]:
        """Return what is wrong at a size of the window, a size of the text, in a palette."""
        now = self.window.chosen.own
        self._paint(False)
        if (now.text_scale, now.palette) != (text_scale, palette):
            self.window.chosen.take(replace(now, text_scale=text_scale, palette=palette))
        self.window.resize(*size)
        self.settle()
        found = []
        if self.window.size().toTuple() != size:
            found.append(f"window: cannot be made {size}, is {self.window.size().toTuple()}")
        if self.shown is not self.window:
            dialog = self.shown
            if isinstance(dialog, FittingDialog):
                dialog.fit(self.window.size())  # the window is as large as the screen here
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

    def question(self, ask: Callable[[], object]) -> None:
        """Open a dialog that waits for an answer, and look at it while it waits for none."""
        asked: list[QDialog] = []

        def put(dialog: QDialog) -> int:
            asked.append(dialog)
            dialog.setModal(True)
            dialog.show()
            raise _AskedError

        was = QDialog.exec, QDialog.deleteLater
        # A class of Qt has no attributes for mypy, only methods.
        QDialog.exec = put  # type: ignore[method-assign]
        QDialog.deleteLater = lambda dialog: None  # type: ignore[method-assign]
        try:
            ask()
        except _AskedError:
            pass
        finally:
            QDialog.exec, QDialog.deleteLater = was  # type: ignore[method-assign]
        self.settle()
        (self.shown,) = asked
        self._undo.append(asked[0].deleteLater)
        self._undo.append(asked[0].close)

    def afterwards(self, undo: Callable[[], object]) -> None:
        """Do something when the stage is left."""
        self._undo.append(undo)
