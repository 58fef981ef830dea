"""Positions for practice: more of the kind that a task asks about, drawn from games by a seed."""

from collections.abc import Iterator
from random import Random

from model.contract.game import Position, Stop, Stopped
from model.lessons.judging import fitting
from model.play.levels import LOWEST, level_of
from model.play.opponent import Opponent, engine_for
from model.records.lesson import Task

FEW = 6
"""Right moves of a drawn position at most: more would leave little to find."""
SHARE = 0.25
"""Share of the legal moves that is right at most."""
DRAWN = 3000
"""Games that are begun before the drawing is given up."""


def drill(
    position: Position, task: Task, count: int, seed: int = 0, stop: Stop | None = None
) -> list[Position]:
    """Return positions of the same game in which a task can be set again, the same for a seed.

    In each a move, or of a task of clicking a point, meets the condition, and only a few do. They
    come from games in which both sides play now the move of the lowest level, now any move, and
    no two are alike.

    Parameters
    ----------
    position, task
        What is asked, and where: the same side is to move in the positions that are drawn.
    count
        How many; fewer are returned where the drawing finds no more.
    stop
        Asked before every move; once it says True, Stopped is raised.
    """
    found: list[Position] = []
    names: set[str] = {str(position)}
    for drawn in _drawn(position, Random(seed), stop):
        if len(found) == count:
            break
        if str(drawn) not in names and _is_worth_asking(drawn, task, stop):
            names.add(str(drawn))
            found.append(drawn)
    return found[:count]


def _drawn(position: Position, rng: Random, stop: Stop | None) -> Iterator[Position]:
    """One position a game, with the side to move that is wanted."""
    game = position.game
    low = Opponent(engine_for(game), level_of(game.kind, LOWEST))
    longest = max(8, len(game.board) * 3 // 4)
    for _ in range(DRAWN):
        # Some games are played at random, some by the low level, most by both in turns.
        here, plies, loose = game.start(), rng.randrange(4, longest), rng.random()
        for _ in range(plies):
            if stop is not None and stop():
                raise Stopped
            if here.outcome is not None or not here.legal_moves:
                break
            at_random = rng.random() < loose
            here = here.play(here.legal_moves.sample(rng) if at_random else low.think(here)[0])
        if here.outcome is None and here.to_move == position.to_move:
            yield here


def _is_worth_asking(position: Position, task: Task, stop: Stop | None) -> bool:
    clicks = task.kind == "click"
    right = fitting(position, task.condition, clicks=clicks, stop=stop)
    total = len(position.game.board) if clicks else position.legal_moves.count()
    return 0 < len(right) <= min(FEW, SHARE * total)
