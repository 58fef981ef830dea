"""The games that there are, by name; one that ships with the program is one line here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from model.contract.game import GameKind
from model.games.partition.kind import KIND as PARTITION
from model.games.pyramid.kind import KIND as PYRAMID
from model.games.pyramid_ball.kind import KIND as PYRAMID_BALL
from model.games.pyraos.kind import KIND as PYRAOS
from model.games.rolling_pyramids.kind import KIND as ROLLING_PYRAMIDS

SHIPPED: tuple[GameKind, ...] = (
    PARTITION,
    PYRAOS,
    PYRAMID,
    PYRAMID_BALL,
    ROLLING_PYRAMIDS,
)
_KINDS: dict[str, GameKind] = {kind.name: kind for kind in SHIPPED}


def kinds() -> Mapping[str, GameKind]:
    """Return the registered games by name."""
    return _KINDS


def register(kind: GameKind) -> None:
    """Make `kind` known to the notation, the command line and the viewer under its name."""
    if kind.name in _KINDS:
        raise ValueError(f"a game called {kind.name} is registered already")
    _KINDS[kind.name] = kind


@contextmanager
def registered(kind: GameKind) -> Iterator[GameKind]:
    """Register `kind` for a while: for games that do not ship, as in tests."""
    register(kind)
    try:
        yield kind
    finally:
        del _KINDS[kind.name]
