"""Files of the program's own: where preferences and state lie, how they are read and changed."""

import json
import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from model.records.atomic_write import OnlyWriter, only_writer, spare_of
from model.regular_files import open_regular
from viewer.session.subscribers import Subscribers

T = TypeVar("T")

LARGEST = 1 << 20
"""Bytes such a file may have; a real one has some hundreds."""
MOST_ASIDE = 100
"""Damaged files that are kept of one name."""

log = logging.getLogger(__name__)
troubles: Subscribers[[str]] = Subscribers()
"""Who hears that a file was damaged, or cannot be written (`StateFile.tell`); a sentence."""


def config_folder() -> Path:
    """Return where preferences live: ``PYRAMIDION_CONFIG``, else the system's place."""
    chosen = os.environ.get("PYRAMIDION_CONFIG")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_config_dir("pyramidion", appauthor=False))


def state_folder() -> Path:
    """Return where journal, progress and recent files live: ``PYRAMIDION_STATE``, else as usual."""
    chosen = os.environ.get("PYRAMIDION_STATE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_state_dir("pyramidion", appauthor=False))


class StateFile(Generic[T]):
    """A file of the program's own, which several windows and processes share.

    It is read again before it is changed, and nobody else writes it meanwhile. One that is damaged
    is kept under another name.

    Parameters
    ----------
    what, anew
        What is kept, and what becomes of it where it cannot be read; parts of a sentence.
    place
        Where it lies.
    decode, encode
        From bytes and to bytes; ValueError or RecursionError where they are not of that form.
    empty
        What it is before anything is kept.
    largest
        Bytes it may have.
    backup
        Keep the file that is replaced as ``<name>~``; where one is damaged, that is taken.
    """

    def __init__(
        self,
        what: str,
        anew: str,
        place: Callable[[], Path],
        decode: Callable[[bytes], T],
        encode: Callable[[T], bytes],
        empty: Callable[[], T],
        *,
        largest: int = LARGEST,
        backup: bool = False,
    ) -> None:
        self._what, self._anew, self._place = what, anew, place
        self._decode, self._encode, self._empty = decode, encode, empty
        self._largest, self._backup = largest, backup
        self._latest: tuple[tuple[object, ...], T] | None = None
        self._told: set[str] = set()

    def load(self) -> tuple[T, str]:
        """Return what is kept, and "" or a sentence on why it cannot be read."""
        path = self._place()
        try:
            stat = path.stat()
            stamp = (path, stat.st_ino, stat.st_mtime_ns, stat.st_size)
            if self._latest is None or self._latest[0] != stamp:
                self._latest = (stamp, self._read(path))
            return self._latest[1], ""
        except FileNotFoundError:
            return self._empty(), ""
        except OSError as error:
            return self._empty(), self._unreadable(error)
        except ValueError:
            pass
        try:
            with only_writer(path) as file:
                return self._read_or_mend(file)
        except OSError as error:
            return self._empty(), self._unreadable(error)

    def change(self, make: Callable[[T], T]) -> tuple[T, str]:
        """Let `make` make another value of what is kept, and write it.

        Returns
        -------
        value, message
            What is kept now, and "" or a sentence on what went wrong.
        """
        path = self._place()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with only_writer(path) as file:
                before, message = self._read_or_mend(file)
                value = make(before)
                file.write(self._encode(value), backup=self._backup, mode=0o600)
        except OSError as error:
            message = f"{self._what} cannot be saved in {path}: {reason_of(error)}."
            return make(self.load()[0]), message
        self._told.clear()
        return value, message

    def tell(self, message: str) -> None:
        """Say a sentence to whoever listens, but not again and again."""
        if message and message not in self._told:
            self._told.add(message)
            log.warning(message)
            troubles.tell(message)

    def _read(self, path: Path) -> T:
        with open_regular(path) as file:
            data = file.read(self._largest + 1)
        if len(data) > self._largest:
            raise ValueError("it is too long")
        try:
            return self._decode(data)
        except UnicodeDecodeError as error:
            raise ValueError(f"byte {error.start + 1} is not text") from error
        except json.JSONDecodeError as error:
            raise ValueError(f"line {error.lineno} is damaged") from error
        except RecursionError as error:
            raise ValueError("it is nested too deeply") from error

    def _read_or_mend(self, file: OnlyWriter) -> tuple[T, str]:
        """Read the file, or put it aside; OSError where neither can be."""
        try:
            return self._read(file.target), ""
        except FileNotFoundError:
            return self._empty(), ""
        except ValueError as error:
            fault = error
        aside = _aside(file.target)
        spare = spare_of(file.target) if self._backup else None
        try:
            value = self._read(spare) if spare is not None else None
        except (OSError, ValueError):
            value = None
        if value is None:
            file.target.replace(aside)
            return self._empty(), self._unreadable(fault, aside)
        try:
            if not aside.exists():
                try:
                    os.link(file.target, aside)
                except OSError:  # a file system without hard links
                    shutil.copyfile(file.target, aside)
            file.write(self._encode(value), mode=0o600)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
        return value, self._unreadable(fault, aside, "the copy before the last change is used")

    def _unreadable(self, error: Exception, aside: Path | None = None, anew: str = "") -> str:
        kept = f"; the damaged file is kept as {aside}" if aside else ""
        reason = f"cannot be read ({reason_of(error)})"
        return f"{self._what} in {self._place()} {reason}, so {anew or self._anew}{kept}."


def _aside(path: Path) -> Path:
    """Return a name for a damaged file that no other has; OSError where there are too many."""
    for number in range(1, MOST_ASIDE):
        aside = path.with_stem(f"{path.stem}.unreadable{'' if number == 1 else number}")
        # Killed or refused once it had its second name: it is the same file.
        if not aside.exists() or aside.samefile(path):
            return aside
    raise FileExistsError(17, "too many damaged files are kept beside it", str(path))


def reason_of(error: Exception) -> str:
    """Return what went wrong, short enough for the middle of a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error).splitlines()[0] if str(error) else type(error).__name__
