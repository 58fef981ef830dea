"""Edit commands: the history of the record, comments, variations, and the two undo keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from viewer.commands.command import Command, in_session, is_open, or_say
from viewer.session import collections
from viewer.session.session import Session

if TYPE_CHECKING:
    from viewer.widgets.notices import Notices
    from viewer.window.dialogs.requests import Dialogs
    from viewer.window.docks import Docks

_ALONE = "There is no variation here"


def _can_undo(session: Session) -> bool:
    state = session.state
    if state.partial or state.premove is not None:
        return True
    if session.collections.to_undo(state.document) is not None:
        return True
    return state.document is not None and bool(state.document.done)


def _can_redo(session: Session) -> bool:
    document = session.document
    if session.collections.to_redo(document) is not None:
        return True
    return document is not None and bool(document.undone)


def _past_start(session: Session) -> bool:
    document = session.document
    return document is not None and document.record.nodes[document.node].parent >= 0


def _has_view(session: Session) -> bool:
    document = session.document
    return document is not None and document.record.nodes[document.node].view is not None


def _undo(session: Session) -> None:
    state = session.state
    entering = bool(state.partial) or state.premove is not None
    if entering or not collections.undo(session):
        session.undo()


def _redo(session: Session) -> None:
    if not collections.redo(session):
        session.redo()


def _comment(docks: Docks) -> None:
    """Open the Moves dock and write the comment of the current move there."""
    from viewer.panels.moves.panel import MovesPanel

    docks.open("moves")
    docks.find("moves", MovesPanel).comment.edit()


def _title(session: Session, ask: Dialogs) -> None:
    document = session.document
    assert document is not None
    before = document.record.headers.get("title", "")
    text = ask.text("Title", "Title of the game:", before)
    if text is not None:
        session.head("title", text.strip())


def _headers(session: Session, ask: Dialogs) -> None:
    document = session.document
    assert document is not None
    players = session.position_of(document).game.players
    chosen = ask.headers(document, players)
    if chosen is not None:
        session.heads(chosen)


def _copy_line(session: Session, notices: Notices) -> None:
    QGuiApplication.clipboard().setText(session.copy_line())
    notices.say("The moves from here on are copied")


def _cut_line(session: Session) -> None:
    text = session.copy_line()
    session.delete()
    QGuiApplication.clipboard().setText(text)


def _paste_line(session: Session) -> None:
    session.paste_line(QGuiApplication.clipboard().text())


def _has_after(session: Session) -> bool:
    document = session.document
    return document is not None and bool(document.record.nodes[document.node].children)


def _store_view(session: Session) -> None:
    document = session.document
    assert document is not None
    session.store_view(document.view)


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
        in_session(_undo),
        ("Ctrl+Z",),
        "Edit",
        in_session(_can_undo),
        icon="undo",
        help="Undo the last edit and go to where it was made. A half-built move is cleared first.",
    ),
    Command(
        "edit.redo",
        "Redo",
        in_session(_redo),
        ("Ctrl+Y", "Ctrl+Shift+Z"),
        "Edit",
        in_session(_can_redo),
        icon="redo",
        help="Redo the edit you last undid.",
    ),
    Command(
        "edit.comment",
        "Comment",
        lambda shell: _comment(shell.docks),
        ("Ctrl+M",),
        "Edit",
        is_open,
        help="Comment on the current move, in the Moves dock.",
    ),
    Command(
        "edit.title",
        "Title…",
        lambda shell: _title(shell.session, shell.ask),
        (),
        "Edit",
        is_open,
        help="Name the game.",
    ),
    Command(
        "edit.headers",
        "Players, date, event…",
        lambda shell: _headers(shell.session, shell.ask),
        (),
        "Edit",
        is_open,
        help="Title, players, date, event, source and result.",
    ),
    Command(
        "edit.store-view",
        "Keep this view with the move",
        in_session(_store_view),
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
        in_session(_has_view),
    ),
    Command(
        "edit.next-variation",
        "Next variation",
        or_say(lambda session: session.sibling(1), _ALONE),
        ("Ctrl+Down",),
        "Edit",
        in_session(_past_start),
        help="Go to the next alternative to this move.",
    ),
    Command(
        "edit.previous-variation",
        "Previous variation",
        or_say(lambda session: session.sibling(-1), _ALONE),
        ("Ctrl+Up",),
        "Edit",
        in_session(_past_start),
    ),
    Command(
        "edit.promote",
        "Promote variation",
        in_session(Session.promote),
        (),
        "Edit",
        in_session(_past_start),
        help="Move this variation up one place.",
    ),
    Command(
        "edit.main-line",
        "Make main line",
        in_session(Session.make_main_line),
        (),
        "Edit",
        in_session(_past_start),
        help="Make the current move part of the main line.",
    ),
    Command(
        "edit.copy-line",
        "Copy moves from here",
        lambda shell: _copy_line(shell.session, shell.notices),
        (),
        "Edit",
        in_session(_past_start),
        help="Copy the current move and everything after it as text.",
    ),
    Command(
        "edit.cut-line",
        "Cut variation",
        in_session(_cut_line),
        ("Ctrl+Shift+X",),
        "Edit",
        in_session(_past_start),
        help="Cut the current move and everything after it to the clipboard.",
    ),
    Command(
        "edit.paste-line",
        "Paste moves",
        in_session(_paste_line),
        ("Ctrl+Shift+P",),
        "Edit",
        is_open,
        help="Play the moves on the clipboard from here, variations included.",
    ),
    Command(
        "edit.delete-after",
        "Delete what follows",
        in_session(Session.delete_after),
        (),
        "Edit",
        in_session(_has_after),
        help="Delete all moves after the current one; Undo brings them back.",
    ),
    Command(
        "edit.delete",
        "Delete from here",
        in_session(Session.delete),
        ("Ctrl+Del",),
        "Edit",
        in_session(_past_start),
        help="Delete the current move and everything after it; Undo brings it back.",
    ),
)
