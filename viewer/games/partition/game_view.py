"""What Pyramid Partition brings: corners, analyzed in the background and explained."""

from __future__ import annotations

from model.contract.game import Outcome, Position
from model.phrases import listed
from viewer.games.facts import general_ending
from viewer.games.game_view import GameView, QuickStart
from viewer.games.option_words import OptionWords
from viewer.games.partition.decision import decision
from viewer.games.partition.explainer import CornerExplainer
from viewer.games.partition.text import corners_in_order
from viewer.games.sheet_skin import lattice_skin


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner is None or not outcome.witness:
        return general_ending(position, outcome)
    corners = listed(corners_in_order(outcome.witness))
    return f"{outcome.winner.capitalize()} has won: anchored partitions for {corners}"


GAME_VIEW = GameView(
    how_to_win=(
        "Hold three of the five corners: cut each off from the walls it does not touch, with "
        "a group that touches one of those walls."
    ),
    decision=decision,
    ending=_ending,
    explainer=CornerExplainer(),
    level_maps=True,
    selects_groups=True,
    skin=lattice_skin,
    quick_starts=tuple(
        QuickStart(
            f"Size {size}",
            {"size": str(size), "rules": rules},
            group=title,
            spoken=f"New game, {rules}, size {size}",
            tip=f"{title}: {size} balls along each edge",
            is_default=(rules, size) == ("free", 6),
        )
        for rules, title in (("free", "Balls may float"), ("stacking", "Balls rest on balls"))
        for size in (4, 6, 8, 10)
    ),
    puzzle_options={"size": "4"},
    options={
        "size": OptionWords("Size", help="Balls along each edge of the base."),
        "rules": OptionWords(
            "Where balls may go",
            {
                "free": "on any empty point, even in mid-air",
                "stacking": "only on the base or on four balls",
            },
        ),
    },
)
