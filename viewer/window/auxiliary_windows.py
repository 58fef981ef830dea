"""Pages that stand beside the window: help, rules, settings, pupils, puzzles made, tables.

Each is deleted when it is closed: a hidden window would be dressed anew with every other text size
and palette, and nobody would ever see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QMainWindow

from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.dialog_body import FittingDialog
from viewer.widgets.messages import Notices
from viewer.window import application
from viewer.window.dialogs.requests import Dialogs

if TYPE_CHECKING:
    from model.contract.game import Game
    from model.records.record import Record
    from viewer.analysis.table_builds import TableBuilds
    from viewer.window.dialogs.export.export_dialog import ExportDialog
    from viewer.window.dialogs.help_pages import KeySections
    from viewer.window.dialogs.puzzle_generator import PuzzleGenerator
    from viewer.window.dialogs.settings import Settings
    from viewer.window.dialogs.solved_tables import Tables

Shown = TypeVar("Shown", bound=FittingDialog)


class AuxiliaryWindows(QObject):
    """Makes each when it is asked for; none of them keeps the window waiting.

    Parameters
    ----------
    open_path
        Opens a file; what refuses is said.
    teach
        Opens a lesson at a step, from 0, in a document of its own; True: that is to be saved.
    keys
        Returns the sections of the page of keys.

    Signals
    -------
    pupil_chosen
        Another pupil learns now.
    tables_changed
        A table of a solved game has come or gone.
    """

    pupil_chosen = Signal()
    tables_changed = Signal()

    def __init__(
        self,
        frame: QMainWindow,
        session: Session,
        chosen: ChosenPreferences,
        notices: Notices,
        ask: Dialogs,
        *,
        open_path: Callable[[Path], object],
        teach: Callable[[Record, int, bool], object],
        keys: Callable[[], KeySections],
    ) -> None:
        super().__init__(frame)
        self._frame, self._session, self._chosen = frame, session, chosen
        self._notices, self._ask = notices, ask
        self._open_path, self._teach, self._keys = open_path, teach, keys
        self._builds: TableBuilds | None = None
        self._made: dict[type[FittingDialog], FittingDialog] = {}

    def close_down(self) -> None:
        """Close them all, and stop what runs in the background."""
        for dialog in tuple(self._made.values()):
            dialog.done(QDialog.DialogCode.Rejected)
        if self._builds is not None:
            self._builds.close()

    def _only(self, kind: type[Shown], make: Callable[[], Shown]) -> Shown:
        """Return the one window of a kind; it is made where none is open."""
        dialog = self._made.get(kind)
        if dialog is None:
            dialog = self._made[kind] = make()
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.finished.connect(lambda _: self._made.pop(kind, None))
        assert isinstance(dialog, kind)
        return dialog

    @staticmethod
    def _show(dialog: FittingDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.come_forward()

    def show_help(self, page: Literal["glossary", "keys", "guide", "rules", "about"]) -> None:
        """Show a page of help beside the window."""
        from viewer.window.dialogs import help_pages

        dialog: help_pages.AboutBox | help_pages.HelpPage
        if page == "about":
            dialog = help_pages.AboutBox(self._frame, application.log_file())
        elif page in ("glossary", "keys"):
            words = help_pages.glossary() if page == "glossary" else ()
            dialog = help_pages.KeysPage(self._keys(), self._frame, words=words)
        else:
            game = self._session.position.game.kind.name
            dialog = help_pages.document_page(page, game, self._frame)
        self._show(dialog)

    def show_rule(self, rule: str) -> None:
        """Show the rules page of a game at a rule ("pyramid.md#end")."""
        from viewer.window.dialogs import help_pages

        page, _, anchor = rule.partition("#")
        self._show(help_pages.document_page("rules", page.removesuffix(".md"), self._frame, anchor))

    def show_settings(self) -> None:
        """Show the settings page beside the window, which follows what is chosen there."""
        self._show(self.settings)

    @property
    def settings(self) -> Settings:
        """The settings page."""
        from viewer.window.dialogs.settings import Settings

        return self._only(Settings, lambda: Settings(self._chosen, self._frame))

    def show_pupils(self, folder: Path) -> None:
        """Show who learns, and what each has done; `folder`: where results are offered to go."""
        from viewer.window.dialogs.pupil_list import Pupils

        dialog = Pupils(self._ask, folder, self._frame)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.switched.connect(self.pupil_chosen)
        dialog.open()  # nobody else is kept waiting

    def show_results(self, folder: Path, paths: Sequence[Path] = ()) -> None:
        """Show what pupils handed in, and take what `paths` name."""
        from viewer.window.dialogs.results_table import ResultsTable

        made = self._only(
            ResultsTable,
            lambda: ResultsTable(self._session, self._ask, self._present, folder, self._frame),
        )
        if paths:
            made.take(paths)
        else:
            made.refresh()
        self._show(made)

    def _present(self, lesson: Record, step: int, keep: bool = False) -> None:
        """Show a lesson of results in the window, and a way back to them."""
        results = next(one for one in self._made.values() if one.windowTitle() == "Results")
        results.hide()
        self._teach(lesson, step, keep)
        self._notices.offer("The table of results waits", "Show it", lambda: self._show(results))

    @property
    def tables(self) -> Tables:
        """The window of tables; what it builds goes on without it."""
        from viewer.window.dialogs.solved_tables import Tables, solvable

        builds = self._builds or self._table_builds(solvable())
        return self._only(Tables, lambda: Tables(self._session, self._ask, builds, self._frame))

    def _table_builds(self, games: tuple[Game, ...]) -> TableBuilds:
        from viewer.analysis.table_builds import TableBuilds

        builds = self._builds = TableBuilds(games, self)
        builds.kept.connect(self.tables_changed)
        builds.ended.connect(self._tell_of_table)
        return builds

    def _tell_of_table(self, said: str) -> None:
        """Say how a build ended where its window does not."""
        from viewer.window.dialogs.solved_tables import Tables

        if Tables not in self._made:
            self._notices.say(said)

    def show_export(self, image: QImage, folder: Path, kind: str = "") -> None:
        """Show the dialog that exports the active document.

        Parameters
        ----------
        image
            What the scene shows.
        folder
            Where files are offered to be written.
        kind
            The name of the kind of file that is chosen; "": the first one.
        """
        from viewer.window.dialogs.export.export_dialog import ExportDialog

        document = self._session.document
        if document.is_placeholder:
            return
        if self.export is not None:
            self.export.close()
        dialog = self._only(
            ExportDialog,
            lambda: ExportDialog(self._session, document, image, folder, self._ask, self._frame),
        )
        if kind:
            dialog.kind.setCurrentText(kind)
        self._show(dialog)

    @property
    def export(self) -> ExportDialog | None:
        """The dialog that exports; None while none is open."""
        from viewer.window.dialogs.export.export_dialog import ExportDialog

        found = self._made.get(ExportDialog)
        assert found is None or isinstance(found, ExportDialog)
        return found

    @property
    def puzzle_generator(self) -> PuzzleGenerator:
        """The window in which sets of puzzles are generated."""
        from viewer.window.dialogs.puzzle_generator import PuzzleGenerator

        return self._only(
            PuzzleGenerator,
            lambda: PuzzleGenerator(
                self._session, self._chosen, self._ask, self._open_path, self._frame
            ),
        )

    def close_settings(self) -> None:
        """Put the settings page away."""
        from viewer.window.dialogs.settings import Settings

        if Settings in self._made:
            self.settings.close()
