"""What a click does to a stack: which pieces, whose, how many; part of the Set-up dock."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from model.contract.game import Game
from model.contract.setup_rules import StackRules
from viewer.tools.setup_tool import ADD, EMPTY, TAKE, SetupTool, StackBrush
from viewer.widgets import controls
from viewer.widgets.controls import SegmentedControl, column_in

_MOST = 99
"""How many a click may add; more come by further clicks."""


class StackBox(QWidget):
    """Chooses the `StackBrush` of a tool; made anew for every game."""

    def __init__(self, tool: SetupTool, rules: StackRules, game: Game) -> None:
        super().__init__()
        self._tool = tool
        kinds = rules.kinds(game)
        self._counted = {kind for kind, counted in kinds if counted}
        column = column_in(self)
        self.does = SegmentedControl("A click", (("Add", ADD), ("Remove", TAKE), ("Empty", EMPTY)))
        self.does.picked.connect(lambda does: self._take(replace(tool.stack, does=does)))
        names = [(game.piece_kinds[kind].name.capitalize(), kind) for kind, _ in kinds]
        self.kind = SegmentedControl("What", names, columns=3)
        self.kind.picked.connect(self._take_kind)
        players = [(player.capitalize(), k) for k, player in enumerate(game.players)]
        self.owner = SegmentedControl("Whose", players)
        self.owner.picked.connect(lambda owner: self._take(replace(tool.stack, owner=owner)))
        self.number = controls.number_box("How many a click adds or removes", 1, _MOST)
        self.number.valueChanged.connect(
            lambda number: self._take(replace(tool.stack, number=number))
        )
        self._how_many = controls.label("How many", "muted")
        for widget in (self.does, self.kind, self.owner):
            column.addWidget(widget)
        column.addLayout(controls.row(self._how_many, self.number))
        self.follow()

    def _take(self, brush: StackBrush) -> None:
        """Take another brush: whoever does so means to set up."""
        self._tool.take_stack(brush)
        self._tool.ensure_on()

    def _take_kind(self, kind: int) -> None:
        """Take a kind: what it is for cannot be to empty whole places."""
        brush = self._tool.stack
        self._take(replace(brush, kind=kind, does=ADD if brush.does == EMPTY else brush.does))

    def follow(self) -> None:
        """Show the brush, and of it what matters."""
        brush = self._tool.stack
        self.does.set_value(brush.does)
        self.owner.set_value(brush.owner)
        self.number.blockSignals(True)
        self.number.setValue(brush.number)
        self.number.blockSignals(False)
        empties = brush.does == EMPTY
        self.kind.set_value(None if empties else brush.kind)
        for widget in (self.owner, self.number, self._how_many):
            widget.setEnabled(not empties and brush.kind in self._counted)
