"""How positions of the shipped games are set up by hand (see `model.setup.Setting`)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.game import Game, Player, Position, Reason
from model.notation import Cells, Shape


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


class PartitionSetting(TwoColours):
    """Pyramid Partition: anything can float, except when stacking."""

    def shape(self, game: Game) -> Shape:
        """Return the rows of every level."""
        from model.games.partition import shape_of

        size = game.options["size"]
        assert isinstance(size, int)
        return shape_of(size)

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game; the number of levels is its size where none is given."""
        from model.games.partition import KIND

        levels = str(board.count("/") + 1)
        game = KIND.configure({"size": levels, **options})
        return game if str(game.size) == levels else KIND.configure({**options, "size": levels})

    def cells(self, position: Position) -> Cells:
        """Return (n,) 0 empty, 1 red, 2 blue."""
        cells: Cells = position.cells  # type: ignore[attr-defined]
        return cells

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return a reason for every ball that rests on nothing though it must."""
        from model.games import placing
        from model.games.partition import PartitionGame

        assert isinstance(game, PartitionGame)
        if not game.stacking:
            return ()
        loose = np.flatnonzero((cells != placing.EMPTY) & ~placing.supported(game.board, cells))
        return tuple(placing.unsupported(game.board, cells, int(site)) for site in loose)

    def notes(self, game: Game, cells: Cells, side: int) -> tuple[Reason, ...]:
        """Say where the numbers of balls do not fit the side to move, or both have won."""
        red, blue = int((cells == 1).sum()), int((cells == 2).sum())
        found = []
        if red - blue != side:
            found.append(
                Reason(
                    "ball-counts",
                    "{red} red and {blue} blue balls with {side} to move: in play Red, who begins, "
                    "is {wanted}",
                    {
                        "red": red,
                        "blue": blue,
                        "side": game.players[side],
                        "wanted": "one ball ahead" if side else "not ahead",
                    },
                    "partition.md#turns",
                )
            )
        return tuple(found)


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

    def notes(self, game: Game, cells: Cells, side: int) -> tuple[Reason, ...]:
        """Say where a sphere lies on the top though it is somebody's turn."""
        return ()

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

    def notes(self, game: Game, cells: Cells, side: int) -> tuple[Reason, ...]:
        """Say where a side has more stones than it began with."""
        start = game.start().pieces
        found = []
        for value, player in enumerate(game.players, start=1):
            count, most = int((cells == value).sum()), int((start.owner == value - 1).sum())
            if count > most:
                found.append(
                    Reason(
                        "more-stones",
                        "{count} {player} stones: a game on this board begins with {most}",
                        {"count": count, "player": player, "most": most},
                        "pyramid.md#board",
                    )
                )
        return tuple(found)


__all__ = ["PartitionSetting", "PyramidSetting", "PyraosSetting", "TwoColours"]
