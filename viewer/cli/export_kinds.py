"""All kinds of files that can be exported, by how their names end, and what writes them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from model.contract.game import Stop
from model.phrases import counted, listed, shown
from model.records.atomic_write import write_whole
from viewer.cli.parsing import UsageError, rows_of
from viewer.cli.picture_export import NAME, SUFFIXES, write_pictures
from viewer.cli.status import say
from viewer.export.export_options import (
    EACH,
    FilmOptions,
    PageOptions,
    PaperOptions,
    PictureOptions,
    PrintOptions,
    SolidOptions,
)
from viewer.export.items import ExportError, ExportItem, Tell
from viewer.options.option import Option, options_of, read

if TYPE_CHECKING:
    from viewer.export.solid.solid_plan import Plan

Write = Callable[[argparse.Namespace, Sequence[ExportItem], Path, Tell, Stop], Sequence[Path]]
"""Writes what is given as an options' namespace says, each file whole or not at all, and returns
the files it wrote; raises `ExportError`, `Stopped` or OSError."""


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes
    ----------
    name
        What is written, for help and progress: "a web page".
    suffixes
        How the names of such files end, with the dot, in lower case.
    record
        Declares the options it takes besides those that all take.
    write
        Writes the file.
    extra
        The extra of the package it needs (`viewer.export.extras`); "" for none.
    """

    name: str
    suffixes: tuple[str, ...]
    record: type
    write: Write
    extra: str = ""


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
    for name in (word.partition("=")[0] for word in words):
        takes = [other for other in KINDS if name in _options(other)]
        if takes and name not in own:
            kinds = [f"{other.name} ({listed(other.suffixes, 'or')})" for other in takes]
            raise UsageError(f"{name} is an option of {listed(kinds)}")


def options_of_kinds() -> str:
    """Return the options of every kind, as a help text lays them out."""
    return "\n\n".join(
        rows_of(
            f"options of {kind.name} ({listed(kind.suffixes, 'or')})",
            ((_shape(one), one.help or "") for one in _options(kind).values()),
        )
        for kind in KINDS
    )


def _options(kind: Kind) -> Mapping[str, Option]:
    """The options of a kind, by how they are written."""
    return {one.flag: one for one in options_of(kind.record).values()}


def _shape(one: Option) -> str:
    """How an option is written: ``--step N``."""
    if one.is_switch:
        return one.flag
    value = "|".join(map(str, one.choices)) if one.reader is None else one.reader.metavar
    return f"{one.flag} {value}"


# -- what writes them --------------------------------------------------------------------------


def _remark(given: argparse.Namespace, text: str) -> None:
    """Say something that whoever exports should know; `given` says whether as a line of JSON."""
    if given.json:
        print(json.dumps({"stage": "remark", "text": text}), flush=True)
    else:
        say(text)


def _write_page(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.page.page_content import page_of

    write_whole(out, page_of(items, read(PageOptions, given), tell, stop))
    return (out,)


def _write_paper(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.paper.whole_paper import paper_of

    write_whole(out, paper_of(items, read(PaperOptions, given), tell, stop))
    return (out,)


def _write_film(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.film.whole_film import film_of

    film = film_of(items, read(FilmOptions, given), out.suffix.lower(), tell, stop)
    write_whole(out, film.data)
    if film.note:
        _remark(given, film.note)
    return (out,)


def _write_print(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.solid.printed import printed
    from viewer.export.solid.solid_words import size_words, warnings

    item, plan = _planned(read(PrintOptions, given), items)
    plan.check_triangles()
    for sentence in (size_words(plan), *warnings(plan)):
        _remark(given, sentence)
    write_whole(out, printed(item, plan, out.suffix.lower(), tell, stop))
    return (out,)


def _write_scene(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.solid.gltf import glb

    if given.part == EACH:
        raise ExportError("a scene holds a node for each piece: --part is whole or one player")
    item, plan = _planned(read(SolidOptions, given), items)
    write_whole(out, glb(plan, item.title))
    return (out,)


def _planned(options: SolidOptions, items: Sequence[ExportItem]) -> tuple[ExportItem, Plan]:
    """The item that is asked for, and its position as a solid."""
    from viewer.export.item_position import position_at
    from viewer.export.solid.solid_plan import plan_of

    if options.item is None and len(items) > 1:
        raise ExportError(f"a solid shows one of these {len(items)}: say which with --item")
    if options.item is not None and options.item > len(items):
        raise ExportError(
            f"there is {counted(len(items), 'item')}, and --item asks for {options.item}"
        )
    item = items[(options.item or 1) - 1]
    return item, plan_of(position_at(item.contents, options.step), options)


KINDS: tuple[Kind, ...] = (
    Kind("a web page", (".html",), PageOptions, _write_page),
    Kind("a PDF for print", (".pdf",), PaperOptions, _write_paper, extra="print"),
    Kind(NAME, SUFFIXES, PictureOptions, write_pictures),
    Kind("a film", (".gif", ".mp4", ".webm"), FilmOptions, _write_film, extra="film"),
    Kind("a solid to print", (".stl", ".3mf"), PrintOptions, _write_print, extra="solid"),
    Kind("a glTF scene", (".glb",), SolidOptions, _write_scene),
)
