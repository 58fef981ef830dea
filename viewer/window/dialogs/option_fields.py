"""Controls for the options of a game, in plain words; what they say are the words of positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from viewer.games.option_words import OptionWords
from viewer.widgets.controls import combo, number_box, text_line

if TYPE_CHECKING:
    from model.contract.game import Option

NONE = "none"
"""The word of positions for an option that is given no value."""


def general_words(option: Option) -> OptionWords:
    """Return the words for an option that its game says nothing about."""
    title = option.name.replace("_", " ").capitalize()
    return OptionWords(title, help=option.help[:1].upper() + option.help[1:])


def option_field(option: Option, words: OptionWords) -> QWidget:
    """Return the control that fits an option, at its default."""
    if option.values:
        entries = [(words.values.get(value, value), value) for value in option.values]
        if option.optional:
            entries.append((words.unset, NONE))
        box = combo(option.name, entries)
        # In large letters it may be narrower than its longest entry.
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        longest = max(len(text) for text, _ in entries)
        box.setMinimumContentsLength(min(26, longest))
        box.setCurrentIndex(box.findData(NONE if option.default is None else option.default))
        return box
    if isinstance(option.default, bool):
        check = QCheckBox(words.title)
        check.setChecked(option.default)
        return check
    if option.text or isinstance(option.default, str):
        text = "" if option.default is None else str(option.default)
        return text_line(option.name, words.unset, text)
    spin = number_box(option.name, option.minimum, option.maximum)
    spin.setAlignment(Qt.AlignmentFlag.AlignLeft)
    spin.lineEdit().setTextMargins(8, 0, 8, 0)  # as in other fields: a spin box has no padding
    spin.setKeyboardTracking(True)  # the preview follows each letter
    if option.default is None or option.optional:
        spin.setMinimum(option.minimum - 1)
        spin.setSpecialValueText(words.unset)
        spin.setProperty("unset", NONE if option.optional else "")
    spin.setValue(option.minimum - 1 if option.default is None else int(option.default))
    return spin


def text_of(field: QWidget) -> str:
    """Return what a control says as an option's text; "" where it is left at no value."""
    if isinstance(field, QComboBox):
        return str(field.currentData())
    if isinstance(field, QCheckBox):
        return "true" if field.isChecked() else "false"
    if isinstance(field, QSpinBox):
        if field.specialValueText() and field.value() == field.minimum():
            return str(field.property("unset"))
        return str(field.value())
    assert isinstance(field, QLineEdit)
    return field.text().strip()


def set_text(field: QWidget, text: str) -> None:
    """Let a control say what `text_of` returned; a text that it cannot say changes nothing."""
    if isinstance(field, QComboBox):
        index = field.findData(text)
        if index >= 0:
            field.setCurrentIndex(index)
    elif isinstance(field, QCheckBox):
        field.setChecked(text == "true")
    elif isinstance(field, QSpinBox):
        if text.isascii() and text.isdigit() and len(text) < 9:
            field.setValue(int(text))
        elif field.specialValueText() and text == field.property("unset"):
            field.setValue(field.minimum())
    else:
        assert isinstance(field, QLineEdit)
        field.setText(text)


def on_change(field: QWidget, do: Callable[[], object]) -> None:
    """Call `do` whenever a person changes a control."""
    if isinstance(field, QComboBox):
        field.currentIndexChanged.connect(lambda: do())
    elif isinstance(field, QCheckBox):
        field.toggled.connect(lambda: do())
    elif isinstance(field, QSpinBox):
        field.valueChanged.connect(lambda: do())
    else:
        assert isinstance(field, QLineEdit)
        field.textChanged.connect(lambda: do())
