"""A page: one HTML file that shows what is in it, without the program and without a network."""

from __future__ import annotations

import base64
import hashlib
import html
import zlib
from importlib.resources import files


def page(data: bytes, title: str) -> bytes:
    """Return the whole page.

    Parameters
    ----------
    data
        What it holds, as JSON (`viewer/export/web/src/format.ts`).
    title
        Shown as the browser's title; text, never markup.
    """
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    script, style = (
        _between(template, "<script>", "</script>"),
        _between(template, "<style>", "</style>"),
    )
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    packed = base64.b64encode(zlib.compress(data, 9)).decode("ascii")
    head, _, rest = template.partition("<style>")
    for name, text in (("policy", policy), ("title", html.escape(title))):
        head = head.replace("{{" + name + "}}", text)
    # What comes after is the program's own: only the data's place is filled, and once.
    return (head + "<style>" + rest.replace("{{data}}", packed, 1)).encode("utf-8")


def _between(text: str, start: str, end: str) -> str:
    """The text of the last element that opens so; the only one without attributes."""
    return text.rpartition(start)[2].partition(end)[0]


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")
