"""The plainest opponent in Pyramid at full speed: UCT with games played out at random."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import numpy as np
import numpy.typing as npt

from model.game import Analysis, Game, Position, Report, Stop
from model.games.pyramid.actions import osiris
from model.games.pyramid.engine import fields_of, hashes_of, numbers_of, write_move
from model.games.pyramid.engine_kernels import NO_END, mixed
from model.games.pyramid.field_kernels import BANNED, COLOUR, FACTS, HEIGHT, PLIES
from model.games.pyramid.kernels import DIRS, MAX_MOVES, RUN_LEVELS, RUN_MAX
from model.games.pyramid.plain_kernels import DEEPEST, Desk, grow
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.scores import DRAW, LOSS, WIN, Budget, Score
from model.search.game_tree import (
    DRAWN,
    FIRST_WINS,
    UNKNOWN,
    Tree,
    children,
    new_tree,
    seeded,
    with_more_room,
)

EXPLORATION = 0.5
"""How much more often uncertain moves are tried; the best of some matches."""
SLICE = 0.005
"""Seconds between two looks at the stop function, about."""
TOLD_EVERY = 0.2
"""Seconds between two reports."""
MOST_NODES = 1 << 22
"""Nodes a tree may have; then it grows no more, and numbers alone get better."""
_FIRST_SLICE = 8
_ROOM = 512
_DIAGONAL = 1


class PlainPyramid:
    """UCT with random playouts; see `model.game.Engine`."""

    def __init__(self, game: Game, exploration: float = EXPLORATION) -> None:
        assert isinstance(game, PyramidGame)
        self.game = game
        self._exploration = exploration
        self._stuck = ("lose", "draw", "pass").index(game.rules.no_moves)

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.game.Engine.analyse`."""
        assert isinstance(position, PyramidPosition)
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        desk, rng = desk_for(position), seeded(budget.seed, str(position))
        rules = position.game.rules
        whole = not rules.osiris_suicide or bool(osiris(position.game.board, position.cells, rules))
        tree, played, patience = new_tree(), 0, 1
        told, games = monotonic(), _FIRST_SLICE
        while tree.proved[0] == UNKNOWN and (budget.nodes is None or played < budget.nodes):
            if stop():
                return _analysis(position, tree, played, done=False)
            most = games if budget.nodes is None else min(games, budget.nodes - played)
            begun = monotonic()
            grown = grow(tree, desk, rng, self._exploration, self._stuck, whole, patience, most)
            played += grown
            if grown < most and tree.proved[0] == UNKNOWN:
                if tree.move.shape[0] < MOST_NODES:
                    tree = with_more_room(tree)
                else:
                    patience = 1 << 60
            elif most == games:
                took = max(monotonic() - begun, 1e-6)
                games = max(1, min(int(games * SLICE / took), 2 * games))
            if monotonic() - told > TOLD_EVERY:
                told = monotonic()
                report(_analysis(position, tree, played, done=False))
        found = _analysis(position, tree, played, done=True)
        report(found)
        return found


def desk_for(position: PyramidPosition) -> Desk:
    """Return a position as kernels want it, and what they write on."""
    game = position.game
    fields, numbers, count = fields_of(game), numbers_of(game), len(game.board)
    ways, counts = _ways(fields, numbers)
    cells, facts = np.zeros((2, count), np.int8), np.zeros((2, FACTS), np.int64)
    cells[0] = position.cells
    rules, facts[0, COLOUR], facts[0, PLIES] = game.rules, position.side + 1, NO_END
    if rules.max_plies is not None:
        facts[0, PLIES] = rules.max_plies - position.ply
    facts[0, BANNED] = _number_of(position.ban)
    past = position.past
    return Desk(
        cells,
        facts,
        np.zeros((2, MAX_MOVES), np.int32),
        np.zeros((2, MAX_MOVES), np.int32),
        np.zeros(_ROOM * count, np.int32),
        np.zeros((2, count), np.int32),
        np.zeros(count, np.int32),
        ways,
        counts,
        np.array(game.board.victory, np.int32),
        np.zeros(DEEPEST + 1, np.int32),
        np.zeros(DEEPEST + 1, np.int64),
        np.array([_key(*key) for key in past], np.int64),
        np.array(list(past.values()), np.int64),
        fields,
        numbers,
        hashes_of(count),
    )


def _number_of(ban: Ban) -> int:
    return -1 if ban is None else ban[0] << 10 | ban[1]


def _key(cells: tuple[int, ...], side: int, ban: Ban) -> int:
    """Return what a position repeats by, as kernels reckon it."""
    hashes = hashes_of(len(cells))
    key = int(mixed(side + 1 | (_number_of(ban) + 1) << 2))
    for site, stone in enumerate(cells):
        if stone:
            key ^= int(hashes[stone - 1, site])
    return key


def _ways(
    fields: npt.NDArray[np.int32], numbers: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return where a stone alone could go from each field, and in how many ways; see `Desk`."""
    found: list[list[tuple[int, int]]] = []
    for site in range(len(fields)):
        found.append([])
        for direction in range(8 if numbers[DIRS] == _DIAGONAL else 4):
            at, length, descents = site, 0, 0
            while (after := int(fields[at, direction])) >= 0:
                rise = int(fields[after, HEIGHT] - fields[at, HEIGHT])
                length, descents = length + 1, descents + (rise < 0)
                if rise > 0 and (length > 1 or rise > 1 or direction >= 4):
                    break
                if rise <= 0 and (length > numbers[RUN_MAX] or descents > numbers[RUN_LEVELS]):
                    break
                found[-1].append((after, direction))
                if rise > 0:
                    break
                at = after
    ways = np.zeros((len(fields), max(len(few) for few in found) or 1, 2), np.int32)
    for site, few in enumerate(found):
        if few:
            ways[site, : len(few)] = few
    return ways, np.array([len(few) for few in found], np.int32)


def _analysis(position: PyramidPosition, tree: Tree, played: int, done: bool) -> Analysis:
    scores = {
        write_move(int(tree.move[child]), position): _score(tree, child)
        for child in _ranked(tree, 0)
        if tree.visits[child] or tree.proved[child] != UNKNOWN
    }
    if not scores:
        scores = {next(iter(position.legal_moves)): Score((DRAW, DRAW))}
    line, at = [], position
    for number in _line(tree):
        line.append(write_move(number, at))
        at = at.play(line[-1])
    return Analysis(position, scores, tuple(line), done, played)


def _score(tree: Tree, child: int) -> Score:
    proved, visits, mover = int(tree.proved[child]), int(tree.visits[child]), tree.mover[child]
    if proved != UNKNOWN:
        first = DRAW if proved == DRAWN else WIN if proved == FIRST_WINS else LOSS
        return Score((first, WIN - first), int(tree.distance[child]) + 1, visits, proved=True)
    value = float(tree.wins[child] / visits)
    return Score((value, 1 - value) if mover == 0 else (1 - value, value), visits=visits)


def _line(tree: Tree) -> Iterator[int]:
    node = 0
    while len(children(tree, node)):
        node = _ranked(tree, node)[0]
        if tree.proved[node] == UNKNOWN and not tree.visits[node]:
            return
        yield int(tree.move[node])


def _ranked(tree: Tree, node: int) -> list[int]:
    """Return the children of a node, best first: quick wins, then those visited most."""
    few = children(tree, node)
    all_known = all(tree.proved[child] != UNKNOWN for child in few)

    def rank(child: int) -> tuple[float, ...]:
        proved, distance = int(tree.proved[child]), int(tree.distance[child])
        if proved == tree.mover[child] + 1:
            return (2.0, -distance)
        if proved == DRAWN:
            return (float(all_known), int(tree.visits[child]))
        if proved != UNKNOWN:
            return (-1.0, distance)
        return (0.0, int(tree.visits[child]))

    return sorted(few, key=rank, reverse=True)
