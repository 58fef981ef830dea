"""Subscribers: callables that are called when something happens, until they leave."""

import logging
from collections.abc import Callable, Iterable
from typing import Generic, ParamSpec

P = ParamSpec("P")

log = logging.getLogger(__name__)


def tell_all(hearers: Iterable[Callable[P, object]], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call every one of `hearers`, in order; one that fails is logged and the others hear it."""
    for hear in tuple(hearers):
        try:
            hear(*args, **kwargs)
        except Exception:
            log.exception("a listener failed")


class Subscribers(Generic[P]):
    """An ordered set of callables; those that leave during a round are called to its end."""

    def __init__(self) -> None:
        self._all: list[Callable[P, object]] = []

    def add(self, hear: Callable[P, object]) -> Callable[[], None]:
        """Add one; returns what takes it away again, called once or more often."""
        self._all.append(hear)

        def leave() -> None:
            if hear in self._all:
                self._all.remove(hear)

        return leave

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all of them, as `tell_all` does."""
        tell_all(self._all, *args, **kwargs)
