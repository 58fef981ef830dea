"""homework: what a class hands in, as a table, from starting the process.

Thirty pupils did a hundred tasks of the courses that ship, each by a walk of its own with wrong
tries, hints and shown answers. The lessons judge every try again where they are named.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.rows import Row, medians
from model.exercises.results import ASKED, FORMAT, SUFFIX
from model.lessons.judging import is_right
from model.records.files import Collection, load_any
from model.records.record import PositionCache, Record
from viewer.session.files import resources

PUPILS, TASKS, RUNS, GOAL = 30, 100, 5, 2.0
KINDS = {asked: kind for kind, asked in ASKED.items()}


def measure() -> Iterator[Row]:
    """Yield a row for the files alone, and one with the lessons beside them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = hand_in(Path(folder))
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6

        def alone() -> None:
            _table(folder)

        def judged() -> None:
            _table(folder, *map(str, paths))

        seconds = medians(alone, judged, runs=RUNS)
    what = f"{PUPILS} files of {TASKS} tasks"
    yield Row(what, seconds[0], longest=GOAL, note=f"{size:.1f} MB")
    yield Row(f"{what}, judged again", seconds[1], longest=GOAL)


def hand_in(folder: Path) -> list[Path]:
    """Write the files of a class into a folder; return the lessons that they are about."""
    paths, items = list[Path](), list[_Item]()
    for path in resources.lessons():
        left = TASKS - sum(len(item.tasks) for item in items)
        if not left:
            break
        paths.append(path)
        held = load_any(path)
        for one in held.items if isinstance(held, Collection) else (held,):
            left = TASKS - sum(len(item.tasks) for item in items)
            items.append(_Item.of(one.record, left))
    for number in range(PUPILS):
        rng = Random(number)
        name = f"Pupil {number + 1}"
        results = {
            "page": "The courses",
            "name": name,
            "since": "2026-11-26T08:00:00.000Z",
            "items": [item.walk(rng) for item in items if item.tasks],
        }
        text = json.dumps(results, ensure_ascii=False, separators=(",", ":"))
        checksum = f"{zlib.crc32(text.encode()):08x}"
        whole = f'{{"format":"{FORMAT}","checksum":"{checksum}","results":{text}}}\n'
        (folder / f"{name}{SUFFIX}").write_text(whole, "utf-8")
    return paths


@dataclass(frozen=True)
class _Item:
    """A lesson with its tasks, and the wrong and the right answers to each."""

    title: str
    tasks: list[dict[str, Any]]
    answers: list[dict[bool, list[str]]]

    @classmethod
    def of(cls, record: Record, most: int) -> _Item:
        item, cache = cls(record.headers["title"], [], []), PositionCache()
        for number, step in enumerate(record.lesson.steps if record.lesson else ()):
            task = step.task
            if task is None or task.kind == "game" or len(item.tasks) == most:
                continue
            position = cache.position(record, step.node)
            sorted_ = dict[bool, list[str]]({False: [], True: []})
            if task.kind == "choice":
                for choice in task.choices:
                    sorted_[choice.right].append(choice.text)
            else:
                tries = position.legal_moves if task.kind == "place" else position.game.board.names
                for what in tries:
                    sorted_[is_right(position, task, what)].append(what)
            item.answers.append(sorted_)
            item.tasks.append(
                {
                    "step": number,
                    "kind": KINDS[task.kind],
                    "title": step.title,
                    "position": str(position),
                }
            )
        return item

    def walk(self, rng: Random) -> dict[str, Any]:
        """What one pupil did of it."""
        events, at = list[dict[str, Any]](), 0
        for task, answers in zip(self.tasks, self.answers, strict=True):
            at += rng.randrange(5_000, 60_000)
            while answers[False] and rng.random() < 0.4:
                what = rng.choice(answers[False])
                events.append({"step": task["step"], "at": at, "did": "try", "what": what})
                at += rng.randrange(3_000, 20_000)
            if rng.random() < 0.1:
                events.append(
                    {"step": task["step"], "at": at, "did": rng.choice(("hint", "shown"))}
                )
            what = rng.choice(answers[True])
            done = {"right": True, "done": True}
            events.append({"step": task["step"], "at": at, "did": "try", "what": what} | done)
        return {"title": self.title, "tasks": self.tasks, "events": events}


def _table(*paths: str) -> None:
    """Run the command, as somebody does in a shell."""
    subprocess.run(
        [sys.executable, "-m", "viewer", "results", *paths],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
        env=os.environ | {"LP_NUM_THREADS": "1"},
    )
