"""Solving a puzzle: moves are judged in the background, the best defence is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace as replace_view
from PySide6.QtCore import QObject, QTimer

from model.contract.game import Move
from model.puzzles.solving import Hint, Solving
from model.records.puzzle import Puzzle
from model.records.record import ROOT, Record
from model.records.views.view import Camera, View
from viewer.analysis.playing.replies import place_of, play_reply
from viewer.games.decision import Decision
from viewer.learn.answer_clock import Clock
from viewer.learn.explained import Explained, Line
from viewer.learn.line_playback import LinePlayback
from viewer.learn.puzzles.puzzle_judge import PuzzleJudge
from viewer.learn.puzzles.puzzle_lines import moves_left, refuted_line, solution_line
from viewer.learn.puzzles.puzzle_run import PuzzleRun, hint_marks, new_run
from viewer.learn.run_tools import TakeBack
from viewer.picture.compose.first_look import first_look, relevant
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.document.run import Reject, Ruling
from viewer.session.progress import progress
from viewer.session.session import Session, SessionError

BREATH = 350
"""Milliseconds before the other side answers, so that both moves are seen."""


class PuzzlePlayer(QObject):
    """Runs the active puzzle.

    Attributes
    ----------
    playback
        Shows solutions, and what refutes a try.
    """

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        perform: Callable[[str], object],
        parent: QObject | None = None,
    ) -> None:
        """Make the player; `perform` runs a command by its id."""
        super().__init__(parent)
        self._session, self._scene, self._perform = session, scene, perform
        self.playback = LinePlayback(session, scene, self)
        self._judge = PuzzleJudge(self)
        self._away = TakeBack(session, self.again)
        self._line: Line | None = None
        self._clock = Clock()
        self.playback.finished.connect(self._explain)
        self._due: PuzzleRun | None = None

    # -- what is there -----------------------------------------------------------------------

    @property
    def run(self) -> PuzzleRun | None:
        """The puzzle that is solved in the active document, None where none is."""
        run = self._session.run
        return run if isinstance(run, PuzzleRun) else None

    @property
    def is_away(self) -> bool:
        """Whether the current position is not the one to be solved."""
        document, run = self._session.document, self.run
        return document is not None and run is not None and document.node != run.home

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is solved."""
        run = self.run
        return run is not None and run.is_solved

    # -- beginning and ending ----------------------------------------------------------------

    def begin(self) -> None:
        """Solve the active puzzle, from its start; SessionError where it cannot be."""
        document = self._session.document
        if document is None or document.kept.puzzle is None:
            raise SessionError("this document has no puzzle")
        if document.run is not None:
            return
        self._session.begin_run(self._new_run(document), ROOT)
        self._look(document.kept.puzzle)
        self._clock.start()
        self._judge.warm_up(self._session.position_at(ROOT))

    def _look(self, puzzle: Puzzle) -> None:
        """Look at a puzzle that has no view of its own from where what matters can be seen."""
        document = self._session.document
        if document is None or document.view != View():
            return
        position = self._session.position_at(ROOT)
        camera = first_look(position, relevant(position, puzzle))
        if camera != Camera():
            self._session.set_view(replace_view(document.view, camera=camera))

    def _new_run(self, document: Document) -> PuzzleRun:
        """The run of a document that has none."""
        from model.puzzles.proof import first_fault

        puzzle = document.kept.puzzle
        assert puzzle is not None
        position = self._session.position_at(ROOT)
        fault = first_fault(position, puzzle)
        if fault:
            raise SessionError(f"this puzzle cannot be solved: {fault}")
        self._cancel()
        return new_run(document.record, document.node, position, puzzle)

    def end(self) -> None:
        """Leave the puzzle; the document is as it was."""
        self._cancel()
        if self.run is not None:
            self._session.end_run()
            self._scene.forget_place()  # or the ring of an answer stays on the board
        self.put_down()
        self._scene.laid.show_marks(())

    def restart(self) -> None:
        """Begin the puzzle again."""
        run = self.run
        if run is None or run.state is None:
            return
        self._cancel()
        fresh = new_run(run.original, run.node, run.state.start, run.state.puzzle)
        self._session.restart_run(fresh, ROOT)
        self._clock.start()
        self.refresh()

    def again(self) -> None:
        """Take back what was tried: go to the position of the last right move."""
        run = self.run
        if run is None or run.state is None:
            return
        if run.shown:
            self.restart()
            return
        self._cancel()
        self._session.set_run(run.taken_back())
        if self.is_away:
            self._go_home(run.home)
        self.refresh()

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
        self._perform("teach.next-item")

    def back(self) -> None:
        """Go to the puzzle before."""
        self._perform("teach.previous-item")

    def refresh(self) -> None:
        """Show what belongs to the current position, after a change of tabs or of the node."""
        run = self.run
        if run is None or run.state is None:
            return
        if run.busy and not self._is_asked and run is not self._due:
            self._ask(run)
        away = self.is_away and not run.shown and not run.is_solved
        shows = self.playback.is_running
        if run.state.state == "wrong" and not self.is_away and not run.busy and not shows:
            self._session.set_run(run.taken_back())
        self._scene.laid.show_marks(() if self.is_away else (*run.point_marks, *run.marks))
        if away and not run.busy and self._scene.tools.current is None:
            self._scene.tools.choose(self._away)
        elif not away:
            self.put_down()

    def put_down(self) -> None:
        """Put the player's own tool down, where it is chosen: clicks play again."""
        if self._scene.tools.current is self._away:
            self._scene.tools.leave()

    # -- moves and hints ---------------------------------------------------------------------

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
        if run is None or run.state is None or run.busy or run.is_solved or run.shown:
            return
        if self.is_away:
            self.again()
            run = self.run
            if run is None:
                return
        self._session.set_run(run.seeking_hint())
        self.refresh()

    # -- lines -------------------------------------------------------------------------------

    def show_solution(self) -> None:
        """Play the proved solution; the puzzle can be begun again."""
        run = self.run
        if run is None or run.state is None:
            return
        if run.solution:
            if not run.is_solved and not run.shown:
                self._count(right=False)
            line = solution_line(run.state, run.solution)
            self.demonstrate(run.solution, "The solution.", line)
        else:
            self._session.notices.tell("This puzzle has no solution yet: check it first")

    def demonstrate(self, line: Sequence[Move], words: str, explained: Line | None = None) -> None:
        """Show a line from the start of the puzzle, move by move, with a sentence on it.

        `explained` is the line as one whose end is explained; None: it is not.
        """
        document, run = self._session.document, self.run
        if document is None or document.kept.puzzle is None:
            return
        if run is None:
            run = self._new_run(document)
            self._session.begin_run(run, ROOT)
        self._cancel()
        self._session.restart_run(run.showing(words), ROOT)
        self.refresh()
        self._play(line, explained)

    def show_failure(self, number: int) -> None:
        """Play one of the wrong tries and what refutes it."""
        run = self.run
        if run is None or run.state is None or run.busy:
            return
        ply, line = run.state.failures[number]
        self._cancel()
        record = self._record()
        node = ROOT
        for move in run.state.played[:ply]:
            found = [k for k in record.nodes[node].children if record.nodes[k].move == move]
            if not found:
                return
            node = found[0]
        self._session.go(node)
        start, asked = self._session.position_at(node), run.state.puzzle.stipulation
        left = moves_left(run.state, ply)
        self._play(line, Line(start, line, asked, right=False, left=left))
        self.refresh()

    def _record(self) -> Record:
        document = self._session.document
        assert document is not None
        return document.record

    # -- what is found in the background -----------------------------------------------------

    @property
    def _is_asked(self) -> bool:
        """Whether what is searched for belongs to the active document."""
        document = self._session.document
        return self._judge.busy and document is not None and document.key == self._judge.key

    def _ask(self, run: PuzzleRun) -> None:
        """Have the move judged, or the hint found, that a run waits for."""
        document = self._session.document
        if document is None:
            return
        self._cancel()
        self._due = None
        ask = self._judge.find_hint if run.busy == "hint" else self._judge.judge
        ask(document.key, run, lambda found: self._answered(found, run))

    def _cancel(self) -> None:
        """Drop what is searched for and what is being shown."""
        self._judge.cancel()
        self._line = None
        self.playback.stop()

    def _answered(self, found: object, asked: PuzzleRun) -> None:
        run, document = self.run, self._session.document
        if run is None or document is None or document.key != self._judge.key or not run.busy:
            return  # another document is active: asked again when this one is
        if run.state is not asked.state or (run.busy, run.trying) != (asked.busy, asked.trying):
            return
        self._due = run  # its answer is here: it is not asked again while that is taken over
        match found:
            case Solving(state="wrong"):
                self._count(right=False)
                if self._stands_at_trial(run):
                    self._session.set_run(run.judged(found, run.home))
                    self._play(found.wrong[1:], refuted_line(found))
                    self.refresh()
            case Solving() if found.reply and self._scene.animates:
                QTimer.singleShot(BREATH, self, lambda: self._go_on(document.key, run, found))
            case Solving():
                self._go_on(document.key, run, found)
            case (Solving() as state, Hint() as given):
                progress.helped(document.path, document.item, run.original, progress.SOLVED)
                self._session.set_run(run.hinted(state, hint_marks(given.sites)))
                self.refresh()
            case _:
                self._session.set_run(run.not_judged())
                self.again()
                self._session.notices.tell(
                    "This move could not be judged: try another, or start again"
                )

    def _go_on(self, key: int, asked: PuzzleRun, found: Solving) -> None:
        """Take over a right move and play the answer to it."""
        document, run = self._session.document, self.run
        if document is None or document.key != key or run is not asked:
            self._due = None
            return
        if not self._stands_at_trial(run):
            return
        if found.reply:
            play_reply(self._session, place_of(self._session), found.reply)
        document = self._session.document
        assert document is not None
        judged = run.judged(found, document.node)
        if judged.is_solved:
            self._count(right=True)
            progress.keep(document.path, run.original, frozenset({progress.SOLVED}))
        self._session.set_run(judged)
        self.refresh()
        if judged.is_solved:
            self._play((), solution_line(found, found.played))

    def _count(self, *, right: bool) -> None:
        """Keep an answer with the pupil's others."""
        run, document = self.run, self._session.document
        if run is not None and document is not None:
            progress.answered(
                document.path, document.item, run.original, progress.SOLVED,
                right=right, seconds=self._clock.lap(),
            )  # fmt: skip

    # -- what decided ------------------------------------------------------------------------

    def _play(self, line: Sequence[Move], explained: Line | None) -> None:
        """Show moves; at their end it is told what decided."""
        self._line = explained
        self.playback.start(line)

    def _explain(self) -> None:
        """Find out what decided the line that stands on the board now, then show it."""
        line, document, run = self._line, self._session.document, self.run
        self._line = None
        if line is None or document is None or run is None:
            return
        key, node, state = document.key, document.node, run.state
        self._judge.explain(line, lambda found: self._explained(key, node, state, found))

    def _explained(self, key: int, node: int, state: Solving | None, found: object) -> None:
        """Show what decided, if the person is still where it is to be seen."""
        document, run = self._session.document, self.run
        if document is None or run is None or not isinstance(found, Decision):
            return
        if (document.key, document.node) == (key, node) and run.state is state:
            self._session.set_run(run.explaining(Explained(node, found)))

    def _stands_at_trial(self, run: PuzzleRun) -> bool:
        """Go where the judged move leads, wherever the person went meanwhile; False: no way."""
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

    def let_go(self) -> None:
        """Forget what was proved: nothing is open any more."""
        self._judge.let_go()

    def close(self) -> None:
        """Stop what runs in the background."""
        self.playback.stop()
        self._judge.close()
