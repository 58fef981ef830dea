"""A file of what long work has finished: a line of JSON each, so that work cut off goes on."""

import json
import os
from contextlib import suppress
from pathlib import Path

from filelock import lock_descriptor

from model.phrases import refused, shown
from model.records.atomic_write import append
from model.regular_files import NotRegularError, open_regular


class KeptLinesError(Exception):
    """The file cannot be used; one sentence says why."""


class KeptLines:
    """Lines of JSON in a file, below one that says of what they are.

    What is in the file stays there: lines are put at its end, and only one that was cut off when
    the program ended is taken back. No other process may use it meanwhile.

    Parameters
    ----------
    path
        Made where it is not there.
    head
        What the work is; a file of other work is refused.
    other
        What a file with another head may be: it ends the sentence that refuses it.

    Attributes
    ----------
    lines
        What is there.

    Raises
    ------
    KeptLinesError
        When the file cannot be read or written, or holds something else.
    """

    def __init__(self, path: str | Path, head: dict[str, object], other: str) -> None:
        self._name = shown(str(path))
        self.lines: list[dict[str, object]] = []
        try:
            self._file = open_regular(path, "a+b")
        except NotRegularError as error:
            raise KeptLinesError(f"{self._name} {error.what}") from None
        except OSError as error:
            raise self._unusable(error, "used") from error
        try:
            self._take_up(f"{json.dumps(head)}\n".encode(), other)
        except BaseException:
            self.close()
            raise

    def _take_up(self, head: bytes, other: str) -> None:
        """Read what is there, and begin or cut it where it was cut off."""
        is_free = True
        with suppress(OSError):  # a file system without locks
            is_free = lock_descriptor(self._file.fileno(), blocking=False)
        if not is_free:
            raise KeptLinesError(f"{self._name} is being written already, by another process")
        try:
            self._file.seek(0)
            data = self._file.read()
        except OSError as error:
            raise self._unusable(error, "used") from error
        if not data.startswith(head) and not head.startswith(data):
            raise KeptLinesError(f"{self._name} holds something else, or {other}")
        self._ends = [len(head)]
        try:
            for line in data[len(head) :].splitlines(keepends=True):
                if not line.endswith(b"\n"):
                    break
                held = json.loads(line)
                if not isinstance(held, dict):
                    raise ValueError(line)
                self.lines.append(held)
                self._ends.append(self._ends[-1] + len(line))
        except (ValueError, RecursionError) as error:
            raise KeptLinesError(f"{self._name} is damaged: name another file") from error
        self._put(head[len(data) :])
        self.cut(len(self.lines))

    def cut(self, count: int) -> None:
        """Take back all lines after the first `count`."""
        del self.lines[count:], self._ends[count + 1 :]
        try:
            if os.stat(self._file.fileno()).st_size > self._ends[-1]:
                os.ftruncate(self._file.fileno(), self._ends[-1])
        except OSError as error:
            raise self._unusable(error, "written") from error

    def append(self, *lines: dict[str, object]) -> None:
        """Write some more, all at once."""
        self._put("".join(f"{json.dumps(line)}\n" for line in lines).encode())

    def close(self) -> None:
        """Let others use the file; the end of the process does so, too."""
        self._file.close()

    def _put(self, data: bytes) -> None:
        try:
            append(self._file.fileno(), data)
        except OSError as error:
            raise self._unusable(error, "written") from error

    def _unusable(self, error: OSError, what: str) -> KeptLinesError:
        return KeptLinesError(f"{self._name}: cannot be {what}: {refused(error)}")
