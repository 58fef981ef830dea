"""The commands: ids, titles, keys, menus, help; and in a real window which of them can be used."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from frozen_lines import Task, place
from frozen_names import command_table, open_window

FIELDS = ("title", "keys", "menu", "scope", "held", "listed", "icon", "help")
OPENED = (
    "02-figure-1", "06-stacking-game", "14-pyraos-a-game", "21-pyramid-a-game",
    "25-pyramid-ball-special-moves", "31-rolling-pyramids-three-rounds",
    "33-rolling-pyramids-the-pharaoh", "lessons/02-pyraos-course", "puzzles/pyraos-puzzles",
)  # fmt: skip
PATIENCE = 12
"""How often in a row nothing must have changed until a window counts as settled."""


def tasks() -> Iterator[Task]:
    """Yield the table, the menus as they are seen, and what can be used with some examples open."""
    yield "ids", lambda: [command.id for command in command_table()]
    for command in command_table():
        yield f"command: {command.id}", partial(row, command)
    yield "window: menus", menus
    for name in OPENED:
        yield f"window: {name}", partial(usable, f"examples/{name}.pyramidion")


def row(command: Any) -> dict[str, object]:
    """Return what a command says of itself."""
    found = {field: getattr(command, field) for field in FIELDS}
    return {**found, "switch": command.checked is not None}


@lru_cache(maxsize=1)
def application() -> Any:
    """Return the application; its windows are drawn on no screen where there is none."""
    os.environ["PYRAMIDION_SCENE"] = "image"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
    from PySide6.QtWidgets import QApplication

    return QApplication.instance() or QApplication([])


def menus() -> list[str]:
    """Every menu of the window with its entries, as a person sees them."""
    application()
    with open_window() as window:
        return [line for menu in window.menuBar().actions() for line in _entries(menu, "")]


def _entries(action: Any, before: str) -> Iterator[str]:
    if action.isSeparator():
        yield f"{before}--"
        return
    keys = " ".join(key.toString() for key in action.shortcuts())
    yield f"{before}{action.text()} [{action.objectName()}] {keys}".rstrip()
    menu = action.menu()
    if menu is not None:
        menu.aboutToShow.emit()
        for entry in menu.actions():
            yield from _entries(entry, f"{before}  ")


def usable(name: str) -> list[str]:
    """The commands that can be used, and the switches that are on, with a file open."""
    running = application()
    from PySide6.QtGui import QAction
    from PySide6.QtTest import QTest

    with place(), open_window() as window:
        window.open_target(name)
        seen: list[list[str]] = []
        while len(seen) < 400 and (len(seen) < PATIENCE or seen[-PATIENCE] != seen[-1]):
            QTest.qWait(60)
            running.processEvents()
            seen.append([
                f"{action.objectName()}{' on' if action.isChecked() else ''}"
                for action in window.findChildren(QAction)
                if "." in action.objectName() and action.isEnabled()
            ])  # fmt: skip
        return [window.windowTitle(), *sorted(seen[-1])]
