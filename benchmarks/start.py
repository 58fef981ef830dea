"""start: from starting the process to its window and to the first frame of its scene.

Beside it the least window with a pyvistaqt scene: an empty main window and one sphere. Both run
under the same stopwatch (`peers/stopwatch.py`), on the same screen, by turns.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from benchmarks.programs import Missing, lines_of
from benchmarks.rows import Row
from benchmarks.screen import screen
from viewer.session.files import resources

RUNS, GOAL, PATIENCE = 5, 1.5, 60
WHAT = {"window": "window shown", "frame": "first full frame"}


def measure() -> Iterator[Row]:
    """Yield a row for the window and one for the frame."""
    from importlib.metadata import version

    beside = f"PySide6 {version('PySide6-Essentials')}, pyvistaqt {version('pyvistaqt')}"
    try:
        with screen() as environment:
            ours, bare = _by_turns(environment)
    except Missing as reason:
        for what in WHAT.values():
            yield Row(what, None, beside, note=str(reason))
        return
    for key, what in WHAT.items():
        mine, theirs = (statistics.median(run[key] for run in runs) for runs in (ours, bare))
        yield Row(what, mine, beside, theirs, most=GOAL)


def _by_turns(environment: dict[str, str]) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    """Return the seconds of `RUNS` starts of each, after one that fills the disk's cache."""
    examples = resources.examples()
    if not examples:
        raise Missing("no examples are installed")
    path = min(examples, key=lambda path: path.stat().st_size)
    ours: list[dict[str, float]] = []
    bare: list[dict[str, float]] = []
    for run in range(RUNS + 1):
        for words, its in ((["pyramidion", str(path)], ours), (["bare"], bare)):
            seconds = _start(words, environment)
            if run:
                its.append(seconds)
    return ours, bare


def _start(words: list[str], environment: dict[str, str]) -> dict[str, float]:
    """Start a program under the stopwatch; return seconds by what happened."""
    begun = time.time()
    lines = lines_of("stopwatch.py", *words, environment=environment, patience=PATIENCE)
    seconds = {}
    for line in lines:
        what, _, when = line.partition(" ")
        if what in WHAT:
            seconds[what] = float(when) - begun
    if set(seconds) != set(WHAT):
        raise Missing("the window told nothing")
    return seconds
