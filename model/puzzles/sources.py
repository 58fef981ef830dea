"""Where generated puzzles come from: random ones, and ones out of played games."""

from __future__ import annotations

from random import Random

from model.contract.game import Game, Position
from model.contract.hooks import hooks_of
from model.contract.setup_rules import Cells, SetupRules
from model.notation.tokens import NotationError
from model.positions.setup import Draft, cells_of, with_cells, with_side

FEW, MANY = 0.3, 0.65
"""How much of the board is taken in random positions."""
LONGEST = 120
"""Plies a played game may have."""
BOLD = 0.85
"""How often a player makes the move he likes best; else any."""


def random_position(game: Game, rng: Random) -> Position | None:
    """Return a position with pieces strewn over the board; None where none came about.

    It can exist, and is not over. Where the game does not know better, both sides have equally
    many pieces, or the side to move one less, as after turns that were taken one by one.
    """
    given = hooks_of(game.kind).random_position(game, rng)
    rules = hooks_of(game.kind).setup
    if given is not None or rules is None:
        return given
    found = hooks_of(game.kind).random_setup(game, rng) or _strewn(game, rules, rng)
    if found is None:
        return None
    cells, side = found
    return _standing(with_cells(game.start(), cells), side)


def _strewn(game: Game, rules: SetupRules, rng: Random) -> tuple[Cells, int] | None:
    """Cells with as many pieces of both sides, or one less of the side to move, and that side."""
    sites = list(range(len(game.board)))
    cells = cells_of(game.start())
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
            if rules.problems(game, cells):
                cells[site] = 0
            else:
                break
        else:
            return None
    return cells, side


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
    position = game.start()
    line = [position]
    for _ in range(rng.randint(LONGEST // 8, LONGEST)):
        if rng.random() < BOLD:
            move = hooks_of(game.kind).playout_move(position, rng)
        else:
            move = position.legal_moves.sample(rng)
        position = position.play(move)
        if position.outcome is not None or position.to_move is None:
            break
        line.append(position)
    if game.kind.hides:  # where somebody has chosen already, a puzzle does not begin
        line = [position for position in line if not position.sealed]
    return rng.choice(line[-before:]).without_past()
