"""Who is connected to what: groups, holding, sheets, lines, escapes and costs of Partition.

Pure functions on a `PyramidLattice` and masks; the rules are in docs/rules/partition.md.
"""

from __future__ import annotations

from model.connection.groups import BLUE, NOBODY, RED, Groups, after, groups, holders

__all__ = ["BLUE", "NOBODY", "RED", "Groups", "after", "groups", "holders"]
