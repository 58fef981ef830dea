"""Work on images in a thread of its own, while the next ones are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from queue import Queue
from threading import Thread
from typing import TypeVar

AHEAD = 4
"""Images that wait: drawing waits where they are more."""
T = TypeVar("T")


def hand_on(images: Iterable[T], take: Callable[[T], None]) -> None:
    """Have each image taken in another thread, in their order, and return once all are.

    What fails on either side is raised; nothing is taken any more then.
    """
    waiting: Queue[tuple[T] | None] = Queue(AHEAD)
    errors: list[BaseException] = []

    def run() -> None:
        while (given := waiting.get()) is not None:
            if errors:
                continue  # whoever draws must not wait for room for ever
            try:
                take(*given)
            except BaseException as error:  # raised where the film is waited for
                errors.append(error)

    thread = Thread(target=run, name="film", daemon=True)
    thread.start()
    try:
        for image in images:
            if errors:
                break
            waiting.put((image,))
    finally:
        waiting.put(None)
        thread.join()
    if errors:
        raise errors[0]
