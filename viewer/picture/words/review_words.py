"""What a review says, in words: of a position, and of a move."""

from collections.abc import Sequence

from model.contract.game import Position
from model.contract.search import LOSS, WIN
from model.phrases import counted
from model.play.review import ReviewedMove
from model.positions.describe import named
from model.records.record import Evaluation
from viewer.picture.words.engine_words import share

LINE = 6
"""Moves of a line that are written out."""


def share_of(evaluation: Evaluation, seat: int = 0) -> int:
    """Return a player's share of 100, the first one's unless another is named."""
    return share(evaluation.value[seat])


def evaluation_text(evaluation: Evaluation, players: Sequence[str]) -> str:
    """Return what a position is worth: "Red's chances are 63 %", "a draw"."""
    if not evaluation.proved:
        return f"{players[0].capitalize()}'s chances are {share_of(evaluation)} %"
    if evaluation.value[0] not in (WIN, LOSS):
        return "a draw"
    won = (one for one, share in zip(players, evaluation.value, strict=False) if share == WIN)
    winner = next(won, players[1]).capitalize()
    if not evaluation.distance:
        return f"{winner} has won" if evaluation.distance == 0 else f"{winner} wins"
    return f"{winner} wins in {counted((evaluation.distance + 1) // 2, 'move')}"


def line_of(moves: Sequence[str]) -> str:
    """Return the beginning of a line."""
    return " ".join(moves[:LINE]) + (" …" if len(moves) > LINE else "")


def move_text(move: ReviewedMove, players: Sequence[str]) -> str:
    """Return all that is to be said of a move, the best one instead included."""
    grade = f" {move.grade}" if move.grade else ""
    words = f"Move {move.ply}, {move.move}{grade}: {evaluation_text(move.after, players)}"
    if move.best is None:
        return f"{words}, the best move."
    if not move.grade:
        return f"{words}, best {move.best}."
    if not move.thrown:
        words = f"Move {move.ply}, {move.move}{grade}"
        return f"{words}: {given_away(move)}. Best: {line_of(move.line)}."
    return f"{words}. {given_away(move)}. Best: {line_of(move.line)}."


def given_away(move: ReviewedMove) -> str:
    """Return what a mistake did."""
    side = move.side.capitalize()
    if move.thrown:
        return f"{side} threw away {_thrown(move)}"
    had, has = _fall(move)
    return f"{side}'s chances fell from {had} % to {has} %"


def _thrown(move: ReviewedMove) -> str:
    return "a proved win" if move.before.value[move.seat] == WIN else "a proved draw"


def _fall(move: ReviewedMove) -> tuple[int, int]:
    """Return a side's chances before a mistake and after it, in percent."""
    had, has = (share_of(one, move.seat) for one in (move.before, move.after))
    return max(had, has), has


# -- a mistake that is made good -------------------------------------------------------------------


def praise(tried: ReviewedMove, mistake: ReviewedMove, before: Position) -> str:
    """Return by numbers why a move is a good one in the place of a mistake."""
    players, best = before.game.players, tried.best
    worth, move = _worth(tried.after, tried.seat, players), named(before, tried.move)
    if best is None:
        said = f"{move} is the best move known: {worth}"
    else:
        had = f"{share_of(tried.before, tried.seat)} %"
        if tried.before.proved or tried.after.proved:
            had = _worth(tried.before, tried.seat, players)
        known = f"with {named(before, best)}, the best known, {had}"
        said = f"{move} is good: {worth}; {known}"
    played, its = named(before, mistake.move), _worth(mistake.after, mistake.seat, players)
    return f"{said}. After {played}, which was played: {its}."


def reproof(tried: ReviewedMove, mistake: ReviewedMove, before: Position) -> str:
    """Return by numbers why a move is no better than a mistake; what is better is not told."""
    move, players = named(before, tried.move), before.game.players
    if tried.move == mistake.move:
        return f"{move} is what was played: {given_away(tried)}."
    if tried.thrown:
        worth = _worth(tried.after, tried.seat, players)
        return f"Not {move}: it throws away {_thrown(tried)}. After it {worth}."
    (had, has), (_, played) = _fall(tried), _fall(mistake)
    said = f"Not {move}: it lowers {tried.side.capitalize()}'s chances from {had} % to {has} %"
    if not mistake.thrown and has != played and tried.loss < mistake.loss:
        said += f" ({named(before, mistake.move)}, which was played: to {played} %)"
    return f"{said}."


def _worth(evaluation: Evaluation, seat: int, players: Sequence[str]) -> str:
    """What a position is worth, to the side of a seat where it is not proved."""
    if evaluation.proved:
        return evaluation_text(evaluation, players)
    return f"{players[seat].capitalize()}'s chances are {share_of(evaluation, seat)} %"


def row_of(move: ReviewedMove) -> str:
    """Return a mistake as a row of the list."""
    had, has = (share_of(one, move.seat) for one in (move.before, move.after))
    return f"{move.ply}. {move.move} {move.grade}   {move.side.capitalize()} {had} % → {has} %"
