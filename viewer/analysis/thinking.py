"""An engine thinks about one position in the background, and what it knows is told now and then."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from math import inf
from threading import Lock

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Position, Stop, Stopped
from model.contract.search import Analysis, Budget, Engine
from model.play.opponent import adviser_for, refusal_of_open, until
from viewer.analysis import kernel_process
from viewer.analysis.background import BackgroundJob, Deliver, Progress

SECONDS = 10.0
"""What a position may take where nothing else is said."""
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
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = adviser_for(self.game)
        return self._engine


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
        self._asked: Position | None = None
        self._thoughts: OrderedDict[int, _KnownResult] = OrderedDict()
        self._is_untold = False
        self._pulse = QTimer(self)
        self._pulse.setInterval(TOLD_EVERY)
        self._pulse.setSingleShot(True)
        self._pulse.timeout.connect(self._tell)
        self._watch = QTimer(self)
        self._watch.setSingleShot(True)
        self._watch.timeout.connect(self._give_up)

    @property
    def position(self) -> Position | None:
        """What was asked about last; None: nothing."""
        return self._asked

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
        if position is not None and position is self._asked:
            return
        was_busy = self._job.busy
        self._forget()
        if position is not None and position.outcome is None and position.legal_moves:
            self._asked = position
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
        self._asked, self._is_untold = None, False

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

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> Analysis:
            return _analysed(at, position, deliver, stop, seconds, budget)

        self._job.start(
            work,
            lambda found: self._end(position, seconds, found),
            on_part=lambda found: self._take(position, found),
        )
        if seconds is not None:
            self._watch.start(round(seconds * 1000) + GRACE)

    def _take(self, position: Position, found: object) -> None:
        """Keep what is known now, and tell it when that is due."""
        if not isinstance(found, Analysis) or position is not self._asked:
            return
        before = self.known(position)
        if before is not None and before.nodes > found.nodes and not found.done:
            return  # thinking began anew, and knows less so far
        self._thoughts[id(position)] = _KnownResult(position, found)
        self._thoughts.move_to_end(id(position))
        while len(self._thoughts) > REMEMBERED:
            self._thoughts.popitem(last=False)
        self._is_untold = True
        if not self._pulse.isActive():
            self._tell()

    def _tell(self) -> None:
        known = self.known(self._asked)
        if known is None or not self._is_untold:
            return
        self._is_untold = False
        self._pulse.start()
        self.thought.emit(known)

    def _give_up(self) -> None:
        """Wait no longer for an engine that does not end; what is being compiled takes its time."""
        position = self._asked
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
        if position is self._asked:
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
