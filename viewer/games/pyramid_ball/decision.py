"""What decided a puzzle of Pyramid Ball: the point that was scored, and against what."""

from __future__ import annotations

from typing import Literal

from model.contract.game import Event
from model.games.pyramid_ball.position import PyramidBallPosition
from model.puzzles.account import Account
from viewer.games.decision import Decision, general_decision
from viewer.visuals.overlay_types import Arrow, Lit, Overlay

_POINTS = ("goal", "tackled", "intercepted")


def decision(account: Account) -> Decision:
    """Return what decided a line, see `viewer.games.game_view.GameView.decision`."""
    if len(account.line) < 2:
        return general_decision(account)
    before, move = account.positions[-2], account.line[-1]
    assert isinstance(before, PyramidBallPosition)
    after = account.positions[-1]
    assert isinstance(after, PyramidBallPosition)
    told = [
        event
        for event in before.events(move)
        if event.kind == "note" and event.cause in _POINTS and event.reason is not None
    ]
    if not told:
        return Decision(f'Nobody scores against "{move}".', (Lit((after.state.ball,)),))
    reason = str(told[-1].reason)
    scores = f"{reason[0].upper()}{reason[1:]}"
    text = f"{scores}." if account.succeeds else f'{scores}: the answer was "{move}".'
    return Decision(text, _shown(told[-1], "lit" if account.succeeds else "warned"))


def _shown(event: Event, style: Literal["lit", "warned"]) -> tuple[Overlay, ...]:
    """The squares a point was scored on, and the way of the ball where it was thrown."""
    squares = tuple(dict.fromkeys(s for s in (event.site, event.to, *event.sites) if s is not None))
    if event.site is None or event.to is None or not event.sites:
        return (Lit(squares, style),)
    return (Lit(squares, style), Arrow(event.site, event.to, event.owner, "throw"))
