"""Every state of the inner game by retrograde analysis is what plain search says."""

from collections.abc import Iterator

import numpy as np
import pytest

from model.boards.lattice import pyramid
from model.games.pyraos.table.retrograde import PyraosAnalysis
from model.games.pyraos.table.state_index import sides_of, state_index, states_of
from model.games.pyraos.turns import rules_number

BOARD = pyramid(3)
TOP = 13
SPHERES = 7


def _bits(sites) -> int:
    return sum(1 << int(site) for site in sites if site >= 0)


DOWN = [_bits(few) for few in BOARD.supports]
UP = [_bits(few) for few in BOARD.carried]
LEVEL = [int(z) for z in BOARD.xyz[:, 2]]
SQUARES = [down for down in DOWN if down]
LINES = [
    _bits(np.flatnonzero((BOARD.xyz[:, 2] == 0) & (BOARD.xyz[:, axis] == k)))
    for axis in (0, 1)
    for k in range(3)
]


def _places(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def boards_after(own: int, other: int, rules: str, obliged: bool) -> set[int]:
    """Return the spheres of the side to move after each of its turns."""
    occupied = own | other
    kinds = {"children": [], "standard": SQUARES, "alternate": SQUARES + LINES}[rules]
    empty = [p for p in range(14) if not occupied >> p & 1 and occupied & DOWN[p] == DOWN[p]]
    found: set[int] = set()
    for place in empty:
        starts = [own | 1 << place] if own.bit_count() < SPHERES else []
        starts += [
            own & ~(1 << source) | 1 << place
            for source in _places(own)
            if not UP[source] & occupied
            and LEVEL[source] < LEVEL[place]
            and not DOWN[place] >> source & 1
        ]
        for board in starts:
            made = any(kind >> place & 1 and board & kind == kind for kind in kinds)
            if not (made and obliged):
                found.add(board)
            if made:
                found |= _taken_back(board, other)
    return found or {own}


def _taken_back(own: int, other: int) -> set[int]:
    ones = {own & ~(1 << a) for a in _places(own) if not UP[a] & (own | other)}
    return ones | {o & ~(1 << a) for o in ones for a in _places(o) if not UP[a] & (o | other)}


def every_state() -> list[tuple[int, int]]:
    """Return the bits of the side to move and of the other for every state, by its number."""
    room, mask, sides = np.zeros(1, np.int64), np.zeros(1, np.int32), np.zeros(2, np.int64)
    found = []
    for state in range(state_index(3).states):
        sides_of(state_index(3), state, room, mask, sides)
        found.append((int(sides[0]), int(sides[1])))
    return found


def values_by_search(states: list[tuple[int, int]], rules: str, obliged: bool) -> np.ndarray:
    """Return the plies to the end of every state, 0 where play is endless, by plain iteration."""
    own: list[int] = []
    other: list[int] = []
    first = [0]
    for mine, theirs in states:
        boards = boards_after(mine, theirs, rules, obliged)
        own += [theirs] * len(boards)
        other += boards
        first.append(len(other))
    after = np.array(other, np.int64)
    over = after >> TOP & 1 == 1
    next_states = np.zeros(len(after), np.int64)
    states_of(state_index(3), np.where(over, 0, np.array(own, np.int64)), np.where(over, 0, after),
              next_states)  # fmt: skip
    worth = np.zeros(len(states), np.int64)
    starts = np.array(first[:-1])
    for distance in range(1, 60):
        there = np.where(over, -2, worth[next_states])  # -2: lost at once, as even as any loss
        if distance % 2:
            found = np.logical_or.reduceat(over | ((there > 0) & (there % 2 == 0)), starts)
        else:
            found = np.logical_and.reduceat((there > 0) & (there % 2 == 1), starts)
        worth[found & (worth == 0)] = distance
    return worth


def solved(rules, obliged, side=3):
    solving = PyraosAnalysis(state_index(side), rules_number(rules), obliged)
    list(solving.begin(lambda: None))
    list(solving.passes(lambda: None))
    return solving


@pytest.fixture(scope="module")
def states():
    return every_state()


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "obliged", "draws"),
    [
        ("children", False, 0),
        ("standard", False, 0),
        ("standard", True, 138),
        ("alternate", False, 1228),
        ("alternate", True, 2119),
    ],
)
def test_every_state_is_worth_what_plain_search_says(states, rules, obliged, draws):
    solving = solved(rules, obliged)
    found = solving.codes(0, len(states))
    wanted = values_by_search(states, rules, obliged)
    assert np.flatnonzero(found != wanted).tolist() == []
    assert solving.left == (wanted == 0).sum() == draws
    assert solving.decided == [0, *np.bincount(wanted)[1:].tolist()]


@pytest.mark.check
def test_no_two_states_have_the_same_spheres(states):
    assert len(set(states)) == len(states) == state_index(3).states


def test_the_whole_game_has_the_states_that_were_published():
    whole = state_index(4)
    assert len(whole.occupied) == 141_120
    assert len(whole.canonical) == 18_458
    assert whole.states == 2_257_858_569
