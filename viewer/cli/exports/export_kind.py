"""What every kind of exported file has on the command line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from model.contract.game import Stop
from viewer.cli.status import say
from viewer.export.items import ExportItem, Tell

Write = Callable[[argparse.Namespace, Sequence[ExportItem], Path, Tell, Stop], Sequence[Path]]
"""Writes what is given as an options' namespace says, each file whole or not at all, and returns
the files it wrote; raises `ExportError`, `Stopped` or OSError."""
AddOption = Callable[..., argparse.Action]
"""``add_argument`` of a parser or of a group in it."""


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes
    ----------
    name
        What is written, for help and progress: "a web page".
    suffixes
        How the names of such files end, with the dot, in lower case.
    add_options
        Adds the options it takes besides those that all take.
    write
        Writes the file.
    extra
        The extra of the package it needs (`viewer.export.extras`); "" for none.
    """

    name: str
    suffixes: tuple[str, ...]
    add_options: Callable[[AddOption], None]
    write: Write
    extra: str = ""


def remark(given: argparse.Namespace, text: str) -> None:
    """Say something that whoever exports should know; `given` says whether as a line of JSON."""
    if given.json:
        print(json.dumps({"stage": "remark", "text": text}), flush=True)
    else:
        say(text)
