"""`pyramidion bench`: medians of our own work, the comparison beside it in the same run.

Peers live in an environment of their own (`make bench` makes it); one that is missing is a named
row without figures, never a failure. Figures of one run can be compared with each other only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TextIO

from benchmarks.rows import Row, heading, line
from model.phrases import shown

BENCHMARKS = {
    "orbit": "one frame of an orbit, 1280x800, camera to pixels",
    "window": "one frame of an orbit in the real window, all docks open, beside its balls alone",
    "thinking": "one frame of an orbit in the real window while an engine thinks",
    "latency": "from placing a ball to the finished picture",
    "picking": "the ball under the cursor",
    "sight": "how much of what is chosen is seen, with focus and without",
    "reading": "errors and times of people who answer questions about pictures",
    "judge": "who holds which corner after a move",
    "costs": "what every corner still costs both players",
    "perft": "lines of play of Pyraos and Pyramid",
    "engines": "random games of each kind, and positions looked at, as engines do",
    "playouts": "uniformly random games of Pyraos",
    "prove": "what a side can force, every first move judged",
    "homework": "what a class hands in, as a table, and what it answers at once, on the board",
    "film": "a film, beside drawing its frames and no more",
    "start": "from starting the process to what is seen",
}


def run(names: Sequence[str], out: TextIO) -> int:
    """Run the benchmarks called `names` (none: all) and write their tables to `out`.

    Returns
    -------
    int
        0; 3 when one of them could not be run on this machine (its row says why).

    Raises
    ------
    ValueError
        For a name that is no benchmark; the sentence lists those that are.
    """
    for name in names:
        if name not in BENCHMARKS:
            raise ValueError(
                f"no benchmark is called {shown(name)}; there are {', '.join(BENCHMARKS)}"
            )
    status = 0
    for name in dict.fromkeys(names or BENCHMARKS):
        measure: Callable[[], Iterator[Row]] = import_module(f"benchmarks.{name}").measure
        print(heading(name, BENCHMARKS[name]), file=out, flush=True)
        for row in measure():
            print(line(row), file=out, flush=True)
            if row.ours is None:
                status = 3
        print(file=out, flush=True)
    return status
