"""Who sits at a game, and what is left on its clocks: what a game in progress needs to go on.

It is no part of the record: seats are taken and left without an edit. The journal keeps it with the
document, and a file in its headers, where it is only a proposal (`headers_of`, `seating_in`).
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from model.phrases import listed
from model.play.seats import PERSON, seat_of

SEAT, CLOCK, LEFT = "seat_", "clock", "clock_"
"""Headers: who plays a side that is no person, what each side was given, and what it has left."""


class Seating(Struct, frozen=True, omit_defaults=True):
    """The players of a game who are no persons, and its clock.

    Attributes
    ----------
    players
        Side -> "level 3" or "engine NAME", of all sides that no person plays
        (`model.play.seats.seat_text`).
    clock
        What each side was given, as "10+5": minutes, and seconds a move; "each choice" where each
        choice has its time; "" for a game without a clock.
    left
        Side -> seconds that it has left.
    signed
        Side -> the engines that have played it, by their names.
    live
        The node at which the game stands.
    """

    players: dict[str, str] = field(default_factory=dict)
    clock: str = ""
    left: dict[str, float] = field(default_factory=dict)
    signed: dict[str, str] = field(default_factory=dict)
    live: int = 0

    @property
    def is_taken(self) -> bool:
        """Whether anybody but persons plays, or a clock runs."""
        return bool(self.players or self.clock)

    @property
    def opponents(self) -> str:
        """Who plays besides persons, in a few words; "" for nobody."""
        texts = dict.fromkeys(self.players.values())
        return listed([text.removeprefix("engine ") for text in texts])


NOBODY = Seating()


def headers_of(seating: Seating, sides: Sequence[str]) -> dict[str, str]:
    """Return the headers of a game that is played so; "" where a side has none."""
    found = {CLOCK: seating.clock}
    for side in sides:
        found[SEAT + side] = seating.players.get(side, "")
        left = seating.left.get(side) if seating.clock else None
        found[LEFT + side] = "" if left is None else f"{left:g}"
    return found


def seating_in(headers: Mapping[str, str], sides: Sequence[str]) -> Seating:
    """Return the seating that headers name; what says nothing of this game is left out."""
    players = {
        side: text for side in sides if seat_of(text := headers.get(SEAT + side, "")) != PERSON
    }
    if not players:
        return NOBODY
    left = {}
    for side in sides:
        try:
            seconds = float(headers.get(LEFT + side, ""))
        except ValueError:
            continue
        if 0 <= seconds < 1e6:
            left[side] = seconds
    return Seating(players, headers.get(CLOCK, ""), left)
