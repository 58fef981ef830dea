"""Dialogs as large as what they hold, and rows of forms made of the options a record declares."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFrame,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from viewer.options.option import OptionField
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP

FRAME = QSize(2 * GAP, 6 * GAP)
"""What the title and the edges of a dialog take of the screen, in logical pixels."""


NOTHING = QSize(0, 0)


def answer_buttons(dialog: QDialog, accept: QPushButton | None = None) -> QDialogButtonBox:
    """Return the buttons that end a dialog: Cancel, and OK or one that does what is asked."""
    kinds = QDialogButtonBox.StandardButton
    box = QDialogButtonBox(kinds.Cancel if accept is not None else kinds.Ok | kinds.Cancel)
    if accept is None:
        box.accepted.connect(dialog.accept)
    else:
        box.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
    box.rejected.connect(dialog.reject)
    return box


class FittingDialog(QDialog):
    """A dialog that opens as large as what it holds, as far as the screen has room.

    Qt opens a dialog with at most two thirds of the screen, and measures it before its widgets
    have the letters of the style sheet.

    Parameters
    ----------
    liked
        The size it opens with where that is more than it needs, in logical pixels.
    """

    def __init__(self, parent: QWidget | None = None, liked: QSize | None = None) -> None:
        super().__init__(parent)
        self._liked = QSize() if liked is None else liked
        self._is_fitted = False

    def come_forward(self) -> None:
        """Show it before the other windows, with the keyboard."""
        self.show()
        self.raise_()
        self.activateWindow()

    def showEvent(self, event: QShowEvent) -> None:
        if not self._is_fitted and not event.spontaneous():
            self._is_fitted = True
            self.fit(self._room)
        super().showEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep its keys to itself while it is modal: no shortcut of the window behind has them."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self.isModal()
            and not event.modifiers() & Qt.KeyboardModifier.AltModifier  # letters of its buttons
        ):
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the letters: they can be changed while the dialog is open."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            QTimer.singleShot(0, self, lambda: self.fit(self._room))

    @property
    def _room(self) -> QSize:
        """What the screen has for it."""
        return self.screen().availableSize() - FRAME

    def grow(self) -> None:
        """Be as large as what it holds needs now, and no smaller than it was."""
        QTimer.singleShot(0, self, lambda: self.fit(self._room, least=self.size()))

    def fit(self, room: QSize, least: QSize = NOTHING) -> None:
        """Be as large as what it holds, as far as there is room."""
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        scrolls = self.findChildren(FittingScroll)
        for scroll in scrolls:
            scroll.updateGeometry()
        layout = self.layout()
        if layout is not None:
            layout.activate()
        wanted = self.sizeHint().expandedTo(self._liked)
        if wanted.width() > room.width():  # then what it holds scrolls sideways, too
            bars = [scroll.horizontalScrollBar().sizeHint().height() for scroll in scrolls]
            wanted.setHeight(wanted.height() + max(bars, default=0))
        self.resize(wanted.expandedTo(least).boundedTo(room))
        if self.isVisible():
            self._stay_on_screen()

    def _stay_on_screen(self) -> None:
        """Come up, or to the left, where it has grown beyond the edge of the screen."""
        room, frame = self.screen().availableGeometry(), self.frameGeometry()
        right, bottom = room.right() - frame.width() + 1, room.bottom() - frame.height() + 1
        x, y = min(frame.x(), right), min(frame.y(), bottom)
        place = QPoint(max(room.x(), x), max(room.y(), y))
        # To be moved where it is would pin it there before the window manager has placed it.
        if place != frame.topLeft():
            self.move(place)


class FittingScroll(QScrollArea):
    """What scrolls down where there is no room, and is as wide as what it holds needs.

    Qt keeps to itself that what is scrolled needs another size: here the dialog hears of it.

    Parameters
    ----------
    widest
        Logical pixels it asks for at most.
    """

    def __init__(self, widest: int = 640) -> None:
        super().__init__()
        self._widest = widest
        self._asked = QSize()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass on that what is scrolled needs another size."""
        inside = self.widget()
        if watched is inside and event.type() == QEvent.Type.LayoutRequest:
            asks = inside.minimumSizeHint().expandedTo(QSize(0, inside.sizeHint().height()))
            if asks != self._asked:
                self._asked = asks
                self.updateGeometry()
        return super().eventFilter(watched, event)

    @property
    def bar(self) -> int:
        """Logical pixels that the scroll bar takes at the side."""
        return self.verticalScrollBar().sizeHint().width()

    def minimumSizeHint(self) -> QSize:
        """As wide as is needed, and a little of the height."""
        inside = self.widget()
        wide = 0 if inside is None else inside.minimumSizeHint().width() + self.bar
        return QSize(min(max(200, wide), self._widest), 80)


class DialogBody(FittingScroll):
    """A column as large as it likes, as long as there is room; then it scrolls.

    Parameters
    ----------
    width
        Logical pixels it takes at least where it has them.
    """

    def __init__(self, width: int = 0) -> None:
        super().__init__()
        self._width = width
        self.setObjectName("DialogBody")
        self._body = QWidget()
        self._body.setObjectName("DialogColumn")
        self.column = QVBoxLayout(self._body)
        self.column.setContentsMargins(0, 0, GAP, 0)
        self.column.setSpacing(int(1.5 * GAP))
        self.setWidget(self._body)

    def sizeHint(self) -> QSize:
        """What the column needs, sentences over several lines included."""
        wide = max(self._width, self._body.minimumSizeHint().width() + self.bar)
        high = self._body.sizeHint().height()
        if self.column.hasHeightForWidth():
            high = self.column.heightForWidth(wide - self.bar)
        return QSize(wide, high + 2)


# Rows of a form, made of the options that a record declares (`viewer.options.option`).


def _is_box(one: OptionField) -> bool:
    """Whether an option is asked for by a box to tick."""
    assert one.row is not None
    return one.row.tick is not None or (one.is_switch and one.row.entries is None)


def field_of(one: OptionField) -> QWidget:
    """Return the control that asks for an option, at what it is at first."""
    row = one.row
    assert row is not None
    name = row.spoken or row.label
    field: QWidget
    if _is_box(one):
        field = QCheckBox(row.label)
    elif row.entries is not None:
        field = controls.combo(name, tuple(row.entries.items()))
    elif row.limits is None:
        field = controls.text_line(name, "")
    else:
        low, high = row.limits
        if row.decimals:
            field = controls.measure_box(name, low, high, low)
        else:
            field = controls.number_box(name, round(low), round(high))
            field.setPrefix(row.prefix)
            field.setSuffix(row.suffix)
        field.setSpecialValueText(row.unset)
    set_value(field, one, one.default if row.first is None else row.first)
    return field


def value_of(field: QWidget, one: OptionField) -> Any:
    """Return what a control says."""
    match field:
        case QComboBox():
            return field.currentData()
        case QCheckBox():
            return ((one.row and one.row.tick) or (False, True))[field.isChecked()]
        case QSpinBox() | QDoubleSpinBox():
            is_unset = field.specialValueText() and field.value() == field.minimum()
            return one.default if is_unset else field.value()
    assert isinstance(field, QLineEdit)
    return field.text().strip()


def set_value(field: QWidget, one: OptionField, value: Any) -> None:
    """Let a control say a value; nothing is emitted."""
    with QSignalBlocker(field):
        match field:
            case QComboBox():
                held = [field.itemData(number) for number in range(field.count())]
                if held:
                    field.setCurrentIndex(held.index(value) if value in held else 0)
            case QCheckBox():
                field.setChecked(value == ((one.row and one.row.tick) or (False, True))[1])
            case QSpinBox():
                field.setValue(field.minimum() if value is None else round(value))
            case QDoubleSpinBox():
                field.setValue(field.minimum() if value is None else value)
            case QLineEdit():
                field.setText(value)


def on_change(field: QWidget, do: Callable[[], object]) -> None:
    """Call `do` when what a control says is changed."""
    match field:
        case QComboBox():
            field.currentIndexChanged.connect(lambda: do())
        case QCheckBox():
            field.toggled.connect(lambda: do())
        case QSpinBox() | QDoubleSpinBox():
            field.valueChanged.connect(lambda: do())
        case QLineEdit():
            field.textChanged.connect(lambda: do())


def label_of(one: OptionField) -> str:
    """Return what stands before a control: a box has its label beside it."""
    assert one.row is not None
    return one.row.before if _is_box(one) else one.row.label
