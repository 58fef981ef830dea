"""What the dialog that exports asks for a film."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QCheckBox, QWidget

from model.contract.game import Position
from model.records.files import Contents, FileError
from viewer.export.film.cut_scene import families_of
from viewer.export.film.pour_scene import pours_in
from viewer.export.film.wanted import GIF, SIZES
from viewer.export.item_position import position_at
from viewer.export.items import ExportError
from viewer.export.offers import Offer
from viewer.picture.words.plane_names import TITLES
from viewer.widgets import controls
from viewer.window.dialogs.export.export_form import ExportForm

_FILES = (("MP4, for nearly everything", ".mp4"), ("WebM, for web pages", ".webm"),
          ("GIF, for mail and forums", GIF))  # fmt: skip
_SPEEDS = (("Half as fast", 0.5), ("As in the window", 1.0), ("Twice as fast", 2.0),
           ("Four times as fast", 4.0))  # fmt: skip
_HOLDS = (("As long as it takes to read them", None), ("For 1 second", 1), ("For 2 seconds", 2),
          ("For 4 seconds", 4), ("For 8 seconds", 8))  # fmt: skip
_LONGEST = ("Where it runs longest", "")
_USUAL = 1
"""Which of the sizes and speeds is chosen at first."""


class FilmForm(ExportForm):
    """MP4, WebM and GIF."""

    name = "Film"
    explained = (
        "A film of what happens: a turn, a game move by move, a lesson, colour that pours, or a "
        "cut that travels."
    )
    filters = (("MP4 films", ".mp4"), ("WebM films", ".webm"), ("GIF films", ".gif"))
    opens = "Play"
    extra = "film"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scene = controls.combo("Scene", [])
        self.file = controls.combo("File", _FILES)
        self.size = controls.combo(
            "Size", [(f"{wide} × {high}", name) for name, (wide, high) in SIZES.items()]
        )
        self.speed = controls.combo("Speed", _SPEEDS)
        for box in (self.size, self.speed):
            box.setCurrentIndex(_USUAL)
        self.hold = controls.combo("Texts stay", _HOLDS)
        self.corner = controls.combo("Pours from", [])
        self.side = controls.combo("Held back by", [])
        self.family = controls.combo("Cut by", [])
        self.card = QCheckBox("Begin with a title card")
        self.title = controls.text_line("Title of the film", "")
        self.solutions = QCheckBox("With the answers to tasks")
        self.solutions.setChecked(True)
        self.rows = (
            ("Scene", self.scene),
            ("Pours from", self.corner),
            ("Held back by", self.side),
            ("Cut by", self.family),
            ("File", self.file),
            ("Size", self.size),
            ("Speed", self.speed),
            ("Texts stay", self.hold),
            ("", self.card),
            ("Title", self.title),
            ("", self.solutions),
        )
        self.scene.currentIndexChanged.connect(self.changed)
        self.card.toggled.connect(self.changed)
        self.file.currentIndexChanged.connect(self._suit_size)

    @property
    def suffix(self) -> str:
        """How the name of the file ends, with the dot."""
        return str(self.file.currentData())

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title, and the scenes there are of it."""
        self.title.setPlaceholderText(offer.title if offer.is_one else "")
        position = _position(offer)
        corners, players = ([], []) if position is None else pours_in(position)
        families = [] if position is None else list(families_of(position.game.board))
        scenes = list(_scenes(offer, pours=bool(players), cuts=bool(families)))
        controls.fill_combo(self.scene, scenes)
        controls.fill_combo(self.corner, [_LONGEST, *((name, name) for name in corners)])
        controls.fill_combo(self.side, [(name.capitalize(), name) for name in players])
        controls.fill_combo(self.family, [(TITLES.get(name, name), name) for name in families])

    def shows(self, row: QWidget, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        scene = self.scene.currentData()
        if row in (self.corner, self.side):
            return bool(scene == "pour")
        if row is self.family:
            return bool(scene == "cut")
        if row is self.hold:
            return scene in ("", "replay", "lesson")
        if row is self.solutions:
            return scene in ("", "lesson")
        return row is not self.title or self.card.isChecked()

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]] | None:
        """Return how a picture is made of what a film begins with; None of several items."""
        return super().preview(offer, room) if offer.is_one else None

    def first(self, offer: Offer) -> list[str]:
        """Return the options of a picture of what is seen first in what would be written."""
        if offer.steps:
            return ["--step=1"]
        from_start = offer.is_puzzle or self.scene.currentData() == "replay"
        return ["--step=0"] if from_start else []

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        scene, hold = self.scene.currentData(), self.hold.currentData()
        chosen = [f"--size={self.size.currentData()}", f"--speed={self.speed.currentData():g}"]
        if scene:
            chosen.append(f"--scene={scene}")
        if scene == "pour":
            chosen.append(f"--corner={self.corner.currentData()}:{self.side.currentData()}")
        if scene == "cut":
            chosen.append(f"--family={self.family.currentData()}")
        if self.shows(self.hold, offer) and hold is not None:
            chosen.append(f"--hold={hold}")
        if self.card.isChecked():
            title = self.title.text().strip()
            chosen += ["--title-card", *([f"--title={title}"] if title else [])]
        if self.shows(self.solutions, offer) and not self.solutions.isChecked():
            chosen.append("--no-solutions")
        return chosen

    def _suit_size(self) -> None:
        """Choose the size that suits the kind of file."""
        self.size.setCurrentIndex(0 if self.suffix == GIF else _USUAL)


def _scenes(offer: Offer, *, pours: bool, cuts: bool) -> Iterator[tuple[str, str]]:
    """What may happen in a film of what is offered, the likeliest first."""
    if not offer.is_one:
        yield "What suits each of them", ""
    if offer.steps:
        whole = offer.steps > 1
        yield ("The lesson, step by step" if whole else "The step, with its text"), "lesson"
    if offer.moves:
        yield "The game, move by move", "replay"
    yield "A turn all round", "turntable"
    if pours:
        yield "Colour pours from a corner", "pour"
    if cuts:
        yield "A cut travels through", "cut"


def _position(offer: Offer) -> Position | None:
    """The position that is filmed; None where there are several, or none can be read."""
    if not offer.is_one:
        return None
    try:
        held = offer.held()
        assert isinstance(held, Contents)
        return position_at(held, None)
    except (FileError, OSError, ExportError):
        return None  # exporting it says why
