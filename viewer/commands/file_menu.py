"""File commands: begin, open, save and close documents; positions and pictures out and in."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication

from model.phrases import counted
from model.records.record import ROOT, path_to
from viewer.commands import picture_commands
from viewer.commands.beginning import Beginning
from viewer.commands.command import Command, always, in_session, is_open
from viewer.commands.opening import Opening
from viewer.commands.saving import Saving, last_folder
from viewer.commands.shell import Frame
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.toolbox import Toolbox
from viewer.session.collections import SUFFIX, make
from viewer.session.files import recent_files
from viewer.session.session import Session, SessionError
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.auxiliary_windows import AuxiliaryWindows
from viewer.window.dialogs.requests import Dialogs, file_to_write

_row = partial(Command, menu="File", enabled=is_open)


def _new(session: Session, chosen: ChosenPreferences, ask: Dialogs, beginning: Beginning) -> None:
    answer = ask.game_to_play(chosen.now)
    if answer is None:
        return
    name, options, preferred, has_opponent = answer
    session.new(name, options)
    chosen.change(**preferred)
    if has_opponent:
        beginning.play_by_choice(chosen.now)
    else:
        beginning.start_clock(chosen.now)


def _open(chosen: ChosenPreferences, ask: Dialogs, opening: Opening) -> None:
    path = ask.open_file(last_folder(chosen))
    if path is not None:
        opening.open_path(path)


def _open_folder(chosen: ChosenPreferences, ask: Dialogs, opening: Opening) -> None:
    path = ask.folder(last_folder(chosen))
    if path is not None:
        opening.open_path(path)


def _new_collection(
    session: Session,
    chosen: ChosenPreferences,
    ask: Dialogs,
    opening: Opening,
    *,
    active: bool = False,
) -> None:
    if not session.state.documents:
        raise SessionError("open a game, puzzle or lesson first")
    path = file_to_write(ask, last_folder(chosen) / f"collection{SUFFIX}")
    if path is None:
        return
    make(session, path, path.stem, active=active)
    opening.open_path(path)


def _open_recent(ask: Dialogs, opening: Opening) -> None:
    files = recent_files.load()
    if not files:
        raise SessionError("no file has been opened or saved yet")
    chosen = ask.choice("Open recent file", [str(path) for path in files])
    if chosen is not None:
        opening.open_path(files[chosen])


def _copy(session: Session, notices: Notices) -> None:
    QGuiApplication.clipboard().setText(session.copy_position())
    notices.say("Position copied")


def _paste(session: Session, notices: Notices, toolbox: Toolbox) -> None:
    if toolbox.setup.is_on:
        toolbox.setup.paste(QGuiApplication.clipboard().text())
    else:
        opened = session.paste(QGuiApplication.clipboard().text())
        if opened.node != ROOT:
            moves = len(path_to(opened.record, opened.node))
            notices.say(f"{counted(moves, 'move')} played from the start")


def _print(windows: AuxiliaryWindows, chosen: ChosenPreferences, scene: SceneView) -> None:
    from viewer.window.dialogs.export.export_forms import PaperForm

    windows.show_export(scene.fine_image(), last_folder(chosen), PaperForm)


def _export_picture(windows: AuxiliaryWindows, chosen: ChosenPreferences, scene: SceneView) -> None:
    from viewer.window.dialogs.export.export_forms import PictureForm

    windows.show_export(scene.fine_image(), last_folder(chosen), PictureForm)


def _quit(frame: Frame, saving: Saving) -> None:
    if saving.may_leave():
        frame.close_window()


def _turn(session: Session, step: int) -> None:
    session.activate((session.state.active + step) % len(session.state.documents))


def _turn_tabs(step: int) -> Command:
    if step > 0:
        name, title, keys = "next", "Next document", ("Ctrl+Tab", "Ctrl+PgDown")
    else:
        name, title, keys = "previous", "Previous document", ("Ctrl+Shift+Tab", "Ctrl+PgUp")
    turn = in_session(lambda session: _turn(session, step))
    several = in_session(lambda session: len(session.state.documents) > 1)
    return _row(f"file.{name}-document", title, turn, keys, enabled=several)


COMMANDS = (
    _row(
        "file.new",
        "New game…",
        lambda shell: _new(shell.session, shell.chosen, shell.ask, shell.beginning),
        ("Ctrl+N",),
        enabled=always,
        icon="new",
        help="Start a game: a pyramid of size 6 with free balls, unless you choose otherwise.",
    ),
    _row(
        "file.open",
        "Open…",
        lambda shell: _open(shell.chosen, shell.ask, shell.opening),
        ("Ctrl+O",),
        enabled=always,
        icon="open",
        help="Open a .pyramidion file in a new tab.",
    ),
    _row(
        "file.open-folder",
        "Open folder…",
        lambda shell: _open_folder(shell.chosen, shell.ask, shell.opening),
        enabled=always,
        help="Browse all files in a folder.",
    ),
    _row(
        "file.new-collection",
        "New collection of what is open…",
        lambda shell: _new_collection(shell.session, shell.chosen, shell.ask, shell.opening),
        help="Put all open documents into one file.",
    ),
    _row(
        "file.collection-of-this",
        "New collection of this document…",
        lambda shell: _new_collection(
            shell.session, shell.chosen, shell.ask, shell.opening, active=True
        ),
        help="Begin a collection with the active document; others can be added.",
    ),
    _row(
        "file.recent",
        "Open recent…",
        lambda shell: _open_recent(shell.ask, shell.opening),
        ("Ctrl+Shift+O",),
        enabled=always,
        icon="recent",
        help="Reopen a recent file.",
    ),
    _row(
        "file.save",
        "Save",
        lambda shell: shell.saving.save(),
        ("Ctrl+S",),
        icon="save",
        help="Save the game to its file.",
    ),
    _row(
        "file.save-as",
        "Save as…",
        lambda shell: shell.saving.save_as(),
        ("Ctrl+Shift+S",),
        help="Save the game to a new file.",
    ),
    _row(
        "file.copy-position",
        "Copy position",
        lambda shell: _copy(shell.session, shell.notices),
        ("Ctrl+Shift+C",),
        help="Put the position on the clipboard as one line of text.",
    ),
    _row(
        "file.paste-position",
        "Paste position",
        lambda shell: _paste(shell.session, shell.notices, shell.toolbox),
        ("Ctrl+Shift+V",),
        enabled=always,
        help="Open the position or the moves on the clipboard in a new tab.",
    ),
    _row(
        "file.export",
        "Export…",
        lambda shell: shell.auxiliary_windows.show_export(
            shell.scene.fine_image(), last_folder(shell.chosen)
        ),
        help="Write a file that others open without Pyramidion, such as a web page.",
    ),
    _row(
        "file.print",
        "Print…",
        lambda shell: _print(shell.auxiliary_windows, shell.chosen, shell.scene),
        ("Ctrl+P",),
        help="Make pages for paper of what is open: diagrams, worksheets, a booklet, a plan.",
    ),
    _row(
        "file.export-picture",
        "Export picture…",
        lambda shell: _export_picture(shell.auxiliary_windows, shell.chosen, shell.scene),
        ("Ctrl+E",),
        help="Save what the scene shows, or every step, as PNG pictures or SVG drawings.",
    ),
    *picture_commands.COMMANDS,
    _turn_tabs(1),
    _turn_tabs(-1),
    _row(
        "file.welcome",
        "Welcome page",
        lambda shell: shell.pages.turn_to(scene=False),
        enabled=always,
        help="Examples, recent files and quick games.",
    ),
    _row(
        "file.close",
        "Close",
        lambda shell: shell.saving.close(),
        ("Ctrl+W",),
        icon="close",
        help="Close this tab. You are asked first if changes would be lost.",
    ),
    _row(
        "file.quit",
        "Quit",
        lambda shell: _quit(shell.frame, shell.saving),
        ("Ctrl+Q",),
        enabled=always,
        help="Quit Pyramidion.",
    ),
)
