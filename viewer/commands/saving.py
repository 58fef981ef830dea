"""Saving and closing documents, and what a person is asked about it."""

from pathlib import Path

from viewer.commands.opening import remember
from viewer.commands.shell import Shell
from viewer.session.collections import SUFFIX
from viewer.session.document.document import Document
from viewer.session.document.titles import file_name
from viewer.session.errors import ChangedOnDiskError, SessionError
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.window.dialogs.requests import file_to_write


def save(shell: Shell) -> bool:
    """Save the active document, asking for a name when it has none; False when cancelled."""
    document = shell.session.document
    if document.path is None:
        return save_as(shell)
    _sign(shell)
    try:
        shell.session.save()
    except ChangedOnDiskError as error:
        return _settle(shell, document, document.path, error)
    remember(shell.chosen, document.path)
    return True


def save_as(shell: Shell) -> bool:
    """Ask for a name and save the active document under it; False when cancelled."""
    if shell.session.is_empty:
        raise SessionError("open a game first: there is nothing to save")
    document = shell.session.document
    suggested = last_folder(shell.chosen) / f"{suggested_name(document)}{SUFFIX}"
    return _save_under(shell, document.path or suggested)


def close(shell: Shell, index: int | None = None) -> bool:
    """Close a document, asking first when changes would be lost; False when it stays open."""
    if index is not None:
        shell.session.activate(index)
    document = shell.session.document
    if document.edited:
        answer = shell.ask.unsaved([document])
        if answer is None or (answer == "save" and not save(shell)):
            return False
    shell.session.close()
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


def _sign(shell: Shell) -> None:
    """Write into the headers who plays; engines that have played, where nobody is named."""
    document = shell.session.document
    if document.exercise is None:
        shell.session.note(shell.playing.opponents.sign(document.record.headers))


def _save_under(shell: Shell, suggested: Path) -> bool:
    path = file_to_write(shell.ask, suggested)
    if path is None:
        return False
    _sign(shell)
    shell.session.save_as(path)
    remember(shell.chosen, path)
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


def suggested_name(document: Document) -> str:
    """Return a name for the file of a document: its title, as file names may be written."""
    return file_name(document.kept.headers.get("title", "")) or file_name(document.title) or "game"


def last_folder(chosen: ChosenPreferences) -> Path:
    """Return the folder that was used last, the home folder where it is gone."""
    last = chosen.now.last_folder
    folder = Path(last) if last else Path.home()
    return folder if folder.is_dir() else Path.home()
