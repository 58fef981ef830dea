"""Places in the arrays of the compiled turns: states, programs, rules, and a turn under way."""

from __future__ import annotations

CARRIER, LOOSE, OFFENCE, SCORE, HELD, USED, OWED, BAN, KEPT, TURNS = (
    6, 7, 8, 9, 11, 13, 15, 17, 18, 19,
)  # fmt: skip
"""Places in a state after the six squares; those of a pair are followed by B's."""
STATE = 20
PASS_ROW, RECEIVER, DASH, QUICK, BLITZ, EAST = 9, 10, 11, 12, 13, 14
"""Places in a program after the commands: L, M, S in rows 1 to 3, directions or -1."""
PROGRAM = 15
(ADVANCED, POINTS, FOLLOWS, EDGE_TACKLE, CHAIN_TACKLE, PUSH_LOCKS, ORIGINAL, SPENT, BAN_NOW,
 LIMIT, BLITZ_FIRST, MOST_TURNS) = range(12)  # fmt: skip
"""Places in the array of rules; 0 for no limit."""
RULES = 12
LOCKED, ENFORCED, WORKED, BLITZING, CHOSEN, EDGE = range(6)
KNOWN = 6
"""Places in what is known within a turn: bits of pieces, of specials (three a team), of teams;
`EDGE` are the defenders that have just pushed against the edge."""
WAYS, TARGETS, CHAINS, FIRST = 8, 14, 20, 26
"""Places of six numbers each: commands of a row, squares wanted, pieces pushed, the first one."""
WORK = 32
