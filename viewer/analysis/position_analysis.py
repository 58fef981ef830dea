"""Analyzes one position in the background, step by step, with what its game brings for it.

Kernels release the interpreter lock, look at a stop flag, and report what is known after every
step. What is known is told of the position it is about alone (`viewer.games.facts`).
"""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Position, Stop
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.games.facts import AboutPosition
from viewer.games.game_view import Explainer, Findings
from viewer.games.registry import explainer_of

REMEMBERED = 64
"""Finished analyses kept, so that going back and forth computes nothing."""


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
        self._known: AboutPosition[Findings | None] = AboutPosition(None)
        self._finished: OrderedDict[Position, Findings] = OrderedDict()
        self._asked: Position | None = None
        self._explainer: Explainer | None = None
        self._point: int | None = None
        self._positions = BackgroundJob(self)
        self._points = BackgroundJob(self)
        self._closed = False

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
            QTimer.singleShot(0, self, lambda: self._tell_again(found))
            return
        asked, ask = position, explainer

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> None:
            ask.analyze(asked, deliver, stop)

        self._positions.start(work, self._ended, on_part=self._receive)

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

    def _tell_again(self, found: Findings) -> None:
        """Tell what was known of the position already, if that is still the one asked for."""
        known = self.known(found.position)
        if known is not None:
            self.analyzed.emit(known)
            self._weigh_next()

    def _receive(self, analysis: object) -> None:
        assert isinstance(analysis, Findings)
        self._known.keep(analysis.position, analysis)
        if analysis.done:
            self._remember(analysis)
        self.analyzed.emit(analysis)
        self._weigh_next()

    def _ended(self, found: object) -> None:
        """All of the position has been reported; an error is in the log."""

    def _remember(self, analysis: Findings) -> None:
        self._finished[analysis.position] = analysis
        while len(self._finished) > REMEMBERED:
            self._finished.popitem(last=False)

    def _weigh_next(self) -> None:
        """Weigh the site that waits, once the position is analyzed."""
        known, explainer, site = self.known(self._asked), self._explainer, self._point
        if site is None or known is None or explainer is None or not known.done:
            return
        if self._points.busy or not explainer.can_weigh(known, site):
            return
        asked, ask, at = known, explainer, site

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> object:
            return ask.weigh(asked, at, stop)

        self._points.start(work, self._on_weighed)

    def _on_weighed(self, found: object) -> None:
        """Take in what a site would do; failed, it is not weighed again until asked for anew."""
        site, self._point = self._point, None
        if site is None or not isinstance(found, Findings):
            return
        self._known.keep(found.position, found)
        self._remember(found)
        self.weighed.emit(site)
