"""Subscribers: callables that are called when something happens, until they leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

F = TypeVar("F")


class Subscribers(Generic[F]):
    """An ordered set of callables; those that leave during a round are called to its end."""

    def __init__(self) -> None:
        self._all: list[F] = []

    def add(self, hear: F) -> Callable[[], None]:
        """Add one; returns what takes it away again, called once or more often."""
        self._all.append(hear)

        def leave() -> None:
            if hear in self._all:
                self._all.remove(hear)

        return leave

    def __iter__(self) -> Iterator[F]:
        return iter(tuple(self._all))
