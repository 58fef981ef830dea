"""Where generated puzzles come from: random ones, and ones out of played games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from model.game import Game, Move, Position
from model.notation import NotationError
from model.setup import Draft, cells_of, with_cells, with_side

FEW, MANY = 0.3, 0.65
"""How much of the board is taken in random positions."""
LONGEST = 120
"""Plies a played game may have."""
BOLD = 0.85
"""How often a player makes the move he likes best; else any."""
LOOKED_AT = 8
"""Moves a player compares."""


def random_position(game: Game, rng: Random) -> Position | None:
    """Return a position with pieces strewn over the board; None where none came about.

    Both sides have equally many pieces, or the side to move one less, as after turns that were
    taken one by one; nothing floats where the game forbids it, and nobody has won.
    """
    setting = game.kind.setup
    if setting is None:
        return None
    if game.board.victory:
        return _on_terraces(game, rng)
    sites = list(range(len(game.board)))
    start = game.start()
    cells = cells_of(start)
    pieces = round(rng.uniform(FEW, MANY) * len(sites))
    side = pieces % 2
    order = [1, 2] * (pieces // 2) + [1] * side
    rng.shuffle(order)
    for value in order:
        rng.shuffle(sites)
        for site in sites:
            if cells[site]:
                continue
            cells[site] = value
            if setting.problems(game, cells):
                cells[site] = 0
            else:
                break
        else:
            return None
    return _standing(with_cells(start, cells), side)


def _on_terraces(game: Game, rng: Random) -> Position | None:
    """Stones on steps, most of them high, where a victory field is near."""
    start = game.start()
    cells = cells_of(start)
    most = int((cells == 1).sum())
    cells[:] = 0
    height = np.asarray(game.board.height)  # type: ignore[attr-defined]
    high, low = np.flatnonzero(height > 0).tolist(), np.flatnonzero(height == 0).tolist()
    held = list(game.board.victory)
    rng.shuffle(held)
    side = rng.randrange(2)
    for site in held[: rng.randint(1, len(held))]:
        cells[site] = side + 1 if rng.random() < 0.75 else 2 - side
    for value in (1, 2):
        for _ in range(rng.randint(3, max(3, most - 3))):
            site = rng.choice(high if high and rng.random() < 0.75 else low or high)
            if not cells[site]:
                cells[site] = value
    return _standing(with_cells(start, cells), side)


def _standing(position: Position, side: int) -> Position | None:
    """The position with `side` to move, None where it cannot be or the game is over."""
    try:
        given = with_side(position, side)
    except NotationError:
        return None
    if isinstance(given, Draft) or given.outcome is not None or given.to_move is None:
        return None
    return given


def position_from_play(game: Game, rng: Random, before: int) -> Position | None:
    """Return a position out of a game two simple players played against one another.

    Parameters
    ----------
    before
        It is one of the last so many before the game was over, or broken off.
    """
    likes = _player(game)
    position = game.start()
    line = [position]
    for _ in range(rng.randint(LONGEST // 8, LONGEST)):
        move = likes(position, rng) if rng.random() < BOLD else position.legal_moves.sample(rng)
        position = position.play(move)
        if position.outcome is not None or position.to_move is None:
            break
        line.append(position)
    return rng.choice(line[-before:]).without_past()


Player = Callable[[Position, Random], Move]


def _player(game: Game) -> Player:
    from model.games.partition.position import PartitionGame
    from model.games.pyraos.position import PyraosGame

    if isinstance(game, PartitionGame):
        return _connects
    if isinstance(game, PyraosGame):
        return _best_by(lambda position, side: position.reserves[position.game.players[side]])
    if game.board.victory:
        return _best_by(_height)
    return lambda position, rng: position.legal_moves.sample(rng)


def _connects(position: Position, rng: Random) -> Move:
    """A move on one of both sides' cheapest plans for three corners."""
    from model.connection import win_cost
    from model.games.partition.position import PartitionPosition

    assert isinstance(position, PartitionPosition)
    game = position.game
    masks = [position.cells == value for value in (1, 2)]
    wanted: list[int] = []
    for own, other in (masks, masks[::-1]):
        found = win_cost(game.board, own, other, stacking=game.stacking, effort=0.05)
        if found is not None:
            wanted += found.plan
    names = [game.board.names[int(site)] for site in wanted]
    legal = [name for name in names if name in position.legal_moves]
    return rng.choice(legal) if legal else position.legal_moves.sample(rng)


def _best_by(worth: Callable[[Position, int], int]) -> Player:
    """A player who compares some moves by what they are worth to him, and a win above all."""

    def likes(position: Position, rng: Random) -> Move:
        assert position.to_move is not None
        side = position.game.players.index(position.to_move)
        best, most = "", -(1 << 30)
        for _ in range(LOOKED_AT):
            move = position.legal_moves.sample(rng)
            after = position.play(move)
            won = after.outcome is not None and after.outcome.winner == position.to_move
            value = 1 << 30 if won else worth(after, side) - worth(after, 1 - side)
            if value > most:
                best, most = move, value
        return best

    return likes


def _height(position: Position, side: int) -> int:
    """How high the stones of a side stand, victory fields and the stones themselves counted."""
    board = position.game.board
    cells = cells_of(position)
    own = np.flatnonzero(cells == side + 1)
    held = sum(int(cells[site]) == side + 1 for site in board.victory)
    return 3 * len(own) + int(np.asarray(board.height)[own].sum()) + 6 * held  # type: ignore[attr-defined]
