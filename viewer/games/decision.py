"""What decided a line of a puzzle: one sentence and the picture that goes with it.

Each game has its own in a module `decision` of its package; what can be said of every game stands
here. The facts come from `model.puzzles.account`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from model.boards.board import Board
from model.contract.game import Move, MoveError, Position
from model.contract.hooks import hooks_of
from model.phrases import counted, listed
from model.puzzles.account import MOST_THREATS, Account
from viewer.visuals.overlay_types import Overlay, Sign

FEW = 4
"""Threats that are named one by one; more are counted."""


@dataclass(frozen=True)
class Decision:
    """What decided a line.

    Attributes
    ----------
    text
        One sentence.
    overlays
        What is laid over the position at the end of the line.
    """

    text: str
    overlays: tuple[Overlay, ...] = ()


def general_decision(account: Account) -> Decision:
    """Say what decided in words that fit every game: threats, moves left, and where they stand."""
    return Decision(general_sentence(account), move_signs(account))


def general_sentence(account: Account) -> str:
    """Return the sentence that fits every game."""
    words = hooks_of(account.start.game.kind).describe_goal(account.goal)
    side, other = account.side.capitalize(), account.other.capitalize()
    if account.succeeds:
        if account.turn >= 0:
            return threatened(account)
        return f"{side} {words.does} with {account.line[-1]}."
    if account.defends:
        return parried(account, f"After {account.line[0]}, {side} cannot {words.do} in time.")
    if len(account.line) == 1:
        return f"{account.line[0]} does not {words.do}."
    reply = account.line[account.last_of(account.other)]
    if account.end.outcome is not None and account.end.outcome.winner == account.other:
        return f"{other} wins with {reply}."
    if account.left is None:
        return f"After {reply}, {side} can no longer {words.do}: {other} has an answer to any move."
    return f"After {reply}, {side} cannot {words.do} {within(account.left)}."


def threatened(account: Account) -> str:
    """Return the sentence on a line that ends in threats that cannot all be met."""
    side, other = account.side.capitalize(), account.other.capitalize()
    move, ways = account.line[account.turn], account.ways
    if not ways:
        return f"After {move}, {side} gets there whatever {other} plays."
    if len(ways) == 1:
        # It may be met: what meets it, as often as not, opens another way.
        return f"After {move}, {side} threatens {ways[0]}, and gets there whatever {other} plays."
    all_ = "both" if len(ways) == 2 else "them all"
    if len(ways) > FEW:
        many = how_many(ways)
        return f"After {move}, {side} has {many} threats, and {other} cannot meet {all_}."
    return f"After {move}, {side} threatens {listed(ways)}, and {other} cannot meet {all_}."


def parried(account: Account, otherwise: str) -> str:
    """Return the sentence on a defence that holds: what was threatened, and what met it."""
    side, key, ways = account.side.capitalize(), account.line[0], account.ways
    if not ways:
        return otherwise
    if len(ways) > FEW:
        return f"{side} had {how_many(ways)} threats; {key} meets them all."
    met = ("", "it", "both")[len(ways)] if len(ways) < 3 else "them all"
    return f"{side} threatened {listed(ways)}; {key} meets {met}."


def how_many(ways: Sequence[Move]) -> str:
    """Return the number of moves that were found, "at least" where no more were looked for."""
    return f"at least {len(ways)}" if len(ways) == MOST_THREATS else str(len(ways))


def within(left: int) -> str:
    """Return "with its last move" or "in the 3 moves left"."""
    return "with its last move" if left == 1 else f"in the {left} moves left"


def has_left(number: int) -> str:
    """Return "has 1 move left", "has 2 moves left" or "has no move left"."""
    return f"has {counted(number, 'move')} left" if number else "has no move left"


def sites_of_move(position: Position, move: Move) -> tuple[tuple[int | None, int], ...]:
    """Return (from, to) of every piece a move puts somewhere; from a reserve it is (None, to).

    () where that would reveal what another side has chosen in secret.
    """
    found: list[tuple[int | None, int]] = []
    try:
        events = position.events(move)
    except MoveError:
        return ()
    for event in events:
        if event.kind == "place" and event.site is not None:
            found.append((None, event.site))
        elif event.kind == "move" and event.site is not None and event.to is not None:
            found.append((event.site, event.to))
    return tuple(found)


def way_signs(position: Position, move: Move, colour: str) -> tuple[Sign, ...]:
    """Return an arrow along the way of a move, or a ring where it puts a piece down."""
    signs = []
    for start, end in sites_of_move(position, move)[-1:]:
        if start is None:
            signs.append(Sign("ring", colour, (end,)))
        else:
            signs.append(Sign("link", colour, (start, end)))
    return tuple(signs)


def effect_signs(position: Position, move: Move) -> tuple[Sign, ...]:
    """Return an arrow for every piece a move moves, and a cross where it takes one off the board.

    Pieces that come from a reserve or go back to it have none: their player put them there.
    """
    arrows, crosses = [], []
    moved = {event.to for event in position.events(move) if event.kind == "move"}
    for event in position.events(move):
        if event.kind == "move" and event.site is not None and event.to is not None:
            arrows.append(Sign("link", "green", (event.site, event.to)))
        elif event.kind == "remove" and event.site is not None and event.reserve == 0:
            crosses.append((event.stage, event.site))
    # What was on a field before another piece came there is not drawn over that piece.
    gone = tuple(
        Sign("cross", "red", (site,)) for stage, site in crosses if stage or site not in moved
    )
    return (*arrows, *gone)


def rings(board: Board, names: Sequence[str], colour: str) -> tuple[Sign, ...]:
    """Return a ring on each of the points."""
    return tuple(Sign("ring", colour, (board.index(name),)) for name in names)


def move_signs(account: Account) -> tuple[Overlay, ...]:
    """Return what shows the deciding move of a line: green where the side with the goal made it."""
    index = account.last_of(account.side if account.succeeds else account.other)
    if index < 0:
        index = len(account.line) - 1
    colour = "green" if account.succeeds is not account.defends else "red"
    return way_signs(account.positions[index], account.line[index], colour)


# What a game brings whose moves are plans: slots drawn by hand, and shown before they count.
#
# A plan is a partial move of slots (`model.contract.game`). What others may do in the same turn
# can be guessed in the same way; a guess is shown, and no part of any move.
# Nothing of a plan is carried out before it is played. `viewer.scene_view.plan_drawing` hears
# drags, clicks and keys, and asks the planner what becomes of the plan; the planner makes overlays
# and sentences of it.

Partial = tuple[str, ...]
PlanKey = Literal["north", "east", "south", "west", "stand", "back", "clear", "pass"]
"""What a key does to the plan of a piece."""
PLAN_KEYS: Mapping[str, PlanKey] = {key: key for key in get_args(PlanKey)}
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

    def picture(self, position: Position, partial: Partial, guess: Partial) -> PlanPicture:
        """Return what a plan looks like, and what would come of it if the guess were right."""

    def taken(
        self, position: Position, partial: Partial, guess: Partial, site: int, *, ball: bool
    ) -> Grip | None:
        """Return what a drag from a site takes hold of, None where it takes nothing.

        Parameters
        ----------
        ball
            It begins on the ball that is carried there.
        """

    def drawn(self, position: Position, plan: Partial, grip: Grip, way: Sequence[int]) -> Drawn:
        """Return a plan after a drag over some sites, which begin with where it was taken.

        Parameters
        ----------
        plan
            Of the side of the grip, as it was before the drag.
        """

    def keyed(self, position: Position, plan: Partial, piece: int, key: PlanKey) -> Drawn:
        """Return the plan of the side to move after a key, with the piece on a site in hand."""

    def point_text(self, position: Position, site: int) -> str:
        """Return the line on a site of any position of the game: who stands there."""

    def pieces(self, position: Position) -> tuple[int, ...]:
        """Return the sites of the pieces that can be planned for, in the order keys visit them."""

    def buttons(self, position: Position, partial: Partial) -> tuple[PlanButton, ...]:
        """Return the switches of what belongs to no single piece."""
