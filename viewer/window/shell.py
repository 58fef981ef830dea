"""What commands ask of the window and the window passes on: questions, help, docks, tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QToolBar

from viewer.commands.command import Command
from viewer.commands.table import COMMANDS, perform
from viewer.session.document import Document
from viewer.session.session import Session, SessionError
from viewer.window import application
from viewer.window.menus import Actions, help_sections

if TYPE_CHECKING:
    from model.game import Position
    from model.records.puzzle import Stipulation
    from viewer.analysis.analysis_service import AnalysisService
    from viewer.commands.tools.annotation_tool import AnnotationTool
    from viewer.commands.tools.setup_tool import SetupTool
    from viewer.games.overlay_types import Pour
    from viewer.learn.learning import Learning
    from viewer.learn.lesson_author import LessonAuthor
    from viewer.learn.puzzle_author import PuzzleAuthor
    from viewer.widgets.messages import MessageStrip
    from viewer.window.command_palette import CommandBox
    from viewer.window.dialogs.puzzle_generator import Generating
    from viewer.window.dialogs.requests import Dialogs
    from viewer.window.docks import Docks
    from viewer.window.main_window import MainWindow
    from viewer.window.presentation.presentation import Presentation
    from viewer.window.scene_view.controller import SceneController
    from viewer.window.scene_view.view import SceneView


WELCOME, GAME = 0, 1
"""The pages of a window."""


class Answering(QMainWindow):
    """The part of `viewer.commands.shell.Shell` that needs no more than the parts of a window."""

    session: Session
    ask: Dialogs
    analysis: AnalysisService
    learning: Learning
    area: SceneView
    scene: SceneController
    docks: Docks
    strip: MessageStrip
    bar: QToolBar
    pages: QStackedWidget
    actions_: Actions
    _settle: QTimer

    def __init__(self) -> None:
        super().__init__()
        self._box: CommandBox | None = None
        self._puzzle_generator: Generating | None = None
        self._annotation_tool: AnnotationTool | None = None
        self._presentation: Presentation | None = None
        self._setup_tool: SetupTool | None = None

    @property
    def _whole(self) -> MainWindow:
        """The window this is a part of."""
        return cast("MainWindow", self)

    def perform(self, command: Command | str) -> bool:
        """Run a command; what it may not do is said in one sentence."""
        self.strip.clear()
        done = perform(self._whole, command)
        self._settle.start()
        return done

    def focus_scene(self) -> None:
        """Give the keyboard to the scene."""
        if self.session.document is not None and self.pages.currentIndex() == GAME:
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def say(self, sentence: str) -> None:
        """Show one sentence to the person; "" takes the last note away."""
        if not sentence:
            self.strip.clear_note()
            return
        text = begun(sentence)
        self.strip.note(text if text.endswith((".", "!", "?")) else f"{text}.")

    def refuse(self, sentence: str, rule: str) -> None:
        """Say why a move may not be made, with a way to the rule behind it."""
        from viewer.session import resources

        self.say(sentence)
        if rule and resources.rules_page(rule.partition("#")[0].removesuffix(".md")) is not None:
            self.strip.offer("Why not?", lambda: self.show_rule(rule))

    def complain(self, sentence: str) -> None:
        """Show one sentence on what could not be done; it stays until it is closed."""
        self.strip.error(sentence[:1].upper() + sentence[1:])

    def ask_new_game(self) -> tuple[str, dict[str, str]] | None:
        """Ask for a game and its options."""
        return self.ask.new_game()

    def ask_open_file(self, folder: Path) -> Path | None:
        """Ask for a file to open."""
        return self.ask.open_file(folder)

    def ask_save_file(self, suggested: Path) -> Path | None:
        """Ask for a file to write."""
        return self.ask.save_file(suggested)

    def ask_picture_file(self, suggested: Path) -> Path | None:
        """Ask for a picture file to write."""
        return self.ask.picture_file(suggested)

    def ask_text(self, title: str, label: str, text: str = "") -> str | None:
        """Ask for one line of text."""
        return self.ask.text(title, label, text)

    def ask_choice(self, title: str, choices: Sequence[str]) -> int | None:
        """Ask for one of several."""
        return self.ask.choice(title, choices)

    def ask_unsaved(self, documents: Sequence[Document]) -> Literal["save", "discard"] | None:
        """Ask what to do with changes that would be lost."""
        return self.ask.unsaved(documents)

    def ask_folder(self, folder: Path) -> Path | None:
        """Ask for a folder to look through."""
        return self.ask.folder(folder)

    def ask_headers(self, document: Document) -> dict[str, str] | None:
        """Ask for title, players, date, event, source and result."""
        return self.ask.headers(document, self.session.position_of(document).game.players)

    def ask_transform(self) -> tuple[int, bool] | None:
        """Ask how to turn the position, and whether colours are exchanged."""
        position = self.session.position
        return None if position is None else self.ask.transform(position)

    def ask_loss(self, question: str) -> bool:
        """Ask whether something that was not saved may go."""
        return self.ask.lose(question)

    def ask_puzzle(self, position: Position) -> tuple[Stipulation, str] | None:
        """Ask what is asked of a position, and for a title."""
        return self.ask.puzzle(position)

    def clipboard(self) -> str:
        """Return the text on the clipboard."""
        return QGuiApplication.clipboard().text()

    def set_clipboard(self, text: str) -> None:
        """Put text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def export_picture(self, path: Path) -> None:
        """Write what the scene shows as a picture."""
        if not self.area.image().save(str(path)):
            raise SessionError(f"{path} cannot be written: choose a folder you may write to, .png")

    def show_palette(self) -> None:
        """Open the palette of all commands."""
        self.command_box.open(palette=True)

    def show_command_box(self, text: str = "") -> None:
        """Open the box for a move, a position or a command."""
        self.command_box.open(text)

    @property
    def command_box(self) -> CommandBox:
        """The command box, made when it is first asked for."""
        if self._box is None:
            from viewer.window.command_palette import CommandBox

            self._box = CommandBox(
                self.session, self._whole, COMMANDS, self.perform, self.centralWidget()
            )
            self._box.finished.connect(self.focus_scene)
        return self._box

    def show_help(self, page: Literal["keys", "guide", "rules", "about"]) -> None:
        """Show a page of help beside the window."""
        from viewer.window.dialogs import about, help

        dialog: about.AboutBox | help.HelpPage
        if page == "about":
            dialog = about.AboutBox(self, application.log_file())
        elif page == "keys":
            dialog = help.HelpPage("Keys and commands", help.keys_html(help_sections()), self)
        else:
            position = self.session.position
            game = position.game.kind.name if position is not None else "partition"
            dialog = help.document_page(page, game, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def show_rule(self, rule: str) -> None:
        """Show the rules page of a game at a rule ("pyramid.md#end")."""
        from viewer.window.dialogs import help

        page, _, anchor = rule.partition("#")
        dialog = help.document_page("rules", page.removesuffix(".md"), self, anchor)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def toggle_panel(self, name: str) -> None:
        """Open or close a dock."""
        self.docks.toggle(name)
        self._settle.start()

    def open_panel(self, name: str) -> None:
        """Open a dock and bring it to the front."""
        self.docks.open(name)

    def is_panel_open(self, name: str) -> bool:
        """Tell whether a dock is open."""
        return self.docks.is_open(name)

    def pour(self) -> None:
        """Start or stop the pour at the corner shown."""
        self.docks.open("why")
        self.docks.panel("why").toggle_pour()

    def next_interesting(self, step: int) -> None:
        """Put the cursor on the next or previous interesting point."""
        from viewer.picture.lattice_cursor import following

        site = following(self.analysis.interesting(), self.scene.point, step)
        if site is None and self.analysis.hidden:
            self.area.say("Threats and plans are hidden: H shows them")
        elif site is None:
            self.area.say("There are no threats, plans or legal points to go to here")
        else:
            self.scene.set_cursor(site)

    def leave_scene(self) -> None:
        """Give the keyboard to the next panel that is open, else to the toolbar."""
        target = self.docks.first_focus() or self.bar
        target.setFocus(Qt.FocusReason.TabFocusReason)
        if target is self.bar:
            self.focusNextChild()

    def show_collection(self, path: Path) -> None:
        """Show a collection file or a folder in its dock, its first item where nothing is open."""
        from viewer.commands import collection_items

        path = path.expanduser().absolute()
        panel = self.docks.panel("collection")
        shown = panel.show_collection(path)
        self.docks.open("collection")
        front = self.session.document
        if path.is_file() and (front is None or front.path != path) and shown.entries:
            collection_items.open_item(self._whole, path, 0)
        elif front is None and shown.entries:
            collection_items.open_entry(self._whole, shown.entries[0])
        self.docks.open("collection")

    @property
    def poured(self) -> Pour | None:
        """What is poured now."""
        return self.docks.pour

    def show_pour(self, pour: Pour | None) -> None:
        """Lay a pour over the position; None: no more."""
        self.docks.pour = pour
        self._whole.show_overlays()

    @property
    def lesson_author(self) -> LessonAuthor:
        """What authors of lessons do."""
        return self.learning.lesson_author

    def show_puzzle_generator(self) -> None:
        """Show the window in which sets of puzzles are generated."""
        if self._puzzle_generator is None:
            from viewer.window.dialogs.puzzle_generator import Generating

            self._puzzle_generator = Generating(self._whole)
        self._puzzle_generator.appear()

    @property
    def puzzle_author(self) -> PuzzleAuthor:
        """What authors of puzzles do, made when it is first asked for."""
        return self.learning.puzzle_author

    @property
    def annotation_tool(self) -> AnnotationTool:
        """The mark tool, made with its strip when it is first asked for."""
        if self._annotation_tool is None:
            from viewer.commands.tools.annotation_tool import AnnotationTool
            from viewer.window.scene_view.annotation_bar import AnnotationBar

            self._annotation_tool = AnnotationTool(self.session, self._whole, self)
            bar = AnnotationBar(self._annotation_tool, self.area.tools, self.perform)
            self.area.floating.add_bar(bar)
            bar.resized.connect(self.area.floating.lay_out)
            self.area.tools.changed.connect(self.actions_.refresh)
        return self._annotation_tool

    @property
    def setup_tool(self) -> SetupTool:
        """The mode of setting up, made when it is first asked for."""
        if self._setup_tool is None:
            from viewer.commands.tools.setup_tool import SetupTool

            self._setup_tool = SetupTool(
                self.session, self._whole, lambda: self.docks.open("setup"), self
            )
            self.area.tools.changed.connect(self.actions_.refresh)
        return self._setup_tool

    @property
    def presentation(self) -> Presentation:
        """The presentation, made when it is first asked for."""
        if self._presentation is None:
            from viewer.window.presentation.presentation import Presentation

            self._presentation = Presentation(self._whole)
        return self._presentation

    @property
    def is_presenting(self) -> bool:
        """Whether a presentation is given."""
        return self._presentation is not None and self._presentation.is_on

    @property
    def is_annotating(self) -> bool:
        """Whether clicks mark."""
        return self._annotation_tool is not None and self._annotation_tool.is_on

    def toggle_full_screen(self) -> None:
        """Fill the screen, or be a window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)


def begun(sentence: str) -> str:
    """Return a sentence with a capital, unless it begins with a name on the board ("d2 is …")."""
    named = any(letter.isdigit() for letter in sentence.partition(" ")[0])
    return sentence if named else sentence[:1].upper() + sentence[1:]
