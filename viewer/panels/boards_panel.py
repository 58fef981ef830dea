"""The Boards dock: what lies there for all, and the board of one player; any can be looked at.

Boards are data (`Position.sheets`), asked of what the viewpoint knows. A click means what it means
on a site (`click_meaning`). Where a cell is a slot of the move its name is the last token of the
partial move: the slot is in hand, and its values answer, sites among them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QSizePolicy, QWidget

from model.contract.game import Player, PlayerSheet, Position, SheetCell, Steps
from viewer.games.registry import game_view_of, piece_colour
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.move_entry import steps_of
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP, active_theme, edge, ink_on, mixed, readable
from viewer.widgets.controls import column_in
from viewer.widgets.flat_painting import side_disc
from viewer.widgets.painting import smooth
from viewer.widgets.prose import plain_tip

# A cell of a player's board as a button: its shape, what is printed there, what was written.

SIDE, LEAST, FEW = 38, 24, 3
"""Logical pixels of a cell at text size 1, and of the least; letters it has room for as it is."""
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass(frozen=True)
class CellLook:
    """A cell as it stands now.

    Attributes
    ----------
    owner
        Whose colour what lies there has.
    answers
        It may be chosen next.
    chosen
        It is a step of the move that is being built.
    is_die
        What lies there can be taken: it is filled with its owner's colour.
    """

    cell: SheetCell
    owner: str
    answers: bool
    chosen: bool
    is_die: bool


class CellButton(QAbstractButton):
    """Draws itself; clicks and keys are for whoever made it.

    Signals
    -------
    wandered(int, int)
        An arrow key asks for the next cell in a direction.
    """

    wandered = Signal(int, int)

    def __init__(self, shown: CellLook) -> None:
        super().__init__()
        self.shown = shown
        self._scale, self._room = 1.0, SIDE
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        with_text(self, self._fit)
        self.show_cell(shown)

    def _fit(self, scale: float) -> None:
        self._scale = scale
        cell, side = self.shown.cell, min(round(SIDE * max(1.0, scale)), self._room)
        side = max(side, self.least)
        wide = side
        if cell.shape == "text":
            wide = max(side // 2, self._room_for_words() + 18)
        elif self._has_words:
            wide = max(side, self._room_for_words() + side // 2)
        self.setFixedSize(QSize(wide, side))

    @property
    def least(self) -> int:
        """Logical pixels that it is high and wide at least."""
        return round(LEAST * max(1.0, self._scale))

    def fit_to(self, room: int) -> None:
        """Be no larger than `room` logical pixels allow, down to the least."""
        if room != self._room:
            self._room = room
            self._fit(self._scale)

    @property
    def _has_words(self) -> bool:
        """Whether more is printed than a number and its sign: the cell is as wide as that."""
        cell = self.shown.cell
        return cell.shape in ("square", "circle") and len(cell.printed or cell.value) > FEW

    def _room_for_words(self) -> int:
        cell, font = self.shown.cell, QFont(self.font())
        font.setBold(True)
        return QFontMetrics(font).horizontalAdvance(f"{cell.printed} {cell.value}".strip())

    def show_cell(self, shown: CellLook) -> None:
        """Show the cell as it stands now."""
        self.shown = shown
        self._fit(self._scale)
        cell = shown.cell
        called = cell.words or cell.name or cell.printed
        parts = [called[:1].upper() + called[1:]]
        parts += [cell.value] if cell.value else []
        parts += ["chosen"] if shown.chosen else ["can be chosen"] if shown.answers else []
        self.setAccessibleName(", ".join(parts))
        self.setAccessibleDescription("" if cell.closed is None else str(cell.closed))
        tip = parts[0] if cell.closed is None or shown.answers else f"{parts[0]}: {cell.closed}"
        self.setToolTip(plain_tip(tip))
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if shown.answers else Qt.CursorShape.ArrowCursor
        )
        self.update()

    # -- drawing -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            cell, colours = self.shown.cell, active_theme()
            box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
            is_word = cell.shape == "text"
            # A word that answers is a key.
            if not is_word or self.shown.answers or self.shown.chosen:
                painter.setPen(self._outline())
                painter.setBrush(QColor(self._fill()))
                _draw(painter, "square" if is_word else cell.shape, box)
            text, ink = cell.printed, colours.text if is_word and cell.name else colours.muted
            if cell.value and self._has_words:
                text, ink = f"{cell.printed} {cell.value}".lstrip(), self._ink()
            elif cell.value:
                text, ink = cell.value, self._ink()
            font = QFont(self.font())
            if cell.shape != "text" and not self._has_words:
                fits = min(1.0, 2.4 / max(1, len(text))) * (1.1 if cell.value else 0.9)
                font.setPixelSize(max(9, round(box.height() * 0.44 * fits)))
            font.setBold(bool(cell.value))
            painter.setFont(font)
            painter.setPen(QColor(ink))
            low = box.adjusted(0, box.height() * 0.22, 0, 0) if cell.shape == "triangle" else box
            painter.drawText(low, Qt.AlignmentFlag.AlignCenter, text)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(colours.accent), 1, Qt.PenStyle.DotLine))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _outline(self) -> QPen:
        colours, shown = active_theme(), self.shown
        if shown.chosen or shown.answers:
            return QPen(QColor(colours.accent), 3 if shown.chosen or self.underMouse() else 2)
        if shown.is_die:
            return QPen(QColor(edge(piece_colour(shown.owner))), 1)
        return QPen(QColor(colours.line if shown.cell.closed is not None else colours.muted), 1)

    def _fill(self) -> str:
        colours, shown = active_theme(), self.shown
        if shown.is_die and shown.cell.value and shown.owner:
            return piece_colour(shown.owner)
        if shown.chosen or (shown.answers and (self.underMouse() or self.hasFocus())):
            return colours.accent_soft
        if shown.cell.value and shown.owner:
            return mixed(colours.surface, piece_colour(shown.owner), 0.16)
        return colours.sunken if shown.cell.closed is not None else colours.surface

    def _ink(self) -> str:
        shown = self.shown
        if shown.is_die and shown.owner:
            return ink_on(piece_colour(shown.owner))
        return readable(piece_colour(shown.owner)) if shown.owner else active_theme().text

    # -- keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = ARROWS.get(Qt.Key(event.key()))
        if way is not None:
            self.wandered.emit(*way)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()


def _draw(painter: QPainter, shape: str, box: QRectF) -> None:
    """Draw the outline of a shape into a box."""
    if shape == "circle":
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    elif shape == "square":
        painter.drawRoundedRect(box, 4, 4)
    else:
        painter.drawPolygon(_polygon(shape, box))


def _polygon(shape: str, box: QRectF) -> QPolygonF:
    middle = box.center()
    if shape == "triangle":
        points = [QPointF(middle.x(), box.top()), box.bottomRight(), box.bottomLeft()]
    elif shape == "rhombus":
        points = [
            QPointF(middle.x(), box.top()),
            QPointF(box.right(), middle.y()),
            QPointF(middle.x(), box.bottom()),
            QPointF(box.left(), middle.y()),
        ]
    else:
        radius = box.height() / 2
        points = [
            QPointF(
                middle.x() + sin(pi * k / 5) * radius * (1.0 if k % 2 == 0 else 0.55),
                middle.y() - cos(pi * k / 5) * radius * (1.0 if k % 2 == 0 else 0.55),
            )
            for k in range(10)
        ]
    return QPolygonF(points)


# A row of cells: as wide as it needs, going on below where words make it too wide.

SPACE = 2
"""Logical pixels between cells."""
TOGETHER = 12
"""Cells of the usual width that stay beside one another, however narrow the dock."""


class CellRow(QWidget):
    """Lays its cells out from the left."""

    def __init__(self, cells: Sequence[CellButton]) -> None:
        super().__init__()
        self._cells = tuple(cells)
        for cell in cells:
            cell.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def lay_out(self) -> None:
        """Put the cells in their places: some of them may have grown."""
        for cell, place in zip(self._cells, self._places(self.width()), strict=True):
            cell.move(place)
        self.updateGeometry()

    def _places(self, width: int) -> list[QPoint]:
        places, x, y = [], 0, 0
        for cell in self._cells:
            if x and x + cell.width() > width:
                x, y = 0, y + cell.height() + SPACE
            places.append(QPoint(x, y))
            x += cell.width() + SPACE
        return places

    def heightForWidth(self, width: int) -> int:
        if not self._cells:
            return 0
        return self._places(width)[-1].y() + self._cells[-1].height()

    def sizeHint(self) -> QSize:
        whole = sum(cell.width() + SPACE for cell in self._cells)
        return QSize(whole, self.heightForWidth(max(1, self.width())))

    def minimumSizeHint(self) -> QSize:
        """Wide enough for all cells of a row at their least, or for the longest of their words."""
        widths = [cell.width() for cell in self._cells]
        usual = all(width <= cell.height() for width, cell in zip(widths, self._cells, strict=True))
        few = [cell.least for cell in self._cells[:TOGETHER]]
        kept = few if usual else [max(widths, default=0)]
        least = sum(kept) + SPACE * len(kept)
        return QSize(least, self.heightForWidth(max(least, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()


def _with_choices(row: Sequence[SheetCell], chosen: Mapping[str, str]) -> tuple[SheetCell, ...]:
    """A row of cells with what their slots hold.

    It stands in the free text behind a cell, where there is one: what lies in the cell is still
    read. Else it stands behind that, or in its place.
    """
    cells = list(row)
    for at, cell in enumerate(row):
        value = chosen.get(cell.name, "") if cell.name else ""
        if not value:
            continue
        behind = next((k for k in range(at + 1, len(row)) if _is_free(row[k]) or row[k].name), at)
        if behind > at and _is_free(row[behind]):
            cells[behind] = replace(row[behind], value=f"→ {value}")
        else:
            cells[at] = replace(cell, value=f"{cell.value}→{value}" if cell.value else value)
    return tuple(cells)


def _is_free(cell: SheetCell) -> bool:
    return cell.shape == "text" and not cell.name and not cell.printed


class SheetView(QWidget):
    """Shows a sheet; made anew only where its cells are others.

    Parameters
    ----------
    choose
        Called with the cell that was clicked.
    """

    def __init__(self, choose: Callable[[SheetCell], None]) -> None:
        super().__init__()
        self._choose = choose
        self._form: object = None
        self._cells = QWidget()
        self._notes = controls.label("", "small", wraps=True)
        self._column = controls.fill(column_in(self, GAP // 2), self._cells, self._notes)
        self.buttons: list[CellButton] = []
        self._rows: list[CellRow] = []

    @property
    def text(self) -> str:
        """What is counted, as text."""
        return self._notes.text()

    def button(self, name: str) -> CellButton:
        """Return the button of a cell by its name; StopIteration where there is none."""
        return next(one for one in self.buttons if one.shown.cell.name == name)

    def show_sheet(self, sheet: PlayerSheet, steps: Steps, partial: Sequence[str]) -> None:
        """Show a sheet as it stands now.

        Parameters
        ----------
        steps, partial
            What may be chosen next, and what was chosen of the move that is being built.
        """
        choices = frozenset(steps.choices)
        chosen = {slot.name: slot.value for slot in steps.slots if slot.value}
        form = tuple(
            (part.title, tuple(tuple((c.name, c.shape) for c in row) for row in part.rows))
            for part in sheet.sections
        )
        shown = [
            CellLook(
                cell,
                cell.owner or sheet.owner,
                bool(cell.name) and cell.name in choices,
                bool(cell.name) and cell.name in partial,
                not sheet.owner,
            )
            for section in sheet.sections
            for row in section.rows
            for cell in _with_choices(row, chosen)
        ]
        if form != self._form:
            self._form = form
            self._build(sheet, shown)
        for button, one in zip(self.buttons, shown, strict=True):
            if button.shown != one:
                button.show_cell(one)
        self._fit_cells()
        notes = [note for note in sheet.notes if note]
        self._notes.setText(" · ".join(notes))
        self._notes.setVisible(bool(notes))
        self._offer_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_cells()

    def _fit_cells(self) -> None:
        """Let a row of the most cells be as wide as the view; the others have cells like it."""
        room = (self.width() + SPACE) // TOGETHER - SPACE
        for button in self.buttons:
            button.fit_to(room)
        for row in self._rows:
            row.lay_out()

    def _build(self, sheet: PlayerSheet, shown: list[CellLook]) -> None:
        had = any(button.hasFocus() for button in self.buttons)
        cells = QWidget()
        self._column.replaceWidget(self._cells, cells)
        controls.discard(self._cells)
        self._cells = cells
        column = column_in(cells, GAP // 2)
        left = iter(shown)
        self.buttons, self._rows = [], []
        for part in sheet.sections:
            if part.title:
                column.addWidget(controls.label(part.title, "section"))
            for row in part.rows:
                cells_of_row = []
                for _ in row:
                    button = CellButton(next(left))
                    button.clicked.connect(lambda _=False, b=button: self._choose(b.shown.cell))
                    button.wandered.connect(lambda x, y, b=button: self._wander(b, x, y))
                    cells_of_row.append(button)
                self.buttons += cells_of_row
                self._rows.append(CellRow(cells_of_row))
                column.addWidget(self._rows[-1])
        if had:
            self.focus_cell()

    def focus_cell(self) -> None:
        """Give the keyboard to the first cell that answers, else to the first there is."""
        named = [button for button in self.buttons if button.shown.cell.name]
        first = next((button for button in named if button.shown.answers), None)
        if first is not None or named:
            (first or named[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def _offer_focus(self) -> None:
        """One cell alone is reached by Tab; from there on arrows lead about."""
        named = [button for button in self.buttons if button.shown.cell.name]
        at = next((button for button in named if button.hasFocus()), None)
        at = at or next((button for button in named if button.shown.answers), None)
        at = at or (named[0] if named else None)
        for button in self.buttons:
            policy = Qt.FocusPolicy.StrongFocus if button is at else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy if button.shown.cell.name else Qt.FocusPolicy.NoFocus)

    def _wander(self, start: CellButton, x: int, y: int) -> None:
        """Go to the nearest cell with a name in a direction; what lies aside counts double."""
        here = start.mapTo(self, start.rect().center())
        best: tuple[int, CellButton] | None = None
        for button in self.buttons:
            way: QPoint = button.mapTo(self, button.rect().center()) - here
            ahead = way.x() * x + way.y() * y
            if button is start or not button.shown.cell.name or ahead <= 0:
                continue
            aside = abs(way.x() * y) + abs(way.y() * x)
            cost = ahead + 2 * aside
            if best is None or cost < best[0]:
                best = (cost, button)
        if best is not None:
            best[1].setFocus(Qt.FocusReason.OtherFocusReason)
            self._offer_focus()


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
