"""The preferences that hold now: what the person chose once, and what a run has instead."""

from __future__ import annotations

from dataclasses import replace as change

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from viewer.session import preferences as stored
from viewer.session.preferences import Preferences
from viewer.session.session import Session

OF_A_RUN = ("hide_verdicts", "threats", "values", "confirm_moves")
"""Switches of what is shown and how moves are made, not of how the window looks."""


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
        holds = {} if run is None else run.holds
        return replace(self.own, **holds) if holds else self.own

    def hold(self, hold: bool) -> None:
        """Keep preferences out of their file for now: a presentation has others for a while."""
        self._holds = hold

    def choose(self, chosen: Preferences) -> None:
        """Take over preferences and keep them; switches of a lesson or a puzzle end with it."""
        run, now = self._session.run, self.now
        if run is not None and run.is_task:
            thrown = {name: getattr(chosen, name) for name in OF_A_RUN}
            thrown = {name: on for name, on in thrown.items() if on is not getattr(now, name)}
            if thrown:
                hides = bool(thrown.pop("hide_verdicts", now.hide_verdicts))
                run = run.with_hiding(hides) if hides is not now.hide_verdicts else run
                self._session.set_run(change(run, preferred={**run.preferred, **thrown}))
            chosen = replace(chosen, **{name: getattr(self.own, name) for name in OF_A_RUN})
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
