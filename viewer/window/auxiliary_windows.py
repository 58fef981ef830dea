"""Pages that stand beside the window: help, rules, settings, pupils, puzzles made, tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMainWindow

from model.registry import kinds
from viewer.export.offers import offers
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.notices import Notices
from viewer.window import application
from viewer.window.dialogs.requests import Dialogs

if TYPE_CHECKING:
    from model.contract.game import Game
    from viewer.analysis.table_builds import TableBuilds
    from viewer.window.dialogs.export.export_dialog import ExportDialog
    from viewer.window.dialogs.export.export_form import ExportForm
    from viewer.window.dialogs.help_pages import KeySections
    from viewer.window.dialogs.puzzle_generator import PuzzleGenerator
    from viewer.window.dialogs.settings import Settings
    from viewer.window.dialogs.solved_tables import Tables


class AuxiliaryWindows(QObject):
    """Makes each when it is first asked for; none of them keeps the window waiting.

    Parameters
    ----------
    perform
        Runs a command by its id.
    open_path
        Opens a file; what refuses is said.
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
        perform: Callable[[str], object],
        open_path: Callable[[Path], object],
        keys: Callable[[], KeySections],
    ) -> None:
        super().__init__(frame)
        self._frame, self._session, self._chosen = frame, session, chosen
        self._notices, self._ask = notices, ask
        self._perform, self._open_path, self._keys = perform, open_path, keys
        self._generator: PuzzleGenerator | None = None
        self._settings: Settings | None = None
        self._tables: Tables | None = None
        self._builds: TableBuilds | None = None
        self._export: ExportDialog | None = None

    def close_down(self) -> None:
        """Stop what runs in the background."""
        if self._generator is not None:
            self._generator.close_down()
        if self._settings is not None:
            self._settings.close_down()
        if self._builds is not None:
            self._builds.close()
        if self._export is not None:
            self._export.close()

    def show_help(self, page: Literal["glossary", "keys", "guide", "rules", "about"]) -> None:
        """Show a page of help beside the window."""
        from viewer.window.dialogs import about, help_pages

        dialog: about.AboutBox | help_pages.HelpPage
        if page == "about":
            dialog = about.AboutBox(self._frame, application.log_file())
        elif page in ("glossary", "keys"):
            words = help_pages.glossary() if page == "glossary" else ()
            dialog = help_pages.KeysPage(self._keys(), self._frame, words=words)
        else:
            position = self._session.position
            game = position.game.kind.name if position is not None else next(iter(kinds()))
            dialog = help_pages.document_page(page, game, self._frame)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def show_rule(self, rule: str) -> None:
        """Show the rules page of a game at a rule ("pyramid.md#end")."""
        from viewer.window.dialogs import help_pages

        page, _, anchor = rule.partition("#")
        dialog = help_pages.document_page("rules", page.removesuffix(".md"), self._frame, anchor)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def show_settings(self) -> None:
        """Show the settings page beside the window, which follows what is chosen there."""
        self.settings.show()
        self.settings.raise_()
        self.settings.activateWindow()

    @property
    def settings(self) -> Settings:
        """The settings page, made when it is first asked for."""
        if self._settings is None:
            from viewer.window.dialogs.settings import Settings

            self._settings = Settings(self._chosen, self._frame)
        return self._settings

    def show_pupils(self) -> None:
        """Show who learns, and what each pupil has done."""
        from viewer.window.dialogs.pupil_list import Pupils

        dialog = Pupils(self._ask, self._perform, self._frame)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.switched.connect(self.pupil_chosen)
        dialog.open()  # nobody else is kept waiting

    def show_tables(self) -> None:
        """Show the window in which tables of solved games are built and kept."""
        self.tables.appear()

    @property
    def tables(self) -> Tables:
        """The window of tables, made when it is first asked for; what it builds goes on without."""
        if self._tables is None:
            from viewer.window.dialogs.solved_tables import Tables, solvable

            builds = self._table_builds(solvable())
            self._tables = Tables(self._session, self._ask, builds, self._frame)
        return self._tables

    def _table_builds(self, games: tuple[Game, ...]) -> TableBuilds:
        from viewer.analysis.table_builds import TableBuilds

        builds = self._builds = TableBuilds(games, self)
        builds.kept.connect(self.tables_changed)
        builds.ended.connect(self._tell_of_table)
        return builds

    def _tell_of_table(self, said: str) -> None:
        """Say how a build ended where its window does not."""
        if self._tables is None or not self._tables.isVisible():
            self._notices.say(said)

    def show_export(
        self, image: QImage, folder: Path, kind: type[ExportForm] | None = None
    ) -> None:
        """Show the dialog that exports what is open.

        Parameters
        ----------
        image
            What the scene shows.
        folder
            Where files are offered to be written.
        kind
            What asks for the kind of file that is chosen; None: the first one.
        """
        from viewer.window.dialogs.export.export_dialog import ExportDialog

        if self._export is not None:
            self._export.close()
        self._export = ExportDialog(offers(self._session), image, folder, self._ask, self._frame)
        if kind is not None:
            self._export.choose(kind)
        self._export.show()

    @property
    def export(self) -> ExportDialog | None:
        """The dialog that exports; None before it was asked for."""
        return self._export

    def show_puzzle_generator(self) -> None:
        """Show the window in which sets of puzzles are generated."""
        self.puzzle_generator.appear()

    @property
    def puzzle_generator(self) -> PuzzleGenerator:
        """The window in which sets of puzzles are generated, made when it is first asked for."""
        if self._generator is None:
            from viewer.window.dialogs.puzzle_generator import PuzzleGenerator

            self._generator = PuzzleGenerator(
                self._session, self._chosen, self._ask, self._open_path, self._frame
            )
        return self._generator

    def close_settings(self) -> None:
        """Put the settings page away."""
        if self._settings is not None:
            self._settings.close()
