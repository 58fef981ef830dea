"""Edit commands: the history of the record, comments, variations, and the two undo keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication

from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.session import collections


def _can_undo(shell: Shell) -> bool:
    state = shell.session.state
    if state.partial or state.premove is not None:
        return True
    if shell.session.collections.to_undo(state.document) is not None:
        return True
    return state.document is not None and bool(state.document.done)


def _can_redo(shell: Shell) -> bool:
    document = shell.session.document
    if shell.session.collections.to_redo(document) is not None:
        return True
    return document is not None and bool(document.undone)


def _past_start(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and document.record.nodes[document.node].parent >= 0


def _has_view(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and document.record.nodes[document.node].view is not None


def _undo(shell: Shell) -> None:
    state = shell.session.state
    entering = bool(state.partial) or state.premove is not None
    if entering or not collections.undo(shell.session):
        shell.session.undo()


def _redo(shell: Shell) -> None:
    if not collections.redo(shell.session):
        shell.session.redo()


def _comment(shell: Shell) -> None:
    """Open the Moves dock and write the comment of the current move there."""
    from viewer.panels.moves.panel import MovesPanel

    shell.docks.open("moves")
    shell.docks.find("moves", MovesPanel).comment.edit()


def _title(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    before = document.record.headers.get("title", "")
    text = shell.ask.text("Title", "Title of the game:", before)
    if text is not None:
        shell.session.head("title", text.strip())


def _headers(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    players = shell.session.position_of(document).game.players
    chosen = shell.ask.headers(document, players)
    if chosen is not None:
        shell.session.heads(chosen)


def _copy_line(shell: Shell) -> None:
    QGuiApplication.clipboard().setText(shell.session.copy_line())
    shell.notices.say("The moves from here on are copied")


def _cut_line(shell: Shell) -> None:
    text = shell.session.copy_line()
    shell.session.delete()
    QGuiApplication.clipboard().setText(text)


def _paste_line(shell: Shell) -> None:
    shell.session.paste_line(QGuiApplication.clipboard().text())


def _sibling(step: int) -> Callable[[Shell], None]:
    def run(shell: Shell) -> None:
        if not shell.session.sibling(step):
            shell.notices.say("There is no variation here")

    return run


def _has_after(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and bool(document.record.nodes[document.node].children)


def _store_view(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    shell.session.store_view(document.view)


SETTINGS = (
    Command(
        "edit.settings",
        "Settings…",
        lambda shell: shell.auxiliary_windows.show_settings(),
        ("Ctrl+,",),
        "Edit",
        lambda shell: not shell.frame.is_presenting,
        help="Colours, text size, mouse and effects.",
    ),
)
"""The last row of the menu, after setting up."""

COMMANDS = (
    Command(
        "edit.undo",
        "Undo",
        _undo,
        ("Ctrl+Z",),
        "Edit",
        _can_undo,
        icon="undo",
        help="Undo the last edit and go to where it was made. A half-built move is cleared first.",
    ),
    Command(
        "edit.redo",
        "Redo",
        _redo,
        ("Ctrl+Y", "Ctrl+Shift+Z"),
        "Edit",
        _can_redo,
        icon="redo",
        help="Redo the edit you last undid.",
    ),
    Command(
        "edit.comment",
        "Comment",
        _comment,
        ("Ctrl+M",),
        "Edit",
        is_open,
        help="Comment on the current move, in the Moves dock.",
    ),
    Command(
        "edit.title",
        "Title…",
        _title,
        (),
        "Edit",
        is_open,
        help="Name the game.",
    ),
    Command(
        "edit.headers",
        "Players, date, event…",
        _headers,
        (),
        "Edit",
        is_open,
        help="Title, players, date, event, source and result.",
    ),
    Command(
        "edit.store-view",
        "Keep this view with the move",
        _store_view,
        (),
        "Edit",
        is_open,
        help="Anyone who comes to this move sees it as you do now.",
    ),
    Command(
        "edit.forget-view",
        "Delete the move's view",
        lambda shell: shell.session.store_view(None),
        (),
        "Edit",
        _has_view,
    ),
    Command(
        "edit.next-variation",
        "Next variation",
        _sibling(1),
        ("Ctrl+Down",),
        "Edit",
        _past_start,
        help="Go to the next alternative to this move.",
    ),
    Command(
        "edit.previous-variation",
        "Previous variation",
        _sibling(-1),
        ("Ctrl+Up",),
        "Edit",
        _past_start,
    ),
    Command(
        "edit.promote",
        "Promote variation",
        lambda shell: shell.session.promote(),
        (),
        "Edit",
        _past_start,
        help="Move this variation up one place.",
    ),
    Command(
        "edit.main-line",
        "Make main line",
        lambda shell: shell.session.make_main_line(),
        (),
        "Edit",
        _past_start,
        help="Make the current move part of the main line.",
    ),
    Command(
        "edit.copy-line",
        "Copy moves from here",
        _copy_line,
        (),
        "Edit",
        _past_start,
        help="Copy the current move and everything after it as text.",
    ),
    Command(
        "edit.cut-line",
        "Cut variation",
        _cut_line,
        ("Ctrl+Shift+X",),
        "Edit",
        _past_start,
        help="Cut the current move and everything after it to the clipboard.",
    ),
    Command(
        "edit.paste-line",
        "Paste moves",
        _paste_line,
        ("Ctrl+Shift+P",),
        "Edit",
        is_open,
        help="Play the moves on the clipboard from here, variations included.",
    ),
    Command(
        "edit.delete-after",
        "Delete what follows",
        lambda shell: shell.session.delete_after(),
        (),
        "Edit",
        _has_after,
        help="Delete all moves after the current one; Undo brings them back.",
    ),
    Command(
        "edit.delete",
        "Delete from here",
        lambda shell: shell.session.delete(),
        ("Ctrl+Del",),
        "Edit",
        _past_start,
        help="Delete the current move and everything after it; Undo brings it back.",
    ),
)
