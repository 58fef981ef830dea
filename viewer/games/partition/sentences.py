"""The sentences of the Why panel and of the point under the cursor: always in the same words.

Pure functions: values in, one line of English out. Nothing here computes a rule; see
`model.connection` for the states and costs that are put into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from model.boards.lattice import CORNERS, FAR_WALLS, PyramidLattice
from model.games.partition.verdicts import opponent
from model.phrases import counted, listed
from model.positions.describe import wall_name

if TYPE_CHECKING:
    from model.connection import CornerState, Cost, WinCost

MARKS: Mapping[str, str] = {"holds": "✓", "isolates": "◌", "open": "✗", "other": "–"}
"""The sign of a state beside its colour: held, isolated only, open, the opponent's."""


THREAT = "a threat"
"""What a cost of one is called."""


def corners_in_order(corners: Sequence[str]) -> tuple[str, ...]:
    """Return `corners` in the order every list of them has."""
    return tuple(corner for corner in CORNERS if corner in corners)


def verdict(
    lattice: PyramidLattice, player: str, corner: str, state: CornerState, cost: Cost | None = None
) -> str:
    """Return the sentence on one corner for one player.

    Parameters
    ----------
    lattice
        The board the sites belong to.
    player
        "red" or "blue".
    corner
        One of ``CORNERS``.
    state
        What `model.connection.corner_state` says of `player` at `corner`.
    cost
        What the corner costs them once that is known; added where they do not hold it.
    """
    who = player.capitalize()
    if state.kind == "other":
        holds = f"{opponent(player).capitalize()} holds {corner_name(corner)}"
        return f"{holds}, so {who} can no longer take it"
    if state.kind == "holds":
        return _held(lattice, who, corner, state)
    if state.kind == "isolates":
        sentence = (
            f"{who} isolates {corner_name(corner)} but is not anchored: "
            f"the group {_touches_neither(FAR_WALLS[corner])}"
        )
    else:
        wall = wall_name(far_wall_at(lattice, corner, state.escape[-1]))
        sentence = (
            f"{who} has not isolated {corner_name(corner)}: "
            f"this escape of {counted(len(state.escape), 'point')} reaches {wall}"
        )
    return sentence if cost is None else f"{sentence}. {who} needs {_needed(cost)}"


def _needed(cost: Cost) -> str:
    bound = "" if cost.exact or cost.n == 1 else "at most "
    threat = f": {THREAT}" if cost.n == 1 else ""
    return f"{bound}{counted(cost.n, 'more ball')}{threat}"


def corner_name(corner: str) -> str:
    """Return how sentences call a corner: "SW", "the apex"."""
    return "the apex" if corner == "apex" else corner


def _held(lattice: PyramidLattice, who: str, corner: str, state: CornerState) -> str:
    names = lattice.names
    own_point = names[lattice.corners[corner]]
    if state.line:
        end = state.line[-1]
        wall = wall_name(state.wall or far_wall_at(lattice, corner, end))
        linked = f"the ball on {own_point} is linked to {wall} at {names[end]}"
        return f"{who} holds {corner_name(corner)}: {linked}"
    far = lattice.far_walls(corner)
    end = state.tether[-1] if state.tether else next(s for s in state.sheet if far[s])
    wall = wall_name(state.wall or far_wall_at(lattice, corner, end))
    return (
        f"{who} holds {corner_name(corner)}: this sheet of "
        f"{counted(len(state.sheet), 'ball')} isolates {own_point} "
        f"and the group reaches {wall} at {names[end]}"
    )


def also_sheet(lattice: PyramidLattice, player: str, corner: str, state: CornerState) -> str:
    """Return what is said of the sheet that stands behind a corner ball, "" when there is none."""
    if not state.also_sheet:
        return ""
    point = lattice.names[lattice.corners[corner]]
    return (
        f"Even without the ball on {point} a sheet of {counted(len(state.also_sheet), 'ball')} "
        f"isolates {corner_name(corner)}"
    )


def _touches_neither(walls: Sequence[str]) -> str:
    if len(walls) == 1:
        return f"does not touch {wall_name(walls[0])}"
    return f"touches neither the {walls[0]} nor the {walls[1]} wall"


def far_wall_at(lattice: PyramidLattice, corner: str, site: int) -> str:
    """Return the far wall of `corner` that `site` lies on."""
    return next(wall for wall in FAR_WALLS[corner] if lattice.wall(wall)[site])


def more_balls(number: int, exact: bool) -> str:
    """Return "At most 2 more balls", "2 more balls", "1 more ball: a threat"."""
    sentence = f"{counted(number, 'more ball')}"
    if not exact and number > 1:
        return f"At most {sentence}"
    return f"{sentence}: {THREAT}" if number == 1 else sentence


def cost_text(cost: Cost | None) -> str:
    """Return a cost as a table shows it: "3", "≤ 7", "0", or "–" where it cannot be."""
    if cost is None:
        return "–"
    return str(cost.n) if cost.exact or cost.n <= 1 else f"≤ {cost.n}"


def win_line(player: str, win: WinCost | None) -> str:
    """Return the first line of the panel: "Red needs at most 5 more balls: SW, SE and apex".

    `win` is None when the opponent holds three corners and nothing helps any more.
    """
    who = player.capitalize()
    if win is None:
        return f"{opponent(player).capitalize()} holds three corners, so {who} can no longer win"
    corners = listed(corners_in_order(win.corners))
    if win.n == 0:
        return f"{who} holds {corners}"
    bound = "" if win.exact or win.n == 1 else "at most "
    threat = f" ({THREAT})" if win.n == 1 else ""
    return f"{who} needs {bound}{counted(win.n, 'more ball')}{threat}: {corners}"


def won(player: str, corners: Sequence[str], groups: int) -> str:
    """Return the sentence on a finished game.

    Parameters
    ----------
    player
        Who won.
    corners
        The corners he holds, three or more.
    groups
        How many different groups hold them; partitions may share one.
    """
    held = listed(corners_in_order(corners))
    how = "one group" if groups == 1 else f"{groups} groups"
    return f"{player.capitalize()} has won: {how} with anchored partitions for {held}"


def point_line(
    name: str,
    level: int,
    *,
    player: str | None,
    occupant: str | None = None,
    reason: str = "",
    groups: int = 0,
    wins: bool = False,
    gains: Sequence[str] = (),
    changes: Sequence[tuple[str, int | str, int | str]] = (),
    threatens: bool = False,
    threatens_win: bool = False,
) -> str:
    """Return what a ball of `player` on the point `name` would do, as one line.

    Parameters
    ----------
    name, level
        The point and its level, counted from 1.
    player
        Whose ball it would be; None when nobody is to move.
    occupant
        Whose ball stands there.
    reason
        Why it may not be played, in the words of the rules; "" when it may.
    groups
        How many of the player's groups it would touch.
    wins
        The ball ends the game.
    gains
        Corners it makes held.
    changes
        (corner, cost before, cost after) where the cost falls but the corner is not yet held.
    threatens
        Afterwards one more ball would hold a corner.
    threatens_win
        Afterwards one more ball would win.
    """
    place = f"{name}, level {level}"
    if occupant is not None:
        return f"{place}: a {occupant} ball"
    if reason:
        # The rules name the point themselves: "2d4 lacks support: 1c5 is empty".
        return f"{place}: {reason.removeprefix(name).lstrip()}"
    if player is None:
        return f"{place}: empty"
    threat = ""
    if not wins:
        threat = "threatens to win" if threatens_win else "makes a threat" if threatens else ""
    end = "wins" if wins else ""
    parts = [_joins(player, groups), end, *_changed(gains, changes), threat]
    return f"{place}: {'; '.join(part for part in parts if part)}"


def _changed(
    gains: Sequence[str], changes: Sequence[tuple[str, int | str, int | str]]
) -> list[str]:
    """What becomes of the corners: held, or cheaper."""
    parts = []
    gained = corners_in_order(gains)
    if gained:
        parts.append(f"holds {listed(gained)}")
    ranked = sorted(changes, key=lambda change: CORNERS.index(change[0]))
    return parts + [f"{corner} {before} -> {after}" for corner, before, after in ranked]


def _joins(player: str, groups: int) -> str:
    if groups == 0:
        return f"a new {player} group"
    if groups == 1:
        return f"extends a {player} group"
    return f"joins {groups} {player} groups"
