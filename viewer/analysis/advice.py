"""What an engine says of the game that is looked at: heat, best line, hints, what was bad."""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from threading import Lock

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Move, Position, Stop, Stopped
from model.contract.search import Analysis, Budget, Engine
from model.exercises.exercise import LineExercise
from model.newest import Newest
from model.phrases import listed
from model.play.opponent import adviser_for, refusal_of_open, until
from model.play.review import judged_move
from model.records.view import ENGINE
from viewer.analysis import kernel_process
from viewer.analysis.advice_words import Judgement, hint_steps, judged, reviewed_analysis
from viewer.analysis.background import BackgroundJob, Deliver
from viewer.games.decision import Decision
from viewer.picture.compose.overlays import engine_overlays, line_overlays
from viewer.picture.words.engine_words import analysis_text, share
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session, SessionError
from viewer.visuals.overlay_types import Overlay

SECONDS = 10.0
"""What an engine may think about a position where nothing else is said."""
TOLD_EVERY = 250
"""Milliseconds between two tellings: what is shown of them has to stay readable."""
PATIENCE = 0.5
"""Seconds to wait for a thought that was stopped; after that another engine is made."""
REMEMBERED = 64
"""Positions whose thoughts are kept, so that going back and forth computes nothing."""
WITHOUT_END = Budget()
GRACE = 60_000
"""Milliseconds an engine may be late with its answer before it is given up: kernels that are not
cached are compiled first."""
FAILED = "The engine failed on this position; you can go on by yourself"
SILENT = "The engine does not answer; you can go on by yourself"


class _EngineSlot:
    """The engine of one game, for one thought at a time: its tables may be reused."""

    def __init__(self, position: Position) -> None:
        self.game = position.game
        self.lock = Lock()

    @cached_property
    def engine(self) -> Engine:
        return adviser_for(self.game)


@dataclass
class _KnownResult:
    """What is known of a position, and how many seconds that took at most: 0 while it goes on.

    It is found again by the position's identity: equal positions may have another past, and where
    repetition counts they are not worth the same.
    """

    position: Position
    analysis: Analysis
    seconds: float = 0.0


class Thinking(QObject):
    """Has the strongest engine of a game think about one position at a time.

    The engine is given what the side to move may know, and nothing else. Another position takes the
    place of the last; what was thought about the last one is never told again, but remembered for
    when it is asked for anew.

    Signals
    -------
    thought(Analysis)
        More is known of `position`: at most every `TOLD_EVERY` ms, in the interface thread, and
        never while `think` is called.
    changed
        It begins or ends to think.
    failed(str)
        Why there is no more to hear, in a sentence without its full stop.
    """

    thought = Signal(object)
    changed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = BackgroundJob(self)
        self._slot: _EngineSlot | None = None
        self.position: Position | None = None
        self._thoughts: Newest[int, _KnownResult] = Newest(REMEMBERED)
        self._is_untold = False
        self._pulse = QTimer(self, interval=TOLD_EVERY, singleShot=True)
        self._pulse.timeout.connect(self._tell)
        self._watch = QTimer(self, singleShot=True)
        self._watch.timeout.connect(self._give_up)

    @property
    def is_thinking(self) -> bool:
        """Whether more may become known."""
        return self._job.busy

    def known(self, position: Position | None) -> Analysis | None:
        """Return what is remembered of a position, None where that is nothing."""
        thought = self._thoughts.get(id(position))
        return None if thought is None else thought.analysis

    def think(
        self,
        position: Position | None,
        seconds: float | None = SECONDS,
        budget: Budget = WITHOUT_END,
    ) -> None:
        """Turn to `position`; None, or a game that is over: to nothing.

        Parameters
        ----------
        seconds
            What it may take; None: as long as the budget lasts.
        budget
            What else it may spend.
        """
        if position is not None and position is self.position:
            return
        was_busy = self._job.busy
        self._forget()
        if position is not None and position.outcome is None and position.legal_moves:
            self.position = position
            self._begin(position, seconds, budget)
        if was_busy or self._job.busy:
            self.changed.emit()

    def stop(self) -> None:
        """Think no more; what is known stays known."""
        self.think(None)

    def let_go(self) -> None:
        """Stop, and forget all: the engine, whose tree may be large, and what it thought."""
        self.stop()
        self._slot = None
        self._thoughts.clear()

    def close(self) -> None:
        """Stop, and give the thread a moment to end."""
        self._forget()
        self._job.close()

    # -- in the interface thread -------------------------------------------------------------------

    def _forget(self) -> None:
        self._job.cancel()
        self._pulse.stop()
        self._watch.stop()
        self.position, self._is_untold = None, False

    def _begin(self, position: Position, seconds: float | None, budget: Budget) -> None:
        if why := refusal_of_open(position.game):
            QTimer.singleShot(0, self, lambda: self._fail(position, f"No engine helps here: {why}"))
            return
        thought = self._thoughts.get(id(position))
        if thought is not None:
            self._is_untold = True
            QTimer.singleShot(0, self, self._tell)
            if thought.analysis.done or thought.seconds >= (seconds or inf):
                return
        slot = self._slot
        if slot is None or slot.game != position.game:
            slot = self._slot = _EngineSlot(position)
        at = slot

        self._job.start(
            lambda stop, progress, deliver: _analysed(at, position, deliver, stop, seconds, budget),
            lambda found: self._end(position, seconds, found),
            on_part=lambda found: self._take(position, found),
        )
        if seconds is not None:
            self._watch.start(round(seconds * 1000) + GRACE)

    def _take(self, position: Position, found: object) -> None:
        """Keep what is known now, and tell it when that is due."""
        if not isinstance(found, Analysis) or position is not self.position:
            return
        before = self.known(position)
        if before is not None and before.nodes > found.nodes and not found.done:
            return  # thinking began anew, and knows less so far
        self._thoughts[id(position)] = _KnownResult(position, found)
        self._is_untold = True
        if not self._pulse.isActive():
            self._tell()

    def _tell(self) -> None:
        known = self.known(self.position)
        if known is None or not self._is_untold:
            return
        self._is_untold = False
        self._pulse.start()
        self.thought.emit(known)

    def _give_up(self) -> None:
        """Wait no longer for an engine that does not end; what is being compiled takes its time."""
        position = self.position
        if kernel_process.is_compiling():
            self._watch.start(GRACE)
        elif position is not None and self._job.busy:
            self._job.cancel()
            self._slot = None
            self._fail(position, SILENT)
            self.changed.emit()

    def _end(self, position: Position, seconds: float | None, found: object) -> None:
        self._watch.stop()
        if isinstance(found, Analysis):
            self._take(position, found)
            self._thoughts[id(position)].seconds = seconds or inf
            self._pulse.stop()
            self._tell()
        else:
            self._slot = None  # whatever state it was left in
            self._fail(position, FAILED)
        self.changed.emit()

    def _fail(self, position: Position, why: str) -> None:
        if position is self.position:
            self.failed.emit(why)


def _analysed(
    slot: _EngineSlot,
    position: Position,
    deliver: Deliver,
    dropped: Stop,
    seconds: float | None,
    budget: Budget,
) -> Analysis:
    """Think, in the thread: one thought at a time has an engine.

    The first thought of a game may spend its time on loading kernels: then it is had once more.
    """
    if not slot.lock.acquire(timeout=PATIENCE):  # it does not hear that it was stopped
        slot = _EngineSlot(position)
        slot.lock.acquire()
    try:
        if dropped():
            raise Stopped
        seen = position.seen_by(position.to_move)
        found = slot.engine.analyse(seen, deliver, until(seconds, dropped), budget)
        if not found.nodes and not found.done and not dropped():
            found = slot.engine.analyse(seen, deliver, until(seconds, dropped), budget)
    finally:
        slot.lock.release()
    if dropped():
        raise Stopped
    return found


HINT_SECONDS = 2.0
"""What it may think before it gives a hint, or judges a move (twice)."""


PREPARING = "The engine is being prepared: that takes a minute or two, once …"


def _unless_prepared(waiting: str) -> str:
    """Return what a person waits for; until kernels are compiled nothing is thought about."""
    return PREPARING if kernel_process.is_compiling() else waiting


@dataclass
class _Hint:
    """A hint that is being given: how many steps were asked for, and what they are."""

    place: tuple[int, int]
    position: Position
    asked: int = 1
    steps: tuple[Decision, ...] = ()

    @property
    def step(self) -> Decision | None:
        return self.steps[min(self.asked, len(self.steps)) - 1] if self.steps else None


@dataclass
class _Case:
    """A move that is being judged."""

    place: tuple[int, int]
    move: Move
    before: Position
    after: Position
    first: Analysis | None = None
    verdict: Judgement | None = None


class Advice(QObject):
    """Asks an engine about the active document; shows nothing by itself.

    Attributes
    ----------
    quiet
        Verdicts are kept out of sight: heat and line are neither thought about nor shown.
    seconds, hint_seconds, budget
        What an engine may take, and spend besides.
    thinking
        Thinks about the position that is shown, as long as somebody wants to know.

    Signals
    -------
    changed
        There is something else to show, or to say.
    said(str)
        A hint or a judgement, in a sentence without its full stop.
    failed(str)
        Why there is none, likewise.
    """

    changed = Signal()
    said = Signal(str)
    failed = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.seconds: float | None = SECONDS
        self.hint_seconds = HINT_SECONDS
        self.budget = Budget()
        self.quiet, self._is_begun = False, False
        self._session = session
        self._hint: _Hint | None = None
        self._case: _Case | None = None
        self.thinking = Thinking(self)
        self.thinking.thought.connect(self._take)
        self.thinking.changed.connect(self._take)
        self.thinking.failed.connect(self._fail)
        self._judge = Thinking(self)
        self._judge.thought.connect(self._go_on)
        self._judge.changed.connect(self._go_on)
        self._judge.failed.connect(self._fail)
        self._words = BackgroundJob(self)
        self._enough = QTimer(self, singleShot=True)
        self._enough.timeout.connect(self._take)
        self._looked: tuple[bool, Position | None] = (False, None)

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences."""
        self.quiet = preferences.hide_verdicts
        self._attend()

    def begin(self) -> None:
        """Think from now on: the first frame is on the screen."""
        self._is_begun = True
        self._attend()

    def close(self) -> None:
        """Think no more."""
        self._hint = self._case = None
        self._enough.stop()
        self.thinking.close()
        self._judge.close()
        self._words.close()

    # -- what there is to show -------------------------------------------------------------------

    @property
    def text(self) -> str:
        """What is to be said now, in a sentence without its full stop; "" for nothing."""
        if self._line_step is not None:
            return self._line_step.text
        if self._case is not None:
            verdict = self._case.verdict
            waits = f"Looking at {self._case.move} …"
            return _unless_prepared(waits) if verdict is None else verdict.text
        if self._hint is not None:
            step = self._hint.step
            return _unless_prepared("Looking for a hint …") if step is None else step.text
        if not self._is_shown:
            return ""
        known = self.thinking.known(self._session.position)
        if known is not None:
            return analysis_text(known) + self._reviewed_otherwise(known)
        begins = "The engine starts thinking …"
        return _unless_prepared(begins) if self.thinking.is_thinking else ""

    def _reviewed_otherwise(self, known: Analysis) -> str:
        """Return what a review says of the position, where its figure is another; else ""."""
        document, score = self._session.document, known.score
        kept = document.record[document.node].evaluation
        if kept is None or score is None or kept.proved:
            return ""
        favourite = max(range(len(score.value)), key=lambda k: score.value[k])
        figure = share(kept.value[favourite])
        if figure == share(score.value[favourite]):
            return ""
        looked = f" after {kept.nodes:,}" if kept.nodes else ""
        who = known.position.game.players[favourite].capitalize()
        return f"; the review gave {who} {figure} %{looked}"

    @property
    def line(self) -> LineExercise | None:
        """The line that is shown step by step in the active document; None: none is."""
        exercise = self._session.exercise
        return exercise if isinstance(exercise, LineExercise) else None

    @property
    def place_on_line(self) -> str:
        """How far along the line the person is, "Move 2 of 5"."""
        document, exercise = self._session.document, self.line
        at = None if exercise is None else exercise.shown(document.node)
        return "" if exercise is None else f"Move {at or 0} of {len(exercise.line)}"

    @property
    def _line_step(self) -> Decision | None:
        """What is said and shown of the move of the line that the person looks at."""
        document, exercise = self._session.document, self.line
        step = None if exercise is None else exercise.step(document.node)
        return step if isinstance(step, Decision) else None

    @property
    def is_thinking(self) -> bool:
        """Whether more will be known."""
        return self.thinking.is_thinking or self._judge.is_thinking or self._words.busy

    @property
    def is_judging(self) -> bool:
        """Whether a judgement is shown, or looked for."""
        return self._case is not None

    @property
    def refutation(self) -> tuple[Move, ...]:
        """The line that is shown after the move that was judged; () for none."""
        verdict = None if self._case is None else self._case.verdict
        return () if verdict is None else verdict.line

    @property
    def advises(self) -> bool:
        """Whether a hint or a judgement is shown, or looked for."""
        return self._case is not None or self._hint is not None

    def overlays(self, document: Document) -> tuple[Overlay, ...]:
        """Return what lies over the position of a document: a judgement, a hint, heat and line."""
        position = self._session.position_of(document)
        here = (document.key, document.node)
        if document is self._session.document and self._line_step is not None:
            return self._line_step.overlays
        if self._case is not None and self._case.place == here:
            verdict = self._case.verdict
            return () if verdict is None else line_overlays(position, verdict.line)
        shown: tuple[Overlay, ...] = ()
        if document is self._session.document and self._is_shown:
            shown = engine_overlays(self.thinking.known(position), document.view.show)
        if self._hint is not None and self._hint.place == here and self._hint.step is not None:
            shown = (*shown, *self._hint.step.overlays)
        return shown

    @property
    def _is_shown(self) -> bool:
        """Whether the active document asks for heat or line, and nothing keeps them back."""
        document = self._session.document
        if self.quiet or document.view.show not in ENGINE:
            return False
        return document.exercise is None or not (document.exercise.asks or document.exercise.hiding)

    # -- what can be asked -----------------------------------------------------------------------

    def hint(self) -> None:
        """Give the next of three steps of a hint for the side to move.

        Raises
        ------
        SessionError
            Where there is no move to hint at.
        """
        document, position = self._here()
        if position.outcome is not None or not position.legal_moves:
            raise SessionError("The game is over: there is no move to find.")
        self._case = None
        place = (document.key, document.node)
        if self._hint is not None and self._hint.place == place:
            self._hint.asked = min(3, self._hint.asked + 1)
            self._tell_hint()
            return
        self._words.cancel()
        self._hint = _Hint(place, position)
        self._enough.start(round(1000 * self.hint_seconds))
        self._is_begun = True
        self._attend()
        self.changed.emit()
        self._take()

    def judge(self) -> None:
        """Say what was bad about the move that led to the position shown.

        Raises
        ------
        SessionError
            Where no move led there.
        """
        document, after = self._here()
        node = document.record[document.node]
        if not node.move or node.setup or node.parent is None:
            raise SessionError("No move led here: go to the move you ask about.")
        before = self._session.position_at(node.parent)
        self._hint = None
        self._words.cancel()
        self._case = _Case((document.key, document.node), node.move, before, after)
        self._attend()
        self.changed.emit()
        reviewed = judged_move(document.record, document.node)
        first = None if reviewed is None else reviewed_analysis(before, reviewed.before)
        then = None if reviewed is None else reviewed_analysis(after, reviewed.after)
        if first is None or (then is None and after.outcome is None):
            self._judge.think(before, self.hint_seconds, self.budget)
        else:  # the figures of a review stand in the lists: another search would say others
            self._case.first = first
            self._put_case_into_words(self._case, then)

    def keep(self) -> None:
        """Keep the line that is shown as a variation after the move.

        Raises
        ------
        SessionError
            Where no line is shown.
        """
        case, line = self._case, self.refutation
        if case is None or not line:
            raise SessionError("No line is shown that could be kept.")
        position, moves = case.after, []
        for move in line:
            if position.outcome is not None or position.explain(move) is not None:
                break
            moves.append(move)
            position = position.play(move)
        self._session.paste_line(" ".join(moves))
        self._session.go(case.place[1])
        self.said.emit(f"Kept as a variation: {listed(moves)}")

    def dismiss(self) -> None:
        """Take a hint or a judgement away."""
        if self.advises:
            self._hint = self._case = None
            self._judge.stop()
            self._words.cancel()
            self._attend()
            self.changed.emit()

    def _here(self) -> tuple[Document, Position]:
        document, position = self._session.document, self._session.position
        if document.is_placeholder:
            raise SessionError("No game is open.")
        if document.exercise is not None:
            raise SessionError("In a lesson or a puzzle, use its own hints.")
        if why := refusal_of_open(position.game):
            raise SessionError(f"No engine helps here: {why}.")
        return document, position

    # -- following -------------------------------------------------------------------------------

    def follow(self, change: Change) -> None:
        """Forget what is about another position, and think about the one that is shown.

        The window calls it once the scene shows the change: what is told then is drawn at once.
        """
        document = change.document
        here = (document.key, document.node)
        keeps = self.line is not None and self._is_about(document)
        hint, position = self._hint, self._session.position_of(document)
        is_set_up = hint is not None and hint.place == here and hint.position is not position
        gone = any(
            is_set_up or one.place != here or document.exercise is not None
            for one in (hint, self._case)
            if one is not None
        )
        if gone and not keeps:
            self.dismiss()
        elif keeps or isinstance(change.before.exercise, LineExercise):
            self.changed.emit()
        self._attend()

    def let_go(self) -> None:
        """Forget engines and thoughts: nothing is open any more."""
        self.thinking.let_go()
        self._judge.let_go()

    def _is_about(self, document: Document) -> bool:
        """Whether the judgement is of the move that the line shown in a document follows."""
        exercise = document.exercise
        asked = None if self._case is None else self._case.place
        return exercise is not None and asked == (document.key, exercise.node)

    def _attend(self) -> None:
        """Think about what is shown, as long as that is wanted."""
        hinted = self._hint is not None and not self._hint.steps
        wanted = self._is_begun and self._case is None and (self._is_shown or hinted)
        position = None if self._session.is_empty else self._session.position
        self.thinking.think(position if wanted else None, self.seconds, self.budget)
        looked = (self._is_shown, position)
        if looked[0] is not self._looked[0] or looked[1] is not self._looked[1]:
            self._looked = looked
            self.changed.emit()

    def _take(self) -> None:
        """More is known of the position that is shown: that may be enough for a hint."""
        hint = self._hint
        if hint is not None and not hint.steps and not self._words.busy:
            known = self.thinking.known(hint.position)
            over = not self.thinking.is_thinking or not self._enough.isActive()
            if known is not None and (known.done or over):
                self._words.start(
                    lambda stop, progress, deliver: hint_steps(known, stop), self._take_steps
                )
        self.changed.emit()

    def _take_steps(self, found: object) -> None:
        if self._hint is None:
            return
        if not isinstance(found, tuple) or not found:
            self._fail(FAILED)
            return
        self._hint.steps = found
        self._attend()
        self._tell_hint()

    def _tell_hint(self) -> None:
        step = None if self._hint is None else self._hint.step
        self.changed.emit()
        if step is not None:
            self.said.emit(step.text)

    def _go_on(self) -> None:
        """One of the two positions of a judgement is thought about to the end."""
        case = self._case
        if case is None or case.verdict is not None:
            return
        if self._judge.is_thinking or self._words.busy:
            return
        if case.first is None:
            case.first = self._judge.known(case.before)
            if case.first is None:
                return
            if case.after.outcome is None and case.after.legal_moves:
                self._judge.think(case.after, self.hint_seconds, self.budget)
                return
        self._put_case_into_words(case, self._judge.known(case.after))

    def _put_case_into_words(self, case: _Case, after: Analysis | None) -> None:
        first = case.first
        assert first is not None

        self._words.start(
            lambda stop, progress, deliver: judged(case.move, first, after, case.after, stop),
            self._take_verdict,
        )

    def _take_verdict(self, found: object) -> None:
        if self._case is None:
            return
        if not isinstance(found, Judgement):
            self._fail(FAILED)
            return
        self._case.verdict = found
        self._attend()
        self.changed.emit()
        self.said.emit(found.text)

    def _fail(self, why: str) -> None:
        self.dismiss()
        self.failed.emit(why)
        self.changed.emit()
