"""Engines for Pyraos: alpha-beta on bitboards, images looked at once; and UCT with random games.

docs/rules/pyraos.md says what alpha-beta looks at. A *window* is two rows of the base side by side,
the whole first level, or the five places above it. Each place is empty, the mover's or the other
side's; what a window holds is read to the base three. `evaluation.npz` holds the points of each
rule set, fitted to the tables of the solved games: `python -m benchmarks.fitting.pyraos_evaluation`
makes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from io import BytesIO
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import square_maps
from model.contract.game import Move, Position
from model.games.pyraos import kernels, turns
from model.games.pyraos.kernels import (
    HIGHER,
    UP,
    Word,
    count_lifting,
    count_placing,
    covered,
    list_moves,
    lowest,
    moved,
    nth_lifting,
    nth_to,
    ones,
    openings,
    removing_places,
    supported,
)
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import from_number, rules_number
from model.kernels import Int, inlined_kernel, kernel, specialised
from model.search.alpha_beta import alpha_beta_search as ab
from model.search.alpha_beta.alpha_beta_search import Frames, Rows, hash63
from model.search.alpha_beta.iterative_deepening import AlphaBeta
from model.search.prng import Words, below
from model.search.tree_search import game_tree
from model.search.tree_search.game_tree import PlainUct, Tree, add_children

# -- what the engine counts in a position: how the numbers lie, and what they are ------------------


POINTS = 130
"""What odds of e to 1 are worth."""
PHASES = kernels.PLACES
"""Parts of the game: each number of spheres on the board is one."""
_PAIR, _LEVEL, _TOPS = 3**8, 3**9, 3**5
WINDOWS = 8
"""Two rows at an edge twice, two columns twice, the middle rows and columns, the first level, what
lies above."""
START: npt.NDArray[np.int64] = np.array(
    [0, 0, 0, 0, _PAIR, _PAIR, 2 * _PAIR, 2 * _PAIR + _LEVEL], np.int64
)
"""(8,) where each window begins in its phase; four are worth the same, and two others."""
PATTERNS = 2 * _PAIR + _LEVEL + _TOPS
"""All that windows can hold in a phase."""
SPENT = PHASES * PATTERNS
"""Where the spheres on the board begin, 16 of the mover by 16 of the other."""
READY = SPENT + 256
"""What can be done at once, by phase: squares (or lines) that one sphere completes and spheres that
can be lifted, of the mover and the other, up to 3 each, and places above the base that could be
filled, up to 5."""
READIES = 4**4 * 6
FREE = READY + PHASES * READIES
"""Spheres on the base that carry nothing, up to 7 by 7, by phase."""
SIZE = FREE + 64 * PHASES
FEATURES = WINDOWS + 3
"""Numbers that are added up for a position."""

TERNARY: npt.NDArray[np.int64] = np.array(
    [sum(3**k for k in range(9) if bits >> k & 1) for bits in range(1 << 9)], np.int64
)
"""(512,) nine bits read to the base three."""


@lru_cache(maxsize=1)
def site_maps() -> npt.NDArray[np.int64]:
    """Return the (8, 30) symmetries of the board: where each site comes to lie, identity first."""
    return square_maps(kernels.BOARD.xyz, kernels.BOARD.size - 1 - kernels.BOARD.xyz[:, 2])


@lru_cache(maxsize=3)
def points_of(rules: str) -> npt.NDArray[np.int16]:
    """Return (SIZE,) the points of each feature under a rule set."""
    data = resources.files(__package__).joinpath("evaluation.npz").read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as kept:
        points: npt.NDArray[np.int16] = kept[rules]
    return points


# -- what a position of Pyraos is worth without looking ahead --------------------------------------


Points = npt.NDArray[np.int16]
"""(SIZE,) points by feature."""
Found = npt.NDArray[np.int64]
"""(FEATURES,) room for the features of a position."""

_U = np.uint64
_ONE, _BASE, _BYTE, _HIGH, _NINE = _U(1), _U(0xFFFF), _U(0xFF), _U(0xF0), _U(0x1FF)
_S3, _S4, _S6, _S8, _S12, _S16, _S25 = _U(3), _U(4), _U(6), _U(8), _U(12), _U(16), _U(25)


@kernel
def lifting(free: Word, upper: Word) -> int:
    """Count the spheres of `free` that can be lifted to a place of `upper`, up to 3."""
    count = 0
    while free and count < 3:
        bit = free & (~free + _ONE)
        free ^= bit
        source = lowest(bit)
        if upper & HIGHER[source] & ~UP[source]:
            count += 1
    return count


@kernel
def number(bits: Word, most: int = 15) -> int:
    """Count bits, up to `most`."""
    count = np.int64(ones(bits))
    return most if count > most else int(count)


@inlined_kernel
def _columns(rows: Word) -> Word:
    """Return the base with rows and columns exchanged."""
    swap = (rows ^ rows >> _S3) & _U(0x0A0A)
    rows ^= swap ^ swap << _S3
    swap = (rows ^ rows >> _S6) & _U(0x00CC)
    return _U(rows ^ swap ^ swap << _S6)


@inlined_kernel
def add_windows(bits: Word, times: int, found: Found) -> None:
    """Add what each window holds of one side, to the base three, so many times.

    Windows on an edge are read from the edge inwards, so that what is the same is worth the same.
    """
    rows = bits & _BASE
    columns = _columns(rows)
    found[0] += times * TERNARY[rows & _BYTE]
    found[1] += times * TERNARY[rows >> _S12 | rows >> _S4 & _HIGH]
    found[2] += times * TERNARY[columns & _BYTE]
    found[3] += times * TERNARY[columns >> _S12 | columns >> _S4 & _HIGH]
    found[4] += times * TERNARY[rows >> _S4 & _BYTE]
    found[5] += times * TERNARY[columns >> _S4 & _BYTE]
    found[6] += times * TERNARY[bits >> _S16 & _NINE]
    found[7] += times * TERNARY[bits >> _S25]


@inlined_kernel
def list_counts(
    own: Word, other: Word, removing: Word, others_removing: Word, phase: int, found: Found
) -> None:
    """Write the features that are counted, after the windows.

    `removing` and `others_removing` are the places that complete a square (or line) of a side.
    """
    occupied = own | other
    bare = ~covered(occupied)
    places = supported(occupied) & ~occupied
    upper, free = places & ~_BASE, bare & _BASE
    ready = 4 * number(removing & places, 3) + number(others_removing & places, 3)
    lifts = 0
    if upper:
        lifts = 4 * lifting(own & bare, upper) + lifting(other & bare, upper)
    ready = (16 * ready + lifts) * 6 + number(upper, 5)
    found[WINDOWS] = SPENT + 16 * number(own) + number(other)
    found[WINDOWS + 1] = READY + READIES * phase + ready
    found[WINDOWS + 2] = FREE + 64 * phase + 8 * number(own & free, 7) + number(other & free, 7)


@kernel
def list_features(own: Word, other: Word, rules: int, found: Found) -> None:
    """Write the features of a position, `own` being the side to move."""
    phase = number(own | other, kernels.PLACES)
    for window in range(WINDOWS):
        found[window] = PATTERNS * phase + START[window]
    add_windows(own, 1, found)
    add_windows(other, 2, found)
    mine, theirs = removing_places(own, rules), removing_places(other, rules)
    list_counts(own, other, mine, theirs, phase, found)


@kernel
def static_value(own: Word, other: Word, rules: int, points: Points, found: Found) -> int:
    """Return what a position is worth to the side to move, without looking ahead."""
    list_features(own, other, rules, found)
    value = 0
    for feature in found:
        value += points[feature]
    return value


# -- what alpha-beta asks of Pyraos ----------------------------------------------------------------
# The search is `model.search.alpha_beta.alpha_beta_search`; moves are numbered as in
# `model.games.pyraos.kernels`.


Sides = npt.NDArray[np.uint64]
"""(LEVELS, 2) bits of the side to move and of the one that waits."""
Maps = npt.NDArray[np.uint64]
"""(8, 4, 256) by symmetry and byte: the bits to which the bits of that byte go."""
_SAVED, _STOPPED = 1 << 21, 1 << 20
_FEW = 40
"""Moves up to which those that save two spheres are never searched less deep."""
_APEX, _PLACES, _SIDE, _S24 = _U(1 << kernels.TOP), _U(kernels.PLACES), _U(1 << 62), _U(24)


class PyraosStack(NamedTuple):
    """The positions of the line of play, and what is asked about them.

    Attributes
    ----------
    sides
        (LEVELS, 2) uint64 bits of the side to move and of the one that waits.
    maps
        (8, 4, 256) uint64 the symmetries of the board.
    points
        (SIZE,) int16 what features are worth.
    found
        (FEATURES,) int64 room for those of a position.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    side
        The side to move at the root, 0 or 1.
    even_to
        Spheres up to which a position is exchanged for its image.
    past
        What tells tables apart: a position that stood twice before is drawn when it stands again.
    """

    sides: Sides
    maps: Maps
    points: Points
    found: Found
    rules: int
    obliged: bool
    side: int
    even_to: int
    past: int


@kernel
def _turned(own: Word, maps: Maps, turn: int) -> Word:
    """Return bits as a symmetry of the board moves them."""
    found = maps[turn, 0, own & _BYTE] | maps[turn, 1, (own >> _S8) & _BYTE]
    found |= maps[turn, 2, (own >> _S16) & _BYTE]
    return _U(found | maps[turn, 3, own >> _S24])


@kernel
def turn_of(own: Word, other: Word, maps: Maps) -> int:
    """Return the symmetry by which a position becomes the one that stands for all its images."""
    best, chosen = own | other << _PLACES, 0
    for turn in range(1, 8):
        word = _turned(own, maps, turn) | _turned(other, maps, turn) << _PLACES
        if word < best:
            best, chosen = word, turn
    return chosen


@kernel
def enter(line: PyraosStack, frames: Frames, level: int, own: Word, other: Word, side: int) -> None:
    """Put a position on a level; with few spheres its image that stands for all of them.

    At the root the position stays as it is, and is known by that image's key.
    """
    sides = line.sides
    sides[level, 0], sides[level, 1] = own, other
    if np.int64(ones(own | other)) <= line.even_to:
        turn = turn_of(own, other, line.maps)
        if turn:
            own, other = _turned(own, line.maps, turn), _turned(other, line.maps, turn)
            if level:
                sides[level, 0], sides[level, 1] = own, other
    word = own | other << _PLACES
    if side:
        word |= _SIDE
    frames[level, ab.KEY] = hash63(word)
    frames[level, ab.EXTRA] = line.past


@inlined_kernel
def _value_if_over(line: PyraosStack, level: int, moves: Rows, scores: Rows) -> int:
    return level - ab.MATE if line.sides[level, 1] & _APEX else ab.OPEN


@inlined_kernel
def _evaluate(line: PyraosStack, level: int) -> int:
    own, other = line.sides[level, 0], line.sides[level, 1]
    return int(static_value(own, other, line.rules, line.points, line.found))


@inlined_kernel
def _make(line: PyraosStack, frames: Frames, level: int, move: int) -> None:
    after = moved(line.sides[level, 0], move)
    enter(line, frames, level + 1, line.sides[level, 1], after, (line.side + level + 1) & 1)
    # Without take-backs and lifts spheres only become more; a lift only goes up.
    goes_up = line.rules == kernels.CHILDREN and move != kernels.PASS
    frames[level + 1, ab.SINCE] = 0 if goes_up else frames[level, ab.SINCE] + 1


@inlined_kernel
def _list_moves(line: PyraosStack, level: int, tactical: bool, moves: Rows, scores: Rows) -> int:
    """List the moves with their scores: what saves spheres first, then what stops the other."""
    own, other = line.sides[level, 0], line.sides[level, 1]
    count = list_moves(own, other, line.rules, line.obliged, moves[level])
    stopping = removing_places(other, line.rules)
    for k in range(count):
        move = moves[level, k]
        saved = (move >> 5 & 31 != 0) + (move >> 10 & 31 != 0) + (move >> 15 & 31 != 0)
        score = saved * _SAVED
        if move != kernels.PASS and stopping >> _U(move & 31) & _ONE:
            score += _STOPPED
        if saved > 1 and count <= _FEW:
            score += ab.TACTICAL
        scores[level, k] = score
    return int(count)


@inlined_kernel
def _ordered(score: int, history: int) -> int:
    return score + 4 * history


search = specialised(
    ab.search,
    value_if_over=_value_if_over,
    evaluate=_evaluate,
    list_moves=_list_moves,
    ordered=_ordered,
    make=_make,
)


# -- an engine for Pyraos --------------------------------------------------------------------------


EVEN_TO = 6
"""Spheres up to which a position is exchanged for its image. From the start that saves four fifths
of the positions seven plies deep, from six random spheres on none: images seldom meet then, and
moves that were good elsewhere are known better where nothing is turned."""
_KEYS = (1 << 62) - 1


class PyraosEngine(AlphaBeta):
    """Thinks about Pyraos; see `model.contract.search.Engine`.

    Attributes
    ----------
    even_to
        Spheres up to which images of a position are looked at once.
    """

    kernel = search
    _stack: PyraosStack
    scale = float(POINTS)
    margins = np.array([0, 110, 150, 200], np.int64)
    """What a position is worth was more off in 26, 10 and 14 of 110 positions of play, one, two and
    three plies ahead. There are no null moves: who need not spend a sphere gains by it."""

    def __init__(self, game: PyraosGame) -> None:
        super().__init__(game, kernels.MAX_MOVES, 13)
        self.even_to = EVEN_TO
        self._stack = PyraosStack(
            np.zeros((ab.LEVELS, 2), np.uint64),
            byte_maps(),
            points_of(game.rules),
            np.zeros(FEATURES, np.int64),
            turns.rules_number(game.rules),
            game.obliged,
            side=0,
            even_to=EVEN_TO,
            past=0,
        )

    def begin(self, position: Position) -> list[int]:
        """Put a position at the bottom of the stack; return the numbers of its moves."""
        assert isinstance(position, PyraosPosition)
        self._stack = self._stack._replace(side=position.side, even_to=self.even_to, past=0)
        self._remember(position)
        own, other = np.uint64(position.own), np.uint64(position.other)
        self._put(0, position.own, position.other, position.side)
        self._tree.frames[0, ab.SINCE] = ab.LEVELS
        moves = np.zeros(kernels.MAX_MOVES, np.int64)
        count = int(list_moves(own, other, self._stack.rules, self._stack.obliged, moves))
        return [int(number) for number in moves[:count]]

    def _put(self, level: int, own: int, other: int, side: int) -> None:
        enter(self._stack, self._tree.frames, level, np.uint64(own), np.uint64(other), side)

    def _remember(self, position: PyraosPosition) -> None:
        """Note the positions that are a draw the next time they stand."""
        keys = []
        for (white, black, side), times in position.stood.items():
            if times < 2:
                continue
            own, other = (black, white) if side else (white, black)
            self._put(1, own, other, side)
            keys.append(int(self._tree.frames[1, ab.KEY]))
        self._tree = self._tree._replace(twice=np.array(keys, np.int64))
        self._stack = self._stack._replace(past=sum(keys) & _KEYS)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return turns.from_number(number).text

    def write_line(self, numbers: tuple[int, ...], position: Position) -> Iterator[Move]:
        """Write moves one after another, each told of the image that the search had before it."""
        images = site_maps()
        seen = np.arange(kernels.PLACES)  # site of the search -> site on the board
        for number in numbers:
            move = turns.from_number(_renumbered(number, seen)).text
            yield move
            after = position.play(move)
            assert isinstance(after, PyraosPosition)
            position = after
            if after.occupied.bit_count() <= self.even_to:
                back = np.argsort(seen)
                turn = turn_of(_through(after.own, back), _through(after.other, back), byte_maps())
                seen = seen[np.argsort(images[turn])]


def _through(own: int, image: npt.NDArray[np.int64]) -> np.uint64:
    """Return bits with each site where `image` takes it."""
    return np.uint64(sum(1 << int(image[site]) for site in turns.bits(own)))


def _renumbered(move: int, image: npt.NDArray[np.int64]) -> int:
    """Return the number of a move whose sites go where `image` takes them."""
    if move == kernels.PASS:
        return move
    parts = [move >> shift & 31 for shift in (5, 10, 15)]
    source, *removed = [int(image[part - 1]) + 1 if part else 0 for part in parts]
    if removed[1]:
        removed.sort()
    return int(image[move & 31]) | source << 5 | removed[0] << 10 | removed[1] << 15


@lru_cache(maxsize=1)
def byte_maps() -> Maps:
    """Return the symmetries as kernels take them; see `Maps`."""
    maps = np.zeros((8, 4, 256), np.uint64)
    for turn, image in enumerate(site_maps().tolist()):
        for byte in range(4):
            for bits in range(256):
                sites = [8 * byte + k for k in range(8) if bits >> k & 1]
                maps[turn, byte, bits] = sum(
                    1 << image[site] for site in sites if site < kernels.PLACES
                )
    return maps


# -- games of Pyraos played out at random, and trees grown by them ---------------------------------
# A random move is drawn by number, each as often as any other, so that moves need not be listed.


LONGEST = 300
"""Plies a game is played on for; then it counts as a draw."""


class Workspace(NamedTuple):
    """The position that is played on, and room to write on.

    Attributes
    ----------
    sides
        (2,) uint64 bits of the side to move at the root and of the other.
    moves
        (MAX_MOVES,) int64 room for lists.
    stood
        (DEEPEST + 1, 2) uint64 the positions from the root down.
    past
        (m, 2) uint64 positions that stood before, of the side to move and of the other.
    times
        (m, 2) int64 how often, and who was to move.
    side
        Who is to move at the root, 0 or 1.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    """

    sides: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.int64]
    stood: npt.NDArray[np.uint64]
    past: npt.NDArray[np.uint64]
    times: npt.NDArray[np.int64]
    side: int
    rules: int
    obliged: bool


@kernel
def draw_move(own: Word, other: Word, rules: int, obliged: bool, rng: Words) -> Word:
    """Return the bits of the side to move after one of its moves, drawn at random.

    The top must be empty.
    """
    occupied = own | other
    places, removing = openings(own, occupied, rules)
    placing = count_placing(own, occupied, places, removing, rules, obliged)
    total = placing + count_lifting(own, occupied, places, removing, rules, obliged)
    if total == 0:
        return own
    number = np.int64(below(rng, total))
    if number < placing:
        return nth_to(own, occupied, places, removing, rules, obliged, number)
    return nth_lifting(own, occupied, places, removing, rules, obliged, number - placing)


@kernel
def play_out(own: Word, other: Word, rules: int, obliged: bool, rng: Words, longest: int) -> float:
    """Play on at random to the end; return what the side to move makes of it."""
    for ply in range(longest):
        if other & _APEX:
            return 1.0 if ply & 1 else 0.0
        own, other = other, draw_move(own, other, rules, obliged, rng)
    return 0.5


@kernel
def _went_round(work: Workspace, depth: Int, side: Int) -> bool:
    """Whether the position at the end of the way stands for the third time."""
    own, other = work.stood[depth, 0], work.stood[depth, 1]
    stood = 0
    for before in range(depth & 1, depth, 2):
        stood += work.stood[before, 0] == own and work.stood[before, 1] == other
    for k in range(work.past.shape[0]):
        if work.past[k, 0] == own and work.past[k, 1] == other and work.times[k, 1] == side:
            stood += work.times[k, 0]
    return stood > 1


@inlined_kernel
def _restart(work: Workspace) -> None:
    work.stood[0, 0], work.stood[0, 1] = work.sides[0], work.sides[1]


@inlined_kernel
def _expand(work: Workspace, tree: Tree, node: Int, depth: Int) -> bool:
    own, other = work.stood[depth, 0], work.stood[depth, 1]
    many = np.int64(list_moves(own, other, work.rules, work.obliged, work.moves))
    return bool(add_children(tree, node, (work.side + depth) & 1, work.moves, many))


@inlined_kernel
def _play(work: Workspace, depth: Int, move: Int) -> None:
    stood = work.stood
    stood[depth, 0], stood[depth, 1] = stood[depth - 1, 1], moved(stood[depth - 1, 0], move)


@inlined_kernel
def _outcome(work: Workspace, depth: Int, is_new: bool) -> int:
    mover = (work.side + depth) & 1
    if work.stood[depth, 1] & _APEX:
        return game_tree.FIRST_WINS if mover else game_tree.SECOND_WINS
    return game_tree.RETURNED if _went_round(work, depth, mover) else game_tree.UNKNOWN


@inlined_kernel
def _play_out(work: Workspace, depth: Int, rng: Words) -> float:
    own, other = work.stood[depth, 0], work.stood[depth, 1]
    result = play_out(own, other, work.rules, work.obliged, rng, LONGEST)
    return 1.0 - result if (work.side + depth) & 1 else float(result)


grow = specialised(
    game_tree.grow,
    restart=_restart,
    expand=_expand,
    play=_play,
    outcome=_outcome,
    play_out=_play_out,
)


# -- the plainest opponent -------------------------------------------------------------------------


EXPLORATION = 0.5
"""The best of 0.3, 0.5, 0.7 and 1.0 against 0.5; docs/strength.md has the figures."""


class PlainPyraos(PlainUct):
    """UCT with random playouts; see `model.contract.search.Engine`."""

    exploration = EXPLORATION
    kernel = grow

    def workspace(self, position: Position) -> Workspace:
        """Return a position as kernels want it, and what they write on."""
        assert isinstance(position, PyraosPosition)
        return workspace_for(position)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return from_number(number).text


def workspace_for(position: PyraosPosition) -> Workspace:
    """Return a position as kernels want it, and what they write on."""
    past = [
        ((black, white) if side else (white, black), (times, side))
        for (white, black, side), times in position.stood.items()
    ]
    return Workspace(
        np.array([position.own, position.other], np.uint64),
        np.zeros(kernels.MAX_MOVES, np.int64),
        np.zeros((game_tree.DEEPEST + 1, 2), np.uint64),
        np.array([few for few, _ in past], np.uint64).reshape(-1, 2),
        np.array([few for _, few in past], np.int64).reshape(-1, 2),
        position.side,
        rules_number(position.game.rules),
        position.game.obliged,
    )
