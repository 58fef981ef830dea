"""Lines, sheets, tethers, escapes and surfaces: what is shown is what the rules mean."""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import breadth_first_order, connected_components, maximum_flow

from model.boards.lattice import CORNERS, FAR_WALLS, PyramidLattice, pyramid
from model.connection import corner_state, groups, holders, pour, triangles

BIG = 1_000_000


def positions() -> list[tuple[PyramidLattice, np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(7)
    found = []
    for size in (2, 3, 4, 5, 6, 7):
        lattice = pyramid(size)
        for filled, share in itertools.product((0.5, 0.75, 0.9, 1.0), (0.3, 0.5, 0.6, 0.75)):
            full = rng.random(len(lattice)) < filled
            red = rng.random(len(lattice)) < share
            found.append((lattice, full & red, full & ~red))
        for corner in CORNERS:
            # A sheet of its own making: a shell about the corner, thinned, with a thread to a wall.
            shell = lattice.layers[corner] == 1 + size // 3
            red = shell | ((lattice.layers[corner] > 1) & (rng.random(len(lattice)) < 0.4))
            found.append((lattice, red, ~red & (rng.random(len(lattice)) < 0.5)))
            found.append((lattice, shell, ~shell & (rng.random(len(lattice)) < 0.5)))
    return found


def graph(lattice: PyramidLattice) -> csr_matrix:
    ones = np.ones(len(lattice.indices), np.int8)
    return csr_matrix((ones, lattice.indices, lattice.indptr), (len(lattice), len(lattice)))


def separates(lattice: PyramidLattice, sites: tuple[int, ...], corner: str) -> bool:
    start = lattice.corners[corner]
    if start in sites:
        return True
    keep = np.setdiff1d(np.arange(len(lattice)), sites)
    reached = keep[
        breadth_first_order(
            graph(lattice)[keep][:, keep],
            int(np.searchsorted(keep, start)),
            return_predecessors=False,
        )
    ]
    return not lattice.far_walls(corner)[reached].any()


def is_chain(lattice: PyramidLattice, sites: tuple[int, ...]) -> bool:
    return all(b in lattice.neighbours(a) for a, b in itertools.pairwise(sites))


def cut_size(lattice: PyramidLattice, balls: np.ndarray, corner: str) -> int:
    """Menger by another hand: scipy's maximum flow on the graph with every site split."""
    n = len(lattice)
    source, sink = 2 * n, 2 * n + 1
    rows, columns, prices = [], [], []
    for site in range(n):
        rows.append(site)
        columns.append(n + site)
        prices.append(1 if balls[site] else BIG)
        for other in lattice.neighbours(site).tolist():
            rows.append(n + site)
            columns.append(other)
            prices.append(BIG)
    for site in np.flatnonzero(lattice.far_walls(corner)).tolist():
        rows.append(n + site)
        columns.append(sink)
        prices.append(BIG)
    rows.append(source)
    columns.append(lattice.corners[corner])
    prices.append(BIG)
    shape = (2 * n + 2, 2 * n + 2)
    matrix = csr_matrix((np.array(prices, np.int32), (rows, columns)), shape)
    return int(maximum_flow(matrix, source, sink).flow_value)


def steps_within(
    lattice: PyramidLattice, allowed: np.ndarray, starts: set[int], ends: np.ndarray
) -> int:
    """The sites of a shortest chain from `starts` to `ends`; 0 when there is none."""
    front, seen, length = starts, set(starts), 1
    while front:
        if any(ends[site] for site in front):
            return length
        front = {
            other
            for site in front
            for other in lattice.neighbours(site).tolist()
            if allowed[other] and other not in seen
        }
        seen |= front
        length += 1
    return 0


@pytest.mark.check
@pytest.mark.slow
def test_every_state_is_shown_by_what_proves_it() -> None:
    kinds: Counter[str] = Counter()
    for lattice, red, blue in positions():
        held = holders(lattice, red, blue)
        for corner, (player, own, other) in itertools.product(
            CORNERS, ((0, red, blue), (1, blue, red))
        ):
            state = corner_state(lattice, own, other, corner)
            who = held[CORNERS.index(corner)]
            site, far = lattice.corners[corner], lattice.far_walls(corner)
            parts = groups(lattice, own)
            alone = [g for g in range(len(parts)) if separates(lattice, parts.sites(g), corner)]
            assert (state.kind == "holds") == (who == player)
            assert (state.kind == "other") == (who == 1 - player)
            if state.kind == "open":
                kinds["open"] += 1
                assert not alone
                path = state.escape
                assert path[0] == site
                assert far[path[-1]]
                assert is_chain(lattice, path)
                assert not own[list(path)].any()
                assert len(path) == steps_within(lattice, ~own, {site}, far)
            else:
                assert state.escape == ()
            if state.kind not in ("holds", "isolates"):
                continue
            group = np.zeros(len(lattice), bool)
            group[list(state.group)] = True
            assert state.group in [parts.sites(g) for g in alone]
            assert bool(far[list(state.group)].any()) == (state.kind == "holds")
            if group[site]:
                rest = group.copy()
                rest[site] = False
                check_sheet(lattice, rest, corner, state.also_sheet, may_fail=True)
                kinds["also"] += bool(state.also_sheet)
                if state.kind == "holds":
                    kinds["line"] += 1
                    assert state.line[0] == site
                    assert far[state.line[-1]]
                    assert is_chain(lattice, state.line)
                    assert group[list(state.line)].all()
                    assert len(state.line) == steps_within(lattice, group, {site}, far)
                    assert state.sheet == state.tether == ()
                    end = state.line[-1]
                else:
                    kinds["corner ball alone"] += 1
                    assert state.sheet == (site,)
            else:
                kinds[f"{state.kind} by a sheet"] += 1
                assert state.line == state.also_sheet == ()
                check_sheet(lattice, group, corner, state.sheet)
                if state.kind == "holds":
                    assert state.tether[0] in state.sheet
                    assert far[state.tether[-1]]
                    assert is_chain(lattice, state.tether)
                    assert group[list(state.tether)].all()
                    length = steps_within(lattice, group, set(state.sheet), far)
                    assert len(state.tether) == length
                    end = state.tether[-1]
            if state.kind == "holds":
                assert state.wall in FAR_WALLS[corner]
                assert lattice.wall(state.wall)[end]
            else:
                assert state.wall == ""
                assert state.tether == state.line == ()
    assert min(kinds.values()) > 5, kinds
    assert len(kinds) == 6, kinds


def check_sheet(
    lattice: PyramidLattice,
    balls: np.ndarray,
    corner: str,
    sheet: tuple[int, ...],
    may_fail: bool = False,
) -> None:
    value = cut_size(lattice, balls, corner)
    if value >= BIG:
        assert may_fail
        assert sheet == ()
        return
    assert len(sheet) == value
    assert balls[list(sheet)].all()
    assert separates(lattice, sheet, corner)
    part = graph(lattice)[list(sheet)][:, list(sheet)]
    assert connected_components(part, directed=False)[0] == 1  # mutually linked
    # No other minimum cut leaves the corner fewer points: it would do without a ball of this one.
    mask = np.zeros(len(lattice), bool)
    mask[list(sheet)] = True
    inner = balls & (mask | (pour(lattice, mask, corner) >= 0))
    for site in sheet[:3]:
        inner[site] = False
        assert cut_size(lattice, inner, corner) > value
        inner[site] = True


def test_the_sheet_nearest_the_corner_is_shown() -> None:
    lattice = pyramid(6)
    nothing = np.zeros(len(lattice), bool)
    distance = lattice.layers["SW"]
    state = corner_state(lattice, distance >= 1, nothing, "SW")
    assert set(state.sheet) == set(np.flatnonzero(distance == 1).tolist())
    inner, outer = distance == 2, distance == 3
    state = corner_state(lattice, inner | outer, nothing, "SW")
    assert set(state.sheet) == set(np.flatnonzero(inner).tolist())


def test_of_nested_groups_the_outermost_is_shown() -> None:
    lattice = pyramid(8)
    nothing = np.zeros(len(lattice), bool)
    distance = lattice.layers["NE"]
    nested = (distance == 0) | (distance == 2) | (distance == 4)
    state = corner_state(lattice, nested, nothing, "NE")
    assert state.kind == "isolates"
    assert set(state.group) == set(np.flatnonzero(distance == 4).tolist())


@pytest.mark.parametrize("corner", CORNERS)
def test_triangles_close_the_shell_about_a_corner(corner: str) -> None:
    lattice = pyramid(6)
    sheet = np.flatnonzero(lattice.layers[corner] == 3)
    found = triangles(lattice, sheet.tolist())
    assert found.shape[1] == 3
    assert set(found.ravel().tolist()) == set(sheet.tolist())
    assert len({tuple(row) for row in found.tolist()}) == len(found)
    edges: Counter[tuple[int, int]] = Counter()
    for row in found.tolist():
        assert row == sorted(row)
        edges.update(itertools.combinations(row, 2))
    # A disc: every edge has two triangles but those on the rim, and Euler's number is 1.
    assert max(edges.values()) == 2
    assert len(sheet) - len(edges) + len(found) == 1
    for (a, b), count in edges.items():
        if count == 1:
            assert lattice.wall_bits[a] & lattice.wall_bits[b]


def test_triangles_of_a_square_and_of_next_to_nothing() -> None:
    lattice = pyramid(4)
    square = [lattice.index(name) for name in ("1a1", "1c1", "1a3", "1c3")]
    assert len(triangles(lattice, square)) == 2
    assert triangles(lattice, square[:1]).shape == (0, 3)
    assert triangles(lattice, ()).shape == (0, 3)
