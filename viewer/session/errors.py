"""What a session answers when it cannot do what it is asked."""

from __future__ import annotations


class SessionError(Exception):
    """What was asked cannot be done; the text says why in one sentence, nothing has changed."""


class ChangedOnDiskError(SessionError):
    """A document was not saved, since another program has changed its file."""
