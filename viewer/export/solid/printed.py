"""Solids as files to print."""

from __future__ import annotations

from model.contract.game import Stop
from viewer.export.export_options import STL
from viewer.export.items import ExportError, ExportItem, Tell
from viewer.export.solid.solid_plan import Plan
from viewer.export.solid.stl import stl
from viewer.export.solid.three_mf import three_mf


def printed(item: ExportItem, plan: Plan, suffix: str, tell: Tell, stop: Stop) -> bytes:
    """Return the file of a planned solid; `suffix` is `STL` or `THREE_MF`.

    Raises
    ------
    ExportError
        The file cannot hold what is asked for.
    Stopped
        `stop` says so.
    """
    from viewer.export.solid.joined import joined

    if suffix == STL and len(plan.portions) > 1:
        names = " and ".join(f"--part {name}" for name in plan.players)
        raise ExportError(
            f"an STL file holds one solid: write one each for {names}, or all of them as 3MF"
        )
    if suffix == STL:
        [piece] = joined(plan, tell, stop)
        return stl(piece.mesh)
    return three_mf(joined(plan, tell, stop, coloured=True), item.title, item.author)
