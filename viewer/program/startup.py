"""Start-up: what comes first in the window, and what happens where none can be opened.

The window is shown before the scene is imported; that costs seconds the person need not wait for.
Nothing here imports Qt before it is known that there is a display.
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from viewer.window.display_check import has_display

if TYPE_CHECKING:
    from PySide6.QtCore import QSocketNotifier
    from PySide6.QtWidgets import QApplication

    from viewer.program.main_window import MainWindow
    from viewer.session.autosave.journal import Journal

OUT, PICTURE = Path("out"), (1280, 800)
"""Where a picture of each example is drawn where no window can be opened, and its size."""
PREPARING = (
    "Pyramidion is preparing its analysis for this computer. That takes a minute or two, once; "
    "you can play meanwhile."
)

log = logging.getLogger(__name__)


def draw_examples(folder: Path) -> Iterator[Path]:
    """Draw every example into `folder`, yielding each picture's path once it is written.

    Raises
    ------
    OSError
        When `folder` cannot be written.
    model.records.files.FileError
        When an example cannot be read.
    """
    from model.records import files
    from model.records.record import PositionCache
    from viewer.export.pictures.pixel_file import render
    from viewer.session.files import resources

    folder.mkdir(parents=True, exist_ok=True)
    for path in resources.examples():
        contents = files.load(path)
        position = PositionCache().position(contents.record, contents.node)
        picture = folder / f"{path.stem}.png"
        render(
            position,
            contents.view,
            picture,
            PICTURE,
            (contents.view.show,) if contents.view.show else (),
        )
        yield picture


def draw_gallery(reason: str) -> int:
    """Say why no window opens and draw the examples into ``out/``; the exit status."""
    from model.records.files import FileError

    print(f"{reason} Drawing the examples into {OUT}/ instead:", file=sys.stderr)
    try:
        for picture in draw_examples(OUT):
            print(picture, flush=True)
    except FileError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{OUT} cannot be written: {error.strerror or error}.", file=sys.stderr)
        return 2
    except RuntimeError as error:
        # Without OpenGL there is nothing this machine could draw with.
        print(error, file=sys.stderr)
        return 3
    return 0


def run(*targets: str) -> int:
    """Open the window on files or positions (none: the welcome page); the exit status."""
    if not has_display():
        return draw_gallery("There is no display, so no window can be opened.")
    try:
        from PySide6 import QtWidgets  # noqa: F401
    except ImportError as error:
        return draw_gallery(f"Qt cannot be loaded ({error}), so no window can be opened.")
    leave_sources_unread()
    from viewer.analysis import kernel_process
    from viewer.scene.factory import impossible
    from viewer.session import preferences
    from viewer.window import application as app

    refused = impossible()
    if refused:
        print(f"pyramidion: {refused}", file=sys.stderr)
        return 3
    app.start_log()
    chosen, trouble = preferences.load()
    application = app.make_application(chosen)
    from viewer.program.main_window import MainWindow
    from viewer.window.handed.listening_window import HandedFiles, ListeningWindow

    window = MainWindow()
    HandedFiles(window, window.open_target)
    undo = app.catch_errors(window.notices.complain)
    if trouble:
        window.notices.complain(trouble)
    if not targets:
        window.pages.turn_to(scene=False)
    window.show()
    _interrupts = _leave_on_interrupt(application, window)
    from PySide6.QtCore import QTimer

    journals: list[Journal] = []
    QTimer.singleShot(0, lambda: journals.append(_after_first_paint(window, targets)))
    listening = ListeningWindow(window.take_handed, window)
    listening.listen()
    try:
        status = int(application.exec())
    finally:
        listening.close()
        kernel_process.end()
        for journal in journals:
            journal.close()
        undo()
    return status


def leave_sources_unread() -> None:
    """Keep PySide from reading the source of every module that is imported from now on.

    It looks for its own name there, for the sake of ``from __feature__ import``, which nobody here
    writes. That takes a tenth of a start, and Python keeps all the lines: 30 MB.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda _: True  # type: ignore[union-attr]  # PySide's own


def _after_first_paint(window: MainWindow, targets: Sequence[str]) -> Journal:
    """Bring in the journal, what a crash left, and what was asked for."""
    from model.phrases import counted
    from viewer.analysis import kernel_process
    from viewer.session.autosave.journal import Journal
    from viewer.session.autosave.recovery import recoverable

    prepares = kernel_process.hold()
    if prepares and not window.notices.strip.text:  # what is damaged goes first
        window.notices.strip.note(PREPARING)
    journal = Journal(window.session)
    offers = recoverable(journal.root, journal.folder)
    window.welcome.offer(offers, journal)
    if offers and targets:
        documents = counted(len(offers), "document")
        window.notices.strip.note(
            f"Pyramidion did not close properly: {documents} can be recovered.",
            "Look",
            lambda: window.pages.turn_to(scene=False),
        )
    for target in targets:
        window.open_target(target)
    window.ask_who_learns()
    if prepares:
        position, last = window.session.position, window.chosen.now.game
        kernel_process.start(last if window.session.is_empty else position.game.kind.name)
        window.status.follow_progress(kernel_process.progress)
    if not targets:
        _warm_up()
    return journal


def _warm_up() -> None:
    """Import what the first document needs, beside the welcome page."""
    import threading

    def fetch() -> None:
        from viewer.games.registry import FIRST_GAME
        from viewer.panels.why_panel import import_content

        for name in ("panels.maps.panel", "panels.why_panel", "scene.widget"):
            import_module(f"viewer.{name}")
        import_content(FIRST_GAME)

    threading.Thread(target=fetch, name="warm-up", daemon=True).start()


def _leave_on_interrupt(
    application: QApplication, window: MainWindow
) -> tuple[QSocketNotifier, socket.socket, socket.socket]:
    """Ctrl+C in the terminal closes the window as its cross does, unasked.

    Python looks at signals only when it runs; Qt wakes it through a socket, without a timer.
    Returns what must live as long as the window.
    """
    from PySide6.QtCore import QSocketNotifier, QTimer

    reading, writing = socket.socketpair()
    for end in (reading, writing):
        end.setblocking(False)
    signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read, application)

    def woken() -> None:
        try:
            reading.recv(64)
        except OSError:
            return

    def leave() -> None:
        window.close_window()
        application.exit(130)

    def interrupted(*_: object) -> None:
        # Python comes here between any two steps, in the middle of a frame too: the window goes
        # when the event loop has its turn.
        QTimer.singleShot(0, window, leave)

    notifier.activated.connect(woken)
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    return notifier, reading, writing
