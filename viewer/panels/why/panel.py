"""The Why dock: what each side still needs, who holds which corner, and what shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from model.board import Board
from model.game import Position
from model.lattice import PyramidLattice
from model.records.view import View
from viewer.analysis.position_analysis import Judgement, Judging, can_judge
from viewer.games.game_view import Fact, ending, words_of
from viewer.games.partition.text import also_sheet, more_balls, verdict, win_line, won
from viewer.panels.why.corner_table import PLAYERS, CornerTable
from viewer.panels.why.facts import Facts
from viewer.panels.why.flood_control import Pouring
from viewer.panels.why.win_line import WinLine
from viewer.picture import view_edits
from viewer.session.preferences import Preferences
from viewer.session.session import Session, State
from viewer.widgets.controls import ScrolledPanel, label
from viewer.widgets.motion import reduced_motion
from viewer.widgets.theme import GAP, SIDE_TEXT, tokens

if TYPE_CHECKING:
    from viewer.picture.picture import Pour
    from viewer.window.main_window import MainWindow

HIDDEN = "Verdicts, costs and plans are hidden. Press H to see them again."
HINT = "Choose a cell: the scene shows its line, its sheet or the way out."


class WhyPanel(ScrolledPanel):
    """The panel that says who holds which corner, and shows why.

    What is chosen here is written into ``View.show``; what the View says (a bookmark, a lesson,
    the other history) is chosen here.

    Signals
    -------
    poured(Pour or None)
        The overlay of a running or scrubbed pour, for the scene.
    judged(Judgement)
        More is known of the position before the eyes.
    """

    poured = Signal(object)
    judged = Signal(object)

    def __init__(self, session: Session, shell: MainWindow, parent: QWidget | None = None) -> None:
        super().__init__("Why", parent)
        self._session = session
        self._shell = shell
        self._preferences = shell.preferences
        self._judgement: Judgement | None = None
        self.judging: Judging = shell.judging
        self._build()
        self.judging.judged.connect(self._on_judgement)
        self.prefer(self._preferences)
        self.changed(State(), session.state)

    # -- the widget --------------------------------------------------------------------------

    def _build(self) -> None:
        column = self.column
        self.note = label("", "muted")
        self.note.setWordWrap(True)
        column.addWidget(self.note)
        self.facts = Facts()
        self.facts.pointed.connect(self._light)
        self.facts.rule.connect(self._open_rule)
        column.addWidget(self.facts)
        self._open = QWidget()
        inner = QVBoxLayout(self._open)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(GAP)
        self.win_lines = {player: WinLine(player) for player in PLAYERS}
        self._lines_column = QVBoxLayout()
        self._lines_column.setSpacing(2)
        for player, line in self.win_lines.items():
            line.clicked.connect(lambda _=False, player=player: self._toggle(f"win={player}"))
            self._lines_column.addWidget(line)
        inner.addLayout(self._lines_column)
        self.table = CornerTable()
        self.table.chosen.connect(self._on_choice)
        inner.addWidget(self.table)
        inner.addWidget(self._build_card())
        column.addWidget(self._open)
        column.addStretch(1)
        self.setFocusProxy(self.table)

    def _build_card(self) -> QFrame:
        self.card = QFrame()
        self.card.setObjectName("WhyCard")
        column = QVBoxLayout(self.card)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(GAP)
        self.sentence = _Sentence()
        self.more = label("", "muted")
        self.more.setWordWrap(True)
        column.addWidget(self.sentence)
        column.addWidget(self.more)
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        self.peel = _action("Peel this corner", self._peel, "Take away what lies before the sheet")
        self.only = _action("Only this group", self._only, "Leave nothing but the group")
        self.sheet = _action(
            "Also as a sheet", self._sheet, "The sheet that stands behind the corner ball"
        )
        self.plan = _action("Show plan", self._plan, "The further balls, in the order of play")
        self.pour = _action("Pour", self.toggle_pour, "Let colour run from the corner (Space)")
        self._actions = (self.pour, self.plan, self.peel, self.only, self.sheet)
        for button in self._actions:
            button.setCheckable(True)
            button.hide()
        column.addLayout(self._grid)
        self.pouring = Pouring()
        self.pouring.flowed.connect(self._on_flow)
        column.addWidget(self.pouring)
        return self.card

    # -- what it follows ---------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """The position before the eyes."""
        return self._session.position

    def changed(self, old: State, new: State) -> None:
        """Show what is before the eyes now."""
        document, before = new.document, old.document
        position = None if document is None else self._session.position_of(document)
        if self._judgement is None or self._judgement.position is not position:
            self.pouring.stop()
            self._judgement = None
            self.judging.judge(position)
            self._judgement = self.judging.latest
            self._show_sentences()
            if before is not None and document is not None and before.key == document.key:
                self._greet_the_end(old, position)
        elif before is not None and document is not None and before.view == document.view:
            return
        self._follow_view()

    def _greet_the_end(self, old: State, position: Position | None) -> None:
        """When a move has just ended the game, show all its partitions at once."""
        if position is None or position.outcome is None or self._preferences.hide_verdicts:
            return
        if not words_of(position).corners:
            return
        document = self._session.document
        assert document is not None
        assert old.document is not None
        played_now = document.record.nodes[document.node].parent == old.document.node
        if played_now and position.outcome.winner is not None:
            # The session tells its listeners one change at a time; this one comes after it.
            show = f"win={position.outcome.winner}"
            QTimer.singleShot(0, self, lambda: self._show_end(document.key, document.node, show))

    def _show_end(self, key: int, node: int, show: str) -> None:
        document = self._session.document
        if document is not None and (document.key, document.node) == (key, node):
            self._session.set_view(replace(document.view, show=show))

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences: palette, animation, hidden verdicts."""
        self._preferences = preferences
        self.pouring.animated = not reduced_motion(preferences)
        self.table.set_tokens(tokens(preferences.palette))
        if preferences.hide_verdicts:
            self.pouring.stop()
        self._show_sentences()
        self._follow_view()

    def close_down(self) -> None:
        """Stop what runs in the background; the window calls it when it closes."""
        self.pouring.stop()
        self.judging.close()

    # -- what is said ------------------------------------------------------------------------

    def _on_judgement(self, judgement: Judgement) -> None:
        if judgement.position is not self.position:
            return
        self._judgement = judgement
        self._show_sentences()
        self._follow_view()
        self.judged.emit(judgement)

    def _show_sentences(self) -> None:
        position, judgement = self.position, self._judgement
        hidden = self._preferences.hide_verdicts
        judged = can_judge(position)
        self._open.setVisible(judged and not hidden)
        self.note.setVisible(hidden and position is not None)
        self.note.setText(HIDDEN if hidden and position is not None else "")
        self._show_facts(None if judged or hidden else position)
        if position is None or not judged or hidden:
            return
        self._show_win_lines(position, judgement)
        self.table.show_judgement(judgement)

    def _show_facts(self, position: Position | None) -> None:
        """What a game without corners has to tell; None: nothing."""
        self.facts.setVisible(position is not None)
        if position is None:
            return
        told = words_of(position).facts(position)
        if position.outcome is not None:
            last = Fact(ending(position), position.outcome.winner or "", strong=True)
            told = (last, *told)
        self.facts.say(told)

    def _light(self, sites: tuple[int, ...]) -> None:
        """Light the sites of the line that is pointed at."""
        self._shell.scene.light_sites(sites)

    def _open_rule(self, rule: str) -> None:
        self._shell.show_rule(rule)

    def _show_win_lines(self, position: Position, judgement: Judgement | None) -> None:
        """The side to move first; on a win one sentence, the winner's."""
        game = position.game
        outcome = position.outcome
        side = game.players[side_of(position)]
        for player, line in self.win_lines.items():
            line.setVisible(outcome is None or outcome.winner == player)
            if outcome is not None:
                if outcome.winner == player:
                    groups = _groups_holding(judgement, player)
                    line.say(won(player, outcome.witness, groups) if groups else "…", strong=True)
                continue
            known = judgement is not None and player in judgement.wins
            text = (
                win_line(player, judgement.wins[player])
                if known and judgement is not None
                else f"{player.capitalize()} needs …"
            )
            line.say(text, strong=player == side)
        winner = None if outcome is None else outcome.winner
        first = self.win_lines[side if winner is None else winner]
        if self._lines_column.indexOf(first) != 0:
            self._lines_column.removeWidget(first)
            self._lines_column.insertWidget(0, first)

    def _follow_view(self) -> None:
        """Choose what the View shows, and say it."""
        document, judgement = self._session.document, self._judgement
        if document is None or not can_judge(self.position):
            return
        show = document.view.show
        kind, _, what = show.partition("=")
        self.table.set_choice(what if kind in ("corner", "cost", "sheet") else "")
        for player, line in self.win_lines.items():
            line.setChecked(show == f"win={player}")
        corner, player = self._chosen()
        state = None if judgement is None else judgement.states.get((player, corner))
        if not corner or state is None or judgement is None:
            self._offer()
            self.sentence.say(HINT if not corner else "…", "")
            self.more.hide()
            return
        board = document_board(judgement.position)
        cost = judgement.costs.get((player, corner))
        self.sentence.say(verdict(board, player, corner, state, cost), player)
        extra = also_sheet(board, player, corner, state)
        if kind == "cost" and cost is not None and cost.plan:
            names = ", ".join(board.names[site] for site in cost.plan)
            extra = f"{more_balls(cost.n, cost.exact)}: {names}"
        self.more.setText(extra)
        self.more.setVisible(bool(extra))
        peel, group = document.view.peel, {board.names[site] for site in state.group}
        self.sheet.setChecked(kind == "sheet")
        self.plan.setChecked(kind == "cost")
        self.only.setChecked(peel.only in group)
        self.peel.setChecked(dict(peel.layers).get(corner, 0) > 0)
        self.pour.setChecked(self.pouring.shown)
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
        document = self._session.document
        if document is None:
            return
        view = change(document.view)
        if view == document.view:
            return
        if fly:
            self._shell.scene.fly(view)
        else:
            self._session.set_view(view)

    def _on_choice(self, choice: str) -> None:
        self.pouring.stop()
        self._set_view(lambda view: replace(view, show=f"corner={choice}" if choice else ""))
        self._follow_view()

    def _toggle(self, overlay: str) -> None:
        self.pouring.stop()
        self._set_view(lambda view: view_edits.show(view, overlay))
        self._follow_view()

    def _show_as(self, kind: str) -> None:
        """Show the chosen corner in another way, or in the plain way again."""
        choice = self.table.choice
        self._set_view(
            lambda view: replace(
                view, show=f"{'corner' if view.show == f'{kind}={choice}' else kind}={choice}"
            )
        )
        self._follow_view()

    def _plan(self) -> None:
        self._show_as("cost")

    def _sheet(self) -> None:
        self._show_as("sheet")

    def _peel(self) -> None:
        """Take away the layers before the sheet and look from that corner; or put them back."""
        corner, player = self._chosen()
        if self._judgement is None or not corner:
            return
        state = self._judgement.states[player, corner]
        board = document_board(self._judgement.position)
        depth = peel_depth(board, corner, state.sheet or state.also_sheet)

        def change(view: View) -> View:
            there = dict(view.peel.layers).get(corner, 0)
            peeled = view_edits.peel_layers(view, corner, -there if there else depth, board)
            return peeled if there else view_edits.look_from(peeled, seen_from(corner))

        self._set_view(change, fly=True)
        self._follow_view()

    def _only(self) -> None:
        corner, player = self._chosen()
        if self._judgement is None or not corner:
            return
        group = self._judgement.states[player, corner].group
        names = [document_board(self._judgement.position).names[site] for site in group]
        if names:
            self._set_view(
                lambda view: view_edits.peel_only(
                    view, view.peel.only if view.peel.only in names else names[0]
                )
            )
        self._follow_view()

    def toggle_pour(self) -> None:
        """Pour from the corner chosen (SW for the side to move where none is), or take it away."""
        if self.pouring.shown:
            self.pouring.stop()
        elif (position := self.position) is not None and can_judge(position):
            if not self.table.choice:
                self.table.set_choice(f"SW:{position.game.players[side_of(position)]}")
                self._on_choice(self.table.choice)
            corner, player = self._chosen()
            self.pouring.start(position, player, corner)
            # The slider is the card's last line and has only now been given its room.
            QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.pouring, 0, GAP))
        self.pour.setChecked(self.pouring.shown)

    def _on_flow(self, flow: Pour | None) -> None:
        self.pour.setChecked(flow is not None)
        self.poured.emit(flow)

    def hide_or_show(self) -> None:
        """Hide verdicts, costs and plans, or show them again."""
        preferences = replace(self._preferences, hide_verdicts=not self._preferences.hide_verdicts)
        self._shell.prefer(preferences)
        if self._preferences.hide_verdicts != preferences.hide_verdicts:
            self.prefer(preferences)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            if event.key() == Qt.Key.Key_Space:
                self.toggle_pour()
                return
            if event.key() == Qt.Key.Key_H:
                self.hide_or_show()
                return
        super().keyPressEvent(event)


class _Sentence(QLabel):
    """A sentence with a bar of its side's colour at the left."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def say(self, text: str, player: str) -> None:
        self.setText(text)
        if player:
            colour = QColor(SIDE_TEXT[player]).name()
            self.setStyleSheet(f"border-left: 3px solid {colour}; padding-left: 8px;")
        else:
            self.setStyleSheet("")
        self.setProperty("role", "" if player else "muted")


def _action(text: str, run: Callable[[], object], tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "small")
    button.setToolTip(tip)
    button.clicked.connect(lambda: run())
    return button


def document_board(position: Position) -> PyramidLattice:
    """Return the board of a position whose corners can be judged."""
    board = position.game.board
    assert isinstance(board, PyramidLattice)
    return board


def side_of(position: Position) -> int:
    """Return whose turn it is in a position whose corners can be judged, as a player's number."""
    from model.games.partition.position import PartitionPosition

    assert isinstance(position, PartitionPosition)
    return position.side


def peel_depth(board: Board, corner: str, sheet: tuple[int, ...]) -> int:
    """Return how many corner layers lie before the nearest ball of a sheet; 0: nothing to peel."""
    return int(board.layers[corner][list(sheet)].min()) if sheet else 0


def seen_from(corner: str) -> str:
    """Return the camera that looks at a corner from outside."""
    return "iso" if corner == "apex" else corner


def _groups_holding(judgement: Judgement | None, player: str) -> int:
    """How many different groups hold the player's corners; 0 while it is not known."""
    if judgement is None:
        return 0
    return len(
        {state.group for (who, _), state in judgement.states.items()
         if who == player and state.kind == "holds"}
    )  # fmt: skip
