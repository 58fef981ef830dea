"""What boxes and fields show while they cannot be changed; how a list that drops down is framed."""

import pytest
from PySide6.QtCore import QDir, QRect, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QSpinBox

from viewer.widgets.appearance.theme import SEEN, SHAPES, contrast, style_sheet


@pytest.mark.parametrize("palette", ["standard", "dark"])
def test_a_tick_is_seen_while_the_box_is_disabled(qtbot, palette):
    QDir.addSearchPath("shapes", str(SHAPES))
    box = QCheckBox("Remove every piece that is not needed")
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(palette))
    box.setEnabled(False)
    box.show()

    def colours() -> list[str]:
        shown = box.grab(QRect(4, 4, 10, box.height() - 8)).toImage()
        return [
            shown.pixelColor(x, y).name()
            for x in range(shown.width())
            for y in range(shown.height())
        ]

    empty = colours()
    box.setChecked(True)
    ticked = colours()
    differ = [contrast(one, other) >= SEEN for one, other in zip(empty, ticked, strict=True)]
    assert sum(differ) > len(differ) / 3
    assert max(contrast(one, other) for one in ticked for other in ticked[:80]) >= SEEN  # the tick


@pytest.mark.parametrize("palette", ["standard", "dark"])
def test_a_list_that_drops_down_has_one_frame(qtbot, qapp, palette):
    from viewer.session.preferences import Preferences
    from viewer.window import application

    application.apply_theme(qapp, Preferences(palette=palette))
    box = QComboBox()
    box.addItems(["One", "Two", "Three"])
    qtbot.addWidget(box)
    box.show()
    box.showPopup()
    qtbot.waitUntil(box.view().isVisible)
    popup = box.view().window()
    shown = popup.grab().toImage()
    inside = shown.pixelColor(popup.width() - 12, popup.height() - 12)
    for edge in (0, popup.width() - 1):  # beside "Three", which is not chosen
        step = 1 if edge == 0 else -1
        seen = [shown.pixelColor(edge + step * x, popup.height() - 12) for x in range(5)]
        assert [colour == inside for colour in seen] == [False, True, True, True, True]
    box.hidePopup()
    application.apply_theme(qapp, Preferences())


@pytest.mark.parametrize("kind", [QComboBox, QLineEdit, QPlainTextEdit, QSpinBox])
@pytest.mark.parametrize("palette", ["standard", "dark"])
def test_what_cannot_be_changed_is_paler(qtbot, palette, kind):
    QDir.addSearchPath("shapes", str(SHAPES))
    field = kind()
    qtbot.addWidget(field)
    field.setStyleSheet(style_sheet(palette))
    if isinstance(field, QComboBox):
        field.addItem("MMMM")
    elif isinstance(field, QSpinBox):
        field.setPrefix("MMMM")
    else:
        (field.setText if isinstance(field, QLineEdit) else field.setPlainText)("MMMM")
    field.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    field.show()

    def strongest() -> float:
        """Of the letters against what they stand on."""
        shown = field.grab(QRect(8, 6, 40, 20)).toImage()
        ground = shown.pixelColor(0, 0).name()
        across, down = range(shown.width()), range(shown.height())
        return max(contrast(shown.pixelColor(x, y).name(), ground) for x in across for y in down)

    written = strongest()
    field.setEnabled(False)
    assert strongest() < written / 2
