"""Level maps as vectors, on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from model.contract.game import Stop
from model.records.atomic_write import write_whole
from model.records.positions import PositionCache
from viewer.cli.exports.export_kind import AddOption, Kind
from viewer.export.items import ExportError, ExportItem, Tell


def _add_options(add: AddOption) -> None:
    add("--ink", choices=("colour", "grey"), default="colour", help="grey: players are hatched")
    add("--no-names", action="store_true", help="no names of points at the rims")


def _write(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.analysis.picture_findings import whole_picture
    from viewer.export.pictures.level_maps import level_maps_svg

    if len(items) > 1:
        raise ExportError(f"a picture shows one position, and {len(items)} are given")
    tell(0, 1)
    contents, cache = items[0].contents, PositionCache()
    position = cache.position(contents.record, contents.node).seen_by(None)
    marks = contents.record[contents.node].marks
    picture = whole_picture(position, contents.view, (), marks)
    drawn = level_maps_svg(picture, ink=given.ink, names=not given.no_names, title=items[0].title)
    write_whole(out, drawn.encode())
    tell(1, 1)
    return (out,)


PICTURE = Kind("maps as vectors", (".svg",), _add_options, _write)
