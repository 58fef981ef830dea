"""Games of Pyramid played out at random, and trees grown by them: the kernels of the plain engine.

A random move is drawn without listing the moves: a stone and one of the ways off its field, as
often as it takes until that is a move. Each move is drawn as often as any other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyramid.engine_kernels import NO_END
from model.games.pyramid.field_kernels import (
    BANNED,
    BESIDE,
    COLOUR,
    HEIGHT,
    HELD_BLACK,
    HELD_WHITE,
    PLIES,
    VICTORY,
    WHITE,
    Boards,
    Facts,
    Hashes,
    list_rated,
    mark_around,
    mark_run,
    settled,
)
from model.games.pyramid.kernels import (
    BAN,
    DIRS,
    JUMP,
    PUSH,
    PUSH_OWN,
    SMASH,
    SMASH_OWN,
    SUICIDE,
    Numbers,
)
from model.games.pyramid.prover_kernels import DRAWS, PASSED, PASSES
from model.kernels import Int, inlined_kernel, kernel
from model.search.bound_table import mixed
from model.search.chance import Words, below, draw
from model.search.game_tree import (
    DRAWN,
    UNKNOWN,
    Tree,
    add_children,
    back_up,
    best_ucb,
    prove_up,
    settle,
)

LONGEST = 200
"""Plies a game is played on for; then it counts as a draw."""
DEEPEST = 400
"""Plies a way through the tree may have."""
_TRIES = 200
"""Draws of a move before the moves are listed after all."""
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


class Desk(NamedTuple):
    """The position that is played on, and the board.

    Attributes
    ----------
    cells, facts
        (2, n) stones and (2, FACTS) int64: of the root, then those that change.
    moves, scores
        (2, MAX_MOVES) int32 room for lists.
    stones
        (2, n) int32 the fields of the stones of either colour, in no order.
    places
        (n,) int32 where a field stands among them.
    ways
        (n, most, 2) int32 where a stone alone could go from a field, and in which direction.
    counts
        (n,) int32 how many of them there are.
    victory
        (k,) int32 the victory fields.
    way, keys
        (DEEPEST,) the nodes from the root down, and the positions as they repeat.
    past, times
        (m,) int64 positions that stood before, and how often.
    """

    cells: Boards
    facts: Facts
    moves: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int32]
    marked: npt.NDArray[np.int32]
    stones: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    ways: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]
    victory: npt.NDArray[np.int32]
    way: npt.NDArray[np.int32]
    keys: npt.NDArray[np.int64]
    past: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]
    fields: Numbers
    numbers: Numbers
    hashes: Hashes


@kernel
def gather(
    cells: Boards, facts: Facts, stones: npt.NDArray[np.int32], places: npt.NDArray[np.int32]
) -> None:
    """List the stones of the position that is played on."""
    white, black = 0, 0
    for site in range(cells.shape[1]):
        stone = cells[1, site]
        if stone == 1:
            stones[0, white], places[site] = site, white
            white += 1
        elif stone == 2:
            stones[1, black], places[site] = site, black
            black += 1
    facts[1, WHITE], facts[1, WHITE + 1] = white, black


@inlined_kernel
def action_there(
    cells: Boards, source: int, target: int, direction: int, colour: int, ban: int,
    fields: Numbers, numbers: Numbers,
) -> int:  # fmt: skip
    """Return the kind of the move from one field to another, -1 where it is none."""
    at, nearest = source, fields[source, direction]
    while nearest != target:
        if cells[1, nearest]:
            return -1
        at, nearest = nearest, fields[nearest, direction]
    there, height = cells[1, target], fields[target, HEIGHT]
    if height > fields[at, HEIGHT]:
        return JUMP if there == 0 else -1
    if there and height == fields[at, HEIGHT]:
        if at != source or direction >= 4 or (there == colour and not numbers[PUSH_OWN]):
            return -1
        beyond = fields[target, direction]
        if beyond >= 0 and (
            fields[beyond, HEIGHT] > height
            or (fields[beyond, HEIGHT] == height and cells[1, beyond])
        ):
            return -1
        return -1 if ban == (source << 10 | target) else PUSH
    if numbers[DIRS] == 2 and direction == (0 if colour == 1 else 3):
        return -1
    if there == 0:
        return 0
    return SMASH if there != colour or numbers[SMASH_OWN] else -1


@inlined_kernel
def _remove(
    cells: Boards, facts: Facts, site: int, stones: npt.NDArray[np.int32],
    places: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    side = cells[1, site] - 1
    cells[1, site] = 0
    last = facts[1, WHITE + side] - 1
    moved = stones[side, last]
    stones[side, places[site]], places[moved] = moved, places[site]
    facts[1, WHITE + side] = last


@kernel
def _shift(
    cells: Boards, source: int, target: int, stones: npt.NDArray[np.int32],
    places: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    side = cells[1, source] - 1
    cells[1, target], cells[1, source] = cells[1, source], 0
    stones[side, places[source]], places[target] = target, places[source]


@inlined_kernel
def enclose(
    cells: Boards, facts: Facts, target: int, beyond: int, whole: bool, fields: Numbers,
    numbers: Numbers, marked: npt.NDArray[np.int32], stones: npt.NDArray[np.int32],
    places: npt.NDArray[np.int32],
) -> int:  # fmt: skip
    """Take away what Osiris takes after a stone came to `target`; return whether it takes any."""
    found = 0
    if whole:
        for site in range(cells.shape[1]):
            if cells[1, site]:
                found = mark_run(cells, 1, site, 0, fields, marked, found)
                found = mark_run(cells, 1, site, 1, fields, marked, found)
    else:
        found = mark_around(cells, 1, target, fields, marked, found)
        if beyond >= 0:
            found = mark_around(cells, 1, beyond, fields, marked, found)
    for k in range(found):
        site = marked[k]
        if cells[1, site] and (site != target or numbers[SUICIDE]):
            _remove(cells, facts, site, stones, places)
    return found


@kernel
def act(
    cells: Boards, facts: Facts, source: int, target: int, direction: int, kind: int, whole: bool,
    fields: Numbers, numbers: Numbers, marked: npt.NDArray[np.int32],
    stones: npt.NDArray[np.int32], places: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    """Play a move on the position that is played on; see `field_kernels.make`."""
    beyond, ban = -1, -1
    if kind == SMASH:
        _remove(cells, facts, target, stones, places)
    elif kind == PUSH:
        beyond = fields[target, direction]
        if beyond < 0:
            _remove(cells, facts, target, stones, places)
        else:
            if cells[1, beyond]:
                _remove(cells, facts, beyond, stones, places)
            if numbers[BAN] and cells[1, target] != cells[1, source]:
                ban = beyond << 10 | target
            _shift(cells, target, beyond, stones, places)
    _shift(cells, source, target, stones, places)
    enclose(cells, facts, target, beyond, whole, fields, numbers, marked, stones, places)
    if ban >= 0 and cells[1, beyond] == 0:
        ban = -1
    facts[1, COLOUR] = 3 - facts[1, COLOUR]
    facts[1, BANNED] = ban


@inlined_kernel
def _decided(cells: Boards, facts: Facts, victory: npt.NDArray[np.int32], numbers: Numbers) -> int:
    """Return what the stones alone decide; see `settled`."""
    white, black = 0, 0
    for field in victory:
        white += cells[1, field] == 1
        black += cells[1, field] == 2
    facts[1, HELD_WHITE], facts[1, HELD_BLACK] = white, black
    return settled(facts, 1, numbers)


@kernel
def _toward(fields: Numbers, source: int, target: int) -> int:
    """Return the direction of a field beside another, 0 for one farther off."""
    for direction in range(4):
        if fields[source, direction] == target:
            return direction
    return 0


@kernel
def play_out(desk: Desk, rng: Words, stuck: int, whole: bool, longest: int) -> float:
    """Play the position of the desk on at random to its end; return what White makes of it.

    What most moves are, a stone that goes to an empty field, is written out here: calls cost more
    than the moves do.
    """
    cells, facts, moves, scores, marked, stones, places, ways, counts, victory = desk[:10]
    fields, numbers = desk.fields, desk.numbers
    most, open_ended = np.uint64(ways.shape[1]), facts[1, PLIES] == NO_END
    found = _decided(cells, facts, victory, numbers)
    for _ in range(longest):
        if found:
            return 1.0 if found == 1 else 0.0 if found == 2 else 0.5
        if not open_ended:
            if facts[1, PLIES] == 0:
                return 0.5
            facts[1, PLIES] -= 1
        colour = facts[1, COLOUR]
        side = colour - 1
        back = (0 if colour == 1 else 3) if numbers[DIRS] == 2 else -1
        many, kind, source, target, direction = facts[1, WHITE + side], -1, 0, 0, 0
        for _ in range(_TRIES if many else 0):
            bits = draw(rng)
            source = stones[side, np.int64((bits & _LOW) * np.uint64(many) >> _HALF)]
            slot = np.int64((bits >> _HALF) * most >> _HALF)
            if slot >= counts[source]:
                continue
            target, direction = ways[source, slot, 0], ways[source, slot, 1]
            if cells[1, target] == 0 and direction != back:
                at = fields[source, direction]
                while at != target and cells[1, at] == 0:
                    at = fields[at, direction]
                kind = 0 if at == target else -1
            else:
                ban = facts[1, BANNED]
                kind = action_there(cells, source, target, direction, colour, ban, fields, numbers)
            if kind >= 0:
                break
        if kind < 0:
            n = list_rated(cells, facts, 1, False, fields, numbers, moves, scores)
            if n == 0:
                if stuck != PASSES:
                    return 0.5 if stuck == DRAWS else 1.0 if colour == 2 else 0.0
                facts[1, COLOUR], facts[1, BANNED] = 3 - colour, -1
                continue
            move = moves[1, np.int64(below(rng, n))]
            kind, source, target = move >> 20, move >> 10 & 1023, move & 1023
            direction = _toward(fields, source, target)
        if cells[1, target] or whole:
            act(cells, facts, source, target, direction, kind, whole, fields, numbers, marked,
                stones, places)  # fmt: skip
            found = _decided(cells, facts, victory, numbers)
            continue
        cells[1, target], cells[1, source] = colour, 0
        place = places[source]
        stones[side, place], places[target] = target, place
        facts[1, COLOUR], facts[1, BANNED] = 3 - colour, -1
        matters = fields[source, VICTORY] or fields[target, VICTORY]
        for k in range(BESIDE, BESIDE + 4):
            at = fields[target, k]
            if at >= 0 and cells[1, at]:
                taken = enclose(cells, facts, target, -1, False, fields, numbers, marked, stones,
                                places)  # fmt: skip
                matters = matters or taken
                break
        if matters:
            found = _decided(cells, facts, victory, numbers)
    return 0.5


@kernel
def play_many(desk: Desk, rng: Words, stuck: int, whole: bool, games: int) -> float:
    """Play the root out so many times; return what White makes of them."""
    won = 0.0
    for _ in range(games):
        desk.cells[1], desk.facts[1] = desk.cells[0], desk.facts[0]
        gather(desk.cells, desk.facts, desk.stones, desk.places)
        won += play_out(desk, rng, stuck, whole, LONGEST)
    return won


@kernel
def _play(desk: Desk, move: int, whole: bool) -> None:
    """Play a move of the tree on the desk."""
    facts, fields = desk.facts, desk.fields
    if facts[1, PLIES] != NO_END:
        facts[1, PLIES] -= 1
    if move == PASSED:
        facts[1, COLOUR], facts[1, BANNED] = 3 - facts[1, COLOUR], -1
        return
    kind, source, target = move >> 20, move >> 10 & 1023, move & 1023
    direction = _toward(fields, source, target)
    act(desk.cells, facts, source, target, direction, kind, whole, fields, desk.numbers,
         desk.marked, desk.stones, desk.places)  # fmt: skip


@kernel
def _note_key(desk: Desk, depth: int) -> None:
    """Note what the position of the desk repeats by."""
    facts = desk.facts
    key = mixed(facts[1, COLOUR] | (facts[1, BANNED] + 1) << 2)
    for side in range(2):
        for k in range(facts[1, WHITE + side]):
            key ^= desk.hashes[side, desk.stones[side, k]]
    desk.keys[depth] = key


@kernel
def _ends(desk: Desk, depth: int, stuck: int) -> int:
    """Return who has won in the position of the desk, 3 for a draw, 0 where play goes on."""
    facts = desk.facts
    found = _decided(desk.cells, facts, desk.victory, desk.numbers)
    if found:
        return found
    if facts[1, PLIES] == 0:
        return DRAWN
    key, stood = desk.keys[depth], 0
    for before in range(depth):
        stood += desk.keys[before] == key
    for k in range(desk.past.size):
        if desk.past[k] == key:
            stood += desk.times[k]
    if stood >= 2:
        return DRAWN
    if stuck == PASSES:
        return 0
    if list_rated(desk.cells, facts, 1, False, desk.fields, desk.numbers, desk.moves, desk.scores):
        return 0
    return DRAWN if stuck == DRAWS else 3 - facts[1, COLOUR]


@kernel
def grow(
    tree: Tree, desk: Desk, rng: Words, exploration: float, stuck: int, whole: bool, patience: int,
    games: int,
) -> int:  # fmt: skip
    """Play games through the tree, and add to it.

    Returns
    -------
    int
        How many games were played: fewer than `games` once the root is settled, or when the tree
        has no room left.
    """
    cells, facts, way = desk.cells, desk.facts, desk.way
    for game in range(games):
        if tree.proved[0] != UNKNOWN:
            return game
        cells[1], facts[1] = cells[0], facts[0]
        gather(cells, facts, desk.stones, desk.places)
        _note_key(desk, 0)
        node: Int = np.int64(0)
        depth, way[0] = 1, 0
        while tree.proved[node] == UNKNOWN and depth < DEEPEST:
            if tree.branches[node] == 0:
                if node and tree.visits[node] < patience:
                    break
                many = list_rated(
                    cells, facts, 1, False, desk.fields, desk.numbers, desk.moves, desk.scores
                )
                if many == 0:
                    desk.moves[1, 0], many = PASSED, 1
                if not add_children(tree, node, facts[1, COLOUR] - 1, desk.moves[1], many):
                    return game
            node = best_ucb(tree, node, exploration)
            way[depth] = node
            _play(desk, tree.move[node], whole)
            _note_key(desk, depth)
            if tree.visits[node] == 0 and tree.proved[node] == UNKNOWN:
                ended = _ends(desk, depth, stuck)
                if ended:
                    settle(tree, node, ended, 0)
            depth += 1
        proved = tree.proved[node]
        if proved == UNKNOWN:
            result = play_out(desk, rng, stuck, whole, LONGEST)
        else:
            result = 1.0 if proved == 1 else 0.0 if proved == 2 else 0.5
            prove_up(tree, way, depth)
        back_up(tree, way, depth, result, 1, 0.0)
    return games
