"""The QApplication: fonts, style sheet, one place for unexpected errors, the desktop's wishes."""

import logging
import logging.handlers
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QDir, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication

from viewer.picture.compose.composer import palette
from viewer.session.files.state_files import state_folder
from viewer.session.preferences import Preferences
from viewer.widgets.appearance.icons import program_icon
from viewer.widgets.appearance.theme import SHAPES, active_theme, resolved, style_sheet, wear
from viewer.window.garbage import collect_in_interface_thread

PREFERRED_FONTS = ("Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "Cantarell", "Open Sans")
"""Where the system has nothing better than DejaVu Sans, which runs wide."""

log = logging.getLogger("viewer")


SWITCH = 0.0005
"""Seconds that a thread in the background may keep the interpreter lock while the interface wants
it. A frame asks for it a dozen times; with Python's own 5 ms each, it comes late by as many times
that as long as something computes in Python."""


def make_application(preferences: Preferences) -> QApplication:
    """Return the running QApplication, made and dressed if there is none."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        application = existing
    else:
        QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
            Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
        )
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Pyramidion")
    application.setApplicationDisplayName("Pyramidion")
    application.setDesktopFileName("pyramidion")
    application.setWindowIcon(program_icon())
    application.setStyle("Fusion")
    collect_in_interface_thread(application)
    sys.setswitchinterval(SWITCH)
    apply_theme(application, preferences)
    return application


def apply_theme(application: QApplication, preferences: Preferences) -> None:
    """Give the application the font and the colours of the preferences."""
    QDir.setSearchPaths("shapes", [str(SHAPES)])
    font = QFont(application.font())
    if font.family().startswith(("DejaVu", "Sans")):
        families = QFontDatabase.families()
        better = [name for name in PREFERRED_FONTS if name in families]
        if better:
            font.setFamily(better[0])
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    application.setFont(font)
    asked = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
    application.styleHints().setColorScheme(  # frames and dialogs of the system's own
        asked.get(preferences.palette, Qt.ColorScheme.Unknown)
    )
    name = palette(resolved(preferences)).name
    wear(name)
    colours, dressed = active_theme(), application.palette()
    dressed.setColor(dressed.ColorRole.Window, colours.window)
    dressed.setColor(dressed.ColorRole.Base, colours.surface)
    dressed.setColor(dressed.ColorRole.Text, colours.text)
    dressed.setColor(dressed.ColorRole.WindowText, colours.text)
    dressed.setColor(dressed.ColorRole.ButtonText, colours.text)
    dressed.setColor(dressed.ColorRole.Button, colours.surface)
    dressed.setColor(dressed.ColorRole.Highlight, colours.accent)
    dressed.setColor(dressed.ColorRole.HighlightedText, colours.on_accent)
    dressed.setColor(dressed.ColorRole.Link, colours.accent)
    dressed.setColor(dressed.ColorRole.PlaceholderText, colours.muted)
    application.setPalette(dressed)
    sheet = style_sheet(name, preferences.text_scale)
    if sheet != application.styleSheet():  # the same dresses all widgets anew, too
        if application.styleSheet():
            # Qt restyles every widget that it has styled before, and was seen to touch deleted
            # ones, which ended the program. Without a sheet it forgets them all.
            application.setStyleSheet("")
        application.setStyleSheet(sheet)


def log_file() -> Path:
    """Return where the log is kept."""
    return state_folder() / "pyramidion.log"


class LogFile(logging.handlers.RotatingFileHandler):
    """The log; what a full disk does not take is lost, without a traceback for every line."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Be silent about the disk; everything else is a mistake of ours."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def start_log() -> Path:
    """Send the log to its file (half a megabyte, one old one) and return the file's place."""
    path = log_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = LogFile(
            path, maxBytes=500_000, backupCount=1, delay=True, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(min(root.level or logging.INFO, logging.INFO))
    return path


class _SaidOfTables(logging.Handler):
    """Has the window say that a table is damaged, whichever thread finds out."""

    class _Relay(QObject):
        said = Signal(str)

    def __init__(self, notify: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._relay = self._Relay()
        self._relay.said.connect(notify, Qt.ConnectionType.QueuedConnection)

    def emit(self, record: logging.LogRecord) -> None:
        """Say it in the interface thread."""
        self._relay.said.emit(record.getMessage())


def catch_errors(notify: Callable[[str], None]) -> Callable[[], None]:
    """Send every unexpected error to the log and one sentence to `notify`.

    Covers slots, threads and Qt's own warnings; returns what undoes it.
    """
    path = log_file()
    before = sys.excepthook, threading.excepthook

    def caught(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("unexpected error", exc_info=(kind, error, trace))
        notify(f"Something went wrong in Pyramidion. Your work is safe. Details are in {path}")

    def caught_in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            log.error("error in %s", args.thread, exc_info=args.exc_value)

    def from_qt(kind: QtMsgType, context: object, message: str) -> None:
        level = logging.INFO if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) else 30
        logging.getLogger("qt").log(level, message)

    damaged = _SaidOfTables(notify)
    logging.getLogger("model.tablebase.library").addHandler(damaged)
    sys.excepthook = caught
    threading.excepthook = caught_in_thread
    qInstallMessageHandler(from_qt)

    def undo() -> None:
        sys.excepthook, threading.excepthook = before
        logging.getLogger("model.tablebase.library").removeHandler(damaged)
        qInstallMessageHandler(None)

    return undo
