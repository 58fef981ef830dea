"""What an engine thinks, in sentences: who is better and by how much, and what is proved."""

from model.contract.game import Position
from model.contract.search import DRAW, LOSS, WIN, Analysis, Score
from viewer.picture.compose.overlays import in_moves, side_to_move

EVEN = 0.02
"""How far a worth may be from the half and still be called even."""


def analysis_text(known: Analysis) -> str:
    """Return "Red has a 63 % chance to win, after 12,400 positions", without a full stop.

    "Red wins in 3 moves, proved" where that is certain.
    """
    score = known.score
    if score is None:
        return ""
    looked = "" if not known.nodes else f", after {known.nodes:,} positions"
    if known.nodes == 1:
        looked = ", after 1 position"
    return f"{worth(known.position, score)}{looked}"


def worth(position: Position, score: Score, *, of: int | None = None) -> str:
    """Return what a score says: "Red has a 63 % chance to win", "about even".

    What is not certain is told of player `of`, else of the one who is better off.
    To be put into a sentence, or to begin one (`viewer.widgets.prose.begun`).
    """
    players = position.game.players
    best = max(range(len(players)), key=lambda k: score.value[k])
    if score.proved and score.value[best] == WIN:
        length = in_moves(score.distance, wins=side_to_move(position) == best)
        return f"{players[best].capitalize()} wins{length}, proved"
    if score.proved and score.value[best] == DRAW:
        return "a draw with best play, proved"
    if len(players) == 2 and abs(score.value[best] - DRAW) <= EVEN:
        return "about even"
    known = best if of is None else of
    return f"{players[known].capitalize()} {chance(score.value[known])}"


def chance(value: float) -> str:
    """Return "has a 63 % chance to win"."""
    number = share(value)
    article = "an" if number in {8, 11, 18} or 80 <= number < 90 else "a"
    return f"has {article} {number} % chance to win"


def share(value: float) -> int:
    """Return a worth in percent: what is not certain is neither 0 nor 100."""
    number = round(100 * value)
    return number if value in (LOSS, WIN) else min(99, max(1, number))
