"""A file of a match: a line of JSON a game, so that a match that was cut off goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from msgspec import ValidationError, convert

from model.notation import shown
from model.play.kept_lines import KeptLines, KeptLinesError
from model.play.match import Pair, PlayedGame


class MatchFile:
    """The games of a match in a file.

    The first line tells who played, from what and how; then comes a line a game, both games of a
    pair at once.

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
    KeptLinesError
        When it cannot be read or written, or holds something else.
    """

    def __init__(self, path: str | Path, pairs: Sequence[Pair]) -> None:
        other = "a match of other players, openings or limits: name another file"
        self._kept = KeptLines(path, _head(pairs), other)
        try:
            self.games = _finished(convert(self._kept.lines, list[PlayedGame]))
        except ValidationError as error:
            raise KeptLinesError(f"{shown(str(path))} is no file of a match") from error
        if len(self.games) < len(self._kept.lines):
            self._kept.keep(map(asdict, self.games))

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Write the games of a pair."""
        self.games += games
        self._kept.add(*map(asdict, games))


def _head(pairs: Sequence[Pair]) -> dict[str, object]:
    one = pairs[0]
    openings = list(dict.fromkeys(pair.opening for pair in pairs))
    return {"match": list(one.players), "rules": asdict(one.rules), "openings": openings}


def _finished(games: Sequence[PlayedGame]) -> list[PlayedGame]:
    """Return the games of pairs of which both are there."""
    pairs: dict[int, list[PlayedGame]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game)
    return [game for both in pairs.values() if len(both) == 2 for game in both]
