"""What tasks of lessons may want in Pyramid: the ways to move, Osiris, victory fields."""

from __future__ import annotations

from model.contract.tasks import MoveCondition, PointCondition

MOVE_CONDITIONS = (
    MoveCondition("run", "", "is a run", lambda p, _: "-" in p.move),
    MoveCondition("smash", "", "smashes a stone", lambda p, _: "x" in p.move),
    MoveCondition("jump", "", "is a jump", lambda p, _: "^" in p.move),
    MoveCondition("push", "", "pushes a stone", lambda p, _: ">" in p.move),
    MoveCondition("osiris", "", "takes by Osiris", lambda p, _: "osiris" in p.causes),
    MoveCondition(
        "victory-field",
        "",
        "reaches a victory field",
        lambda p, _: p.placed in p.before.game.board.victory,
    ),
)

POINT_CONDITIONS = (
    PointCondition(
        "victory-field",
        "",
        "is a victory field",
        lambda position, _, site: site in position.game.board.victory,
    ),
)
