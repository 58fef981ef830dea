"""What is known of the active document: analyzed in the background, told where it is wanted.

One position is analyzed at a time, step by step, with what its game brings for it. Kernels release
the interpreter lock, look at a stop flag, and report what is known after every step; it is told of
the position it is about alone (`viewer.games.facts`)."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Position
from model.newest import Newest
from model.phrases import called
from viewer.analysis.background import BackgroundJob
from viewer.games.facts import PositionBound
from viewer.games.game_view import Explainer, Findings
from viewer.games.registry import ending, explainer_of, game_view_of
from viewer.picture.picking.click_meaning import is_occupied, partial_move_of, why_not
from viewer.session.document.document import Document
from viewer.session.document.move_entry import steps_of
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.visuals.overlay_types import Overlay


def point_text(
    position: Position,
    site: int,
    analysis: Findings | None = None,
    partial: tuple[str, ...] = (),
    *,
    quiet: bool = False,
) -> str:
    """Return the line on `site`: "5f7, level 5: joins 2 red groups; SW 3 -> 2".

    Parameters
    ----------
    position
        What is shown.
    site
        A site of its board.
    analysis
        What is known of `position`.
    partial
        The partial move: the line says what `site` does as its next step.
    quiet
        Verdicts are hidden: what is held, won or threatened is left out.
    """
    explainer = explainer_of(position)
    text = "" if explainer is None else explainer.point_text(position, site, analysis, quiet=quiet)
    if text:
        return text
    planner = game_view_of(position).planner
    if planner is not None:  # no site is a move
        return planner.point_text(position, site)
    name = position.game.board.names[site]
    if partial[-1:] == (name,) and steps_of(position, partial).move is None:
        undone = "put it down" if is_occupied(position, site) else "choose another place"
        return f"Click {name} again to {undone}"
    if not partial and not _is_movers(position, site):
        return bare_point(position, site)
    return why_not(position, partial, name) or bare_point(position, site)


def _is_movers(position: Position, site: int) -> bool:
    """Whether a site is free, or its topmost piece is one of the side to move."""
    pieces = position.pieces
    owners = pieces.owner[pieces.site == site]
    return not len(owners) or position.game.players[int(owners[-1])] == position.to_move


def bare_point(position: Position, site: int) -> str:
    """Return the line on a site where a click is no move: its name and what stands there."""
    explainer = explainer_of(position)
    text = "" if explainer is None else explainer.bare_point(position, site)
    if text:
        return text
    planner = game_view_of(position).planner
    if planner is not None and planner.plans(position):
        return planner.point_text(position, site)
    pieces = position.pieces
    owners = pieces.owner[(pieces.site == site) & (pieces.owner >= 0)]  # a ball is nobody's
    owner = int(owners[-1]) if len(owners) else -1
    occupant = "empty" if owner < 0 else called(position.game.players[owner])
    kinds = position.game.piece_kinds
    if owner >= 0 and len(kinds) == 1:
        occupant = f"a {occupant} {kinds[0].name}"
    return f"{position.game.board.names[site]}: {occupant}"


REMEMBERED = 64
"""Finished analyses kept, so that going back and forth computes nothing."""
IN_PARTS = 30
"""Milliseconds after which what is known so far is told: each part costs all docks a moment."""


class PositionAnalyzer(QObject):
    """Analyzes one position at a time; a new one takes the place of the last.

    Signals
    -------
    analyzed(Findings)
        More is known; always of the position asked for last, on the interface thread, and never
        while `analyze` is called: who asks may be one of many that hear of another position.
    weighed(int)
        It has become known what a move on that site would do.
    """

    analyzed = Signal(object)
    weighed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: PositionBound[Findings | None] = PositionBound(None)
        self._finished: Newest[Position, Findings] = Newest(REMEMBERED)
        self._asked: Position | None = None
        self._explainer: Explainer | None = None
        self._point: int | None = None
        self._positions = BackgroundJob(self)
        self._points = BackgroundJob(self)
        self._closed = False
        self._later = QTimer(self, singleShot=True, interval=IN_PARTS)
        self._later.timeout.connect(self._tell)

    def known(self, position: Position | None) -> Findings | None:
        """Return what is known of `position`: None when that is nothing, or it is not analyzed."""
        return self._known.of(position)

    def analyze(self, position: Position | None) -> None:
        """Turn to `position`; None, or a game that explains nothing, stops the work."""
        explainer = explainer_of(position)
        if explainer is None or self._closed:
            position = None
        if position is self._asked:
            return
        self._positions.cancel()
        self._points.cancel()
        self._asked, self._explainer, self._point = position, explainer, None
        self._known.forget()
        if position is None or explainer is None:
            return
        found = self._finished.get(position)
        if found is not None:
            self._finished.move_to_end(position)  # equal positions are one key
            if found.position is not position:
                found = explainer.moved_to(found, position)
            self._known.keep(position, found)
            QTimer.singleShot(0, self, self._tell)
            return
        asked, ask = position, explainer

        self._positions.start(
            lambda stop, progress, deliver: ask.analyze(asked, deliver, stop),
            lambda found: None,  # all of it was handed out in parts; an error is in the log
            on_part=self._receive,
        )

    def weigh(self, site: int | None) -> None:
        """Find out what a move of the side to move on `site` would do; None: no site any more.

        Waits until the position itself is analyzed; a new site takes the place of the last.
        """
        asked = self._asked
        if asked is None or (site is not None and site >= len(asked.game.board)):
            site = None  # where the mouse was on another board
        if self._closed or site == self._point:
            return
        self._points.cancel()
        self._point = site
        self._weigh_next()

    def let_go(self) -> None:
        """Stop, and forget all that was found."""
        self.analyze(None)
        self._finished.clear()

    def close(self) -> None:
        """Stop what is running; nothing is reported any more."""
        self._closed = True
        self._point = None
        self._positions.close()
        self._points.close()

    def _tell(self) -> None:
        """Tell what is known of the position, if it is still the one asked for."""
        known = self._known.of(self._asked)
        if known is not None:
            self.analyzed.emit(known)
            self._weigh_next()

    def _receive(self, analysis: object) -> None:
        assert isinstance(analysis, Findings)
        self._known.keep(analysis.position, analysis)
        if analysis.done:
            self._finished[analysis.position] = analysis
            self._later.stop()
            self._tell()
        elif not self._later.isActive():
            self._later.start()

    def _weigh_next(self) -> None:
        """Weigh the site that waits, once the position is analyzed."""
        known, explainer, site = self._known.of(self._asked), self._explainer, self._point
        if site is None or known is None or explainer is None or not known.done:
            return
        if self._points.busy or not explainer.can_weigh(known, site):
            return
        asked, ask, at = known, explainer, site

        self._points.start(
            lambda stop, progress, deliver: ask.weigh(asked, at, stop), self._on_weighed
        )

    def _on_weighed(self, found: object) -> None:
        """Take in what a site would do; failed, it is not weighed again until asked for anew."""
        site, self._point = self._point, None
        if site is None or not isinstance(found, Findings):
            return
        self._known.keep(found.position, found)
        self._finished[found.position] = found
        self.weighed.emit(site)


class AnalysisService(PositionAnalyzer):
    """Analyses and the sentences made of them; nothing of it while verdicts are hidden.

    Attributes
    ----------
    hidden
        Verdicts, costs and plans are kept out of sight (a preference).
    certain
        (position, site) -> what choosing a site is worth for certain, in words.
    marks_threats
        Threats are marked in the scene (a preference).
    """

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.hidden = False
        self.certain: Callable[[Position, int], str] = lambda position, site: ""
        self.marks_threats = True

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences."""
        self.hidden = preferences.hide_verdicts
        self.marks_threats = preferences.threats

    def known(self, position: Position | None) -> Findings | None:
        """Return what may be told of `position` so far, None while there is nothing."""
        return None if self.hidden else super().known(position)

    def weigh(self, site: int | None) -> None:
        """Find out what a move on `site` would do; None: nothing any more."""
        if not self.hidden:
            super().weigh(site)

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
        facts = [fact.text.rstrip(".") for fact in view.facts(position) if fact.strong]
        return f"{'. '.join(facts)}." if facts else ""

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
        return explainer.overlays(position, show, self._known.of(position), plans=plans)

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
