"""What the dialog that exports asks for solids: to print, and for other programs to show."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QSize

from model.contract.game import Position
from model.records.files import Contents
from viewer.export.export_options import EACH, STL, THREE_MF, WHOLE, PrintOptions, SolidOptions
from viewer.export.item_position import position_at
from viewer.export.items import ExportError
from viewer.export.offers import Offer
from viewer.export.solid.solid_plan import Plan, plan_of
from viewer.export.solid.solid_words import size_words, warnings
from viewer.options.option import Option, Row
from viewer.widgets import controls
from viewer.widgets.prose import sentence
from viewer.window.dialogs.export.export_form import ExportForm


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
        self.plan: Plan | None = None
        self.said = controls.label("", "muted")
        self.said.setWordWrap(True)
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

    def _words(self, plan: Plan) -> str:
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
        Option(
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

    def _words(self, plan: Plan) -> str:
        plan.check_triangles()
        return "\n".join((size_words(plan), *warnings(plan)))
