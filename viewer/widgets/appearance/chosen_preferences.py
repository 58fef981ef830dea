"""The preferences that hold now: what the person chose once, and what a run has instead."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from viewer.session import preferences as stored
from viewer.session.preferences import Preferences
from viewer.session.session import Session


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
        run = self._session.run
        hiding = None if run is None else run.hiding
        if hiding is None or hiding is self.own.hide_verdicts:
            return self.own
        return replace(self.own, hide_verdicts=hiding)

    def hold(self, hold: bool) -> None:
        """Keep preferences out of their file for now: a presentation has others for a while."""
        self._holds = hold

    def choose(self, chosen: Preferences) -> None:
        """Take over preferences and keep them."""
        run = self._session.run
        if run is not None and run.hiding is not None:
            if chosen.hide_verdicts is not run.hiding:
                self._session.set_run(run.with_hiding(chosen.hide_verdicts))
            chosen = replace(chosen, hide_verdicts=self.own.hide_verdicts)
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
