"""The window: tabs, scene, docks and status line around one session; and `run`, which opens it."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from dataclasses import replace as dataclass_replace
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QSize, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from viewer.analysis.analysis_service import AnalysisService
from viewer.commands import file as files
from viewer.games.registry import game_view_of
from viewer.learn.learning import Learning
from viewer.session import preferences
from viewer.session.preferences import Preferences
from viewer.session.session import Session, SessionError, State
from viewer.widgets.messages import MessageStrip
from viewer.widgets.motion import reduced_motion
from viewer.window import application as app
from viewer.window.dialogs.requests import Dialogs
from viewer.window.docks import Docks
from viewer.window.document_tabs import DocumentTabs
from viewer.window.menus import Actions, add_dock_switches
from viewer.window.scene_view.controller import SceneController
from viewer.window.scene_view.view import SceneView
from viewer.window.shell import GAME, WELCOME, Answering
from viewer.window.status_bar import StatusLine
from viewer.window.welcome.controller import WelcomeController

log = logging.getLogger(__name__)

SIZE = (1440, 920)


def _room_on_screen() -> QSize:
    """Return what the screen has free, less a little for the window's frame."""
    screen = QGuiApplication.primaryScreen()
    free = screen.availableSize() if screen is not None else QSize(*SIZE)
    return QSize(free.width() - 16, free.height() - 40)


class MainWindow(Answering):
    """The shell; `viewer.commands.shell.Shell` says what commands may ask of it.

    Attributes
    ----------
    session
        What is open.
    ask
        The dialogs; tests put answers in their place.
    area
        The scene and what lies over it.
    scene
        What commands, panels and lessons ask of it.
    docks
        The panels.
    """

    def __init__(self, session: Session | None = None, chosen: Preferences | None = None) -> None:
        super().__init__()
        self.setObjectName("MainWindow")
        self.session = session or Session()
        self._preferences = preferences.load()[0] if chosen is None else chosen
        self._keep_preferences = chosen is None
        self._closing = False
        self.settled = False
        self.ask = Dialogs(self)
        self.analysis = AnalysisService(self.session, self)
        self.analysis.hidden = self._preferences.hide_verdicts
        self.analysis.analyzed.connect(self._analyzed)
        self.analysis.weighed.connect(self._weighed)
        self._holds = False
        self.setAcceptDrops(True)
        self.resize(QSize(*SIZE).boundedTo(_room_on_screen()))
        self.setMinimumSize(760, 520)
        self.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        if reduced_motion(self._preferences):
            self.setAnimated(False)
        self._build()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self._refresh)
        self.session.subscribe(self._changed)
        self.session.subscribe_notices(self.say)
        self._changed(State(), self.session.state)
        self._restore_layout()

    # -- building ----------------------------------------------------------------------------

    def _build(self) -> None:
        self.strip = MessageStrip()
        self.tabs = DocumentTabs()
        self.tabs.chosen.connect(self._tab_chosen)
        self.tabs.closing.connect(self.close_tab)
        self.area = SceneView(self.session, self, self.analysis.point_text)
        self.scene = SceneController(self.session, self, self.area)
        self.learning = Learning(self.session, self.scene, self, self)
        self.scene.typed.connect(self.show_command_box)
        self.scene.left.connect(self.leave_scene)
        self.scene.hovered.connect(self._hovered)
        self.area.settled.connect(self._scene_settled)
        self.area.marked.connect(self._marked)
        self.welcome = WelcomeController(self)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome.page)
        self.pages.addWidget(self.area)
        centre = QWidget()
        centre.setObjectName("DocumentArea")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.pages, 1)
        self.strip.float_over(self.pages)
        self.setCentralWidget(centre)
        self.status = StatusLine()
        self.setStatusBar(self.status)
        self.actions_ = Actions(self, self.area, self, self.perform)
        self.actions_.fill_menus(self)
        self.bar = QToolBar("Tools", self)
        self.bar.setObjectName("Tools")
        self.bar.toggleViewAction().setEnabled(False)
        self.addToolBar(self.bar)
        self.actions_.fill_toolbar(self.bar)
        self.docks = Docks(self)
        add_dock_switches(
            self.bar,
            [(name, title, self.actions_[f"explain.{name}"]) for name, title in Docks.SWITCHES],
        )
        # They mean the position wherever no text field wants them for itself.
        keys = QKeySequence.StandardKey
        for key, name in ((keys.Copy, "file.copy-position"), (keys.Paste, "file.paste-position")):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(partial(self.perform, name))

    # -- the Shell protocol: what commands ask -----------------------------------------------

    @property
    def preferences(self) -> Preferences:
        """What the person has chosen once for all documents; a run may hide verdicts besides."""
        document = self.session.document
        run = None if document is None else document.run
        if run is not None and run.hides is not self._preferences.hide_verdicts and self._covers:
            return replace(self._preferences, hide_verdicts=run.hides)
        return self._preferences

    @property
    def _covers(self) -> bool:
        """Whether what is gone through says by itself what is hidden: a puzzle does."""
        return self.learning.current is self.learning.puzzle_player

    def _follow_run(self, old: State, new: State) -> None:
        """Hide verdicts, or show them again, as the run in front wants it."""
        before, after = (None if s.document is None else s.document.run for s in (old, new))
        hidden = [run is not None and run.hides for run in (before, after)]
        if hidden[0] is not hidden[1] or (before is None) is not (after is None):
            chosen = self.preferences
            self.analysis.hidden = chosen.hide_verdicts
            self.docks.prefer(chosen)
            self.show_overlays()
            self._show_interesting()

    def prefer(self, chosen: Preferences) -> None:
        """Take over new preferences, show them and keep them."""
        document = self.session.document
        if document is not None and document.run is not None and self._covers:
            if chosen.hide_verdicts is not document.run.hides:
                self.session.set_run(dataclass_replace(document.run, hides=chosen.hide_verdicts))
            chosen = replace(chosen, hide_verdicts=self._preferences.hide_verdicts)
        old, self._preferences = self._preferences, chosen
        chosen = self.preferences
        if self._keep_preferences and not self._holds and old != chosen:
            trouble = preferences.save(self._preferences)
            if trouble:
                self.strip.error(trouble)
        if (old.palette, old.text_scale) != (chosen.palette, chosen.text_scale):
            application = QApplication.instance()
            if isinstance(application, QApplication):
                app.dress(application, chosen)
        self.analysis.hidden = chosen.hide_verdicts
        self.setAnimated(not reduced_motion(chosen))
        self.area.prefer()
        self.docks.prefer(chosen)
        self.show_overlays()
        self._show_interesting()
        if self.is_presenting:
            self.presentation.follow()
        self._settle.start()

    def show_welcome(self) -> None:
        """Go to the welcome page; what is open stays open."""
        self._show_page(WELCOME)
        self._show_title()

    def _show_page(self, page: int) -> None:
        if page == WELCOME:
            self.welcome.refresh()
        self.pages.setCurrentIndex(page)
        self.docks.set_shown(page == GAME)
        self.status.setVisible(page == GAME)

    def hold_preferences(self, hold: bool) -> None:
        """Keep preferences out of their file for now: a presentation has others for a while."""
        self._holds = hold

    def close_window(self) -> None:
        """Close; whatever has to be asked has been asked."""
        self._closing = True
        self.close()

    # -- what is known of the position -------------------------------------------------------

    def _analyzed(self) -> None:
        self.docks.analyzed()
        self.area.retell()
        self.show_overlays()
        self._show_interesting()

    def _show_interesting(self) -> None:
        """Let N go from point to point of what may be told."""
        if self.settled:
            self.area.set_interesting(self.analysis.interesting())

    def _weighed(self) -> None:
        """Tell what a ball on the hovered point would do, now that it is known."""
        self.docks.analyzed()
        self.area.retell()

    def _scene_settled(self) -> None:
        """Fill the docks and begin to analyze: the first frame comes before either."""
        if self.settled:
            return
        self.settled = True
        position = self.session.position
        if position is not None:
            self.analysis.analyze(position)
        self.docks.fill()
        self.show_overlays()

    def show_overlays(self) -> None:
        """Lay over the scene what the View and the pour say."""
        document = self.session.document
        if document is None or not self.settled:
            return
        shown = self.analysis.overlays(document)
        pour = self.docks.pour
        if pour is not None and not self.analysis.hidden:
            shown = (*shown, pour)
        if shown or self.area.overlays:
            self.area.show_overlays(shown)
        self.docks.show_marks(shown)

    def _marked(self) -> None:
        self.docks.show_signs()

    def _hovered(self, site: int | None) -> None:
        self.area.light_group_of(site)
        self.docks.hovered(site)
        self.analysis.weigh(site)

    # -- the session -------------------------------------------------------------------------

    def _changed(self, old: State, new: State) -> None:
        document, before = new.document, old.document
        same_list = old.documents == new.documents and old.active == new.active
        if not same_list:
            self.tabs.show_documents(new)
        if document is None:
            self._show_page(WELCOME)
        else:
            if before is None or before.key != document.key:
                self._show_page(GAME)
                QTimer.singleShot(0, self.focus_scene)
            position = self.session.position_of(document)
            moved = before is None or self.session.position_of(before) is not position
            if moved:
                if self.settled:
                    self.analysis.analyze(position)
                self.status.show_position(position, document)
                said = game_view_of(position).announcement(position)
                if said and before is not None and before.key == document.key:
                    self.say(said)
            self._follow_run(old, new)
            self.area.changed(old, new)
            self.docks.changed(old, new)
            if before is None or before.key != document.key or before.node != document.node:
                self.learning.refresh()
            if moved or before is None or before.view.show != document.view.show:
                self.show_overlays()
        if not same_list or before is not document:
            self._show_title()
        self._settle.start()

    def _refresh(self) -> None:
        """Bring actions up to date, once after a burst of changes."""
        self.actions_.refresh()

    def close_tab(self, index: int) -> None:
        """Close a document; asks first when changes would be lost."""
        self.try_to(lambda: files.close(self, index))

    def _tab_chosen(self, index: int) -> None:
        if not 0 <= index < len(self.session.state.documents):
            return
        self.session.activate(index)
        if self.pages.currentIndex() != GAME:
            self._show_page(GAME)
            self._show_title()
        self.focus_scene()

    def _show_title(self) -> None:
        document = self.session.document
        if document is None or self.pages.currentIndex() == WELCOME:
            self.setWindowTitle("Pyramidion")
            self.setWindowModified(False)
            return
        kind = self.session.position_of(document).game.kind
        credit = kind.credit.split(", 2")[0].rstrip(".")
        title = document.record.headers.get("title", "") or document.title
        self.setWindowTitle(f"{title}[*] – {credit} – Pyramidion")
        self.setWindowModified(document.edited)
        self.status.say_credit(kind.credit)

    # -- opening -----------------------------------------------------------------------------

    def try_to(self, do: Callable[[], object]) -> bool:
        """Do something; what the session refuses is said in the strip. Returns whether it ran."""
        try:
            do()
        except SessionError as error:
            self.complain(str(error))
            return False
        self.strip.clear()
        return True

    def open_path(self, path: Path) -> bool:
        """Open a file in a tab; one that cannot be read is refused and all stays as it was."""
        return self.try_to(lambda: files.open_path(self, path))

    def warm_up(self) -> None:
        """Import what the first document needs, beside the welcome page."""
        import threading

        def fetch() -> None:
            import viewer.panels.maps.panel
            import viewer.panels.why.panel
            import viewer.scene.widget  # noqa: F401

        threading.Thread(target=fetch, name="warm-up", daemon=True).start()

    def open_target(self, target: str) -> bool:
        """Open what the command line names: a position or a file."""
        from model.reading import is_position

        if is_position(target):
            return self.try_to(lambda: self.session.new(target))
        return self.open_path(Path(target))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the files, or the position, that were dropped."""
        event.acceptProposedAction()
        for thing in dropped(event.mimeData()):
            if isinstance(thing, Path):
                self.open_path(thing)
            else:
                self.try_to(partial(self.session.paste_position, thing))

    # -- coming and going --------------------------------------------------------------------

    def _restore_layout(self) -> None:
        if self._preferences.window:
            self.restoreGeometry(_bytes(self._preferences.window))
        if self._preferences.docks and self.restoreState(_bytes(self._preferences.docks)):
            self.docks.take_over_layout()
        self.docks.set_shown(self.session.document is not None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self._settle.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, keep the layout, and free the scene."""
        if not self._closing and not files.may_leave(self):
            event.ignore()
            return
        self._closing = True
        if self.is_presenting:
            self.presentation.end()
        self.docks.set_shown(True)
        self.prefer(
            replace(
                self._preferences,
                window=_text(self.saveGeometry()),
                docks=_text(self.saveState()),
            )
        )
        self.docks.close_down()
        self.analysis.close()
        self.learning.close()
        if self._puzzle_generator is not None:
            self._puzzle_generator.close_down()
        self.area.close_scene()
        self.welcome.close_down()
        super().closeEvent(event)


def dropped(data: QMimeData) -> list[Path | str]:
    """Return the files, or the position string, that are dragged."""
    if data.hasUrls():
        return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if data.hasText() and data.text().strip():
        return [data.text().strip()]
    return []


def _text(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode()


def _bytes(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()


def run(target: str | None = None) -> int:
    """Open the window on a file or a position (None: the welcome page); the exit status."""
    from viewer.window.startup import run as start

    return start(target)
