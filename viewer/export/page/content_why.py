"""What Why says of a position, as findings of a page."""

from __future__ import annotations

import numpy as np
from msgspec import UNSET, UnsetType

from model.contract.game import Position
from model.positions.setup import Draft
from viewer.export.page.content_boards import Shelf
from viewer.export.page.drawn import packed
from viewer.export.page.page_data import Finding, Layers, PourData, no_layers
from viewer.games.facts import Fact
from viewer.games.registry import explainer_of, game_view_of
from viewer.picture.compose.composer import standing
from viewer.visuals.overlay_types import Overlay, Pour


def findings(shelf: Shelf, position: Position) -> list[Finding]:
    """Return the lines of the Why dock with what shows each of them."""
    explainer = explainer_of(position)
    if explainer is None or isinstance(position, Draft):
        facts = game_view_of(position).facts(position)
        return [_finding(fact, key=f"fact-{k}") for k, fact in enumerate(facts)]
    known = explainer.find(position, (), threats=False)
    facts = explainer.facts(position, known)
    found = [_finding(fact, f"fact-{k}") for k, fact in enumerate(facts)]
    overlays = [
        explainer.overlays(position, fact.show, known, plans=False) if fact.show else ()
        for fact in facts
    ]
    layers = shelf.drawing.marks_each(standing(position), overlays)
    for fact, finding, laid in zip(facts, found, layers, strict=True):
        finding.layers = shelf.keep(laid)
        if fact.show:
            finding.pour = poured(explainer.pour(position, fact.show.partition("=")[2]))
    return found


def laid_over(
    shelf: Shelf,
    position: Position,
    overlays: tuple[Overlay, ...],
    pour: str = "",
    *,
    alone: bool = True,
) -> Finding | UnsetType:
    """Return what is laid over a position by a step or an answer, and what pours there.

    What lies there `alone` takes the place of the marks; a pour by itself leaves them.
    """
    explainer = explainer_of(position)
    seen = position.seen_by(None)
    flood = (
        explainer.pour(seen, pour) if pour and explainer and not isinstance(seen, Draft) else None
    )
    if not overlays and flood is None:
        return UNSET
    layers = drawn(shelf, seen, overlays)
    return Finding("after", "", "", [], layers, poured(flood), alone=alone and bool(overlays))


def drawn(shelf: Shelf, position: Position, overlays: tuple[Overlay, ...]) -> Layers:
    """Return the layers of overlays."""
    return (
        shelf.keep(shelf.drawing.marks(standing(position), overlays)) if overlays else no_layers()
    )


def poured(pour: Pour | None) -> PourData | None:
    """Return a pour as a page has it."""
    return None if pour is None else PourData(packed(pour.distances, "i2"), pour.owner)


def _finding(fact: Fact, key: str) -> Finding:
    return Finding(fact.show or key, fact.heading, fact.text, np.array(fact.sites, int).tolist())
