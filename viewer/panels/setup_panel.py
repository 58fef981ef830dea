"""The Set-up dock: brushes, fills, whose turn it is, and what is wrong or only odd."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from model.boards.board import Board
from model.contract.game import Game, Position
from model.contract.hooks import hooks_of
from model.contract.setup_rules import StackRules
from model.positions import setup
from viewer.picture.visibility.parts import regions, sites_in
from viewer.picture.visibility.visible import visible_in
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Change, Session
from viewer.tools.setup_tool import ADD, EMPTY, TAKE, SetupTool, StackBrush
from viewer.widgets import controls
from viewer.widgets.controls import SegmentedControl, column_in
from viewer.widgets.prose import plain_tip

# What a click does to a stack: which pieces, whose, how many; part of the Set-up dock.

_MOST = 99
"""How many a click may add; more come by further clicks."""


class StackBox(QWidget):
    """Chooses the `StackBrush` of a tool; made anew for every game."""

    def __init__(self, tool: SetupTool, rules: StackRules[Game, Position], game: Game) -> None:
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
        many = controls.row(self._how_many, self.number)
        controls.fill(column, self.does, self.kind, self.owner, many)
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
        with QSignalBlocker(self.number):
            self.number.setValue(brush.number)
        empties = brush.does == EMPTY
        self.kind.set_value(None if empties else brush.kind)
        for widget in (self.owner, self.number, self._how_many):
            widget.setEnabled(not empties and brush.kind in self._counted)


_BEGIN = "Click to place pieces; dragging still turns the view (Ctrl+U)"
_DONE = "Clicks play again (Ctrl+U, or Escape)"
MOST_BESIDE = 3
"""Brushes that stand side by side where there are more than four."""


class SetupPanel(controls.ScrolledPanel):
    """Drives a `SetupTool`."""

    def __init__(self, session: Session, tool: SetupTool, scene: SceneView) -> None:
        super().__init__("Set-up")
        self._session, self._tool, self._scene = session, tool, scene
        self._game: tuple[str, Board] | None = None
        self._shown: Position | None = None
        self.stacks: StackBox | None = None
        self._game_of_stacks: Game | None = None
        self._build()
        tool.changed.connect(self._follow_tool)
        self.changed(session.whole())

    def _build(self) -> None:
        self.mode = controls.button("", lambda: self._scene.perform("setup.mode"))
        self.column.addWidget(self.mode)
        self.trouble = controls.label("", "")
        self.trouble.setWordWrap(True)
        self.trouble.setObjectName("Fault")
        self.column.addWidget(self.trouble)
        self.odd = controls.label("", "muted", wraps=True)
        self._brushes = self.section("Brush")
        self.brush = SegmentedControl("Brush", (("Erase", 0),))
        self._brushes.addWidget(self.brush)
        self._fills, fills = self._titled("Fill with the brush")
        self.family = controls.combo("What to fill", ())
        self.family.currentIndexChanged.connect(self._follow_family)
        self.number = controls.number_box("Which one to fill", 0, 200)
        self.fill = controls.button("Fill", self._fill)
        fills.addLayout(controls.row(self.family, self.number, self.fill))
        self.shown = controls.button(
            "Fill what is visible",
            lambda: self._scene.attempt(self._fill_shown),
            "Every point that cuts, peels and the working layer leave visible",
        )
        self.clear = controls.button(
            "Clear the board", lambda: self._scene.attempt(self._tool.clear)
        )
        fills.addLayout(controls.row(self.shown, self.clear))
        self._turns, self._sides = self._titled("To move")
        self.side = SegmentedControl("To move", ())
        self._sides.addWidget(self.side)
        self.reserves = controls.label("", "muted")
        self._sides.addWidget(self.reserves)
        more = self.section("The whole position")
        self.turn = controls.button(
            "Turn, mirror, swap colours…", lambda: self._scene.perform("setup.transform")
        )
        self.paste = controls.button("Paste a position", self._paste)
        self.puzzle = controls.button(
            "Make a puzzle from this…", lambda: self._scene.perform("teach.make-puzzle")
        )
        controls.fill(more, *map(controls.row, (self.turn, self.paste, self.puzzle)))
        controls.fill(self.column, self.odd, 0)

    def _titled(self, title: str) -> tuple[QLabel, QVBoxLayout]:
        """Begin a section whose title depends on the game."""
        layout = self.section(title)
        item = self.column.itemAt(self.column.count() - 2)
        name = None if item is None else item.widget()
        assert isinstance(name, QLabel)
        return name, layout

    def _fill_shown(self) -> None:
        """Fill the points that the View leaves in sight."""
        picture = self._scene.widget.picture
        if picture is not None:
            seen = visible_in(picture)
            self._tool.fill(np.flatnonzero(seen.answers | seen.in_sight).tolist())

    def changed(self, change: Change) -> None:
        """Show what can be set up in the active document, and what is wrong or odd about it."""
        position = self._session.position
        if position is self._shown:
            return  # another look at it
        self._shown = position
        setting = hooks_of(position.game.kind).setup
        stacks = hooks_of(position.game.kind).stacks
        self.setEnabled(setting is not None or stacks is not None)
        if stacks is not None:
            self._show_stacks(position, stacks)
            return
        if setting is None:
            self.trouble.setText("Positions of this game cannot be set up by hand.")
            return
        game = (position.game.kind.name, position.game.board)
        if self._game != game:  # two games may share a board
            self._game = game
            self._drop_stacks()
            self._offer(position)
        wrong = setup.problems(position)
        self.trouble.setVisible(bool(wrong))
        if wrong:
            rest = f" ({len(wrong) - 1} more like this.)" if len(wrong) > 1 else ""
            self.trouble.setText(
                f"This position is impossible, so it cannot be played: {wrong[0]}.{rest}"
            )
        odd = setup.notes(position)
        self.odd.setVisible(bool(odd))
        self.odd.setText(
            " ".join(f"Note: {note}. You may still use this position." for note in odd)
        )
        self.side.set_value(setup.side_of(position))
        left = position.reserves
        self.reserves.setVisible(bool(left))
        self.reserves.setText(
            "In reserve: " + ", ".join(f"{player.capitalize()} {n}" for player, n in left.items())
        )
        self._follow_tool()

    def _offer(self, position: Position) -> None:
        game = position.game
        self.brush.deleteLater()
        brushes = self._tool.brushes
        self.brush = SegmentedControl("Brush", brushes, MOST_BESIDE if len(brushes) > 4 else 0)
        self.brush.picked.connect(self._take)
        self._brushes.addWidget(self.brush)
        self._offer_sides("To move", game.players)
        self.family.clear()
        for name, key, first, last in regions(game.board):
            self.family.addItem(name, (key, first, last))
        self._follow_family()

    def _offer_sides(self, name: str, players: Sequence[str]) -> None:
        self._turns.setText(name)
        self.side.deleteLater()
        self.side = SegmentedControl(
            name, [(player.capitalize(), k) for k, player in enumerate(players)]
        )
        self.side.picked.connect(lambda k: self._scene.attempt(lambda: self._tool.give_turn(k)))
        self._sides.insertWidget(0, self.side)

    # -- games with stacks -----------------------------------------------------------------------

    def _show_stacks(self, position: Position, rules: StackRules[Game, Position]) -> None:
        """Offer what a click does to stacks; what cannot exist is refused, so nothing is wrong."""
        game = position.game
        for label in (self.trouble, self.odd, self.reserves):
            label.setVisible(False)
        if self.stacks is None or self._game_of_stacks != game:
            self._drop_stacks()
            self._game, self._game_of_stacks = None, game
            self._tool.fit_stack(position)
            self.stacks = StackBox(self._tool, rules, game)
            self._brushes.addWidget(self.stacks)
            self._offer_sides("First player", hooks_of(game.kind).seated(game))
            self._fills.setText("The board")
        for widget in self._of_letters():
            widget.setVisible(False)
        self.side.set_value(rules.first(position))
        self._follow_tool()

    def _drop_stacks(self) -> None:
        """Show again what a game with letters has."""
        if self.stacks is not None:
            self.stacks.deleteLater()
            self.stacks = None
            self._fills.setText("Fill with the brush")
            for widget in self._of_letters():
                widget.setVisible(True)

    def _of_letters(self) -> tuple[QWidget, ...]:
        return self.brush, self.family, self.number, self.fill, self.shown, self.turn

    def _take(self, brush: int) -> None:
        """Take a brush: whoever does so means to set up."""
        self._tool.take(brush)
        self._tool.ensure_on()

    def _follow_family(self) -> None:
        chosen = self.family.currentData()
        if chosen is not None:
            _, first, last = chosen
            self.number.setRange(first, last)

    def _fill(self) -> None:
        chosen = self.family.currentData()
        if chosen is None:
            return
        sites = sites_in(self._session.position.game.board, chosen[0], self.number.value())
        self._scene.attempt(lambda: self._tool.fill(sites))

    def _paste(self) -> None:
        self._scene.attempt(lambda: self._tool.paste(QGuiApplication.clipboard().text()))

    def _follow_tool(self) -> None:
        on = self._tool.is_on
        self.mode.setText("Done: play from here" if on else "Set up a position")
        self.mode.setToolTip(plain_tip(_DONE if on else _BEGIN))
        controls.set_role(self.mode, "primary" if on else "")
        self.brush.set_value(self._tool.brush)
        if self.stacks is not None:
            self.stacks.follow()
