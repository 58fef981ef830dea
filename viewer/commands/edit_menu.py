"""Edit commands: the history of the record, comments, variations, undo; setting up positions."""

from functools import partial

from PySide6.QtGui import QGuiApplication

from model.contract.hooks import hooks_of
from viewer.commands.command import Command, in_session, is_open, or_say
from viewer.commands.shell import Shell
from viewer.session import collections
from viewer.session.session import Session, SessionError

_row = partial(Command, menu="Edit", enabled=is_open)


_ALONE = "There is no variation here"


def _can_undo(session: Session) -> bool:
    state = session.state
    if state.partial or state.premove is not None or state.document.done:
        return True
    return session.collections.following(state.document, redone=False) is not None


def _can_redo(session: Session) -> bool:
    document = session.document
    if session.collections.following(document, redone=True) is not None:
        return True
    return bool(document.undone)


def _past_start(session: Session) -> bool:
    document = session.document
    return document.record.nodes[document.node].parent >= 0


_line_row = partial(Command, menu="Edit", enabled=in_session(_past_start))


def _has_view(session: Session) -> bool:
    document = session.document
    return document.record.nodes[document.node].view is not None


def _undo(shell: Shell) -> None:
    session = shell.session
    state = session.state
    if state.partial or state.premove is not None:
        session.undo()
    elif not collections.undo(session):
        shell.playing.opponents.undo()


def _comment(shell: Shell) -> None:
    """Open the Moves dock and write the comment of the current move there."""
    from viewer.panels.moves.panel import MovesPanel

    shell.docks.open("moves")
    shell.docks.find("moves", MovesPanel).comment.edit()


def _title(shell: Shell) -> None:
    before = shell.session.document.record.headers.get("title", "")
    text = shell.ask.text("Title", "Title of the game:", before)
    if text not in (None, before):
        shell.session.head("title", text.strip())


def _headers(shell: Shell) -> None:
    session = shell.session
    chosen = shell.ask.headers(session.document, session.position.game.players)
    if chosen is not None:
        session.heads(chosen)


def _copy_line(shell: Shell) -> None:
    QGuiApplication.clipboard().setText(shell.session.copy_line())
    shell.notices.say("The moves from here on are copied")


def _cut_line(session: Session) -> None:
    text = session.copy_line()
    session.delete()
    QGuiApplication.clipboard().setText(text)


def _has_after(session: Session) -> bool:
    document = session.document
    return bool(document.record.nodes[document.node].children)


# -- setting up ------------------------------------------------------------------------------------

_setup_row = partial(Command, menu="Edit/Whole position", enabled=is_open)


def _transform(shell: Shell) -> None:
    position = shell.session.position
    if hooks_of(position.game.kind).stacks is not None:
        raise SessionError(f"positions of {position.game.kind.title} are not turned or mirrored")
    chosen = shell.ask.transform(position)
    if chosen is not None:
        shell.toolbox.setup.transform(chosen[0], exchange=chosen[1])


COMMANDS = (
    _row(
        "edit.undo",
        "Undo",
        _undo,
        ("Ctrl+Z",),
        enabled=in_session(_can_undo),
        icon="undo",
        help="Undo the last edit and go to where it was made; against the computer, its move and "
        "yours. A half-built move is cleared first.",
    ),
    _row(
        "edit.redo",
        "Redo",
        lambda shell: collections.redo(shell.session) or shell.playing.opponents.redo(),
        ("Ctrl+Y", "Ctrl+Shift+Z"),
        enabled=in_session(_can_redo),
        icon="redo",
        help="Redo the edit you last undid.",
    ),
    _row(
        "edit.comment",
        "Comment",
        _comment,
        ("Ctrl+M",),
        help="Comment on the current move, in the Moves dock.",
    ),
    _row("edit.title", "Title…", _title, help="Name the game."),
    _row(
        "edit.headers",
        "Players, date, event…",
        _headers,
        help="Title, players, date, event, source and result.",
    ),
    _row(
        "edit.store-view",
        "Keep this view with the move",
        in_session(lambda session: session.store_view(session.document.view)),
        help="Anyone who comes to this move sees it as you do now.",
    ),
    _row(
        "edit.forget-view",
        "Delete the move's view",
        lambda shell: shell.session.store_view(None),
        enabled=in_session(_has_view),
    ),
    _line_row(
        "edit.next-variation",
        "Next variation",
        or_say(lambda session: session.sibling(1), _ALONE),
        ("Ctrl+Down",),
        help="Go to the next alternative to this move.",
    ),
    _line_row(
        "edit.previous-variation",
        "Previous variation",
        or_say(lambda session: session.sibling(-1), _ALONE),
        ("Ctrl+Up",),
    ),
    _line_row(
        "edit.promote",
        "Promote variation",
        in_session(Session.promote),
        help="Move this variation up one place.",
    ),
    _line_row(
        "edit.main-line",
        "Make main line",
        in_session(Session.make_main_line),
        help="Make the current move part of the main line.",
    ),
    _line_row(
        "edit.copy-line",
        "Copy moves from here",
        _copy_line,
        help="Copy the current move and everything after it as text.",
    ),
    _line_row(
        "edit.cut-line",
        "Cut variation",
        in_session(_cut_line),
        ("Ctrl+Shift+X",),
        help="Cut the current move and everything after it to the clipboard.",
    ),
    _row(
        "edit.paste-line",
        "Paste moves",
        lambda shell: shell.session.paste_line(QGuiApplication.clipboard().text()),
        ("Ctrl+Shift+P",),
        help="Play the moves on the clipboard from here, variations included.",
    ),
    _row(
        "edit.delete-after",
        "Delete what follows",
        in_session(Session.delete_after),
        enabled=in_session(_has_after),
        help="Delete all moves after the current one; Undo brings them back.",
    ),
    _line_row(
        "edit.delete",
        "Delete from here",
        in_session(Session.delete),
        ("Ctrl+Del",),
        help="Delete the current move and everything after it; Undo brings it back.",
    ),
    _setup_row(
        "setup.mode",
        "Set up a position",
        lambda shell: shell.toolbox.setup.switch(),
        ("Ctrl+U",),
        menu="Edit",
        checked=lambda shell: shell.toolbox.setup.is_on,
        help="Click to place or remove pieces. Dragging still turns the view.",
    ),
    _setup_row(
        "setup.next-brush",
        "Next brush",
        lambda shell: shell.toolbox.setup.next_brush(),
        ("B",),
        enabled=lambda shell: is_open(shell) and shell.toolbox.setup.is_on,
        scope="board",
        help="Take the next brush: what a click or a stroke on the level maps puts there.",
    ),
    _setup_row(
        "setup.transform",
        "Turn, mirror, swap colours…",
        _transform,
        ("Ctrl+T",),
        help="Turn or mirror the whole position, or swap its colours.",
    ),
    _setup_row(
        "setup.clear",
        "Clear the board",
        lambda shell: shell.toolbox.setup.clear(),
        help="Remove every piece from the board.",
    ),
    _row(
        "edit.settings",
        "Settings…",
        lambda shell: shell.auxiliary_windows.show_settings(),
        ("Ctrl+,",),
        enabled=lambda shell: not shell.frame.is_presenting,
        help="Colours, text size, mouse and effects.",
    ),
)
