"""Plays a move in the scene, stage by stage, forwards or backwards; `transition` says
where the pieces are meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from model.board import Board
from model.events import EventError, Table, same, tables
from model.game import Event, Position
from viewer.picture import transition
from viewer.picture.picture import Picture

STAGE = 200
"""Milliseconds a stage takes."""
TICK = 16
"""Milliseconds between two steps."""


@dataclass(frozen=True, eq=False)
class _Running:
    board: Board
    players: tuple[str, ...]
    table: Table
    events: tuple[Event, ...]
    first: int
    last: int
    backwards: bool


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
        return self._running is not None

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
        game = before.game
        self._running = _Running(game.board, game.players, shown[0], events, first, last, backwards)
        self._clock.start()
        self._timer.start()

    @contextmanager
    def carried(self) -> Iterator[None]:
        """Moves made meanwhile were begun by hand: the piece lies where it first goes already."""
        self._by_hand = True
        try:
            yield
        finally:
            self._by_hand = False

    def finish(self) -> None:
        """Be there at once."""
        self._timer.stop()
        if self._running is not None:
            self._running = None
            self.stepped.emit()

    @property
    def time(self) -> float:
        """Where the move is now, in stages."""
        run = self._running
        assert run is not None
        gone = max(self._clock.elapsed(), 1) / STAGE  # the first frame shows it on its way
        return run.last - gone if run.backwards else run.first + gone

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
        return frame.on(picture)

    def _tick(self) -> None:
        run = self._running
        if run is None:
            return
        if not (0 if run.backwards else run.first) <= self.time < run.last + 1e-9:
            self.finish()
        else:
            self.stepped.emit()
