"""Find out what somebody else's engine is: its name, its author, and the games it plays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from model.contract.game import GameKind, Stop, Stopped
from model.play.opponent import PlayerError, Situation, refusal_of_open, unheard
from model.play.programs.foreign import ForeignPlayer

SECONDS = 0.3
"""For a move from the start of each game."""


@dataclass(frozen=True)
class Examined:
    """What an engine is.

    Attributes
    ----------
    name, author
        As it says; "" where it does not say.
    plays
        The games from whose start it gave a legal move.
    """

    name: str
    author: str
    plays: tuple[GameKind, ...]


class Examination:
    """Starts an engine and asks it for a move of each game.

    Parameters
    ----------
    command
        As a person gave it; see `ForeignPlayer`.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._player: ForeignPlayer | None = None
        self._closed = False

    def run(self, games: Iterable[GameKind], stop: Stop) -> Examined:
        """Return what the engine is; one that fails at a game is started anew for the next.

        Raises
        ------
        PlayerError
            When it cannot be started, or does not speak UGI.
        Stopped
            When the stop function said so.
        """
        plays = []
        try:
            first = self._start(stop)
            name = "" if first.name == self._command else first.name
            author = first.author
            for kind in games:
                start = kind.configure({}).start()
                if refusal_of_open(start.game):
                    continue
                if stop() or self._closed:
                    raise Stopped
                player = self._player or self._start(stop)
                try:
                    player.choose(Situation(start, (), start), SECONDS, unheard, stop)
                except PlayerError:
                    self._end()
                else:
                    plays.append(kind)
            return Examined(name, author, tuple(plays))
        finally:
            self._end()

    def close(self) -> None:
        """End the engine, and what is asked of it; may be called from another thread."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.close()

    def _start(self, stop: Stop) -> ForeignPlayer:
        self._player = ForeignPlayer(self._command, stop=lambda: stop() or self._closed)
        return self._player
