"""How many lines of play there are: of every option's start, and of every third position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from frozen_lines import Answer, Task, said
from frozen_store import read_lines, shortened

DEPTHS = {"partition": "2", "pyraos": "3", "pyramid": "2"}
"""How deep each first move is divided; the lines of other games are counted without it."""


def tasks() -> Iterator[Task]:
    """Yield counts from the start of each game, one game an option, and from what came of it."""
    seen = set()
    for game in read_lines("games"):
        depth = DEPTHS.get(game["game"])
        for position in (game["start"], *game["asked"][::3]):
            if position in seen:
                continue
            seen.add(position)
            for words in [[depth, "--divide"]] if depth else [["1"], ["2"]]:
                yield f"{words[0]}: {position}", partial(counted, position, words)


def counted(position: str, words: list[str]) -> Answer:
    """Count with the command line."""
    status, out, err = said(["perft", position, *words])
    return {"status": status, "total": out.splitlines()[-1:], "out": shortened(out), "err": err}
