"""Solving the puzzle in front: moves judged off the interface thread, the best defence played."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject, QTimer

from model.game import Move, MoveError, Position, Stop
from model.puzzles import solving as machine
from model.records import record as records
from model.records.marks import Mark
from model.records.record import ROOT, Record
from viewer.analysis.background import BackgroundJob
from viewer.session import progress
from viewer.session.document import Document
from viewer.session.run import Accept, Reject, Ruling, Run
from viewer.session.session import Session, SessionError

if TYPE_CHECKING:
    from viewer.window.main_window import MainWindow

PAUSE = 800
"""Milliseconds between the moves that are shown."""
BREATH = 350
"""Milliseconds before the other side answers, so that both moves are seen."""


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
        What is thought about: the last move, a hint, or nothing.
    trying
        The move that is judged.
    tone
        "right", "wrong", "hint", or "" for what was said last.
    marks
        What a hint shows.
    shown
        A line is being shown: nothing is judged any more.
    words
        What is said of that line.
    """

    state: machine.Solving | None = None
    home: int = ROOT
    busy: Literal["", "move", "hint"] = ""
    trying: Move = ""
    tone: str = ""
    marks: tuple[Mark, ...] = ()
    shown: bool = False
    words: str = ""

    @property
    def scratch(self) -> Record:
        """The start alone: the tree of a puzzle may hold its solution."""
        return records.delete_after(self.original, ROOT)[0]

    def judge_move(self, node: int, position: Position, move: Move) -> Ruling:
        """Take a try; whether it is right is found out in the background."""
        if self.state is None or self.state.state == "solved" or self.shown:
            return Accept()
        if self.busy:
            return Reject("The last move is still being looked at")
        if node != self.home:
            return Reject("This is the position to be solved", home=True)
        return Accept(replace(self, busy="move", trying=move, marks=(), tone=""))


class _Away:
    """The mode of clicks while a wrong try is looked at: whatever is clicked takes it back."""

    name = "solving"
    preview: int | None = None
    shows_all_points = False
    takes_away = False

    def __init__(self, player: PuzzlePlayer) -> None:
        self._player = player

    def clicked(self, site: int | None, ball: bool) -> bool:
        """Take the try back."""
        self._player.again()
        return True

    def enter(self) -> bool:
        """Take the try back."""
        self._player.again()
        return True

    def escape(self) -> bool:
        """Take the try back."""
        self._player.again()
        return True

    def ended(self) -> None:
        """Deliver that clicks are for something else now."""


class PuzzlePlayer(QObject):
    """Gives the active puzzle."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._job, self._warmer = BackgroundJob(self), BackgroundJob(self)
        self._warm: set[str] = set()
        self._judge: tuple[Record, Any, threading.Event] | None = None
        self._asked = -1
        self._due: PuzzleRun | None = None
        self._line: list[Move] = []
        self._line_at = (-1, -1)
        self._away = _Away(self)
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._play_on)

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

    @property
    def is_showing(self) -> bool:
        """Whether moves of a line are still to come."""
        return bool(self._line)

    # -- beginning and ending ----------------------------------------------------------------

    def begin(self) -> None:
        """Solve the puzzle in front, from its start; SessionError where it cannot be."""
        document = self._session.document
        if document is None or document.kept.puzzle is None:
            raise SessionError("there is no puzzle in front to solve")
        if document.run is not None:
            return
        self._session.begin_run(self._fresh(document), ROOT)
        self._get_ready()

    def _get_ready(self) -> None:
        """Let the search be loaded, the first time compiled, while the learner thinks."""
        position = self._session.position_at(ROOT)
        game = position.game.kind.name
        if game in self._warm:
            return
        self._warm.add(game)

        def work(stop: Stop, *_: object) -> object:
            from model.game import Goal
            from model.search.provers import prover_for

            goal = Goal("win", str(position.to_move))
            return prover_for(position.game, stop).can(position, goal, 1)

        self._warmer.start(work, lambda found: None)

    def _fresh(self, document: Document) -> PuzzleRun:
        """The run of a document that has none."""
        from model.puzzles.check import first_fault

        puzzle = document.kept.puzzle
        assert puzzle is not None
        position = self._session.position_at(ROOT)
        fault = first_fault(position, puzzle)
        if fault:
            raise SessionError(f"this puzzle cannot be solved: {fault}")
        self._drop()
        state = machine.begin(position, puzzle)
        return PuzzleRun(document.record, document.node, hides=True, confirms=True, state=state)

    def end(self) -> None:
        """Leave the puzzle; the document is as it was."""
        self._drop()
        if self.run is not None:
            self._session.end_run()
        self._leave_mode()
        self._window.scene.show_marks(())

    def restart(self) -> None:
        """Begin the puzzle again."""
        run = self.run
        if run is None or run.state is None:
            return
        self._drop()
        state = machine.begin(run.state.start, run.state.puzzle)
        fresh = PuzzleRun(run.original, run.node, hides=True, confirms=True, state=state)
        self._session.restart_run(fresh, ROOT)
        self.refresh()

    def again(self) -> None:
        """Take back what was tried: go to the position of the last right move."""
        run = self.run
        if run is None or run.state is None:
            return
        if run.shown:
            self.restart()
            return
        self._drop()
        self._settle(run)
        if self.is_away:
            self._go_home(run.home)
        self.refresh()

    def _settle(self, run: PuzzleRun) -> None:
        """Let what was wrong be over."""
        state = run.state
        assert state is not None
        if state.state == "wrong":
            state = replace(state, state="open", said="", wrong=())
        tone = "" if run.tone == "wrong" else run.tone
        self._session.set_run(replace(run, state=state, busy="", trying="", tone=tone))

    def _go_home(self, home: int) -> None:
        """Go to the position to be solved; moves that were undone are done again."""
        while home not in self._record() and self._session.redo():
            pass
        if home in self._record():
            self._session.go(home)
        else:
            self.restart()

    def next(self) -> None:
        """Go to the next puzzle of the collection."""
        self._window.perform("teach.next-item")

    def back(self) -> None:
        """Go to the puzzle before."""
        self._window.perform("teach.previous-item")

    def refresh(self) -> None:
        """Show what belongs to the position in front, after a change of tabs or of the node."""
        run = self.run
        if run is None or run.state is None:
            return
        if run.busy and not self._is_asked and run is not self._due:
            self._think(run)
        away = self.is_away and not run.shown and not self.is_solved
        if run.state.state == "wrong" and not self.is_away and not run.busy and not self._line:
            self._settle(run)
        points: tuple[Mark, ...] = ()
        if run.home == ROOT and not self.is_away and not run.shown:
            points = tuple(Mark(p, "dot", "green") for p in run.state.puzzle.stipulation.points)
        self._window.scene.show_marks(() if self.is_away else (*points, *run.marks))
        tools = self._window.scene.tools
        if away and not run.busy and tools.current is None:
            self._window.scene.tools.choose(self._away)
        elif not away:
            self._leave_mode()

    def _leave_mode(self) -> None:
        if self._window.scene.tools.current is self._away:
            self._window.scene.tools.leave()

    # -- moves -------------------------------------------------------------------------------

    def follow(self, ruling: Ruling) -> None:
        """Have a try judged, or go back to the position to be solved."""
        if isinstance(ruling, Reject):
            if ruling.home:
                self.again()
        elif ruling.run is not None:
            self.refresh()

    def hint(self) -> None:
        """Give the next hint; the scene shows it, too."""
        run = self.run
        if run is None or run.state is None or run.busy or self.is_solved or run.shown:
            return
        if self.is_away:
            self.again()
            run = self.run
            if run is None:
                return
        self._session.set_run(replace(run, busy="hint"))
        self.refresh()

    def show_solution(self) -> None:
        """Play the proved line; the puzzle can be begun again."""
        run = self.run
        if run is None or run.state is None:
            return
        proof = run.state.puzzle.proof
        line = proof.line if proof is not None and proof.line else run.state.puzzle.keys[:1]
        line = line or run.state.puzzle.stipulation.accepted[:1]
        if not line:
            self._session.notice("No solution is kept with this puzzle: check it first")
            return
        self.demonstrate(line, "The solution.")

    def demonstrate(self, line: Sequence[Move], words: str) -> None:
        """Show a line from the start of the puzzle, move by move, with a sentence on it."""
        document, run = self._session.document, self.run
        if document is None or document.kept.puzzle is None:
            return
        if run is None:
            run = self._fresh(document)
            self._session.begin_run(run, ROOT)
        self._drop()
        fresh = replace(
            run, home=ROOT, busy="", trying="", tone="", marks=(), shown=True, hides=False,
            words=words,
        )  # fmt: skip
        self._session.restart_run(fresh, ROOT)
        self.refresh()
        self._show(list(line))

    def show_failure(self, number: int) -> None:
        """Play one of the wrong tries and what refutes it."""
        run = self.run
        if run is None or run.state is None or run.busy:
            return
        ply, line = run.state.failures[number]
        self._drop()
        record = self._record()
        node = ROOT
        for move in run.state.played[:ply]:
            found = [k for k in record.nodes[node].children if record.nodes[k].move == move]
            if not found:
                return
            node = found[0]
        self._session.go(node)
        self._show(list(line))
        self.refresh()

    def _record(self) -> Record:
        document = self._session.document
        assert document is not None
        return document.record

    # -- thinking ----------------------------------------------------------------------------

    @property
    def _is_asked(self) -> bool:
        """Whether what is thought about belongs to the document in front."""
        document = self._session.document
        return self._job.busy and document is not None and document.key == self._asked

    def _prover_of(self, run: PuzzleRun) -> Any:
        if self._judge is None or self._judge[0] is not run.original:
            from model.search.provers import prover_for

            assert run.state is not None
            stop = threading.Event()
            self._judge = (run.original, prover_for(run.state.start.game, stop.is_set), stop)
        return self._judge[1]

    def _think(self, run: PuzzleRun | None) -> None:
        """Judge the move, or find the hint, a run waits for."""
        document = self._session.document
        if run is None or run.state is None or document is None:
            return
        self._drop()
        state, prover, move, what = run.state, self._prover_of(run), run.trying, run.busy
        self._asked, self._due = document.key, None

        def work(*_: object) -> object:
            if what == "hint":
                return machine.hint(state, prover)
            return machine.answer(state, move, prover)

        self._job.start(work, lambda found: self._answered(found, run))

    def _drop(self) -> None:
        """Drop what is thought about and what is being shown."""
        if self._job.busy:
            self._job.cancel()
            if self._judge is not None:  # it may still be at work: another one takes over
                self._judge[2].set()
                self._judge = None
        self._timer.stop()
        self._line = []

    def _answered(self, found: object, asked: PuzzleRun) -> None:
        run, document = self.run, self._session.document
        if run is None or document is None or document.key != self._asked or not run.busy:
            return  # another document is in front: asked again when this one is
        if run.state is not asked.state or (run.busy, run.trying) != (asked.busy, asked.trying):
            return
        self._due = run  # what it waits for is here: it is not asked again while it is taken over
        if isinstance(found, Exception):
            self._session.set_run(replace(run, busy="", trying=""))
            self.again()
            self._session.notice("This could not be judged: try another move, or begin again")
        elif isinstance(found, tuple):
            state, given = found
            marks = hint_marks(given.sites)
            self._session.set_run(replace(run, state=state, busy="", tone="hint", marks=marks))
            self.refresh()
        elif isinstance(found, machine.Solving):
            if found.state == "wrong":
                if not self._stands_at_trial(run):
                    return
                self._session.set_run(replace(run, state=found, busy="", trying="", tone="wrong"))
                self._show(list(found.wrong[1:]))
                self.refresh()
            elif found.reply and self._animated:
                QTimer.singleShot(BREATH, self, lambda: self._go_on(document.key, run, found))
            else:
                self._go_on(document.key, run, found)

    def _go_on(self, key: int, asked: PuzzleRun, found: machine.Solving) -> None:
        """Take over a right move and play the answer to it."""
        document, run = self._session.document, self.run
        if document is None or document.key != key or run is not asked:
            self._due = None
            return
        if not self._stands_at_trial(run):
            return
        if found.reply:
            self._session.play_out(found.reply)
        document = self._session.document
        assert document is not None
        if found.state == "solved":
            progress.keep(document.path, run.original, frozenset({progress.SOLVED}))
        self._session.set_run(
            replace(
                run, state=found, busy="", trying="", tone="right", home=document.node,
                hides=run.hides and found.state != "solved",
            )
        )  # fmt: skip
        self.refresh()

    def _stands_at_trial(self, run: PuzzleRun) -> bool:
        """Stand where the judged move leads, wherever one has looked meanwhile; False: no way."""
        home = self._record().nodes.get(run.home)
        document = self._session.document
        assert document is not None
        here = self._record().nodes.get(document.node)
        if home is None or here is None or here.parent != run.home or here.move != run.trying:
            self._go_home(run.home)
            if self.run is not run:
                return False
            self._session.play_out(run.trying)
        return True

    # -- showing -----------------------------------------------------------------------------

    @property
    def _animated(self) -> bool:
        return self._window.scene.animates

    def _show(self, line: list[Move]) -> None:
        self._line, self._line_at = line, self._place
        if self._animated:
            self._timer.start()
        else:
            while self._line:
                self._play_on()

    def _play_on(self) -> None:
        """Play the next move of a line that is shown; not where one has gone meanwhile."""
        if not self._line or self._place != self._line_at or not self.run:
            self._timer.stop()
            self._line = []
            return
        move = self._line.pop(0)
        try:
            position = self._session.position
            if position is None or position.explain(move) is not None:
                self._line = []
                return
            self._session.play_out(move)
            self._line_at = self._place
        except (SessionError, MoveError):
            self._line = []

    @property
    def _place(self) -> tuple[int, int]:
        """The document in front, and its node."""
        document = self._session.document
        return (-1, -1) if document is None else (document.key, document.node)

    def close(self) -> None:
        """Stop what runs in the background."""
        self._drop()
        self._warmer.cancel()


def hint_marks(sites: Sequence[str]) -> tuple[Mark, ...]:
    """Return what shows a hint: rings, or dots where it is about many points."""
    sign: Literal["ring", "dot"] = "ring" if len(sites) <= 16 else "dot"
    return tuple(Mark(site, sign, "yellow") for site in sites)
