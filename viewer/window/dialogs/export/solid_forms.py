"""What the dialog that exports asks for solids: to print, and for other programs to show."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QCheckBox, QWidget

from model.contract.game import Position
from model.records.files import Contents
from viewer.export.item_position import position_at
from viewer.export.items import ExportError
from viewer.export.offers import Offer
from viewer.export.solid.printed import STL, THREE_MF
from viewer.export.solid.solid_plan import Plan, plan_of
from viewer.export.solid.solid_words import size_words, warnings
from viewer.export.solid.wanted import BALL, BALLS, EACH, SHARE, WHOLE, WIDEST, Wanted
from viewer.widgets import controls
from viewer.widgets.prose import sentence
from viewer.window.dialogs.export.export_form import ExportForm

_QUALITIES = (("Draft", "draft"), ("Standard", "standard"), ("Fine", "fine"))


class _SolidForm(ExportForm):
    """What both kinds of solids ask."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._offer: Offer | None = None
        self._plan: Plan | None = None
        self.step = controls.number_box("Step", 1, 1)
        self.part = controls.combo("Part", [("Everything", WHOLE)])
        self.ball = controls.measure_box("Diameter of a ball", *BALLS, BALL)
        self.board = QCheckBox("With the board")
        self.quality = controls.combo("Quality", _QUALITIES)
        self.quality.setCurrentIndex(1)
        self.said = controls.label("", "muted")
        self.said.setWordWrap(True)
        self.step.valueChanged.connect(self._describe)
        self.ball.valueChanged.connect(self._describe)
        self.part.currentIndexChanged.connect(self._describe)
        self.quality.currentIndexChanged.connect(self._describe)
        self.board.toggled.connect(self._describe)

    def takes(self, offer: Offer) -> bool:
        """Whether it is one position, or leads to one."""
        return offer.is_one

    def show_offer(self, offer: Offer) -> None:
        """Offer its players and its steps, and say how large it becomes."""
        self._offer = offer
        if self.step.maximum() != max(1, offer.steps):
            self.step.setRange(1, max(1, offer.steps))
            self.step.setValue(offer.step)
        position = self._position()
        players = [] if position is None else list(position.game.players)
        parts = [(f"Only {name}", name) for name in players]
        chosen = self.part.currentData()
        controls.fill_combo(self.part, [("Everything", WHOLE), *self._each(players), *parts])
        controls.set_combo(self.part, chosen)
        self._describe()

    def shows(self, row: QWidget, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        if not offer.is_one:
            return row is self.said
        return row is not self.step or offer.steps > 1

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        wanted = self._wanted()
        chosen = [f"--ball={wanted.ball:g}", f"--part={wanted.part}", f"--quality={wanted.quality}"]
        return [*chosen, *self.first(offer), *(["--board"] if wanted.board else [])]

    def preview(self, offer: Offer, room: QSize) -> tuple[str, list[str]] | None:
        """Return how a picture is made of the position; None where there are several."""
        return super().preview(offer, room) if offer.is_one else None

    def first(self, offer: Offer) -> list[str]:
        """Return the option that says which position it is."""
        return [f"--step={self.step.value()}"] if offer.steps else []

    def _each(self, players: list[str]) -> list[tuple[str, str]]:
        """The entry for all players one by one, where the kind of file can hold them."""
        return []

    def _wanted(self) -> Wanted:
        return Wanted(
            ball=self.ball.value(),
            part=self.part.currentData(),
            board=self.board.isChecked(),
            quality=self.quality.currentData(),
        )

    def _position(self) -> Position | None:
        """The position that is made solid; None where there are several."""
        if self._offer is None or not self._offer.is_one:
            return None
        held = self._offer.held()
        assert isinstance(held, Contents)
        return position_at(held, self.step.value() if self._offer.steps else None)

    def _describe(self) -> None:
        """Say how large it becomes, or why it cannot be made."""
        self.said.setText(self._described())
        self.changed.emit()

    def _described(self) -> str:
        position = self._position()
        if position is None:
            return "Choose a single position, game, puzzle or lesson."
        try:
            self._plan = plan_of(position, self._wanted())
        except ExportError as error:
            return sentence(str(error))
        return self._words(self._plan)

    def _words(self, plan: Plan) -> str:
        """What is said of a solid before it is made; ExportError where it is too large."""
        return size_words(plan)


class PrintForm(_SolidForm):
    """STL and 3MF."""

    name = "Solid to print"
    explained = (
        "A solid for a 3D printer: balls that touch are joined by necks. 3MF keeps a colour for "
        "each player; STL is understood everywhere."
    )
    filters = (("3MF solids", THREE_MF), ("STL solids", STL))
    extra = "solid"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.format = controls.combo("Format", [("3MF, in colours", THREE_MF), ("STL", STL)])
        self.neck = controls.measure_box("Width of necks", 0.0, WIDEST * BALLS[1], 0.0)
        self.neck.setSpecialValueText(f"{SHARE:g} of a ball")
        self.foot = controls.measure_box("Width of the flat below", 0.0, WIDEST * BALLS[1], 0.0)
        self.foot.setSpecialValueText("None")
        self.rods = QCheckBox("Rods between loose groups")
        self.format.currentIndexChanged.connect(self._change_format)
        self.neck.valueChanged.connect(self._describe)
        self.foot.valueChanged.connect(self._describe)
        self.rods.toggled.connect(self._describe)
        self.rows = (
            ("Format", self.format),
            ("Step", self.step),
            ("Part", self.part),
            ("Ball", self.ball),
            ("Necks", self.neck),
            ("Flat below", self.foot),
            ("", self.rods),
            ("", self.board),
            ("Quality", self.quality),
            ("", self.said),
        )

    @property
    def suffix(self) -> str:
        """How the name of the file ends, with the dot."""
        return str(self.format.currentData())

    def shows(self, row: QWidget, offer: Offer) -> bool:
        """Whether a row has a meaning for what is to be exported."""
        if row in (self.neck, self.foot, self.rods) and self._plan and self._plan.has_other_pieces:
            return False
        return super().shows(row, offer) and (row is not self.foot or not self._is_on_board())

    def options(self, offer: Offer) -> list[str]:
        """Return what is chosen, as options of the command line."""
        wanted = self._wanted()
        chosen = super().options(offer)
        if wanted.neck is not None:
            chosen.append(f"--neck={wanted.neck:g}")
        if wanted.foot:
            chosen.append(f"--foot={wanted.foot:g}")
        return chosen + (["--rods"] if wanted.rods else [])

    def _change_format(self) -> None:
        assert self._offer is not None
        self.show_offer(self._offer)

    def _each(self, players: list[str]) -> list[tuple[str, str]]:
        return [("Each player apart", EACH)] if players and self.suffix == THREE_MF else []

    def _wanted(self) -> Wanted:
        neck = self.neck.value() or None
        foot = 0.0 if self._is_on_board() else self.foot.value()
        return replace(super()._wanted(), neck=neck, rods=self.rods.isChecked(), foot=foot)

    def _is_on_board(self) -> bool:
        """Whether it stands on a board, which is flat, rather than by itself."""
        return self.board.isChecked() and self.part.currentData() != EACH

    def _words(self, plan: Plan) -> str:
        plan.check_triangles()
        return "\n".join((size_words(plan), *warnings(plan)))


class SceneForm(_SolidForm):
    """GLB."""

    name = "3D scene"
    explained = (
        "A glTF file for other programs: slides, web pages, Blender, a phone that shows it on a "
        "table. Each piece can be moved by itself."
    )
    filters = (("glTF scenes", ".glb"),)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = (
            ("Step", self.step),
            ("Part", self.part),
            ("Ball", self.ball),
            ("", self.board),
            ("Quality", self.quality),
            ("", self.said),
        )
