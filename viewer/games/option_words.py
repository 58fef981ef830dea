"""Options of games in plain words, and an example of what they do: for the New game dialog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class OptionWords:
    """What a dialog writes for one option; position strings keep their own words.

    Attributes
    ----------
    title
        The label, or for a switch the sentence beside it.
    values
        Word of the option -> what it is called.
    help
        One sentence under the field, or "".
    unset
        What a number or a text says while it is not given, or is "none".
    group
        The heading it stands under, "" for those at the top.
    """

    title: str
    values: Mapping[str, str] = field(default_factory=lambda: _NONE)
    help: str = ""
    unset: str = "not set"
    group: str = ""


@dataclass(frozen=True)
class OptionExample:
    """A position that shows what options do: where one piece may go under them.

    Attributes
    ----------
    position
        A position string without its game and options: board and side to move.
    site
        Whose moves are shown.
    options
        The options that it shows.
    caption
        One sentence under the picture.
    """

    position: str
    site: str
    options: tuple[str, ...]
    caption: str
