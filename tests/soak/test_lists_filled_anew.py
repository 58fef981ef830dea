"""Lists that are filled anew by their own clicks, keys and menus, again and again: nothing crashes.

Once in 27,306 events of a monkey the program ended in `QListWidget.clear`. What a list's own signal
leads to comes from the event loop since (`viewer.widgets.controls`).
"""

import random
import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget
from soaking import counts

from viewer.commands import opening

EXAMPLES = Path(__file__).parents[2] / "examples"
LEFT = Qt.MouseButton.LeftButton
K = Qt.Key


class Hand:
    """Presses what is there; remembers whether a list was cleared while it was at work.

    A list is at work from the press of a button or a key until Qt is done with it.
    """

    def __init__(self, monkeypatch) -> None:
        self.at_work = False
        self.cleared = 0
        clear = QListWidget.clear

        def watched(view: QListWidget) -> None:
            assert not self.at_work, "filled anew while a signal of its own is handled"
            self.cleared += 1
            clear(view)

        monkeypatch.setattr(QListWidget, "clear", watched)

    def click(self, view, row: int, *, twice: bool = False) -> None:
        """Click a line, or double-click it."""
        view.scrollToItem(view.item(row))
        place = view.visualItemRect(view.item(row)).center()
        self.at_work = True
        QTest.mouseClick(view.viewport(), LEFT, pos=place)
        if twice:
            QTest.mouseDClick(view.viewport(), LEFT, pos=place)
            QTest.mouseRelease(view.viewport(), LEFT, pos=place)  # Qt's double click holds on
        self.at_work = False
        QApplication.processEvents()

    def key(self, view, key: Qt.Key) -> None:
        """Press a key for a list."""
        self.at_work = True
        QTest.keyClick(view, key)
        self.at_work = False
        QApplication.processEvents()


@counts(few=4, all=2000)
def test_a_list_is_never_filled_anew_while_it_is_at_work(
    count, open_window, tmp_path, seed, tell, monkeypatch, qtbot
):
    window, rng, hand = open_window(900, 640), random.Random(seed), Hand(monkeypatch)
    folder = tmp_path / "folder"
    shutil.copytree(EXAMPLES / "puzzles", folder)
    shutil.copy(EXAMPLES / "01-empty-board.pyramidion", folder)
    opening.show_collection(window.shell, folder)
    listed = window.docks.panel("collection").list
    window.docks.open("collection")
    for _ in range(count):
        match rng.randrange(4):
            case 0:
                opening.show_collection(window.shell, folder)
                hand.click(listed, rng.randrange(listed.count()), twice=rng.random() < 0.3)
            case 1 if listed.count():
                hand.click(listed, rng.randrange(min(listed.count(), 6)), twice=True)
            case 2 if listed.count():
                listed.setCurrentRow(rng.randrange(min(listed.count(), 6)))
                hand.key(listed, K.Key_Return)
            case _:
                window.command_palette.open()
                QTest.keyClicks(window.command_palette.edit, rng.choice(["search", "new", "undo"]))
                window.command_palette.shut()
        while len(window.session.state.documents) > 3:
            window.session.close(0)
    tell("lists", clicks=count, filled=hand.cleared)
    assert hand.cleared > count // 3
