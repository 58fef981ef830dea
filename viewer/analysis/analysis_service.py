"""What is known of the position in front: judged in the background, told where it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from model.game import Position
from viewer.games.game_view import ending, words_of
from viewer.picture.partial_move import partial_move_of
from viewer.session.document import Document
from viewer.session.session import Session

if TYPE_CHECKING:
    from viewer.analysis.position_analysis import Judgement, Judging
    from viewer.picture.picture import Overlay


class Insight(QObject):
    """Costs, plans and the sentences made of them; nothing of it while verdicts are hidden.

    Attributes
    ----------
    hidden
        Verdicts, costs and plans are kept out of sight (a preference).

    Signals
    -------
    judged(Judgement)
        More is known of the position.
    considered(int)
        More is known of the point under the mouse.
    """

    judged = Signal(object)
    considered = Signal(int)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._judging: Judging | None = None
        self.hidden = False

    @property
    def judging(self) -> Judging:
        """The judge; made, with the imports it needs, when it is first asked for."""
        if self._judging is None:
            from viewer.analysis.position_analysis import Judging

            self._judging = Judging(self)
            self._judging.judged.connect(self.judged)
            self._judging.considered.connect(self.considered)
        return self._judging

    @property
    def latest(self) -> Judgement | None:
        """What may be told of the position so far, None while there is nothing."""
        return None if self.hidden or self._judging is None else self._judging.latest

    def consider(self, site: int | None) -> None:
        """Find out what a ball on `site` would do to the costs; None: nothing any more."""
        if self._judging is not None and not self.hidden:
            self._judging.consider(site)

    def point_text(self, position: Position, site: int) -> str:
        """Return the line on a point, with costs as far as they are known and may be told."""
        from viewer.analysis.point_text import point_text

        partial = self._session.state.partial
        return point_text(position, site, self.latest, partial, quiet=self.hidden)

    def headline(self) -> str:
        """Return how the position in front stands, in a sentence; "" while that may not be told.

        Of Partition what the side to move still needs, "" until it is known.
        """
        position = self._session.position
        if position is None or self.hidden:
            return ""
        words = words_of(position)
        if position.outcome is not None:
            return f"{ending(position).rstrip('.')}."
        if not words.corners:
            told = [fact.text.rstrip(".") for fact in words.facts(position) if fact.strong]
            return f"{'. '.join(told)}." if told else ""
        from viewer.games.partition.text import win_line

        side, latest = position.to_move, self.latest
        if side is None or latest is None or latest.position is not position:
            return ""
        return f"{win_line(side, latest.wins[side])}." if side in latest.wins else ""

    def overlays(self, document: Document) -> tuple[Overlay, ...]:
        """Return what the View of a document lays over its position."""
        if self.hidden or not document.view.show:
            return ()
        from viewer.picture.overlays import overlays

        shown = overlays(self._session.position_of(document), document.view.show, self.latest)
        if document.run is not None and document.run.asks and document.view.show[:5] != "cost=":
            # What isolates a corner comes with the plan to hold it: here that is the answer.
            from viewer.picture.picture import Marks

            shown = tuple(one for one in shown if not isinstance(one, Marks))
        return shown

    def interesting(self) -> tuple[int, ...]:
        """Return the points N visits: plans, the mover's first; in stacking the legal points."""
        position: Any = self._session.position
        if position is None or position.outcome is not None:
            return ()
        if getattr(position.game, "stacking", False) or not words_of(position).corners:
            partial = self._session.state.partial
            choices = partial_move_of(position, partial).choices
            return tuple(int(site) for site in choices.nonzero()[0])
        latest = self.latest
        if latest is None or latest.position is not position:
            return ()
        sites: list[int] = []
        for player in sorted(latest.wins, key=lambda name: name != position.to_move):
            win = latest.wins[player]
            sites += win.plan if win is not None else ()
        return tuple(dict.fromkeys(sites))

    def close(self) -> None:
        """Stop what runs in the background."""
        if self._judging is not None:
            self._judging.close()
