"""The Boards dock: what lies there for all, and the board of one player; any can be looked at."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QButtonGroup, QPushButton

from model.contract.game import Player, Position
from model.contract.sheets import PlayerSheet
from viewer.games.registry import game_view_of, piece_colour
from viewer.panels.boards.sheet_view import SheetView
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.move_entry import steps_of
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.annotation_painting import side_disc
from viewer.widgets.appearance.theme import GAP

SIGN, DISC = 18, 14
"""Logical pixels of a player's disc with his insignia, and of one without."""
WORN = "worn"
"""The property that holds which insignia a tab shows."""


class BoardsPanel(controls.ScrolledPanel):
    """Shows the boards of the active document, and plays by their cells.

    It follows who is to move, or has the board of the one person who plays against engines. A
    person who looks at another board goes on seeing that until the next who is followed is to move.

    Attributes
    ----------
    common, own
        What lies there for all, and the board that is looked at.
    tabs
        Player -> the button that shows his board.
    """

    def __init__(self, session: Session, scene: SceneView) -> None:
        self._widest = 0
        super().__init__("Boards")
        # Cells are as large as there is room. Were the bar there for large cells alone, it would
        # take the room they are large in, and come and go without end.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._session = session
        self._looked_at: Player | str = ""
        self._mover: Player | None = None
        self._key = 0
        self.common = SheetView(scene.choose_cell)
        self.own = SheetView(scene.choose_cell)
        self.title = controls.label("", "heading")
        self.tabs: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._row = controls.row_in(None, GAP // 2)
        controls.fill(self.column, self.common, self._row, self.title, self.own, 0)
        self.changed(session.whole())

    @property
    def need(self) -> QSize:
        """What the widest of the boards shown so far needs: the scene keeps its width meanwhile."""
        now = super().need
        self._widest = max(self._widest, now.width())
        return QSize(self._widest, now.height())

    def sizeHint(self) -> QSize:
        return QSize(max(340, self.need.width()), 420)

    def changed(self, change: Change) -> None:
        """Show the boards as they may be known, and what may be chosen on them."""
        document, position = change.document, self._session.position
        if document.is_placeholder:
            return
        other, moved = document.key != self._key, position.to_move != self._mover
        if other:
            self._widest = 0
        self._key, self._mover = document.key, position.to_move
        looks = document.viewpoint
        own = looks if looks in position.game.players else position.to_move
        if (other or (moved and own == position.to_move)) and own in position.game.players:
            self._looked_at = own or ""
        self._show(position, change.new.partial)

    def look_at(self, player: Player) -> None:
        """Show the board of a player."""
        self._looked_at = player
        self._show(self._session.position, self._session.state.partial)

    def _show(self, position: Position, so_far: tuple[str, ...]) -> None:
        sheets, exercise = position.sheets, self._session.exercise
        if exercise is not None and exercise.asks:  # what is counted may be what is asked
            sheets = tuple(replace(sheet, notes=()) for sheet in sheets)
        steps = steps_of(position, so_far)
        common = [sheet for sheet in sheets if not sheet.owner]
        owned = {sheet.owner: sheet for sheet in sheets if sheet.owner}
        self.common.setVisible(bool(common))
        if common:
            self.common.show_sheet(_as_one(common), steps, so_far)
        self._offer_tabs(tuple(owned), position)
        own = owned.get(self._looked_at) or next(iter(owned.values()), None)
        self.own.setVisible(own is not None)
        self.title.setVisible(own is not None)
        if own is not None:
            self.title.setText(own.title)
            self.own.show_sheet(own, steps, so_far)
            self.own.setAccessibleName(own.title)
            self.tabs[own.owner].setChecked(True)
        QTimer.singleShot(0, self, self._bring_into_sight)

    def _bring_into_sight(self) -> None:
        """Scroll to what can be chosen, where none of it is seen."""
        answering = [
            one for view in (self.common, self.own) for one in view.buttons if one.shown.answers
        ]
        unseen = all(button.visibleRegion().isEmpty() for button in answering)
        if self.isVisible() and answering and unseen:
            self.ensureWidgetVisible(answering[0])

    def _offer_tabs(self, players: tuple[Player, ...], position: Position) -> None:
        """One button a player, with his colour; the one to move is in bold."""
        if tuple(self.tabs) != players:
            for button in self.tabs.values():
                self._group.removeButton(button)
            controls.empty(self._row)
            self.tabs = {}
            for player in players:
                button = controls.button(
                    player.capitalize(), partial(self.look_at, player), role="small"
                )
                button.setCheckable(True)
                button.setIconSize(QSize(SIGN, SIGN))
                self._group.addButton(button)
                self._row.addWidget(button)
                self.tabs[player] = button
            self._row.addStretch(1)
        signs = game_view_of(position).insignia(position)
        for player, button in self.tabs.items():
            sign = signs.get(player, "")
            if button.property(WORN) != sign:
                button.setProperty(WORN, sign)
                button.setIcon(side_disc(piece_colour(player), SIGN if sign else DISC, sign))
            moves = player == position.to_move
            name = f"{player.capitalize()}'s board" + (", to move" if moves else "")
            button.setAccessibleName(name)
            font = button.font()
            font.setBold(moves)
            button.setFont(font)


def _as_one(sheets: list[PlayerSheet]) -> PlayerSheet:
    """What lies there for all, one below the other."""
    first = sheets[0]
    return PlayerSheet(
        "",
        first.title,
        tuple(section for sheet in sheets for section in sheet.sections),
        tuple(note for sheet in sheets for note in sheet.notes),
    )
