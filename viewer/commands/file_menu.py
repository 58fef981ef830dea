"""File commands: begin, open, save and close documents; positions and pictures out and in."""

from functools import partial

from PySide6.QtGui import QGuiApplication

from model.notation.tokens import read_number
from model.phrases import counted, shown
from model.positions import describe
from model.records.record import ROOT, path_to
from viewer.commands import beginning, opening, saving
from viewer.commands.command import Command, in_session, is_open
from viewer.commands.saving import last_folder
from viewer.commands.shell import Shell
from viewer.session.collections import SUFFIX, make
from viewer.session.files import recent_files
from viewer.session.session import SessionError
from viewer.window.dialogs.requests import file_to_write

_row = partial(Command, menu="File", enabled=is_open)
_any_row = partial(Command, menu="File")


def _new(shell: Shell) -> None:
    chosen = shell.chosen
    answer = shell.ask.game_to_play(chosen.now)
    if answer is None:
        return
    name, options, preferred, has_opponent = answer
    shell.session.new(name, options)
    chosen.change(**preferred)
    if has_opponent:
        beginning.play_by_choice(shell, chosen.now)
    else:
        beginning.start_clock(shell, chosen.now)


def _open(shell: Shell) -> None:
    path = shell.ask.open_file(last_folder(shell.chosen))
    if path is not None:
        opening.open_path(shell, path)


def _open_folder(shell: Shell) -> None:
    path = shell.ask.folder(last_folder(shell.chosen))
    if path is not None:
        opening.open_path(shell, path)


def _new_collection(shell: Shell, *, active: bool = False) -> None:
    if not shell.session.state.documents:
        raise SessionError("open a game, puzzle or lesson first")
    path = file_to_write(shell.ask, last_folder(shell.chosen) / f"collection{SUFFIX}")
    if path is None:
        return
    make(shell.session, path, path.stem, active=active)
    opening.open_path(shell, path)


def _open_recent(shell: Shell) -> None:
    files = recent_files.load()
    if not files:
        raise SessionError("no file has been opened or saved yet")
    chosen = shell.ask.choice("Open recent file", [str(path) for path in files])
    if chosen is not None:
        opening.open_path(shell, files[chosen])


def _copy_position(shell: Shell) -> None:
    QGuiApplication.clipboard().setText(shell.session.copy_position())
    shell.notices.say("Position copied")


def _copy_words(shell: Shell) -> None:
    QGuiApplication.clipboard().setText(describe.position(shell.session.position))
    shell.notices.say("The position is copied in words")


def _paste(shell: Shell) -> None:
    if shell.toolbox.setup.is_on:
        shell.toolbox.setup.paste(QGuiApplication.clipboard().text())
    else:
        opened = shell.session.paste(QGuiApplication.clipboard().text())
        if opened.node != ROOT:
            moves = len(path_to(opened.record, opened.node))
            shell.notices.say(f"{counted(moves, 'move')} played from the start")


def _export(shell: Shell, kind: str = "") -> None:
    shell.auxiliary_windows.show_export(shell.scene.fine_image(), last_folder(shell.chosen), kind)


def _turn_tabs(step: int) -> Command:
    if step > 0:
        name, title, keys = "next", "Next document", ("Ctrl+Tab", "Ctrl+PgDown")
    else:
        name, title, keys = "previous", "Previous document", ("Ctrl+Shift+Tab", "Ctrl+PgUp")
    turn = in_session(
        lambda session: session.activate(
            (session.state.active + step) % len(session.state.documents)
        )
    )
    several = in_session(lambda session: len(session.state.documents) > 1)
    return _row(f"file.{name}-document", title, turn, keys, enabled=several)


def _quit(shell: Shell) -> None:
    if saving.may_leave(shell):
        shell.frame.close_window()


# -- copying what the scene shows ------------------------------------------------------------------

SIZES = (
    ("screen", "Copy as on the screen", ""),
    ("1080p", "Copy at 1920 × 1080", "1920x1080"),
    ("4k", "Copy at 3840 × 2160 (4K)", "3840x2160"),
    ("square", "Copy as a square, 2048 × 2048", "2048x2048"),
)
"""What commands are called after, what menus say, and what the preferences keep."""

_SIDES = range(16, 8193)
_size_row = partial(Command, menu="File/Copy picture in size", enabled=is_open)


def _copy_picture(shell: Shell, size: str | None = None) -> None:
    """Copy it in this size, now and from now on; in that of before where none is given."""
    if size is not None:
        shell.chosen.change(picture_size=size)
    size = shell.chosen.now.picture_size
    if size:
        shell.pictures.copy(_size_of(size))
        return
    QGuiApplication.clipboard().setImage(shell.scene.fine_image())
    shell.notices.say("Picture copied")


def _copy_in_own(shell: Shell) -> None:
    asked = shell.ask.text(
        "Copy picture", "Width x height in pixels:", shell.chosen.now.picture_size or "1600x1200"
    )
    if asked is not None:
        width, height = _size_of(asked)
        _copy_picture(shell, f"{width}x{height}")


def _size_of(text: str) -> tuple[int, int]:
    first, _, second = text.replace("×", "x").lower().partition("x")
    width, height = (read_number(word.strip()) or 0 for word in (first, second))
    if width not in _SIDES or height not in _SIDES:
        raise SessionError(
            f"{shown(text)} is not a size in pixels, such as 1920x1080: "
            f"{_SIDES[0]} to {_SIDES[-1]} each"
        )
    return width, height


def _copy_in(name: str, title: str, size: str) -> Command:
    return _size_row(
        f"file.copy-picture-{name}",
        title,
        lambda shell: _copy_picture(shell, size),
        checked=lambda shell: shell.chosen.now.picture_size == size,
        help="Copy what the scene shows in this size, now and from now on.",
    )


PICTURES = (
    _row(
        "file.copy-picture",
        "Copy picture",
        _copy_picture,
        ("Ctrl+Alt+C",),
        help="Copy what the scene shows to the clipboard, as a picture in the size chosen last.",
    ),
    *(_copy_in(*one) for one in SIZES),
    _size_row(
        "file.copy-picture-own",
        "Copy in your own size…",
        _copy_in_own,
        checked=lambda shell: shell.chosen.now.picture_size not in {size for _, _, size in SIZES},
        help="Copy what the scene shows in a size of your own, now and from now on.",
    ),
)


COMMANDS = (
    _any_row(
        "file.new",
        "New game…",
        _new,
        ("Ctrl+N",),
        icon="new",
        help="Start a game: a pyramid of size 6 with free balls, unless you choose otherwise.",
    ),
    _any_row(
        "file.open",
        "Open…",
        _open,
        ("Ctrl+O",),
        icon="open",
        help="Open a .pyramidion file in a new tab.",
    ),
    _any_row(
        "file.open-folder", "Open folder…", _open_folder, help="Browse all files in a folder."
    ),
    _row(
        "file.new-collection",
        "New collection of what is open…",
        _new_collection,
        help="Put all open documents into one file.",
    ),
    _row(
        "file.collection-of-this",
        "New collection of this document…",
        lambda shell: _new_collection(shell, active=True),
        help="Begin a collection with the active document; others can be added.",
    ),
    _any_row(
        "file.recent",
        "Open recent…",
        _open_recent,
        ("Ctrl+Shift+O",),
        icon="recent",
        help="Reopen a recent file.",
    ),
    _row(
        "file.save",
        "Save",
        saving.save,
        ("Ctrl+S",),
        icon="save",
        help="Save the game to its file.",
    ),
    _row(
        "file.save-as",
        "Save as…",
        saving.save_as,
        ("Ctrl+Shift+S",),
        help="Save the game to a new file.",
    ),
    _row(
        "file.copy-position",
        "Copy position",
        _copy_position,
        ("Ctrl+Shift+C",),
        help="Put the position on the clipboard as one line of text.",
    ),
    _row(
        "file.copy-words",
        "Copy position in words",
        _copy_words,
        menu="Edit/Whole position",
        help="What stands where, level by level, whose turn it is, and what is counted.",
    ),
    _any_row(
        "file.paste-position",
        "Paste position",
        _paste,
        ("Ctrl+Shift+V",),
        help="Open the position or the moves on the clipboard in a new tab.",
    ),
    _row(
        "file.export",
        "Export…",
        _export,
        help="Write a file that others open without Pyramidion, such as a web page.",
    ),
    _row(
        "file.print",
        "Print…",
        lambda shell: _export(shell, "PDF for print"),
        ("Ctrl+P",),
        help="Make pages for paper of what is open: diagrams, worksheets, a booklet, a plan.",
    ),
    _row(
        "file.export-picture",
        "Export picture…",
        lambda shell: _export(shell, "Picture"),
        ("Ctrl+E",),
        help="Save what the scene shows, or every step, as PNG pictures or SVG drawings.",
    ),
    *PICTURES,
    _turn_tabs(1),
    _turn_tabs(-1),
    _any_row(
        "file.welcome",
        "Welcome page",
        lambda shell: shell.pages.turn_to(scene=False),
        help="Examples, recent files and quick games.",
    ),
    _row(
        "file.close",
        "Close",
        saving.close,
        ("Ctrl+W",),
        icon="close",
        help="Close this tab. You are asked first if changes would be lost.",
    ),
    _any_row("file.quit", "Quit", _quit, ("Ctrl+Q",), help="Quit Pyramidion."),
)
