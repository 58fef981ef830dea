"""What is known of the active document: analyzed in the background, told where it is wanted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from model.contract.game import Position
from viewer.analysis.point_text import point_text
from viewer.analysis.position_analysis import PositionAnalyzer
from viewer.games.game_view import Findings
from viewer.games.registry import ending, explainer_of, game_view_of
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.visuals.overlay_types import Overlay


def _nothing(position: Position, site: int) -> str:
    return ""


class AnalysisService(QObject):
    """Analyses and the sentences made of them; nothing of it while verdicts are hidden.

    Attributes
    ----------
    hidden
        Verdicts, costs and plans are kept out of sight (a preference).
    certain
        (position, site) -> what choosing a site is worth for certain, in words.
    marks_threats
        Threats are marked in the scene (a preference).

    Signals
    -------
    analyzed(Findings)
        More is known of the position.
    weighed(int)
        More is known of the point under the mouse.
    """

    analyzed = Signal(object)
    weighed = Signal(int)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._analyzer = PositionAnalyzer(self)
        self._analyzer.analyzed.connect(self.analyzed)
        self._analyzer.weighed.connect(self.weighed)
        self.hidden = False
        self.certain: Callable[[Position, int], str] = _nothing
        self.marks_threats = True

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences."""
        self.hidden = preferences.hide_verdicts
        self.marks_threats = preferences.threats

    def analyze(self, position: Position | None) -> None:
        """Turn to `position`; None stops the work."""
        self._analyzer.analyze(position)

    def let_go(self) -> None:
        """Forget all that was found: nothing is open any more."""
        self._analyzer.let_go()

    def known(self, position: Position | None) -> Findings | None:
        """Return what may be told of `position` so far, None while there is nothing."""
        return None if self.hidden else self._analyzer.known(position)

    def weigh(self, site: int | None) -> None:
        """Find out what a move on `site` would do; None: nothing any more."""
        if not self.hidden:
            self._analyzer.weigh(site)

    def point_text(self, position: Position, site: int) -> str:
        """Return the line on a point, with costs as far as they are known and may be told."""
        ahead = self._session.turn.ahead
        if ahead is not None and position is self._session.position:  # a click there is a premove
            premove = self._session.state.premove
            whole = premove is not None and premove.move
            return point_text(ahead, site, None, () if whole else self._session.entered, quiet=True)
        partial = self._session.state.partial
        text = point_text(position, site, self.known(position), partial, quiet=self.hidden)
        certain = "" if self.hidden else self.certain(position, site)
        return f"{text}: {certain}" if text and certain else text

    def headline(self) -> str:
        """Return how the active document stands, in a sentence; "" while that may not be told."""
        position = self._session.position
        if self._session.is_empty or self.hidden:
            return ""
        if position.outcome is not None:
            return f"{ending(position).rstrip('.')}."
        view = game_view_of(position)
        if view.explainer is not None:
            return view.explainer.headline(position, self.known(position))
        told = [fact.text.rstrip(".") for fact in view.facts(position) if fact.strong]
        return f"{'. '.join(told)}." if told else ""

    def overlays(self, document: Document) -> tuple[Overlay, ...]:
        """Return what the View of a document lays over its position."""
        show, exercise = document.view.show, document.exercise
        given = exercise is not None and show == exercise.shows(
            document.node
        )  # it is a part of what is told
        if not show or (self.hidden and not given):
            return ()
        position = self._session.position_of(document)
        explainer = explainer_of(position)
        if explainer is None:
            return ()
        # What isolates a corner comes with the plan to hold it: to a puzzle that is the answer.
        plans = exercise is None or not exercise.asks
        return explainer.overlays(position, show, self._analyzer.known(position), plans=plans)

    def threats(self, document: Document) -> tuple[Overlay, ...]:
        """Return what marks the threats in the position of a document, as far as they are known.

        Not where verdicts are hidden, and not in a lesson or a puzzle: while it waits they may be
        the answer, and afterwards nobody has said what they are. Who writes a lesson sees what its
        pupils will.
        """
        exercise, lesson = document.exercise, document.kept.lesson
        if (
            self.hidden
            or not self.marks_threats
            or lesson
            or (exercise is not None and exercise.is_task)
        ):
            return ()
        position = self._session.position_of(document)
        explainer = explainer_of(position)
        return () if explainer is None else explainer.threats(position, self.known(position))

    def interesting(self) -> tuple[int, ...]:
        """Return the points N visits: what the game finds so, else where one can move."""
        position = self._session.position
        if self._session.is_empty or position.outcome is not None:
            return ()
        planner = game_view_of(position).planner
        if planner is not None and planner.plans(position):
            return planner.pieces(position)
        explainer = explainer_of(position)
        found = None
        if explainer is not None:
            found = explainer.interesting(position, self.known(position))
        if found is None:
            partial = self._session.state.partial
            found = tuple(
                int(site) for site in partial_move_of(position, partial).choices.nonzero()[0]
            )
        return found

    def close(self) -> None:
        """Stop what runs in the background."""
        self._analyzer.close()
