"""Journals as a crash could leave them, and as nobody would: torn, mixed up, mended checksums."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import fuzz_texts as odd
import histories
import msgspec
from fuzz_corpus import written
from fuzz_files import WILD
from gentle_changes import GENTLE

from viewer.session.autosave import journal_format
from viewer.session.autosave.journal_format import EDIT, GAME, line, whole
from viewer.session.session import Change, Session

_SOURCES = 12
_EDITS = ("drop", "double", "rename", "retype", "renumber", "reword", "nest", "many", "shuffle")
Lines = list[bytes]


@dataclass(frozen=True)
class FuzzedJournal:
    """The bytes of a journal and how they came about."""

    data: bytes
    changes: tuple[str, ...]


def fuzzed_journal(seed: int, index: int) -> FuzzedJournal:
    """The journal of a seed and an index."""
    rng = Random(f"journal {seed} {index}")
    lines = list(_journal(index % _SOURCES))
    changes = []
    for _ in range(rng.choices((0, 1, 2, 4), (2, 50, 30, 18))[0]):
        name = rng.choice(list(CHANGES))
        lines = CHANGES[name](rng, lines)
        changes.append(name)
    data = b"".join(lines)
    if rng.random() < 0.1:
        data = data[: rng.randrange(len(data) + 1)]
        changes.append("torn")
    return FuzzedJournal(data, tuple(changes))


@cache
def _journal(number: int) -> tuple[bytes, ...]:
    """The lines of a document that somebody worked on, without the journal's thread and clock."""
    rng = Random(f"worker {number}")
    session = Session()
    lines = list(_split(whole(session.new(odd.good_position(rng)))))

    def told(change: Change) -> None:
        before, after = change.before, change.document
        if before is after or after.is_placeholder:
            return
        entry = journal_format.change(before, after)
        if entry is None:
            lines[:] = _split(whole(after))
        else:
            lines.append(line(EDIT, msgspec.json.encode(entry)))

    session.subscribe(told)
    hand = histories.Hand(session)
    words = [word for word in histories.ALL if word not in ("begin run", "puzzle", "lesson")]
    if number % 3 == 0:
        words += ["puzzle", "lesson"]
    for _ in range(rng.randint(3, 60)):
        hand.do(
            rng.choice((*words, "play", "play", "play")), rng.getrandbits(16), rng.getrandbits(16)
        )
    return tuple(lines)


def _split(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _tree(held: bytes) -> tuple[bytes, Any]:
    """Kind and JSON of a line; of what is none an empty object."""
    try:
        return held[9:14], json.loads(held[14:])
    except (ValueError, RecursionError):  # a change before this one may have nested it too deep
        return EDIT, {}


def _mended(rng: Random, kind: bytes, tree: object) -> bytes:
    """A line whose checksum is right whatever is in it."""
    return line(kind, written(rng, tree))


# -- changes ---------------------------------------------------------------------------------------


def _of_lines(do: Callable[[Random, Lines, int], object]) -> Callable[[Random, Lines], Lines]:
    """A change at one of the lines."""

    def changed(rng: Random, lines: Lines) -> Lines:
        if lines:
            do(rng, lines, rng.randrange(len(lines)))
        return lines

    return changed


def _swap(rng: Random, lines: Lines, at: int) -> None:
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _other(rng: Random, lines: Lines, at: int) -> None:
    """A line of another document, or a whole one after this."""
    theirs = _journal(rng.randrange(_SOURCES))
    lines[at:at] = theirs if rng.random() < 0.2 else [rng.choice(theirs)]


def _damage(rng: Random, lines: Lines, at: int) -> None:
    """Bytes that do not fit their checksum."""
    held = bytearray(lines[at])
    held[rng.randrange(len(held))] ^= 1 << rng.randrange(8)
    lines[at] = bytes(held)


def _mend(rng: Random, lines: Lines, at: int) -> None:
    """Other contents under a good checksum."""
    kind, tree = _tree(lines[at])
    if not isinstance(tree, dict):
        tree = {}
    if kind == GAME:
        table = GENTLE if rng.random() < 0.5 else WILD
        table[rng.choice(list(table))](rng, tree, ())
    else:
        WILD[rng.choice(_EDITS)](rng, tree, ())
    lines[at] = _mended(rng, kind, tree)


def _know(rng: Random, lines: Lines, at: int) -> None:
    """What the session knows beside the file, with odd values under a good checksum."""
    tree: dict[str, object] = {}
    for key in rng.sample(("node", "next_id", "title", "path", "item", "digest", "edited"), 2):
        tree[key] = rng.choice(
            (odd.text(rng), odd.number(rng), True, "", 0, -1, "/dev/zero", "\x00")
        )
    tree["edited"] = rng.choice((True, True, False))
    lines.insert(at + 1, _mended(rng, EDIT, tree))


def _node(rng: Random, lines: Lines, at: int) -> None:
    """Nodes put in, replaced and taken away under a good checksum."""
    stored = [rng.choice((-1, 0, 1, 2, 9, 2**31)), [rng.choice((1, 2, 3))], odd.move(rng)]
    if rng.random() < 0.4:
        stored += [odd.text(rng), [], None, odd.junk(rng), odd.position(rng)]
    number = rng.choice((0, 1, 2, 5, 100, 2**31 - 1, 2**31, 2**70, -1))
    nodes = {str(number): rng.choice((stored, stored, None))}
    lines.insert(at + 1, _mended(rng, EDIT, {"nodes": nodes, "edited": True}))


def _other_kind(rng: Random, lines: Lines, at: int) -> None:
    """A line of another kind, a number, nothing, a very long one."""
    content = rng.choice(
        (
            b"{}",
            b"[]",
            b"0",
            b"",
            b"null",
            b'{"nodes":{"1":[0,[],"1a1"]}}',
            b"[" * 5000,
            b'{"title":"' + b"x" * 10**6 + b'"}',
            b"\xff",
            b" " * 40,
        )
    )
    lines.insert(at, line(rng.choice((GAME, EDIT, b"none ")), content))


CHANGES: dict[str, Callable[[Random, Lines], Lines]] = {
    "drop": _of_lines(lambda rng, lines, at: lines.pop(at)),
    "double": _of_lines(lambda rng, lines, at: lines.insert(at, lines[at])),
    "swap": _of_lines(_swap),
    "shuffle": _of_lines(lambda rng, lines, at: rng.shuffle(lines)),
    "begin later": _of_lines(lambda rng, lines, at: lines.__delitem__(slice(0, at))),
    "end sooner": _of_lines(lambda rng, lines, at: lines.__delitem__(slice(at, None))),
    "other": _of_lines(_other),
    "damage": _of_lines(_damage),
    "mend": _of_lines(_mend),
    "know": _of_lines(_know),
    "node": _of_lines(_node),
    "other kind": _of_lines(_other_kind),
}
