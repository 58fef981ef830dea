"""What pupils hand in, made as a page makes it."""

import base64
import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from model.exercises.results import FORMAT
from model.records.record import PositionCache, Record

KINDS = {"place": "moves", "click": "points", "choice": "choice"}


def sealed(results: dict[str, Any], form: str = FORMAT) -> bytes:
    """Return the file with these results."""
    text = json.dumps(results, ensure_ascii=False, separators=(",", ":"))
    sum_ = f"{zlib.crc32(text.encode()):08x}"
    return f'{{"format":"{form}","checksum":"{sum_}","results":{text}}}\n'.encode()


def mailed(file: bytes) -> str:
    """Return the text that a mail carries."""
    letters = base64.b64encode(zlib.compress(file)).decode()
    lines = [letters[k : k + 64] for k in range(0, len(letters), 64)]
    head, foot = "-----BEGIN PYRAMIDION RESULTS-----", "-----END PYRAMIDION RESULTS-----"
    return "\n".join((head, *lines, foot, ""))


def tasks_of(record: Record) -> list[dict[str, Any]]:
    """Return the tasks that a page has of a lesson or a puzzle."""
    cache = PositionCache()
    if record.lesson is None:
        position = str(cache.position(record, 0))
        title = record.headers.get("title", "")
        return [{"step": 0, "kind": "puzzle", "title": title, "position": position}]
    return [
        {
            "step": number,
            "kind": KINDS[step.task.kind],
            "title": step.title,
            "position": str(cache.position(record, step.node)),
        }
        for number, step in enumerate(record.lesson.steps)
        if step.task is not None and step.task.kind != "game"
    ]


def handed_in(
    name: str,
    record: Record,
    events: Iterable[Sequence[Any]],
    since: str = "2026-11-26T08:00:00.000Z",
) -> dict[str, Any]:
    """Return what a pupil hands in of one lesson.

    Parameters
    ----------
    events
        Of each the step from 0, seconds since the first, and what was done: "hint", "shown", or a
        try, and whether it was right.
    """
    kept = []
    for step, at, what, *right in events:
        event = {"step": step, "at": round(1000 * at), "did": "try", "what": what}
        if right:
            event |= {"right": right[0], "done": right[0]}
        else:
            event = {"step": step, "at": round(1000 * at), "did": what}
        kept.append(event)
    title = record.headers.get("title", "")
    item = {"title": title, "tasks": tasks_of(record), "events": kept}
    return {"page": title, "name": name, "since": since, "items": [item]}
