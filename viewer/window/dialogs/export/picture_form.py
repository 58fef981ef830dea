"""What the dialog that exports asks for level maps as vectors."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCheckBox

from viewer.export.offers import Offer
from viewer.widgets import controls
from viewer.window.dialogs.export.export_form import ExportForm


class PictureForm(ExportForm):
    """One SVG file."""

    name = "Maps (SVG)"
    explained = (
        "The maps of the position shown, level by level, as a drawing that stays sharp at any "
        "size: for worksheets and articles."
    )
    filters = (("SVG drawings", ".svg"),)
    shows_scene = False

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ink = controls.combo("Ink", [("Colour", "colour"), ("Grey, with hatching", "grey")])
        self.names = QCheckBox("With the names of points at the rims")
        self.names.setChecked(True)
        self.rows = (("Ink", self.ink), ("", self.names))

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        chosen = [f"--ink={self.ink.currentData()}"]
        return chosen if self.names.isChecked() else [*chosen, "--no-names"]
