"""Ask everything of one game that needs kernels, and print what was compiled, not read from disk.

``python tests/frozen/second_start.py GAME``: run twice, the second time prints nothing.
"""

from __future__ import annotations

import sys
from typing import Any

from frozen_compare import home, tasks_of
from frozen_store import read_lines
from numba.core import event

PARTS = {"engines": 3, "perft": 3, "provers": 4}
"""How many questions a game is asked of each collector."""


class Compiled(event.Listener):
    """Notes each kernel that numba compiles; what the cache has raises no such event."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        """Note a name."""
        self.names.append(str(event.data["dispatcher"]))

    def on_end(self, event: Any) -> None:
        """Nothing more is to be known."""


def main(game: str) -> None:
    """Ask, and print."""
    compiled = Compiled()
    told = [one for one in read_lines("games") if one["game"] == game]
    strings = {text for one in told for text in (one["start"], *one["asked"])}
    with home(), event.install_listener("numba:compile", compiled):
        for name, count in PARTS.items():
            asked: dict[str, int] = {}
            for key, task in tasks_of(name):
                kind, _, position = key.partition(": ")
                if position in strings and asked.setdefault(kind, 0) < count:
                    asked[kind] += 1
                    task()
    for name in compiled.names:
        print(name)


if __name__ == "__main__":
    main(sys.argv[1])
