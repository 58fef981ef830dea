"""Programs of seats are started and ended in threads of their own: nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from model.contract.game import Position
from model.play.opponent import Situation
from model.play.seats import Responder, Seat

PATIENCE = 5.0
"""Seconds for each thread that still runs in the end."""


class EngineThreads:
    """Starts and ends what runs for seats."""

    def __init__(self) -> None:
        self._running: list[Thread] = []

    def retire(self, end: Callable[[], None]) -> None:
        """End what ran for a seat: a program that does not quit at once keeps nobody waiting."""
        self._start(end, "ending an engine")

    def prepare(self, responder: Responder, seat: Seat, side: str, position: Position) -> None:
        """Start a program before it is to move: its clock is not for starting."""
        situation = Situation(position, (), position)
        self._start(lambda: responder.prepare(seat, side, situation), "starting an engine")

    def close(self) -> None:
        """Wait a while until all that was begun has ended."""
        for thread in self._running:
            thread.join(timeout=PATIENCE)

    def _start(self, work: Callable[[], None], name: str) -> None:
        self._running = [thread for thread in self._running if thread.is_alive()]
        thread = Thread(target=work, name=name, daemon=True)
        self._running.append(thread)
        thread.start()
