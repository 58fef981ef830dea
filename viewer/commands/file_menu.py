"""File commands: begin, open, save and close documents; positions and pictures out and in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QGuiApplication, QImageWriter

from model.contract.hooks import hooks_of
from model.phrases import counted
from model.play.opponent import refusal
from model.records.record import ROOT, path_to
from viewer.commands.command import Command, is_open
from viewer.commands.computer_menu import play_by_choice, start_clock
from viewer.commands.opening import open_path, remember
from viewer.commands.shell import Shell
from viewer.session.collections import SUFFIX, make
from viewer.session.document.document import Document
from viewer.session.errors import ChangedOnDiskError
from viewer.session.files import recent_files
from viewer.session.files.document_files import write_picture
from viewer.session.session import SessionError
from viewer.window.dialogs.requests import completed, file_to_write

MOST_NAME = 80
"""Letters of a title that become the name of a file."""


def save_as(shell: Shell) -> bool:
    """Ask for a name and save the active document under it; False when cancelled."""
    document = shell.session.document
    if document is None:
        raise SessionError("nothing is open to save")
    return _save_under(
        shell, document.path or _folder(shell) / f"{suggested_name(document)}{SUFFIX}"
    )


def suggested_name(document: Document) -> str:
    """Return a name for the file of a document: its title, as file names may be written."""
    title = document.kept.headers.get("title", "") or document.title
    name = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", title)
    return " ".join(name.split()).strip(". ")[:MOST_NAME].rstrip(". ") or document.title


def _sign(shell: Shell) -> None:
    """Write into the headers who plays, and which engines have played where nobody is named."""
    document = shell.session.document
    if document is None or document.run is not None:
        return
    shell.session.note(shell.playing.opponents.sign(document.record.headers))


def _save_under(shell: Shell, suggested: Path) -> bool:
    path = file_to_write(shell.ask, suggested)
    if path is None:
        return False
    _sign(shell)
    shell.session.save_as(path)
    remember(shell, path)
    return True


def save(shell: Shell) -> bool:
    """Save the active document, asking for a name when it has none; False when cancelled."""
    document = shell.session.document
    if document is None or document.path is None:
        return save_as(shell)
    _sign(shell)
    try:
        shell.session.save()
    except ChangedOnDiskError as error:
        return _settle(shell, document, document.path, error)
    remember(shell, document.path)
    return True


def _settle(shell: Shell, document: Document, path: Path, error: ChangedOnDiskError) -> bool:
    """Ask what becomes of a document whose file was changed; returns whether it was saved."""
    answer = shell.ask.changed(path)
    if answer == "elsewhere":
        return _save_under(shell, path.with_name(f"{path.stem} (mine){path.suffix or SUFFIX}"))
    if answer is None:
        raise error
    shell.session.open_copy(path, document.item)
    shell.notices.say(
        "This is the file as it is on disk. Your own game is in its own tab, not yet saved"
    )
    return False


def close(shell: Shell, index: int | None = None) -> bool:
    """Close a document, asking first when changes would be lost; False when it stays open."""
    session = shell.session
    if index is not None:
        session.activate(index)
    document = session.document
    if document is None:
        return True
    if document.edited:
        answer = shell.ask.unsaved([document])
        if answer is None or (answer == "save" and not save(shell)):
            return False
    session.close()
    return True


def may_leave(shell: Shell) -> bool:
    """Ask about all unsaved changes before the window closes; False when it must stay."""
    session = shell.session
    edited = [document for document in session.state.documents if document.edited]
    if not edited:
        return True
    answer = shell.ask.unsaved(edited)
    if answer is None:
        return False
    for document in edited:
        index = [other.key for other in session.state.documents].index(document.key)
        if answer == "discard":
            # Closed, so that the journal does not offer them at the next start.
            session.close(index)
            continue
        session.activate(index)
        if not save(shell):
            return False
    return True


def _folder(shell: Shell) -> Path:
    chosen = shell.chosen.now.last_folder
    folder = Path(chosen) if chosen else Path.home()
    return folder if folder.is_dir() else Path.home()


def _new(shell: Shell) -> None:
    chosen = shell.ask.game_to_play(shell.chosen.now)
    if chosen is None:
        return
    name, options, preferred, has_opponent = chosen
    shell.session.new(name, options)
    shell.chosen.choose(replace(shell.chosen.now, **preferred))
    if has_opponent:
        play_by_choice(shell)
    else:
        start_clock(shell, shell.chosen.now)


def begin(shell: Shell, name: str, options: Mapping[str, str]) -> None:
    """Begin a game with the opponent and the clock that are chosen; it is remembered."""
    shell.session.new(name, options)
    shell.chosen.choose(replace(shell.chosen.now, game=name, game_options=dict(options)))
    position = shell.session.position
    others = position is not None and len(hooks_of(position.game.kind).seated(position.game)) > 1
    # One clock is chosen for all games; where each choice has its time, it says whether that runs.
    chosen = replace(shell.chosen.now, choice_clock=shell.chosen.now.clock_minutes > 0)
    if position is None or not others or refusal(position.game) or chosen.alone:
        start_clock(shell, chosen)
    else:
        play_by_choice(shell, chosen)


def _open(shell: Shell) -> None:
    path = shell.ask.open_file(_folder(shell))
    if path is not None:
        open_path(shell, path)


def _open_folder(shell: Shell) -> None:
    path = shell.ask.folder(_folder(shell))
    if path is not None:
        open_path(shell, path)


def _new_collection(shell: Shell, *, active: bool = False) -> None:
    if not shell.session.state.documents:
        raise SessionError("nothing is open to put into a collection")
    path = file_to_write(shell.ask, _folder(shell) / f"collection{SUFFIX}")
    if path is None:
        return
    make(shell.session, path, path.stem, active=active)
    open_path(shell, path)


def _open_recent(shell: Shell) -> None:
    files = recent_files.load()
    if not files:
        raise SessionError("no file has been opened or saved yet")
    chosen = shell.ask.choice("Open recent file", [str(path) for path in files])
    if chosen is not None:
        open_path(shell, files[chosen])


def _save(shell: Shell) -> None:
    save(shell)


def _save_as(shell: Shell) -> None:
    save_as(shell)


def _close(shell: Shell) -> None:
    close(shell)


def _copy(shell: Shell) -> None:
    QGuiApplication.clipboard().setText(shell.session.copy_position())
    shell.notices.say("Position copied")


def _paste(shell: Shell) -> None:
    if shell.toolbox.setup.is_on:
        shell.toolbox.setup.paste(QGuiApplication.clipboard().text())
    else:
        opened = shell.session.paste(QGuiApplication.clipboard().text())
        if opened.node != ROOT:
            moves = len(path_to(opened.record, opened.node))
            shell.notices.say(f"{counted(moves, 'move')} played from the start")


def _export(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    path = shell.ask.picture_file(_folder(shell) / f"{suggested_name(document)}.png")
    path = None if path is None else completed(shell.ask, path, ".png")
    if path is not None:
        _write_picture(shell, path)
        shell.notices.say(f"Picture saved as {path}")


def _write_picture(shell: Shell, path: Path) -> None:
    """Write what the scene shows as a picture, whole or not at all."""
    data = QByteArray()
    buffer = QBuffer(data)  # which the writer does not keep
    kind = path.suffix.removeprefix(".").encode()
    if not QImageWriter(buffer, kind).write(shell.scene.fine_image()):
        raise SessionError(f"{path}: pictures of this kind cannot be saved; use .png")
    write_picture(path, bytes(data.data()))


def _copy_picture(shell: Shell) -> None:
    QGuiApplication.clipboard().setImage(shell.scene.fine_image())
    shell.notices.say("Picture copied")


def _quit(shell: Shell) -> None:
    if may_leave(shell):
        shell.frame.close_window()


def _turn_tabs(step: int) -> Command:
    def run(shell: Shell) -> None:
        state = shell.session.state
        shell.session.activate((state.active + step) % len(state.documents))

    def several(shell: Shell) -> bool:
        return len(shell.session.state.documents) > 1

    if step > 0:
        name, title, keys = "next", "Next document", ("Ctrl+Tab", "Ctrl+PgDown")
    else:
        name, title, keys = "previous", "Previous document", ("Ctrl+Shift+Tab", "Ctrl+PgUp")
    return Command(f"file.{name}-document", title, run, keys, "File", several)


COMMANDS = (
    Command(
        "file.new",
        "New game…",
        _new,
        ("Ctrl+N",),
        "File",
        icon="new",
        help="Start a game: a pyramid of size 6 with free balls, unless you choose otherwise.",
    ),
    Command(
        "file.open",
        "Open…",
        _open,
        ("Ctrl+O",),
        "File",
        icon="open",
        help="Open a .pyramidion file in a new tab.",
    ),
    Command(
        "file.open-folder",
        "Open folder…",
        _open_folder,
        (),
        "File",
        help="Browse all files in a folder.",
    ),
    Command(
        "file.new-collection",
        "New collection of what is open…",
        _new_collection,
        (),
        "File",
        is_open,
        help="Put all open documents into one file.",
    ),
    Command(
        "file.collection-of-this",
        "New collection of this document…",
        lambda shell: _new_collection(shell, active=True),
        (),
        "File",
        is_open,
        help="Begin a collection with the active document; others can be added.",
    ),
    Command(
        "file.recent",
        "Open recent…",
        _open_recent,
        ("Ctrl+Shift+O",),
        "File",
        icon="recent",
        help="Reopen a recent file.",
    ),
    Command(
        "file.save",
        "Save",
        _save,
        ("Ctrl+S",),
        "File",
        is_open,
        icon="save",
        help="Save the game to its file.",
    ),
    Command(
        "file.save-as",
        "Save as…",
        _save_as,
        ("Ctrl+Shift+S",),
        "File",
        is_open,
        help="Save the game to a new file.",
    ),
    Command(
        "file.copy-position",
        "Copy position",
        _copy,
        ("Ctrl+Shift+C",),
        "File",
        is_open,
        help="Put the position on the clipboard as one line of text.",
    ),
    Command(
        "file.paste-position",
        "Paste position",
        _paste,
        ("Ctrl+Shift+V",),
        "File",
        help="Open the position or the moves on the clipboard in a new tab.",
    ),
    Command(
        "file.export-picture",
        "Export picture…",
        _export,
        ("Ctrl+E",),
        "File",
        is_open,
        help="Save what the scene shows as a PNG picture.",
    ),
    Command(
        "file.copy-picture",
        "Copy picture",
        _copy_picture,
        ("Ctrl+Alt+C",),
        "File",
        is_open,
        help="Copy what the scene shows to the clipboard, as a picture.",
    ),
    _turn_tabs(1),
    _turn_tabs(-1),
    Command(
        "file.welcome",
        "Welcome page",
        lambda shell: shell.pages.turn_to(scene=False),
        (),
        "File",
        help="Examples, recent files and quick games.",
    ),
    Command(
        "file.close",
        "Close",
        _close,
        ("Ctrl+W",),
        "File",
        is_open,
        icon="close",
        help="Close this tab; asks first when changes would be lost.",
    ),
    Command("file.quit", "Quit", _quit, ("Ctrl+Q",), "File", help="Quit Pyramidion."),
)
