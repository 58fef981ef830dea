"""homework: what a class hands in, as a table, and what it answers at once, on the board.

Thirty pupils did a hundred tasks of the courses that ship, each by a walk of its own with wrong
tries, hints and shown answers. The lessons judge every try again where they are named. The table
counts from starting the process; beside it one that only decodes the files.

Sixty pupils are asked by the real window on this computer, and answer within a second. A try counts
from when it is sent until a frame shows it; beside it, until a bare `http.server` has read it.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from benchmarks.programs import PEERS, Missing, lines_of
from benchmarks.rows import Row, medians
from benchmarks.screen import screen
from model.exercises.results import ASKED, FORMAT, SUFFIX
from model.lessons.judging import is_right
from model.records.files import Collection, load_any
from model.records.record import PositionCache, Record
from viewer.session.files import resources

PUPILS, TASKS, RUNS, GOAL = 30, 100, 5, 2.0
CLASS, ROUNDS, SOON, PATIENCE = 60, 5, 0.2, 120
DECODE = (
    "import msgspec, pathlib, sys\n"
    "for path in pathlib.Path(sys.argv[1]).iterdir(): msgspec.json.decode(path.read_bytes())"
)
KINDS = {asked: kind for kind, asked in ASKED.items()}


def measure() -> Iterator[Row]:
    """Yield rows for the files alone, with the lessons beside them, and for a class at once."""
    with tempfile.TemporaryDirectory() as folder:
        paths = hand_in(Path(folder))
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6

        def alone() -> None:
            _table(folder)

        def judged() -> None:
            _table(folder, *map(str, paths))

        def decoded() -> None:
            subprocess.run([sys.executable, "-c", DECODE, folder], check=True)

        *ours, theirs = medians(alone, judged, decoded, runs=RUNS)
    what, beside = f"{PUPILS} files of {TASKS} tasks", "msgspec decodes them"
    yield Row(what, ours[0], beside, theirs, longest=GOAL, note=f"{size:.1f} MB")
    yield Row(f"{what}, judged again", ours[1], beside, theirs, longest=GOAL)
    yield from _at_once()


def _at_once() -> Iterator[Row]:
    what, beside = f"{CLASS} pupils, a try on the board", "a bare http.server has it"
    try:
        with screen() as environment:
            lines = lines_of(
                "class_window.py", CLASS, ROUNDS, environment=environment, patience=PATIENCE
            )
    except Missing as reason:
        yield Row(what, None, beside, note=str(reason))
        return
    found: dict[str, Any] = json.loads(lines[-1])
    ours, theirs = found["seconds"], _bare()
    for name, of in (("", statistics.median), (", the slowest", max)):
        yield Row(f"{what}{name}", of(ours), beside, of(theirs), longest=SOON)
    yield Row(f"tries lost of {CLASS * ROUNDS}", found["lost"], longest=0, unit="")


def _bare() -> list[float]:
    """What the same tries take to a server that does nothing with them."""
    came: dict[str, float] = {}

    class Echo(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(204)
            self.send_header("Set-Cookie", "pupil=one")
            self.end_headers()

        def do_POST(self) -> None:
            (tried,) = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            came[tried["what"]] = time.monotonic()
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 128

    seconds: list[float] = []
    places, pipe = [f"p{number}" for number in range(CLASS)], subprocess.PIPE
    with Server(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        command = [sys.executable, str(PEERS / "class_pupils.py"), str(server.server_port), ""]
        with subprocess.Popen([*command, *places], stdin=pipe, stdout=pipe, text=True) as pupils:
            assert pupils.stdin is not None
            assert pupils.stdout is not None
            pupils.stdout.readline()
            for step in range(ROUNDS):
                print(step, file=pupils.stdin, flush=True)
                sent = json.loads(pupils.stdout.readline())["sent"]
                seconds += [came[place] - moment for place, moment in sent.items()]
            pupils.stdin.close()
        server.shutdown()
    return seconds


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
