"""Solids on the command line: to print, and for other programs to show."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.contract.game import Stop
from model.phrases import counted, shown
from model.records.atomic_write import write_whole
from viewer.cli.exports.export_kind import AddOption, Kind, remark
from viewer.cli.parsing import some, whole
from viewer.export.items import ExportError, ExportItem, Tell

if TYPE_CHECKING:
    from viewer.export.solid.solid_plan import Plan


def _add_print_options(add: AddOption) -> None:
    _add_common(add, "whole, each (3MF: an object a player, side by side) or one PLAYER")
    add("--neck", type=_millimetres, metavar="MM",
        help="width of necks, which join touching balls, and of rods (0.3 balls)")  # fmt: skip
    add("--foot", type=_millimetres, default=0.0, metavar="MM",
        help="without a board: width of the flat cut under the lowest balls (0)")  # fmt: skip
    add("--rods", action="store_true", help="rods join loose groups")


def _add_scene_options(add: AddOption) -> None:
    _add_common(add, "whole or one PLAYER")


def _add_common(add: AddOption, parts: str) -> None:
    add(
        "--step",
        type=whole,
        metavar="N",
        help="after this many moves of the main line; of a lesson that step, from 1",
    )
    add("--item", type=some, metavar="N", help="of several games or puzzles: this one, from 1")
    add("--ball", type=_millimetres, default=20.0, metavar="MM",
        help="diameter of a ball in millimetres; all else is in proportion (20)")  # fmt: skip
    add("--part", default="whole", metavar="PART", help=f"{parts} (whole)")
    add("--board", action="store_true", help="put it on its board")
    add("--quality", choices=("draft", "standard", "fine"), default="standard",
        help="how round balls are (standard)")  # fmt: skip


def _write_print(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.solid.printed import printed
    from viewer.export.solid.solid_words import size_words, warnings

    item, plan = _planned(given, items, neck=given.neck, foot=given.foot, rods=given.rods)
    plan.check_triangles()
    for sentence in (size_words(plan), *warnings(plan)):
        remark(given, sentence)
    write_whole(out, printed(item, plan, out.suffix.lower(), tell, stop))
    return (out,)


def _write_scene(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.solid.gltf import glb

    if given.part == "each":
        raise ExportError("a scene holds a node for each piece: --part is whole or one player")
    item, plan = _planned(given, items)
    write_whole(out, glb(plan, item.title))
    return (out,)


def _planned(
    given: argparse.Namespace,
    items: Sequence[ExportItem],
    *,
    neck: float | None = None,
    foot: float = 0.0,
    rods: bool = False,
) -> tuple[ExportItem, Plan]:
    """The item that is asked for, and its position as a solid."""
    from viewer.export.item_position import position_at
    from viewer.export.solid.solid_plan import plan_of
    from viewer.export.solid.wanted import Wanted

    if given.item is None and len(items) > 1:
        raise ExportError(f"a solid shows one of these {len(items)}: say which with --item")
    if given.item is not None and given.item > len(items):
        raise ExportError(
            f"there is {counted(len(items), 'item')}, and --item asks for {given.item}"
        )
    item = items[(given.item or 1) - 1]
    wanted = Wanted(
        ball=given.ball,
        neck=neck,
        part=given.part,
        rods=rods,
        board=given.board,
        foot=foot,
        quality=given.quality,
    )
    return item, plan_of(position_at(item.contents, given.step), wanted)


def _millimetres(text: str) -> float:
    """Return the number of millimetres that an argument is."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 10_000:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of millimetres")
    return number


PRINT = Kind("a solid to print", (".stl", ".3mf"), _add_print_options, _write_print, "solid")
SCENE = Kind("a glTF scene", (".glb",), _add_scene_options, _write_scene)
