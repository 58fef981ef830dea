"""What the dialog that exports asks for a film."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QObject, QSize

from model.contract.game import Position
from model.records.files import Contents, FileError
from viewer.export.export_options import FILM_SIZES, GIF, FilmOptions, pours
from viewer.export.film.cut_scene import families_of
from viewer.export.film.pour_scene import pours_in
from viewer.export.item_position import position_at
from viewer.export.items import ExportError
from viewer.export.offers import Offer
from viewer.options.option import Option, Row
from viewer.picture.words.plane_names import TITLES
from viewer.widgets import controls
from viewer.window.dialogs.export.export_form import ExportForm

_FILES = {
    "MP4, for nearly everything": ".mp4",
    "WebM, for web pages": ".webm",
    "GIF, for mail and forums": GIF,
}
_LONGEST = ("Where it runs longest", "")


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
    record = FilmOptions
    more = (
        Option("file", ".mp4", row=Row("File", entries=_FILES)),
        Option("side", "", row=Row("Held back by", shown=pours, entries={})),
    )
    order = "scene corner side family file size speed hold title_card title solutions"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.box("file").currentIndexChanged.connect(self._suit_size)

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title, and the scenes there are of it."""
        self.suggest_title(offer.title if offer.is_one else "")
        position = _position(offer)
        corners, players = ([], []) if position is None else pours_in(position)
        families = [] if position is None else list(families_of(position.game.board))
        scenes = list(_scenes(offer, pours=bool(players), cuts=bool(families)))
        controls.fill_combo(self.box("scene"), scenes)
        controls.fill_combo(self.box("corner"), [_LONGEST, *((name, name) for name in corners)])
        controls.fill_combo(self.box("side"), [(name.capitalize(), name) for name in players])
        named = [(TITLES.get(name, name), name) for name in families]
        controls.fill_combo(self.box("family"), named)

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]] | None:
        """Return how a picture is made of what a film begins with; None of several items."""
        return super().preview(offer, room) if offer.is_one else None

    def first(self, offer: Offer) -> int | None:
        """Return the step that is seen first in what would be written."""
        if offer.steps:
            return 1
        return 0 if offer.is_puzzle or self.chosen["scene"] == "replay" else None

    def values(self, offer: Offer) -> dict[str, Any]:
        """Return what is chosen as values of the record."""
        found = super().values(offer)
        if "corner" in found:
            found["corner"] = f"{found['corner']}:{self.chosen['side']}"
        return found

    def _suit_size(self) -> None:
        """Choose the size that suits the kind of file."""
        self.choose("size", FILM_SIZES["480" if self.suffix == GIF else "720"])


def _scenes(offer: Offer, *, pours: bool, cuts: bool) -> Iterator[tuple[str, str | None]]:
    """What may happen in a film of what is offered, the likeliest first."""
    if not offer.is_one:
        yield "What suits each of them", None
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
