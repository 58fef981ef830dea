"""Solving the puzzle in front: moves judged off the interface thread, the best defence played."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from model.game import Move, MoveError
from model.marks import Mark
from model.puzzles import solving as machine
from model.record import ROOT
from model.search.goal import Stopped
from viewer import progress
from viewer.document import Document
from viewer.runs import Run
from viewer.session import Session, SessionError

if TYPE_CHECKING:
    from viewer.window import MainWindow

PAUSE = 800
"""Milliseconds between the moves that are shown."""


@dataclass(frozen=True)
class PuzzleRun(Run):
    """How far the solving has come.

    Attributes
    ----------
    state
        Of the state machine.
    home
        The node its position stands at.
    busy
        Whether the last move is being judged.
    tone
        "right", "wrong", "hint", or "" for what was said last.
    marks
        What a hint shows.
    shown
        The solution was asked for: nothing is judged any more.
    """

    state: machine.Solving | None = None
    home: int = ROOT
    busy: bool = False
    tone: str = ""
    marks: tuple[Mark, ...] = ()
    shown: bool = False


class Solving(QObject):
    """Gives the puzzle in front; it is the referee of its moves."""

    _found = Signal(object, object)

    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._stop = threading.Event()
        self._prover: Any = None
        self._asked: object = None
        self._line: list[Move] = []
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._play_on)
        self._found.connect(self._answered, Qt.ConnectionType.QueuedConnection)

    # -- what is there -----------------------------------------------------------------------

    @property
    def run(self) -> PuzzleRun | None:
        """The puzzle that is solved in the document in front, None where none is."""
        document = self._session.document
        run = None if document is None else document.run
        return run if isinstance(run, PuzzleRun) else None

    @property
    def is_away(self) -> bool:
        """Whether something else than the position to be solved is before the eyes."""
        document, run = self._session.document, self.run
        return document is not None and run is not None and document.node != run.home

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved."""
        run = self.run
        return run is not None and run.state is not None and run.state.state == "solved"

    # -- beginning and ending ----------------------------------------------------------------

    def begin(self) -> None:
        """Solve the puzzle in front, from its start; SessionError where it cannot be."""
        document = self._session.document
        if document is None or document.kept.puzzle is None:
            raise SessionError("there is no puzzle in front to solve")
        if document.run is not None:
            return
        fault = self._fault(document)
        if fault:
            raise SessionError(f"this puzzle cannot be solved: {fault}")
        self._cancel()
        position = self._session.position_at(ROOT)
        state = machine.begin(position, document.kept.puzzle)
        run = PuzzleRun(
            document.record, document.node, hides=True, confirms=True, state=state, home=ROOT
        )
        self._session.begin_run(run, ROOT)

    def _fault(self, document: Document) -> str:
        from model.puzzles.check import first_fault

        puzzle = document.kept.puzzle
        assert puzzle is not None
        return first_fault(self._session.position_at(ROOT), puzzle)

    def end(self) -> None:
        """Leave the puzzle; the document is as it was."""
        self._cancel()
        if self.run is not None:
            self._session.end_run()
        self._window.area.show_marks(())

    def restart(self) -> None:
        """Begin the puzzle again."""
        run = self.run
        if run is None or run.state is None:
            return
        self._cancel()
        state = machine.begin(run.state.start, run.state.puzzle)
        fresh = replace(
            run, state=state, home=ROOT, busy=False, tone="", marks=(), shown=False, hides=True
        )
        self._session.restart_run(fresh, ROOT)
        self.refresh()

    def again(self) -> None:
        """Take back what was tried: go to the position of the last right move."""
        run = self.run
        if run is None or run.state is None:
            return
        self._cancel()
        state = run.state
        if state.state == "wrong":
            state = replace(state, state="open", said="", wrong=())
        self._session.set_run(replace(run, state=state, busy=False, tone="", shown=False))
        self._session.go(run.home)
        self.refresh()

    def next(self) -> None:
        """Go to the next puzzle of the collection."""
        self._window.perform("teach.next-item")

    def back(self) -> None:
        """Go to the puzzle before."""
        self._window.perform("teach.previous-item")

    def refresh(self) -> None:
        """Show the marks of a hint, after a change of tabs."""
        run = self.run
        if run is None:
            return
        points: tuple[Mark, ...] = ()
        if run.state is not None and run.home == ROOT and not self.is_away:
            points = tuple(Mark(p, "dot", "green") for p in run.state.puzzle.stipulation.points)
        self._window.area.show_marks(() if self.is_away else (*points, *run.marks))

    # -- moves -------------------------------------------------------------------------------

    def referee(self, document: Document, move: Move) -> bool:
        """Judge a move; True: it has been seen to."""
        run = self.run
        if run is None or run.state is None or self.is_solved or run.shown:
            return False
        if run.busy:
            self._session.notice("The last move is still being looked at")
            return True
        if self.is_away:
            self.again()
            return True
        state, prover = run.state, self._prover_of(run)
        self._session.play_out(move)
        self._session.set_run(replace(run, busy=True, marks=(), tone=""))
        self.refresh()
        self._ask(lambda: machine.answer(state, move, prover))
        return True

    def hint(self) -> None:
        """Give the next hint; the scene shows it, too."""
        run = self.run
        if run is None or run.state is None or run.busy or self.is_solved:
            return
        if self.is_away:
            self.again()
            run = self.run
            assert run is not None
        state, prover = run.state, self._prover_of(run)
        assert state is not None
        self._session.set_run(replace(run, busy=True))
        self._ask(lambda: machine.hint(state, prover))

    def show_solution(self) -> None:
        """Play the proved line; the puzzle can be begun again."""
        run = self.run
        if run is None or run.state is None:
            return
        proof = run.state.puzzle.proof
        line = proof.line if proof is not None and proof.line else run.state.puzzle.keys
        if not line:
            self._session.notice("No solution is kept with this puzzle: check it first")
            return
        self.restart()
        run = self.run
        assert run is not None
        self._session.set_run(replace(run, shown=True, hides=False))
        self._show(list(line))

    def show_failure(self, number: int) -> None:
        """Play one of the wrong tries and what refutes it."""
        run = self.run
        if run is None or run.state is None:
            return
        ply, line = run.state.failures[number]
        self._cancel()
        node = ROOT
        for move in run.state.played[:ply]:
            found = [
                child
                for child in self._record().nodes[node].children
                if self._record().nodes[child].move == move
            ]
            if not found:
                return
            node = found[0]
        self._session.go(node)
        self._show(list(line))

    def _record(self) -> Any:
        document = self._session.document
        assert document is not None
        return document.record

    # -- thinking ----------------------------------------------------------------------------

    def _prover_of(self, run: PuzzleRun) -> Any:
        if self._prover is None or self._prover[0] is not run.original:
            from model.search.provers import prover_for

            assert run.state is not None
            stop = self._stop = threading.Event()
            self._prover = (run.original, prover_for(run.state.start.game, stop.is_set))
        return self._prover[1]

    def _ask(self, think: Callable[[], object]) -> None:
        token = self._asked = object()

        def work() -> None:
            try:
                self._found.emit(token, think())
            except Stopped:
                pass
            except Exception as error:  # told in one sentence, the rest goes to the log
                self._found.emit(token, error)

        threading.Thread(target=work, name="solving", daemon=True).start()

    def _cancel(self) -> None:
        """Drop what is thought about and what is being shown."""
        self._asked = None
        self._stop.set()
        self._prover = None
        self._timer.stop()
        self._line = []

    def _answered(self, token: object, found: object) -> None:
        run = self.run
        if token is not self._asked or run is None:
            return
        self._asked = None
        if isinstance(found, Exception):
            import logging

            logging.getLogger(__name__).error("solving failed", exc_info=found)
            self._session.set_run(replace(run, busy=False))
            self.again()
            self._session.notice("This move could not be judged: try another, or begin again")
            return
        if isinstance(found, tuple):
            state, given = found
            marks = tuple(Mark(site, "ring", "yellow") for site in given.sites)
            self._session.set_run(replace(run, state=state, busy=False, tone="hint", marks=marks))
            self.refresh()
            return
        assert isinstance(found, machine.Solving)
        if found.state == "wrong":
            self._session.set_run(replace(run, state=found, busy=False, tone="wrong"))
            self._show(list(found.wrong[1:]))
            return
        if found.reply:
            self._session.play_out(found.reply)
        document = self._session.document
        assert document is not None
        self._session.set_run(
            replace(run, state=found, busy=False, tone="right", home=document.node)
        )
        if found.state == "solved":
            progress.keep(document.path, run.original, frozenset({progress.SOLVED}))

    # -- showing -----------------------------------------------------------------------------

    def _show(self, line: list[Move]) -> None:
        self._line = line
        if self._window.area.widget is not None and self._window.area.widget.animation:
            self._timer.start()
        else:
            while self._line:
                self._play_on()

    def _play_on(self) -> None:
        """Play the next move of a line that is shown."""
        if not self._line or self.run is None:
            self._timer.stop()
            return
        move = self._line.pop(0)
        try:
            position = self._session.position
            if position is None or position.explain(move) is not None:
                self._line = []
                return
            self._session.play_out(move)
        except (SessionError, MoveError):
            self._line = []

    def close(self) -> None:
        """Stop what runs in the background."""
        self._cancel()
