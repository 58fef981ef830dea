"""Rows of a form, made of the options that a record declares (`viewer.options.option`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from viewer.options.option import Option
from viewer.widgets import controls


def _is_box(one: Option) -> bool:
    """Whether an option is asked for by a box to tick."""
    assert one.row is not None
    return one.row.tick is not None or (one.is_switch and one.row.entries is None)


def field_of(one: Option) -> QWidget:
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


def value_of(field: QWidget, one: Option) -> Any:
    """Return what a control says."""
    match field:
        case QComboBox():
            return field.currentData()
        case QCheckBox():
            return _tick(one)[field.isChecked()]
        case QSpinBox() | QDoubleSpinBox():
            is_unset = field.specialValueText() and field.value() == field.minimum()
            return one.default if is_unset else field.value()
    assert isinstance(field, QLineEdit)
    return field.text().strip()


def set_value(field: QWidget, one: Option, value: Any) -> None:
    """Let a control say a value; nothing is emitted."""
    with QSignalBlocker(field):
        match field:
            case QComboBox():
                held = [field.itemData(number) for number in range(field.count())]
                if held:
                    field.setCurrentIndex(held.index(value) if value in held else 0)
            case QCheckBox():
                field.setChecked(value == _tick(one)[1])
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


def _tick(one: Option) -> tuple[object, object]:
    """What a box means, not ticked and ticked."""
    return (one.row and one.row.tick) or (False, True)


def label_of(one: Option) -> str:
    """Return what stands before a control: a box has its label beside it."""
    assert one.row is not None
    return one.row.before if _is_box(one) else one.row.label
