"""What decided a puzzle of Pyramid Ball: the point that was scored, and against what."""

from __future__ import annotations

from model.games.pyramid_ball.position import PyramidBallPosition
from model.puzzles.account import Account
from viewer.games.decision import Decision, general_decision

_POINTS = ("goal", "tackled", "intercepted")


def decision(account: Account) -> Decision:
    """Return what decided a line, see `viewer.games.game_view.GameView.decision`."""
    if len(account.line) < 2:
        return general_decision(account)
    before, move = account.positions[-2], account.line[-1]
    assert isinstance(before, PyramidBallPosition)
    told = [
        str(event.reason)
        for event in before.events(move)
        if event.kind == "note" and event.cause in _POINTS and event.reason is not None
    ]
    if not told:
        return Decision(f"Nobody scores against {move}.")
    scores = f"{told[-1][0].upper()}{told[-1][1:]}"
    return Decision(f"{scores}." if account.succeeds else f"{scores}: {move} was the answer.")
