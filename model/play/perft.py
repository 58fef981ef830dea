"""Perft: how many lines of play there are to a depth, for any game."""

from collections.abc import Iterator

from model.contract.game import Move, Position
from model.contract.hooks import hooks_of


def perft(position: Position, depth: int) -> int:
    """Return how many lines of exactly `depth` legal moves lead on from `position`.

    A game that is over has no moves, so lines that end before `depth` do not count; depth 0 has
    the one empty line. Positions that differ in their past only count alike.
    """
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if depth == 0:
        return 1
    position = position.without_past()
    known = _closed(position, depth)
    if known is not None:
        return known
    total = 0
    # An explicit stack: a line may be longer than Python's recursion goes.
    stack: list[tuple[Position, Iterator[Move]]] = [(position, iter(position.legal_moves))]
    while stack:
        before, moves = stack[-1]
        left = depth - len(stack)
        for move in moves:
            after = before.play(move).without_past()
            known = _closed(after, left)
            if known is None:
                stack.append((after, iter(after.legal_moves)))
                break
            total += known
        else:
            stack.pop()
    return total


def divide(position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """Yield each legal move with the perft of `depth` - 1 behind it; nothing at depth 0."""
    if depth > 0:
        for move in position.legal_moves:
            yield move, perft(position.play(move), depth - 1)


def _closed(position: Position, depth: int) -> int | None:
    """Perft without a search, where there is one."""
    if depth == 0:
        return 1
    if depth == 1:
        return position.legal_moves.count()
    return hooks_of(position.game.kind).perft(position, depth)
