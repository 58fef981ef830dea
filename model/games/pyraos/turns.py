"""A Pyraos turn as words: reading and writing moves, and why one cannot be made.

Plain Python on the bits of both sides, independent of the kernels (tests hold them together).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from model.contract.game import Reason, Reasons
from model.games.pyraos.kernels import (
    BOARD,
    DOWN,
    HIGHER,
    PASS,
    PLACES,
    REMOVING,
    RULES,
    SPHERES,
    UP,
)
from model.phrases import listed, shown

NAMES = BOARD.names
_DOWN: tuple[int, ...] = tuple(DOWN.tolist())
_UP: tuple[int, ...] = tuple(UP.tolist())
_HIGHER: tuple[int, ...] = tuple(HIGHER.tolist())
_KERNEL_RULES = {"children": 0, "standard": 1, "alternate": 2}
because = Reasons(__package__).because
PLAYERS = ("white", "black")


@dataclass(frozen=True)
class Turn:
    """One turn: a place filled from the reserve or from `source`, then spheres taken back.

    Attributes
    ----------
    place
        Where the sphere goes; None: a pass.
    source
        Where it is lifted from; None: the reserve.
    removed
        Places taken back, in site order.
    """

    place: int | None
    source: int | None = None
    removed: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The canonical text of the move."""
        if self.place is None:
            return "pass"
        lift = f"{NAMES[self.source]}-" if self.source is not None else ""
        return f"{lift}{NAMES[self.place]}" + "".join(f"x{NAMES[r]}" for r in self.removed)


def rules_number(rules: str) -> int:
    """Return the number by which kernels know a rule set."""
    return _KERNEL_RULES[rules]


assert set(_KERNEL_RULES) == set(RULES)


def from_number(move: int) -> Turn:
    """Return the turn a kernel's move number stands for."""
    if move == PASS:
        return Turn(None)
    parts = [(move >> shift & 31) - 1 for shift in (5, 10, 15)]
    removed = tuple(part for part in parts[1:] if part >= 0)
    return Turn(move & 31, parts[0] if parts[0] >= 0 else None, removed)


def read_turn(text: str) -> Turn | Reason:
    """Return the turn a text writes, take-backs in any order; a Reason when it writes none."""
    if text == "pass":
        return Turn(None)
    body, *removed = text.split("x")
    source, dash, place = body.rpartition("-")
    names = [*([source] if dash else []), place, *removed]
    unknown = next((name for name in names if name not in BOARD), None)
    why = ""
    if unknown is not None:
        why = f"{shown(unknown)} is not a place of the board"
    elif len(removed) > 2:
        why = "at most two spheres are taken back"
    elif len(set(removed)) < len(removed):
        why = f"{removed[0]} is taken back twice"
    if why:
        return because("no-move", text=shown(text), why=why)
    sites = tuple(sorted(BOARD.index(name) for name in removed))
    return Turn(BOARD.index(place), BOARD.index(source) if dash else None, sites)


def after(own: int, turn: Turn) -> int:
    """Return the mover's bits after a turn."""
    if turn.place is None:
        return own
    own |= 1 << turn.place
    for site in (*turn.removed, *(() if turn.source is None else (turn.source,))):
        own &= ~(1 << site)
    return own


def bits(own: int) -> tuple[int, ...]:
    """Return the numbers of the set bits, ascending."""
    return tuple(site for site in range(PLACES) if own >> site & 1)


def is_supported(site: int, occupied: int) -> bool:
    """Whether a sphere on `site` rests on the base or on four spheres."""
    return _DOWN[site] & occupied == _DOWN[site]


def made(own: int, place: int, rules: str) -> tuple[tuple[int, ...], ...]:
    """Return the squares (and lines, in alternate) of the mover that a sphere on `place` is in."""
    patterns = {int(p) for p in REMOVING[rules_number(rules), place].tolist() if p != 1 << 63}
    return tuple(sorted(bits(p | 1 << place) for p in patterns if own & p == p))


def removal_order(own: int, occupied: int, removed: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return `removed` in an order in which each carries nothing when its time comes, or None."""
    for order in permutations(sorted(removed, reverse=True)):
        left = occupied
        for site in order:
            if not own >> site & 1 or _UP[site] & left:
                break
            left &= ~(1 << site)
        else:
            return order
    return None


def removable(own: int, occupied: int, taken: tuple[int, ...]) -> tuple[int, ...]:
    """Return the mover's spheres that carry nothing once `taken` are gone."""
    for site in taken:
        occupied &= ~(1 << site)
        own &= ~(1 << site)
    return tuple(site for site in bits(own) if not _UP[site] & occupied)


def liftable(own: int, occupied: int) -> tuple[int, ...]:
    """Return the spheres of the mover that can be lifted to some place."""
    return tuple(site for site in bits(own) if lift_places(site, occupied))


def lift_places(source: int, occupied: int) -> tuple[int, ...]:
    """Return where a sphere can be lifted to, () when something rests on it."""
    if _UP[source] & occupied:
        return ()
    left = occupied & ~(1 << source)
    return tuple(site for site in bits(_HIGHER[source] & ~occupied) if is_supported(site, left))


def open_places(occupied: int) -> tuple[int, ...]:
    """Return the empty places that carry a sphere."""
    return tuple(
        site for site in range(PLACES) if not occupied >> site & 1 and is_supported(site, occupied)
    )


def obstacle(
    turn: Turn, side: int, bits_of: tuple[int, int], rules: str, obliged: bool
) -> Reason | None:
    """Return why player number `side` cannot make this turn, None when he can; bits by player."""
    own, other = bits_of[side], bits_of[1 - side]
    occupied = own | other
    if turn.place is None:
        return _pass_obstacle(own, occupied)
    placing = source_obstacle(turn, side, own, other) or _place_obstacle(turn, occupied)
    if placing is not None:
        return placing
    own = after(own, Turn(turn.place, turn.source))
    return removal_obstacle(turn, own, own | other, rules, obliged)


def _pass_obstacle(own: int, occupied: int) -> Reason | None:
    if own.bit_count() < SPHERES:
        return because("no-pass-reserve")
    lifts = liftable(own, occupied)
    if lifts:
        return because("no-pass-lift", site=NAMES[lifts[0]])
    return None


def source_obstacle(turn: Turn, side: int, own: int, other: int) -> Reason | None:
    """Return why a turn cannot take its sphere from where it says, None when it can."""
    if turn.source is None:
        if own.bit_count() >= SPHERES:
            if not liftable(own, own | other):
                return because("must-pass")
            return because("empty-reserve")
        return None
    site = turn.source
    name = NAMES[site]
    if other >> site & 1:
        owner = PLAYERS[1 - side].capitalize()
        return because("not-yours", site=name, owner=owner)
    if not own >> site & 1:
        return because("nothing-there", site=name)
    return buried(site, own | other)


def buried(site: int, occupied: int) -> Reason | None:
    """Return why a sphere cannot be lifted because of what lies on it, None when nothing does."""
    resting = [NAMES[s] for s in bits(_UP[site] & occupied)]
    if not resting:
        return None
    verb = "rests" if len(resting) == 1 else "rest"
    return because("buried", site=NAMES[site], resting=listed(resting), verb=verb)


def _place_obstacle(turn: Turn, occupied: int) -> Reason | None:
    place = turn.place
    assert place is not None
    name = NAMES[place]
    if occupied >> place & 1:
        return because("occupied", site=name)
    missing = [s for s in bits(_DOWN[place]) if not occupied >> s & 1]
    if missing:
        return because("unsupported", site=name, below=NAMES[missing[0]])
    source = turn.source
    if source is None:
        return None
    if _DOWN[place] >> source & 1:
        return because("own-support", site=name, source=NAMES[source])
    if not _HIGHER[source] >> place & 1:
        return because("not-higher", site=name, source=NAMES[source])
    return None


def removal_obstacle(
    turn: Turn, own: int, occupied: int, rules: str, obliged: bool
) -> Reason | None:
    """Return why the take-backs of a turn cannot be made; the bits have its sphere in place."""
    assert turn.place is not None
    squares = made(own, turn.place, rules)
    if not turn.removed:
        if squares and obliged:
            return because("must-remove")
        return None
    if rules == "children":
        return because("never-removed")
    if not squares:
        what = "no square or line was made" if rules == "alternate" else "no square was made"
        return because("no-square", what=what)
    for site in turn.removed:
        if not own >> site & 1:
            return because("not-own", site=NAMES[site])
    if removal_order(own, occupied, turn.removed) is None:
        for site in turn.removed:
            left = occupied & ~sum(1 << other for other in turn.removed if other != site)
            if resting := bits(_UP[site] & left):
                return because("carries", site=NAMES[site], above=NAMES[resting[0]])
    return None
