"""Somebody to play Poly-Y against: UCT with games played out at random.

Games are random fillings, judged full, and counted in all nodes they go through (RAVE). A win with
one stone, and else a threat to win with one, leaves a node a single child. The swap is a move like
any other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import Analysis, Budget, Report
from model.contract.setup_rules import Cells
from model.games.poly_y.kernels import BoardArrays, arrays_of, touched_sides
from model.games.poly_y.position import SWAP, PolyYPosition
from model.kernels import Int, Ints, inlined_kernel, kernel, specialised
from model.search.prng import Words, below
from model.search.tree_search import game_tree
from model.search.tree_search.game_tree import (
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    UNKNOWN,
    PlainUct,
    Tree,
    add_children,
    note_played,
)

# -- games of Poly-Y played out at random ----------------------------------------------------------
# The order of the stones does not matter, so a game is played out by filling the board at once, and
# judged once: whoever has more corners on the full board was the first to have enough of them.


class Workspace(NamedTuple):
    """The position that is played on, and room to write on.

    Attributes
    ----------
    board
        The board.
    root, cells, filled
        (n,) int8 the position at the root, the one played on, and one played out.
    touched, room
        For `touched_sides`, of the side to move.
    theirs
        The same of the other side.
    moves
        (n + 1,) children to be.
    taken, gained
        (n + 1,) whether the first side got a cell in the last game, and won it, too.
    side
        Who is to move at the root, 0 or 1.
    to_win
        How many corners win.
    may_swap
        Whether the game is played with the swap.
    knows
        Whether nodes are looked at for wins and threats to win.
    """

    board: BoardArrays
    root: Cells
    cells: Cells
    filled: Cells
    touched: npt.NDArray[np.int32]
    room: npt.NDArray[np.int32]
    theirs: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int64]
    taken: npt.NDArray[np.int64]
    gained: npt.NDArray[np.int64]
    side: int
    to_win: int
    may_swap: bool
    knows: bool


@kernel
def count_bits(bits: Int) -> Int:
    """Return how many bits are set."""
    many: Int = 0
    while bits:
        bits &= bits - 1
        many += 1
    return many


@kernel
def winning_cell(work: Workspace, side: Int, touched: Ints, after: Int) -> Int:
    """Return the first empty cell after one where a stone of a side wins; -1 where there is none.

    `touched` is what `touched_sides` says of the side.
    """
    board, cells = work.board, work.cells
    captured: Int = 0
    for site in range(cells.shape[0]):
        if touched[site] > 0:
            captured |= board.captures[touched[site]]
    for site in range(after + 1, cells.shape[0]):
        if cells[site] != 0:
            continue
        bits = board.sides[site]
        for k in range(board.indptr[site], board.indptr[site + 1]):
            if cells[board.indices[k]] == side + 1:
                bits |= touched[board.indices[k]]
        if count_bits(captured | board.captures[bits]) >= work.to_win:
            return site
    return -1


@kernel
def may_swap(work: Workspace, mover: Int) -> bool:
    """Tell whether the side to move may take the only stone over."""
    if not work.may_swap or mover != 1:
        return False
    red = 0
    for site in range(work.cells.shape[0]):
        red += work.cells[site] == 1
        if work.cells[site] == 2:
            return False
    return red == 1


@inlined_kernel
def _restart(work: Workspace) -> None:
    for site in range(work.root.shape[0]):
        work.cells[site] = work.root[site]


@kernel
def _expand(work: Workspace, tree: Tree, node: Int, depth: Int) -> bool:
    """Give a node its children: a win at once, else what stops one, else all moves."""
    mover = (work.side + depth) & 1
    n = work.cells.shape[0]
    many = 0
    if work.knows:
        touched_sides(work.board, work.cells, mover, work.touched, work.room)
        site = winning_cell(work, mover, work.touched, -1)
        if site < 0:
            touched_sides(work.board, work.cells, 1 - mover, work.theirs, work.room)
            site = winning_cell(work, 1 - mover, work.theirs, -1)
        if site >= 0:
            work.moves[0] = site
            return bool(add_children(tree, node, mover, work.moves, 1))
    for site in range(n):
        if work.cells[site] == 0:
            work.moves[many] = site
            many += 1
    if may_swap(work, mover):
        work.moves[many] = n
        many += 1
    return bool(add_children(tree, node, mover, work.moves, many))


@inlined_kernel
def _play(work: Workspace, depth: Int, move: Int) -> None:
    if move == work.cells.shape[0]:
        for site in range(move):
            if work.cells[site] == 1:
                work.cells[site] = 2
    else:
        work.cells[move] = 1 + ((work.side + depth - 1) & 1)


@kernel
def _outcome(work: Workspace, depth: Int, is_new: bool) -> int:
    mover = (work.side + depth) & 1
    captured = touched_sides(work.board, work.cells, 1 - mover, work.touched, work.room)
    if count_bits(captured) >= work.to_win:
        return FIRST_WINS if mover else SECOND_WINS
    for site in range(work.cells.shape[0]):
        if work.cells[site] == 0:
            return UNKNOWN
    return DRAWN


@kernel
def _play_out(work: Workspace, depth: Int, rng: Words) -> float:
    """Fill the board at random and judge it, noting who got what."""
    cells, n = work.filled, work.cells.shape[0]
    many = 0
    for site in range(n):
        cells[site] = work.cells[site]
        if cells[site] == 0:
            work.moves[many] = site
            many += 1
    mover = (work.side + depth) & 1
    first = (many + 1 - mover) // 2  # stones of the first side still to come
    for k in range(many):
        if below(rng, many - k) < first:
            cells[work.moves[k]] = 1
            first -= 1
        else:
            cells[work.moves[k]] = 2
    captured = count_bits(touched_sides(work.board, cells, 0, work.touched, work.room))
    others = work.board.corners - captured
    result = 1.0 if captured > others else 0.0 if captured < others else 0.5
    for site in range(n):
        work.taken[site] = cells[site] == 1
        work.gained[site] = work.taken[site] and result == 1.0
    work.taken[n] = 1  # the swap is no stone of the second side's in other games
    work.gained[n] = result == 1.0
    return result


@inlined_kernel
def _note(work: Workspace, tree: Tree, node: Int, result: float) -> None:
    note_played(tree, node, work.taken, work.gained, result, 1)


grow = specialised(
    game_tree.grow,
    restart=_restart,
    expand=_expand,
    play=_play,
    outcome=_outcome,
    play_out=_play_out,
    note=_note,
)


# -- somebody to play Poly-Y against ---------------------------------------------------------------


EXPLORATION, TRUST = 0.0, 500.0
"""What UCB1 and RAVE are tuned to, where both are blended."""
PLAIN_EXPLORATION = 0.5
UNKNOWING = 30
"""Games up to which an opponent does not even see that it is about to lose."""


class PolyYEngine(PlainUct):
    """UCT with RAVE that knows wins and threats to win; see `model.contract.search.Engine`.

    Parameters
    ----------
    plain
        It knows nothing but the rules, and asks UCB1 alone.
    """

    exploration, trust = EXPLORATION, TRUST
    kernel = grow

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        super().__init__(game)
        self._plain = plain
        self._knows = not plain
        if plain:
            self.exploration, self.trust = PLAIN_EXPLORATION, 0.0

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        few = budget.nodes is not None and budget.nodes <= UNKNOWING
        self._knows = not self._plain and not few
        return super().analyse(position, report, stop, budget)

    def workspace(self, position: Position) -> Workspace:
        """Return a position as kernels want it, and what they write on."""
        assert isinstance(position, PolyYPosition)
        game, n = position.game, len(position.cells)
        return Workspace(
            board=arrays_of(game.board),
            root=position.cells.copy(),
            cells=np.zeros(n, np.int8),
            filled=np.zeros(n, np.int8),
            touched=np.zeros(n, np.int32),
            room=np.zeros(2 * n, np.int32),
            theirs=np.zeros(n, np.int32),
            moves=np.zeros(n + 1, np.int64),
            taken=np.zeros(n + 1, np.int64),
            gained=np.zeros(n + 1, np.int64),
            side=position.side,
            to_win=game.to_win,
            may_swap=game.swap,
            knows=self._knows,
        )

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        names = position.game.board.names
        return SWAP if number == len(names) else names[number]
