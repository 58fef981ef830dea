"""What is known of the active document, shown over the scene and told to whoever listens."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from model.contract.game import Game, Position
from model.phrases import called, counted, listed
from viewer.analysis.advice import Advice
from viewer.analysis.analysis_service import AnalysisService
from viewer.analysis.review_service import Reviews
from viewer.analysis.values import ValueLookup
from viewer.games.decision import FEW, Decision
from viewer.games.facts import PositionBound
from viewer.picture.compose.ground import place_word
from viewer.picture.compose.overlays import line_overlays
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session
from viewer.visuals.overlay_types import Marks, Overlay, Pour, Threats, besides
from viewer.widgets.announcing import announce


class AnalysisDisplay(QObject):
    """Lays over the scene what the View says and what is poured, once the first frame is there.

    Attributes
    ----------
    is_ready
        Whether the first frame was shown; nothing is analyzed before it.

    Signals
    -------
    analyzed
        More is known of the position, or of the point under the mouse.
    overlaid(tuple[Overlay, ...])
        What lies over the scene now.
    """

    analyzed = Signal()
    overlaid = Signal(object)

    def __init__(
        self,
        session: Session,
        analysis: AnalysisService,
        scene: SceneView,
        parent: QObject | None = None,
        *,
        advice: Advice,
        values: ValueLookup,
        reviews: Reviews,
        explained: Callable[[], Decision | None] = lambda: None,
    ) -> None:
        """Show what the View says, what an engine or a review advises, and what is certain.

        `explained` returns what decided a line that was shown.
        """
        super().__init__(parent)
        self._session, self._analysis, self._scene = session, analysis, scene
        self._explained, self._advice, self._values = explained, advice, values
        self._reviews = reviews
        self.is_ready = False
        self._shown_of: Position | None = None
        self._poured: PositionBound[Pour | None] = PositionBound(None)
        self._said: dict[tuple[int, int], tuple[int, ...]] = {}
        analysis.analyzed.connect(self._on_analysis)
        advice.changed.connect(self.show_overlays)
        reviews.changed.connect(self.show_overlays)
        values.changed.connect(self._on_values)
        analysis.weighed.connect(self._on_weighing)

    @property
    def pour(self) -> Pour | None:
        """What is poured over the position that is shown, None: nothing."""
        return self._poured.of(self._session.position)

    def begin(self) -> None:
        """Analyze the position: the first frame is on the screen."""
        self.is_ready = True
        self.analyze()
        self._advice.begin()
        self._values.begin()
        self.show_interesting()  # where one can move is known without an analysis

    def analyze(self) -> None:
        """Turn to the position of the active document."""
        if self.is_ready and not self._session.is_empty:
            self._analysis.analyze(self._session.position)

    def show_pour(self, pour: Pour | None) -> None:
        """Lay a pour over the position it runs through; None: no more."""
        self._poured.keep(None if pour is None else pour.position, pour)
        self.show_overlays()

    def refresh(self) -> None:
        """Show overlays and interesting points as they are now."""
        self.show_overlays()
        self.show_interesting()

    def show_overlays(self) -> None:
        """Lay over the scene what is known of the position, what is poured and what is entered."""
        document = self._session.document
        if document.is_placeholder or not self.is_ready:
            return
        advised = self._advice.overlays(document)
        overlays = self._analysis.overlays(document)
        if any(isinstance(one, Marks) and any(one.texts) for one in advised):
            # A plan and a line numbered at once could not be told apart.
            overlays = tuple(one for one in overlays if not isinstance(one, Marks))
        reviewed = () if self._advice.advises else self._reviews.overlays(document)
        shown = (*self._values.overlays(document), *overlays, *advised, *reviewed)
        decision, pour = self._explained(), self.pour
        if decision is not None:
            shown = (*shown, *besides(decision.overlays, shown))
        exercise = document.exercise
        given = exercise is not None and exercise.pours(document.node)
        if pour is not None and (given or not self._analysis.hidden):
            shown = (*shown, pour)
        threats = self._analysis.threats(document)
        shown = (*shown, *threats, *self._premove())
        position = self._session.position_of(document)
        self._say_threats(document.key, position.game, threats)
        # An engine tells again and again what it knows already; docks may have come since.
        is_same = shown == self._scene.laid.overlays and position is self._shown_of
        self._shown_of = position
        if not is_same and (shown or self._scene.laid.overlays):
            self._scene.laid.show_overlays(position, shown)
        self.overlaid.emit(shown)

    def _say_threats(self, key: int, game: Game, threats: tuple[Overlay, ...]) -> None:
        """Say of each side where one move would take something, unless that was said last."""
        new = []
        for one in threats:
            if isinstance(one, Threats) and self._said.get((key, one.owner)) != one.sites:
                self._said[key, one.owner] = one.sites
                names = [game.board.names[site] for site in one.sites]
                many = counted(len(names), place_word(game.board))
                side = called(game.players[one.owner]).capitalize()
                new.append(f"{side} threatens {listed(names) if len(names) <= FEW else many}.")
        announce(self._scene, " ".join(new))

    def _premove(self) -> tuple[Overlay, ...]:
        """What the person has entered for the time after the reply."""
        premove = self._session.state.premove
        if premove is None or not premove.move:
            return ()
        shown = line_overlays(premove.position, (premove.move,), numbered=False)
        return tuple(
            replace(one, texts=("next",)) if isinstance(one, Marks) else one for one in shown
        )

    def show_interesting(self) -> None:
        """Let N go from point to point of what may be told."""
        if self.is_ready:
            self._scene.input.interesting = self._analysis.interesting()

    def _on_analysis(self) -> None:
        self.analyzed.emit()
        self._scene.line.retell()
        self.refresh()

    def _on_values(self) -> None:
        self.show_overlays()
        self._scene.line.retell()

    def _on_weighing(self) -> None:
        """Tell what a move on the hovered point would do, now that it is known."""
        self.analyzed.emit()
        self._scene.line.retell()
