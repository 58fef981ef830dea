"""What the dialog that exports asks for pictures."""

from __future__ import annotations

from collections.abc import Sequence
from glob import escape
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QCheckBox, QWidget

from viewer.export.offers import Offer
from viewer.widgets import controls
from viewer.window.dialogs.export.export_form import ExportForm

SIZES: Sequence[tuple[str, tuple[int, int]]] = (
    ("1920 × 1080", (1920, 1080)),
    ("3840 × 2160 (4K)", (3840, 2160)),
    ("7680 × 4320 (8K)", (7680, 4320)),
    ("Square, 2048 × 2048", (2048, 2048)),
)
"""Sizes that are asked for by name."""
LARGEST, SMALLEST = 8192, 16
USUAL = QSize(1280, 800)
PNG, JPEG, DIAGRAM, MAPS = "png", "jpeg", "diagram", "maps"
SUFFIXES = {PNG: ".png", JPEG: ".jpg"}
"""How the names of files end that are not SVG."""
COLOURS = (
    ("Light", "standard"),
    ("Dark", "dark"),
    ("Strong", "presentation"),
    ("Strong and dark", "presentation-dark"),
)


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

    def __init__(self, screen: QSize = USUAL, parent: QObject | None = None) -> None:
        super().__init__(parent)
        screen = USUAL if screen.isEmpty() else screen
        self._screen = (screen.width(), screen.height())
        self.form = controls.combo(
            "Drawn as",
            [
                ("PNG: pixels", PNG),
                ("JPEG: pixels, smaller files", JPEG),
                ("SVG: the scene", DIAGRAM),
                ("SVG: level maps", MAPS),
            ],
        )
        as_screen = f"As on the screen, {screen.width()} × {screen.height()}"
        self.size = controls.combo("Size", [(as_screen, self._screen), *SIZES, ("Own size", None)])
        self.width = controls.number_box("Width in pixels", SMALLEST, LARGEST)
        self.height = controls.number_box("Height in pixels", SMALLEST, LARGEST)
        self.width.setValue(screen.width())
        self.height.setValue(screen.height())
        self.which = controls.combo("Which", [])
        self.step = controls.number_box("Step", 1, 1)
        self.colours = controls.combo("Colours", COLOURS)
        self.ground, self.board, self.names, self.legend = (
            _ticked(text) for text in ("Background", "Board", "Names", "What colours mean")
        )
        self.grey = QCheckBox("In grey, with hatching")
        self.caption = QCheckBox("Caption")
        self.title = controls.text_line("Heading of the caption", "")
        self.rows = (
            ("Drawn as", self.form),
            ("Which", self.which),
            ("Step", self.step),
            ("Size", self.size),
            ("Width", self.width),
            ("Height", self.height),
            ("Colours", self.colours),
            ("With", self.names),
            ("", self.board),
            ("", self.ground),
            ("", self.legend),
            ("", self.caption),
            ("Heading", self.title),
            ("", self.grey),
        )
        for box in (self.form, self.size, self.which, self.colours):
            box.currentIndexChanged.connect(self.changed)
        for tick in (self.ground, self.board, self.names, self.legend, self.caption, self.grey):
            tick.toggled.connect(self.changed)
        for number in (self.step, self.width, self.height):
            number.valueChanged.connect(self.changed)

    @property
    def suffix(self) -> str:
        """How the name of the file ends, with the dot."""
        return SUFFIXES.get(self.form.currentData(), ".svg")

    def replaced(self, offer: Offer, path: Path) -> Sequence[Path]:
        """Return the files that are there already and are called like one of a series."""
        if not self._every(offer) and offer.has_puzzles is not None:
            return ()
        return sorted(path.parent.glob(f"{escape(path.stem)}-[0-9][0-9]*{path.suffix}"))

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title, and the steps or moves it has."""
        self.title.setPlaceholderText("" if offer.has_puzzles is None else offer.title)
        if offer.steps > 1:
            entries: list[tuple[str, object]] = [("One step", False), ("Every step", True)]
        elif offer.moves:
            entries = [("The position shown now", False), ("The start and every move", True)]
        else:
            entries = [("All of it", False)]
        controls.fill_combo(self.which, entries)
        if self.step.maximum() != max(1, offer.steps):
            self.step.setRange(1, max(1, offer.steps))
            self.step.setValue(offer.step)

    def shows(self, row: QWidget, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        vector = self.suffix == ".svg"
        if row is self.which:
            return bool(offer.steps > 1 or offer.moves)
        if row is self.step:
            return offer.steps > 1 and not self._every(offer)
        if row in (self.width, self.height):
            return bool(self.size.currentData() is None)
        if row is self.title:
            return self.caption.isChecked()
        if row is self.ground:
            return self.suffix == ".png"
        if row is self.colours:
            return not vector
        if row is self.board:
            return bool(self.form.currentData() != MAPS)
        return row is not self.grey or vector

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height that are chosen."""
        chosen = self.size.currentData()
        return (self.width.value(), self.height.value()) if chosen is None else chosen

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        every = self._every(offer)
        return [*self._look(offer, self.pixels, every), *(["--every-step"] if every else [])]

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]]:
        """Return how a small file of the first picture is called and made."""
        fitted = QSize(*self.pixels).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        size = (max(SMALLEST, fitted.width()), max(SMALLEST, fitted.height()))
        every = self._every(offer)
        first = ["--step=1" if offer.steps else "--step=0"] if every else []
        return self.suffix, [*self._look(offer, size, every), *first]

    def _every(self, offer: Offer) -> bool:
        """Whether there is a picture for each step."""
        return bool((offer.steps or offer.moves) and self.which.currentData())

    def _look(self, offer: Offer, size: tuple[int, int], every: bool) -> list[str]:
        """The options of every picture."""
        form = self.form.currentData()
        chosen = [f"--size={size[0]}x{size[1]}"]
        if offer.steps and not every:
            chosen.append(f"--step={self.step.value()}")
        ticks = {
            "--no-board": form != MAPS and not self.board.isChecked(),
            "--no-names": not self.names.isChecked(),
            "--no-legend": not self.legend.isChecked(),
            "--caption": self.caption.isChecked(),
            "--transparent": form == PNG and not self.ground.isChecked(),
            "--diagram": form == DIAGRAM,
            "--ink=grey": self.suffix == ".svg" and self.grey.isChecked(),
        }
        chosen += [option for option, wanted in ticks.items() if wanted]
        title = self.title.text().strip()
        if title and self.caption.isChecked():
            chosen.append(f"--title={title}")
        if self.suffix != ".svg" and self.colours.currentIndex() > 0:
            chosen.append(f"--show=palette={self.colours.currentData()}")
        return chosen


def _ticked(text: str) -> QCheckBox:
    box = QCheckBox(text)
    box.setChecked(True)
    return box
