"""Puzzles in number: many small requests side by side, put together without the same one twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from random import Random
from time import time

from model.play.batch import run_all
from model.positions.symmetry import canonical
from model.puzzles.generate import easy_first, generate
from model.puzzles.generated import Generated, GeneratedPuzzle
from model.puzzles.request import PuzzleRequest

ROUNDS = 20
"""Times as many requests are made as puzzles are wanted, before it is given up."""


@dataclass(frozen=True)
class _BatchTask:
    number: int
    request: PuzzleRequest
    end: float | None
    """By the clock on the wall, since it may be begun late, and on another computer."""


def generate_in_batches(
    request: PuzzleRequest,
    make: Callable[[], Executor],
    limit: float | None = None,
    notify: Callable[[str], None] | None = None,
) -> Generated:
    """Make puzzles in several processes; see `model.puzzles.generate.generate`.

    Parameters
    ----------
    make
        Makes the executor (`model.play.batch`).
    limit
        Seconds for all of them.
    notify
        Told in a few words how many there are.

    Returns
    -------
    Generated
        The same for the same request, however many processes there were, as far as no limit cut
        something short.
    """
    rng = Random(request.seed)
    end = None if limit is None else time() + limit
    found: dict[str, GeneratedPuzzle] = {}
    looked, number = 0, 0
    for _ in range(ROUNDS):
        missing = request.count - len(found)
        if missing <= 0 or (end is not None and time() > end):
            break
        tasks = []
        for _ in range(missing):
            tasks.append(
                _BatchTask(number, replace(request, count=1, seed=rng.getrandbits(31)), end)
            )
            number += 1
        results: dict[int, Generated] = {}
        for task, made in run_all(_generate, tasks, make):
            results[task.number] = made
            if notify is not None:
                notify(f"{len(found) + sum(bool(one.made) for one in results.values())} found")
        for _, made in sorted(results.items()):
            looked += made.looked
            for one in made.made:
                found.setdefault(canonical(one.position), one)
        if all(made.end == "exhausted" for made in results.values()):
            break
    puzzles = list(found.values())[: request.count]
    late = end is not None and time() > end
    done = len(puzzles) >= request.count
    puzzles.sort(key=easy_first)
    return Generated(
        request, tuple(puzzles), looked, "done" if done else "late" if late else "exhausted"
    )


def _generate(task: _BatchTask) -> Generated:
    limit = None if task.end is None else max(0.0, task.end - time())
    return generate(task.request, limit=limit)
