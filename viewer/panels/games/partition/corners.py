"""Partition in the Why dock: what each side still needs, who holds which corner, what shows it."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHeaderView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

from model.boards.board import Board
from model.boards.lattice import CORNERS
from model.contract.game import Position
from model.games.partition.position import PLAYERS, PartitionPosition
from model.games.partition.verdicts import Verdicts, opponent
from model.records.view import Camera, View
from viewer.games.game_view import Explainer, Findings
from viewer.games.partition.sentences import (
    MARKS,
    also_sheet,
    cost_text,
    more_balls,
    verdict,
    win_line,
    won,
)
from viewer.games.registry import text_colour
from viewer.panels.why_panel import ShowLine, WhyContent
from viewer.picture.visibility import view_edits
from viewer.scene_view.scene_view import SceneView
from viewer.session.preferences import Preferences
from viewer.session.session import Session, SessionError
from viewer.visuals.overlay_types import Pour
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import reduced_motion, with_text
from viewer.widgets.appearance.theme import GAP, Tokens, active_theme, readable
from viewer.widgets.controls import column_in, fill, label
from viewer.widgets.flood_control import FloodControl
from viewer.widgets.painting import clear_picture, smooth
from viewer.widgets.prose import plain_tip

# -- the table: five corners, a column a player, each cell a verdict and a cost --------------------


Index = QModelIndex | QPersistentModelIndex

UNKNOWN = "…"
ROW = 28
ICON = 18
"""Logical pixels of the plan before a corner, at text size 1."""
_KIND = Qt.ItemDataRole.UserRole
_COST = Qt.ItemDataRole.UserRole + 1


class CornerTable(QTableWidget):
    """Both players' verdicts at the five corners.

    Signals
    -------
    chosen(str)
        What the person chose: "SW:red"; "" when the choice was taken back.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(len(CORNERS), len(PLAYERS))
        self.setObjectName("CornerTable")
        self.setAccessibleName("Corners")
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self._worn: tuple[Tokens, list[str]] | None = None
        self.setItemDelegate(_Dress(self))
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setHighlightSections(False)
        across.setSectionsClickable(False)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setHighlightSections(False)
        down.setSectionsClickable(False)
        for column, player in enumerate(PLAYERS):
            header = QTableWidgetItem(player.capitalize())
            header.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, header)
            for row in range(len(CORNERS)):
                self.setItem(row, column, QTableWidgetItem())
        self.dress_headers()
        with_text(self, self._fit)
        self.itemSelectionChanged.connect(lambda: self.chosen.emit(self.choice))

    def _fit(self, scale: float) -> None:
        """Be as high as the five rows and the line above them, in letters of any size."""
        letters = self.fontMetrics().height()
        side = round(ICON * max(1.0, scale))
        if self.iconSize().width() != side:
            self.setIconSize(QSize(side, side))
        row, above = max(ROW, letters + 10), letters + 12
        self.verticalHeader().setDefaultSectionSize(row)
        self.horizontalHeader().setFixedHeight(above)
        self.setFixedHeight(above + len(CORNERS) * row + 4)

    def dress_headers(self) -> None:
        """Take the colours that are worn now."""
        colours = active_theme()
        sides = [readable(text_colour(player)) for player in PLAYERS]
        if (colours, sides) == self._worn:  # other preferences are told as well
            return
        self._worn = colours, sides
        for column, side in enumerate(sides):
            above = self.horizontalHeaderItem(column)
            assert above is not None
            above.setForeground(QColor(side))
        for row, corner in enumerate(CORNERS):
            header = QTableWidgetItem(corner_icon(corner, colours), corner)
            header.setToolTip(plain_tip("the apex" if corner == "apex" else f"the {corner} corner"))
            self.setVerticalHeaderItem(row, header)

    # -- contents ----------------------------------------------------------------------------

    def show_verdicts(self, known: Verdicts | None) -> None:
        """Show what is known; what is not known yet is a calm "…"."""
        for row, corner in enumerate(CORNERS):
            for column, player in enumerate(PLAYERS):
                item = self.item(row, column)
                assert item is not None
                self._fill(item, known, player, corner)

    def _fill(
        self, item: QTableWidgetItem, known: Verdicts | None, player: str, corner: str
    ) -> None:
        state = None if known is None else known.states.get((player, corner))
        if known is None or state is None:
            text, kind, price, sentence = UNKNOWN, "", "", f"{player}, {corner}: being judged"
        else:
            key = (player, corner)
            cost = known.costs.get(key)
            kind = state.kind
            shown = kind in ("isolates", "open")
            price = (cost_text(cost) if key in known.costs else UNKNOWN) if shown else ""
            text = f"{MARKS[kind]} {word_of(kind, player)}" + (f" {price}" if price else "")
            sentence = verdict(known.position.game.board, player, corner, state, cost)
        if item.text() != text:
            item.setText(text)
        item.setData(_KIND, kind)
        item.setData(_COST, price)
        item.setToolTip(plain_tip(sentence))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, sentence)

    # -- choosing ----------------------------------------------------------------------------

    @property
    def choice(self) -> str:
        """What is selected, as "SW:red", or ""."""
        rows = self.selectedIndexes()
        if not rows:
            return ""
        return f"{CORNERS[rows[0].row()]}:{PLAYERS[rows[0].column()]}"

    def set_choice(self, choice: str) -> None:
        """Select a cell ("": none) without telling anybody."""
        if choice == self.choice:
            return
        with QSignalBlocker(self):
            corner, _, player = choice.partition(":")
            if corner in CORNERS and player in PLAYERS:
                self.setCurrentCell(CORNERS.index(corner), PLAYERS.index(player))
            else:
                self.clearSelection()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A second click on what is chosen takes the choice back."""
        at = self.indexAt(event.position().toPoint())
        if at.isValid() and at in self.selectedIndexes():
            self.clearSelection()
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.choice:
            self.clearSelection()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # With the keyboard one may stand on a cell that was taken back: choose it again.
            self.setCurrentCell(max(0, self.currentRow()), max(0, self.currentColumn()))
            if not self.choice and self.currentItem() is not None:
                self.currentItem().setSelected(True)
        elif event.key() == Qt.Key.Key_Space or event.text().lower() == "h":
            event.ignore()  # the panel's keys: pour, hide
        else:
            super().keyPressEvent(event)


class _Dress(QStyledItemDelegate):
    """Paints a cell: mark, word, and the cost at the right; a cost of one is a threat."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = active_theme()
        kind = index.data(_KIND) or ""
        price = index.data(_COST) or ""
        side = QColor(readable(text_colour(PLAYERS[index.column()])))
        area = QRectF(option.rect).adjusted(2, 2, -2, -2)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(colours.sunken)
        if kind == "holds":
            ground = QColor(side)
            ground.setAlphaF(0.13)
        elif kind == "other" or not kind:
            ground.setAlphaF(0.45)
        painter.setBrush(ground)
        painter.setPen(
            QPen(QColor(colours.accent), 2)
            if chosen
            else QPen(QColor(colours.line), 1)
            if hovered
            else Qt.PenStyle.NoPen
        )
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 6, 6)
        font = QFont(option.font)
        if not kind:
            painter.setPen(QColor(colours.muted))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, UNKNOWN)
            painter.restore()
            return
        word = word_of(kind, PLAYERS[index.column()])
        places = _places(area, font, MARKS[kind], word, price)
        painter.setFont(places.large)
        painter.setPen(side if kind != "other" else QColor(colours.muted))
        painter.drawText(places.mark, Qt.AlignmentFlag.AlignCenter, MARKS[kind])
        font.setWeight(QFont.Weight.DemiBold if kind == "holds" else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(colours.muted if kind in ("other", "open") else colours.text))
        words = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(places.word, words, places.text)
        if price:
            self._price(painter, places.price, font, price)
        painter.restore()

    def _price(self, painter: QPainter, box: QRectF, font: QFont, price: str) -> None:
        colours = active_theme()
        threat = price == "1"
        font.setWeight(QFont.Weight.Bold if threat else QFont.Weight.Normal)
        painter.setFont(font)
        if threat:
            radius = 0.62 * painter.fontMetrics().height()
            chip = QRectF(0, 0, 2 * radius, 2 * radius)
            chip.moveCenter(box.center())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.warn_soft))
            painter.drawEllipse(chip)
        painter.setPen(
            QColor(colours.warn if threat else colours.muted if price == UNKNOWN else colours.text)
        )
        painter.drawText(box.adjusted(-2, 0, 2, 0), Qt.AlignmentFlag.AlignCenter, price)


@dataclass(frozen=True)
class _Places:
    """Where a cell paints its texts; the word is shortened before it reaches the price."""

    mark: QRectF
    large: QFont
    word: QRectF
    text: str
    price: QRectF


def word_of(kind: str, player: str) -> str:
    """Return the word of a cell: how a player stands at a corner, or whose it is."""
    return f"{opponent(player).capitalize()}'s" if kind == "other" else kind


def _places(area: QRectF, font: QFont, mark: str, word: str, price: str) -> _Places:
    large = QFont(font)
    large.setPixelSize(round(1.3 * QFontInfo(font).pixelSize()))
    large.setWeight(QFont.Weight.Bold)
    bold = QFont(font)
    bold.setWeight(QFont.Weight.Bold)
    metrics, edge = QFontMetricsF(bold), 8.0
    first = QFontMetricsF(large).horizontalAdvance(mark)
    last = metrics.horizontalAdvance(price) if price else 0.0
    left = area.left() + edge + first + 6
    end = area.right() - edge - (last + 4 if price else 0.0)
    text = metrics.elidedText(word, Qt.TextElideMode.ElideRight, max(0.0, end - left))
    wide = min(metrics.horizontalAdvance(text) + 2, max(0.0, end - left))
    return _Places(
        QRectF(area.left() + edge, area.top(), first, area.height()),
        large,
        QRectF(left, area.top(), wide, area.height()),
        text,
        QRectF(area.right() - edge - 2 - last, area.top(), last, area.height()),
    )


def corner_icon(corner: str, colours: Tokens) -> QIcon:
    """Return a plan of the pyramid with one of its five corners marked."""
    side = 18
    picture = clear_picture(QSize(side, side), 3)
    with smooth(picture) as painter:
        low, high, middle = 3.5, side - 3.5, side / 2
        painter.setPen(QPen(QColor(colours.muted), 1))
        painter.drawRect(QRectF(low, low, high - low, high - low))
        faint = QColor(colours.muted)
        faint.setAlphaF(0.45)
        painter.setPen(QPen(faint, 1))
        painter.drawLine(QPointF(low, low), QPointF(high, high))
        painter.drawLine(QPointF(low, high), QPointF(high, low))
        x = {"W": low, "E": high}.get(corner[-1], middle)
        y = {"N": low, "S": high}.get(corner[0], middle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(QPointF(x, y), 3.4, 3.4)
    return QIcon(picture)


HINT = "Choose a cell: the scene shows its line, its sheet or the escape."
_MISSING = {
    "plan": "There is no plan to show at {corner} for {side}",
    "peel": "No sheet of {side}'s at {corner} has anything in front of it",
    "sheet": "{side} has no sheet behind a ball on {corner}",
}
"""Why one of the actions cannot be done."""


# -- the content of the dock -----------------------------------------------------------------------


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
        self.more = label("", "muted", wraps=True)
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        fill(column, self.sentence, self._grid)
        named = {action.name: action for action in explainer.actions}
        self.peel = _action(named["peel"].title, self._peel, named["peel"].help)
        self.only = _action("Only this group", self._only, "Leave nothing but the group")
        self.sheet = _action(
            named["sheet"].title, lambda: self._show_as("sheet"), named["sheet"].help
        )
        self.plan = _action(named["plan"].title, lambda: self._show_as("cost"), named["plan"].help)
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
        self.table.dress_headers()

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
        controls.say(self.more, extra)
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
    """Return the content for the Why dock (`viewer.panels.why_panel`)."""
    return Corners(session, scene, explainer)


class _Sentence(controls.PlainLabel):
    """A sentence with a bar of its side's colour at the left."""

    def __init__(self) -> None:
        super().__init__()
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
