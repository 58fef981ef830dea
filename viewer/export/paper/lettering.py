"""Text of files as letters that can be printed: PDF/UA allows none that no font has."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import typst

STANDARD: Literal["ua-1"] = "ua-1"
NO_LETTER = "\ufffd"
"""Stands where a letter cannot be printed."""
LONG, PART = 24, 12
"""Letters of a word that may have to be parted, and after how many it is."""
PLAIN = 0x250
"""Letters before it are Latin ones, which every font has."""
_WORD = re.compile(rf"[^\s\u200b]{{{LONG + 1},}}")
_JOINT = re.compile(rf"[^,/]{{1,{PART}}}[,/]?|[,/]")
_PROBE = b"""#let given = json("letters.json")
#set document(title: "letters")
#set text(font: ("Libertinus Serif", "DejaVu Sans"), lang: "en")
#for one in given [#one ]
"""


def plain_letters(text: str) -> str:
    """Return a text without control characters, with places where long words may be parted."""
    text = text.encode("utf-8", "replace").decode()
    text = "".join(_plain(one) for one in text) if not text.isprintable() else text
    return _WORD.sub(lambda found: "\u200b".join(_JOINT.findall(found[0])), text)


def _plain(letter: str) -> str:
    if letter.isprintable() or letter in "\u200b\u200c\u200d\u00ad":
        return letter
    if letter.isspace() or letter in "\u2028\u2029":
        return " "
    kind = unicodedata.category(letter)
    return "" if kind == "Cf" else NO_LETTER if kind in ("Co", "Cn") else " "


@cache
def fonts() -> typst.Fonts:
    """Return the fonts: those that typst brings, DejaVu, and what the system has for the rest."""
    found = find_spec("matplotlib")
    folders = [] if found is None else list(found.submodule_search_locations or ())
    dejavu = [Path(one) / "mpl-data" / "fonts" / "ttf" for one in folders]
    return typst.Fonts(font_paths=[one for one in dejavu if one.is_dir()])


def compiled(given: Mapping[str, bytes]) -> bytes:
    """Return the PDF file that typst makes of its files, of which "main" is the first.

    Raises
    ------
    typst.TypstError
        It cannot be made by `STANDARD`.
    """
    # Its types know nothing of several files.
    made = typst.compile(given, format="pdf", pdf_standards=STANDARD, font_paths=fonts())  # type: ignore[call-overload]
    assert isinstance(made, bytes)
    return made


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
    given = {"main": _PROBE, "letters.json": json.dumps(letters).encode()}
    try:
        compiled(given)
    except typst.TypstError:
        return False
    return True


def with_letters(value: object, change: Callable[[str], str]) -> object:
    """Return JSON with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [with_letters(one, change) for one in value]
    if isinstance(value, dict):
        return {name: with_letters(one, change) for name, one in value.items()}
    return value
