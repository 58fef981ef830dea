"""Plays a move in the scene by the clock, stage by stage, forwards or backwards, or holds it at a
stage; `played_move` says what is seen of it at each moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Signal

from model.contract.game import Position
from model.positions.events import Table, known_events, tables
from viewer.picture.compose.transition import PlayedMove, played_move
from viewer.picture.picture import Picture
from viewer.picture.words.move_stages import MoveStage, move_stages

_ENDING = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.Wheel)
"""Input that ends an animation."""
TICK = 16
"""Milliseconds between two steps."""


class MoveAnimation(QObject):
    """One move under way at a time; its timer runs only meanwhile.

    The session is at its new state at once and only the drawing follows.

    Signals
    -------
    stepped
        The pieces have moved on, or have arrived.
    """

    stepped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._move: PlayedMove | None = None
        self._at: int | None = None
        self._by_hand = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        """A move is under way."""
        return self._move is not None and self._at is None

    @property
    def held(self) -> int | None:
        """How many stages of a move are over that is held, None where none is."""
        return self._at

    @property
    def stage(self) -> MoveStage | None:
        """The stage that is told or was told last, None before the first and without a move.

        Of a move that is taken back nothing is told.
        """
        if self._move is None or self._at == 0:
            return None
        return self._move.stage_at(self.time if self._at is None else self._at - 1)

    def start(
        self, before: Position, move: str, *, backwards: bool = False, seen: Table | None = None
    ) -> None:
        """Play `move`, made in `before`.

        Parameters
        ----------
        backwards
            It is taken back.
        seen
            What the scene showed until now, while the move was built: stages up to there are over.
        """
        first = 1 if self._by_hand and not backwards else 0  # its first way is behind it
        move_shown = played_move(before, move, backwards=backwards, first=first, seen=seen)
        self.finish()
        if move_shown is None:
            return
        self._move, self._at = move_shown, None
        self._clock.start()
        self._timer.start()

    def hold(self, before: Position, move: str, number: int) -> None:
        """Show how things stood after `number` stages of a move made in `before`."""
        events, stages = known_events(before, move), move_stages(before, move)
        self._timer.stop()
        game, last = before.game, len(stages)
        self._move = PlayedMove(game.board, game.players, tables(before, ())[0], events, stages, 0,
                                last, False, ())  # fmt: skip
        self._at = max(0, min(number, last))
        self.stepped.emit()

    @contextmanager
    def carried(self) -> Iterator[None]:
        """Moves made meanwhile were begun by hand: the piece lies where it first goes already."""
        self._by_hand = True
        try:
            yield
        finally:
            self._by_hand = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The next press of a button or a key in the scene ends it at once."""
        if self.running and event.type() in _ENDING:
            self.finish()
        return super().eventFilter(watched, event)

    def finish(self) -> None:
        """Be there at once; nothing is held any more."""
        self._timer.stop()
        if self._move is not None:
            self._move = self._at = None
            self.stepped.emit()

    @property
    def rolled(self) -> float:
        """How far dice have rolled in the stage that is shown; 1 where none roll."""
        stage = self.stage if self.running else None
        rolls = stage is not None and any(event.kind == "roll" for event in stage.events)
        return self.time % 1 if rolls else 1.0

    @property
    def time(self) -> float:
        """Where the move is now, in stages."""
        assert self._move is not None
        if self._at is not None:
            return float(self._at)
        gone = max(self._clock.elapsed(), 1) / 1000  # the first frame shows it on its way
        return self._move.time(gone)

    def on(self, picture: Picture) -> Picture:
        """Return `picture` as it looks at this moment."""
        if self._move is None:
            return picture
        return self._move.on(picture, self.time, self.stage)

    def _tick(self) -> None:
        run = self._move
        if run is None:
            return
        time = self.time
        if (run.backwards and time < 0) or (not run.backwards and time >= run.last):
            self.finish()
        else:
            self.stepped.emit()
