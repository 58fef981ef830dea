"""Plays a move in the scene, stage by stage, forwards or backwards, or holds it at a stage;
`transition` says where the pieces are meanwhile, `move_stages` what is told of a stage."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Signal

from model.boards.board import Board
from model.contract.game import Event, Position
from model.positions.events import EventError, Table, known_events, same, tables
from viewer.picture.compose import transition
from viewer.picture.picture import Picture
from viewer.picture.words.move_stages import (
    MOVES,
    MoveStage,
    explains,
    move_stages,
    seconds_of,
    told_overlays,
)

_ENDING = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.Wheel)
"""Input that ends an animation."""
TICK = 16
"""Milliseconds between two steps."""
NEARLY = 1 - 1e-6
"""As much of a stage as is shown while it is read: all but its end."""


@dataclass(frozen=True, eq=False)
class _Running:
    """A move that is shown.

    Attributes
    ----------
    first, last
        The stages that are over when it begins, and when it ends.
    seconds
        How long each stage is seen.
    at
        Where it is held, in stages; None: it runs.
    """

    board: Board
    players: tuple[str, ...]
    table: Table
    events: tuple[Event, ...]
    stages: tuple[MoveStage, ...]
    first: int
    last: int
    backwards: bool
    seconds: tuple[float, ...]
    at: int | None = None


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
        self._running: _Running | None = None
        self._by_hand = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        """A move is under way."""
        return self._running is not None and self._running.at is None

    @property
    def held(self) -> int | None:
        """How many stages of a move are over that is held, None where none is."""
        return None if self._running is None else self._running.at

    @property
    def stage(self) -> MoveStage | None:
        """The stage that is told or was told last, None before the first and without a move.

        Of a move that is taken back nothing is told.
        """
        run = self._running
        if run is None or run.at == 0 or run.backwards:
            return None
        number = run.at - 1 if run.at is not None else min(int(self.time), run.last - 1)
        return run.stages[number]

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
        events = before.events(move)
        last = transition.stages(events)
        first = 1 if self._by_hand and not backwards else 0  # its first way is behind it
        shown = tables(before, events)
        if seen is not None and not backwards:
            ahead = max((k for k, table in enumerate(shown) if same(table, seen)), default=0)
            first = max(first, ahead)
        self.finish()
        if first >= last or not any(event.kind != "pass" for event in events):
            return
        stages = move_stages(before, move)
        seconds = seconds_of(stages, backwards=backwards)
        game = before.game
        self._running = _Running(game.board, game.players, shown[0], events, stages, first, last,
                                 backwards, seconds)  # fmt: skip
        self._clock.start()
        self._timer.start()

    def hold(self, before: Position, move: str, number: int) -> None:
        """Show how things stood after `number` stages of a move made in `before`."""
        events, stages = known_events(before, move), move_stages(before, move)
        number = max(0, min(number, len(stages)))
        self._timer.stop()
        game = before.game
        self._running = _Running(game.board, game.players, tables(before, ())[0], events, stages, 0,
                                 len(stages), False, (), number)  # fmt: skip
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
        if self._running is not None:
            self._running = None
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
        run = self._running
        assert run is not None
        if run.at is not None:
            return float(run.at)
        gone = max(self._clock.elapsed(), 1) / 1000  # the first frame shows it on its way
        if run.backwards:
            return run.last - gone / run.seconds[0]
        for k in range(run.first, run.last):
            if gone < run.seconds[k]:
                share = gone / run.seconds[k]
                reads = bool(run.stages[k].notes)
                return k + (min(share / MOVES, NEARLY) if reads else share)
            gone -= run.seconds[k]
        return float(run.last)

    def on(self, picture: Picture) -> Picture:
        """Return `picture` as it looks at this moment."""
        run = self._running
        if run is None or picture.board is not run.board:
            return picture
        try:
            frame = transition.frame(
                run.board, run.players, run.table, run.events, self.time,
                explode=picture.view.explode, shapes=picture.piece_kinds,
            )  # fmt: skip
        except EventError:
            return picture
        shown = frame.on(picture)
        if run.backwards or not explains(run.stages):
            return shown
        stage = self.stage
        return replace(shown, overlays=() if stage is None else told_overlays(stage), carried=())

    def _tick(self) -> None:
        run = self._running
        if run is None:
            return
        time = self.time
        if (run.backwards and time < 0) or (not run.backwards and time >= run.last):
            self.finish()
        else:
            self.stepped.emit()
