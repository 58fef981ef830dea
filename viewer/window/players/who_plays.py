"""Who plays in the window: opponents, how games end, dice, premoves, and handing over."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from model.play.seats import Computer, Foreign, Seat
from viewer.analysis import kernel_process
from viewer.analysis.playing.automatic_moves import DiceRoller, Premoves
from viewer.analysis.playing.game_ends import GameEnds
from viewer.analysis.playing.opponents import Opponents
from viewer.scene_view.scene_view import SceneView
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.widgets import prose
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.players.hand_over import HandOver

PREPARING = (
    "The computer is being prepared: that takes a minute or two, once. Meanwhile you can look about"
)
LONG_THOUGHT = 2000
"""Milliseconds of thinking after which that is said."""


class Playing(QObject):
    """Makes them, tells each when it has to wait, and the person of an engine that thinks long.

    Parameters
    ----------
    is_unseen
        Whether the window is put away, or shows the welcome page or the cover.

    Attributes
    ----------
    opponents, ends, hand_over
        Who plays the active document, how its game ends, and who may look.
    """

    def __init__(
        self,
        session: Session,
        chosen: ChosenPreferences,
        notices: Notices,
        scene: SceneView,
        is_unseen: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._scene, self._notices, self._chosen = scene, notices, chosen
        self._thought = ""
        self._patience = QTimer(self, interval=LONG_THOUGHT)
        self._patience.timeout.connect(self._tell)
        self.opponents = Opponents(session, self)
        self.ends = GameEnds(session, self.opponents, self)
        self.ends.said.connect(notices.say)
        self.ends.offered.connect(notices.offer)
        self.hand_over = HandOver(session, self.opponents, self)
        self.dice = DiceRoller(session, self)
        self.dice.busy = self._is_kept_back
        self.opponents.changed.connect(self._roll_for_engines)
        self.premoves = Premoves(session, self)
        self.premoves.busy = self._is_kept_back
        self.premoves.said.connect(notices.say)
        self.opponents.changed.connect(self.premoves.look_again)
        self.opponents.command_of = self._command_of
        self.opponents.busy = lambda: (
            self._scene.tools.is_on("set-up") or QApplication.activeModalWidget() is not None
        )
        self.opponents.unseen = is_unseen
        self.opponents.shows_other = lambda: scene.shows_other
        self.opponents.failed.connect(notices.say)
        self.opponents.changed.connect(self._follow)
        self.prefer(chosen.now)

    def prefer(self, chosen: Preferences) -> None:
        """Have the opponent that is chosen sit down next: who plays now stays."""
        self.opponents.usual = usual_seat(chosen)

    def _command_of(self, name: str) -> str:
        found = (entry.command for entry in self._chosen.own.engines if entry.name == name)
        return next(found, "")

    def _follow(self) -> None:
        """Say that an engine thinks where that takes a while, and no longer once it does not."""
        if not self.opponents.is_thinking:
            self._patience.stop()
            if self._thought and self._notices.strip.text == self._thought:
                self._notices.say("")
            self._thought = ""
        elif not self._patience.isActive():
            self._patience.start()

    def _tell(self) -> None:
        """Say once that an engine thinks; as long as it is being prepared, that it is."""
        compiles = kernel_process.is_compiling()
        thought = PREPARING if compiles else f"{self.opponents.thinker} is thinking"
        if not compiles:
            self._patience.stop()
        if self.premoves.text:
            thought = f"{thought}. {self.premoves.text}"
        if prose.sentence(thought) != self._thought:
            self._notices.say(thought)
            self._thought = self._notices.strip.text

    def close(self) -> None:
        """Stop what runs in the background."""
        self.opponents.close()
        self.ends.close()
        self.dice.close()
        self.premoves.close()

    def _is_kept_back(self) -> bool:
        """Whether the game is over, or something is shown or asked that a move would break into."""
        shows = self._scene.move_animation.running or self.ends.is_over
        return self.opponents.busy() or shows or self.hand_over.is_covered

    def _roll_for_engines(self) -> None:
        """A game that engines play begins by itself, also with dice."""
        if self.opponents.seats.taken:
            self.dice.begin()


def usual_seat(chosen: Preferences) -> Seat:
    """Return the opponent that the preferences name; the computer where it is no longer there."""
    if chosen.opponent in {entry.name for entry in chosen.engines}:
        return Foreign(chosen.opponent)
    return Computer(chosen.opponent_level)
