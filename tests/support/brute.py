"""Puzzles judged by playing every line out: slow, plain, from the stipulations alone."""

from model.boards.lattice import CORNERS
from model.contract.game import Position
from model.records.puzzle import Stipulation

QUICKER = "partition:size=3,rules=free RRB,3,3/1R,2/1 red"
"""1e3 alone wins in two, and every other move wins later."""
MEETS = "partition:size=3,rules=free 2R,2R,R1R/2,2/1 blue"
"""Red threatens to win; one point holds it up."""


def is_reached(position, side, corner):
    """Whether `side` holds `corner` ("": has won) or has won."""
    if position.outcome is not None:
        if position.outcome.winner == side:
            return True
        if not corner:
            return False
    if corner:
        holder = int(position.holders[CORNERS.index(corner)])
        return holder >= 0 and position.game.players[holder] == side
    return False


class TooLong(Exception):
    """More positions were met than may be."""


class Known(dict):
    """What is known of positions, of so many at most."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: tuple[Position, int], value: bool) -> None:
        if len(self) >= self._most:
            raise TooLong
        super().__setitem__(key, value)


def forces(position: Position, side: str, corner: str, moves: int, known: dict) -> bool:
    """Whether `side` comes there within `moves` own moves, whatever the other side does."""
    if is_reached(position, side, corner):
        return True
    mine = position.to_move == side
    if position.outcome is not None or (moves == 0 and mine):
        return False
    key = (position, moves)
    if key not in known:
        # What returns to itself has not come there; with moves counted it ends anyway.
        known[key] = False
        left = moves - 1 if mine else moves
        answers = (
            forces(position.play(move).without_past(), side, corner, left, known)
            for move in position.legal_moves
        )
        known[key] = any(answers) if mine else all(answers)
    return known[key]


def solutions(position: Position, asked: Stipulation) -> set[str]:
    """Return all first moves that do what is asked, marked points or not."""
    solver = position.to_move
    other = next(side for side in position.game.players if side != solver)
    known: dict = {}
    found = set()
    for move in position.legal_moves:
        after = position.play(move).without_past()
        if asked.kind in ("win", "hold"):
            assert asked.moves is not None
            right = forces(after, solver, asked.corner, asked.moves - 1, known)
        elif asked.kind == "parry":
            right = not forces(after, other, asked.corner, asked.moves or 1, known)
        else:
            # "only": some side wins every game of Partition, and a game of so few points is short.
            right = not forces(after, other, "", 99, known)
        if right:
            found.add(move)
    return found


def size(position: Position, asked: Stipulation, most: int) -> int:
    """Return a bound of the lines that are to be played out, `most` where it is more."""
    count = position.legal_moves.count()
    if asked.moves is None and asked.kind in ("win", "hold"):
        return most
    plies = {"win": 2, "hold": 2, "parry": 2}.get(asked.kind, 0) * (asked.moves or 1)
    plies = plies - 1 if asked.kind in ("win", "hold") else plies + 1
    if asked.kind == "only":
        plies = count
    bound = 1
    for ply in range(plies):
        bound *= max(1, count - ply)
        if bound >= most:
            return most
    return bound
