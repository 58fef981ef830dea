"""The table of the Why panel: five corners, a column a player, each cell a verdict and a cost."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
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
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

from model.boards.lattice import CORNERS
from model.games.partition.position import PLAYERS
from model.games.partition.verdicts import Verdicts, opponent
from viewer.games.partition.text import MARKS, cost_text, verdict
from viewer.games.registry import text_colour
from viewer.widgets.appearance.chosen_preferences import text_scale
from viewer.widgets.appearance.theme import Tokens, active_theme, readable
from viewer.widgets.prose import plain_tip

Index = QModelIndex | QPersistentModelIndex

WORDS = {"holds": "holds", "isolates": "isolates", "open": "open"}
UNKNOWN = "…"
ROW = 28
ICON = 18
"""Logical pixels of the plan before a corner, at text size 1."""
_SHEET = """
#CornerTable {{ background: transparent; border: none; selection-background-color: transparent; }}
#CornerTable::item, #CornerTable::item:selected, #CornerTable::item:hover {{
    background: transparent; border: none; }}
#CornerTable QHeaderView, #CornerTable QTableCornerButton::section {{
    background: transparent; border: none; }}
#CornerTable QHeaderView::section {{ background: transparent; border: none; padding: 2px 8px; }}
#CornerTable QHeaderView::section:vertical {{ padding: 0 6px 0 0; color: {text}; }}
"""
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
        self._dress = _Dress(self)
        self.setItemDelegate(self._dress)
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setHighlightSections(False)
        across.setSectionsClickable(False)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setHighlightSections(False)
        down.setSectionsClickable(False)
        self._quiet = False
        for column, player in enumerate(PLAYERS):
            header = QTableWidgetItem(player.capitalize())
            header.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, header)
            for row in range(len(CORNERS)):
                self.setItem(row, column, QTableWidgetItem())
        self.set_tokens(active_theme())
        self._fit()
        self.itemSelectionChanged.connect(self._tell)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        """Be as high as the five rows and the line above them, in letters of any size."""
        letters = self.fontMetrics().height()
        side = round(ICON * max(1.0, text_scale(self)))
        if self.iconSize().width() != side:
            self.setIconSize(QSize(side, side))
        row, above = max(ROW, letters + 10), letters + 12
        self.verticalHeader().setDefaultSectionSize(row)
        self.horizontalHeader().setFixedHeight(above)
        self.setFixedHeight(above + len(CORNERS) * row + 4)

    def set_tokens(self, colours: Tokens) -> None:
        """Take over a palette's colours."""
        self._dress.tokens = colours
        for column, player in enumerate(PLAYERS):
            above = self.horizontalHeaderItem(column)
            assert above is not None
            above.setForeground(QColor(readable(text_colour(player))))
        self.setStyleSheet(_SHEET.format(text=colours.text))
        for row, corner in enumerate(CORNERS):
            header = QTableWidgetItem(corner_icon(corner, colours), corner)
            header.setToolTip(plain_tip("the apex" if corner == "apex" else f"the {corner} corner"))
            self.setVerticalHeaderItem(row, header)
        self.viewport().update()

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
            word = WORDS.get(kind) or f"{opponent(player).capitalize()}'s"
            text = f"{MARKS[kind]} {word}" + (f" {price}" if price else "")
            sentence = verdict(known.position.game.board, player, corner, state, cost)
        if item.text() != text:
            item.setText(text)
        item.setData(_KIND, kind)
        item.setData(_COST, price)
        item.setToolTip(plain_tip(sentence))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, sentence)

    def painted_text(self) -> list[tuple[QRectF, str]]:
        """Return the texts that the cells paint, and where (for those who look at the layout)."""
        painted = []
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                index = self.model().index(row, column)
                kind, price = index.data(_KIND) or "", index.data(_COST) or ""
                area = QRectF(self.visualRect(index)).adjusted(2, 2, -2, -2)
                if not kind:
                    painted.append((area, UNKNOWN))
                    continue
                places = _places(area, self.font(), MARKS[kind], word_of(index), price)
                painted += [(places.mark, MARKS[kind]), (places.word, places.text)]
                painted += [(places.price, price)] if price else []
        return painted

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
        self._quiet = True
        try:
            corner, _, player = choice.partition(":")
            if corner in CORNERS and player in PLAYERS:
                self.setCurrentCell(CORNERS.index(corner), PLAYERS.index(player))
            else:
                self.clearSelection()
        finally:
            self._quiet = False

    def _tell(self) -> None:
        if not self._quiet:
            self.chosen.emit(self.choice)

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

    def __init__(self, table: CornerTable) -> None:
        super().__init__(table)
        self._table = table
        self.tokens: Tokens = active_theme()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = self.tokens
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
        places = _places(area, font, MARKS[kind], word_of(index), price)
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
        colours = self.tokens
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


def word_of(index: Index) -> str:
    """Return the word a cell says."""
    kind = index.data(_KIND) or ""
    return WORDS.get(kind) or f"{opponent(PLAYERS[index.column()]).capitalize()}'s"


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
    scale, side = 3, 18
    picture = QPixmap(side * scale, side * scale)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
    painter.end()
    return QIcon(picture)
