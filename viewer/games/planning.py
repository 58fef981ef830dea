"""What a game brings whose moves are plans: slots drawn by hand, and shown before they count.

A plan is a partial move of slots (`model.contract.moves`). What others may do in the same turn can
be guessed in the same way; a guess is shown, and no part of any move.

Nothing of a plan is carried out before it is played. `viewer.scene_view.plan_drawing` hears drags,
clicks and keys, and asks the planner what becomes of the plan; the planner makes overlays and
sentences of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from model.contract.game import Position
from viewer.visuals.overlay_types import Overlay

Partial = tuple[str, ...]
PlanKey = Literal["north", "east", "south", "west", "stand", "back", "clear", "pass"]
"""What a key does to the plan of a piece."""
PLAN_KEYS: Mapping[str, PlanKey] = {
    "north": "north",
    "east": "east",
    "south": "south",
    "west": "west",
    "stand": "stand",
    "back": "back",
    "clear": "clear",
    "pass": "pass",
}
"""The same, by their names."""


@dataclass(frozen=True)
class Grip:
    """What a drag has taken hold of.

    Attributes
    ----------
    piece
        The site of the piece whose way is drawn, or whose ball is thrown.
    side
        Whose plan it belongs to (index into the game's players).
    ball
        It is the ball that is dragged.
    goes_on
        It was taken at the end of the way that is planned so far, which is drawn on.
    """

    piece: int
    side: int
    ball: bool = False
    goes_on: bool = False


@dataclass(frozen=True)
class Drawn:
    """What became of a plan.

    Attributes
    ----------
    partial
        The plan from now on.
    sentence
        What could not be done, in one sentence, or what was; "" where the plan says it all.
    """

    partial: Partial
    sentence: str = ""


@dataclass(frozen=True)
class PlanPicture:
    """A plan as it is shown.

    Attributes
    ----------
    overlays
        Its ways, throws, and where it is stopped.
    ends
        (site of a piece, where its way ends) of the side that plans.
    sentences
        What would come of it, in order.
    """

    overlays: tuple[Overlay, ...]
    ends: tuple[tuple[int, int], ...] = ()
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlanButton:
    """A button beside the scene that changes the plan.

    Attributes
    ----------
    token
        What is added to the partial move.
    words
        What it says.
    on
        Whether what it stands for is chosen; None where it is no switch.
    """

    token: str
    words: str
    on: bool | None = None


class Planner(Protocol):
    """Draws plans. `partial` is the plan of the side to move, `guess` one of the other side."""

    def plans(self, position: Position) -> bool:
        """Tell whether a plan is to be made now."""
        ...

    def picture(self, position: Position, partial: Partial, guess: Partial) -> PlanPicture:
        """Return what a plan looks like, and what would come of it if the guess were right."""
        ...

    def taken(
        self, position: Position, partial: Partial, guess: Partial, site: int, *, ball: bool
    ) -> Grip | None:
        """Return what a drag from a site takes hold of, None where it takes nothing.

        Parameters
        ----------
        ball
            It begins on the ball that is carried there.
        """
        ...

    def drawn(self, position: Position, plan: Partial, grip: Grip, way: Sequence[int]) -> Drawn:
        """Return a plan after a drag over some sites, which begin with where it was taken.

        Parameters
        ----------
        plan
            Of the side of the grip, as it was before the drag.
        """
        ...

    def keyed(self, position: Position, plan: Partial, piece: int, key: PlanKey) -> Drawn:
        """Return the plan of the side to move after a key, with the piece on a site in hand."""
        ...

    def point_text(self, position: Position, site: int) -> str:
        """Return the line on a site of any position of the game: who stands there."""
        ...

    def pieces(self, position: Position) -> tuple[int, ...]:
        """Return the sites of the pieces that can be planned for, in the order keys visit them."""
        ...

    def buttons(self, position: Position, partial: Partial) -> tuple[PlanButton, ...]:
        """Return the switches of what belongs to no single piece."""
        ...
