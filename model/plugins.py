"""Games of other packages: found by their metadata, loaded when they are asked for.

A package brings a game by an entry point in the group `pyramidion.games`: the name of the game,
and where its `GameKind` is (``cairns = "cairns.kind:KIND"``). Its metadata alone says that it is
there; its code is imported once the game is asked for. Files never load code.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from model.contract.game import GameKind, Position
from model.phrases import printable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = "pyramidion.games"
"""The group of entry points that bring games."""
OFF = "PYRAMIDION_NO_PLUGINS"
"""The environment variable that keeps games of other packages out."""
TRIED = 8
"""Positions of a game played at random that are looked at before a game is believed."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class PluginError(Exception):
    """A game of another package that cannot be used; one sentence says why."""


@dataclass(frozen=True)
class Plugin:
    """A game that another package says it brings.

    Attributes
    ----------
    name
        Of the game.
    package, version
        Of the package as it was installed.
    entry
        Where its `GameKind` is.
    """

    name: str
    package: str
    version: str
    entry: EntryPoint

    @property
    def folder(self) -> Path | None:
        """The folder of its code, where its examples, courses and rules lie; not imported."""
        spec = find_spec(self.entry.module.partition(".")[0])
        places = [] if spec is None else list(spec.submodule_search_locations or ())
        return Path(places[0]) if places else None


@cache
def installed() -> tuple[Plugin, ...]:
    """Return what other packages bring, by name, as their metadata says it."""
    if os.environ.get(OFF):
        return ()
    from importlib.metadata import entry_points  # takes a while, and few commands need it

    found = [
        Plugin(
            entry.name,
            entry.dist.name if entry.dist is not None else "unknown",
            entry.dist.version if entry.dist is not None else "",
            entry,
        )
        for entry in entry_points(group=GAMES)
    ]
    return tuple(sorted(found, key=lambda plugin: (plugin.name, plugin.package)))


def load(plugin: Plugin) -> GameKind:
    """Import the kind of game a package brings.

    Raises
    ------
    PluginError
        When it cannot be imported, or is not what `model.contract` asks of a game.
    """
    try:
        kind = plugin.entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # another's code may raise anything
        raise PluginError(
            _sentence(plugin, f"cannot be imported ({_error_text(error)})")
        ) from error
    try:
        fault = _fault_of(kind, plugin.name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        fault = f"cannot begin ({_error_text(error)})"
    if fault:
        raise PluginError(_sentence(plugin, fault))
    assert isinstance(kind, GameKind)
    return kind


def _fault_of(kind: object, name: str) -> str:
    """Say what a kind lacks that every game promises; "" where nothing is missing."""
    if not isinstance(kind, GameKind):
        return "is not a GameKind"
    if kind.name != name:
        return f"calls itself {kind.name!r}; its entry point calls it {name!r}"
    if not _NAME.fullmatch(name):
        return "has a name that is not made of small letters, digits and hyphens"
    missing = [
        what
        for what in ("title", "credit", "options", "players", "endings")
        if not hasattr(kind, what)
    ]
    if missing:
        return f"has no {missing[0]}"
    start = kind.configure({}).start()
    if not isinstance(start, Position):
        return "begins with something that is not a Position"
    if not start.legal_moves or start.outcome is not None:
        return "is over before it begins"
    return _fault_in_play(kind, start)


def _fault_in_play(kind: GameKind, position: Position) -> str:
    """Say what is wrong with the positions of a short game played at random; "" for nothing."""
    rng = Random(1)
    for _ in range(TRIED):
        said = str(position)
        _, board, side, *extras = said.split(" ")
        again = kind.read({}, board, side, dict(extra.split("=", 1) for extra in extras))
        if again != position.seen_by(None) or str(again) != said:
            return f"does not read back the position it writes, {said!r}"
        if position.outcome is not None:
            break
        move = position.legal_moves.sample(rng)
        if move not in position.legal_moves:
            return f"draws the move {move!r} and does not list it"
        position = position.play(move)
    return ""


def _sentence(plugin: Plugin, fault: str) -> str:
    return printable(f"the game {plugin.name} of the package {plugin.package} {fault}", 600)


def _error_text(error: BaseException) -> str:
    said = " ".join(str(error).split())
    import traceback  # takes a while, and is seldom asked for

    frames = traceback.extract_tb(error.__traceback__)
    where = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{f': {said[:200]}' if said else ''}{where}"
