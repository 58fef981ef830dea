"""The life of a monkey: events one after the other, in dialogs too; visits of the empty window."""

import collections
import faulthandler
import gc
import logging
import os
import random
import signal
import sys
import threading
import time
import traceback
from pathlib import Path

import monkey_materials
import shiboken6
from monkey_acts import Monkey, act, end_dialog
from monkey_counts import counts, grown
from monkey_eyes import Eyes, say
from monkey_hands import address, front, windows
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    QObject,
    QSocketNotifier,
    Qt,
    QThread,
    QTimer,
    QUrl,
    Slot,
)
from PySide6.QtGui import QCursor, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from viewer.program import startup
from viewer.program.main_window import MainWindow
from viewer.session.files import resources
from viewer.session.preferences import Preferences
from viewer.window import application

PATIENCE = 60.0
"""Seconds until it rests: notes go by themselves, pictures are painted, positions analyzed."""
QUIET = 0.03
"""Of a second may be worked in a second in which nothing happens, the monkey's own ticks too."""
WARM = 3_000
"""Events after which a window has met nearly all that there is to meet, counted in its own life."""
MANY = 6
"""Windows beside the main one that are too many: some are closed."""


class Life:
    """Events `first` up to `first + events` of a seed."""

    def __init__(
        self, seed: int, first: int, events: int, visit: int, frozen: float, idle: float, work: Path
    ) -> None:
        self._idle = idle  # seconds the window is left alone
        self._seed, self._next, self._end, self._visit = seed, first, first + events, visit
        files = monkey_materials.lay_out(work)
        resources.CHECKOUT = work / "checkout"
        monkey_materials.fence(work, Path(os.environ["XDG_CACHE_HOME"]))
        faulthandler.enable()
        QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
        application.make_application(Preferences())
        # The display's own pointer stands where nothing is.
        QCursor.setPos(QGuiApplication.primaryScreen().geometry().bottomRight())
        self.eyes = Eyes(work / "events.log", frozen)
        self._monkey = Monkey(files, self.eyes.note)
        self._rng = random.Random()
        self._level = self._patience = self._due = self._starts = 0
        self._asking = self._born = 0
        self._visiting = False
        self._met: collections.Counter[str] = collections.Counter()
        self._visits: list[dict[str, int]] = []
        self._answer_questions(files)
        self._keep_links()

    def live(self) -> bool:
        """Start the program, and again as often as it is left; whether something was found."""
        self.eyes.watch()
        self._due = self._next + self._visit
        QTimer.singleShot(0, self._tick)
        while self._next < self._end:
            self._starts += 1
            self._born = self._next
            self.eyes.note("start")
            startup.run()
            self._after_window()
        self.eyes.pulse.stop()
        for name, (before, after) in grown(self._visits).items():
            self.eyes.found("grown", f"{name}: {before} at most, later {after} at least")
        say(
            "did",
            acts=dict(self.eyes.acts),
            starts=self._starts,
            visits=len(self._visits),
            met=dict(self._met),
            findings=self.eyes.findings,
            longest=self.eyes.pulse.longest,
            allowed=self.eyes.pulse.allowed,
        )
        return bool(self.eyes.findings)

    # -- one event after the other -------------------------------------------------------------

    def _tick(self) -> None:
        # Before anything is done: where that opens a loop of its own, the next tick comes in it.
        pause = 100 if self._visiting else self._monkey.pause
        QTimer.singleShot(pause, self._tick)
        self._monkey.pause = 0
        level = QThread.currentThread().loopLevel()
        if level <= self._level or self._visiting:
            return  # something handles events in the middle of an act, or all is to be still
        before, self._level = self._level, level
        try:
            self._step()
        except Exception:
            # An error of a method that Qt called comes out of the call that led there.
            self.eyes.found("raised", traceback.format_exc())
            if self._visiting:  # no step would follow
                say("broken", event=self._next, text=traceback.format_exc())
                os._exit(3)
        self._level = before

    def _step(self) -> None:
        if self._next >= self._end:
            self._leave()
            return
        alone = self._level == 1 and front() is None
        if self._next >= self._due and alone:
            self._due = self._next + self._visit
            self._visit_empty_window()
            return
        self.eyes.event = self._next
        rng = self._rng = random.Random(f"{self._seed} {self._next}")
        self._next += 1
        before = front()
        asking = 0 if before is None else address(before)
        self._patience = self._patience + 1 if asking and asking == self._asking else 0
        if before is not None and asking != self._asking:
            self._met[f"{type(before).__name__} {before.windowTitle()}".strip()] += 1
        self._asking = asking
        del before  # nothing of Qt's is held while something is done
        warm = self._next - self._born > WARM
        hurry = 5 * (not warm) + 8 * (self._next >= self._due + 50)
        if end_dialog(self._monkey, rng, self._patience + hurry):
            return
        self.eyes.acts[act(self._monkey, rng, warm=warm)] += 1
        self._close_some(rng)

    def _close_some(self, rng: random.Random) -> None:
        others = [window for window in windows() if not isinstance(window, MainWindow)]
        if len(others) > MANY and front() is None:
            self.eyes.note("too many windows")
            rng.choice(others).close()
        session = self._monkey.session
        if session is not None and len(session.state.documents) > 12 and front() is None:
            self.eyes.note("too many documents")
            session.close(rng.randrange(12))

    # -- visits --------------------------------------------------------------------------------

    def _visit_empty_window(self) -> None:
        window = self._monkey.window
        if window is None:
            return
        self.eyes.note("visit")
        self._visiting = True
        self._empty(window)
        self.eyes.pulse.stop()
        held = counts()
        self._visits.append(held)
        say("visit", event=self._next, **held)
        self.eyes.pulse.resume()
        self._visiting = False

    def _empty(self, window: MainWindow) -> None:
        """Bring the window back to how it began: nothing open, the settings as at first."""
        shell, session = window.shell, window.session
        if shell.frame.is_presenting:
            shell.frame.presentation.end()
        shell.auxiliary_windows.close_down()
        while session.state.documents:
            session.close()
        for other in windows():
            if other is not window:
                other.close()
        window.command_palette.shut()
        shell.notices.strip.clear()
        for name in list(window.docks._docks):
            window.docks.close(name)
        shell.chosen.choose(Preferences(effects=window.chosen.own.effects))
        window.setWindowState(Qt.WindowState.WindowNoState)
        window.resize(1200, 800)
        QGuiApplication.clipboard().clear()
        shell.pages.turn_to(scene=False)
        rest(0.3)

    # -- leaving -------------------------------------------------------------------------------

    def _leave(self) -> None:
        """Look whether an idle window does nothing, then leave the program."""
        window = self._monkey.window
        if self._level > 1 or window is None:
            if front() is not None:
                end_dialog(self._monkey, self._rng, 20)
            return
        self.eyes.note("leave")
        self._visiting = True
        self.eyes.pulse.stop()
        self._empty(window)
        self._look_at_idle_window("welcome page", window)
        window.session.new("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red")
        window.docks.open("why")
        window.docks.open("maps")
        self._look_at_idle_window("a document", window)
        self.eyes.pulse.resume()
        self._visiting = False
        window.close_window()

    def _look_at_idle_window(self, where: str, window: MainWindow) -> None:
        """Wait until all is done that was begun; from then on nothing may be done at all."""
        running = QApplication.instance()
        assert running is not None
        for _ in range(round(PATIENCE / self._idle)):
            watcher = _Paints()
            running.installEventFilter(watcher)
            frames, worked = window.scene_view.widget.frames, time.process_time()
            rest(self._idle)
            worked = time.process_time() - worked
            running.removeEventFilter(watcher)
            frames = window.scene_view.widget.frames - frames
            if not frames and not watcher.painted and worked < QUIET * self._idle:
                break
        else:
            did = f"{frames} frames, paints {watcher.painted}, events {watcher.events}"
            did += f", worked {worked:.2f} s in {self._idle:.0f} s\n{other_threads()}"
            self.eyes.found("idle", f"{where}: {did}")
        say("idle", where=where, worked=round(worked, 3), events=watcher.events)

    def _after_window(self) -> None:
        """The window is gone: nothing of it may stay."""
        self._level, self._asking = 0, 0
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        left = [type(top).__name__ for top in QApplication.topLevelWidgets() if top.isVisible()]
        if left:
            self.eyes.found("left behind", f"windows {sorted(left)}")
        say("left", event=self._next, visits=len(self._visits))
        self._end_process()

    def _end_process(self) -> None:
        """Do what the end of a process does: here the next start comes in the same one."""
        for handler in list(logging.getLogger().handlers):
            if isinstance(handler, application.LogFile):
                logging.getLogger().removeHandler(handler)
                handler.close()
        for number in (signal.SIGINT, signal.SIGTERM):  # what they call holds the window
            signal.signal(number, signal.SIG_DFL)
        running = QApplication.instance()
        assert running is not None
        for notifier in running.findChildren(QSocketNotifier):
            shiboken6.delete(notifier)
        for window in QApplication.topLevelWidgets():
            if isinstance(window, MainWindow):
                shiboken6.delete(window)
        QCoreApplication.sendPostedEvents()  # answers that came too late
        gc.collect()
        held = sum(type(one) is MainWindow for one in gc.get_objects())
        if held:
            self.eyes.found("left behind", f"{held} windows, with all that they hold")

    # -- what would reach outside --------------------------------------------------------------

    def _answer_questions(self, files: Path) -> None:
        """Answer questions for files by chance: a real dialog could delete or rename any."""

        def opened(*_: object, **__: object) -> tuple[str, str]:
            if self._rng.random() < 0.2:
                return "", ""
            path = monkey_materials.a_file(self._rng, files)
            self.eyes.note(f"  answer {path.name}")
            return str(path), ""

        def saved(_: object, title: str, *__: object) -> tuple[str, str]:
            if self._rng.random() < 0.2:
                return "", ""
            suffix = ".png" if "picture" in title else ".pyramidion"
            path = monkey_materials.a_new_file(self._rng, files, suffix)
            self.eyes.note(f"  answer {path.name[:60]}")
            return str(path), ""

        def folder(*_: object, **__: object) -> str:
            return self._rng.choice(["", str(files), str(files.parent), str(files / "nowhere")])

        for name, answer in (
            ("getOpenFileName", opened),
            ("getSaveFileName", saved),
            ("getExistingDirectory", folder),
        ):
            setattr(QFileDialog, name, staticmethod(answer))

    def _keep_links(self) -> None:
        """Let no link start another program."""
        self._links = _Links()
        for scheme in ("http", "https", "mailto", "file"):
            QDesktopServices.setUrlHandler(scheme, self._links, "followed")  # type: ignore[call-overload]


class _Paints(QObject):
    """Counts what Qt does while nobody does anything."""

    def __init__(self) -> None:
        super().__init__()
        self.events: dict[str, int] = {}
        self.painted: dict[str, int] = {}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type().name
        self.events[kind] = self.events.get(kind, 0) + 1
        if event.type() == QEvent.Type.Paint:
            name = type(watched).__name__
            self.painted[name] = self.painted.get(name, 0) + 1
        return False


class _Links(QObject):
    """Takes the links that are followed."""

    @Slot(QUrl)
    def followed(self, url: QUrl) -> None:
        """Do nothing."""


def other_threads() -> str:
    """Where all threads but this one stand."""
    here = threading.get_ident()
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    return "\n".join(
        f"{names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame)[-6:])}"
        for ident, frame in sys._current_frames().items()
        if ident != here
    )


def rest(seconds: float) -> None:
    """Leave the program to itself for a while."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
