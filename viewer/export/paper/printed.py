"""A printed document as a PDF file, accessible by PDF/UA-1: typst sets its blocks.

Typst is given the template and data, all in memory: what is stopped leaves no file behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec
import typst

from viewer.export.items import ExportError
from viewer.export.paper.blocks import PaperData
from viewer.export.paper.lettering import (
    NO_LETTER,
    PLAIN,
    compiled,
    plain_letters,
    unknown_letters,
    with_letters,
)

def printed(data: PaperData, pictures: Mapping[str, bytes]) -> bytes:
    """Return the PDF file of a document; letters that no font has are marked as missing.

    Parameters
    ----------
    pictures
        Files that its figures name.

    Raises
    ------
    ExportError
        It cannot be set.
    """
    plain = with_letters(msgspec.to_builtins(data), plain_letters)
    try:
        return _set(plain, pictures)
    except typst.TypstError:
        text = msgspec.json.encode(plain).decode()
    unknown = dict.fromkeys(map(ord, unknown_letters(text)), NO_LETTER)
    beyond = {ord(one): NO_LETTER for one in text if ord(one) >= PLAIN}
    for missing in (unknown, beyond):
        try:
            return _set(with_letters(plain, lambda one: one.translate(missing)), pictures)
        except typst.TypstError as error:
            fault = error
    raise ExportError(f"the document cannot be set: {fault.message}")


def _set(data: object, pictures: Mapping[str, bytes]) -> bytes:
    template = files(__package__).joinpath("template.typ").read_bytes()
    given = {"main": template, "data.json": msgspec.json.encode(data), **pictures}
    return compiled(given)
