"""UCT: a tree of moves grown by games played out at random, in any game of the contract.

Kocsis and Szepesvari, *Bandit based Monte-Carlo planning* (2006). It needs nothing but the rules,
so it plays every game, open or with dice, two players or four; games with kernels have engines of
their own, and this one is for the others and for tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from time import monotonic

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Report, Score

EXPLORATION = 0.7
"""How much more often uncertain moves are tried."""
LONGEST = 400
"""Plies a game is played out for; then it counts as a draw."""
TOLD_EVERY = 0.2
"""Seconds between two reports."""
MOST_MOVES = 50_000
"""Where there are more, as with programs of many commands, so many are drawn for all."""
DRAWN = 400


@dataclass(eq=False)
class _Node:
    """A position of the tree, without the position itself: it is played again on the way down.

    Attributes
    ----------
    untried
        The moves no game went through yet, drawn from the end; None before the node is expanded.
    whole
        Whether these were all the moves there are: else nothing is proved by them.
    value
        Exact values where the game is over here, or where every move is known.
    """

    untried: list[Move] | None = None
    whole: bool = True
    children: dict[Move, _Node] = field(default_factory=dict)
    visits: int = 0
    total: list[float] = field(default_factory=list)
    value: tuple[float, ...] | None = None
    distance: int = 0


class Uct:
    """An engine for every game; see `model.contract.search.Engine`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._players = len(game.players)

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        if position.outcome is not None or not position.legal_moves:
            return Analysis(position, {}, done=True)
        rng = Random(f"{budget.seed} {position}")
        root = _Node(total=[0.0] * self._players)
        played, reported = 0, monotonic()
        while root.value is None and (budget.nodes is None or played < budget.nodes):
            if stop():
                return self._analysis(position, root, played, done=False)
            is_whole = self._grow(position, root, rng, stop)
            played += 1
            if not is_whole:
                return self._analysis(position, root, played, done=False)
            if monotonic() - reported > TOLD_EVERY:
                reported = monotonic()
                report(self._analysis(position, root, played, done=False))
        found = self._analysis(position, root, played, done=True)
        report(found)
        return found

    # -- one game ----------------------------------------------------------------------------------

    def _grow(self, position: Position, root: _Node, rng: Random, stop: Stop) -> bool:
        """Walk down to a new node, play on at random from there, and tell the way back.

        Returns False where it was told to stop: a game that is broken off counts as a draw.
        """
        way = [(root, position)]
        node = root
        while node.value is None:
            if node.untried is None:
                node.whole = position.legal_moves.count() <= MOST_MOVES
                node.untried = _moves_to_try(position, rng, whole=node.whole)
            mover = position.to_move
            if mover not in self.game.players:  # chance: drawn as it falls, never chosen
                move = position.legal_moves.sample(rng)
                is_new = move not in node.children
            else:
                is_new = bool(node.untried)
                move = node.untried.pop() if is_new else self._choice(node, self._side(mover))
            position = position.play(move)
            if is_new:
                node.children[move] = new = _Node(total=[0.0] * self._players)
                if position.outcome is not None:
                    new.value = self._values(position.outcome.winner)
                node = new
                way.append((node, position))
                break
            node = node.children[move]
            way.append((node, position))
        values = node.value or self._played_out(position, rng, stop)
        is_whole = values is not None
        values = values or self._values(None)
        for one, at in reversed(way):
            one.visits += 1
            for player, value in enumerate(values):
                one.total[player] += value
            if one.value is None:
                self._prove(one, at)
        return is_whole

    def _side(self, mover: str | None) -> int:
        return self.game.players.index(mover) if mover in self.game.players else -1

    def _choice(self, node: _Node, side: int) -> Move:
        most, chosen = -1.0, ""
        wide = EXPLORATION * sqrt(log(node.visits + 1))
        for move, child in node.children.items():
            mean = child.value[side] if child.value else child.total[side] / child.visits
            if child.value is not None and mean == LOSS:
                mean = -1.0  # known to lose: last of all
            worth = mean + wide / sqrt(child.visits)
            if worth > most:
                most, chosen = worth, move
        return chosen

    def _values(self, winner: str | None) -> tuple[float, ...]:
        if winner is None:
            return (DRAW,) * self._players
        return tuple(WIN if player == winner else LOSS for player in self.game.players)

    def _played_out(self, position: Position, rng: Random, stop: Stop) -> tuple[float, ...] | None:
        """Play on at random; a game that is too long is a draw, None one that was stopped."""
        for _ in range(LONGEST):
            outcome = position.outcome
            if outcome is not None:
                return self._values(outcome.winner)
            if not position.legal_moves:
                break
            if stop():
                return None
            position = position.play(position.legal_moves.sample(rng))
        return (DRAW,) * self._players

    def _prove(self, node: _Node, position: Position) -> None:
        """Note an exact value: one move that wins is enough, else all moves must be known."""
        side = self._side(position.to_move)
        if side < 0 or self._players != 2:
            return
        known = [child for child in node.children.values() if child.value is not None]
        wins = [child for child in known if child.value and child.value[side] == WIN]
        if wins:
            best = min(wins, key=lambda child: child.distance)
        elif node.whole and node.untried == [] and len(known) == len(node.children):
            top = max(child.value[side] for child in known if child.value)
            ways = [child for child in known if child.value and child.value[side] == top]
            best = max(ways, key=lambda child: child.distance)
        else:
            return
        node.value, node.distance = best.value, best.distance + 1

    # -- what is told ------------------------------------------------------------------------------

    def _analysis(self, position: Position, root: _Node, played: int, done: bool) -> Analysis:
        side = self._side(position.to_move)
        scores = {move: _score(child) for move, child in self._ordered(root, side)}
        if not scores:
            # The search was stopped before it looked at a move: any will do.
            scores = {next(iter(position.legal_moves)): Score((DRAW,) * self._players)}
        line = tuple(self._line(root, position))
        return Analysis(position, scores, line, done, played)

    def _ordered(self, node: _Node, side: int) -> list[tuple[Move, _Node]]:
        all_known = all(child.value is not None for child in node.children.values())

        def rank(item: tuple[Move, _Node]) -> tuple[float, ...]:
            child = item[1]
            if child.value is not None and child.value[side] != DRAW:
                won = child.value[side] == WIN
                return (2.0 if won else -1.0, -child.distance if won else child.distance)
            return (float(child.value is None or all_known), child.visits)

        return sorted(node.children.items(), key=rank, reverse=True)

    def _line(self, node: _Node, position: Position) -> Iterator[Move]:
        while node.children:
            move, node = self._ordered(node, self._side(position.to_move))[0]
            yield move
            position = position.play(move)


def _moves_to_try(position: Position, rng: Random, *, whole: bool) -> list[Move]:
    """All legal moves in random order, or some that are drawn."""
    if whole:
        moves = list(position.legal_moves)
        rng.shuffle(moves)
        return moves
    return list(dict.fromkeys(position.legal_moves.sample(rng) for _ in range(DRAWN)))


def _score(child: _Node) -> Score:
    if child.value is not None:
        return Score(child.value, child.distance + 1, child.visits, proved=True)
    return Score(tuple(total / child.visits for total in child.total), visits=child.visits)
