"""What the dialog that exports asks for a PDF to be printed."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject, QSize
from PySide6.QtWidgets import QCheckBox, QWidget

from viewer.export.offers import Offer
from viewer.widgets import controls
from viewer.window.dialogs.export.export_form import ExportForm

MOST_MOVES = 200
"""Moves between two diagrams, at most."""


class PaperForm(ExportForm):
    """One PDF file."""

    name = "PDF for print"
    explained = (
        "Pages for paper: a position, a game with diagrams, worksheets of puzzles with their "
        "solutions, a course as a booklet, or a plan for whoever teaches it."
    )
    filters = (("PDF files", ".pdf"),)
    extra = "print"
    prints = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = controls.text_line("Title of the document", "")
        self.author = controls.text_line("Author of the document", "")
        self.paper = controls.combo("Paper", [("A4", "a4"), ("Letter", "letter")])
        is_letter = QLocale().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
        controls.set_combo(self.paper, "letter" if is_letter else "a4")
        self.ink = controls.combo("Ink", [("Colour", "colour"), ("Grey, with hatching", "grey")])
        shown = [("Scene and maps", "both"), ("Scene", "scene"), ("Maps", "maps")]
        self.diagrams = controls.combo("Diagrams", shown)
        self.per_page = controls.combo("Puzzles on a page", [(str(n), n) for n in (1, 2, 4, 6)])
        controls.set_combo(self.per_page, 4)
        self.every = controls.number_box("Moves between diagrams", 0, MOST_MOVES)
        self.every.setSpecialValueText("where something is said")
        self.every.setPrefix("after every ")
        self.every.setSuffix(" moves")
        self.solutions = QCheckBox("With solutions, on pages of their own")
        self.solutions.setChecked(True)
        self.plan = QCheckBox("Only a plan for teaching: steps, answers, time")
        self.plan.toggled.connect(self.changed)
        self.rows = (
            ("Title", self.title),
            ("Author", self.author),
            ("Paper", self.paper),
            ("", self.plan),
            ("Ink", self.ink),
            ("Diagrams show", self.diagrams),
            ("Diagrams stand", self.every),
            ("Puzzles on a page", self.per_page),
            ("", self.solutions),
        )

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title."""
        self.title.setPlaceholderText("" if offer.has_puzzles is None else offer.title)

    def shows(self, row: QWidget, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        is_set, has_puzzles = offer.has_puzzles is None, offer.has_puzzles is not False
        teaches = has_puzzles or bool(offer.steps)
        if row is self.plan:
            return teaches
        if row in (self.title, self.author, self.paper):
            return True
        if teaches and self.plan.isChecked():
            return False
        if row is self.every:
            return is_set or bool(offer.moves)
        if row is self.per_page:
            return has_puzzles
        return row is not self.solutions or teaches

    def preview(self, offer: Offer, room: QSize) -> None:
        """Return None: pages take as long as the file itself."""

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        chosen = [
            f"--{name}={text}"
            for name, field in (("title", self.title), ("author", self.author))
            if (text := field.text().strip())
        ]
        values = (
            ("paper", self.paper),
            ("ink", self.ink),
            ("diagrams", self.diagrams),
            ("per-page", self.per_page),
        )
        chosen += [
            f"--{name}={box.currentData()}" for name, box in values if self.shows(box, offer)
        ]
        if self.shows(self.every, offer) and self.every.value():
            chosen.append(f"--every={self.every.value()}")
        if self.shows(self.solutions, offer) and not self.solutions.isChecked():
            chosen.append("--solutions=none")
        if self.shows(self.plan, offer) and self.plan.isChecked():
            chosen.append("--plan")
        return chosen
