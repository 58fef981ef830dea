"""Fixtures: real windows, in folders of their own. A conftest takes them over by importing them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QDockWidget, QWidget
from pytestqt.qtbot import QtBot

from model.records.record import path_to

if TYPE_CHECKING:
    from viewer.program.main_window import MainWindow
    from viewer.session.preferences import Preferences

Opens = Callable[..., "MainWindow"]
"""Opens a window: width, height, and preferences by name."""


def in_dialog(kind: type[QDialog], do: Callable[[Any], object]) -> None:
    """Do something in the dialog that the next event opens, once it is there and active."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, kind) or not dialog.isActiveWindow():
            if dialog is not None:
                dialog.activateWindow()  # no window manager does
            QTimer.singleShot(10, look)
            return
        try:
            do(dialog)
        finally:
            if dialog.isVisible():  # it would wait for ever
                dialog.reject()

    QTimer.singleShot(0, look)


def point_at(qtbot: QtBot, widget: QWidget) -> None:
    """Move the mouse over the middle of a widget until Qt has told it so.

    A move to where the mouse is already tells nothing, and one in a window that is being laid out
    may hit what lay there before.
    """
    top = widget.window()

    def is_under() -> bool:
        middle = widget.mapTo(top, widget.rect().center())
        for aside in (3, 0):
            QTest.mouseMove(top.windowHandle(), middle + QPoint(aside, 0))
        return widget.underMouse()

    qtbot.waitUntil(is_under)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of their own for preferences, journal and recent files; the scene is an image."""
    monkeypatch.setenv("PYRAMIDION_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PYRAMIDION_SCENE", os.environ.get("PYRAMIDION_SCENE", "image"))
    return tmp_path


@pytest.fixture
def nothing_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A listener that fails is logged and the others go on: here it is a failure."""
    yield
    wrong = [record for record in caplog.get_records("call") if record.levelname == "ERROR"]
    assert not wrong, [record.getMessage() for record in wrong]


@pytest.fixture
def open_window(home: Path, qapp: QApplication, nothing_fails: None) -> Iterator[Opens]:
    """What opens a window of a size, with preferences; it is closed afterwards."""
    yield from _fresh_windows(qapp)


def _fresh_windows(qapp: QApplication) -> Iterator[Opens]:
    opened: list[tuple[MainWindow, Preferences]] = []

    def open_one(width: int = 1200, height: int = 800, **preferences: Any) -> MainWindow:
        made, chosen = _opened(qapp, width, height, preferences)
        opened.append((made, chosen))
        return made

    yield open_one
    for made, chosen in opened:
        _close(qapp, made, chosen)


@pytest.fixture(scope="module")
def kept_windows(qapp: QApplication) -> Iterator[list[MainWindow]]:
    """The window that the tests of a module share, once one has opened it."""
    kept: list[MainWindow] = []
    yield kept
    for made in kept:
        _close(qapp, made, made.chosen.own)


@pytest.fixture
def shared_window(
    request: pytest.FixtureRequest,
    home: Path,
    qapp: QApplication,
    nothing_fails: None,
    kept_windows: list[MainWindow],
) -> Iterator[Opens]:
    """What opens the one window of a module, as if it were new, or nearly so.

    It takes less time. Panels that were made, and what a person left in them, are still
    there: a test that asks for that is marked `fresh_window`, and has a window of its own.
    """
    if request.node.get_closest_marker("fresh_window"):
        while kept_windows:  # two windows are dressed in more than twice the time
            kept = kept_windows.pop()
            _close(qapp, kept, kept.chosen.own)
        yield from _fresh_windows(qapp)
        return

    def open_one(width: int = 1200, height: int = 800, **preferences: Any) -> MainWindow:
        if not kept_windows:
            kept_windows.append(_opened(qapp, width, height, preferences)[0])
        else:
            _begin_anew(qapp, kept_windows[0], width, height, preferences)
        return kept_windows[0]

    yield open_one
    for made in kept_windows:
        _put_away(qapp, made)


def ready(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """Wait until all is there that a window shows; its scene has the keyboard then."""
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
    window.scene_view.take_focus()
    return window


@pytest.fixture
def begun(shared_window: Opens, qtbot: QtBot) -> Opens:
    """What opens the window of a module with a game or position, ready for mouse and keys."""

    def begin(
        game: str, width: int = 1200, height: int = 800, *, options: Any = None, **preferences: Any
    ) -> MainWindow:
        made = shared_window(width, height, **preferences)
        made.session.new(game, options)
        return ready(qtbot, made)

    return begin


def played(window: MainWindow) -> list[str]:
    """Return the moves that lead to what is in front."""
    document = window.session.document
    assert document is not None
    return [document.record[node].move for node in path_to(document.record, document.node)]


def pick(box: QComboBox, text: str) -> None:
    """Choose an entry of a combo box by the keyboard, as a person does."""
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.count()):
        if box.currentText() == text:
            return
        QTest.keyClick(box, Qt.Key.Key_Down)
    raise AssertionError(f"{text} is not offered")


def type_move(window: MainWindow, text: str) -> None:
    """Type a move into the field below the scene, and press Enter."""
    window.move_field.open()
    QTest.keyClicks(window.move_field.edit, text)
    QTest.keyClick(window.move_field.edit, Qt.Key.Key_Return)


def wheel(
    widget: QWidget,
    notches: float,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    place: QPointF | None = None,
) -> None:
    """Turn the wheel over a widget, in its middle or at a place."""
    place = QPointF(widget.rect().center()) if place is None else place
    event = QWheelEvent(
        place, QPointF(widget.mapToGlobal(place.toPoint())), QPoint(),
        QPoint(0, round(120 * notches)), Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def _opened(
    qapp: QApplication, width: int, height: int, preferences: dict[str, Any]
) -> tuple[MainWindow, Preferences]:
    # Not before a test wants a window: the scenes above need neither docks nor commands.
    from viewer.program.main_window import MainWindow
    from viewer.window import application
    from viewer.window.garbage import collect_in_interface_thread

    collect_in_interface_thread(qapp)
    chosen = _preferences(preferences)
    application.apply_theme(qapp, chosen)
    made = MainWindow(chosen=chosen)
    made.resize(width, height)
    made.show()
    return made, chosen


def _preferences(given: dict[str, Any]) -> Preferences:
    from viewer.session.preferences import Preferences

    return Preferences(effects="reduced", **given)


def _close(qapp: QApplication, made: MainWindow, chosen: Preferences) -> None:
    from viewer.window import application

    made.close_window()
    qapp.processEvents()
    made.deleteLater()
    # The event loop of a test never ends, so what is to be deleted later has to be told: else
    # every window of a run stays, and each that is opened is dressed together with all others.
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    application.apply_theme(qapp, chosen)


def _put_away(qapp: QApplication, made: MainWindow) -> None:
    """End whatever goes on in a window, and close all documents."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for top in QApplication.topLevelWidgets():
        if isinstance(top, QDialog) and top.isVisible():
            top.close()
    if made.is_presenting:
        made.presentation.end()
    made.scene_view.tools.leave()
    if made.shell.learning.practice.is_on:
        made.shell.learning.practice.end()
    with pytest.MonkeyPatch.context() as patch:
        # What OpenGL holds is made for the next test as well; `test_forgetting` has it let go.
        patch.setattr(made.scene_view.widget, "let_go", lambda: None)
        made.welcome.close_down()  # nobody looks at the pictures of the page behind them
        while (count := len(made.session.state.documents)) > 1:
            # One behind the other: each that comes to the front would be shown whole.
            made.session.close(int(made.session.state.active == 0))
        if count:
            made.session.close()
    made.notices.strip.clear()
    QGuiApplication.clipboard().clear()
    qapp.processEvents()


def _begin_anew(
    qapp: QApplication, made: MainWindow, width: int, height: int, preferences: dict[str, Any]
) -> None:
    """Let a window have another size and other preferences, and its docks their places."""
    from viewer.window import application

    chosen = _preferences(preferences)
    if chosen != made.chosen.own:
        before = made.chosen.own
        made.chosen.take(chosen)
        if (before.palette, before.text_scale) != (chosen.palette, chosen.text_scale):
            application.apply_theme(qapp, chosen)
    made.setWindowState(Qt.WindowState.WindowNoState)
    docks = made.docks
    for name in [dock.objectName() for dock in made.findChildren(QDockWidget)]:
        if docks.is_open(name) or docks.waits(name):
            docks.close(name)
    docks.reset()
    made.pages.turn_to(scene=False)
    # As at the start, what waits for the first frame waits for that of the next document.
    made.display.is_ready = False
    scene = made.scene_view.widget
    scene.frames = 0
    scene.input.forget()
    scene.input.forget_place()
    made.scene_view.first_frame.wait()
    ask = made.shell.ask
    for stand_in in [name for name in vars(ask) if hasattr(type(ask), name)]:
        delattr(ask, stand_in)
    _take_first_tools(made)
    made.resize(width, height)
    made.show()
    qapp.processEvents()


def _take_first_tools(made: MainWindow) -> None:
    """Let a person find the tools as they are in a new window."""
    from viewer.learn.puzzles.puzzle_author import LIMIT
    from viewer.panels.collection_panel import CollectionPanel
    from viewer.tools.annotation import AnnotationStyle

    made.shell.toolbox.setup.take(1)
    made.shell.toolbox.annotation.style = AnnotationStyle()
    made.shell.learning.puzzle_author.limit = LIMIT
    for panel in made.findChildren(CollectionPanel):
        panel.search.clear()
        panel.kind.setCurrentIndex(0)
