"""A file of a match: a line of JSON a game, so that a match that was cut off goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from model.notation import shown
from model.play.match import Pair, PlayedGame


class MatchFileError(Exception):
    """The file cannot be used; one sentence says why."""


class MatchFile:
    """The games of a match in a file.

    The first line tells who played, from what and how; then comes a line a game, both games of a
    pair at once. A line that was cut off when the program ended is taken back.

    Parameters
    ----------
    path
        Made where it is not there.
    pairs
        All pairs of the match; a file of another match is refused.

    Attributes
    ----------
    games
        Those of all pairs that are finished.

    Raises
    ------
    MatchFileError
        When it cannot be read or written, or holds something else.
    """

    def __init__(self, path: str | Path, pairs: Sequence[Pair]) -> None:
        self._path = Path(path)
        self.games: list[PlayedGame] = []
        head = json.dumps(_head(pairs))
        try:
            data = self._path.read_bytes() if self._path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            lines = whole.decode("utf-8").splitlines()
            if lines and lines[0] != head:
                raise MatchFileError(
                    f"{shown(str(path))} holds something else, or a match of other players, "
                    "openings or limits: name another file"
                )
            self.games = _finished(lines[1:])
            kept = [head, *(json.dumps(asdict(game)) for game in self.games)]
            self._path.write_text("".join(f"{line}\n" for line in kept), "utf-8")
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise MatchFileError(f"{shown(str(path))}: cannot be used: {why}") from error
        except (ValueError, TypeError, KeyError) as error:
            raise MatchFileError(f"{shown(str(path))} is no file of a match") from error

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Write the games of a pair."""
        self.games += games
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write("".join(f"{json.dumps(asdict(game))}\n" for game in games))
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise MatchFileError(f"{shown(str(self._path))}: cannot be written: {why}") from error


def _head(pairs: Sequence[Pair]) -> dict[str, object]:
    one = pairs[0]
    openings = list(dict.fromkeys(pair.opening for pair in pairs))
    return {"match": list(one.players), "rules": asdict(one.rules), "openings": openings}


def _finished(lines: Sequence[str]) -> list[PlayedGame]:
    """Return the games of pairs of which both are there."""
    pairs: dict[int, list[PlayedGame]] = {}
    for line in lines:
        held = json.loads(line)
        game = PlayedGame(**{**held, "moves": tuple(held["moves"])})
        pairs.setdefault(game.pair, []).append(game)
    return [game for both in pairs.values() if len(both) == 2 for game in both]
