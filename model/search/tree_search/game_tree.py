"""A tree of moves in flat arrays, grown by kernels, for engines that play games out.

No game is in here: a game has a loop of its own, a kernel that walks down with `best_ucb` or
`best_rave`, adds children with `add_children`, plays on, and tells the way back with `back_up`,
`note_played` and `prove_up`. Kocsis and Szepesvari (UCT, 2006), Gelly and Silver (RAVE, 2007),
Winands and others (the solver, 2008).

Nodes are numbers; the root is 0, the children of a node lie side by side, and nodes of the same
position may share theirs. A node's own figures are told from the side that moved to it, so that a
side may move twice in a row.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from math import log, sqrt
from mmap import mmap
from time import monotonic
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Report, Score
from model.kernels import Int, Ints, Kernel, kernel
from model.search.prng import Words, seeded

Floats = npt.NDArray[np.float32]
Sums = npt.NDArray[np.float64]
"""Of games, of which there may be more than a float32 can count."""

Scalar = TypeVar("Scalar", bound=np.generic)

UNKNOWN, FIRST_WINS, SECOND_WINS, DRAWN = 0, 1, 2, 3
"""What is proved of a node: nothing, that the first or the second side wins, or a draw."""
USED = 0
"""In `Tree.state`: how many nodes there are."""
START = 512
"""Nodes a tree has room for at first."""
SMALL = 1 << 16
"""Nodes up to which a tree gets twice the room when it is full; then it gets all it may have."""
UNTRIED = 1e6
"""What a child is worth that nobody went to yet, where all are to be tried once."""
CERTAIN = 1e9
"""What a child is worth that is known to win, and less nothing one that is known to lose."""


class Tree(NamedTuple):
    """A tree; every array but the last has one entry a node, and more room than is used.

    Attributes
    ----------
    first, branches
        The first child and how many there are; 0 children: not expanded, or the game is over.
    move
        The number of the move that leads to the node.
    mover
        The side that makes this move, 0 or 1.
    visits, wins
        Games that went through the node, and how many of them its mover won (half for a draw).
    mean, spread
        ``wins / visits`` and ``1 / sqrt(visits)``, kept because divisions are dear.
    seen, kept
        Games through the parent in which the mover made the move at any time (all moves as first,
        AMAF), and how many of those the mover won.
    blend
        How much the second count is trusted beside the first.
    proved, distance
        What is known for certain, and the plies from here to the end.
    carrier
        (room, w) what the winner of a settled node still needs, as bits, for games in which the
        rest does not matter; w is 0 elsewhere.
    state
        What the kernels keep: `USED`.
    """

    first: npt.NDArray[np.int32]
    branches: npt.NDArray[np.int32]
    move: npt.NDArray[np.int32]
    mover: npt.NDArray[np.int8]
    visits: npt.NDArray[np.int64]
    wins: Sums
    mean: Floats
    spread: Floats
    seen: Sums
    kept: Sums
    blend: Floats
    proved: npt.NDArray[np.int8]
    distance: npt.NDArray[np.int16]
    carrier: Words
    state: npt.NDArray[np.int64]


def _zeros(room: int, kind: type[Scalar]) -> npt.NDArray[Scalar]:
    """Return room that takes memory as it is written to, 4 KB at a time.

    numpy asks for pages of 2 MB where there is much room: a step of all arrays into new ones took
    50 ms, in which nothing can stop the search.
    """
    if room <= SMALL:
        return np.zeros(room, kind)
    return np.frombuffer(mmap(-1, room * np.dtype(kind).itemsize), kind)


def new_tree(room: int = START, words: int = 0) -> Tree:
    """Return a tree that has a root without children; `words`: see `Tree.carrier`."""

    def ints() -> npt.NDArray[np.int32]:
        return _zeros(room, np.int32)

    def floats() -> Floats:
        return _zeros(room, np.float32)

    def sums() -> Sums:
        return _zeros(room, np.float64)

    tree = Tree(
        first=ints(),
        branches=ints(),
        move=ints(),
        mover=_zeros(room, np.int8),
        visits=_zeros(room, np.int64),
        wins=sums(),
        mean=floats(),
        spread=floats(),
        seen=sums(),
        kept=sums(),
        blend=floats(),
        proved=_zeros(room, np.int8),
        distance=_zeros(room, np.int16),
        carrier=_zeros(room * words, np.uint64).reshape(room, words),
        state=np.array([1], np.int64),
    )
    tree.blend[0] = 1.0
    return tree


def with_more_room(tree: Tree, most: int) -> Iterator[Tree]:
    """Give a tree more room, for `most` nodes at last, an array a step; the last is the new tree.

    Until then it yields the old one, which must not grow meanwhile. No step takes long: room that
    nobody has written to takes no memory and is there at once, so a large tree is never copied.
    """
    room, used = tree.move.shape[0], int(tree.state[USED])
    larger = new_tree(2 * room if room < SMALL else most, tree.carrier.shape[1])
    for new, old in zip(larger, tree, strict=True):
        np.asarray(new)[:used] = np.asarray(old)[:used]
        yield tree
    yield larger


def children(tree: Tree, node: Int) -> range:
    """Return the children of a node."""
    first = int(tree.first[node])
    return range(first, first + int(tree.branches[node]))


# -- growing ---------------------------------------------------------------------------------------


@kernel
def add_children(tree: Tree, node: Int, mover: Int, moves: Ints, many: Int) -> bool:
    """Give a node its children, one for each of the first `many` moves; False: no room."""
    first = tree.state[USED]
    if first + many > tree.move.shape[0]:
        return False
    for i in range(many):
        child = first + i
        tree.move[child] = moves[i]
        tree.mover[child] = mover
        tree.spread[child] = tree.blend[child] = 1.0
    tree.first[node] = first
    tree.branches[node] = many
    tree.state[USED] = first + many
    return True


@kernel
def share_children(tree: Tree, node: Int, twin: Int) -> None:
    """Give a node without children those of another one of the same position."""
    tree.first[node] = tree.first[twin]
    tree.branches[node] = tree.branches[twin]


@kernel
def settle(tree: Tree, node: Int, winner: Int, distance: Int) -> None:
    """Note what is known of a node: `winner` is FIRST_WINS, SECOND_WINS or DRAWN."""
    tree.proved[node] = winner
    tree.distance[node] = distance


@kernel
def best_ucb(tree: Tree, node: Int, exploration: float) -> Int:
    """Return the child to go to by UCB1; those not tried yet come first."""
    wide = exploration * sqrt(log(tree.visits[node] + 1.0))
    first = np.int64(tree.first[node])
    best: Int = first
    most = -1e12
    for child in range(first, first + np.int64(tree.branches[node])):
        if tree.proved[child] != UNKNOWN:
            worth = known_value(tree, child)
        elif tree.visits[child] == 0:
            worth = UNTRIED
        else:
            worth = tree.mean[child] + wide * tree.spread[child]
        if worth > most:
            best, most = child, worth
    return best


@kernel
def best_rave(tree: Tree, node: Int, exploration: float) -> Int:
    """Return the child to go to by RAVE: the games that went there, blended with all the others.

    A move nobody made in any game counts as won in half of two.
    """
    wide = exploration * sqrt(log(tree.visits[node] + 1.0))
    first = np.int64(tree.first[node])
    best: Int = first
    most = -1e12
    for child in range(first, first + np.int64(tree.branches[node])):
        if tree.proved[child] != UNKNOWN:
            worth = known_value(tree, child)
        else:
            blend = tree.blend[child]
            elsewhere = (tree.kept[child] + 1.0) / (tree.seen[child] + 2.0)
            worth = (1.0 - blend) * tree.mean[child] + blend * elsewhere + wide * tree.spread[child]
        if worth > most:
            best, most = child, worth
    return best


@kernel
def known_value(tree: Tree, child: Int) -> float:
    """Return what a settled child is worth to who would move there."""
    if tree.proved[child] == DRAWN:
        return 0.5
    return CERTAIN if tree.proved[child] == tree.mover[child] + 1 else -CERTAIN


@kernel
def back_up(tree: Tree, way: Ints, many: Int, result: float, games: Int, trust: float) -> None:
    """Count games in all nodes that they went through.

    Parameters
    ----------
    way
        The nodes from the root down, the first `many` of them.
    result
        What the first side got in all of them together, 0 to `games`.
    games
        How many games were played from the last node.
    trust
        Visits at which both counts of RAVE weigh the same; 0: RAVE is not asked for.
    """
    for i in range(many):
        node = way[i]
        visits = tree.visits[node] + games
        tree.visits[node] = visits
        tree.wins[node] += result if tree.mover[node] == 0 else games - result
        tree.mean[node] = tree.wins[node] / visits
        tree.spread[node] = 1.0 / sqrt(visits)
        if trust > 0:
            tree.blend[node] = sqrt(trust / (3.0 * visits + trust))


@kernel
def note_played(
    tree: Tree, node: Int, taken: Ints, gained: Ints, result: float, games: Int
) -> None:
    """Count games for the children of a node that they went through, all moves as first.

    It is for games in which every move is made in the end, by one side or the other.

    Parameters
    ----------
    taken
        A move's number -> in how many of the games the first side made it.
    gained
        A move's number -> how many of those the first side won.
    result
        How many of all games the first side won.
    games
        How many there were.
    """
    first = np.int64(tree.first[node])
    for child in range(first, first + np.int64(tree.branches[node])):
        made, good = np.int64(taken[tree.move[child]]), np.int64(gained[tree.move[child]])
        if tree.mover[child] == 0:
            tree.seen[child] += made
            tree.kept[child] += good
        else:
            tree.seen[child] += games - made
            tree.kept[child] += games - result - (made - good)


@kernel
def prove_up(tree: Tree, way: Ints, many: Int) -> None:
    """Settle the nodes of a way, from its end, as far as their children settle them."""
    for i in range(many - 1, -1, -1):
        node = np.int64(way[i])
        if tree.proved[node] != UNKNOWN:
            continue
        if tree.branches[node] == 0 or not settled_by_children(tree, node):
            return


@kernel
def settled_by_children(tree: Tree, node: Int) -> bool:
    """Settle a node where one child wins for who moves there, or where all are settled."""
    first, many = np.int64(tree.first[node]), np.int64(tree.branches[node])
    all_known = True
    won: Int = 0
    quickest: Int = 0
    latest: Int = 0
    drawn = False
    for child in range(first, first + many):
        proved, plies = np.int64(tree.proved[child]), np.int64(tree.distance[child]) + 1
        if proved == UNKNOWN:
            all_known = False
        elif proved == tree.mover[child] + 1:
            if won == 0 or plies < quickest:
                won, quickest = proved, plies
        elif proved == DRAWN:
            latest = max(latest, plies) if drawn else plies
            drawn = True
        elif not drawn:
            latest = max(latest, plies)
    if won:
        settle(tree, node, won, quickest)
    elif not all_known:
        return False
    elif drawn:
        settle(tree, node, DRAWN, latest)
    else:
        settle(tree, node, np.int64(tree.proved[first]), latest)
    return True


# -- a part of a tree of moves, made a tree of its own: what is known below the next move stays ----


def taken_from(tree: Tree, node: int, step: int) -> Iterator[Tree]:
    """Make what grows from a node a tree of its own, about `step` nodes at a time.

    What it yields is a whole tree at any time, in which more and more nodes have children, the
    nearest to the root first; the first has those of the root.
    """
    part = part_below(tree, node)
    done = copy_on(part, 1)
    yield part.tree
    while not done:
        done = copy_on(part, step)
        yield part.tree


class Subtree(NamedTuple):
    """What grows from a node of a tree, on its way to become a tree of its own.

    Attributes
    ----------
    old, tree
        Where it is taken from, and the new tree; that one is a whole tree at any time, with more
        and more nodes that have children.
    came
        Which node of `old` a node of `tree` is.
    there
        Where the first child of a node of `old` is in `tree`; 0: nowhere yet.
    looked
        (1,) how many nodes of `tree` have their children.
    """

    old: Tree
    tree: Tree
    came: npt.NDArray[np.int32]
    there: npt.NDArray[np.int32]
    looked: npt.NDArray[np.int64]


def part_below(tree: Tree, node: Int) -> Subtree:
    """Return what grows from a node; `copy_on` has yet to copy all but the node itself."""
    part = Subtree(
        old=tree,
        tree=new_tree(tree.move.shape[0], tree.carrier.shape[1]),
        came=np.zeros(int(tree.state[USED]), np.int32),
        there=np.zeros(int(tree.state[USED]), np.int32),
        looked=np.zeros(1, np.int64),
    )
    copy_node(part, 0, node)
    return part


@kernel
def copy_on(part: Subtree, most: Int) -> bool:
    """Copy some more nodes, about `most`, the nearest to the root first; tell if all are there."""
    old, tree = part.old, part.tree
    end = tree.state[USED] + most
    node = part.looked[0]
    while node < tree.state[USED] and tree.state[USED] < end:
        was = part.came[node]
        begin, many = np.int64(old.first[was]), np.int64(old.branches[was])
        first = np.int64(part.there[begin])
        if many and not first:
            first = np.int64(tree.state[USED])
            for k in range(many):
                copy_node(part, first + k, begin + k)
            part.there[begin] = first
            tree.state[USED] = first + many
        tree.first[node] = first
        tree.branches[node] = many
        node += 1
    part.looked[0] = node
    return bool(node == tree.state[USED])


@kernel
def copy_node(part: Subtree, to: Int, node: Int) -> None:
    """Copy a node, as one without children."""
    old, tree = part.old, part.tree
    part.came[to] = node
    tree.move[to], tree.mover[to] = old.move[node], old.mover[node]
    tree.visits[to], tree.wins[to] = old.visits[node], old.wins[node]
    tree.mean[to], tree.spread[to] = old.mean[node], old.spread[node]
    tree.seen[to], tree.kept[to], tree.blend[to] = old.seen[node], old.kept[node], old.blend[node]
    tree.proved[to], tree.distance[to] = old.proved[node], old.distance[node]
    for w in range(tree.carrier.shape[1]):
        tree.carrier[to, w] = old.carrier[node, w]


# -- UCT with random playouts, written once --------------------------------------------------------
# Kocsis and Szepesvari, *Bandit based Monte-Carlo planning* (2006), and on request RAVE (Gelly and
# Silver, 2007). The tree is that of `model.search.tree_search.game_tree`. A game gives its own
# kernels for those that stand open here to `model.kernels.specialised`.


RETURNED = DRAWN + 1
"""Of what `outcome` says: the position came back, which counts as a draw in this game alone."""

Line = tuple[object, ...]
"""The position that is played on, those on the way to it, and the root: a NamedTuple of the
game's own."""


@kernel
def restart(line: Line) -> None:
    """Go back to the root."""
    raise NotImplementedError


@kernel
def expand(line: Line, tree: Tree, node: Int, depth: Int) -> bool:
    """Give the node of the position its children; False: there is no room."""
    raise NotImplementedError


@kernel
def play(line: Line, depth: Int, move: Int) -> None:
    """Play a move, which leads to a position `depth` moves below the root."""
    raise NotImplementedError


@kernel
def outcome(line: Line, depth: Int, is_new: bool) -> int:
    """Return how the game has ended: UNKNOWN where it goes on, a winner, DRAWN, or RETURNED.

    `is_new`: no game went through the position yet.
    """
    raise NotImplementedError


@kernel
def play_out(line: Line, depth: Int, rng: Words) -> float:
    """Play on at random to the end; return what the first player makes of it."""
    raise NotImplementedError


@kernel
def note(line: Line, tree: Tree, node: Int, result: float) -> None:
    """Count the game just played out for the children of a node, all moves as first.

    Asked only where RAVE is.
    """
    raise NotImplementedError


@kernel
def grow(
    line: Line,
    tree: Tree,
    way: Ints,
    rng: Words,
    exploration: float,
    trust: float,
    patience: int,
    games: int,
) -> int:
    """Play games through the tree, and add to it.

    Parameters
    ----------
    way
        Room for the nodes from the root down, as many as a way may have, and one.
    trust
        See `game_tree.back_up`; 0: UCB1 instead of RAVE.
    patience
        Games that go through a node before it gets children.

    Returns
    -------
    int
        How many games were played: fewer than `games` once the root is settled, or when the tree
        has no room left.
    """
    for game in range(games):
        if tree.proved[0] != UNKNOWN:
            return game
        restart(line)
        node: Int = np.int64(0)
        depth: Int = 0
        way[0] = 0
        ended = UNKNOWN
        while tree.proved[node] == UNKNOWN and ended != RETURNED and depth < way.size - 2:
            if tree.branches[node] == 0:
                if node and tree.visits[node] < patience:
                    break
                if not expand(line, tree, node, depth):
                    return game
            if trust > 0:
                node = best_rave(tree, node, exploration)
            else:
                node = best_ucb(tree, node, exploration)
            depth += 1
            way[depth] = node
            play(line, depth, tree.move[node])
            if tree.proved[node] == UNKNOWN:
                ended = outcome(line, depth, tree.visits[node] == 0)
                if ended not in (UNKNOWN, RETURNED):
                    settle(tree, node, ended, 0)
        proved = tree.proved[node]
        if proved != UNKNOWN:
            result = 1.0 if proved == FIRST_WINS else 0.0 if proved == SECOND_WINS else 0.5
            prove_up(tree, way, depth + 1)
        elif ended == RETURNED:
            result = 0.5
        else:
            result = play_out(line, depth, rng)
            if trust > 0:
                for i in range(depth + 1):
                    if tree.branches[way[i]] > 0:
                        note(line, tree, np.int64(way[i]), result)
        back_up(tree, way, depth + 1, result, 1, trust)
    return games


# -- UCT with random playouts, as quick as a game's kernels make it: what is the same for all games


SLICE = 0.005
"""Seconds between two looks at the stop function, about."""
TOLD_EVERY = 0.2
"""Seconds between two reports."""
MOST_NODES = 1 << 22
"""Nodes a tree may have; then it grows no more, and numbers alone get better."""
DEEPEST = 400
"""Plies a way through the tree may have."""
_FIRST_SLICE = 8


class PlainUct(ABC):
    """UCT with random playouts; see `model.contract.search.Engine`.

    Attributes
    ----------
    exploration
        How much more often uncertain moves are tried, as UCB1 has it: each game says what is best.
    trust
        As `grow` takes it.
    kernel
        `grow`, made for the game.
    """

    exploration: float
    trust = 0.0
    kernel: Kernel[..., int]

    def __init__(self, game: Game) -> None:
        self.game = game
        self._way = np.zeros(DEEPEST + 1, np.int32)

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        work = self.workspace(position)
        rng, tree = seeded(budget.seed, str(position)), new_tree()
        played, patience = 0, 1
        reported, games = monotonic(), _FIRST_SLICE
        while tree.proved[0] == UNKNOWN and (budget.nodes is None or played < budget.nodes):
            if stop():
                return self._analysis(position, tree, played, done=False)
            most = games if budget.nodes is None else min(games, budget.nodes - played)
            begun = monotonic()
            grown = self.kernel(
                work, tree, self._way, rng, self.exploration, self.trust, patience, most
            )
            played += grown
            if grown < most and tree.proved[0] == UNKNOWN:
                if tree.move.shape[0] < MOST_NODES:
                    *_, tree = with_more_room(tree, MOST_NODES)
                else:
                    patience = 1 << 60
            elif most == games:
                took = max(monotonic() - begun, 1e-6)
                games = max(1, min(int(games * SLICE / took), 2 * games))
            if monotonic() - reported > TOLD_EVERY:
                reported = monotonic()
                report(self._analysis(position, tree, played, done=False))
        found = self._analysis(position, tree, played, done=True)
        report(found)
        return found

    def _analysis(self, position: Position, tree: Tree, played: int, done: bool) -> Analysis:
        scores = {
            self.write(int(tree.move[child]), position): _score(tree, child)
            for child in _ranked(tree, 0)
            if tree.visits[child] or tree.proved[child] != UNKNOWN
        }
        if not scores:
            scores = {next(iter(position.legal_moves)): Score((DRAW, DRAW))}
        line, at = [], position
        for number in _line(tree):
            line.append(self.write(number, at))
            at = at.play(line[-1])
        return Analysis(position, scores, tuple(line), done, played)

    # -- what a game says -----------------------------------------------------------------------

    @abstractmethod
    def workspace(self, position: Position) -> object:
        """Return a position as `kernel` wants it, and what that writes on."""

    @abstractmethod
    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move that is legal in `position`."""


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
