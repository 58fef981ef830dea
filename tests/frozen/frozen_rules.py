"""What the rules say along games: events, positions, how many moves there are, refusals, ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from frozen_lines import Task
from frozen_names import read_position
from frozen_store import read_lines

LISTED = 300
"""Moves that are listed of a position, in their order."""
WHOLE = 4
"""Plies of a game that are kept in full; of the others a digest is."""


def tasks() -> Iterator[Task]:
    """Yield every game that was drawn: what happens in it, and what is refused on its way."""
    for game in read_lines("games"):
        name = f"{game['start']} {' '.join(game['moves'])}"[:200]
        yield f"game: {name}", partial(told, game)
        yield f"refused: {name}", partial(refused, game)


def told(game: dict[str, Any]) -> list[str]:
    """Play a game again, and tell all that its rules say on the way."""
    position = read_position(game["start"])
    plies = [ply_of(position)]
    for move in game["moves"]:
        events = [plain(event) for event in position.events(move)]
        position = position.play(move)
        plies.append("\n".join([f"> {move}", *events, ply_of(position)]))
    short = [f"{ply} sha256 {digest(text)}" for ply, text in enumerate(plies)]
    return [*plies[:WHOLE], *short[WHOLE:], plies[-1]]


def refused(game: dict[str, Any]) -> list[str]:
    """Try moves that are none or for another moment; each kind of answer, and a digest."""
    position, rng = read_position(game["start"]), Random(1)
    kinds: dict[str, str] = {}
    all_told = []
    for move in game["moves"]:
        others = [rng.choice(game["moves"]), rng.choice(game["moves"])]
        others.append(f"{move[: len(move) // 2]}{rng.choice('abcdef123x-')}")
        for text in others:
            kind, told = said_of(position, text)
            kinds.setdefault(kind, told)
            all_told.append(told)
        position = position.play(move)
    first = [f"{kind}: {kinds[kind]:.160}" for kind in sorted(kinds)]
    return [*first, f"{len(all_told)} answers {digest(' '.join(all_told))}"]


def plain(thing: Any) -> str:
    """Return the fields of a dataclass that say something, by name."""
    words = []
    for name in sorted(field.name for field in fields(thing)):
        value = getattr(thing, name)
        value = value.tolist() if hasattr(value, "tolist") else value
        if value not in (None, (), ""):
            words.append(f"{name}={value}")
    return " ".join(words)


def digest(text: str) -> str:
    """Return the beginning of the digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:7]


def ply_of(position: Any) -> str:
    """Return what holds of a position."""
    moves, outcome = position.legal_moves, position.outcome
    listed = " ".join(islice(moves, LISTED))
    whose = f"to move {position.to_move}, sealed {position.sealed}, {moves.count()} moves"
    return "\n".join([
        str(position),
        f"{whose}: {listed:.80}",
        f"moves {digest(listed)} steps {digest(plain(position.steps(())))}",
        f"{dict(position.reserves)} {dict(position.counters)}",
        "" if outcome is None else plain(outcome),
    ])  # fmt: skip


def said_of(position: Any, text: str) -> tuple[str, str]:
    """Return the kind of answer and what is said of a move that may be none."""
    try:
        move = position.read_move(text)
    except ValueError as error:
        return type(error).__name__, f"{text}: {error}"
    reason = position.explain(move)
    if reason is None:
        return "legal", f"{text}: {move}"
    return f"{reason.key} ({reason.rule})", f"{text}: {move}: {plain(reason)}"
