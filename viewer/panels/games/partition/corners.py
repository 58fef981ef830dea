"""Partition in the Why dock: what each side still needs, who holds which corner, what shows it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton

from model.boards.board import Board
from model.contract.game import Position
from model.games.partition.position import PLAYERS, PartitionPosition
from model.games.partition.verdicts import Verdicts
from model.records.view import Camera, View
from viewer.games.game_view import Explainer, Findings
from viewer.games.partition.text import also_sheet, more_balls, verdict, win_line, won
from viewer.games.registry import text_colour
from viewer.panels.games.partition.corner_table import CornerTable
from viewer.panels.why.content import WhyContent
from viewer.panels.why.show_line import ShowLine
from viewer.picture.visibility import view_edits
from viewer.scene_view.scene_view import SceneView
from viewer.session.preferences import Preferences
from viewer.session.session import Session, SessionError
from viewer.visuals.overlay_types import Pour
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import reduced_motion
from viewer.widgets.appearance.theme import GAP, active_theme, readable
from viewer.widgets.controls import column_in, fill, label
from viewer.widgets.flood_control import FloodControl

HINT = "Choose a cell: the scene shows its line, its sheet or the escape."
_MISSING = {
    "plan": "There is no plan to show at {corner} for {side}",
    "peel": "No sheet of {side}'s at {corner} has anything in front of it",
    "sheet": "{side} has no sheet behind a ball on {corner}",
}
"""Why one of the actions cannot be done."""


class Corners(WhyContent):
    """Says who holds which corner, and shows why.

    What is chosen here is written into ``View.show``; what the View says (a bookmark, a lesson,
    the other history) is chosen here.
    """

    def __init__(self, session: Session, scene: SceneView, explainer: Explainer) -> None:
        super().__init__()
        self._session, self._scene, self._explainer = session, scene, explainer
        self._position: PartitionPosition | None = None
        self._known: Verdicts | None = None
        self._cameras: dict[Camera, Camera] = {}  # before a corner was peeled, by where that led
        column = column_in(self, GAP)
        self.win_lines = {
            player: ShowLine(
                player,
                f"Show what {player.capitalize()} needs in the scene",
                longest=f"{player.capitalize()} needs at most 88 more balls: SW, NW and apex",
            )
            for player in PLAYERS
        }
        self._lines_column = column_in(None, 2)
        for player, line in self.win_lines.items():
            line.clicked.connect(lambda _=False, player=player: self._toggle(f"win={player}"))
            self._lines_column.addWidget(line)
        column.addLayout(self._lines_column)
        self.table = CornerTable()
        self.table.chosen.connect(self._on_choice)
        fill(column, self.table, self._build_card(explainer))
        self.setFocusProxy(self.table)

    def _build_card(self, explainer: Explainer) -> QFrame:
        card = QFrame()
        card.setObjectName("WhyCard")
        column = column_in(card, GAP, 12, 4, 12, 4)
        self.sentence = _Sentence()
        self.more = label("", "muted")
        self.more.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        fill(column, self.sentence, self._grid)
        named = {action.name: action for action in explainer.actions}
        self.peel = _action(named["peel"].title, self._peel, named["peel"].help)
        self.only = _action("Only this group", self._only, "Leave nothing but the group")
        self.sheet = _action(named["sheet"].title, self._sheet, named["sheet"].help)
        self.plan = _action(named["plan"].title, self._plan, named["plan"].help)
        self.pour = _action("Pour", self.toggle_pour, "Let colour run from the corner (Space)")
        self._actions = (self.pour, self.plan, self.peel, self.only, self.sheet)
        self._by_name = {"plan": self.plan, "peel": self.peel, "sheet": self.sheet}
        for button in self._actions:
            # A button that belongs to nothing yet would hold this dock, which holds the button.
            button.setParent(card)
            button.setCheckable(True)
            button.hide()
        self.flood = FloodControl()
        self.flood.flowed.connect(self._on_flow)
        # Below: what a button brings moves no button away from under the mouse.
        fill(column, self.flood, self.more)
        return card

    # -- what it follows ---------------------------------------------------------------------

    def show_analysis(self, position: Position, analysis: Findings | None) -> None:
        """Say what is known of the position."""
        assert isinstance(position, PartitionPosition)
        assert analysis is None or isinstance(analysis, Verdicts)
        self._position, self._known = position, analysis
        self._show_win_lines(position)
        self.table.show_verdicts(analysis)

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences: palette, effects."""
        self.flood.animated = not reduced_motion(preferences)
        self.table.set_tokens(active_theme())

    def stop(self) -> None:
        """Take the colour away; what was known is of another position."""
        self.flood.stop()
        self._position = self._known = None

    def _show_win_lines(self, position: PartitionPosition) -> None:
        """The side to move first; at the end one sentence, the winner's."""
        known, outcome = self._known, position.outcome
        side = PLAYERS[position.side]
        for player, line in self.win_lines.items():
            line.setVisible(outcome is None or outcome.winner == player)
            if outcome is not None:
                if outcome.winner == player:
                    groups = _groups_holding(known, player)
                    line.say(won(player, outcome.witness, groups) if groups else "…", strong=True)
                continue
            if known is not None and player in known.wins:
                text = win_line(player, known.wins[player])
            else:
                text = f"{player.capitalize()} needs …"
            line.say(text, strong=player == side)
        winner = None if outcome is None else outcome.winner
        first = self.win_lines[side if winner is None else winner]
        if self._lines_column.indexOf(first) != 0:
            self._lines_column.removeWidget(first)
            self._lines_column.insertWidget(0, first)

    def follow_view(self) -> None:
        """Choose what the View shows, and say it."""
        view = self._session.document.view
        kind, _, what = view.show.partition("=")
        self.table.set_choice(what if kind in ("corner", "cost", "sheet") else "")
        for player, line in self.win_lines.items():
            line.setChecked(view.show == f"win={player}")
        corner, player = self._chosen()
        if corner and self._known is not None and (player, corner) in self._known.states:
            self._describe(self._known, view, corner, player)
            return
        self._offer()
        self.sentence.say(HINT if not corner else "…", "")
        self.more.hide()

    def _describe(self, known: Verdicts, view: View, corner: str, player: str) -> None:
        """Say how a corner stands, and offer what can be done to see it."""
        kind, _, _ = view.show.partition("=")
        state, cost = known.states[player, corner], known.costs.get((player, corner))
        board = known.position.game.board
        self.sentence.say(f"{verdict(board, player, corner, state, cost)}.", player)
        extra = also_sheet(board, player, corner, state)
        if kind == "cost" and cost is not None and cost.plan:
            names = ", ".join(board.names[site] for site in cost.plan)
            extra = f"{more_balls(cost.n, cost.exact)}: {names}"
        self.more.setText(extra)
        self.more.setVisible(bool(extra))
        group = {board.names[site] for site in state.group}
        self.sheet.setChecked(kind == "sheet")
        self.plan.setChecked(kind == "cost")
        self.only.setChecked(view.peel.only in group)
        self.peel.setChecked(dict(view.peel.layers).get(corner, 0) > 0)
        self.pour.setChecked(self.flood.shown)
        self.plan.setEnabled(cost is not None and cost.n > 0)
        offered = [self.pour]
        if state.kind in ("isolates", "open"):
            offered.append(self.plan)
        if peel_depth(board, corner, state.sheet or state.also_sheet):
            offered.append(self.peel)
        if group:
            offered.append(self.only)
        if state.also_sheet:
            offered.append(self.sheet)
        self._offer(*offered)

    def _offer(self, *buttons: QPushButton) -> None:
        """Show these buttons, two in a row, and no others."""
        for button in self._actions:
            self._grid.removeWidget(button)
        for number, button in enumerate(buttons):
            self._grid.addWidget(button, number // 2, number % 2)
        for button in self._actions:
            button.setVisible(button in buttons)

    # -- what is done ------------------------------------------------------------------------

    def _chosen(self) -> tuple[str, str]:
        corner, _, player = self.table.choice.partition(":")
        return corner, player

    def _set_view(self, change: Callable[[View], View], *, fly: bool = False) -> None:
        """Change the View; not where its game is gone or behind, since a button was pressed."""
        document, front = self._session.document, self._session.position
        shown = self._position
        if shown is None or document.is_placeholder or front.game != shown.game:
            return
        view = change(document.view)
        if view == document.view:
            return
        if fly:
            self._scene.fly(view)
        else:
            self._session.set_view(view)

    def _on_choice(self, choice: str) -> None:
        self.flood.stop()
        self._set_view(lambda view: replace(view, show=f"corner={choice}" if choice else ""))
        self.follow_view()

    def _toggle(self, overlay: str) -> None:
        self.flood.stop()
        self._set_view(lambda view: view_edits.show(view, overlay))
        self.follow_view()

    def _show_as(self, kind: str) -> None:
        """Show the chosen corner in another way, or in the plain way again."""
        choice = self.table.choice
        self._set_view(
            lambda view: replace(
                view, show=f"{'corner' if view.show == f'{kind}={choice}' else kind}={choice}"
            )
        )
        self.follow_view()

    def act(self, name: str) -> None:
        """Do what a button below the table does, while it is offered."""
        corner, player = self._chosen()
        if not corner:
            raise SessionError("Choose a cell in Why first: a corner and a side")
        if self._known is None:
            raise SessionError("This is still being worked out. Try again in a moment")
        button = self._by_name[name]
        if button.isHidden() or not button.isEnabled():
            raise SessionError(_MISSING[name].format(corner=corner, side=player.capitalize()))
        button.click()

    def _plan(self) -> None:
        self._show_as("cost")

    def _sheet(self) -> None:
        self._show_as("sheet")

    def _peel(self) -> None:
        """Take away the layers before the sheet and look from that corner; or put all that back."""
        corner, player = self._chosen()
        if self._known is None or not corner:
            return
        state = self._known.states[player, corner]
        board = self._known.position.game.board
        depth = peel_depth(board, corner, state.sheet or state.also_sheet)

        def change(view: View) -> View:
            there = dict(view.peel.layers).get(corner, 0)
            peeled = view_edits.peel_layers(view, corner, -there if there else depth, board)
            if not there:
                seen = view_edits.look_from(peeled, "iso" if corner == "apex" else corner)
                self._cameras[seen.camera] = view.camera
                return seen
            # A person who has turned the view since keeps it.
            return replace(peeled, camera=self._cameras.get(view.camera, view.camera))

        self._set_view(change, fly=True)
        self.follow_view()

    def _only(self) -> None:
        corner, player = self._chosen()
        if self._known is None or not corner:
            return
        board = self._known.position.game.board
        names = [board.names[site] for site in self._known.states[player, corner].group]
        if names:
            self._set_view(
                lambda view: view_edits.peel_only(
                    view, view.peel.only if view.peel.only in names else names[0]
                )
            )
        self.follow_view()

    def toggle_pour(self) -> None:
        """Pour from the corner chosen (SW for the side to move where none is), or take it away."""
        position = self._session.position
        if self.flood.shown:
            self.flood.stop()
        elif isinstance(position, PartitionPosition):
            if not self.table.choice:
                self.table.set_choice(f"SW:{PLAYERS[position.side]}")
                self._on_choice(self.table.choice)
            pour = self._explainer.pour(position, self.table.choice)
            if pour is not None:
                self.flood.start(pour)
                if not self.pour.underMouse():  # a press moves no button
                    self.grew.emit(self.flood)
        self.pour.setChecked(self.flood.shown)

    def _on_flow(self, flow: Pour | None) -> None:
        self.pour.setChecked(flow is not None)
        self.poured.emit(flow)


def make_content(session: Session, scene: SceneView, explainer: Explainer) -> WhyContent:
    """Return the content for the Why dock (`viewer.panels.why.content`)."""
    return Corners(session, scene, explainer)


class _Sentence(QLabel):
    """A sentence with a bar of its side's colour at the left."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def say(self, text: str, player: str) -> None:
        self.setText(text)
        if player:
            colour = readable(text_colour(player))
            self.setStyleSheet(f"border-left: 3px solid {colour}; padding-left: 8px;")
        else:
            self.setStyleSheet("")
        self.setProperty("role", "" if player else "muted")


def _action(text: str, run: Callable[[], object], tip: str) -> QPushButton:
    return controls.button(text, run, tip, "small")


def peel_depth(board: Board, corner: str, sheet: tuple[int, ...]) -> int:
    """Return how many corner layers lie before the nearest ball of a sheet; 0: nothing to peel."""
    return int(board.layers[corner][list(sheet)].min()) if sheet else 0


def _groups_holding(known: Verdicts | None, player: str) -> int:
    """How many different groups hold the player's corners; 0 while it is not known."""
    if known is None:
        return 0
    return len(
        {
            state.group
            for (who, _), state in known.states.items()
            if who == player and state.kind == "holds"
        }
    )
