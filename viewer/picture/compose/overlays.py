"""What lies over a position, as data to draw and in words.

A teacher's marks, what moves are worth for certain, and what an engine thinks of the position: what
each move is worth, and the best line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, floor, sqrt

import numpy as np
import numpy.typing as npt

from model.contract.game import Move, MoveError, Position
from model.contract.search import Analysis
from model.contract.tables import Entry
from model.phrases import counted
from model.positions import describe
from model.records.view import Mark
from model.search.move_values import MoveValues
from viewer.games.decision import effect_signs, sites_of_move
from viewer.games.registry import game_view_of
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import remembered
from viewer.picture.visibility.parts import group_at
from viewer.visuals import overlay_types
from viewer.visuals.overlay_types import Overlay, Sheet, Sign, Tube

_CALLED: Mapping[object, str] = {
    Sheet: "sheet",
    overlay_types.Marks: "plan",
    overlay_types.Threats: "set of threats",
    "line": "rod",
    "tether": "tether",
    "escape": "escape",
    "plan": "dotted way",
}


@remembered(8)
def mark_overlays(position: Position, marks: tuple[Mark, ...]) -> tuple[Overlay, ...]:
    """Return what a teacher's marks lay over a position; marks of other boards are passed over.

    The same objects for the same marks.
    """
    board, skin = position.game.board, game_view_of(position).skin
    shown: list[Overlay] = []
    for mark in marks:
        names = (mark.site, *((mark.to,) if mark.sign == "link" else ()), *mark.sites)
        if not all(name in board for name in names):
            continue
        sites = tuple(dict.fromkeys(board.index(name) for name in names))
        triangles = None
        if mark.sign == "group":
            group = group_at(board, position.pieces, sites[0])  # all zero where it is bare
            sites = tuple(dict.fromkeys((sites[0], *group.nonzero()[0].tolist())))
        elif mark.sign == "sheet" and skin is not None:
            triangles = skin(board, sites)
        shown.append(Sign(mark.sign, mark.colour, sites, mark.text, triangles))
    return tuple(shown)


def with_overlays(
    picture: Picture, position: Position, overlays: Iterable[Overlay], marks: tuple[Mark, ...]
) -> Picture:
    """Return a picture with all that lies over it, a teacher's marks included.

    The scene, the maps and pictures come through here: what follows from the picture's View and
    pieces alone is laid over all of them by adding it here; for pages its field is named in
    `OVERLAY_FIELDS` of `viewer.export.page.content_nodes`.

    `Picture.pieces` are columns: site, owner (-1: nobody) and kind, which `piece_kinds` names
    ("ball"). `Board.neighbours` gives the sites that touch one, those above and below included;
    ``board.layers["level"]`` has the level of each. This runs at every picture: what takes long is
    a function of board and pieces that is `remembered`, which knows both by identity.
    """
    return replace(picture, overlays=(*overlays, *mark_overlays(position, marks)))


def parts_on(overlays: tuple[Overlay, ...], there: npt.NDArray[np.bool_]) -> tuple[Overlay, ...]:
    """Return what of some overlays lies on the sites of a mask; marks and pours stay whole.

    A way keeps its stretches that lie there, a sheet the triangles that do.
    """
    return tuple(part for overlay in overlays for part in overlay.on(there))


def laid_over(picture: Picture) -> Iterator[str]:
    """Yield what lies over a position: "red sheet of 3 points: 1a1, 1a2, 1b1", or the like."""
    for one in picture.overlays:
        if isinstance(one, overlay_types.Pour):
            yield f"colour from {describe.pour(picture.board, one.distances)}"
        elif isinstance(one, Sheet | Tube | overlay_types.Marks | overlay_types.Threats):
            what = _CALLED[one.style if isinstance(one, Tube) else type(one)]
            whose = f"{picture.players[one.owner]} " if one.owner >= 0 else ""
            yield describe.points(picture.board, one.sites, f"{whose}{what}")


def move_signs(position: Position, move: Move) -> tuple[Mark, ...]:
    """Return marks for a legal move: a ring where a piece comes to stand, a link for its way.

    A cross is on what it takes off the board. Nothing for what is no legal move.
    """
    if position.explain(move) is not None:
        return ()
    try:
        events = position.events(move)
    except MoveError:
        return ()
    names, marks = position.game.board.names, list[Mark]()
    for event in events:
        site, to = ("" if one is None else names[one] for one in (event.site, event.to))
        if event.kind == "place" and site:
            marks.append(Mark(site, "ring", "yellow"))
        elif event.kind == "move" and site and to:
            marks += (Mark(site, "link", "yellow", to=to), Mark(to, "ring", "yellow"))
        elif event.kind == "remove" and site:
            marks.append(Mark(site, "cross", "red"))
    return tuple(dict.fromkeys(marks))


MOST_WAYS = 5_000
"""Ways of building a move that are followed: where there are more, sites have no values."""

Way = tuple[tuple[str, ...], Move]


def value_overlays(known: MoveValues | None, partial: Sequence[str] = ()) -> tuple[Overlay, ...]:
    """Return what every site is worth that may be chosen next, as far as that is known.

    Parameters
    ----------
    known
        About the position at hand; None: nothing.
    partial
        The move built so far: sites are those that go on with it.
    """
    if known is None or not known.moves:
        return ()
    found = site_entries(known, partial)
    if not found:
        return ()
    position = known.position
    ranks = {entry.rank for entry in found.values()}
    top = max(ranks) if len(ranks) > 1 else None  # nothing stands out where all are alike
    return (
        overlay_types.Values(
            tuple(found),
            tuple(entry.value for entry in found.values()),
            tuple(own_moves(one.distance, wins=one.value == "win") for one in found.values()),
            tuple(entry.rank == top for entry in found.values()),
            side_to_move(position),
        ),
    )


def site_entries(known: MoveValues, partial: Sequence[str] = ()) -> dict[int, Entry]:
    """Return what the best move through each site that may come next is worth.

    A site is left out while a move through it is open that could be better than those decided.
    """
    board, begun = known.position.game.board, tuple(partial)
    best: dict[int, Entry | None] = {}
    for tokens, move in ways_of(known.position):
        if tokens[: len(begun)] != begun or len(tokens) == len(begun):
            continue
        token = tokens[len(begun)]
        if token not in board:
            continue
        site, entry = board.index(token), known.moves.get(move)
        best[site] = _better(best[site], entry) if site in best else entry
    return {site: entry for site, entry in best.items() if entry is not None}


def _better(before: Entry | None, entry: Entry | None) -> Entry | None:
    """Return the better of two; what is open counts more than all but a win."""
    if before is None or entry is None:
        win = before or entry
        return win if win is not None and win.value == "win" else None
    return max(before, entry, key=lambda one: one.rank)


@remembered(8)
def ways_of(position: Position) -> tuple[Way, ...]:
    """Return every way of building a legal move step by step, () where there are too many."""
    found: list[Way] = []
    left: list[tuple[str, ...]] = [()]
    while left:
        tokens = left.pop()
        steps = position.steps(tokens)
        if steps.slots or len(found) + len(left) > MOST_WAYS:
            return ()
        if steps.complete and steps.move is not None:
            found.append((tokens, steps.move))
        left += [(*tokens, choice) for choice in steps.choices]
    return tuple(found)


def own_moves(distance: int | None, *, wins: bool) -> int | None:
    """Return how many moves of the winner are left to the end; None where that is not known.

    `wins` says whether the side to move wins.
    """
    return None if distance is None else max(1, (distance + wins) // 2)


def in_moves(distance: int | None, *, wins: bool) -> str:
    """Return " in 3 moves", the winner's own, or "" where that is not known."""
    moves = own_moves(distance, wins=wins)
    return "" if moves is None else f" in {counted(moves, 'move')}"


# -- words ---------------------------------------------------------------------------------------


def worth_text(known: MoveValues) -> str:
    """Return what a position is worth, "Black wins in 18 moves"; "" while that is not known."""
    return "" if known.worth is None else value_text(known.position, known.worth)


def value_text(position: Position, entry: Entry) -> str:
    """Return what is known of a running game: "Black wins in 18 moves", "a draw with best play"."""
    if entry.value in ("draw", "unknown"):
        return "a draw with best play" if entry.value == "draw" else ""
    players, side, wins = position.game.players, side_to_move(position), entry.value == "win"
    winner = players[side if wins else 1 - side]
    return f"{winner.capitalize()} wins{in_moves(entry.distance, wins=wins)}"


def of_site(known: MoveValues, site: int, partial: Sequence[str] = ()) -> str:
    """Return what choosing a site is worth to the side to move: "wins in 12 moves"; "" for no."""
    entry = site_entries(known, partial).get(site)
    if entry is None:
        return ""
    does = {"win": "wins", "loss": "loses", "draw": "draws"}[entry.value]
    return f"{does}{in_moves(entry.distance, wins=entry.value == 'win')}"


def counts(known: MoveValues) -> Mapping[str, int]:
    """Return how many moves win, draw and lose, and how many are open."""
    rows = list(known.moves.values())
    found = {
        value: sum(entry.value == value for entry in rows) for value in ("win", "draw", "loss")
    }
    return {**found, "open": known.position.legal_moves.count() - len(rows)}


HEAT = ("engine=heat", "engine=both")
"""What `View.show` says where it asks for heat."""
PLIES = 6
"""Moves of a line that are shown; more hide one another."""
STEP = 0.05
"""Worth at the ends of the colours is a multiple of this, so that they seldom change."""
NARROWEST = 0.2
"""Worth between the ends of the colours, at least: next to nothing is no difference."""


def engine_overlays(known: Analysis | None, show: str) -> tuple[Overlay, ...]:
    """Return what `View.show` ("engine=heat", "engine=line", "engine=both") lays over a position.

    Nothing while nothing is known.
    """
    if known is None or not known.moves:
        return ()
    what = show.partition("=")[2]
    heat = (heat_of(known),) if show in HEAT else ()
    line = line_overlays(known.position, known.line) if what in ("line", "both") else ()
    return (*heat, *line)


def heat_of(known: Analysis) -> overlay_types.Heat:
    """Return what the best move to each place is worth, and how much was looked at it."""
    position = known.position
    side = side_to_move(position)
    best: dict[int, tuple[float, int]] = {}
    places = _places(position)
    for move, score in known.moves.items():
        if move not in places:
            places[move] = place_of(position, move)
        site = places[move]
        # A move that was looked at, or whose value is known, has something to say.
        if site is None or not (move == known.best or score.visits > 0 or score.proved):
            continue
        worth, visits = best.get(site, (-1.0, 0))
        best[site] = (max(worth, score.value[side]), visits + score.visits)
    most = max((visits for _, visits in best.values()), default=0) or 1
    worths = tuple(round(worth, 2) for worth, _ in best.values())
    return overlay_types.Heat(
        tuple(best),
        worths,
        tuple(round(sqrt(visits / most), 1) for _, visits in best.values()),
        _span(worths),
        side,
    )


def side_to_move(position: Position) -> int:
    """Return the index of the side to move into the game's players."""
    players = position.game.players
    return players.index(position.to_move) if position.to_move in players else 0


def _span(worths: Sequence[float]) -> tuple[float, float]:
    """The worth that the first and the last colour stand for."""
    if not worths:
        return (0.0, 1.0)
    low = floor(min(worths) / STEP + 1e-9) * STEP
    high = ceil(max(worths) / STEP - 1e-9) * STEP
    if high - low < NARROWEST:
        low = max(0.0, min(low, high - NARROWEST))
        high = min(1.0, max(high, low + NARROWEST))
    return (round(low, 2), round(high, 2))


@remembered(8)
def _places(position: Position) -> dict[Move, int | None]:
    """Where moves of a position go, to be filled as that is asked for: it is, time and again."""
    return {}


def place_of(position: Position, move: Move) -> int | None:
    """Return where a move puts its first piece, or where it comes to stand; None: nowhere."""
    ways = sites_of_move(position, move)
    return ways[0][1] if ways else None


def line_overlays(
    position: Position, line: Sequence[Move], *, numbered: bool = True
) -> tuple[Overlay, ...]:
    """Return a line as ghosts, numbered in the movers' colours; arrows where pieces move.

    Parameters
    ----------
    position
        Where it begins; it stops before a move that is not legal.
    numbered
        Without, a move is a ghost alone.
    """
    texts: dict[int, list[str]] = {}
    owners: dict[int, int] = {}
    signs: list[Overlay] = []
    for number, move in enumerate(line[:PLIES], start=1):
        try:
            if position.outcome is not None or position.explain(move) is not None:
                break
            site = place_of(position, move)
            signs += effect_signs(position, move)
            owner = side_to_move(position)
            position = position.play(move)
        except MoveError:
            break
        if site is not None:
            owners.setdefault(site, owner)
            texts.setdefault(site, []).append(str(number) if numbered else "")
    marks = tuple(
        overlay_types.Marks((site,), (" ".join(numbers),), owners[site])
        for site, numbers in texts.items()
    )
    # Signs without those that are drawn already.
    found: dict[tuple[object, ...], Overlay] = {}
    for sign in signs:
        if isinstance(sign, Sign):
            found.setdefault((sign.shape, sign.colour, sign.sites), sign)
    return (*tuple(found.values()), *marks)
