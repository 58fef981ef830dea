"""What the dialog that exports asks for pictures."""

from __future__ import annotations

from collections.abc import Sequence
from glob import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt

from viewer.export.export_options import (
    DIAGRAM,
    JPEG,
    MAPS,
    PNG,
    SIDES,
    USUAL_SIZE,
    PictureOptions,
)
from viewer.export.offers import Offer
from viewer.options.option import Option, Row, words
from viewer.widgets import controls
from viewer.window.dialogs.export.export_form import ExportForm

SIZES: Sequence[tuple[str, tuple[int, int]]] = (
    ("1920 × 1080", (1920, 1080)),
    ("3840 × 2160 (4K)", (3840, 2160)),
    ("7680 × 4320 (8K)", (7680, 4320)),
    ("Square, 2048 × 2048", (2048, 2048)),
)
"""Sizes that are asked for by name."""
USUAL = QSize(*USUAL_SIZE)
SUFFIXES = {PNG: ".png", JPEG: ".jpg"}
"""How the names of files end that are not SVG."""
_FORMS = {
    "PNG: pixels": PNG,
    "JPEG: pixels, smaller files": JPEG,
    "SVG: the scene": DIAGRAM,
    "SVG: level maps": MAPS,
}
_COLOURS = {
    "Light": "standard",
    "Dark": "dark",
    "Strong": "presentation",
    "Strong and dark": "presentation-dark",
}


def _has_own_size(form: Any) -> bool:
    return form.size is None


def _has_pixels(form: Any) -> bool:
    return form.drawn in SUFFIXES


def _side(name: str, label: str) -> Option:
    row = Row(label, f"{label} in pixels", _has_own_size, limits=(SIDES[0], SIDES[-1]))
    return Option(name, SIDES[0], row=row)


class PictureForm(ExportForm):
    """PNG and SVG files, one or one for each step.

    Parameters
    ----------
    screen
        How large the scene is, in pixels; empty: not known.
    """

    name = "Picture"
    explained = (
        "For texts, slides and posters: pixels in any size up to 8K, with or without a background, "
        "or drawings that stay sharp in every size."
    )
    filters = (("PNG pictures", ".png"), ("JPEG pictures", ".jpg"), ("SVG drawings", ".svg"))
    record = PictureOptions
    more = (
        Option("drawn", PNG, row=Row("Drawn as", entries=_FORMS)),
        _side("width", "Width"),
        _side("height", "Height"),
        Option("colours", "standard", row=Row("Colours", shown=_has_pixels, entries=_COLOURS)),
    )
    order = (
        "drawn every_step step size width height colours names board transparent legend caption "
        "title ink"
    )

    def __init__(self, screen: QSize = USUAL, parent: QObject | None = None) -> None:
        super().__init__(parent)
        wide, high = USUAL_SIZE if screen.isEmpty() else screen.toTuple()
        as_screen = (f"As on the screen, {wide} × {high}", (wide, high))
        controls.fill_combo(self.box("size"), [as_screen, *SIZES, ("Own size", None)])
        self.choose("width", wide)
        self.choose("height", high)

    @property
    def suffix(self) -> str:
        """How the name of the file ends, with the dot."""
        return SUFFIXES.get(self.chosen["drawn"], ".svg")

    def replaced(self, offer: Offer, path: Path) -> Sequence[Path]:
        """Return the files that are there already and are called like one of a series."""
        if not self.chosen["every_step"] and offer.has_puzzles is not None:
            return ()
        return sorted(path.parent.glob(f"{escape(path.stem)}-[0-9][0-9]*{path.suffix}"))

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title, and the steps or moves it has."""
        self.suggest_title("" if offer.has_puzzles is None else offer.title)
        if offer.steps > 1:
            entries: list[tuple[str, object]] = [("One step", False), ("Every step", True)]
        elif offer.moves:
            entries = [("The position shown now", False), ("The start and every move", True)]
        else:
            entries = [("All of it", False)]
        controls.fill_combo(self.box("every_step"), entries)
        self.offer_steps(offer)

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]]:
        """Return how a small file of the first picture is called and made."""
        values = self.values(offer)
        fitted = QSize(*values["size"]).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        values["size"] = (max(SIDES[0], fitted.width()), max(SIDES[0], fitted.height()))
        if values.pop("every_step", False):
            values["step"] = 1 if offer.steps else 0
        return self.suffix, words(PictureOptions(**values))

    def values(self, offer: Offer) -> dict[str, Any]:
        """Return what is chosen as values of the record."""
        found, chosen = super().values(offer), self.chosen
        found["size"] = chosen["size"] or (chosen["width"], chosen["height"])
        if offer.steps and not chosen["every_step"]:
            found["step"] = chosen["step"]
        if self.shows("colours", offer) and self.box("colours").currentIndex() > 0:
            found["show"] = (f"palette={chosen['colours']}",)
        return found | {"diagram": chosen["drawn"] == DIAGRAM}
