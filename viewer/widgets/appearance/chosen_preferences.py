"""The preferences that hold now: what the person chose once, and what a run has instead."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace as change
from functools import cache
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QAbstractButton, QWidget

from viewer.session import preferences as stored
from viewer.session.preferences import Preferences
from viewer.session.session import Session

OF_A_RUN = ("hide_verdicts", "threats", "values", "confirm_moves", "focus")
"""Switches of what is shown and how moves are made, not of how the window looks."""


class ChosenPreferences(QObject):
    """Takes over preferences and keeps them in their file.

    Parameters
    ----------
    chosen
        Preferences that are kept nowhere; None: those of the file.

    Signals
    -------
    changed(Preferences, Preferences)
        Others were chosen: before, and now.
    failed(str)
        They could not be written; a sentence.
    """

    changed = Signal(object, object)
    failed = Signal(str)

    def __init__(
        self, session: Session, chosen: Preferences | None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.own = self._kept = stored.load()[0] if chosen is None else chosen
        self._keeps = chosen is None
        self._holds = False

    @property
    def now(self) -> Preferences:
        """What holds now: a puzzle, or a task of a lesson, hides verdicts itself."""
        exercise = self._session.exercise
        holds = {} if exercise is None else exercise.holds
        return replace(self.own, **holds) if holds else self.own

    def hold(self, hold: bool) -> None:
        """Keep preferences out of their file for now: a presentation has others for a while."""
        self._holds = hold

    def choose(self, chosen: Preferences) -> None:
        """Take over preferences and keep them; switches of a lesson or a puzzle end with it."""
        run, now = self._session.exercise, self.now
        if run is not None and run.is_task:
            thrown = {name: getattr(chosen, name) for name in OF_A_RUN}
            thrown = {name: on for name, on in thrown.items() if on != getattr(now, name)}
            if thrown:
                hides = bool(thrown.pop("hide_verdicts", now.hide_verdicts))
                run = run.with_hiding(hides) if hides is not now.hide_verdicts else run
                self._session.set_exercise(change(run, preferred={**run.preferred, **thrown}))
            chosen = replace(chosen, **{name: getattr(self.own, name) for name in OF_A_RUN})
        self.take(chosen)

    def change(self, **values: object) -> None:
        """Choose some anew, by their names; the others stay."""
        self.choose(replace(self.now, **values))

    def retell(self) -> None:
        """Tell of what holds, as if it were chosen: what the system says has changed."""
        self.changed.emit(self.own, self.now)

    def take(self, chosen: Preferences) -> None:
        """Take over preferences and keep them; what a run hides stays as it is."""
        old, self.own = self.own, chosen
        if self._keeps and not self._holds and chosen != self._kept:
            found, trouble = stored.change(self._kept, chosen)
            # Other windows keep their looks to themselves; an engine they added is known here.
            self.own = replace(chosen, engines=found.engines)
            if trouble:
                self.failed.emit(trouble)  # what was not written is written with the next choice
            else:
                self._kept = self.own
        self.changed.emit(old, self.now)


# What has to grow with the text and is no text: icons, narrow fields, small drawings.

BASE = 13
"""Logical pixels of the letters at text size 1."""


def text_scale(widget: QWidget) -> float:
    """Return how large a widget's letters are, 1 being `BASE` pixels."""
    return QFontInfo(widget.font()).pixelSize() / BASE


class _Follower(QObject):
    """Calls `fit` with the scale, now and whenever the letters of a widget change their size."""

    def __init__(self, widget: QWidget, fit: Callable[[float], object]) -> None:
        super().__init__(widget)
        self._widget, self._fit, self._scale = widget, fit, 0.0
        widget.installEventFilter(self)
        self._follow()

    def _follow(self) -> None:
        scale = text_scale(self._widget)
        if scale != self._scale:
            self._scale = scale
            self._fit(scale)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.Polish):
            self._follow()
        return False


def with_text(widget: QWidget, fit: Callable[[float], object]) -> None:
    """Call `fit` with the scale of a widget's text, now and whenever it changes."""
    _Follower(widget, fit)


def keep_wide(widget: QWidget, pixels: int) -> None:
    """Make a field `pixels` wide at text size 1, and as much wider as its letters are."""
    with_text(widget, lambda scale: widget.setFixedWidth(round(pixels * max(1.0, scale))))


def keep_icon(button: QAbstractButton, pixels: int) -> None:
    """Make an icon `pixels` wide and high at text size 1, and as much larger as the letters are."""

    def fit(scale: float) -> None:
        side = round(pixels * max(1.0, scale))
        button.setIconSize(QSize(side, side))

    with_text(button, fit)


# Whether things may move on the screen: the preference, or what the desktop asks for.

_ANIMATIONS = 0x1042
"""SPI_GETCLIENTAREAANIMATION"""


def reduced_motion(preferences: Preferences) -> bool:
    """Tell whether flights and placing show their end states at once.

    "system" asks the desktop: GTK's and GNOME's setting, that of Windows or of macOS.
    """
    if preferences.effects != "system":
        return preferences.effects != "all"
    if os.environ.get("GTK_ENABLE_ANIMATIONS") == "0":
        return True
    if sys.platform == "win32":
        return not _windows_animations()
    if sys.platform == "darwin":
        return _answers("1", "defaults", "read", "com.apple.universalaccess", "reduceMotion")
    settings = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config"))
    for version in ("gtk-4.0", "gtk-3.0"):
        try:
            text = (settings / version / "settings.ini").read_text("utf-8", errors="replace")
        except OSError:
            continue
        for line in text.splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "gtk-enable-animations":
                return value.strip().lower() in ("0", "false")
    return _answers("false", "gsettings", "get", "org.gnome.desktop.interface", "enable-animations")


def _windows_animations() -> bool:
    import ctypes

    value = ctypes.c_int(1)
    if sys.platform == "win32":
        ctypes.windll.user32.SystemParametersInfoW(_ANIMATIONS, 0, ctypes.byref(value), 0)
    return bool(value.value)


@cache
def _answers(expected: str, *question: str) -> bool:
    """Ask a tool of the desktop, where it is there; half a second at most, once a run.

    Everything that moves asks, and a desktop that does not answer would hold the window each time.
    """
    import shutil
    import subprocess

    tool = shutil.which(question[0])
    if tool is None:
        return False
    question = (tool, *question[1:])
    try:
        answer = subprocess.run(question, capture_output=True, text=True, timeout=0.5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.stdout.strip() == expected
