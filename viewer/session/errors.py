"""What a session answers when it cannot do what it is asked."""

from pathlib import Path

from model.records.files import FileError, shown_path


class SessionError(Exception):
    """What was asked cannot be done; the text says why in one sentence, nothing has changed.

    Attributes
    ----------
    details
        What only who looks into it wants to know besides; "" where there is nothing.
    rule
        The rule that forbids it ("pyraos.md#lifting"); "" where none does.
    meant
        The move that was meant, where only its writing is wrong; "" where nobody can tell.
    """

    details = ""
    rule = ""
    meant = ""


class FileTroubleError(SessionError):
    """A file cannot be read or written; `details` names the place of a fault inside it."""

    def __init__(self, error: FileError) -> None:
        name = shown_path(Path(error.path).name or error.path)
        super().__init__(f"{name} {error.plain}." if error.plain else str(error))
        self.details = str(error) if error.plain else ""


class ChangedOnDiskError(FileTroubleError):
    """A document was not saved, since another program has changed its file."""
