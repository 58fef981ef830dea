"""What is said of a solid before it is made: how large it is, what is loose, what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from model.phrases import counted, listed
from viewer.export.export_options import BALLS, EACH, WHOLE
from viewer.export.solid.joined import APART
from viewer.export.solid.solid_plan import BASE, Plan, Portion

BED = (220, 220, 250)
"""What many printers print at most, in millimetres: width, depth and height."""
THIN = 1.2
"""Millimetres: three lines of a common nozzle. What is thinner breaks."""
_MOST = 4
"""Groups that are named; of more the rest is counted."""


def size_words(plan: Plan) -> str:
    """Return how large a solid will be, in a sentence."""
    sizes = [(one.name, _measures(plan.size(one))) for one in plan.portions]
    if len(sizes) == 1:
        return f"This will be {sizes[0][1]}."
    named = listed([f"{name} {size}" for name, size in sizes])
    return f"This will be {counted(len(sizes), 'solid')}: {named}."


def warnings(plan: Plan) -> Iterator[str]:
    """Yield what whoever prints a solid should know beforehand, in sentences."""
    yield from _too_large(plan)
    wanted = plan.wanted
    joined = any(one.necks or one.rods for one in plan.portions)
    if joined and wanted.joint < THIN:
        yield f"Necks of {wanted.joint:g} mm break easily: {THIN:g} mm hold."
    for portion in plan.portions:
        if portion.name != BASE:
            yield from _loose(plan, portion)
    if plan.left_out:
        pieces = listed([counted(count, shape) for shape, count in sorted(plan.left_out.items())])
        yield f"Left out, because too thin to print: {pieces}."
    if not (wanted.board or wanted.foot or plan.has_other_pieces):
        yield "The balls touch the bed in points only: a foot or a board makes them stick."


def _too_large(plan: Plan) -> Iterator[str]:
    sizes = [plan.size(one) for one in plan.portions]
    wide = sum(size[0] for size in sizes) + APART * (len(sizes) - 1)
    share = min(most / size for one in sizes for size, most in zip(one, BED, strict=True))
    if share >= 1 and wide > BED[0]:
        yield (
            f"Side by side they are {wide:g} mm wide, and many printers print at most {BED[0]} mm: "
            "arrange them in your slicer, or write each to a file of its own."
        )
    if share < 1:
        fits = floor(plan.wanted.ball * share)
        fitting = f"balls of {fits} mm fit" if fits >= BALLS[0] else "this does not fit whole"
        yield f"Many printers print at most {_measures(BED)}: {fitting}."


def _loose(plan: Plan, portion: Portion) -> Iterator[str]:
    groups = portion.loose
    if not groups:
        return
    names = [_name(plan, portion, group) for group in groups[:_MOST]]
    if len(groups) > _MOST:
        names.append(f"{len(groups) - _MOST} more")
    whose = "" if portion.name == WHOLE else f" of {portion.name}"
    found = f"{counted(len(groups), 'loose group')}{whose}"
    yield f"{found}: {'; '.join(names)}.{_offer(plan, portion)}"


def _name(plan: Plan, portion: Portion, group: tuple[int, ...]) -> str:
    """A group by its first piece: "5f7 and 2 others"."""
    first = plan.board.names[portion.bodies[group[0]].site]
    others = len(group) - 1
    return first if not others else f"{first} and {counted(others, 'other')}"


def _offer(plan: Plan, portion: Portion) -> str:
    """What would join them."""
    ways = [] if plan.has_other_pieces else ["rods"]
    stand = all(any(portion.bodies[k].stands for k in group) for group in portion.groups)
    if stand and not plan.wanted.board and plan.wanted.part != EACH:
        ways.append("a board")
    if not ways:
        return ""
    return f" {listed(ways, 'or').capitalize()} would hold them together."


def _measures(size: tuple[int, int, int]) -> str:
    return f"{' × '.join(map(str, size))} mm"
