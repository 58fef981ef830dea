"""Engines, provers and solutions by a table: what it knows is looked up, all else is searched."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import TypeVar

from model.contract.game import Game, Goal, Move, Position, Solution, Stop, Stopped
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Engine, Prover, Report, Score
from model.contract.tables import Entry, Table, Value
from model.search.proofs.plain_prover import reached
from model.tablebase.library import answer_of

T = TypeVar("T")

AHEAD = 16
"""Plies of the best line that an engine tells."""
_SHARE: Mapping[Value, float] = {"win": WIN, "draw": DRAW, "unknown": DRAW, "loss": LOSS}


def ranked(moves: Mapping[Move, Entry]) -> list[tuple[Move, Entry]]:
    """Return moves with what they are worth to the mover, best first; of equals the first first."""
    return sorted(moves.items(), key=lambda row: row[1].rank, reverse=True)


def best_line(table: Table, position: Position, most: int | None = None) -> Iterator[Move]:
    """Yield best moves of both sides, to the end of the game or of the line.

    It ends where a table without distances has several moves that are worth the same, and where a
    draw would go round: a line of such moves shows nothing.

    Parameters
    ----------
    most
        Plies at most; None: as many as there are.
    """
    position = position.without_past()
    stood = {position}
    while position.outcome is None and (most is None or most > 0):
        moves = table.probe_moves(position)
        if not moves:
            return
        (move, worth), *others = ranked(moves)
        is_vague = worth.value != "draw" and worth.distance is None
        if is_vague and any(other.value == worth.value for _, other in others):
            return
        position = position.play(move).without_past()
        yield move
        if position in stood:
            return
        stood.add(position)
        most = None if most is None else most - 1


def solved(table: Table, position: Position) -> Solution | None:
    """Return the value of a running game by a table.

    None where it has not got the position, or is damaged there or on the line that follows.
    """
    return answer_of(table, lambda: _solved(table, position))


def _solved(table: Table, position: Position) -> Solution | None:
    worth = table.probe(position.without_past())
    if worth.value == "unknown" or position.to_move is None:
        return None
    mover = position.to_move
    other = next(player for player in position.game.players if player != mover)
    winner = {"win": mover, "loss": other}.get(worth.value)
    line = tuple(best_line(table, position)) if winner else ()
    return Solution(winner, line, worth.distance, "table")


def looked_up(table: Table, position: Position, seed: int = 0) -> Analysis | None:
    """Return what a table says of all moves of a position, and the best line.

    None where the game is over, or the table has not got it or is damaged. Of moves worth the same
    the seed draws which comes first.
    """
    return answer_of(table, lambda: _looked_up(table, position, seed))


def _looked_up(table: Table, position: Position, seed: int) -> Analysis | None:
    moves = _moves(table, position, seed)
    if not moves:
        return None
    scores = {move: _score(position, worth) for move, worth in moves.items()}
    after = position.play(next(iter(moves)))
    line = (next(iter(moves)), *best_line(table, after, AHEAD - 1))
    return Analysis(position, scores, line, done=True)


def _moves(table: Table, position: Position, seed: int) -> dict[Move, Entry]:
    """Return what the moves are worth, best first."""
    if position.outcome is not None:
        return {}
    rows = list(table.probe_moves(position.without_past()).items())
    Random(f"{seed} {position}").shuffle(rows)
    return dict(ranked(dict(rows)))


class TabledEngine:
    """Plays perfectly by a table; see `model.contract.search.Engine`.

    Wins are as short as can be, losses as long. A budget of positions or plies is spent by the
    engine behind it and by that alone: its answer does not depend on what a computer has in store.
    A table without distances says which moves keep the value, and the engine behind it which of
    them goes on, since a win that is only kept may go round for ever.

    Parameters
    ----------
    table
        Returns the table, None while there is none: it may come and go while a game is played.
    engine
        Makes the engine behind it.
    """

    def __init__(self, table: Callable[[], Table | None], engine: Callable[[], Engine]) -> None:
        self._table, self._make = table, engine

    @cached_property
    def _engine(self) -> Engine:
        return self._make()

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        table = self._table()
        if table is None or budget.nodes is not None or budget.depth is not None:
            return self._engine.analyse(position, report, stop, budget)
        if table.has_distances:
            found = looked_up(table, position, budget.seed)
            if found is None:
                return self._engine.analyse(position, report, stop, budget)
            report(found)
            return found
        moves = answer_of(table, lambda: _moves(table, position, budget.seed))
        if not moves:
            return self._engine.analyse(position, report, stop, budget)
        return self._searched(position, moves, report, stop, budget)

    def _searched(
        self,
        position: Position,
        moves: Mapping[Move, Entry],
        report: Report,
        stop: Stop,
        budget: Budget,
    ) -> Analysis:
        """Let the engine choose among the moves that keep the value."""

        def merged(found: Analysis) -> Analysis:
            seat = position.game.players.index(str(position.to_move))

            def order(move: Move) -> tuple[float, float, float]:
                score = found.moves.get(move)
                if score is None:
                    return moves[move].rank[0], LOSS, 0.0
                soon = -(score.distance or 0) * (1 if score.value[seat] == WIN else -1)
                return moves[move].rank[0], score.value[seat], soon if score.proved else 0.0

            scores = {}
            for move in sorted(moves, key=order, reverse=True):
                known, looked = _score(position, moves[move]), found.moves.get(move)
                agrees = looked is not None and looked.proved and looked.value == known.value
                scores[move] = looked if agrees and looked is not None else known
            best = next(iter(scores))
            line = found.line if found.line[:1] == (best,) else (best,)
            return Analysis(position, scores, line, found.done, found.nodes, found.depth)

        return merged(
            self._engine.analyse(position, lambda found: report(merged(found)), stop, budget)
        )


def _score(position: Position, worth: Entry) -> Score:
    share = _SHARE[worth.value]
    value = tuple(
        share if player == position.to_move else WIN - share for player in position.game.players
    )
    return Score(value, worth.distance, proved=True)


class TabledProver:
    """Proves by looking up; see `model.contract.search.Prover`.

    Attributes
    ----------
    visited
        Positions looked up, and those that the prover behind it looked at.

    What the table does not know is for the prover behind it: goals other than the win, and in how
    many moves where it has no distances.
    """

    def __init__(
        self, game: Game, table: Table, stop: Stop | None, prover: Callable[[], Prover]
    ) -> None:
        self.game = game
        self._table, self._stop, self._make = table, stop, prover
        self._looked = 0
        self.visited = 0

    @cached_property
    def _prover(self) -> Prover:
        return self._make()

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` can force the goal; see `model.contract.search.Prover.can`."""
        position = position.without_past()
        settled = reached(position, goal)
        if settled is not None:
            return settled
        worth = self._worth(position, goal)
        if worth is not None and (worth.value != "win" or moves is None):
            return worth.value == "win"
        if worth is None or worth.distance is None:
            return self._searched(lambda prover: prover.can(position, goal, moves))
        assert moves is not None
        return ((worth.distance + (position.to_move == goal.side)) // 2) <= moves

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes; see `model.contract.search.Prover.length`."""
        position = position.without_past()
        if reached(position, goal):
            return 0
        worth = self._worth(position, goal)
        if worth is None or worth.value != "win" or worth.distance is None:
            return self._searched(lambda prover: prover.length(position, goal, moves))
        return worth.distance

    def _searched(self, ask: Callable[[Prover], T]) -> T:
        """Ask the prover behind it, and count the positions it looks at."""
        try:
            return ask(self._prover)
        finally:
            self.visited = self._looked + self._prover.visited

    def _worth(self, position: Position, goal: Goal) -> Entry | None:
        """Return what a position is worth to the side with the goal; None: not known."""
        if self._stop is not None and self._stop():
            raise Stopped
        if goal.kind != "win":
            return None
        self._looked += 1
        self.visited += 1
        worth = answer_of(self._table, lambda: self._table.probe(position))
        if worth is None or worth.value == "unknown":
            return None
        return worth if position.to_move == goal.side else worth.for_other()
