"""How much better each level is than the one below, board by board, as far as it was measured.

``python -m viewer.bench.strength.ladder`` measures it; the figures lie beside this file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from model.contract.game import Game

MANY = 100
"""Games after which a level that was not shown to be better is hardly so."""
_FILE = Path(__file__).with_name("level_figures.json")


class Figure(msgspec.Struct, frozen=True):
    """A level against the one below.

    Attributes
    ----------
    level
        The higher one.
    score
        The share of the points that it made.
    games
        That were played.
    apart
        Whether it is 60 Elo better rather than equal; None: the games did not decide it.
    """

    level: int
    score: float
    games: int
    apart: bool | None


Figures = dict[str, list[Figure]]
"""By the game as position strings begin, the lowest level first."""


@lru_cache(maxsize=1)
def _known() -> Figures:
    return msgspec.json.decode(_FILE.read_bytes(), type=Figures)


def figures_of(game: Game) -> list[Figure]:
    """Return what was measured on the board of `game`; [] where nothing was."""
    return _known().get(_name(game), [])


def alike(game: Game) -> list[Figure]:
    """Return the levels that play hardly better than the one below.

    They were shown to, or `MANY` games did not show that they are better.
    """
    return [
        figure
        for figure in figures_of(game)
        if figure.apart is False or (figure.apart is None and figure.games >= MANY)
    ]


def keep(game: Game, figure: Figure) -> None:
    """Keep a figure in place of what is known of that level."""
    known = dict(_known())
    others = [one for one in known.get(_name(game), []) if one.level != figure.level]
    known[_name(game)] = sorted([*others, figure], key=lambda one: one.level)
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1)
    _FILE.write_bytes(text + b"\n")
    _known.cache_clear()


def _name(game: Game) -> str:
    """The game as position strings begin."""
    return str(game.start()).partition(" ")[0]
