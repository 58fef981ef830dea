"""Who plays in the window: opponents, how games end, dice, premoves, and handing over."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from viewer.analysis.playing.dice_roller import DiceRoller
from viewer.analysis.playing.game_ends import GameEnds
from viewer.analysis.playing.opponents import Opponents
from viewer.analysis.playing.premoves import Premoves
from viewer.scene_view.scene_view import SceneView
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.players.hand_over import HandOver
from viewer.window.players.opponents_in_window import OpponentsInWindow


class Playing(QObject):
    """Makes them, and tells each when it has to wait.

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
        self._scene = scene
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
        self._in_window = OpponentsInWindow(
            self.opponents,
            self.premoves,
            notices,
            chosen,
            sets_up=lambda: scene.tools.is_on("set-up"),
            is_unseen=is_unseen,
            shows_other=lambda: scene.shows_other,
            parent=self,
        )

    def prefer(self, preferences: Preferences) -> None:
        """Have the opponent that is chosen sit down next."""
        self._in_window.prefer(preferences)

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
