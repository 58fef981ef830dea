"""What a list's own signal leads to is done from the event loop, when Qt has handled it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer, SignalInstance

T = TypeVar("T")


def answer_later(
    signal: SignalInstance,
    view: QObject,
    answer: Callable[[T], object],
    read: Callable[..., T],
) -> None:
    """Answer a signal of a list, a table or a box in the next turn of the event loop.

    What answers may fill the view anew. Until a signal has been told to everybody, Qt goes on with
    the lines it was about, and crashes where they are gone.

    Parameters
    ----------
    view
        Whose signal it is; nothing is answered once it is gone.
    answer
        Called with what was read.
    read
        Called at once with what the signal tells: what it is about, by something that outlives the
        lines.
    """

    def heard(*told: Any) -> None:  # whatever the signal tells
        about = read(*told)
        QTimer.singleShot(0, view, lambda: answer(about))

    signal.connect(heard)
