"""What the dialog that exports asks for a web page."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCheckBox, QWidget

from viewer.export.offers import Offer
from viewer.widgets import controls
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

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = controls.text_line("Title of the page", "")
        self.start = controls.combo(
            "Open at", [("The position shown now", None), ("The start of the game", 0)]
        )
        self.step = controls.number_box("Open at step", 1, 1)
        self.start.currentIndexChanged.connect(self.changed)
        self.step.valueChanged.connect(self.changed)
        self.solutions = QCheckBox("With the solutions of puzzles")
        self.solutions.setChecked(True)
        self.rows = (
            ("Title", self.title),
            ("Opens at", self.start),
            ("Opens at step", self.step),
            ("", self.solutions),
        )

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title, and the steps it has."""
        self.title.setPlaceholderText("" if offer.has_puzzles is None else offer.title)
        self.step.setRange(1, max(1, offer.steps))

    def shows(self, row: QWidget, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        if row is self.start:
            return bool(offer.moves)
        if row is self.step:
            return offer.steps > 1
        return row is not self.solutions or offer.has_puzzles is not False

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        title = self.title.text().strip()
        chosen = [f"--title={title}"] if title else []
        chosen += self._opened(offer)
        if self.shows(self.solutions, offer) and not self.solutions.isChecked():
            chosen.append("--no-solutions")
        return chosen

    def first(self, offer: Offer) -> list[str]:
        """Return the options of a picture of what is seen first: of a puzzle its own position."""
        return ["--step=0"] if offer.is_puzzle else self._opened(offer)

    def _opened(self, offer: Offer) -> list[str]:
        """The option that says where the page opens."""
        start = self.step.value() if offer.steps else self.start.currentData()
        begins = offer.steps or offer.moves
        return [f"--step={start}"] if begins and start is not None else []
