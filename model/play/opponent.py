"""Whoever plays: an engine at a level, the same way again for the same seed; and what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic, thread_time
from typing import Protocol

from model.contract.game import Game, Move, Position, Stop
from model.contract.game import Player as Side
from model.contract.hooks import hooks_of
from model.contract.search import Analysis, Budget, Engine, Report
from model.play.levels import Adviser, Level, choose
from model.search.tablebase_adapters import TabledEngine
from model.search.tree_search.uct import Uct
from model.tablebase.library import maker_for, table_for


def engine_for(game: Game) -> Engine:
    """Return the strongest engine there is for `game`; it looks up what a table knows."""
    hooks = hooks_of(game.kind)

    def searching() -> Engine:
        return hooks.engine(game) or Uct(game)

    if maker_for(game) is None:
        return searching()
    return TabledEngine(lambda: table_for(game), searching)


def adviser_for(game: Game) -> Engine:
    """Return the same engine for whoever is told what it finds: its per cents are true."""
    return Adviser(engine_for(game))


def plain_engine_for(game: Game) -> Engine:
    """Return UCT with random playouts for `game`: what engines are measured against."""
    return hooks_of(game.kind).plain_engine(game) or Uct(game)


def refusal(game: Game) -> str:
    """Return why no engine plays `game`, as a sentence without its full stop; "" where one does."""
    kind = game.kind
    if kind.hides and not hooks_of(kind).plays_hidden:
        return f"{kind.title} has secrets, and engines play open games only"
    usual = len(game.players) == 2 and not kind.rolls
    if usual or hooks_of(kind).engine(game) is not None:
        return ""
    if kind.rolls:
        return f"{kind.title} is played with dice, and it has no engine of its own"
    return f"{kind.title} has {len(game.players)} players, and it has no engine of its own"


def refusal_of_open(game: Game) -> str:
    """Return why what needs open games does not serve `game`; "" where it does.

    UGI has no word for a choice that is hidden, nor for dice; hints, reviews and overlays tell what
    a move is worth, which in mixed play depends on what the other side has chosen.
    """
    if game.kind.hides:
        return f"{game.kind.title} has secrets, and this is for open games only"
    if game.kind.rolls:
        return f"{game.kind.title} is played with dice, and this is for games without them"
    return refusal(game)


def until(seconds: float | None, stop: Stop) -> Stop:
    """Return a stop function that says True once `seconds` have gone by, or `stop` says so."""
    if seconds is None:
        return stop
    end = monotonic() + seconds
    return lambda: monotonic() >= end or stop()


def until_spent(seconds: float, stop: Stop) -> Stop:
    """Return a stop function that says True once this thread has had so much of the processor.

    Or `stop` says so. It has to be asked in this thread.
    """
    end = thread_time() + seconds
    return lambda: thread_time() >= end or stop()


def never() -> bool:
    """Let an engine think on."""
    return False


def unheard(analysis: Analysis) -> None:
    """Take a report that nobody asked for."""


@dataclass(frozen=True)
class Situation:
    """A game that waits for a move.

    Attributes
    ----------
    start
        What it began with.
    moves
        What has been played since.
    position
        Where that led to, its past included.
    """

    start: Position
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def begun(cls, start: Position, moves: tuple[Move, ...] = ()) -> Situation:
        """Return the game after `moves`; raises MoveError."""
        return cls(start, moves, start.replay(moves))

    def seen_by(self, side: Side) -> Situation:
        """Return the game as one side knows it: all that whoever plays for it may be told.

        Of a game with secrets that is the position alone, since its moves would tell them.
        """
        if not self.position.game.kind.hides:
            return self
        seen = self.position.seen_by(side)
        return Situation(seen, (), seen)

    def after(self, move: Move) -> Situation:
        """Return the game after one more move; raises IllegalMove."""
        return Situation(self.start, (*self.moves, move), self.position.play(move))


class PlayerError(Exception):
    """A player cannot go on; one sentence says why."""


class Player(Protocol):
    """Somebody who chooses moves and is no person: ours (`Opponent`) or a program of others."""

    name: str

    def choose(
        self, situation: Situation, seconds: float | None, report: Report, stop: Stop
    ) -> Move:
        """Return a legal move.

        Parameters
        ----------
        seconds
            What the move may take at most; None: as long as its level needs.
        report
            Called with what it finds out on the way.
        stop
            Once it says True some move is due within 20 ms.

        Raises
        ------
        PlayerError
            When it cannot move.
        """

    def close(self) -> None:
        """End whatever runs for it."""


class Opponent:
    """An engine that plays at a level; see `Player`.

    Parameters
    ----------
    engine
        Thinks; may be shared by opponents that do not think at the same time.
    level
        How well it plays.
    budget
        What it may spend on a move; None: what its level says. Whatever is drawn is drawn by its
        seed and by the position: the same game comes out again as long as nodes, not the clock, end
        the thinking.
    spends
        Seconds of the processor that a move may take; None: as many as it needs.

    Attributes
    ----------
    found
        What it found out when it moved last.
    """

    def __init__(
        self,
        engine: Engine,
        level: Level,
        budget: Budget | None = None,
        spends: float | None = None,
    ) -> None:
        self.engine = engine
        self.level = level
        self.name = f"level {level.number}"
        self.found: Analysis | None = None
        self._budget = budget or Budget(level.nodes)
        self._spends = spends

    def choose(
        self, situation: Situation, seconds: float | None, report: Report, stop: Stop
    ) -> Move:
        """Return its move; see `Player.choose`."""
        return self.think(situation.position, seconds, report, stop)[0]

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        report: Report = unheard,
        stop: Stop = never,
    ) -> tuple[Move, Analysis]:
        """Return its move, and what it found out; the position is seen as its own side sees it.

        Raises
        ------
        PlayerError
            When the game is over, or nothing would ever end the thinking.
        """
        if position.outcome is not None or not position.legal_moves:
            raise PlayerError("the game is over")
        budget = self._budget
        if self._spends is not None:
            stop = until_spent(self._spends, stop)
        if (budget.nodes, budget.depth, seconds) == (None, None, None) and stop is never:
            raise PlayerError("the highest level needs a limit: time, nodes or depth")
        seen = position.seen_by(position.to_move)
        self.found = found = self.engine.analyse(seen, report, until(seconds, stop), budget)
        return choose(found, self.level, Random(f"{budget.seed} {position}")), found

    def close(self) -> None:
        """Nothing runs between two moves."""
