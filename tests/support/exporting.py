"""The dialog that exports, by real clicks, for what is open; files go to a folder of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from windows import Opens

PATIENCE = 60_000


class Exporting:
    """Opens the dialog: `export(kind of form, name of the file that is chosen)`.

    Attributes
    ----------
    window
        The window it belongs to.
    folder, name, out
        Where files go, how the next is called ("": as its kind), and the file chosen last.
    """

    def __init__(
        self, window: Any, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.window, self.out, self.name, self._qtbot = window, folder, "", qtbot
        self.folder = folder
        monkeypatch.setattr(window.shell.ask, "export_file", self._file)

    def _file(self, suggested: Path, kinds: object) -> Path:
        self.out = self.folder / (self.name or f"file{suggested.suffix}")
        return self.out

    def __call__(self, kind: type | None = None, name: str = "", *, by: str = "file.export") -> Any:
        scene, self.name = self.window.shell.scene, name
        self._qtbot.waitUntil(lambda: not scene.fine_image().isNull(), timeout=PATIENCE)
        self.window.perform(by)
        dialog = self.window.shell.auxiliary_windows.export
        assert dialog.isVisible()
        if kind is not None:
            dialog.kind.setCurrentIndex([type(form) for form in dialog.forms].index(kind))
        return dialog

    def write(self, dialog: Any) -> str:
        """Click *Export…* and wait; return what is said."""
        dialog.said.clear()
        QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
        return self.said(dialog)

    def said(self, dialog: Any) -> str:
        """Return what is said in the end."""
        self._qtbot.waitUntil(
            lambda: dialog.said.text() != "" and not dialog.run.runs, timeout=PATIENCE
        )
        return str(dialog.said.text())


@pytest.fixture
def export(
    shared_window: Opens, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Exporting]:
    """What opens the dialog; it is closed afterwards."""
    folder = tmp_path / "out"
    folder.mkdir()
    made = Exporting(shared_window(), folder, qtbot, monkeypatch)
    yield made
    if made.window.shell.auxiliary_windows.export is not None:
        made.window.shell.auxiliary_windows.export.close()


def choose(box: Any, value: object) -> None:
    """Choose the entry of a combo box that stands for a value."""
    box.setCurrentIndex(box.findData(value))
