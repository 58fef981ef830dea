"""Text of files as letters that can be printed: PDF/UA allows none that no font has."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable

from viewer.export.paper.typesetter import TypstError, compiled

NO_LETTER = "\ufffd"
"""Stands where a letter cannot be printed."""
PLAIN = 0x250
"""Letters before it are Latin ones, which every font has."""
LONG, PART = 24, 12
"""Letters of a word that may have to be parted, and after how many it is."""
MOST_IN_NAME = 100
"""Letters of a title, a heading, an author or a remark."""
NAMES = {"title", "author", "words", "aside"}
"""Fields of blocks that are names."""
_WORD = re.compile(rf"[^\s\u200b]{{{LONG + 1},}}")
_JOINT = re.compile(rf"[^,/]{{1,{PART}}}[,/]?|[,/]")
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_PILED = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
"""More marks on one letter than any language puts there; setting thousands takes minutes."""
_PROBE = b"""#let given = json("letters.json")
#set document(title: "letters")
#set text(font: ("Libertinus Serif", "DejaVu Sans"), lang: "en")
#for one in given [#one ]
"""


def plain_letters(text: str) -> str:
    """Return a text in one line, without control characters and letters that nobody has defined."""
    text = _PILED.sub(r"\1", text.encode("utf-8", "replace").decode())
    return text if text.isprintable() else "".join(map(_plain, text))


def _plain(letter: str) -> str:
    if letter.isprintable() or letter in "\u200b\u200c\u200d\u00ad":
        return letter
    kind = unicodedata.category(letter)
    return {"Cf": "", "Co": NO_LETTER, "Cn": NO_LETTER}.get(kind, " ")


def parted(text: str) -> str:
    """Return a text whose long words may go on in the next line."""
    return _WORD.sub(lambda found: "\u200b".join(_JOINT.findall(found[0])), text)


def unknown_letters(text: str) -> set[str]:
    """Return the letters of a text that no font has."""
    unknown: set[str] = set()
    open_parts = [sorted({one for one in text if ord(one) >= PLAIN})]
    while open_parts:
        part = open_parts.pop()
        if not part or _are_known(part):
            continue
        if len(part) == 1:
            unknown.add(part[0])
        else:
            open_parts += [part[: len(part) // 2], part[len(part) // 2 :]]
    return unknown


def _are_known(letters: list[str]) -> bool:
    try:
        compiled({"main": _PROBE, "letters.json": json.dumps(letters).encode()})
    except TypstError:
        return False
    return True


def with_letters(value: object, change: Callable[[str], str], name: str = "") -> object:
    """Return JSON with every text in it changed, and names (`NAMES`) shortened."""
    if isinstance(value, str):
        if name in NAMES and len(value) > MOST_IN_NAME:
            value = f"{value[:MOST_IN_NAME]}…"
        return change(value)
    if isinstance(value, list | tuple):
        return [with_letters(one, change, name) for one in value]
    if isinstance(value, dict):
        return {key: with_letters(one, change, key) for key, one in value.items()}
    return value
