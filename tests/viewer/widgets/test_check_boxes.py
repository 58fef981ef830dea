"""What a check box shows while it cannot be changed."""

import pytest
from PySide6.QtCore import QDir, QRect
from PySide6.QtWidgets import QCheckBox

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
