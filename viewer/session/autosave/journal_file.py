"""The file of one document in the journal: what is wanted in it, and what is in it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from model.records.atomic_write import append, put_in_place
from viewer.session.autosave.journal_format import EDIT, change, line, whole
from viewer.session.document.document import Document

GROWTH = 1 << 20
"""Bytes of changes after which a file is written anew, or twice the document if that is more."""

if sys.platform == "win32":
    _FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_BINARY
else:
    _FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


class JournalFile:
    """The journal of one document: what is wanted in it, and what is in it."""

    def __init__(self, path: Path, document: Document) -> None:
        self.path = path
        self.latest = document
        self.written: Document | None = None
        self.handle: int | None = None
        self.unsynced = False
        self.refused = 0.0
        self._size = 0
        self._limit = 0

    def catch_up(self) -> None:
        """Write what `latest` has beyond `written`; OSError leaves what was written whole."""
        document, written = self.latest, self.written
        if document is written:
            return
        entry = None
        # Only the last edit is known by the nodes it touched: after a refusal, all is written.
        if written is not None and self._size < self._limit and not self._missed(document):
            entry = change(written, document)
        if entry is None:
            self._write_whole(document)
        else:
            self._add(line(EDIT, msgspec.json.encode(entry)))
        self.written = document

    def _missed(self, document: Document) -> bool:
        """Whether edits lie between `written` and `document` that were never written."""
        written = self.written
        return self.refused > 0 and written is not None and written.record is not document.record

    def _add(self, data: bytes) -> None:
        assert self.handle is not None
        append(self.handle, data)
        self._size += len(data)
        self.unsynced = True

    def _write_whole(self, document: Document) -> None:
        # Not `write_whole`: the file stays open for the lines that are added.
        data = whole(document)
        temporary = self.path.with_suffix(".tmp")
        handle = os.open(temporary, _FLAGS, 0o600)
        try:
            append(handle, data)
            if self.written is not None:
                os.fsync(handle)  # a good file is about to be replaced
        except BaseException:
            os.close(handle)
            with suppress(OSError):
                temporary.unlink()
            raise
        if sys.platform == "win32":  # Windows replaces no open file
            os.close(handle)
            self.end()
            put_in_place(temporary, self.path)
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_BINARY)
        else:
            os.replace(temporary, self.path)
            self.end()
        self.handle = handle
        self._size = len(data)
        self._limit = self._size + max(GROWTH, 2 * self._size)
        self.unsynced = True

    def end(self) -> None:
        """Write no more; the file stays."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    def remove(self) -> None:
        """Write no more, and take the file away."""
        self.end()
        with suppress(OSError):
            self.path.unlink()
