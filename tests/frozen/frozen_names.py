"""All that the collectors take from the program: a module that moves is named anew here, once.

They must work on the commit that was frozen as well as on the newest: where something has moved,
its old place stays in the list behind the new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


def found(name: str, *modules: str) -> Any:
    """Return `name` from the first of `modules` that there is."""
    for module in modules:
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"{name} is in none of {', '.join(modules)}: say in {__file__} where it went")


main = found("main", "viewer.cli.main")
kinds = found("kinds", "model.registry")
read_position = found("read_position", "model.positions.reading", "model.reading")
Budget = found("Budget", "model.contract.scores", "model.scores")
plain_engine_for = found("plain_engine_for", "model.play.opponent")
prover_for = found("prover_for", "model.search.provers")
hooks_of = found("hooks_of", "model.contract.hooks", "model.hooks")
forced = found("forced", "model.search.forced")
Goal = found("Goal", "model.contract.moves", "model.contract.game", "model.moves")


def never() -> bool:
    """Do not stop."""
    return False


def nobody(found: object) -> None:
    """Hear what an engine reports, and drop it."""


def command_table() -> tuple[Any, ...]:
    """Return every command of the window."""
    return tuple(found("COMMANDS", "viewer.commands.table"))


@contextmanager
def open_window() -> Iterator[Any]:
    """Open the program's window; close it in the end."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    chosen = found("Preferences", "viewer.session.preferences")(effects="none")
    dress = found("dress", "viewer.window.application")
    window_class = found("MainWindow", "viewer.program.main_window", "viewer.window.main_window")
    application = QApplication.instance()
    dress(application, chosen)
    window = window_class(chosen=chosen)
    window.resize(1200, 800)
    window.show()
    try:
        yield window
    finally:
        window.close_window()
        application.processEvents()
        window.deleteLater()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
