"""Numbers that are chosen: along a slider, or step by step."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSlider, QToolButton, QWidget

from viewer.widgets.appearance.text_scale import keep_wide, with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import label, number_box
from viewer.widgets.layouts import row_in
from viewer.widgets.prose import plain_tip


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
        row = row_in(self, GAP)
        row.addWidget(self.name)
        row.addWidget(self.slider, 1)
        row.addWidget(self.value_label)
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
        row = row_in(self, 2)
        row.addWidget(label(name, "muted"), 1)
        for widget in (self.less, self.box, self.more):
            row.addWidget(widget)
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
