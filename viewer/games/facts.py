"""Facts about a position, line by line, and what can be said of every game in general words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

from model.contract.game import CHANCE, Outcome, Position
from model.phrases import counted, listed
from model.positions.setup import Draft


@dataclass(frozen=True)
class Fact:
    """One line of the Why dock.

    Attributes
    ----------
    text
        A sentence.
    player
        Whose it is, for its colour; "" for nobody's.
    strong
        It is emphasized: the side to move, the outcome.
    sites
        What lights up in the scene while the line is pointed at.
    rule
        Anchor in docs/rules of the rule behind it, or "".
    heading
        The section it stands in; one begins where this changes.
    show
        What a click on the line lays over the position (`Explainer.overlays`); "" for nothing.
    ahead
        It says what comes next: nothing does once the players have ended the game.
    """

    text: str
    player: str = ""
    strong: bool = False
    sites: tuple[int, ...] = ()
    rule: str = ""
    heading: str = ""
    show: str = ""
    ahead: bool = False


def general_standing(position: Position) -> str:
    """Say in a few words how far a game is: the pieces on the board, and how many it holds."""
    pieces = int(position.pieces.count.sum())
    kinds, board = position.game.piece_kinds, position.game.board
    noun = kinds[0].name if len(kinds) == 1 else "piece"
    return f"{counted(pieces, noun)} of {len(board) - len(board.edges)}"


def general_facts(position: Position) -> tuple[Fact, ...]:
    """Say what can be said of every game: pieces, reserves, whose turn, how many moves."""
    players = position.game.players
    owners = position.pieces.owner
    facts = []
    for index, player in enumerate(players):
        number = int(position.pieces.count[owners == index].sum())
        text = f"{player.capitalize()} has {counted(number, 'piece')} on the board"
        if player in position.reserves:
            text += f" and {position.reserves[player]} in hand"
        if player in position.sealed:
            text += "; has chosen, not yet shown"
        facts.append(Fact(text, player, strong=player == position.to_move, heading="Pieces"))
    if position.outcome is not None:
        facts += place_facts(position.outcome)
    else:
        facts.append(moves_fact(position, "Moves"))
    return tuple(facts)


def moves_fact(position: Position, heading: str) -> Fact:
    """Return who is to move, and how many moves that side has."""
    number = position.legal_moves.count()
    who = "The dice" if position.to_move == CHANCE else str(position.to_move).capitalize()
    return Fact(f"{who} has {counted(number, 'legal move')}", heading=heading, ahead=True)


def place_facts(outcome: Outcome) -> tuple[Fact, ...]:
    """Say who has which place, and with what, where more than two played for places."""
    scores, place, facts = dict(outcome.scores), 1, []
    for rank in outcome.ranks:
        who = listed([player.capitalize() for player in rank])
        text = f"{place}. {who}"
        if rank[0] in scores:
            text += f", {counted(scores[rank[0]], 'point')}"
        only = rank[0] if len(rank) == 1 else ""
        facts.append(Fact(text, only, strong=place == 1, heading="Places"))
        place += len(rank)
    return tuple(facts)


def general_ending(position: Position, outcome: Outcome) -> str:
    """Say who won, several included, and how: the reason, else the game's own key."""
    how = outcome.how.replace("-", " ") if outcome.reason is None else str(outcome.reason)
    if not outcome.winners:
        return f"The game is drawn: {how}"
    have = "has" if len(outcome.winners) == 1 else "have"
    return f"{listed([one.capitalize() for one in outcome.winners])} {have} won: {how}"


def draft_facts(position: Position) -> tuple[Fact, ...]:
    """Say what cannot exist about a position that was set up by hand."""
    if not isinstance(position, Draft):
        return ()
    return tuple(
        Fact(f"{reason}", rule=reason.rule, heading="Impossible position")
        for reason in position.problems[:12]
    )


# A value that is about one position, and is handed out for that position alone.

T = TypeVar("T")


class PositionBound(Generic[T]):
    """Keeps what was found, or computed, of one position.

    What is found in the background comes late: the document, the node or the size of the board may
    be another one by then. This is the one place that decides whether it is about what is shown.

    Parameters
    ----------
    nothing
        What is handed out for every other position.
    """

    def __init__(self, nothing: T) -> None:
        self._nothing = self._value = nothing
        self._position: Position | None = None

    def keep(self, position: Position | None, value: T) -> None:
        """Keep `value` as what is known of `position`; of all others that is nothing."""
        self._position, self._value = position, value

    def forget(self) -> None:
        """Keep nothing."""
        self.keep(None, self._nothing)

    def of(self, position: Position | None) -> T:
        """Return what is kept of `position`, or of one that is equal to it."""
        if position is None or self._position is None:
            return self._nothing
        # A cache of positions may have forgotten this one and made another of the same kind.
        same = position is self._position or position == self._position
        return self._value if same else self._nothing


# Options of games in plain words, and an example of what they do: for the New game dialog.

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class OptionWords:
    """What a dialog writes for one option; position strings keep their own words.

    Attributes
    ----------
    title
        The label, or for a switch the sentence beside it.
    values
        Word of the option -> what it is called.
    help
        One sentence under the field, or "".
    unset
        What a number or a text says while it is not given, or is "none".
    group
        The heading it stands under, "" for those at the top.
    """

    title: str
    values: Mapping[str, str] = field(default_factory=lambda: _NONE)
    help: str = ""
    unset: str = "not set"
    group: str = ""


@dataclass(frozen=True)
class OptionExample:
    """A position that shows what options do: where one piece may go under them.

    Attributes
    ----------
    position
        A position string without its game and options: board and side to move.
    site
        Whose moves are shown.
    options
        The options that it shows.
    caption
        One sentence under the picture.
    """

    position: str
    site: str
    options: tuple[str, ...]
    caption: str
