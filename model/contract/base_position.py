"""What most games answer alike, for positions to inherit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from model.contract.moves import Player
from model.contract.sheets import PlayerSheet


class BasePosition:
    """A position with nothing in hand, nothing counted beside the board, and nothing hidden.

    A game overrides what it answers otherwise; `Position` says what each of these means.
    """

    __slots__ = ()

    @property
    def reserves(self) -> Mapping[Player, int]:
        return {}

    @property
    def counters(self) -> Mapping[str, int]:
        return {}

    @property
    def sheets(self) -> tuple[PlayerSheet, ...]:
        return ()

    @property
    def sealed(self) -> tuple[Player, ...]:
        return ()

    def seen_by(self, player: Player | None) -> Self:
        return self

    def without_past(self) -> Self:
        return self
