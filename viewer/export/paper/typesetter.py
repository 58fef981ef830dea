"""What sets pages: typst, with its fonts, from files in memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import typst
from typst import TypstError

__all__ = ["TypstError", "compiled"]

STANDARD: Literal["ua-1"] = "ua-1"


def compiled(given: Mapping[str, bytes]) -> bytes:
    """Return the PDF file that typst makes of its files, of which "main" is the first.

    Typst takes files from memory only as text.

    Raises
    ------
    TypstError
        It cannot be made by `STANDARD`.
    """
    made = typst.compile(  # type: ignore[call-overload]  # its types know nothing of several files
        given, format="pdf", pdf_standards=STANDARD, font_paths=_fonts()
    )
    assert isinstance(made, bytes)
    return made


@cache
def _fonts() -> typst.Fonts:
    """The fonts that typst brings, those of matplotlib, and what the system has for the rest."""
    found = find_spec("matplotlib")
    folders = [] if found is None else list(found.submodule_search_locations or ())
    fonts = [Path(one) / "mpl-data" / "fonts" / "ttf" for one in folders]
    return typst.Fonts(font_paths=[one for one in fonts if one.is_dir()])
