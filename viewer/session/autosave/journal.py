"""The autosave journal: what is open is on disk, at most 250 ms behind, for the case of a crash.

Every process has a folder of its own under a lock file, and in it one file a document
(`journal_format`); a new whole document replaces the file in one step. What is
written survives the death of the process at once; edits are written as they happen, the looks of a
drag 200 ms later at most. Against a loss of power a thread syncs what was written every 200 ms.
`viewer.session.autosave.recovery` reads all this.
"""

import logging
import os
import secrets
import shutil
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from model.records.atomic_write import append, put_in_place
from viewer.session.autosave.journal_format import EDIT, SUFFIX, change, line, whole
from viewer.session.change import Change
from viewer.session.document.document import Document
from viewer.session.files.state_files import reason_of, state_folder
from viewer.session.session import Session

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
            assert self.handle is not None
            data = line(EDIT, msgspec.json.encode(entry))
            append(self.handle, data)
            self._size += len(data)
            self.unsynced = True
        self.written = document

    def _missed(self, document: Document) -> bool:
        """Whether edits lie between `written` and `document` that were never written."""
        written = self.written
        return self.refused > 0 and written is not None and written.record is not document.record

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


BEHIND = 0.2
"""Seconds between two rounds of the thread: what the disk is behind at most, with room to spare."""
RETRY = 5.0
"""Seconds until a disk that refused is tried again."""
LOCK = "lock"

log = logging.getLogger(__name__)


def autosave_folder() -> Path:
    """Return the folder that holds the folders of all processes."""
    return state_folder() / "autosave"


class Journal:
    """Writes what a session holds into this process's folder; lives as long as the window.

    Parameters
    ----------
    session
        Whose documents are kept.
    folder
        The folder of all processes' folders; `autosave_folder()` by default.
    """

    def __init__(self, session: Session, folder: Path | None = None) -> None:
        self.root = autosave_folder() if folder is None else folder
        self.folder: Path | None = None
        self._session = session
        self._lock: FileLock | None = None
        self._files: dict[int, JournalFile] = {}
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._told = False
        self._trouble = ""
        try:
            self._claim()
        except (OSError, NotImplementedError) as error:
            self._refused(error)
        for document in session.state.documents:
            self._begin(document)
        self._unsubscribe = session.subscribe(self._changed)
        self._thread = threading.Thread(target=self._rounds, name="journal", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End with the process. Documents that are still open and unsaved stay to be offered.

        After a person was asked (`viewer.commands.saving`) there are none; without, as
        when the system shuts down, they are there at the next start.
        """
        self._unsubscribe()
        self._stop.set()
        self._thread.join(timeout=2)
        self.flush()
        with self._guard:
            kept = [file for file in self._files.values() if file.latest.edited]
            for file in self._files.values():
                if file in kept:
                    file.end()
                else:
                    file.remove()
            self._files.clear()
            if self.folder is not None and self._lock is not None:
                self._lock.release()
                if not kept:
                    shutil.rmtree(self.folder, ignore_errors=True)
                self.folder = None

    def _claim(self) -> None:
        """Make this process's folder and lock it."""
        # Another process that tidies up may take a folder away before it is locked: try again.
        for _ in range(3):
            folder = self.root / f"{os.getpid()}-{secrets.token_hex(4)}"
            folder.mkdir(parents=True)
            lock = FileLock(folder / LOCK, thread_local=False)
            with suppress(Timeout, FileNotFoundError):
                lock.acquire(timeout=0)
                if folder.is_dir():
                    self.folder, self._lock = folder, lock
                    return
        raise OSError(f"no folder of its own in {self.root}")

    # -- writing, in the session's thread ------------------------------------------------------

    def _changed(self, change: Change) -> None:
        before = {document.key: document for document in change.old.documents}
        for document in change.new.documents:
            known = before.pop(document.key, None)
            if known is None:
                self._begin(document)
            elif known is not document:
                self._continue(document)
        for key in before:
            with self._guard:
                file = self._files.pop(key, None)
                if file is not None:
                    file.remove()
        # Said only here, in the session's thread, and once.
        if self._trouble and not self._told:
            self._told = True
            self._session.notices.tell(self._trouble)

    def _begin(self, document: Document) -> None:
        if self.folder is None:
            return
        with self._guard:
            file = JournalFile(self.folder / f"{document.key}{SUFFIX}", document)
            self._files[document.key] = file
            self._attempt(file)

    def _continue(self, document: Document) -> None:
        with self._guard:
            file = self._files.get(document.key)
            if file is None:
                return
            file.latest = document
            written = file.written
            if (
                document.gesture is not None
                and written is not None
                and document.record is written.record
            ):
                return  # the next round writes it, the last of a burst alone
            self._attempt(file)

    def _attempt(self, file: JournalFile) -> None:
        """Bring a file up to date; a disk that refuses is told of once and tried again later."""
        if file.refused and time.monotonic() - file.refused < RETRY:
            return
        try:
            file.catch_up()
            file.refused = 0.0
        except OSError as error:
            file.refused = time.monotonic()
            self._refused(error)
        except Exception as error:  # a document that cannot be written must not stop the program
            log.exception("the journal cannot write a document")
            file.refused = time.monotonic()
            self._refused(error)

    def _refused(self, error: Exception) -> None:
        log.warning("journal: %s", error)
        reason = reason_of(error).lower()
        self._trouble = (
            f"Your changes cannot be kept safe from a crash ({reason}): save often. "
            f"The journal is in {self.root}"
        )

    # -- the thread ----------------------------------------------------------------------------

    def _rounds(self) -> None:
        while not self._stop.wait(BEHIND):
            self.flush()

    def flush(self) -> None:
        """Write what waits and sync what was written; the thread does so every 200 ms."""
        handles: list[int] = []
        with self._guard:
            for file in self._files.values():
                if file.latest is not file.written:
                    self._attempt(file)
                if file.unsynced and file.handle is not None:
                    file.unsynced = False
                    with suppress(OSError):
                        # A copy, so that writing goes on while the disk takes its time.
                        handles.append(os.dup(file.handle))
        for handle in handles:
            with suppress(OSError):
                os.fsync(handle)
            os.close(handle)

    def holds(self, document: Document) -> bool:
        """Whether this value of a document is in the journal."""
        with self._guard:
            file = self._files.get(document.key)
            return file is not None and file.written is document
