"""All kinds of files that can be exported, by how their names end."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from model.phrases import listed, shown
from viewer.cli.exports.export_kind import Kind
from viewer.cli.exports.page_kind import PAGE
from viewer.cli.exports.paper_kind import PAPER
from viewer.cli.exports.picture_kind import PICTURE
from viewer.cli.parsing import UsageError, rows_of

KINDS: tuple[Kind, ...] = (PAGE, PICTURE, PAPER)


def kind_of(out: Path) -> Kind:
    """Return the kind of file that a name asks for; UsageError where there is none."""
    suffix = out.suffix.lower()
    for kind in KINDS:
        if suffix in kind.suffixes:
            return kind
    endings = [suffix for kind in KINDS for suffix in kind.suffixes]
    raise UsageError(f"{shown(str(out))}: the name ends in {listed(endings, 'or')}")


def check_foreign(kind: Kind, words: Sequence[str]) -> None:
    """Raise UsageError where an option is meant for another kind of file than `kind`."""
    own = _options(kind)
    asked = {word.partition("=")[0] for word in words}
    for other in KINDS:
        for name in asked & (_options(other).keys() - own.keys()):
            ends = listed(other.suffixes, "or")
            raise UsageError(f"{name} is an option of {other.name} ({ends})")


def options_of_kinds() -> str:
    """Return the options of every kind, as a help text lays them out."""
    return "\n\n".join(
        rows_of(
            f"options of {kind.name} ({listed(kind.suffixes, 'or')})",
            ((_shape(one), one.help or "") for one in dict.fromkeys(_options(kind).values())),
        )
        for kind in KINDS
    )


def _options(kind: Kind) -> dict[str, argparse.Action]:
    """The options of a kind, by each of their names."""
    found: dict[str, argparse.Action] = {}

    def add(*names: str, **how: object) -> argparse.Action:
        action = parser.add_argument(*names, **how)  # type: ignore[arg-type]  # handed on as given
        found.update((name, action) for name in action.option_strings)
        return action

    parser = argparse.ArgumentParser(add_help=False)
    kind.add_options(add)
    return found


def _shape(option: argparse.Action) -> str:
    """How an option is written: ``--step N``."""
    name = option.option_strings[-1]
    if option.nargs == 0:
        return name
    values = option.choices
    return f"{name} {option.metavar or ('|'.join(map(str, values)) if values else 'VALUE')}"
