"""Running: puzzles solved and lessons gone through in the document in front.

While a `Run` is on, the record is a scratch copy: whatever is played lands there, the document
is not edited by it, and ending the run brings the record back as it was.
"""

from __future__ import annotations

from dataclasses import replace

from rpds import List

from model.game import Move, Position
from model.records import record as records
from model.records.record import ROOT
from viewer.session.document import Document, Look
from viewer.session.run import Reject, Run
from viewer.session.store import Documents, SessionError


class Running(Documents):
    """Documents that can be run."""

    def begin_run(self, run: Run, node: int | None = None) -> None:
        """Start `run` in the document in front, at `node` (its `node` by default); SessionError."""
        document = self._active()
        if document.run is not None:
            raise SessionError("this is being gone through already: end that first")
        self._put_run(document, run, run.node if node is None else node)

    def set_run(self, run: Run) -> None:
        """Take over the next value of the run; SessionError where none is on."""
        document = self._active()
        if document.run is None:
            raise SessionError("nothing is being gone through here")
        self._replace(replace(document, run=run, touched=()), keep_partial=True)

    def restart_run(self, run: Run, node: int | None = None) -> None:
        """Take over `run` with a fresh scratch, at `node` (its `node` by default)."""
        self._put_run(self._active(), run, run.node if node is None else node)

    def end_run(self) -> None:
        """Bring the record back as it was; SessionError where nothing is being gone through."""
        document = self._active()
        if document.run is None:
            raise SessionError("nothing is being gone through here")
        run = document.run
        node = document.node if document.node in run.original else run.node
        looked = document.looking(Look(document.view, node))
        done, undone = self._aside.pop(document.key, (List(), List()))
        self._replace(
            replace(looked, record=run.original, run=None, touched=(), done=done, undone=undone)
        )

    def play_out(self, move: Move) -> int:
        """Play a legal canonical move at the current node without having it judged."""
        played = _played(self._active(), move)
        self._replace(played)
        return played.node

    def _play_judged(self, run: Run, position: Position, move: Move) -> int:
        """Let the run rule on a legal move, apply the ruling and announce it."""
        document = self._active()
        ruling = run.judge_move(document.node, position, move)
        if not isinstance(ruling, Reject):
            played = _played(document, move)
            if ruling.run is not None:
                played = replace(played, run=ruling.run)
            self._replace(played)
        elif self.state.partial:
            self._become(replace(self.state, partial=()))
        for hear in tuple(self._rulings):
            hear(ruling)
        if isinstance(ruling, Reject) and ruling.sentence:
            self.notice(ruling.sentence)
        return self._active().node

    def _put_run(self, document: Document, run: Run, node: int) -> None:
        scratch = run.scratch
        if node not in scratch:
            node = ROOT
        if document.run is None:
            # What can be undone in the record waits until the run is over.
            self._aside[document.key] = (document.done, document.undone)
        view = scratch[node].view or document.view
        looked = document.looking(Look(view, node))
        self._replace(
            replace(looked, record=scratch, run=run, touched=(), done=List(), undone=List())
        )


def _played(document: Document, move: Move) -> Document:
    """The document after a legal canonical move; one that is there already is only gone to."""
    record, node = records.play(document.record, document.node, move)
    if record is document.record:
        return document.looking(Look(document.view, node))
    return document.editing(move, record, node, (document.node, node), document.node)
