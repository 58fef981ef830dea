"""Who is connected to what: groups, holding, sheets, lines, escapes and costs of Partition.

Pure functions on a `PyramidLattice` and masks; the rules are in docs/rules/partition.md.

A cost is exact up to size 4, where the search (`plan_search`) runs to its end, and often above: a
lower bound (`steiner`) then proves the plan long before the search does. So the N balls of an empty
corner and the 2N - 1 of a win are exact at every size.
"""

from model.connection.corner_states import CornerState, corner_state, triangles
from model.connection.costs import Cost, WinCost, cost, win_cost
from model.connection.groups import BLUE, NOBODY, RED, Groups, after, escape, groups, holders, pour
from model.connection.steiner import CORNERS_TO_WIN

__all__ = [
    "BLUE",
    "CORNERS_TO_WIN",
    "NOBODY",
    "RED",
    "CornerState",
    "Cost",
    "Groups",
    "WinCost",
    "after",
    "corner_state",
    "cost",
    "escape",
    "groups",
    "holders",
    "pour",
    "triangles",
    "win_cost",
]
