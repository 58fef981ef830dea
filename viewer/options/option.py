"""An option is a field of a dataclass, declared by `option`.

From the fields of a record come the options of a command line (`add_options`, `read`, `words`) and
the rows of a form (`viewer.widgets.dialog_body`). Choices come from a field's type where that is a
Literal; a field of type bool is a switch, named ``--no-NAME`` where it is on by itself.
"""

import argparse
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from model.notation.tokens import read_number
from model.phrases import shown

T = TypeVar("T")
AddOption = Callable[..., argparse.Action]
"""``add_argument`` of a parser or of a group in it."""


@dataclass(frozen=True)
class Reader:
    """How a command line calls a value, reads it (or raises ArgumentTypeError) and writes it."""

    metavar: str
    read: Callable[[str], object] = str
    write: Callable[[Any], str] = str


@dataclass(frozen=True)
class Row:
    """How a form asks for an option.

    Attributes
    ----------
    label
        What the row is called, or what stands beside its box.
    spoken
        What a screen reader calls it, where the label alone does not say.
    shown
        Whether the row has a meaning: it is given the form, with what the rows hold as attributes,
        and what it is for (such as `offer`).
    entries
        Values to choose from by their words; empty where they depend on what the form is for.
    limits
        The least and the most that can be asked for.
    decimals, prefix, suffix
        How a number is written.
    unset
        What stands there for the least number, which means the default.
    tick
        What a box means, not ticked and ticked.
    before
        What stands before a box.
    first
        What the row holds at first, where it is not the default.
    """

    label: str
    spoken: str = ""
    shown: Callable[[Any], bool] = lambda form: True
    entries: Mapping[str, object] | None = None
    limits: tuple[float, float] | None = None
    decimals: int = 0
    prefix: str = ""
    suffix: str = ""
    unset: str = ""
    tick: tuple[object, object] | None = None
    before: str = ""
    first: object = None


@dataclass(frozen=True)
class OptionField:
    """What a field says of itself; its type gives the choices."""

    name: str
    default: Any
    help: str | None = None
    reader: Reader | None = None
    row: Row | None = None
    choices: tuple[object, ...] = ()

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return isinstance(self.default, bool)

    @property
    def is_list(self) -> bool:
        """Whether it may be given several times."""
        return isinstance(self.default, tuple) and not self.default

    @property
    def flag(self) -> str:
        """How it is written on a command line."""
        return f"--{'no-' if self.default is True else ''}{self.name.replace('_', '-')}"


def option(
    default: T, help: str | None = None, reader: Reader | None = None, row: Row | None = None
) -> T:
    """Declare a field as an option; one without a row is asked for by no form."""
    declared = OptionField("", default, help, reader, row)
    return field(default=default, metadata={"option": declared})


def options_of(record: type) -> Mapping[str, OptionField]:
    """Return the options that a record declares, by the names of their fields, in their order."""
    hints = get_type_hints(record)
    return {
        one.name: replace(declared, name=one.name, choices=_choices(hints[one.name]))
        for one in fields(record)
        if (declared := one.metadata.get("option")) is not None
    }


def _choices(hint: Any) -> tuple[object, ...]:
    """The values of a Literal, or of one that may be None."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return tuple(one for part in get_args(hint) for one in _choices(part))
    return ()


def add_options(add: AddOption, record: type) -> None:
    """Add the options that a record declares to a command line."""
    for one in options_of(record).values():
        how: dict[str, Any] = {"default": one.default}
        if one.is_switch:
            how["action"] = "store_false" if one.default else "store_true"
        elif one.choices:
            how |= {"choices": one.choices, "type": type(one.choices[0])}
        if one.is_list:
            how |= {"action": "append", "default": None}
        if one.reader is not None:
            how |= {"metavar": one.reader.metavar, "type": one.reader.read}
        add(one.flag, dest=one.name, help=one.help, **how)


def read(record: type[T], given: argparse.Namespace) -> T:
    """Return what a command line says as a record."""
    found = {name: getattr(given, name) for name in options_of(record)}
    several = {name: tuple(value) for name, value in found.items() if isinstance(value, list)}
    return record(**{name: one for name, one in (found | several).items() if one is not None})


def words(record: Any) -> list[str]:
    """Return the command line that says a record; what is as by default goes without saying."""
    said = []
    for one in options_of(type(record)).values():
        value = getattr(record, one.name)
        if value == one.default:
            continue
        write = str if one.reader is None else one.reader.write
        values = value if one.is_list else (value,)
        said += [one.flag] if one.is_switch else [f"{one.flag}={write(each)}" for each in values]
    return said


# -- numbers -----------------------------------------------------------------------------------


def whole(text: str) -> int:
    """Return the whole number that an argument is."""
    number = read_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number from 0 on")
    return number


def some(text: str) -> int:
    """Return the number, at least 1, that an argument is."""
    number = read_number(text)
    if not number:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number from 1")
    return number


def number(what: str, least: float, most: float, limits: str = "") -> Callable[[str], float]:
    """Return what reads a number; `limits` is what is said of them where it is not one."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of {what}{limits}")
        return found

    return read


seconds_of = number("seconds", 0, 1e9)
"""Reads a number of seconds."""
NATURAL, POSITIVE = Reader("N", whole), Reader("N", some)


def pixels(text: str) -> tuple[int, int]:
    """Return the width and height that an argument is, ``WxH``; 0 for what is no number."""
    wide, _, high = text.partition("x")
    return read_number(wide) or 0, read_number(high) or 0


def in_pixels(size: tuple[int, int]) -> str:
    """Return a width and height as `pixels` reads it."""
    return f"{size[0]}x{size[1]}"
