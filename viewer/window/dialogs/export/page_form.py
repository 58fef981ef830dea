"""What the dialog that exports asks for a web page."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QSpinBox

from viewer.export.export_options import PageOptions
from viewer.export.offers import Offer
from viewer.options.option import Option, Row
from viewer.window.dialogs.export.export_form import ExportForm


class PageForm(ExportForm):
    """One HTML file."""

    name = "Web page"
    explained = (
        "One file that anybody opens in a browser, on a phone as well: to turn, cut, play and "
        "solve, without Pyramidion and without a network."
    )
    filters = (("Web pages", ".html"),)
    opens = "Open in browser"
    record = PageOptions
    more = (
        Option(
            "start",
            None,
            row=Row(
                "Opens at",
                "Open at",
                lambda form: bool(form.offer.moves),
                {"The position shown now": None, "The start of the game": 0},
            ),
        ),
    )
    order = "title start step solutions"

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title, and the steps it has."""
        self.suggest_title("" if offer.has_puzzles is None else offer.title)
        step = self.fields["step"]
        assert isinstance(step, QSpinBox)
        step.setRange(1, max(1, offer.steps))

    def values(self, offer: Offer) -> dict[str, Any]:
        """Return what is chosen as values of the record."""
        return {**super().values(offer), "step": self._opened(offer)}

    def first(self, offer: Offer) -> int | None:
        """Return the step that is seen first: of a puzzle its own position."""
        return 0 if offer.is_puzzle else self._opened(offer)

    def _opened(self, offer: Offer) -> int | None:
        """The step at which the page opens."""
        if offer.steps or offer.moves:
            step: int | None = self.chosen["step" if offer.steps else "start"]
            return step
        return None
