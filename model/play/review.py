"""Reviews: an engine looks at every position of a line, and says which moves were mistakes.

Each position is looked at by an engine of its own, so that the answer depends on nothing but the
budget, in whatever order and in however many processes the work is done. What a record holds
already at the same budget, or proved, is not looked at again: a review that was stopped goes on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import msgspec

from model.contract.game import GameKind, Move, Player, Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget
from model.play.batch import run_all
from model.play.levels import level_of
from model.play.opponent import adviser_for, never, unheard, until
from model.positions.setup import problems, read_setup
from model.records.record import (
    MOST_LINE,
    ROOT,
    Evaluation,
    LineError,
    PositionCache,
    Record,
    line_to,
    path_to,
    subtree,
)
from model.search.tablebase_adapters import looked_up
from model.tablebase.library import table_for

Thoroughness = Literal["quick", "usual", "thorough"]
THOROUGHNESS: Mapping[Thoroughness, int] = {"quick": 6, "usual": 8, "thorough": 9}
"""The level of play whose number of positions is looked at for each move."""

Grade = Literal["", "?!", "?", "??"]
"""How bad a move is, as annotators of games write it: doubtful, a mistake, a blunder."""
DOUBTFUL, MISTAKE, BLUNDER = 0.10, 0.20, 0.35
"""How much of the win chance a move gives away, at least, to be called so."""


@dataclass(frozen=True)
class ReviewPosition:
    """A position of a record that is to be looked at.

    Attributes
    ----------
    node
        Where it stands in the record.
    start, moves
        How it came about: a position string and the moves since, for repetitions count.
    budget, seconds
        What may be spent on it.
    """

    node: int
    start: str
    moves: tuple[Move, ...]
    budget: Budget
    seconds: float | None = None


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game, and what it did to the chances of the side that made it.

    Attributes
    ----------
    node
        Of the move.
    ply
        Its number in the line, from 1.
    move, side
        What was played, and by whom.
    before, after
        What the position was worth in which it was played, and the one it led to.
    seat
        The number of `side` among the players: its share is ``value[seat]``.
    loss
        By how much the win chance of `side` fell; never negative.
    thrown
        Whether a proved win, or a proved draw, was thrown away.
    grade
        "" where it was no mistake.
    """

    node: int
    ply: int
    move: Move
    side: Player
    before: Evaluation
    after: Evaluation
    seat: int
    loss: float
    thrown: bool
    grade: Grade

    @property
    def best(self) -> Move | None:
        """The best move instead; None where this one was."""
        return None if self.before.best == self.move else self.before.best

    @property
    def line(self) -> tuple[Move, ...]:
        """The best move instead, and what would follow it."""
        return () if self.best is None else self.before.line


def budget_of(kind: GameKind, thoroughness: Thoroughness, seed: int = 0) -> Budget:
    """Return what a review spends on each position of a game of this kind."""
    return Budget(level_of(kind, THOROUGHNESS[thoroughness]).nodes, seed=seed)


def line_through(record: Record, node: int) -> list[int]:
    """Return the nodes from the start through `node` and on along main continuations."""
    return [ROOT, *path_to(record, node), *record.main_line(node)]


def looks_at(
    record: Record, line: Sequence[int], budget: Budget, seconds: float | None = None
) -> list[ReviewPosition]:
    """Return the positions of a line that have to be looked at, the first one first.

    Those that are over are among them: what they are worth is known at once.
    """
    return [
        ReviewPosition(node, start, tuple(record[one].move for one in path), budget, seconds)
        for node in line
        if not is_known(record[node].evaluation, budget)
        for start, path in [line_to(record, node)]
    ]


def is_known(evaluation: Evaluation | None, budget: Budget) -> bool:
    """Tell whether an evaluation is as good as one that `budget` would make."""
    if evaluation is None:
        return False
    return evaluation.proved or (budget.nodes is not None and evaluation.budget >= budget.nodes)


def evaluate(look: ReviewPosition, stop: Stop = never) -> Evaluation | None:
    """Look at one position; None where it cannot exist, or nothing was found before `stop`."""
    start = read_setup(look.start)
    if problems(start):
        return None
    position = start.replay(look.moves)
    settled = _settled(position)
    if settled is not None or not position.legal_moves:
        return settled
    table = table_for(position.game)
    known = None if table is None else looked_up(table, position, look.budget.seed)
    if known is not None:
        return evaluation_of(known, look.budget.nodes or 0)
    seen = position.seen_by(position.to_move)
    engine = adviser_for(position.game)
    found = engine.analyse(seen, unheard, until(look.seconds, stop), look.budget)
    return None if stop() else evaluation_of(found, look.budget.nodes or 0)


def _settled(position: Position) -> Evaluation | None:
    """What a game that is over was worth."""
    outcome = position.outcome
    if outcome is None:
        return None
    won = outcome.winner
    value = tuple(
        DRAW if won is None else WIN if player == won else LOSS for player in position.game.players
    )
    return Evaluation(value, proved=True, distance=0)


def evaluation_of(found: Analysis, budget: int = 0) -> Evaluation | None:
    """Return what an engine found out as it is kept with a record; None where it found nothing."""
    score = found.score
    if score is None:
        return None
    line = found.line if found.line[:1] == (found.best,) else (found.best or "",)
    value = tuple(min(max(round(share, 4), LOSS), WIN) for share in score.value)
    return Evaluation(value, score.proved, score.distance, line[:MOST_LINE], found.nodes, budget)


def review(
    looks: Sequence[ReviewPosition], stop: Stop = never, make: Callable[[], Executor] | None = None
) -> Iterator[tuple[int, Evaluation]]:
    """Yield nodes with their evaluations as they are found; raises BatchError.

    Parameters
    ----------
    stop
        Once it says True nothing more is found.
    make
        Makes an executor, so that several positions are looked at at once; by default one after
        another, here.
    """
    if make is None:
        for look in looks:
            if stop():
                return
            found = evaluate(look, stop)
            if found is not None:
                yield look.node, found
        return
    for look, found in run_all(evaluate, looks, make, stop):
        if found is not None:
            yield look.node, found


def judged(
    record: Record, line: Sequence[int], found: Mapping[int, Evaluation] | None = None
) -> list[ReviewedMove]:
    """Return the moves of a line that can be judged: those with an evaluation before and after.

    Parameters
    ----------
    found
        Evaluations that are not in the record yet, by node; they count more than its own.
    """
    return _judged(record, list(pairwise(line)), found or {})


def judged_all(record: Record, found: Mapping[int, Evaluation] | None = None) -> list[ReviewedMove]:
    """Return the moves of a whole record that can be judged, those of all variations; see `judged`.

    A move has the same figures as in each line it belongs to; its ply is not counted, but 0.
    """
    pairs = [(record[node].parent, node) for node in subtree(record, ROOT) if node != ROOT]
    return _judged(record, pairs, found or {}, counted=False)


def judged_move(record: Record, node: int) -> ReviewedMove | None:
    """Return the move that led to a node, None where it cannot be judged."""
    if node == ROOT:
        return None
    return next(iter(_judged(record, [(record[node].parent, node)], {}, counted=False)), None)


def _judged(
    record: Record,
    pairs: Sequence[tuple[int, int]],
    found: Mapping[int, Evaluation],
    *,
    counted: bool = True,
) -> list[ReviewedMove]:
    """The moves between these nodes and their children that can be judged."""
    cache = PositionCache()
    known = _handed_back(record, found)
    moves = []
    for ply, (parent, node) in enumerate(pairs, start=1):
        before, after = known.get(parent), known.get(node)
        if before is None or after is None or not record[node].move:
            continue
        position = _position(cache, record, parent)
        if position is None or position.to_move is None:
            continue
        number, side = ply if counted else 0, position.to_move
        seat = position.game.players.index(side)
        moves.append(_judge(node, number, record[node].move, (side, seat), before, after))
    return moves


def _position(cache: PositionCache, record: Record, node: int) -> Position | None:
    """The position at a node; None where a move of its line is not legal."""
    try:
        return cache.position(record, node)
    except LineError:
        return None


def _handed_back(record: Record, found: Mapping[int, Evaluation]) -> dict[int, Evaluation]:
    """What is known of each node; a win that was proved later is known before the moves to it."""
    nodes = list(subtree(record, ROOT))
    better = {node: one for node in nodes if (one := found.get(node, record[node].evaluation))}
    cache = PositionCache()
    for node in reversed(nodes):
        parent, move = record[node].parent, record[node].move
        before, after = better.get(parent), better.get(node)
        if before is None or after is None or not move or before.proved or not after.proved:
            continue
        position = _position(cache, record, parent)
        if position is None or position.to_move is None:
            continue
        if after.value[position.game.players.index(position.to_move)] == WIN:
            distance = None if after.distance is None else after.distance + 1
            better[parent] = msgspec.structs.replace(
                before,
                value=after.value,
                proved=True,
                distance=distance,
                line=(move, *after.line)[:MOST_LINE],
            )
    return better


def _judge(
    node: int, ply: int, move: Move, by: tuple[Player, int], before: Evaluation, after: Evaluation
) -> ReviewedMove:
    """Judge a move; `by` is who made it, and the number of that player."""
    side, seat = by
    had, has = before.value[seat], after.value[seat]
    loss = max(0.0, had - has)
    thrown = before.proved and after.proved and has < had
    if move == before.best and not thrown:
        loss = 0.0  # nothing better was known: what was learned later is no mistake
    return ReviewedMove(
        node, ply, move, side, before, after, seat, loss, thrown, _grade_of(loss, thrown)
    )


def _grade_of(loss: float, thrown: bool) -> Grade:
    if thrown or loss >= BLUNDER:
        return "??"
    if loss >= MISTAKE:
        return "?"
    return "?!" if loss >= DOUBTFUL else ""


def mistakes(moves: Sequence[ReviewedMove]) -> list[ReviewedMove]:
    """Return the moves that were mistakes, as they were played."""
    return [move for move in moves if move.grade]


# -- mistakes made good ----------------------------------------------------------------------------


def can_be_retried(moves: Sequence[ReviewedMove]) -> list[ReviewedMove]:
    """Return the mistakes in whose place something better is known."""
    return [move for move in mistakes(moves) if move.best is not None]


def instead(
    record: Record,
    mistake: ReviewedMove,
    move: Move,
    budget: Budget,
    stop: Stop = never,
    seconds: float | None = None,
) -> ReviewedMove | None:
    """Return a move as the review would have judged it, played in place of a mistake.

    An engine is asked only where the move is neither the mistake nor the best one, and was not
    looked at before as a variation.

    Parameters
    ----------
    mistake
        Of `record`, as `judged` returns it.
    move
        Legal where the mistake was made, in canonical form.
    budget
        What may be spent on it where the record does not say what was spent on the mistake.
    seconds
        After which the engine answers with what it has found.

    Returns
    -------
    ReviewedMove or None
        Its node is that of the mistake; None where nothing was found before `stop` said True.
    """
    if move == mistake.move:
        return mistake
    parent = record[mistake.node].parent
    spent = Budget(mistake.before.budget or budget.nodes, seed=budget.seed)
    if move == mistake.best:
        before = mistake.before
        distance = None if before.distance is None else max(0, before.distance - 1)
        after: Evaluation | None = msgspec.structs.replace(
            before, line=before.line[1:], distance=distance
        )
    else:
        start, path = line_to(record, parent)
        played = (*(record[node].move for node in path), move)
        known = next(
            (record[k].evaluation for k in record[parent].children if record[k].move == move), None
        )
        look = ReviewPosition(parent, start, played, spent, seconds)
        after = known if is_known(known, spent) else evaluate(look, stop)
    if after is None:
        return None
    by = (mistake.side, mistake.seat)
    return _judge(mistake.node, mistake.ply, move, by, mistake.before, after)
