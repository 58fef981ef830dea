"""Retrying mistakes: an engine judges what is tried, and what refutes it is played."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace as replace_view
from PySide6.QtCore import QObject

from model.contract.game import Move, Player, Position, Stop
from model.contract.scores import Budget
from model.play.opponent import refusal_of_open
from model.play.review import ReviewedMove, budget_of, can_be_retried, instead
from model.records import record as records
from model.records.record import Record
from model.records.views.view import View
from viewer.analysis.advice_words import Step, hint_steps, plain_steps, reviewed_analysis
from viewer.analysis.background import BackgroundJob
from viewer.analysis.line_run import LineRun
from viewer.analysis.review_service import Reviews
from viewer.games.decision import Decision
from viewer.learn.line_player import LinePlayer
from viewer.learn.retry.retry_run import ONWARD, RetryRun
from viewer.learn.run_tools import ShownLine, TakeBack
from viewer.picture.compose.home_view import facing_camera, is_home
from viewer.picture.words.review_words import praise, reproof
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.run import Reject, Ruling
from viewer.session.session import Session, SessionError
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences

SECONDS = 10.0
"""What judging a move may take: a file may say that far more was spent on its review."""


class RetryPlayer(QObject):
    """Goes through the mistakes of the active document, from the first to the summary.

    Parameters
    ----------
    person
        Returns the side of the one person who plays against engines; "" where nobody does alone.
    """

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        reviews: Reviews,
        line: LinePlayer,
        chosen: ChosenPreferences,
        person: Callable[[], Player],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._reviews = session, scene, reviews
        self._line, self._chosen, self._person = line, chosen, person
        self._job = BackgroundJob(self)
        self._asked = -1
        self._views: dict[int, View] = {}
        self._away = TakeBack(session, self.again)
        self._onward = ShownLine(lambda: session.notices.tell(ONWARD), self.next, self.again)

    # -- what is there ---------------------------------------------------------------------------

    @property
    def run(self) -> RetryRun | None:
        """The mistakes that are retried in the active document, None where none are."""
        run = self._session.run
        return run if isinstance(run, RetryRun) else None

    @property
    def is_away(self) -> bool:
        """Whether the current position is not the one in which a better move is looked for."""
        document, run = self._session.document, self.run
        return document is not None and run is not None and document.node != run.home

    @property
    def explained(self) -> Decision | None:
        """What is said and shown of a move of the line, or of a hint; None: nothing."""
        document, run = self._session.document, self.run
        step = None if document is None or run is None else run.said_at(document.node)
        return None if step is None else Decision(step.text, step.overlays)

    # -- beginning and ending --------------------------------------------------------------------

    def begin(self) -> None:
        """Begin with the first mistake, those of the person who played against the computer.

        Raises
        ------
        SessionError
            Where nothing was reviewed, or no mistake is known in whose place something was better.
        """
        document, position = self._session.document, self._session.position
        if document is None or position is None:
            raise SessionError("open a game first")
        if document.run is not None:
            raise SessionError(document.run.leave_first)
        if why := refusal_of_open(position.game):
            raise SessionError(f"no mistakes to retry here: {why}")
        if self._reviews.is_reviewing:
            raise SessionError("the review is still running: wait until it ends, or stop it")
        self._reviews.require_mistakes()
        found = can_be_retried(self._reviews.moves())
        all_ = tuple(one for one in found if self._is_playable(document.record, one))
        side = self._person()
        run = RetryRun(document.record, document.node, hides=True, confirms=True, all=all_)
        if not all_:
            raise SessionError("no better move is known for the mistakes of this line")
        if side and not run.of_side(side).mistakes:
            raise SessionError(f"the review found no mistake of {side.capitalize()}, your side")
        run = run.of_side(side)
        self._views[document.key] = document.view
        self._scene.tools.leave()
        self._session.begin_run(run, run.home)
        self._look()
        self._scene.take_focus()

    def _is_playable(self, record: Record, mistake: ReviewedMove) -> bool:
        """Whether the better move is one: a file may say anything."""
        before = self._session.position_at(record[mistake.node].parent)
        return mistake.best is not None and before.explain(mistake.best) is None

    def end(self) -> None:
        """Go back to the game, to where the person was."""
        self._cancel()
        document = self._session.document
        if self.run is None or document is None:
            return
        node, view = self.run.node, self._views.pop(document.key, document.view)
        self._session.end_run()
        document = self._session.document
        assert document is not None
        if document.node != node:
            self._session.go(node)
        if document.view != view:
            self._session.set_view(view)
        self.put_down()

    def choose(self, side: Player) -> None:
        """Retry the mistakes of one side, or with "" of both, from the first."""
        run = self.run
        if run is not None and side != run.side:
            self._turn_to(run.of_side(side))

    def restart(self) -> None:
        """Begin with the first mistake again."""
        run = self.run
        if run is not None:
            self._turn_to(run.of_side(run.side))

    def next(self) -> None:
        """Go to the next mistake, after the last one to the summary."""
        run = self.run
        if run is None:
            return
        if run.is_over:
            raise SessionError("that was the last mistake")
        self._turn_to(run.going_to(run.at + 1))

    def back(self) -> None:
        """Go to the mistake before."""
        run = self.run
        if run is None:
            return
        if not run.at:
            raise SessionError("this is the first mistake")
        self._turn_to(run.going_to(run.at - 1))

    def go_to(self, number: int) -> None:
        """Go to a mistake by its number, from 0."""
        run = self.run
        if run is not None:
            self._turn_to(run.going_to(number))

    def again(self) -> None:
        """Go back to the position in which a better move is looked for."""
        run = self.run
        if run is not None and not run.is_over:
            self._turn_to(run.taken_back())

    def _turn_to(self, run: RetryRun) -> None:
        """Take over a run that is at its home, with nothing of what was tried."""
        self._cancel()
        before = self.run
        self._session.restart_run(run, run.home)
        if before is not None and before.mistake is not run.mistake:
            self._look()
        self.refresh()

    def _look(self) -> None:
        """Look from the side of who is to move, unless somebody has chosen another view."""
        document, run = self._session.document, self.run
        position = self._session.position
        if document is None or run is None or position is None or not self._chosen.now.turn_board:
            return
        camera = document.view.camera
        if is_home(camera, position.game.board):
            seen = facing_camera(position, run.mistake.side)
            turned = replace_view(camera, azimuth=seen.azimuth, elevation=seen.elevation)
            if turned != camera:
                self._scene.fly(replace_view(document.view, camera=turned))

    # -- following -------------------------------------------------------------------------------

    def follow(self, ruling: Ruling) -> None:
        """Have a try judged, or go back to the position that is asked about."""
        if isinstance(ruling, Reject):
            if ruling.home:
                self.again()
        elif ruling.run is not None:
            self.refresh()

    def refresh(self) -> None:
        """Show what belongs to the current position, after a change of tabs or of the node."""
        run, document = self.run, self._session.document
        if run is None or document is None:
            return
        if run.busy and not (self._job.busy and self._asked == document.key):
            self._ask(document.key, run)
        onward = (run.stands_found or run.shows_better) and self.is_away
        tool = self._onward if onward else self._away if self.is_away and not run.busy else None
        if tool is None:
            self.put_down()
        elif self._scene.tools.current is not tool:
            self._scene.tools.choose(tool)
        self._scene.laid.show_marks(())

    def put_down(self) -> None:
        """Put the player's own tools down, where one is chosen: clicks play again."""
        if self._scene.tools.current in (self._away, self._onward):
            self._scene.tools.leave()

    def hint(self) -> None:
        """Give the next step of a hint: a part of the board, the place, the move."""
        run = self.run
        if run is None or run.busy or run.is_over or run.stands_found or run.shows_better:
            return
        if self.is_away:
            self.again()
            run = self.run
        if run is None:
            return
        self._session.set_run(run.hinted(run.hints) if run.hints else run.seeking_hint())
        self.refresh()

    def show_better(self) -> None:
        """Show the better move, with what would have followed."""
        run = self.run
        if run is None or run.is_over:
            return
        self._cancel()
        mistake, players = run.mistake, self._players
        tried = instead(run.original, mistake, mistake.best or "", self._budget)
        assert tried is not None  # the best move is known without an engine
        line = _line(run.before, run.home, self._session.position_at(run.home), mistake.line)
        said = praise(tried, mistake, players)
        if line is None:
            raise SessionError("the better move of this review cannot be played here")
        self._show(run.showing(said, line))

    # -- what is found in the background ---------------------------------------------------------

    @property
    def _players(self) -> tuple[Player, ...]:
        return self._session.position_at(records.ROOT).game.players

    @property
    def _budget(self) -> Budget:
        kind = self._session.position_at(records.ROOT).game.kind
        return budget_of(kind, self._reviews.thoroughness)

    def _ask(self, key: int, run: RetryRun) -> None:
        """Have the move judged, or the hint found, that a run waits for."""
        self._asked = key
        record, mistake, move, budget = run.original, run.mistake, run.trying, self._budget
        before = self._session.position_at(run.home)

        def judge(stop: Stop, *_: object) -> object:
            return instead(record, mistake, move, budget, stop, SECONDS)

        def hint(stop: Stop, *_: object) -> object:
            known = reviewed_analysis(before, mistake.before)
            return () if known is None else hint_steps(known, stop)

        work = hint if run.busy == "hint" else judge
        self._job.start(work, lambda found: self._answered(key, run, found))

    def _cancel(self) -> None:
        """Drop what is looked for and what is being shown."""
        self._job.cancel()
        self._line.rest()

    def _answered(self, key: int, asked: RetryRun, found: object) -> None:
        document, run = self._session.document, self.run
        if document is None or document.key != key or run is None or not run.busy:
            return  # another document is in front: asked again when this one is
        if (run.place, run.trying, run.busy) != (asked.place, asked.trying, asked.busy):
            return
        if isinstance(found, ReviewedMove):
            self._rule(run, found)
        elif isinstance(found, tuple) and found and all(isinstance(one, Step) for one in found):
            self._session.set_run(run.hinted(found))
            self.refresh()
        else:
            self._turn_to(run.not_judged())
            self._session.notices.tell("The engine could not judge this: try another move")

    def _rule(self, run: RetryRun, tried: ReviewedMove) -> None:
        """Praise a move, or say that it is wrong and play what refutes it."""
        if not tried.grade:
            self._stand(run.found(praise(tried, run.mistake, self._players)), tried.move)
            return
        said = reproof(tried, run.mistake, self._players)
        record, node = records.play(run.before, run.home, tried.move)
        after = self._session.position_at(run.home).play(tried.move)
        line = _line(record, node, after, tried.after.line)
        if line is None:
            self._stand(run.missed(said, None), tried.move)
        else:
            self._show(run.missed(said, line))

    def _stand(self, run: RetryRun, move: Move) -> None:
        """Take over a run with the move that was judged on the board, wherever the person went."""
        document = self._session.document
        assert document is not None
        here = document.record[document.node]
        if (here.parent, here.move) == (run.home, move):
            self._session.set_run(run)
        else:
            self._session.restart_run(run, run.home)
            self._session.play_out(move)
        self.refresh()

    def _show(self, run: RetryRun) -> None:
        """Show the line of a run, a sentence for each move."""
        assert run.line is not None
        self._session.restart_run(run, run.line.node)
        self.refresh()
        self._line.take_up()

    def close(self) -> None:
        """Stop what runs in the background."""
        self._job.close()


def _line(record: Record, node: int, position: Position, moves: tuple[Move, ...]) -> LineRun | None:
    """Return a line to be shown from a node on; None where no move of it is legal there."""
    steps = plain_steps(position, moves)
    return LineRun(record, node, line=moves[: len(steps)], steps=steps) if steps else None
