"""What a game promises about positions set up by hand: `SetupRules`, or `StackRules`."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, GameKind, Player, Position, Reason

Cells = npt.NDArray[np.int8]
"""(n,) in site order: 0 empty, k the k-th letter of a game."""
Shape = Sequence[tuple[int, int]]
"""Rows and points in a row, a level; a flat board has one level."""
G = TypeVar("G", bound=Game)
P = TypeVar("P", bound=Position)


class SetupRules(ABC, Generic[G, P]):
    """How positions of a game are set up by hand (`model.positions.setup`).

    The defaults are those of a game with one kind of piece, a letter a player.
    """

    letters: tuple[str, ...]
    """As in position strings; the k-th is written in cells as k."""
    alternates: bool = True
    """Whether either side may be to move, whatever stands on the board."""

    def __init__(self, kind: GameKind) -> None:
        self.kind = kind

    def owner(self, value: int) -> tuple[int, int]:
        """Return (owner, piece kind) of a cell's value, as in `Pieces`."""
        return value - 1, 0

    @abstractmethod
    def shape(self, game: G) -> Shape:
        """Return the levels and rows of a board."""

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game the tokens of a string are about; NotationError.

        A game whose options its board says, too, looks at that.
        """
        return self.kind.configure(options)

    def cells(self, position: P) -> Cells:
        """Return what stands where."""
        pieces, cells = position.pieces, np.zeros(len(position.game.board), np.int8)
        cells[pieces.site] = pieces.owner + 1
        return cells

    def problems(self, game: G, cells: Cells) -> tuple[Reason, ...]:
        """Return what cannot exist; nothing where any pieces can stand anywhere."""
        return ()

    def notes(self, position: P) -> tuple[Reason, ...]:
        """Return what could not have arisen in play, of a position that can exist."""
        return ()

    def winner_to_move(self, position: P, rule: str) -> tuple[Reason, ...]:
        """Return a note where the winner would be to move: the last move is the winner's own."""
        outcome, side = position.outcome, str(position).split(" ")[2]
        if outcome is None or outcome.winner != side:
            return ()
        text = "{side} has won, and would be to move: in play the winner has made the last move"
        return (Reason("winner-to-move", text, {"side": side.capitalize()}, rule),)

    def reserves(self, game: G, cells: Cells) -> Mapping[Player, int]:
        """Return what is left in hand; empty for games without reserves."""
        return {}

    def extras(self, game: G) -> Mapping[str, str]:
        """Return what a string of this game may tell besides, name -> what it means in words."""
        return {}

    def exchanged_extra(self, name: str, value: str) -> tuple[str, str]:
        """Return what an extra becomes when the two players exchange their colours."""
        return name, value


class StackRules(ABC, Generic[G, P]):
    """How positions are set up by hand where a place holds stacks, which letters cannot tell.

    There are no drafts: what cannot exist is refused, and all that is not edited stays as it was.
    """

    @abstractmethod
    def kinds(self, game: G) -> tuple[tuple[int, bool], ...]:
        """Return what may be put: (piece kind, whether it has an owner and a number)."""

    @abstractmethod
    def put(self, position: P, site: int, owner: int, kind: int, number: int) -> Position:
        """Return the position with `number` more of a kind on a site, with fewer where it is < 0.

        Owner and size of the number mean nothing for kinds that have neither.

        Raises
        ------
        NotationError
            Where that cannot exist, in one sentence.
        """

    @abstractmethod
    def emptied(self, position: P, sites: Sequence[int]) -> Position:
        """Return the position with nothing on `sites`; NotationError."""

    @abstractmethod
    def first(self, position: P) -> int:
        """Return the number of the player who begins the round."""

    @abstractmethod
    def with_first(self, position: P, player: int) -> Position:
        """Return the position with another player to begin the round; NotationError."""

    def extras(self, game: G) -> Mapping[str, str]:
        """Return what a string says besides and pieces and sheets do not, name -> meaning."""
        return {}
