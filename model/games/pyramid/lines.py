"""Where an Osiris can happen: straight sections of one level, or whole rings when lines bend."""

from __future__ import annotations

from functools import lru_cache

from model.boards.terrace import TerraceBoard

Line = tuple[int, ...]


@lru_cache(maxsize=32)
def osiris_lines(board: TerraceBoard, bends: bool) -> tuple[tuple[Line, bool], ...]:
    """Return the lines of three fields and more on one level.

    Parameters
    ----------
    board
        The terraced board.
    bends
        Option osiris_bends: a ring whose fields have just two neighbours on their level counts as
        one closed line; elsewhere lines stay straight.

    Returns
    -------
    (sites in order, closed) a line.
    """
    rings = _rings(board) if bends else []
    on_ring = {site for ring in rings for site in ring}
    side = board.side
    lines: list[tuple[Line, bool]] = [(ring, True) for ring in rings]
    for k in range(side):
        for whole in (
            [k * side + i for i in range(side)],
            [i * side + k for i in range(side)],
        ):
            start = 0
            for end in range(1, side + 1):
                if end < side and board.height[whole[end]] == board.height[whole[start]]:
                    continue
                section = tuple(whole[start:end])
                if len(section) >= 3 and not set(section) <= on_ring:
                    lines.append((section, False))
                start = end
    return tuple(lines)


def _rings(board: TerraceBoard) -> list[Line]:
    """Closed rings: connected fields of one level, each with two neighbours on it."""

    def level_neighbours(site: int) -> list[int]:
        return [int(s) for s in board.neighbours(site) if board.height[s] == board.height[site]]

    rings: list[Line] = []
    seen: set[int] = set()
    for site in range(len(board)):
        if site in seen:
            continue
        ring, stack = [], [site]
        seen.add(site)
        while stack:
            ring.append(stack.pop())
            fresh = [s for s in level_neighbours(ring[-1]) if s not in seen]
            seen.update(fresh)
            stack += fresh
        if len(ring) < 4 or any(len(level_neighbours(s)) != 2 for s in ring):
            continue
        walk = [site]
        while len(walk) < len(ring):
            walk.append(next(s for s in level_neighbours(walk[-1]) if s not in walk))
        rings.append(tuple(walk))
    return rings
