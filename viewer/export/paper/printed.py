"""A printed document as a PDF file, accessible by PDF/UA-1: typst sets its blocks.

Typst is given the template and data, all in memory: what is stopped leaves no file behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec

from viewer.export.items import ExportError
from viewer.export.paper.blocks import PaperData
from viewer.export.paper.lettering import (
    NO_LETTER,
    PLAIN,
    parted,
    plain_letters,
    unknown_letters,
    with_letters,
)
from viewer.export.paper.typesetter import TypstError, compiled


def printed(data: PaperData, pictures: Mapping[str, str]) -> bytes:
    """Return the PDF file of a document; letters that no font has are marked as missing.

    Parameters
    ----------
    pictures
        SVG files that its figures name.

    Raises
    ------
    ExportError
        It cannot be set.
    """
    plain = with_letters(msgspec.to_builtins(data), lambda text: parted(plain_letters(text)))
    given = {"data.json": msgspec.json.encode(plain).decode(), **pictures}
    try:
        return _set(given)
    except TypstError:
        letters = {one for text in given.values() if not text.isascii() for one in text}
    unknown = dict.fromkeys(map(ord, unknown_letters("".join(letters))), NO_LETTER)
    beyond = {ord(one): NO_LETTER for one in letters if ord(one) >= PLAIN}
    fault = ""
    for missing in (unknown, beyond):  # what single letters do not show may show in a word
        try:
            return _set({name: text.translate(missing) for name, text in given.items()})
        except TypstError as error:
            fault = error.message
    raise ExportError(f"the document cannot be set: {fault}")


def _set(given: Mapping[str, str]) -> bytes:
    template = files(__package__).joinpath("template.typ").read_bytes()
    return compiled({"main": template, **{name: text.encode() for name, text in given.items()}})
