"""What the dialog that exports asks for one kind of file: rows of the options it declares."""

from collections.abc import Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QLocale, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from model.contract.game import Position
from model.records.files import Contents, FileError
from viewer.export.export_options import (
    DIAGRAM,
    EACH,
    FILM_SIZES,
    GIF,
    JPEG,
    MAPS,
    PNG,
    SIDES,
    STL,
    THREE_MF,
    USUAL_SIZE,
    WHOLE,
    FilmOptions,
    PageOptions,
    PaperOptions,
    PictureOptions,
    PrintOptions,
    SolidOptions,
    pours,
)
from viewer.export.film.film_scenes import families_of, pours_in
from viewer.export.items import ExportError, position_at
from viewer.export.offers import Offer
from viewer.export.solid.printed import size_words, warnings
from viewer.export.solid.solid_plan import SolidPlan, plan_of
from viewer.options.option import OptionField, Row, options_of, words
from viewer.picture.visibility.focus import lies_in_heap
from viewer.picture.words.plane_names import TITLES
from viewer.widgets import controls
from viewer.widgets.dialog_body import field_of, label_of, on_change, set_value, value_of
from viewer.widgets.prose import sentence


class ExportForm(QObject):
    """Rows of the dialog, and what is chosen in them as options of the command line.

    Attributes
    ----------
    name
        What is written, for the list of kinds: "Web page".
    explained
        What it is good for, in a sentence or two.
    filters
        The files that are written, each as the dialog for files shows it and with its suffix:
        ``(("Web pages", ".html"),)``; `suffix` says which of them is chosen.
    opens
        What the button says that opens what was written.
    prints
        It is for paper: it can go to the system's viewer without a name, to be printed from there.
    extra
        The extra of the package that it needs (`viewer.export.items`); "" for none.
    record
        Declares its options.
    more
        Rows of the form only.
    order
        The names of its rows.
    fields
        Its controls by the names of the rows.

    Signals
    -------
    changed
        Other rows are to be seen now, or what is written is of another kind.
    """

    changed = Signal()

    name = ""
    explained = ""
    filters: tuple[tuple[str, str], ...] = ()
    opens = "Open"
    prints = False
    extra = ""
    record: type
    more: tuple[OptionField, ...] = ()
    order = ""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        declared = {**options_of(self.record), **{one.name: one for one in self.more}}
        self._declared = {name: declared[name] for name in self.order.split()}
        self.fields: dict[str, QWidget] = {}
        for name, one in self._declared.items():
            field = self.fields[name] = field_of(one)
            if not isinstance(field, QLineEdit):  # no picture is made anew at each letter
                on_change(field, self._follow)

    @property
    def rows(self) -> list[tuple[str, QWidget]]:
        """Labels and controls, in their order."""
        return [
            (label_of(self._declared[name]) if name in self._declared else "", field)
            for name, field in self.fields.items()
        ]

    def box(self, name: str) -> QComboBox:
        """Return the box of a row with choices."""
        field = self.fields[name]
        assert isinstance(field, QComboBox)
        return field

    def choose(self, name: str, value: object) -> None:
        """Choose the value of a row."""
        set_value(self.fields[name], self._declared[name], value)

    def suggest_title(self, title: str) -> None:
        """Say what the title is where none is given."""
        field = self.fields["title"]
        assert isinstance(field, QLineEdit)
        field.setPlaceholderText(title)

    def offer_steps(self, offer: Offer) -> None:
        """Let a step be chosen, at first the one that is shown."""
        field = self.fields["step"]
        assert isinstance(field, QSpinBox)
        if field.maximum() != max(1, offer.steps):
            field.setRange(1, max(1, offer.steps))
            field.setValue(offer.step)

    def _follow(self) -> None:
        """Take note of a change."""
        self.changed.emit()

    @property
    def chosen(self) -> Mapping[str, Any]:
        """What the rows hold, seen or not."""
        return {name: value_of(self.fields[name], one) for name, one in self._declared.items()}

    @property
    def suffix(self) -> str:
        """How the name of the file ends, with the dot."""
        return str(self.chosen["file"]) if "file" in self.fields else self.filters[0][1]

    def replaced(self, offer: Offer, path: Path) -> Sequence[Path]:
        """Return the files besides `path` that stand where one of several is to be written."""
        return ()

    def takes(self, offer: Offer) -> bool:
        """Whether what is offered can become a file of this kind."""
        return True

    def show_offer(self, offer: Offer) -> None:
        """Fit the rows to what is to be exported; asked whenever this form is chosen."""

    def shows(self, name: str, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        row = self._declared[name].row if name in self._declared else None
        return row is None or row.shown(SimpleNamespace(offer=offer, **self.chosen))

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]] | None:
        """Return how a small picture is called and made of what would be written; None: none is.

        By itself it is of the position that is seen first.

        Parameters
        ----------
        room
            How large it is shown, in pixels.
        """
        size = (room.width(), room.height())
        return ".png", words(PictureOptions(size=size, step=self.first(offer)))

    def first(self, offer: Offer) -> int | None:
        """Return the step that is seen first in what would be written."""
        return None

    def values(self, offer: Offer) -> dict[str, Any]:
        """Return what is chosen as values of the record; what is not seen stays as by default."""
        names, chosen = options_of(self.record), self.chosen
        return {name: chosen[name] for name in chosen if name in names and self.shows(name, offer)}

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        return words(self.record(**self.values(offer)))


# What the dialog that exports asks for a web page.


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
        OptionField(
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


# What the dialog that exports asks for a PDF to be printed.


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


# What the dialog that exports asks for pictures.

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


def _side(name: str, label: str) -> OptionField:
    row = Row(
        label, f"{label} in pixels", lambda form: form.size is None, limits=(SIDES[0], SIDES[-1])
    )
    return OptionField(name, SIDES[0], row=row)


def _position(offer: Offer) -> Position | None:
    """The position that is exported; None where there are several, or none can be read."""
    if not offer.is_one:
        return None
    try:
        held = offer.held()
        assert isinstance(held, Contents)
        return position_at(held, None)
    except (FileError, OSError, ExportError):
        return None  # exporting it says why


class SceneryForm(ExportForm):
    """Of files that show the scene."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hides = False

    def show_offer(self, offer: Offer) -> None:
        """Learn whether balls before others hide them."""
        position = _position(offer)
        self._hides = position is not None and lies_in_heap(position.game.board)

    def shows(self, name: str, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        return super().shows(name, offer) and (name != "focus" or self._hides)


class PictureForm(SceneryForm):
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
        OptionField("drawn", PNG, row=Row("Drawn as", entries=_FORMS)),
        _side("width", "Width"),
        _side("height", "Height"),
        OptionField(
            "colours",
            "standard",
            row=Row("Colours", shown=lambda form: form.drawn in SUFFIXES, entries=_COLOURS),
        ),
    )
    order = (
        "drawn every_step step size width height focus stereo colours names board transparent "
        "legend caption title ink"
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
        super().show_offer(offer)
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


# What the dialog that exports asks for a film.

_FILES = {
    "MP4, for nearly everything": ".mp4",
    "WebM, for web pages": ".webm",
    "GIF, for mail and forums": GIF,
}
_LONGEST = ("Where it runs longest", "")


class FilmForm(SceneryForm):
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
        OptionField("file", ".mp4", row=Row("File", entries=_FILES)),
        OptionField("side", "", row=Row("Held back by", shown=pours, entries={})),
    )
    order = "scene corner side family file size focus stereo speed hold title_card title solutions"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.box("file").currentIndexChanged.connect(
            lambda: self.choose("size", FILM_SIZES["480" if self.suffix == GIF else "720"])
        )

    def show_offer(self, offer: Offer) -> None:
        """Suggest its title, and the scenes there are of it."""
        self.suggest_title(offer.title if offer.is_one else "")
        super().show_offer(offer)
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
        if not offer.is_one:
            return None
        values = self.values(offer)
        looks = {name: values[name] for name in ("focus", "stereo") if name in values}
        if looks.get("focus") in ("shown", "deep"):
            del looks["focus"]  # nothing is shown yet
        size = (room.width(), room.height())
        return ".png", words(PictureOptions(size=size, step=self.first(offer), **looks))

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
    yield "A gentle sway", "sway"
    if pours:
        yield "Colour pours from a corner", "pour"
    if cuts:
        yield "A cut travels through", "cut"


# What the dialog that exports asks for solids: to print, and for other programs to show.


class SceneForm(ExportForm):
    """GLB."""

    name = "3D scene"
    explained = (
        "A glTF file for other programs: slides, web pages, Blender, a phone that shows it on a "
        "table. Each piece can be moved by itself."
    )
    filters: tuple[tuple[str, str], ...] = (("glTF scenes", ".glb"),)
    record: type[SolidOptions] = SolidOptions
    order = "step part ball board quality"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._offer: Offer | None = None
        self.plan: SolidPlan | None = None
        self.said = controls.label("", "muted", wraps=True)
        self.fields["said"] = self.said

    def takes(self, offer: Offer) -> bool:
        """Whether it is one position, or leads to one."""
        return offer.is_one

    def show_offer(self, offer: Offer) -> None:
        """Offer its players and its steps, and say how large it becomes."""
        self._offer = offer
        self.offer_steps(offer)
        position = self._position()
        players = [] if position is None else list(position.game.players)
        parts = [(f"Only {name}", name) for name in players]
        chosen = self.box("part").currentData()
        controls.fill_combo(self.box("part"), [("Everything", WHOLE), *self._each(players), *parts])
        controls.set_combo(self.box("part"), chosen)
        self._follow()

    def shows(self, name: str, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        return name == "said" if not offer.is_one else super().shows(name, offer)

    def values(self, offer: Offer) -> dict[str, Any]:
        """Return what is chosen as values of the record."""
        return super().values(offer) | {"step": self.first(offer)}

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]] | None:
        """Return how a picture is made of the position; None where there are several."""
        return super().preview(offer, room) if offer.is_one else None

    def first(self, offer: Offer) -> int | None:
        """Return the step that is made solid."""
        return self.chosen["step"] if offer.steps else None

    def _each(self, players: list[str]) -> list[tuple[str, str]]:
        """The entry for all players one by one, where the kind of file can hold them."""
        return []

    def _position(self) -> Position | None:
        """The position that is made solid; None where there are several."""
        if self._offer is None or not self._offer.is_one:
            return None
        held = self._offer.held()
        assert isinstance(held, Contents)
        return position_at(held, self.first(self._offer))

    def _follow(self) -> None:
        """Say how large it becomes, or why it cannot be made."""
        self.said.setText(self._described())
        self.changed.emit()

    def _described(self) -> str:
        position = self._position()
        if position is None or self._offer is None:
            return "Choose a single position, game, puzzle or lesson."
        try:
            self.plan = plan_of(position, self.record(**self.values(self._offer)))
            return self._words(self.plan)
        except ExportError as error:
            return sentence(str(error))

    def _words(self, plan: SolidPlan) -> str:
        """What is said of a solid before it is made; ExportError where it is too large."""
        return size_words(plan)


class PrintForm(SceneForm):
    """STL and 3MF."""

    name = "Solid to print"
    explained = (
        "A solid for a 3D printer: balls that touch are joined by necks. 3MF keeps a colour for "
        "each player; STL is understood everywhere."
    )
    filters = (("3MF solids", THREE_MF), ("STL solids", STL))
    extra = "solid"
    record = PrintOptions
    more = (
        OptionField(
            "file", THREE_MF, row=Row("Format", entries={"3MF, in colours": THREE_MF, "STL": STL})
        ),
    )
    order = "file step part ball neck foot rods board quality"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.box("file").currentIndexChanged.connect(self._change_format)

    def shows(self, name: str, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        if name in ("neck", "foot", "rods") and self.plan and self.plan.has_other_pieces:
            return False
        return super().shows(name, offer)

    def _change_format(self) -> None:
        assert self._offer is not None
        self.show_offer(self._offer)

    def _each(self, players: list[str]) -> list[tuple[str, str]]:
        return [("Each player apart", EACH)] if players and self.suffix == THREE_MF else []

    def _words(self, plan: SolidPlan) -> str:
        plan.check_triangles()
        return "\n".join((size_words(plan), *warnings(plan)))
