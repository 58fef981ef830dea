"""Pyraos positions: a thin immutable face over bits, after docs/rules/pyraos.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from rpds import HashTrieMap

from model.contract.base_position import BaseMoves, BoardPosition
from model.contract.game import (
    AmbiguousMove,
    Event,
    GameKind,
    IllegalMove,
    MalformedMove,
    Move,
    OptionValue,
    Outcome,
    PieceKind,
    Player,
    Reason,
    Steps,
)
from model.contract.setup_rules import Cells, Shape
from model.games.pyraos import kernels, turns
from model.games.pyraos.kernels import BOARD, PLACES, SPHERES, TOP
from model.games.pyraos.turns import Turn, because
from model.notation.levels import write_levels
from model.notation.tokens import write_header
from model.phrases import listed, shown

PLAYERS = turns.PLAYERS
_LETTERS = ("", "W", "B")
_Key = tuple[int, int, int]
_KERNEL_DEPTH = 6
SHAPE: Shape = ((4, 4), (3, 3), (2, 2), (1, 1))


@dataclass(frozen=True)
class PyraosGame:
    """Pyraos with its rule set fixed; `PyraosKind` makes them."""

    kind: GameKind = field(compare=False, repr=False)
    rules: str = "standard"
    removal: str = "optional"
    board = BOARD
    players = PLAYERS
    piece_kinds = (PieceKind("sphere", "ball"),)

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return MappingProxyType({"rules": self.rules, "removal": self.removal})

    @property
    def obliged(self) -> bool:
        """Whether a square must be answered by taking back."""
        return self.removal == "obliged"

    def start(self) -> PyraosPosition:
        return PyraosPosition(self, 0, 0, 0)


class PyraosPosition(BoardPosition[PyraosGame]):
    """An immutable position of Pyraos.

    Attributes
    ----------
    white, black
        Bits of the places taken, bit k for site k.
    side
        Whose turn it would be: 0 white, 1 black.
    """

    __slots__ = ("__dict__", "_past", "black", "white")

    def __init__(
        self,
        game: PyraosGame,
        white: int,
        black: int,
        side: int,
        past: HashTrieMap[_Key, int] | None = None,
    ) -> None:
        self._game = game
        self.white = white
        self.black = black
        self.side = side
        self._past: HashTrieMap[_Key, int] = HashTrieMap() if past is None else past

    @property
    def _key(self) -> _Key:
        return (self.white, self.black, self.side)

    @property
    def _facts(self) -> _Key:
        return self._key

    def __str__(self) -> str:
        board = write_levels(self.cells, SHAPE, _LETTERS)
        return f"{write_header(self._game.kind, self._game.options)} {board} {PLAYERS[self.side]}"

    @property
    def cells(self) -> Cells:
        """(30,) int8 in site order: 0 empty, 1 white, 2 black."""
        cells = np.zeros(PLACES, np.int8)
        cells[list(turns.bits(self.white))] = 1
        cells[list(turns.bits(self.black))] = 2
        return cells

    @property
    def own(self) -> int:
        """Bits of the side to move."""
        return self.black if self.side else self.white

    @property
    def other(self) -> int:
        """Bits of the side that waits."""
        return self.white if self.side else self.black

    @property
    def occupied(self) -> int:
        """Bits of all spheres."""
        return self.white | self.black

    @property
    def reserves(self) -> Mapping[Player, int]:
        """Spheres left in each reserve."""
        return {
            "white": SPHERES - self.white.bit_count(),
            "black": SPHERES - self.black.bit_count(),
        }

    @property
    def repetition(self) -> int:
        """How often this position has stood in this game, now included."""
        return self._past.get(self._key, 0) + 1

    @property
    def stood(self) -> Mapping[tuple[int, int, int], int]:
        """(white, black, side) of what stood before this position -> how often."""
        return MappingProxyType(dict(self._past.items()))

    @property
    def outcome(self) -> Outcome | None:
        for player, own in zip(PLAYERS, (self.white, self.black), strict=True):
            if own >> TOP & 1:
                return Outcome(player, "apex", (BOARD.names[TOP],))
        return None

    @property
    def legal_moves(self) -> Turns:
        return Turns(self)

    def explain(self, move: Move) -> Reason | None:
        turn = turns.read_turn(move)
        return turn if isinstance(turn, Reason) else self._obstacle(turn)

    def _obstacle(self, turn: Turn) -> Reason | None:
        if self.outcome:
            return self._over()
        return turns.obstacle(
            turn, self.side, (self.white, self.black), self._game.rules, self._game.obliged
        )

    def _over(self) -> Reason:
        return because("game-over", winner=self.outcome.winner if self.outcome else None)

    def _turn(self, move: Move) -> Turn:
        turn = turns.read_turn(move)
        if isinstance(turn, Reason):
            raise MalformedMove(turn)
        reason = self._obstacle(turn)
        if reason is not None:
            raise IllegalMove(reason)
        return turn

    def play(self, move: Move) -> PyraosPosition:
        own = turns.after(self.own, self._turn(move))
        white, black = (self.white, own) if self.side else (own, self.black)
        past = self._past.insert(self._key, self.repetition)
        return PyraosPosition(self._game, white, black, 1 - self.side, past)

    def read_move(self, text: str) -> Move:
        turn = turns.read_turn(text)
        if isinstance(turn, Turn):
            return turn.text
        if text and not text[0].isdigit():
            return self._from_plan(text, turn)
        raise MalformedMove(turn)

    def _from_plan(self, text: str, malformed: Reason) -> Move:
        """Read moves whose places are named without their level, by what is legal now."""
        wanted = _without_levels(text)
        if wanted is None:
            raise MalformedMove(malformed)
        fitting = [m for m in self.legal_moves if _without_levels(m, strip=True) == wanted]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise IllegalMove(because("no-fit", text=shown(text)))
        raise AmbiguousMove(because("several-moves", text=shown(text), moves=listed(fitting, "or")))

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a partial turn: a place or a sphere to lift, where to, what is taken back."""
        if self.outcome:
            return Steps((), False, None, str(self._over()))
        who = PLAYERS[self.side].capitalize()
        own, occupied = self.own, self.occupied
        if not partial:
            places = turns.open_places(occupied) if own.bit_count() < SPHERES else ()
            lifts = turns.liftable(own, occupied)
            sites = tuple(BOARD.names[s] for s in sorted((*places, *lifts)))
            if not sites:
                return Steps(("pass",), False, None, f"{who} has no other move than to pass")
            return Steps(sites, False, None, f"{who} places a sphere or lifts one")
        if partial[0] == "pass" and len(partial) == 1:
            reason = self._obstacle(Turn(None))
            return Steps((), reason is None, None if reason else "pass", str(reason or "pass"))
        unknown = next((token for token in partial if token not in BOARD), None)
        if unknown is not None:
            return Steps((), False, None, f"{shown(unknown)} is not a place of the board")
        sites_given = [BOARD.index(token) for token in partial]
        source = sites_given[0] if occupied >> sites_given[0] & 1 else None
        if source is not None and len(sites_given) == 1:
            reason = turns.source_obstacle(Turn(TOP, source), self.side, own, self.other)
            goals = turns.lift_places(source, occupied)
            if reason is None and not goals:
                return Steps((), False, None, f"there is no higher place for {partial[0]}")
            message = str(reason) if reason else f"Lift {partial[0]}: choose where to"
            return Steps(
                tuple(BOARD.names[s] for s in goals) if not reason else (), False, None, message
            )
        skip = 0 if source is None else 1
        return self._taking_back(source, sites_given[skip], tuple(sites_given[skip + 1 :]))

    def _taking_back(self, source: int | None, place: int, taken: tuple[int, ...]) -> Steps:
        turn = Turn(place, source, tuple(sorted(taken)))
        reason = self._obstacle(turn)
        if reason is not None and reason.key != "must-remove":
            return Steps((), False, None, str(reason))
        if len(set(taken)) < len(taken):
            twice = f"{BOARD.names[taken[-1]]} is taken back already"
            return Steps((), False, None, twice)
        own = turns.after(self.own, Turn(place, source))
        who = PLAYERS[self.side].capitalize()
        made = turns.made(own, place, self._game.rules)
        if not made or len(taken) == 2:
            return Steps((), True, turn.text, f"{who} plays {turn.text}", made)
        choices = turns.removable(own, own | self.other, taken)
        if taken:
            message = f"{who} takes back {BOARD.names[taken[0]]} and may take back one more"
        else:
            may = "takes back" if reason is not None else "may take back"
            message = f"{who} {may} one or two spheres"
        names = tuple(BOARD.names[s] for s in choices)
        return Steps(names, reason is None, None if reason else turn.text, message, made)

    def events(self, move: Move) -> tuple[Event, ...]:
        turn = self._turn(move)
        if turn.place is None:
            return (Event(0, "pass", owner=self.side),)
        if turn.source is None:
            first = Event(0, "place", site=turn.place, owner=self.side, reserve=-1)
        else:
            first = Event(0, "move", site=turn.source, to=turn.place, owner=self.side, cause="lift")
        own = turns.after(self.own, Turn(turn.place, turn.source))
        order = turns.removal_order(own, own | self.other, turn.removed) or ()
        return (
            first,
            *(
                Event(stage, "remove", site=site, owner=self.side, cause="take-back", reserve=1)
                for stage, site in enumerate(order, start=1)
            ),
        )

    def perft(self, depth: int) -> int | None:
        """Return perft by the kernel; None for depths that would not let a person interrupt."""
        if not 1 <= depth <= _KERNEL_DEPTH:
            return None
        own, other, rules, obliged = self.legal_moves.arguments()
        return int(kernels.perft(own, other, depth, rules, obliged))

    def without_past(self) -> PyraosPosition:
        return PyraosPosition(self._game, self.white, self.black, self.side)


def _without_levels(text: str, strip: bool = False) -> tuple[str, ...] | None:
    """Source, place and take-backs as cells in plan; None when a part is no cell."""
    body, *removed = text.split("x")
    source, dash, place = body.rpartition("-")
    parts = [source, place, *removed] if dash else ["", place, *removed]
    if strip:
        parts = [part.lstrip("0123456789") for part in parts]
    if any(part and (not part[0].isalpha() or not part[1:].isdigit()) for part in parts):
        return None
    return (*parts[:2], *sorted(parts[2:]))


class Turns(BaseMoves["PyraosPosition"]):
    """The legal moves of a position, in the order of the kernel, computed as they are asked for."""

    __slots__ = ()

    def _numbers(self) -> npt.NDArray[np.int64]:
        room = np.empty(kernels.MAX_MOVES, np.int64)
        count = kernels.list_moves(*self.arguments(), room)
        return room[: int(count)]

    def arguments(self) -> tuple[np.uint64, np.uint64, int, bool]:
        """Return the position as kernels take it: own, other, rule set, obliged."""
        position = self._position
        rules = turns.rules_number(position.game.rules)
        return np.uint64(position.own), np.uint64(position.other), rules, position.game.obliged

    def __iter__(self) -> Iterator[Move]:
        return (turns.from_number(number).text for number in self._numbers().tolist())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str) or self._position.explain(move) is not None:
            return False
        turn = turns.read_turn(move)
        return isinstance(turn, Turn) and turn.text == move

    def __bool__(self) -> bool:
        # Somebody who cannot place or lift passes: there is a move until the game is over.
        return self._position.outcome is None

    def count(self) -> int:
        """Return how many there are."""
        return int(kernels.count_moves(*self.arguments()))

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly; ValueError when the game is over."""
        numbers = self._numbers()
        if not numbers.size:
            raise ValueError("there is no legal move to pick from")
        return turns.from_number(int(numbers[rng.randrange(numbers.size)])).text
