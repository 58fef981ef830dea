"""All that the collectors take from the program: a module that moves is named anew here, once.

They must work on the commit that was frozen as well as on the newest: where something has moved,
its old place stays in the list behind the new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from time import sleep
from typing import Any


def found(name: str, *modules: str) -> Any:
    """Return `name` from the first of `modules` that there is; "module:other" has it by `other`."""
    for place in modules:
        module, _, other = place.partition(":")
        try:
            return getattr(import_module(module), other or name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"{name} is in none of {', '.join(modules)}: say in {__file__} where it went")


main = found("main", "viewer.cli.main")
kinds = found("kinds", "model.registry")
read_position = found(
    "read_position", "model.positions.setup", "model.positions.reading", "model.reading"
)
Budget = found("Budget", "model.contract.search", "model.contract.scores", "model.scores")
plain_engine_for = found("plain_engine_for", "model.play.opponent")
prover_for = found("prover_for", "model.search.provers")
hooks_of = found("hooks_of", "model.contract.hooks", "model.hooks")
forced = found("forced", "model.search.depth_solver:solve_by_depth", "model.search.forced")
Evaluation = found("Evaluation", "model.records.record", "model.records.evaluation")
judge = found("judge", "model.lessons.judging")
parts_of = found("parts_of", "model.records.lesson")
SessionError = found("SessionError", "viewer.session.session")
Goal = found("Goal", "model.contract.game", "model.contract.moves", "model.moves")


def is_open(document: Any) -> bool:
    """Tell whether one is open: where none was, a session had None, and has a placeholder."""
    return document is not None and not getattr(document, "is_placeholder", False)


def never() -> bool:
    """Do not stop."""
    return False


def nobody(found: object) -> None:
    """Hear what an engine reports, and drop it."""


def command_table() -> tuple[Any, ...]:
    """Return every command of the window."""
    return tuple(found("COMMANDS", "viewer.commands.table"))


def dressed(**preferred: object) -> Any:
    """Dress the application by preferences, and return them."""
    from PySide6.QtWidgets import QApplication

    chosen = found("Preferences", "viewer.session.preferences")(effects="none", **preferred)
    apply_theme = found(
        "apply_theme",
        "viewer.window.application",
        "viewer.program.application:dress",
        "viewer.window.application:dress",
    )
    apply_theme(QApplication.instance(), chosen)
    return chosen


@contextmanager
def open_window(**preferred: object) -> Iterator[Any]:
    """Open the program's window with some preferences; close it in the end."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    chosen = dressed(**preferred)
    window_class = found("MainWindow", "viewer.program.main_window", "viewer.window.main_window")
    application = QApplication.instance()
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


@contextmanager
def small_tables() -> Iterator[None]:
    """Have tables of Pyraos be of the inner game, 3 by 3, which are built in a second."""
    made: list[Any] = [import_module("model.games.pyraos.table.making")]
    with suppress(ImportError):  # which once opened them
        made.append(import_module("model.games.pyraos.table.lookup"))
    index = "state_index" if hasattr(made[0], "state_index") else "ground"
    whole, check = getattr(made[0], index), made[0].check_states
    for module in made:
        setattr(module, index, partial(whole, 3))
    made[0].check_states = lambda *_, **__: None  # the check by the rules knows the whole game
    try:
        yield
    finally:
        for module in made:
            setattr(module, index, whole)
        made[0].check_states = check


# -- what a window keeps -------------------------------------------------------------------------


def load_preferences() -> Any:
    """Return the settings, and what is said about their file."""
    return found("load", "viewer.session.preferences")()


def keep_preferences(chosen: Any) -> None:
    """Write settings."""
    try:
        found("change", "viewer.session.preferences")(type(chosen)(), chosen)
    except ImportError:  # as it was called on the frozen commit
        found("save", "viewer.session.preferences")(chosen)


def remember(path: Path) -> None:
    """Note that a file was opened."""
    found("remember", "viewer.session.files.recent_files", "viewer.session.recent_files")(path)


def record_of(name: str) -> Any:
    """Return the record of a file."""
    return found("load_item", "model.records.files")(name, None).record


def items_of(path: Path) -> tuple[Any, ...]:
    """Return the records of a collection, or the one of any other file."""
    opened = found("load_any", "model.records.files")(path)
    return tuple(item.record for item in getattr(opened, "items", (opened,)))


def is_collection(path: Path) -> bool:
    """Whether a file holds several records."""
    return hasattr(found("load_any", "model.records.files")(path), "items")


def choose_pupil(name: str) -> None:
    """Let a pupil learn from now on; "" is whoever has no name."""
    found("choose", "viewer.session.progress.pupils")(name)


def keep_progress(path: Path, record: Any, steps: frozenset[int], step: int) -> None:
    """Keep which steps of a lesson are done, and where a pupil stopped."""
    found("keep", "viewer.session.progress.progress", "viewer.session.progress")(
        path, record, steps
    )
    found("stop_at", "viewer.session.progress.progress", "viewer.session.progress")(
        path, record, step
    )


@contextmanager
def journalled(start: str, folder: Path) -> Iterator[Any]:
    """Begin a game in a session whose journal lies in a folder."""
    session = found("Session", "viewer.session.session")()
    journal = found("Journal", "viewer.session.autosave.journal", "viewer.session.journal")(
        session, folder
    )
    session.new(start)
    try:
        yield session
    finally:
        journal.close()


def journal_of(folder: Path) -> str:
    """Return the one journal in a folder, as far as it is written."""
    sleep(0.5)  # a thread writes looks a moment later
    (file,) = folder.glob("*/*.journal")
    return file.read_text("utf-8")


def saved_from_journal(folder: Path, text: str) -> str:
    """Recover the document of a journal, and return the file it is saved as."""
    there = folder / "autosave" / "999999-00000000"
    there.mkdir(parents=True)
    (there / "1.journal").write_text(text, encoding="utf-8")
    session = found("Session", "viewer.session.session")()
    (offer,) = found("recoverable", "viewer.session.autosave.recovery", "viewer.session.recovery")(
        folder / "autosave"
    )
    found("recover", "viewer.session.autosave.recovery", "viewer.session.recovery")(session, offer)
    session.save_as(folder / "recovered.pyramidion")
    return (folder / "recovered.pyramidion").read_text("utf-8")
