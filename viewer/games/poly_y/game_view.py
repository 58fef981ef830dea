"""What Poly-Y brings to the viewer."""

from __future__ import annotations

from model.contract.game import Outcome, Position
from model.games.poly_y.position import SWAP
from model.phrases import listed
from viewer.games.game_view import GameView, QuickStart
from viewer.games.option_words import OptionWords
from viewer.games.poly_y.explainer import PolyYExplainer


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "The game is drawn: the board is full, and each side has captured two corners"
    return f"{outcome.winner.capitalize()} has won: {listed(outcome.witness)} captured"


GAME_VIEW = GameView(
    how_to_win=(
        "Capture more than half of the corners: link the two sides that meet at each with a "
        "chain that touches another side, too."
    ),
    ending=_ending,
    explainer=PolyYExplainer(),
    selects_groups=True,
    quick_starts=(
        QuickStart("Y", {"corners": "3", "size": "8"}, tip="Three corners: the game of Y"),
        QuickStart("5 corners", tip="Five corners, six cells along a side"),
        QuickStart("7 corners", {"corners": "7"}, tip="Seven corners, six cells along a side"),
    ),
    puzzle_options={"size": "4"},
    token_tips={SWAP: "Take the red stone over: it becomes blue, and Red is to move"},
    options={
        "corners": OptionWords(
            "Corners",
            {"3": "3 (the game of Y)", "4": "4 (for lessons: can be drawn)", "5": "5", "7": "7"},
        ),
        "size": OptionWords("Size", help="Cells along each side."),
        "swap": OptionWords(
            "Swap", help="Blue may take over the first stone instead of making a move."
        ),
    },
)
