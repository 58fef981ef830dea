"""What moves are worth for certain, laid over a position and put into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from model.contract.game import Move, Position
from model.contract.tables import Entry
from model.search.move_values import MoveValues
from viewer.picture.compose.engine_overlays import side_to_move
from viewer.picture.visibility.hiding import ByIdentity
from viewer.visuals.overlay_types import Overlay, Values

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
        Values(
            tuple(found),
            tuple(entry.value for entry in found.values()),
            tuple(own_moves(position, entry) for entry in found.values()),
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
    for tokens, move in ways_of(ByIdentity(known.position)):
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


@lru_cache(maxsize=8)
def ways_of(held: ByIdentity[Position]) -> tuple[Way, ...]:
    """Return every way of building a legal move step by step, () where there are too many."""
    found: list[Way] = []
    left: list[tuple[str, ...]] = [()]
    while left:
        tokens = left.pop()
        steps = held.value.steps(tokens)
        if steps.slots or len(found) + len(left) > MOST_WAYS:
            return ()
        if steps.complete and steps.move is not None:
            found.append((tokens, steps.move))
        left += [(*tokens, choice) for choice in steps.choices]
    return tuple(found)


def own_moves(position: Position, entry: Entry) -> int | None:
    """Return how many moves of the winner are left to the end; None where that is not known."""
    if entry.distance is None:
        return None
    return max(1, (entry.distance + (entry.value == "win")) // 2)


# -- words ---------------------------------------------------------------------------------------


def standing(known: MoveValues) -> str:
    """Return what a position is worth, "Black wins in 18 moves"; "" while that is not known."""
    return "" if known.worth is None else told(known.position, known.worth)


def told(position: Position, entry: Entry) -> str:
    """Return what is known of a running game: "Black wins in 18 moves", "a draw with best play"."""
    if entry.value in ("draw", "unknown"):
        return "a draw with best play" if entry.value == "draw" else ""
    players, side = position.game.players, side_to_move(position)
    winner = players[side if entry.value == "win" else 1 - side]
    return f"{winner.capitalize()} wins{_in_moves(position, entry)}"


def of_site(known: MoveValues, site: int, partial: Sequence[str] = ()) -> str:
    """Return what choosing a site is worth to the side to move: "wins in 12 moves"; "" for no."""
    entry = site_entries(known, partial).get(site)
    if entry is None:
        return ""
    does = {"win": "wins", "loss": "loses", "draw": "draws"}[entry.value]
    return f"{does}{_in_moves(known.position, entry)}"


def _in_moves(position: Position, entry: Entry) -> str:
    moves = own_moves(position, entry)
    return "" if moves is None else f" in {moves} move{'' if moves == 1 else 's'}"


def counts(known: MoveValues) -> Mapping[str, int]:
    """Return how many moves win, draw and lose, and how many are open."""
    rows = list(known.moves.values())
    found = {
        value: sum(entry.value == value for entry in rows) for value in ("win", "draw", "loss")
    }
    return {**found, "open": known.position.legal_moves.count() - len(rows)}
