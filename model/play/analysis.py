"""The `analyze` dictionary of a position: what scripts are told about it."""

from __future__ import annotations

from model.contract.game import Outcome, Position
from model.contract.hooks import hooks_of
from model.search.tablebase_adapters import solved
from model.tablebase.library import table_for


def analyze(
    position: Position, *, costs: bool = True, limit: float | None = None
) -> tuple[dict[str, object], bool]:
    """Return what is known of a position, and whether everything was decided.

    Parameters
    ----------
    position
        Any position, as the person asking may see it.
    costs
        Reckon costs and win costs too, where the game has them.
    limit
        Seconds the costs may take; None: as long as they need. Where the time is up the best plan
        found so far counts, as an upper bound.

    Returns
    -------
    dict, bool
        The dictionary, keys in the order scripts may rely on, and False when the time was up.
    """
    outcome = position.outcome
    found: dict[str, object] = {
        "game": position.game.kind.name,
        "options": dict(position.game.options),
        "to_move": position.to_move,
        "moves": position.legal_moves.count(),
        "outcome": None if outcome is None else _ending(outcome),
    }
    table = table_for(position.game)
    known = None if table is None or outcome is not None else solved(table, position)
    if known is not None:
        found["solved"] = {"winner": known.winner, "plies": known.plies, "by": known.by}
    more, decided = hooks_of(position.game.kind).findings(position, costs=costs, limit=limit)
    return {**found, **more}, decided


def _ending(outcome: Outcome) -> dict[str, object]:
    """What is told of the end; of points and shared wins only where there are any."""
    found: dict[str, object] = {"winner": outcome.winner, "how": outcome.how}
    if len(outcome.winners) > 1:
        found["winners"] = list(outcome.winners)
    if outcome.scores:
        found["scores"] = dict(outcome.scores)
    return found
