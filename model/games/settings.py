"""How positions of the shipped games are set up by hand (see `model.setup.Setting`)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.game import Game, Player, Position, Reason
from model.notation import Cells, Shape, listed


class TwoColours:
    """One kind of piece in two colours, a letter each."""

    def __init__(self, *letters: str) -> None:
        self.letters = letters

    def owner(self, value: int) -> tuple[int, int]:
        """Return the owner of a cell's value, and its only kind of piece."""
        return value - 1, 0

    def reserves(self, game: Game, cells: Cells) -> Mapping[Player, int]:
        """Return nothing: the game has no reserves."""
        return {}

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return nothing: strings of the game tell no more than the board and the side."""
        return {}


class PartitionSetting(TwoColours):
    """Pyramid Partition: anything can float, except when stacking."""

    def shape(self, game: Game) -> Shape:
        """Return the rows of every level."""
        from model.games.partition.position import shape_of

        size = game.options["size"]
        assert isinstance(size, int)
        return shape_of(size)

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game; the number of levels is its size where none is given."""
        from model.games.partition.position import KIND

        levels = str(board.count("/") + 1)
        game = KIND.configure({"size": levels, **options})
        return game if str(game.size) == levels else KIND.configure({**options, "size": levels})

    def cells(self, position: Position) -> Cells:
        """Return (n,) 0 empty, 1 red, 2 blue."""
        cells: Cells = position.cells  # type: ignore[attr-defined]
        return cells

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return a reason for every ball that rests on nothing though it must."""
        from model.games.partition import placing
        from model.games.partition.position import PartitionGame

        assert isinstance(game, PartitionGame)
        if not game.stacking:
            return ()
        loose = np.flatnonzero((cells != placing.EMPTY) & ~placing.supported(game.board, cells))
        return tuple(placing.unsupported(game.board, cells, int(site)) for site in loose)

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say where the numbers of balls do not fit the turns, or the winner would be to move."""
        side = _side(position)
        cells, players = self.cells(position), position.game.players
        red, blue = int((cells == 1).sum()), int((cells == 2).sum())
        found = []
        if red - blue != side:
            found.append(
                Reason(
                    "ball-counts",
                    "{red} and {blue} with {side} to move: in play Red begins and they take turns, "
                    "so {wanted}",
                    {
                        "red": _counted(red, "red ball"),
                        "blue": _counted(blue, "blue ball"),
                        "side": players[side].capitalize(),
                        "wanted": "Red would be one ahead" if side else "there would be as many",
                    },
                    "partition.md#turns",
                )
            )
        return (*found, *_won_before(position, "partition.md#winning"))


class PyraosSetting(TwoColours):
    """Pyraos: spheres rest on something, and each side has fifteen."""

    def shape(self, game: Game) -> Shape:
        """Return the rows of every level."""
        return ((4, 4), (3, 3), (2, 2), (1, 1))

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game."""
        from model.games.pyraos.position import KIND

        return KIND.configure(options)

    def cells(self, position: Position) -> Cells:
        """Return (30,) 0 empty, 1 white, 2 black."""
        from model.games.pyraos.position import PyraosPosition

        assert isinstance(position, PyraosPosition)
        white = [position.white >> site & 1 for site in range(30)]
        black = [position.black >> site & 1 for site in range(30)]
        return np.array(white, np.int8) + 2 * np.array(black, np.int8)

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return a reason for every sphere that rests on nothing and every side with too many."""
        from model.games.pyraos.places import BOARD, SPHERES

        found = []
        for site in np.flatnonzero(cells):
            for under in BOARD.supports[site]:
                if under >= 0 and not cells[under]:
                    found.append(
                        Reason(
                            "unsupported",
                            "{site} rests on nothing: {below} is empty",
                            {"site": BOARD.names[site], "below": BOARD.names[under]},
                            "pyraos.md#placing",
                        )
                    )
                    break
        for value, player in enumerate(game.players, start=1):
            count = int((cells == value).sum())
            if count > SPHERES:
                found.append(
                    Reason(
                        "too-many",
                        "{count} {player} spheres: each side has {most}",
                        {"count": count, "player": player, "most": SPHERES},
                        "pyraos.md#board",
                    )
                )
        return tuple(found)

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say where the first spheres do not fit the turns, or the winner would be to move.

        A side takes back two at most of the square it has just made, so it keeps two (one, where
        lines of three count), and to lift takes five spheres on the board. So a side with one
        sphere has moved once.
        """
        side, cells = _side(position), self.cells(position)
        white, black = int((cells == 1).sum()), int((cells == 2).sum())
        found = []
        kept = 1 if position.game.options["rules"] == "alternate" and white + black > 3 else 2
        if min(white, black) < kept and (white, black, side) not in _FIRST_SPHERES:
            found.append(
                Reason(
                    "sphere-counts",
                    "{white} and {black} with {side} to move: in play White begins, they take "
                    "turns, and nobody takes back all his spheres",
                    {
                        "white": _counted(white, "white sphere"),
                        "black": _counted(black, "black sphere"),
                        "side": position.game.players[side].capitalize(),
                    },
                    "pyraos.md#turns",
                )
            )
        return (*found, *_won_before(position, "pyraos.md#winning"))

    def reserves(self, game: Game, cells: Cells) -> Mapping[Player, int]:
        """Return what is left of the fifteen spheres, never below 0."""
        return {
            player: max(0, 15 - int((cells == value).sum()))
            for value, player in enumerate(game.players, start=1)
        }


class PyramidSetting(TwoColours):
    """Pyramid: any field can be taken."""

    def shape(self, game: Game) -> Shape:
        """Return the ranks."""
        side = game.board.side  # type: ignore[attr-defined]
        return ((side, side),)

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game."""
        from model.games.pyramid.kind import KIND

        return KIND.configure(options)

    def cells(self, position: Position) -> Cells:
        """Return (n,) 0 empty, 1 white, 2 black."""
        return np.array(position.cells, np.int8)  # type: ignore[attr-defined]

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return nothing: any stones can stand anywhere."""
        return ()

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say where a side has more stones than it began with, or Osiris would have taken some."""
        from model.games.pyramid.actions import osiris
        from model.games.pyramid.position import PyramidPosition

        assert isinstance(position, PyramidPosition)
        game, cells = position.game, self.cells(position)
        start = self.cells(game.start())
        found = []
        for value, player in enumerate(game.players, start=1):
            count, most = int((cells == value).sum()), int((start == value).sum())
            if count > most:
                found.append(
                    Reason(
                        "more-stones",
                        "{count}: a game on this board begins with {most}",
                        {"count": _counted(count, f"{player} stone"), "most": most},
                        "pyramid.md#board",
                    )
                )
        enclosed = osiris(game.board, position.cells, game.rules)
        if enclosed and game.rules.osiris_suicide and not np.array_equal(cells, start):
            names = [game.board.names[site] for site in enclosed]
            found.append(
                Reason(
                    "enclosed",
                    "Osiris would have taken {sites}: {they} enclosed after any move",
                    {"sites": listed(names), "they": "it is" if len(names) == 1 else "they are"},
                    "pyramid.md#osiris",
                )
            )
        if game.rules.max_plies is not None and position.ply % 2 != position.side:
            found.append(
                Reason(
                    "ply-parity",
                    "ply {ply} with {side} to move: White begins, so that is the turn of the other "
                    "side",
                    {"ply": position.ply, "side": game.players[position.side].capitalize()},
                    "pyramid.md#options",
                )
            )
        return tuple(found)

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return what the options make part of a position: the ply, the push that is forbidden."""
        found = {}
        if game.options["push_back_ban"]:
            found["banned"] = "the push that is forbidden now, like c1:b1"
        if game.options["max_plies"] is not None:
            found["ply"] = "how many turns were played"
        return found


_FIRST_SPHERES = frozenset({(0, 0, 0), (1, 0, 1), (1, 1, 0), (2, 1, 1)})
"""(white, black, side) where a side has no sphere or one."""


def _side(position: Position) -> int:
    return position.game.players.index(str(position).split(" ")[2])


def _won_before(position: Position, rule: str) -> tuple[Reason, ...]:
    """A note where the winner would be to move: the last move is the winner's own."""
    outcome, side = position.outcome, position.game.players[_side(position)]
    if outcome is None or outcome.winner != side:
        return ()
    return (
        Reason(
            "winner-to-move",
            "{side} has won, and would be to move: in play the winner has made the last move",
            {"side": side.capitalize()},
            rule,
        ),
    )


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}" if number == 1 else f"{number or 'no'} {noun}s"


__all__ = ["PartitionSetting", "PyramidSetting", "PyraosSetting", "TwoColours"]
