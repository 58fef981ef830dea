"""A file of what long work has finished: a line of JSON each, so that work cut off goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from model.notation import shown


class KeptLinesError(Exception):
    """The file cannot be used; one sentence says why."""


class KeptLines:
    """Lines of JSON in a file, below one that says of what they are.

    A line that was cut off when the program ended is taken back.

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
        What is there already.

    Raises
    ------
    KeptLinesError
        When the file cannot be read or written, or holds something else.
    """

    def __init__(self, path: str | Path, head: dict[str, object], other: str) -> None:
        self._path = Path(path)
        self._head = json.dumps(head)
        self.lines: list[dict[str, object]] = []
        try:
            data = self._path.read_bytes() if self._path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1].decode("utf-8").splitlines()
            begun = f"{self._head}\n".encode().startswith(data)
            if not begun and (not whole or whole[0] != self._head):
                raise KeptLinesError(f"{self._name} holds something else, or {other}")
            for line in whole[1:]:
                held = json.loads(line)
                if not isinstance(held, dict):
                    raise ValueError(line)
                self.lines.append(held)
        except OSError as error:
            raise self._unusable(error, "used") from error
        except ValueError as error:
            raise KeptLinesError(f"{self._name} is damaged: name another file") from error
        self.keep(self.lines)

    def keep(self, lines: Iterable[dict[str, object]]) -> None:
        """Write the file anew with these lines alone."""
        self.lines = list(lines)
        kept = [self._head, *map(json.dumps, self.lines)]
        try:
            self._path.write_text("".join(f"{line}\n" for line in kept), "utf-8")
        except OSError as error:
            raise self._unusable(error, "used") from error

    def add(self, *lines: dict[str, object]) -> None:
        """Write some more, all at once."""
        self.lines += lines
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write("".join(f"{json.dumps(line)}\n" for line in lines))
        except OSError as error:
            raise self._unusable(error, "written") from error

    @property
    def _name(self) -> str:
        return shown(str(self._path))

    def _unusable(self, error: OSError, what: str) -> KeptLinesError:
        why = (error.strerror or str(error)).lower()
        return KeptLinesError(f"{self._name}: cannot be {what}: {why}")
