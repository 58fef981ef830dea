"""What the engine of Pyraos makes of a position without looking ahead."""

import numpy as np

from model.games.pyraos.engine import static_value


def static_worth(engine, position):
    """In points, for the side to move."""
    own, other = np.uint64(position.own), np.uint64(position.other)
    stack = engine._stack
    return int(static_value(own, other, stack.rules, stack.points, stack.found))
