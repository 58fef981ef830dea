"""Who has won, and in which places the others are."""

from __future__ import annotations

from model.contract.moves import Outcome
from model.games.rolling_pyramids.phases.rounds import has_won
from model.games.rolling_pyramids.reasons import END, SOLO, because, named
from model.games.rolling_pyramids.round_state import State, controlled
from model.games.rolling_pyramids.rulebook import PHARAOH, PLAYERS, Rules
from model.phrases import listed


def standing(rules: Rules, state: State, player: int) -> tuple[int, int, int]:
    """Return what places are decided by: points, spaces controlled, units standing there."""
    mine = controlled(rules, state, player)
    units = sum(state.soldiers[place] + state.heroes[place] for place in mine)
    return state.owns[player].points, len(mine), units


def outcome_of(rules: Rules, state: State) -> Outcome:
    """Return the outcome of a game that is over."""
    if rules.is_solo:
        if has_won(rules, state):
            why = because("revolution", "P1 controls the pyramid and all starting areas", SOLO)
            return Outcome(PLAYERS[0], "revolution", reason=why)
        text = "P1 has not taken the pyramid and all starting areas in {turns} turns"
        why = because("turns", text, SOLO, turns=rules.solo_turns)
        return Outcome(PHARAOH, "turns", reason=why)
    stands = {player: standing(rules, state, player) for player in range(rules.players)}
    ranks = tuple(
        tuple(PLAYERS[player] for player in stands if stands[player] == one)
        for one in sorted(set(stands.values()), reverse=True)
    )
    best = ranks[0]
    points = [one for one, _, _ in stands.values()]
    most = max(points)
    if len(best) > 1:
        text = "{who} share the win: they have as many points, spaces and units"
        why = because("shared", text, END, who=listed([named(one) for one in best]))
    elif points.count(most) > 1:
        text = "{who} has most points with others, and more spaces or units than they"
        why = because("tie-break", text, END, who=named(best[0]))
    else:
        why = because("points", "{who} has most points", END, who=named(best[0]))
    return Outcome(
        best[0] if len(best) == 1 else None,
        "points",
        winners=best,
        scores=tuple((PLAYERS[player], one) for player, one in enumerate(points)),
        reason=why,
        ranks=ranks if rules.players > 2 else (),
    )
