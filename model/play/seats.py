"""Who plays each side of a game: a person, an engine at a level, somebody else's engine.

A `Responder` is the one way in which engines are asked for moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from model.contract.game import Game, Move, Stop, Stopped
from model.contract.game import Player as Side
from model.contract.search import Report
from model.play.levels import HIGHEST, HIGHEST_SECONDS, LOWEST, level_of
from model.play.opponent import Opponent, Player, PlayerError, Situation, engine_for, never, unheard
from model.play.programs.foreign import ForeignPlayer

SECONDS = {HIGHEST: HIGHEST_SECONDS}
"""What a move may take at a level without a clock; below the highest, positions end it sooner."""
MOST_SECONDS = 10.0
FOREIGN_SECONDS = 3.0
"""What a move of somebody else's engine may take without a clock."""


@dataclass(frozen=True)
class Person:
    """Somebody who moves by hand."""


@dataclass(frozen=True)
class Computer:
    """Our engine, at a level from 1 to 10."""

    level: int


@dataclass(frozen=True)
class Foreign:
    """Somebody else's engine, by the name that a person gave it."""

    name: str


Seat = Person | Computer | Foreign
PERSON = Person()


@dataclass(frozen=True)
class Seats:
    """The seats of a game as a value; a side that nobody was given is a person's.

    Attributes
    ----------
    taken
        The sides that are not persons, each with who plays it.
    """

    taken: tuple[tuple[Side, Seat], ...] = ()

    def of(self, side: Side | None) -> Seat:
        """Return who plays `side`."""
        return next((seat for name, seat in self.taken if name == side), PERSON)

    def place(self, side: Side, seat: Seat) -> Seats:
        """Return the seats with `seat` at `side`."""
        others = tuple((name, old) for name, old in self.taken if name != side)
        return Seats(others if isinstance(seat, Person) else (*others, (side, seat)))

    def exchanged(self, sides: Sequence[Side]) -> Seats:
        """Return the seats with each player one side farther on."""
        on = {side: sides[(at + 1) % len(sides)] for at, side in enumerate(sides)}
        return Seats(tuple((on[side], seat) for side, seat in self.taken))

    @property
    def engines(self) -> tuple[Side, ...]:
        """The sides that no person plays."""
        return tuple(side for side, _ in self.taken)


PERSONS = Seats()
"""Nobody but persons play."""


def named(seat: Seat) -> str:
    """Return what a seat is called: "You", "Level 3", or the engine's name."""
    match seat:
        case Computer(level):
            return f"Level {level}"
        case Foreign(name):
            return name
    return "You"


def signed(seat: Seat) -> str:
    """Return what an engine is called in the record of a game; "" for a person."""
    match seat:
        case Person():
            return ""
        case Computer(level):
            return f"Pyramidion, level {level}"
    return named(seat)


def seat_text(seat: Seat) -> str:
    """Return a seat as it is written down: "level 3", "engine NAME"; "" for a person."""
    match seat:
        case Computer(level):
            return f"level {level}"
        case Foreign(name):
            return f"engine {name}"
    return ""


def seat_of(text: str) -> Seat:
    """Return the seat of a text that `seat_text` wrote; a person's for any other."""
    kind, _, name = text.partition(" ")
    if kind == "level" and name in map(str, range(LOWEST, HIGHEST + 1)):
        return Computer(int(name))
    return Foreign(name) if kind == "engine" and name else PERSON


def seconds_of(seat: Seat) -> float:
    """Return what a move of an engine may take where there is no clock."""
    if isinstance(seat, Computer):
        return SECONDS.get(seat.level, MOST_SECONDS)
    return FOREIGN_SECONDS


class Responder:
    """Moves for the seats of one game that no person has.

    It keeps what runs for them between two moves. `choose` may be called from any thread and waits
    until an earlier call has ended; `close` may be called meanwhile.

    Parameters
    ----------
    command_of
        Returns the command of an engine by its name, "" where there is none of that name; by
        default no engines of others are known.
    """

    def __init__(self, command_of: Callable[[str], str] = lambda name: "") -> None:
        self._command_of = command_of
        self._players: dict[Side, tuple[Seat, Game, Player]] = {}
        self._given: Seats | None = None
        self._one = Lock()
        self._closed = False

    def choose(
        self,
        seat: Seat,
        situation: Situation,
        seconds: float | None = None,
        report: Report = unheard,
        stop: Stop = never,
        hurry: Stop = never,
    ) -> Move:
        """Return the move of `seat`, whose side is to move.

        Parameters
        ----------
        seconds, report, stop
            As in `model.play.opponent.Player.choose`.
        hurry
            Once it says True the move is due as well; getting ready goes on all the same.

        Raises
        ------
        PlayerError
            When it cannot move; whatever ran for it has been ended.
        Stopped
            When the stop function said so before it was ready to think.
        """
        side = situation.position.to_move
        if side is None:
            raise PlayerError("the game is over")
        with self._one:
            if self._closed or stop():
                raise Stopped
            try:
                player = self._player(seat, side, situation.position.game, stop)
                return player.choose(
                    situation.seen_by(side), seconds, report, lambda: stop() or hurry()
                )
            except PlayerError:
                self._end(side)
                raise
            finally:
                self._end_where_not_given(side)

    def prepare(self, seat: Seat, side: Side, situation: Situation) -> None:
        """Start what `seat` needs before it is to move; what goes wrong is told when it is."""

        def stop() -> bool:
            given = self._given
            return self._closed or (given is not None and given.of(side) != seat)

        with self._one, suppress(PlayerError, Stopped):
            if stop():
                return
            try:
                player = self._player(seat, side, situation.position.game, stop)
                if isinstance(player, ForeignPlayer):
                    player.get_ready(situation.seen_by(side), stop)
            finally:
                self._end_where_not_given(side)

    def give(self, seats: Seats) -> None:
        """Say who sits where from now on: what still starts or thinks for others ends after it."""
        self._given = seats

    def leave(self) -> None:
        """End what runs for sides that were given to others."""
        for side in list(self._players):
            self._end_where_not_given(side)

    def close(self) -> None:
        """End whatever runs; it moves no more."""
        self._closed = True
        for side in list(self._players):
            self._end(side)

    def _player(self, seat: Seat, side: Side, game: Game, stop: Stop) -> Player:
        known = self._players.get(side)
        if known is not None and known[:2] == (seat, game):
            return known[2]
        self._end(side)
        player = self._made(seat, game, stop)
        self._players[side] = (seat, game, player)
        if self._closed:  # meanwhile
            self._end(side)
            raise Stopped
        return player

    def _made(self, seat: Seat, game: Game, stop: Stop) -> Player:
        match seat:
            case Computer(level):
                return Opponent(engine_for(game), level_of(game.kind, level))
            case Foreign(name):
                command = self._command_of(name)
                if not command:
                    raise PlayerError(f"there is no engine {name} in the settings")
                return ForeignPlayer(command, name=name, stop=stop)
        raise PlayerError("a human moves by hand")

    def _end_where_not_given(self, side: Side) -> None:
        known, given = self._players.get(side), self._given
        if known is not None and given is not None and given.of(side) != known[0]:
            self._end(side)

    def _end(self, side: Side) -> None:
        _, _, player = self._players.pop(side, (None, None, None))
        if player is not None:
            player.close()
