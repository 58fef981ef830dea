"""One board of a player: its sections, rows of cells and what is counted, gone about by keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from model.contract.game import Steps
from model.contract.sheets import PlayerSheet, SheetCell
from viewer.panels.boards.cell_button import CellButton, CellLook
from viewer.panels.boards.cell_row import CellRow, room_of_cell
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import column_in


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
        self._notes = controls.label("", "small")
        self._notes.setWordWrap(True)
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
        room = room_of_cell(self.width())
        for button in self.buttons:
            button.fit_to(room)
        for row in self._rows:
            row.lay_out()

    def _build(self, sheet: PlayerSheet, shown: list[CellLook]) -> None:
        had = any(button.hasFocus() for button in self.buttons)
        cells = QWidget()
        self._column.replaceWidget(self._cells, cells)
        self._cells.hide()
        self._cells.deleteLater()
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
