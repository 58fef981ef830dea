"""What a learner has done: steps of lessons and puzzles, kept between runs of the program."""

from __future__ import annotations

import hashlib
import json
import logging
from functools import lru_cache
from pathlib import Path

from model.records.record import Record
from viewer.session.state_files import state_folder, write_state

log = logging.getLogger(__name__)
SOLVED = -1
"""Stands for a puzzle that is solved."""
LONGEST = 1 << 16
"""Characters by which a file is known in full; the largest board takes 46,000."""


def _file() -> Path:
    return state_folder() / "progress.json"


def _load() -> dict[str, list[int]]:
    """What is kept; read again only when the file is another one: lists ask for every item."""
    path = _file()
    try:
        stat = path.stat()
        return dict(_read(path, stat.st_ino, stat.st_mtime_ns, stat.st_size))
    except (OSError, ValueError, RecursionError):
        return {}


@lru_cache(maxsize=1)
def _read(path: Path, *_stamp: int) -> dict[str, list[int]]:
    # Not msgspec: a name of a file that is no Unicode is written, and read again, as an escape.
    found: object = json.loads(path.read_text("utf-8"))
    if not isinstance(found, dict):
        return {}
    return {
        key: [step for step in steps if isinstance(step, int)]
        for key, steps in found.items()
        if isinstance(steps, list)
    }


def _key(path: Path | None, record: Record) -> str:
    name = path.name if path is not None else ""
    key = f"{name}|{record.headers.get('title', '')}|{record.start}"
    if len(key) <= LONGEST:
        return key
    # Somebody else wrote the title: what is kept of it is bounded.
    return f"{key[:200]}|{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


def done(path: Path | None, record: Record) -> frozenset[int]:
    """Return the steps of a lesson that were done before."""
    most = len(record.lesson.steps) if record.lesson is not None else 0
    return frozenset(k for k in _load().get(_key(path, record), []) if SOLVED <= k < most)


def keep(path: Path | None, record: Record, steps: frozenset[int]) -> None:
    """Remember which steps are done; what cannot be written is only logged."""
    known = _load()
    known[_key(path, record)] = sorted(steps)
    try:
        write_state(_file(), json.dumps(known, indent=0).encode(), backup=True)
    except OSError as error:
        log.warning("progress cannot be kept: %s", error)
