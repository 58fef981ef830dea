"""What is shown, faint or hidden: players, empty points, groups, levels; and what colours say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QGridLayout, QLabel, QSpinBox, QWidget

from model.contract.game import Position
from model.records.view import EMPTY, How, View, how_shown, level_part, player_part
from viewer.panels.view.live_view import LiveView
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.parts import strength
from viewer.picture.visibility.view_edits import COLOURS, LEAST, MOST
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import SegmentedControl, column_in

HOWS: tuple[tuple[str, How], ...] = (("Shown", "shown"), ("Faint", "faint"), ("Hidden", "hidden"))


class PartControls(QWidget):
    """Says of each part of what stands here whether it is shown, faint or hidden."""

    def __init__(self, live: LiveView) -> None:
        super().__init__()
        self._live = live
        self._players: tuple[str, ...] = ()
        self.players: dict[str, SegmentedControl] = {}
        self._group = ""
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(GAP - 2)
        self._grid.setColumnStretch(1, 1)
        self.empty = self._choice("Empty points", lambda: EMPTY)
        self.group = self._choice("Selected group", lambda: self._group)
        self._empty_label = controls.label("Empty points", "muted")
        self.group_label = controls.label("", "muted")
        self._names: list[QLabel] = []
        self.level_box: QSpinBox = controls.number_box("Level", 1, 1)
        self.level_box.setPrefix("Level ")
        self.level_box.valueChanged.connect(self._show_level)
        self.level = self._choice("Level", lambda: level_part(self.level_box.value()))
        self._lay_out()
        self.opacity = live.slider(
            "Faint is",
            lambda value: live.change(partial(view_edits.set_opacity, opacity=value)),
            step=0.05,
            text=lambda value: f"{100 * value:.0f} %",
        )
        self.opacity.set_range(LEAST, MOST)
        self.all = controls.button(
            "Show everything",
            lambda: live.change(view_edits.show_everything),
            "No cut, peel, layer, explosion or explanation; nothing faint, hidden or coloured.",
        )
        controls.fill(column_in(self, GAP - 2), self._grid, self.opacity, self.all)

    def _choice(self, name: str, part: Callable[[], str]) -> SegmentedControl:
        choice = SegmentedControl(name, HOWS)
        choice.picked.connect(lambda how: self._set(part(), how))
        return choice

    def _lay_out(self) -> None:
        """Put the rows below each other, a player each first."""
        for name in self._names:
            self._grid.removeWidget(name)
            name.hide()
            name.deleteLater()
        self._names = [controls.label(player.capitalize(), "muted") for player in self.players]
        rows: list[tuple[QWidget, SegmentedControl]] = [
            *zip(self._names, self.players.values(), strict=True),
            (self._empty_label, self.empty),
            (self.group_label, self.group),
            (self.level_box, self.level),
        ]
        for number, (widget, choice) in enumerate(rows):
            self._grid.addWidget(widget, number, 0)
            self._grid.addWidget(choice, number, 1)

    # -- from the controls to the View -------------------------------------------------------

    def _set(self, part: str, how: How) -> None:
        self._live.change(lambda view: view_edits.show_part(view, part, how))

    # -- from the View to the controls -------------------------------------------------------

    def show_view(self, view: View, position: Position) -> None:
        """Show what a View says of the parts of a position."""
        board, players = position.game.board, tuple(position.game.players)
        if players != self._players:
            self._change_players(players)
        for player, choice in self.players.items():
            choice.set_value(how_shown(view, player_part(player)))
        self.empty.set_value(how_shown(view, EMPTY))
        self._group = view_edits.group_of(view, position, view.selected)
        self.group_label.setText(f"Group on {view.selected}")
        self.group_label.setVisible(bool(view.selected))
        self.group.setVisible(bool(view.selected))
        self.group.set_value(_how_at(view, position, view.selected))
        level = board.layers.get("level")
        top = 1 if level is None else int(level.max())
        self.level_box.setMaximum(top)
        self.level_box.setVisible(top > 1)
        self.level.setVisible(top > 1)
        self._show_level()
        self.opacity.set_value(view.opacity)
        self.opacity.setEnabled(any(how == "faint" for _, how in view.parts))
        self.all.setEnabled(view_edits.show_everything(view) is not view)

    def _show_level(self, _value: int = 0) -> None:
        part = level_part(self.level_box.value())
        self.level.set_value(how_shown(self._live.view, part))

    def _change_players(self, players: tuple[str, ...]) -> None:
        for choice in self.players.values():
            self._grid.removeWidget(choice)
            choice.hide()
            choice.deleteLater()
        self._players = players
        self.players = {
            player: self._choice(player.capitalize(), partial(player_part, player))
            for player in players
        }
        self._lay_out()


def _how_at(view: View, position: Position, site: str) -> How:
    """How the piece at a site is drawn, by its group's own word or by what holds for it."""
    board, players = position.game.board, tuple(position.game.players)
    strong = strength(board, position.pieces, players, view)
    if strong is None or site not in board:
        return "shown"
    left = float(strong[board.index(site)])
    return "hidden" if left == 0 else "faint" if left < 1 else "shown"


class ColourControls(SegmentedControl):
    """Says what the pieces take their colours from."""

    def __init__(self, live: LiveView) -> None:
        super().__init__("Colour pieces by", COLOURS)
        self.picked.connect(lambda by: live.change(partial(view_edits.colour_by, by=by)))
