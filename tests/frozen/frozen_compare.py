"""Hold the answers of this checkout against the frozen ones and what changed on purpose."""

from __future__ import annotations

import difflib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from frozen_store import read_lines, write_lines

COLLECTORS = ("lines", "engines", "provers", "perft", "ugi", "rules", "files", "tables", "commands",
              "pictures", "flat", "forms", "exercises")  # fmt: skip
CHANGED = Path(__file__).parent / "changed.json"
"""Why answers differ on purpose from those frozen first: reasons, each with keys by collector."""
ABSENT = "(no answer)"
HOMES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
Task = tuple[str, Callable[[], object]]


@dataclass(frozen=True)
class Difference:
    """An answer that is another than the one that was expected."""

    name: str
    key: str
    expected: object
    found: object

    def text(self) -> str:
        """Both answers, compared line by line."""
        sides = (_lines(self.expected), _lines(self.found))
        lines = list(difflib.unified_diff(*sides, "expected", "found", n=1, lineterm=""))
        for number, line in enumerate(lines):
            if line.startswith("@@"):  # of a script, at which of its events
                before = sides[0][: int(line[4:].split(",")[0].split()[0])]
                events = [one for one in before if one.startswith("== ")]
                lines[number] = f"{line} {events[-1] if events else ''}".rstrip()
        return "\n".join([f"{self.name}: {self.key}", *(f"    {line:.300}" for line in lines)])


def _lines(answer: object) -> list[str]:
    if isinstance(answer, str):
        return answer.split("\n")
    if isinstance(answer, list):
        return [line for part in answer for line in _lines(part)]
    if isinstance(answer, dict):
        return [f"{key}: {line}" for key, part in answer.items() for line in _lines(part)]
    return [str(answer)]


def tasks_of(name: str) -> Iterator[Task]:
    """Yield the questions of a collector: a key, and a function that answers."""
    yield from import_module(f"frozen_{name}").tasks()


def expected(name: str) -> dict[str, object]:
    """Return the answers that are frozen."""
    return dict(read_lines(name))


def differences(name: str, asked: Iterable[Task], *, whole: bool = False) -> list[Difference]:
    """Ask, and return what is answered otherwise.

    Parameters
    ----------
    whole
        Whether all is asked that there is: then a frozen answer that nobody asks for differs, too.
    """
    answers, found, seen = expected(name), [], set()
    for key, task in asked:
        seen.add(key)
        answer = json.loads(json.dumps(task()))
        if not same(answers.get(key, ABSENT), answer):
            found.append(Difference(name, key, answers.get(key, ABSENT), answer))
    if whole:
        gone = [key for key in answers if key not in seen]
        found += [Difference(name, key, answers[key], ABSENT) for key in gone]
    return found


def same(one: object, other: object) -> bool:
    """Whether answers are the same; what has another maker (``by``) is not compared."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.get("by") != other.get("by"):
            return True
        return one.keys() == other.keys() and all(
            (_alike if key == "small" else same)(one[key], other[key]) for key in one
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether small pictures differ by a step of sixteen at most: processors round otherwise."""
    if [*map(len, one)] != [*map(len, other)]:
        return False
    pairs = zip("".join(one), "".join(other), strict=True)
    return all(abs(int(a, 16) - int(b, 16)) <= 1 for a, b in pairs)


def accept(name: str, found: Iterable[Difference], reason: str) -> None:
    """Freeze what was found, and list it as meant, with its reason."""
    changed = {difference.key: difference.found for difference in found}
    kept = (expected(name) | changed).items()
    write_lines(name, [[key, answer] for key, answer in kept if answer != ABSENT])
    changes: list[dict[str, Any]] = json.loads(CHANGED.read_text(encoding="utf-8"))
    for change in changes:  # what changes again has only its last reason
        if there := change["answers"].get(name):
            change["answers"][name] = [key for key in there if key not in changed]
    if changes[-1]["reason"] != reason:
        changes.append({"reason": reason, "answers": {}})
    changes[-1]["answers"].setdefault(name, []).extend(sorted(changed))
    text = json.dumps(changes, indent=1, ensure_ascii=False)
    CHANGED.write_text(f"{text}\n", encoding="utf-8")


@contextmanager
def home() -> Iterator[None]:
    """Have folders of one's own, so that no table and no setting of a person is read.

    Help is written in lines of 80 letters, however wide the terminal is.
    """
    before = {name: os.environ.get(name) for name in (*HOMES, "COLUMNS")}
    with tempfile.TemporaryDirectory(prefix="frozen-home-") as folder:
        os.environ.update({name: os.path.join(folder, name) for name in HOMES}, COLUMNS="80")
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
