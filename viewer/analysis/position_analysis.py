"""Judges the position before the eyes in the background: states, costs and win costs.

Costs can take long and the window must never wait for them: one worker thread runs the kernels
(which release the interpreter lock), looks at a stop flag, and reports step by step. Every answer
carries the position it belongs to; whoever shows another position by then drops it.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from model.game import Position
from model.lattice import CORNERS

if TYPE_CHECKING:
    from model.connection import CornerState, Cost, WinCost

REMEMBERED = 64
"""Finished judgements kept, so that going back and forth computes nothing."""

log = logging.getLogger(__name__)

Key = tuple[str, str]
"""(player, corner)."""


@dataclass(frozen=True, eq=False)
class After:
    """What the side to move would still need once its ball stood on a point.

    Attributes
    ----------
    costs
        Corner -> cost, None where the opponent holds it.
    win
        The win cost, None where he can never win.
    """

    costs: Mapping[str, Cost | None]
    win: WinCost | None


@dataclass(frozen=True, eq=False)
class Judgement:
    """What is known so far of one position; a later one of the same position knows more.

    Attributes
    ----------
    position
        What it is about.
    states
        (player, corner) -> state.
    costs
        (player, corner) -> cost, None where the opponent holds the corner; absent: not yet known.
    wins
        player -> win cost, None where he can never win; absent: not yet known.
    done
        All of the above is known.
    after
        Site -> what would be needed after a ball there; of the points considered so far.
    """

    position: Position
    states: Mapping[Key, CornerState] = field(default_factory=dict)
    costs: Mapping[Key, Cost | None] = field(default_factory=dict)
    wins: Mapping[str, WinCost | None] = field(default_factory=dict)
    done: bool = False
    after: Mapping[int, After] = field(default_factory=dict)


def can_judge(position: Position | None) -> bool:
    """Tell whether corners can be held in this game."""
    from viewer.games.game_view import words_of

    return position is not None and words_of(position).corners


def judge_states(position: Any) -> Mapping[Key, CornerState]:
    """Return both players' states at all corners."""
    from model import connection

    lattice, players = position.game.board, position.game.players
    found = {}
    for player, opponent in zip(players, reversed(players), strict=True):
        own, other = position.balls(player), position.balls(opponent)
        for corner in CORNERS:
            found[player, corner] = connection.corner_state(lattice, own, other, corner)
    return MappingProxyType(found)


def judge_steps(
    position: Any, report: Callable[[Judgement], None], stop: Callable[[], bool]
) -> None:
    """Judge `position`, reporting what is known after every step, until `stop` says so.

    The order is that of interest: the states, the win cost and the costs of the side to move,
    then those of the other side.
    """
    from model import connection

    known = Judgement(position, states=judge_states(position))
    report(known)
    game = position.game
    lattice, stacking = game.board, game.stacking
    side = game.players[position.side]
    for player in sorted(game.players, key=lambda name: name != side):
        opponent = next(name for name in game.players if name != player)
        own, other = position.balls(player), position.balls(opponent)
        for corner in CORNERS:
            if stop():
                return
            price = connection.cost(lattice, own, other, corner, stacking=stacking, stop=stop)
            if stop():
                return
            known = replace(known, costs={**known.costs, (player, corner): price})
            report(known)
        win = connection.win_cost(lattice, own, other, stacking=stacking, stop=stop)
        if stop():
            return
        known = replace(known, wins={**known.wins, player: win})
        report(known)
    report(replace(known, done=True))


def judge_after(position: Any, site: int, stop: Callable[[], bool]) -> After | None:
    """Return what the side to move would need after a ball on `site`; None when stopped."""
    from model import connection

    game = position.game
    player = game.players[position.side]
    own = position.balls(player).copy()
    own[site] = True
    other = position.balls(game.players[1 - position.side])
    costs = {}
    for corner in CORNERS:
        costs[corner] = connection.cost(
            game.board, own, other, corner, stacking=game.stacking, stop=stop
        )
        if stop():
            return None
    win = connection.win_cost(game.board, own, other, stacking=game.stacking, stop=stop)
    return None if stop() else After(MappingProxyType(costs), win)


class _WindowGone(Exception):
    """Nobody is left to report to: the worker ends."""


class Judging(QObject):
    """Judges one position at a time; a new one takes the place of the last.

    Signals
    -------
    judged(Judgement)
        More is known; always of the position asked for last, and on the interface thread.
    considered(int)
        It has become known what a ball on that site would do (`Judgement.after` of `latest`).
    """

    judged = Signal(object)
    considered = Signal(int)
    _reported = Signal(int, object)
    _weighed = Signal(int, int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.latest: Judgement | None = None
        self._finished: OrderedDict[Position, Judgement] = OrderedDict()
        self._reported.connect(self._receive)
        self._weighed.connect(self._receive_after)
        self._wanted = threading.Condition()
        self._number = 0
        self._asked: Position | None = None
        self._task: Position | None = None
        self._point: int | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def judge(self, position: Position | None) -> None:
        """Turn to `position`; None, or a game without corners, stops the work.

        `latest` is None or of this position at once, never of another.
        """
        if not can_judge(position):
            position = None
        if position is self._asked:
            return
        self._asked = position
        known = None if position is None else self._finished.get(position)
        if known is not None and position is not None and known.position is not position:
            # Equal, by another way: whoever compares by identity shall know it for his own.
            known = replace(known, position=position)
        self.latest = known
        with self._wanted:
            self._number += 1  # what still comes of the last one is stale from here on
            self._task = position if known is None else None
            self._point = None
            self._wanted.notify()
        if known is not None:
            self._finished.move_to_end(known.position)  # equal positions are one key
            self.judged.emit(known)
        elif position is not None:
            self._start()

    def consider(self, site: int | None) -> None:
        """Find out what a ball of the side to move on `site` would do; None: no point any more.

        Waits until the position itself is judged; a new point takes the place of the last.
        """
        with self._wanted:
            self._point = site
            self._wanted.notify()
        if site is not None and self._asked is not None:
            self._start()

    def _start(self) -> None:
        if self._thread is None and not self._closed:
            # A daemon: a kernel that has not yet seen its flag must not keep the program open.
            self._thread = threading.Thread(target=self._work, name="judging", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop the worker; nothing is reported any more."""
        with self._wanted:
            self._closed = True
            self._number += 1
            self._task = self._point = None
            self._wanted.notify()
        if self._thread is not None:
            self._thread.join(timeout=2)

    def _receive(self, number: int, judgement: Judgement) -> None:
        if number != self._number or self._closed:
            return
        with self._wanted:
            self.latest = judgement
            self._wanted.notify()  # a point may be waiting for this
        if judgement.done:
            self._finished[judgement.position] = judgement
            while len(self._finished) > REMEMBERED:
                self._finished.popitem(last=False)
        self.judged.emit(judgement)

    def _receive_after(self, number: int, site: int, after: After) -> None:
        known = self.latest
        if number != self._number or self._closed or known is None:
            return
        self.latest = replace(known, after={**known.after, site: after})
        if known.done:
            self._finished[known.position] = self.latest
        self.considered.emit(site)

    def _work(self) -> None:
        """The worker: positions first, then the point that is considered."""
        while True:
            with self._wanted:
                while self._task is None and not self._point_to_do() and not self._closed:
                    self._wanted.wait()
                if self._closed:
                    return
                position, number, self._task = self._task, self._number, None
                known, site = self.latest, self._point
            try:
                if position is not None:
                    self._judge(position, number)
                elif known is not None and site is not None:
                    self._weigh(known.position, number, site)
            except _WindowGone:
                return
            except Exception:
                log.exception("judging %s failed", position or known)

    def _point_to_do(self) -> bool:
        known, site = self.latest, self._point
        if site is None or known is None or not known.done or site in known.after:
            return False
        position: Any = known.position
        return position.outcome is None and bool(position.playable[site])

    def _judge(self, position: Position, number: int) -> None:
        def report(judgement: Judgement) -> None:
            if number == self._number:
                self._tell(self._reported, number, judgement)

        judge_steps(position, report, lambda: number != self._number)

    def _weigh(self, position: Position, number: int, site: int) -> None:
        after = None
        try:
            after = judge_after(
                position, site, lambda: number != self._number or site != self._point
            )
        finally:
            # Done or failed: not again, until it is asked for anew.
            with self._wanted:
                if self._point == site:
                    self._point = None
        if after is not None:
            self._tell(self._weighed, number, site, after)

    @staticmethod
    def _tell(signal: Any, *values: object) -> None:
        """Emit from the worker; the object of the signal may have gone with its window."""
        try:
            signal.emit(*values)
        except RuntimeError as error:
            raise _WindowGone from error
