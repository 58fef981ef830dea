"""What the window does for opponents: who sits next, when nobody may break in, who thinks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from model.play.seats import Computer, Foreign, Seat
from viewer.analysis import kernel_process
from viewer.analysis.playing.opponents import Opponents
from viewer.analysis.playing.premoves import Premoves
from viewer.session.preferences import Preferences
from viewer.widgets import prose
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices

PREPARING = (
    "The computer is being prepared: that takes a minute or two, once. Meanwhile you can look about"
)
LONG_THOUGHT = 2000
"""Milliseconds of thinking after which that is said."""


class OpponentsInWindow(QObject):
    """Tells `Opponents` of the person, and the person of an engine that thinks for long.

    Parameters
    ----------
    opponents, premoves, notices, chosen
        Whom it is for; what waits meanwhile; where it is said; what the person has chosen.
    sets_up
        Whether a position is being set up.
    is_unseen
        Whether the window is put away, or shows the welcome page or the cover.
    shows_other
        Whether the scene shows something else than what is to be chosen now.
    """

    def __init__(
        self,
        opponents: Opponents,
        premoves: Premoves,
        notices: Notices,
        chosen: ChosenPreferences,
        *,
        sets_up: Callable[[], bool],
        is_unseen: Callable[[], bool],
        shows_other: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._opponents, self._notices, self._chosen = opponents, notices, chosen
        self._premoves, self._sets_up = premoves, sets_up
        self._thought = ""
        self._patience = QTimer(self)
        self._patience.setInterval(LONG_THOUGHT)
        self._patience.timeout.connect(self._tell)
        opponents.command_of = self._command_of
        opponents.busy = self._is_busy
        opponents.unseen, opponents.shows_other = is_unseen, shows_other
        opponents.failed.connect(notices.say)
        opponents.changed.connect(self._follow)
        self.prefer(chosen.now)

    def prefer(self, chosen: Preferences) -> None:
        """Have the opponent that is chosen sit down next: who plays now stays."""
        self._opponents.usual = usual_seat(chosen)

    def _command_of(self, name: str) -> str:
        found = (entry.command for entry in self._chosen.own.engines if entry.name == name)
        return next(found, "")

    def _is_busy(self) -> bool:
        """Whether a dialog waits for an answer, or a position is being set up."""
        return self._sets_up() or QApplication.activeModalWidget() is not None

    def _follow(self) -> None:
        """Say that an engine thinks where that takes a while, and no longer once it does not."""
        if not self._opponents.is_thinking:
            self._patience.stop()
            if self._thought and self._notices.strip.text == self._thought:
                self._notices.say("")
            self._thought = ""
        elif not self._patience.isActive():
            self._patience.start()

    def _tell(self) -> None:
        """Say once that an engine thinks; as long as it is being prepared, that it is."""
        compiles = kernel_process.is_compiling()
        thought = PREPARING if compiles else f"{self._opponents.thinker} is thinking"
        if not compiles:
            self._patience.stop()
        if self._premoves.text:
            thought = f"{thought}. {self._premoves.text}"
        if prose.sentence(thought) != self._thought:
            self._notices.say(thought)
            self._thought = self._notices.strip.text


def usual_seat(chosen: Preferences) -> Seat:
    """Return the opponent that the preferences name; the computer where it is no longer there."""
    if chosen.opponent in {entry.name for entry in chosen.engines}:
        return Foreign(chosen.opponent)
    return Computer(chosen.opponent_level)
