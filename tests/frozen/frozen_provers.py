"""What provers, solvers and searches for the value say: results, lines, positions looked at.

`solve` shares its time between them by the clock; here the clock stands still, so that the proof by
depth has the first turn for as long as it takes. The others are asked by themselves.

Only what takes under 2 s of the processor is asked. Left out are the search for the value in
Pyramid Partition, which ran beyond 3 s on four of the first 24 positions, and in Pyramid, whose
eight did not end within 40 s together; `check` of the puzzle files, of which the one that was timed
took 2.2 s; and `generate`, whose other processes were not timed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from frozen_lines import Answer, Task, said
from frozen_names import Goal, forced, hooks_of, never, prover_for, read_position
from frozen_store import read_lines

OPEN = ("partition", "pyraos", "pyramid")
LOOKED_AT = 3_000
"""Positions that a search for the value may look at."""


def tasks() -> Iterator[Task]:
    """Yield proofs of drawn positions, and of what was seen to be solved soon."""
    for game in read_lines("games"):
        if game["game"] in OPEN:
            for position in game["asked"][-2:]:
                yield f"can: {position}", partial(can, position)
    for position in read_lines("solved"):
        yield f"solve: {position}", partial(solved, position)
        if position.startswith("pyraos"):
            yield f"search: {position}", partial(searched, position)


def can(text: str) -> list[str]:
    """Whether each side wins in one move and in two, how soon, and how much was looked at."""
    position, lines = read_position(text).without_past(), []
    for side in position.game.players:
        goal, prover = Goal("win", side), prover_for(position.game, never)
        for moves in (1, 2):
            known = prover.can(position, goal, moves)
            plies = prover.length(position, goal, moves) if known else None
            lines.append(f"{side} in {moves}: {known}, {plies} plies, {prover.visited} visited")
            if known:
                break
    return lines


def solved(text: str) -> Answer:
    """What `solve` says."""
    with still_clock():
        status, out, err = said(["solve", text, "--json"])
    return {"status": status, "out": out, "err": err}


def searched(text: str) -> list[str]:
    """What the search for the value says, and where the game has none, its solver."""
    position = read_position(text)
    hooks = hooks_of(position.game.kind)
    values = hooks.value_search(position.game, never)
    if values is None:
        with still_clock():
            return [str((hooks.solver() or forced)(position, limit=60.0))]
    worth = values.worth(position, LOOKED_AT)
    line = " ".join(values.line(position)) if worth in ("win", "loss") else ""
    # How far a search that finds nothing goes beyond its limit is the clock's.
    looked = values.visited if worth or values.is_over else "all it may"
    return [f"{worth} after {looked}, over {values.is_over}: {line}"]


@contextmanager
def still_clock() -> Iterator[None]:
    """Let no time pass for the program: what is shared out by the clock never changes hands."""
    real = time.monotonic

    def still() -> float:
        return 0.0

    def replace(one: object, by: object) -> None:
        time.monotonic = by  # type: ignore[assignment]
        for name, module in list(sys.modules.items()):
            if name.startswith(("model.", "viewer.")) and vars(module).get("monotonic") is one:
                module.monotonic = by  # type: ignore[attr-defined]

    replace(real, still)
    try:
        yield
    finally:
        replace(still, real)
