"""What a picture that must be whole shows of a position: found out first, then depicted."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from msgspec import structs

from model.contract.game import Position
from model.contract.search import Analysis, Budget, Prover
from model.play.levels import SHARP, level_of
from model.play.opponent import adviser_for, never, refusal_of_open, unheard
from model.records.view import ENGINE, VALUES, Mark, View
from model.search.move_values import MoveValues, from_table, proved
from model.search.provers import prover_for
from model.tablebase.library import table_for
from viewer.games.registry import explainer_of, pour_of
from viewer.picture.compose.composer import depict, overlay_words
from viewer.picture.picture import Picture
from viewer.visuals.overlay_types import Overlay

FOR_PICTURES = 2_000_000
"""Positions looked at for a picture, about, where no table knows."""


def whole_picture(
    position: Position,
    view: View,
    show: tuple[str, ...] = (),
    marks: tuple[Mark, ...] = (),
    plies: npt.NDArray[np.int32] | None = None,
) -> Picture:
    """Return the picture of a position with all that is to be shown over it.

    Parameters and errors are those of `depict`; what an
    explainer, an engine, a prover or a table says is asked for here.
    """
    words, explainer = overlay_words(view, show), explainer_of(position)
    threats = "threats=on" in show
    return depict(
        position,
        view,
        show,
        marks,
        plies,
        findings=None if explainer is None else explainer.find(position, words, threats=threats),
        analysis=analysed(position) if any(word in ENGINE for word in words) else None,
        values=certain(position) if VALUES in words else None,
    )


def unanswered_picture(
    position: Position,
    view: View,
    marks: tuple[Mark, ...],
    pour: str = "",
    plies: npt.NDArray[np.int32] | None = None,
) -> Picture:
    """Return the picture of a position that a task is about, as the window shows it before a try.

    What `view` shows is laid over it without a plan, and a pour ("SW:red") without what holds it
    back: both may be what is asked.
    """
    picture = whole_picture(position, structs.replace(view, show=""), (), marks, plies)
    explainer, flood = explainer_of(position), pour_of(position, pour)
    shown: tuple[Overlay, ...] = ()
    if explainer is not None and view.show:
        shown = explainer.overlays(position, view.show, None, plans=False)
    if flood is not None:
        shown = (*shown, replace(flood, time=flood.last + 1.0))
    return replace(picture, overlays=(*picture.overlays, *shown))


def analysed(position: Position) -> Analysis | None:
    """Return what an engine of level 6 thinks of a position; None where none thinks of it.

    It takes as long as it takes, and comes out the same again.
    """
    if not _is_running(position):
        return None
    nodes = level_of(position.game.kind, SHARP).nodes
    seen = position.seen_by(position.to_move)
    return adviser_for(position.game).analyse(seen, unheard, never, Budget(nodes))


def certain(position: Position) -> MoveValues | None:
    """Return what is known of a running game: by its table, else by proofs within a fixed effort.

    None where nobody proves anything about it.
    """
    if not _is_running(position):
        return None
    table = table_for(position.game)
    known = None if table is None else from_table(table, position)
    if known is not None:
        return known
    # Asked only once it looks at positions.
    prover: Prover = prover_for(position.game, lambda: prover.visited > FOR_PICTURES)
    return proved(position, lambda stop: prover, lambda found: None, lambda: False)


def _is_running(position: Position) -> bool:
    """Whether somebody may think about a position: its game is open, and goes on."""
    if refusal_of_open(position.game) or position.outcome is not None:
        return False
    return bool(position.legal_moves)
