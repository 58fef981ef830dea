"""The options of a game as they are written: `<name>=<value>,...`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.contract.game import GameKind, Option, OptionValue
from model.notation.tokens import fault, read_number, read_pair
from model.phrases import listed, shown


def add_option(kind: GameKind, options: dict[str, str], text: str) -> None:
    """Add one `name=value` to `options`; refused when unknown, bad or given before."""
    key, value = read_pair(text, "an option")
    declared = {option.name: option for option in kind.options}
    if key not in declared:
        fault(key, f"{kind.name} has no option {shown(key)}; it has {listed(list(declared))}")
    if key in options:
        fault(key, f"the option {key} is given twice")
    if not (declared[key].file and value.endswith(".json")):  # see model.records.game_options
        read_option(declared[key], value)
    options[key] = value


def read_options(kind: GameKind, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the typed values of the options that are given; refused when unknown or bad."""
    declared = {option.name: option for option in kind.options}
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in declared:
            has = listed(list(declared))
            fault(name, f"{kind.name} has no option {shown(name)}; it has {has}")
        values[name] = read_option(declared[name], value)
    return values


def read_option(option: Option, value: str) -> OptionValue:
    """Return the typed value of an option; NotationError says which values there are."""
    if option.text:
        return str(value)
    if option.optional and value == "none":
        return None
    if option.values:
        if value not in option.values:
            fault(value, f"{option.name} is {listed(option.values, 'or')}, not {shown(value)}")
        return str(value)
    if isinstance(option.default, bool):
        if value not in ("true", "false"):
            fault(value, f"{option.name} is true or false, not {shown(value)}")
        return value == "true"
    number = read_number(value)
    if number is None or not option.minimum <= number <= option.maximum:
        span = f"a number from {option.minimum} to {option.maximum}"
        span += " or none" if option.optional else ""
        fault(value, f"{option.name} is {span}, not {shown(value)}")
    return number


def write_option(value: OptionValue) -> str:
    """Write an option's value as position strings do."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_header(kind: GameKind, options: Mapping[str, OptionValue]) -> str:
    """Write `<game>[:<option>=<value>,...]` canonically: defaults only where always written."""
    words = [
        f"{option.name}={write_option(options[option.name])}"
        for option in kind.options
        if option.always
        or (
            options[option.name] != option.default
            and (options[option.name] is not None or option.optional)
        )
    ]
    return f"{kind.name}:{','.join(words)}" if words else kind.name
