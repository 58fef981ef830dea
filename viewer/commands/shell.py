"""What commands act on: the parts of the window, as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from viewer.analysis.advice import Advice
    from viewer.analysis.analysis_service import AnalysisService
    from viewer.analysis.review_service import Reviews
    from viewer.analysis.values import ValueLookup
    from viewer.learn.learning import Learning
    from viewer.learn.puzzles.puzzle_author import MistakePuzzles
    from viewer.scene_view.scene_view import SceneView
    from viewer.scene_view.toolbox import Toolbox
    from viewer.session.preferences import Preferences
    from viewer.session.session import Session
    from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
    from viewer.widgets.messages import Notices
    from viewer.window.analysis_display import AnalysisDisplay
    from viewer.window.auxiliary_windows import AuxiliaryWindows
    from viewer.window.dialogs.requests import Dialogs
    from viewer.window.docks import Docks
    from viewer.window.move_field import MoveField
    from viewer.window.pages import Pages
    from viewer.window.picture_copy import PictureCopy
    from viewer.window.players.who_plays import Playing
    from viewer.window.presentation.presentation import Presentation


class WindowHost(Protocol):
    """What only the main window can do, which puts the others together."""

    @property
    def is_presenting(self) -> bool:
        """Whether a presentation is given."""

    @property
    def presentation(self) -> Presentation:
        """The presentation, made when it is first asked for."""

    @property
    def mistake_puzzles(self) -> MistakePuzzles:
        """What makes puzzles of mistakes, made when it is first asked for."""

    def perform(self, command: str) -> bool:
        """Run a command by its id; returns whether it ran. What refuses is told in a sentence."""

    def show_palette(self) -> None:
        """Open the palette of all commands."""

    def leave_scene(self) -> None:
        """Give the keyboard to the next panel that is open, else to the toolbar."""

    def close_window(self) -> None:
        """Close; whatever has to be asked has been asked."""

    def windowState(self) -> Qt.WindowState: ...
    def setWindowState(self, state: Qt.WindowState) -> None: ...


@dataclass(frozen=True, eq=False)
class Shell:
    """The parts of the window, each as it is: nothing here passes a call on.

    Attributes
    ----------
    session, chosen
        What is open, and which preferences hold.
    notices, ask
        Where sentences are said, and the dialogs; tests put answers in their place.
    scene, toolbox
        The scene, and what clicks there may be for.
    analysis, advice, values, reviews, display
        What is known of the position; what an engine says of the game; what is certain of it; what
        a review has found; and what of it all lies over the scene.
    playing
        Who plays, how games end, and who may look.
    learning
        Lessons and puzzles, and the line that is shown step by step.
    docks, pages, move_field, auxiliary_windows
        What stands around the scene, in its place, below it, and beside the window.
    pictures
        What draws pictures for the clipboard.
    frame
        The window itself.
    """

    session: Session
    chosen: ChosenPreferences
    notices: Notices
    ask: Dialogs
    scene: SceneView
    toolbox: Toolbox
    analysis: AnalysisService
    advice: Advice
    values: ValueLookup
    reviews: Reviews
    display: AnalysisDisplay
    playing: Playing
    learning: Learning
    docks: Docks
    pages: Pages
    move_field: MoveField
    auxiliary_windows: AuxiliaryWindows
    pictures: PictureCopy
    frame: WindowHost

    def prefer(self, preferences: Preferences) -> None:
        """Have all that is found and played follow the preferences."""
        for one in (self.analysis, self.advice, self.values, self.reviews, self.playing):
            one.prefer(preferences)
