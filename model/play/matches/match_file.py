"""A file of a match: a line of JSON a game, so that a match that was cut off goes on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import DecodeError, Struct, ValidationError, convert
from msgspec.json import decode as json_decode

from model.contract.game import Move
from model.phrases import shown
from model.play.kept_lines import KeptLines, KeptLinesError
from model.play.matches.match import PlayedGame, RoundRobin, RoundRobinGame

G = TypeVar("G", PlayedGame, RoundRobinGame)


class GamesFile(KeptLines, Generic[G]):
    """The games of a match in a file.

    The first line tells who played, from what and how; then comes a line a game, all games of a
    pair or table at once.

    Parameters
    ----------
    path
        Made where it is not there.
    groups
        All pairs, or tables, of the match; a file of another match is refused.

    Attributes
    ----------
    games
        Those of all groups that are finished.

    Raises
    ------
    KeptLinesError
        When it cannot be read or written, or holds something else.
    """

    _type: type[G]

    def __init__(self, path: str | Path, groups: Sequence[RoundRobin]) -> None:
        other = "a match of other players, openings or limits: name another file"
        super().__init__(path, _head(groups), other)
        try:
            found = [convert(line, self._type) for line in self.lines]
        except ValidationError as error:
            raise KeptLinesError(f"{shown(str(path))} is not a file of a match") from error
        self.games: list[G] = _finished(found, len(groups[0].players))
        done = set(map(group_of, self.games))
        while found and group_of(found[-1]) not in done:
            found.pop()
        self.cut(len(found))

    def add(self, games: Sequence[G]) -> None:
        """Write the games of a pair or table."""
        self.games += games
        self.append(*map(asdict, games))


class MatchFile(GamesFile[PlayedGame]):
    """The games of a match of two in a file."""

    _type = PlayedGame


class RoundRobinFile(GamesFile[RoundRobinGame]):
    """The games of a match of any number of players in a file."""

    _type = RoundRobinGame


def lines_of_match(data: bytes) -> list[tuple[str, tuple[Move, ...], str]] | None:
    """Return the games a file of a match holds: opening, moves, and who played whom in words.

    None: it is another file. A line that was cut off is left out.
    """
    head, _, rest = data.partition(b"\n")
    try:
        players = convert(json_decode(head), _Head).match
    except (DecodeError, ValidationError):
        return None
    found = []
    for line in rest.splitlines():
        with suppress(DecodeError, ValidationError):
            game = convert(json_decode(line), _Moves)
            found.append((game.opening, game.moves, " against ".join(map(_called, players))))
    return found


def _called(player: str) -> str:
    return f"level {player}" if player.isascii() and player.isdigit() else player


class _Head(Struct):
    match: list[str]


class _Moves(Struct):
    opening: str
    moves: tuple[Move, ...]


def _head(groups: Sequence[RoundRobin]) -> dict[str, object]:
    one = groups[0]
    openings = list(dict.fromkeys(group.opening for group in groups))
    rules = asdict(one.rules)
    if not one.rules.proved:  # as in files from before there was such a rule
        del rules["proved"]
    return {"match": list(one.players), "rules": rules, "openings": openings}


def _finished(games: Sequence[G], each: int) -> list[G]:
    """Return the games of groups of which all are there: of those played twice, the last ones."""
    groups: dict[int, list[G]] = {}
    for game in games:
        groups.setdefault(group_of(game), []).append(game)
    return [game for few in groups.values() if len(few) >= each for game in few[-each:]]


def group_of(game: PlayedGame | RoundRobinGame) -> int:
    """Return the number of the pair or table that a game is of."""
    return game.pair if isinstance(game, PlayedGame) else game.table
