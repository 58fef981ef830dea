"""What the dialog that exports asks for a PDF to be printed."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject, QSize

from viewer.export.export_options import PaperOptions
from viewer.export.offers import Offer
from viewer.window.dialogs.export.export_form import ExportForm


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
    record = PaperOptions
    order = "title author paper plan ink diagrams every per_page solutions"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        is_letter = QLocale().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
        self.choose("paper", "letter" if is_letter else "a4")

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title."""
        self.suggest_title("" if offer.has_puzzles is None else offer.title)

    def preview(self, offer: Offer, room: QSize) -> None:
        """Return None: pages take as long as the file itself."""
