"""What an engine thinks of a position, laid over it: what each move is worth, and the best line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor, sqrt

from model.contract.game import Move, MoveError, Position
from model.contract.scores import Score
from model.contract.search import Analysis
from viewer.games.decision import effect_signs, sites_of_move
from viewer.picture.visibility.hiding import ByIdentity
from viewer.visuals.overlay_types import Heat, Marks, Overlay, Sign

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


def heat_of(known: Analysis) -> Heat:
    """Return what the best move to each place is worth, and how much was looked at it."""
    position = known.position
    side = side_to_move(position)
    best: dict[int, tuple[float, int]] = {}
    places = _places(ByIdentity(position))
    for move, score in known.moves.items():
        if move not in places:
            places[move] = place_of(position, move)
        site = places[move]
        if site is None or not is_told(score, move == known.best):
            continue
        worth, visits = best.get(site, (-1.0, 0))
        best[site] = (max(worth, score.value[side]), visits + score.visits)
    most = max((visits for _, visits in best.values()), default=0) or 1
    worths = tuple(round(worth, 2) for worth, _ in best.values())
    return Heat(
        tuple(best),
        worths,
        tuple(round(sqrt(visits / most), 1) for _, visits in best.values()),
        _span(worths),
        side,
    )


def is_told(score: Score, is_best: bool = False) -> bool:
    """Whether a score says anything: the move was looked at, or its value is known."""
    return is_best or score.visits > 0 or score.proved


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


@lru_cache(maxsize=8)
def _places(held: ByIdentity[Position]) -> dict[Move, int | None]:
    """Where moves of a position go, to be filled as that is asked for: it is, time and again."""
    return {}


def place_of(position: Position, move: Move) -> int | None:
    """Return where a move puts its first piece, or where it comes to stand; None: nowhere."""
    ways = sites_of_move(position, move)
    return ways[0][1] if ways else None


def line_overlays(
    position: Position, line: Sequence[Move], *, most: int = PLIES, numbered: bool = True
) -> tuple[Overlay, ...]:
    """Return a line as ghosts, numbered in the movers' colours; arrows where pieces move.

    Parameters
    ----------
    position
        Where it begins; it stops before a move that is not legal.
    most
        Moves that are shown.
    numbered
        Without, a move is a ghost alone.
    """
    texts: dict[int, list[str]] = {}
    owners: dict[int, int] = {}
    signs: list[Overlay] = []
    for number, move in enumerate(line[:most], start=1):
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
        Marks((site,), (" ".join(numbers),), owners[site]) for site, numbers in texts.items()
    )
    return (*_once(signs), *marks)


def _once(signs: Sequence[Overlay]) -> tuple[Overlay, ...]:
    """Signs without those that are drawn already."""
    found: dict[tuple[object, ...], Overlay] = {}
    for sign in signs:
        if isinstance(sign, Sign):
            found.setdefault((sign.shape, sign.colour, sign.sites), sign)
    return tuple(found.values())
