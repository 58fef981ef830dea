"""Saving and closing documents, and what a person is asked about it."""

from pathlib import Path

from viewer.analysis.playing.opponents import Opponents
from viewer.commands.opening import remember
from viewer.session.collections import SUFFIX
from viewer.session.document.document import Document
from viewer.session.document.titles import file_name
from viewer.session.errors import ChangedOnDiskError, SessionError
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.dialogs.requests import Dialogs, file_to_write


class Saving:
    """Saves and closes documents; what would be lost is asked about."""

    def __init__(
        self,
        session: Session,
        chosen: ChosenPreferences,
        notices: Notices,
        ask: Dialogs,
        opponents: Opponents,
    ) -> None:
        self._session, self._chosen, self._notices = session, chosen, notices
        self._ask, self._opponents = ask, opponents

    def save(self) -> bool:
        """Save the active document, asking for a name when it has none; False when cancelled."""
        document = self._session.document
        if document.path is None:
            return self.save_as()
        self._sign()
        try:
            self._session.save()
        except ChangedOnDiskError as error:
            return self._settle(document, document.path, error)
        remember(self._chosen, document.path)
        return True

    def save_as(self) -> bool:
        """Ask for a name and save the active document under it; False when cancelled."""
        if self._session.is_empty:
            raise SessionError("open a game first: there is nothing to save")
        return self._save_under(self._session.document.path or self.suggested(SUFFIX))

    def suggested(self, suffix: str) -> Path:
        """Return where the active document would be written, by its name, as a file of a kind."""
        return last_folder(self._chosen) / f"{suggested_name(self._session.document)}{suffix}"

    def close(self, index: int | None = None) -> bool:
        """Close a document, asking first when changes would be lost; False when it stays open."""
        if index is not None:
            self._session.activate(index)
        document = self._session.document
        if document.edited:
            answer = self._ask.unsaved([document])
            if answer is None or (answer == "save" and not self.save()):
                return False
        self._session.close()
        return True

    def may_leave(self) -> bool:
        """Ask about all unsaved changes before the window closes; False when it must stay."""
        session = self._session
        edited = [document for document in session.state.documents if document.edited]
        if not edited:
            return True
        answer = self._ask.unsaved(edited)
        if answer is None:
            return False
        for document in edited:
            index = [other.key for other in session.state.documents].index(document.key)
            if answer == "discard":
                # Closed, so that the journal does not offer them at the next start.
                session.close(index)
                continue
            session.activate(index)
            if not self.save():
                return False
        return True

    def _sign(self) -> None:
        """Write into the headers who plays; engines that have played, where nobody is named."""
        document = self._session.document
        if document.exercise is None:
            self._session.note(self._opponents.sign(document.record.headers))

    def _save_under(self, suggested: Path) -> bool:
        path = file_to_write(self._ask, suggested)
        if path is None:
            return False
        self._sign()
        self._session.save_as(path)
        remember(self._chosen, path)
        return True

    def _settle(self, document: Document, path: Path, error: ChangedOnDiskError) -> bool:
        """Ask what becomes of a document whose file was changed; returns whether it was saved."""
        answer = self._ask.changed(path)
        if answer == "elsewhere":
            return self._save_under(path.with_name(f"{path.stem} (mine){path.suffix or SUFFIX}"))
        if answer is None:
            raise error
        self._session.open_copy(path, document.item)
        self._notices.say(
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
