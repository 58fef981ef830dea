"""Small controls the docks are built of: sections, segmented choices, a slider with its value."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import (
    QEvent,
    QObject,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QEnterEvent, QIcon, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QTableWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.widgets.appearance.chosen_preferences import keep_icon, keep_wide, with_text
from viewer.widgets.appearance.icons import icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.prose import MOST_OVER, plain_tip, short

# Layouts without margins, which fill a widget from edge to edge, unless they are a dialog's.

NARROW, WIDE = 4 * (2 * GAP,), (3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
"""Margins of dialogs: left, above, right, below."""


L = TypeVar("L", bound=QBoxLayout)


def _spaced(layout: L, spacing: int | None, margins: tuple[int, ...]) -> L:
    layout.setContentsMargins(*(margins or (0, 0, 0, 0)))
    if spacing is not None:
        layout.setSpacing(spacing)
    return layout


def column_in(
    widget: QWidget | None = None, spacing: int | None = None, *margins: int
) -> QVBoxLayout:
    """Return a column that fills a widget, or stands in another layout.

    Parameters
    ----------
    spacing
        None: what the style sets.
    margins
        At the left, the top, the right and the bottom; none without them.
    """
    return _spaced(QVBoxLayout() if widget is None else QVBoxLayout(widget), spacing, margins)


def row_in(widget: QWidget | None = None, spacing: int | None = None, *margins: int) -> QHBoxLayout:
    """Return a row that fills a widget, or stands in another layout; as `column_in`."""
    return _spaced(QHBoxLayout() if widget is None else QHBoxLayout(widget), spacing, margins)


def fill(layout: L, *parts: QWidget | QLayout | tuple[QWidget | QLayout, int] | int) -> L:
    """Put parts into a row or a column, and return it.

    Parameters
    ----------
    parts
        Widgets and layouts, with their share of the room that is left as (part, share); spaces in
        pixels, and 0 for all that is left.
    """
    for part in parts:
        what, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(what, QWidget):
            layout.addWidget(what, share)
        elif isinstance(what, QLayout):
            layout.addLayout(what, share)
        elif what:
            layout.addSpacing(what)
        else:
            layout.addStretch(1)
    return layout


def holding(layout: QLayout) -> QWidget:
    """Return a widget that is filled by a layout, which can be shown and hidden as a whole."""
    made = QWidget()
    made.setLayout(layout)
    return made


def form_in(widget: QWidget | None = None, across: int = 2 * GAP, down: int = GAP) -> QFormLayout:
    """Return rows of names and fields that fill a widget, or stand in another layout."""
    layout = QFormLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(across)
    layout.setVerticalSpacing(down)
    return layout


def dress_as(widget: QWidget, name: str) -> None:
    """Give a widget the ground that the style sheet has under a name."""
    widget.setObjectName(name)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


# What a list's own signal leads to is done from the event loop, when Qt has handled it.

T = TypeVar("T")


def answer_later(
    signal: SignalInstance, view: QObject, answer: Callable[[T], object], read: Callable[..., T]
) -> None:
    """Answer a signal of a list, a table or a box in the next turn of the event loop.

    What answers may fill the view anew. Until a signal has been told to everybody, Qt goes on with
    the lines it was about, and crashes where they are gone.

    Parameters
    ----------
    view
        Whose signal it is; nothing is answered once it is gone.
    answer
        Called with what was read.
    read
        Called at once with what the signal tells: what it is about, by something that outlives the
        lines.
    """

    def heard(*args: Any) -> None:  # whatever the signal tells
        about = read(*args)
        QTimer.singleShot(0, view, lambda: answer(about))

    signal.connect(heard)


QWIDGETSIZE_MAX = 16777215
"""The largest width and height of a widget, by Qt's own name, which PySide does not have."""


class PlainLabel(QLabel):
    """A label that says what stands in files: no rich text, cut where laying it out takes long."""

    def __init__(self) -> None:
        super().__init__()
        # Many say titles out of files: a tag in one would load a picture.
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        """Say a text, its first letters where it has very many."""
        super().setText(short(text, MOST_OVER))


def label(text: str, role: str = "", *, wraps: bool = False) -> QLabel:
    """Return a label in one of the roles of the style sheet; what it says is no rich text."""
    made = PlainLabel()
    made.setText(text)
    made.setWordWrap(wraps)
    if role:
        made.setProperty("role", role)
    return made


def rule() -> QFrame:
    """Return a hairline between sections."""
    line = QFrame()
    line.setObjectName("Rule")
    return line


class ScrolledPanel(QScrollArea):
    """A dock's contents as one column that scrolls when the window is low."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Panel")
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        # A click beside a field leaves the keys to it: letters would be shortcuts else.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.body = QWidget(self)
        self.body.setObjectName("PanelBody")
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(2 * GAP, GAP, 2 * GAP, 2 * GAP)
        self.column.setSpacing(GAP)
        self._told = self._kept = 0
        self._foot: QWidget | None = None
        self._whole: QWidget | None = None
        self.setWidget(self.body)
        # A bar that came and went would wrap words anew, and move what is under the pointer.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._follow_range)
        bar.valueChanged.connect(self._keep_scrolled)
        bar.actionTriggered.connect(self.let_go)

    def _follow_range(self, low: int, high: int) -> None:
        """Let the bar be used only where there is something to scroll."""
        # A method, which Qt forgets with its widget: a range still changes while a bar goes.
        self.verticalScrollBar().setEnabled(high > low)

    def _keep_scrolled(self, value: int) -> None:
        """Keep what is under the pointer where it is, though the column gets shorter."""
        self._kept = value + self.viewport().height() if value and self.underMouse() else 0
        self._hold()

    def _hold(self) -> None:
        # A minimum of one's own stands instead of the layout's: a smaller one squeezes every row.
        need = self.body.minimumSizeHint().height()
        self.body.setMinimumHeight(max(self._kept, need) if self._kept else 0)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._keep_scrolled(self.verticalScrollBar().value())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._kept = 0
        self._hold()

    def set_foot(self, layout: QLayout) -> None:
        """Have a row that stays at the lower edge, whatever the column above it scrolls to."""
        self._foot = foot = QWidget(self)
        foot.setObjectName("PanelBody")
        layout.setContentsMargins(2 * GAP, GAP, 2 * GAP, 2 * GAP)
        foot.setLayout(layout)
        self.column.setContentsMargins(2 * GAP, GAP, 2 * GAP, GAP)
        foot.installEventFilter(self)
        self._place_foot()

    def _place_foot(self) -> None:
        if (foot := self._foot) is not None:
            wraps = foot.hasHeightForWidth()
            high = foot.heightForWidth(self.width()) if wraps else foot.sizeHint().height()
            self.setViewportMargins(0, 0, 0, high)
            foot.setGeometry(0, self.height() - high, self.width(), high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_foot()

    def show_whole(self, widget: QWidget) -> None:
        """Scroll as little as shows a widget whole, and again as it grows, until somebody scrolls.

        A button under the pointer stays there: it may be pressed a second time.
        """

        def scroll() -> None:
            pressed = any(one.underMouse() for one in self.findChildren(QAbstractButton))
            if widget.isVisible() and not pressed:
                self.ensureWidgetVisible(widget, 0, GAP)

        self._whole = widget
        widget.installEventFilter(self)
        QTimer.singleShot(0, widget, scroll)

    def let_go(self) -> None:
        """Keep nothing in sight any more: somebody has scrolled, or another thing is shown."""
        self._whole = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass on that the column needs another width: it can be scrolled, so Qt keeps it here."""
        # A text that wraps has its height only in a second layout, and what decided comes later.
        if watched is self._whole and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.show_whole(self._whole)
        if watched is self._foot and event.type() == QEvent.Type.LayoutRequest:
            self._place_foot()
        if watched is self.body and event.type() == QEvent.Type.LayoutRequest:
            self._hold()
            wide = self.need.width()
            if wide != self._told:
                self._told = wide
                self.updateGeometry()
        return super().eventFilter(watched, event)

    @property
    def need(self) -> QSize:
        """The least room in which nothing has to be scrolled to from left to right."""
        bar = self.verticalScrollBar().sizeHint().width()
        need = QSize(self.body.minimumSizeHint().width() + bar, 120)
        return need if self._foot is None else need.expandedTo(self._foot.minimumSizeHint())

    def minimumSizeHint(self) -> QSize:
        """Small: where a window has less room than the contents need, they scroll."""
        return self.need.boundedTo(QSize(160, 120))

    def sizeHint(self) -> QSize:
        return QSize(max(300, self.need.width()), 420)

    def section(self, title: str, *, first: bool = False) -> QVBoxLayout:
        """Begin a section and return the layout its controls go to."""
        if not first:
            fill(self.column, GAP // 2, rule(), GAP // 2)
        self.column.addWidget(label(title, "section"))
        layout = QVBoxLayout()
        layout.setSpacing(GAP - 2)
        self.column.addLayout(layout)
        return layout


class SegmentedControl(QWidget):
    """A few exclusive choices side by side.

    Signals
    -------
    picked
        The value of the choice a person pressed.
    """

    picked = Signal(object)

    def __init__(self, name: str, choices: Sequence[tuple[str, object]], columns: int = 0) -> None:
        super().__init__()
        self.setAccessibleName(name)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        columns = columns or len(choices)
        self._group = QButtonGroup(self)
        self._values = [value for _, value in choices]
        for number, (text, _) in enumerate(choices):
            button = QPushButton(text)
            button.setProperty("role", "small")
            button.setCheckable(True)
            button.setAccessibleName(f"{name}: {text}")
            self._group.addButton(button, number)
            grid.addWidget(button, number // columns, number % columns)
        self._group.idClicked.connect(lambda number: self.picked.emit(self._values[number]))

    def set_value(self, value: object) -> None:
        """Check the choice of that value; none when there is none."""
        self._group.setExclusive(False)
        for number, known in enumerate(self._values):
            self._group.button(number).setChecked(known == value)
        self._group.setExclusive(True)

    def button(self, value: object) -> QPushButton:
        """Return the button of a value."""
        found = self._group.button(self._values.index(value))
        assert isinstance(found, QPushButton)
        return found


class WheelNeedsKeyboard(QObject):
    """Lets the wheel change a field only while it has the keyboard; else it scrolls the panel."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel:
            return False
        if isinstance(watched, QWidget) and watched.hasFocus():
            return False
        event.ignore()
        return True


def number_box(name: str, low: int, high: int) -> QSpinBox:
    """Return a box for a whole number: typed, or turned by wheel and arrow keys."""
    box = QSpinBox()
    _dress_box(box, name)
    box.setRange(low, high)
    return box


def _dress_box(box: QAbstractSpinBox, name: str) -> None:
    WheelNeedsKeyboard(box)
    box.setObjectName("Number")
    box.setAccessibleName(name)
    box.setKeyboardTracking(False)
    box.setAlignment(Qt.AlignmentFlag.AlignCenter)


def progress_bar(name: str) -> QProgressBar:
    """Return a thin bar of progress, without words."""
    bar = QProgressBar()
    bar.setAccessibleName(name)
    bar.setTextVisible(False)
    bar.setFixedHeight(6)
    return bar


def take_typed_number() -> None:
    """Take over the number that is being typed: its box keeps it to itself until it is left."""
    box = QApplication.focusWidget()
    if isinstance(box, QAbstractSpinBox):
        box.interpretText()


def measure_box(name: str, low: float, high: float, value: float) -> QDoubleSpinBox:
    """Return a box for a number of millimetres, with one decimal."""
    box = QDoubleSpinBox()
    _dress_box(box, name)
    box.setDecimals(1)
    box.setRange(low, high)
    box.setValue(value)
    box.setSuffix(" mm")
    return box


def combo(name: str, entries: Sequence[tuple[str, object]]) -> QComboBox:
    """Return a combo box of (text, value) entries."""
    box = QComboBox()
    WheelNeedsKeyboard(box)
    box.setAccessibleName(name)
    for text, value in entries:
        box.addItem(text, value)
    return box


def fill_combo(box: QComboBox, entries: Sequence[tuple[str, object]]) -> None:
    """Offer other (text, value) entries; nothing is emitted.

    Where they are the same, the box stays as it is: it may be telling of a choice just now.
    """
    if [(box.itemText(k), box.itemData(k)) for k in range(box.count())] == list(entries):
        return
    with QSignalBlocker(box):
        box.clear()
        for text, value in entries:
            box.addItem(text, value)


def set_combo(box: QComboBox, value: object) -> None:
    """Choose the entry of that value, the first when there is none; nothing is emitted."""
    with QSignalBlocker(box):
        box.setCurrentIndex(max(0, box.findData(value)))


def button(text: str, run: Callable[[], object], tip: str = "", role: str = "") -> QPushButton:
    """Return a button in one of the roles of the style sheet."""
    made = QPushButton(text)
    if tip:
        made.setToolTip(plain_tip(tip))
    if role:
        made.setProperty("role", role)
    made.clicked.connect(lambda: run())
    return made


def row_table(name: str, headings: Sequence[str]) -> QTableWidget:
    """Return a table whose rows are read and chosen, one at a time, and not written."""
    table = QTableWidget(0, len(headings))
    table.setHorizontalHeaderLabels(headings)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.verticalHeader().hide()
    return table


def text_line(name: str, hint: str, text: str = "") -> QLineEdit:
    """Return a line of text called `name`, with a hint while it is empty."""
    line = QLineEdit(text)
    line.setAccessibleName(name)
    line.setPlaceholderText(hint)
    line.setCursorPosition(0)
    return line


def tool(name: str, tip: str, run: Callable[[], object], *, checkable: bool = False) -> QToolButton:
    """Return an icon button."""
    button = QToolButton()
    button.setIcon(icon(name))
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(tip)
    button.setCheckable(checkable)
    button.clicked.connect(lambda: run())
    return button


def small_tool(name: str, tip: str, run: Callable[[], object], size: int = 12) -> QToolButton:
    """Return a small, pale icon button that leaves the keyboard where it is."""
    button = tool(name, tip, run)
    button.setIcon(icon(name, "muted"))
    keep_icon(button, size)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button


def row(*widgets: QWidget, stretch: bool = True) -> QHBoxLayout:
    """Return `widgets` in a row, from the left."""
    return fill(row_in(None, GAP), *widgets, *[0] * stretch)


def show_if(widget: QWidget, shown: bool, heir: Callable[[], object]) -> None:
    """Show or hide a widget; where it has the keyboard as it goes, `heir` gives it elsewhere.

    Qt would give it to whatever comes next, and the next Space would press a stranger.
    """
    if not shown and widget.hasFocus():
        heir()
    widget.setVisible(shown)


def enable_if(widget: QWidget, enabled: bool, heir: Callable[[], object]) -> None:
    """Enable or disable a widget; where it has the keyboard as it rests, `heir` gives it elsewhere.

    See `show_if`.
    """
    if not enabled and widget.hasFocus():
        heir()
    widget.setEnabled(enabled)


def keep_room(*widgets: QWidget) -> None:
    """Keep the room of widgets while they are hidden: what is pressed stays under the mouse."""
    for widget in widgets:
        policy = widget.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        widget.setSizePolicy(policy)


def lay_out_around(widget: QWidget) -> None:
    """Lay out what a widget stands in, now: no press may come between a change and its layout."""
    around = widget.parentWidget()
    while around is not None and not around.isWindow():
        layout = around.layout()
        if layout is not None:
            layout.activate()
        around = around.parentWidget()


def set_role(widget: QWidget, role: str) -> None:
    """Dress a widget in another role of the style sheet, "" for none."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def say(where: QLabel | QAbstractButton, text: str) -> None:
    """Say a text in a label or on a button, which is away while there is nothing to say."""
    where.setText(text)
    where.setVisible(bool(text))


def discard(widget: QWidget) -> None:
    """Delete a widget, and hide it at once: Qt deletes it a turn later."""
    widget.hide()
    widget.deleteLater()


def empty(layout: QLayout) -> None:
    """Delete the widgets of a layout."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            discard(widget)


# A row of a list that can be pressed: as wide as there is room, however long its text.

LEAST = 80
"""Logical pixels that are enough for a sign and a few letters."""


class RowButton(QPushButton):
    """A sign and a text that ends in "…" where there is no room; then the tip has it whole.

    Parameters
    ----------
    sign
        Name of an icon, "" for none.
    tip
        What pressing it does.
    """

    def __init__(self, sign: str, text: str, tip: str = "") -> None:
        super().__init__(icon(sign, "muted") if sign else QIcon(), "")
        self.show_text(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # may shrink
        self._tip = tip
        self.setProperty("role", "row")
        self.setToolTip(plain_tip(tip))

    def show_text(self, text: str) -> None:
        """Show a text; it may come from a file, so an "&" is a letter of it and makes no key."""
        self.setText(text.replace("&", "&&"))

    @property
    def whole(self) -> str:
        """The text, whether or not there is room for it."""
        return self.text().replace("&&", "&")

    def minimumSizeHint(self) -> QSize:
        """Narrow: a long line of moves makes no dock wider."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), LEAST), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        shown = self._shown()
        whole = "" if shown == self.whole else self.whole
        tip = "\n".join(part for part in (whole, self._tip) if part)
        if tip != self.toolTip():
            self.setToolTip(plain_tip(tip))
        option.text = shown.replace("&", "&&")
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _shown(self) -> str:
        """As much of the text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        contents = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(contents, option, self).width()
        if not self.icon().isNull():
            room -= self.iconSize().width() + 4
        return self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room)


# Numbers that are chosen: along a slider, or step by step.


class ValueSlider(QWidget):
    """A slider with its name before and its value behind; speaks in steps of `step`.

    Signals
    -------
    moved
        The new value, while it is dragged.
    begun, ended
        Around one drag, so that it counts as one change of the View.
    """

    moved = Signal(float)
    begun = Signal()
    ended = Signal()

    def __init__(
        self, name: str, *, step: float = 1.0, text: Callable[[float], str] | None = None
    ) -> None:
        super().__init__()
        self._step = step
        self._text = text or (lambda value: f"{value:g}")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(name)
        self.name = label(name, "muted")
        self.name.setMinimumWidth(64)
        self.value_label = label("")
        self.value_label.setMinimumWidth(38)
        self.value_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        fill(row_in(self, GAP), self.name, (self.slider, 1), self.value_label)
        self.slider.valueChanged.connect(self._moved)
        self.slider.sliderPressed.connect(self.begun)
        self.slider.sliderReleased.connect(self.ended)

    def set_range(self, low: float, high: float, step: float | None = None) -> None:
        """Set the ends, and other steps than before where `step` says so; nothing is emitted."""
        self._step = step or self._step
        ends = (round(low / self._step), round(high / self._step))
        if ends != (self.slider.minimum(), self.slider.maximum()):
            with QSignalBlocker(self.slider):
                self.slider.setRange(*ends)
                self.slider.setPageStep(max(1, (ends[1] - ends[0]) // 5))

    def set_value(self, value: float) -> None:
        """Show `value`; nothing is emitted."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(value / self._step))
        self._tell(value)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._tell(self.slider.value() * self._step)

    def _tell(self, value: float) -> None:
        """Say the number; of what there is none now, nothing."""
        self.value_label.setText(self._text(value) if self.isEnabled() else "")

    def _moved(self, steps: int) -> None:
        value = steps * self._step
        self._tell(value)
        self.moved.emit(value)


class Counter(QWidget):
    """A named number with buttons for less and more, for peeling layers.

    Signals
    -------
    changed
        The new number.
    """

    changed = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.box = number_box(name, 0, 200)
        keep_wide(self.box, 40)
        self.less = self._stepper("−", f"{name}: show one layer again", -1)
        self.more = self._stepper("+", f"{name}: hide one more layer", 1)
        fill(row_in(self, 2), (label(name, "muted"), 1), self.less, self.box, self.more)
        self.box.valueChanged.connect(self._changed)
        self._dress()

    def _stepper(self, text: str, tip: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName("Stepper")
        button.setText(text)
        button.setToolTip(plain_tip(tip))
        button.setAccessibleName(tip)
        with_text(button, lambda scale: button.setFixedSize(*_stepper_size(scale)))
        button.setAutoRepeat(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.box.setValue(self.box.value() + step))
        return button

    def _changed(self, value: int) -> None:
        self._dress()
        self.changed.emit(value)

    def _dress(self) -> None:
        self.less.setEnabled(self.box.value() > self.box.minimum())
        self.more.setEnabled(self.box.value() < self.box.maximum())

    def set_value(self, value: int, most: int) -> None:
        """Show `value`, at most `most`; nothing is emitted."""
        with QSignalBlocker(self.box):
            self.box.setMaximum(most)
            self.box.setValue(value)
        self._dress()


def _stepper_size(scale: float) -> tuple[int, int]:
    side = round(22 * max(1.0, scale))
    return side, side
