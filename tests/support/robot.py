"""A robot that sees no pixel: it hears what screen readers are told and sends keys.

It knows the rules of the games and nothing of the window but its keys and its words.
"""

from collections.abc import Callable, Iterator

import pytest
from learner import CTRL, MOST_TABS, SHIFT, K
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.exceptions import TimeoutError as QtTimeoutError

from viewer.commands import help_menu
from viewer.widgets import announcing

TEXTS = (QAccessible.Text.Name, QAccessible.Text.Value, QAccessible.Text.Description)


class Ears:
    """Stands for Qt's accessibility, and keeps the announcements that it passes on."""

    AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

    def __init__(self) -> None:
        self.heard: list[str] = []

    def isActive(self) -> bool:
        return True

    def updateAccessibility(self, event) -> None:
        assert event.type() == QAccessible.Event.Announcement
        assert event.politeness() == QAccessible.AnnouncementPoliteness.Polite
        self.heard.append(event.message())
        QAccessible.updateAccessibility(event)

    def since(self, do: Callable[[], object]) -> list[str]:
        """What is heard while something is done."""
        self.heard.clear()
        do()
        return list(self.heard)


def all_ears(monkeypatch: pytest.MonkeyPatch) -> Ears:
    """Hear what the window announces from now on."""
    ears = Ears()
    for module in (announcing, help_menu):
        monkeypatch.setattr(module, "QAccessible", ears)
    return ears


class Robot:
    """Ears and keys before a window whose scene has the keyboard."""

    def __init__(self, window, ears: Ears, qtbot) -> None:
        self._window, self._ears, self._qtbot = window, ears, qtbot

    def press(self, key: Qt.Key, held=Qt.KeyboardModifier.NoModifier) -> list[str]:
        """Press a key where the keyboard is, and return what is heard at once."""

        def do() -> None:
            QTest.keyClick(QApplication.focusWidget() or self._window, key, held)
            QApplication.processEvents()

        return self._ears.since(do)

    def _asks(self, key: Qt.Key, held=Qt.KeyboardModifier.NoModifier) -> list[str]:
        """What is answered to a key; threats are said at the moment when they are known."""
        return [one for one in self.press(key, held) if " threatens " not in one]

    def position(self) -> str:
        """The position as it is said."""
        (said,) = self._asks(K.Key_R, SHIFT)
        return said

    def groups(self) -> list[str]:
        """The groups as they are said."""
        (said,) = self._asks(K.Key_L, SHIFT)
        return [line for line in said.splitlines() if " group of " in line]

    def points(self, number: int) -> Iterator[str]:
        """What is said of the points of some pieces, from one to the next."""
        for _ in range(number):
            yield self._asks(K.Key_C)[-1]

    def give(self, name: str) -> None:
        """Type a move or a point, and press Enter."""
        self.press(K.Key_Slash)
        QTest.keyClicks(QApplication.focusWidget() or self._window, name)
        if any(
            "press Enter again" in said.replace("Press", "press")
            for said in self.press(K.Key_Return)
        ):
            self.press(K.Key_Return)

    def choose(self, text: str) -> None:
        """Go to the answer of this name with Tab, and press it."""
        for _ in range(MOST_TABS):
            at = QApplication.focusWidget() or self._window
            said = QAccessible.queryAccessibleInterface(at).text(QAccessible.Text.Name)
            if said.removeprefix("✓ ") == text:
                self.press(K.Key_Space)
                return
            self.press(K.Key_Tab)
        raise AssertionError(f"Tab does not reach {text}")

    def hears(self, *texts: str) -> str:
        """Wait until one of some texts is heard, and return the first that was."""
        wanted = {text: " ".join(text.replace("**", "").split()) for text in texts}

        def heard() -> list[str]:
            said = [" ".join(one.split()) for one in self._ears.heard]
            return [text for text, one in wanted.items() if any(one in each for each in said)]

        try:
            self._qtbot.waitUntil(lambda: bool(heard()), timeout=20_000)
        except QtTimeoutError:
            pytest.fail(f"{list(texts)} was not heard, only {self._ears.heard}")
        return heard()[0]

    def go_on(self) -> None:
        """Go to the next step or puzzle."""
        self.press(K.Key_Right, CTRL)

    def reads(self) -> str:
        """All texts of what is shown, as a screen reader goes through them."""
        return "\n".join(_texts(QAccessible.queryAccessibleInterface(self._window)))


def _texts(one: QAccessibleInterface) -> Iterator[str]:
    if one.state().invisible:
        return
    yield from filter(None, map(one.text, TEXTS))
    for number in range(one.childCount()):
        if (child := one.child(number)) is not None:
            yield from _texts(child)
