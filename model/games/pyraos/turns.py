"""A Pyraos turn as words: reading and writing moves, and why one cannot be made.

Plain Python on the bits of both sides, independent of the kernels (tests hold them together).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from model.contract.game import Reason
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
_PAGE = "pyraos.md"
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
    for name in names:
        if name not in BOARD:
            return _malformed(text, f"{shown(name)} is not a place of the board")
    if len(removed) > 2:
        return _malformed(text, "at most two spheres are taken back")
    if len(set(removed)) < len(removed):
        return _malformed(text, f"{removed[0]} is taken back twice")
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
        return _reason(
            "no-pass-reserve", "you cannot pass: you still have spheres in reserve", "passing"
        )
    lifts = liftable(own, occupied)
    if lifts:
        return _reason(
            "no-pass-lift", "you cannot pass: {site} can be lifted", "passing", site=NAMES[lifts[0]]
        )
    return None


def source_obstacle(turn: Turn, side: int, own: int, other: int) -> Reason | None:
    """Return why a turn cannot take its sphere from where it says, None when it can."""
    if turn.source is None:
        if own.bit_count() >= SPHERES:
            if not liftable(own, own | other):
                return _reason(
                    "must-pass", "the reserve is empty and no sphere can be lifted: pass", "passing"
                )
            return _reason("empty-reserve", "the reserve is empty: lift a sphere", "placing")
        return None
    site = turn.source
    name = NAMES[site]
    if other >> site & 1:
        owner = PLAYERS[1 - side].capitalize()
        return _reason("not-yours", "{site} is {owner}'s sphere", "lifting", site=name, owner=owner)
    if not own >> site & 1:
        return _reason(
            "nothing-there", "there is no sphere on {site} to lift", "lifting", site=name
        )
    return buried(site, own | other)


def buried(site: int, occupied: int) -> Reason | None:
    """Return why a sphere cannot be lifted because of what lies on it, None when nothing does."""
    resting = [NAMES[s] for s in bits(_UP[site] & occupied)]
    if not resting:
        return None
    verb = "rests" if len(resting) == 1 else "rest"
    return _reason(
        "buried",
        "{site} cannot be lifted: {resting} {verb} on it",
        "lifting",
        site=NAMES[site],
        resting=listed(resting),
        verb=verb,
    )


def _place_obstacle(turn: Turn, occupied: int) -> Reason | None:
    place = turn.place
    assert place is not None
    name = NAMES[place]
    if occupied >> place & 1:
        return _reason("occupied", "{site} is taken", "placing", site=name)
    missing = [s for s in bits(_DOWN[place]) if not occupied >> s & 1]
    if missing:
        return _reason(
            "unsupported",
            "{site} needs a sphere on {below}",
            "placing",
            site=name,
            below=NAMES[missing[0]],
        )
    source = turn.source
    if source is None:
        return None
    if _DOWN[place] >> source & 1:
        return _reason(
            "own-support",
            "{site} would lose its own support: it rests on {source}",
            "lifting",
            site=name,
            source=NAMES[source],
        )
    if not _HIGHER[source] >> place & 1:
        return _reason(
            "not-higher",
            "{site} is not higher than {source}: spheres are lifted up",
            "lifting",
            site=name,
            source=NAMES[source],
        )
    return None


def removal_obstacle(
    turn: Turn, own: int, occupied: int, rules: str, obliged: bool
) -> Reason | None:
    """Return why the take-backs of a turn cannot be made; the bits have its sphere in place."""
    assert turn.place is not None
    squares = made(own, turn.place, rules)
    if not turn.removed:
        if squares and obliged:
            return _reason("must-remove", "you made a square: take back one or two", "removing")
        return None
    if rules == "children":
        return _reason("never-removed", "nothing is taken back in the children's game", "removing")
    if not squares:
        what = "no square or line was made" if rules == "alternate" else "no square was made"
        return _reason("no-square", "{what}: nothing is taken back", "removing", what=what)
    for site in turn.removed:
        if not own >> site & 1:
            return _reason(
                "not-own", "{site} is not a sphere of yours", "removing", site=NAMES[site]
            )
    if removal_order(own, occupied, turn.removed) is None:
        for site in turn.removed:
            left = occupied & ~sum(1 << other for other in turn.removed if other != site)
            if resting := bits(_UP[site] & left):
                return _reason(
                    "carries",
                    "{site} cannot be taken back: {above} rests on it",
                    "removing",
                    site=NAMES[site],
                    above=NAMES[resting[0]],
                )
    return None


def _reason(key: str, text: str, anchor: str, /, **args: str) -> Reason:
    return Reason(key, text, args, f"{_PAGE}#{anchor}")


def _malformed(text: str, why: str) -> Reason:
    return _reason(
        "no-move",
        "{text} is not a move: {why}; write 1c3, 1a1-2b2 or 1c3x1a1x1c1",
        "moves",
        text=shown(text),
        why=why,
    )
