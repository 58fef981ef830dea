"""Games in which both choose at once, as a table: how often each choice should be made.

Regret matching plus (Tammelin, *Solving large imperfect information games using CFR+*, 2014):
each side chooses in proportion to how much more a choice would have made so far, never less than
nothing, and the mean of what it did, later rounds counting more, comes close to an equilibrium.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.kernels import Int, kernel

Floats = npt.NDArray[np.float64]


@kernel
def _mixed(regrets: Floats, mix: Floats) -> None:
    total = 0.0
    for choice in range(len(regrets)):
        total += regrets[choice]
    for choice in range(len(regrets)):
        mix[choice] = regrets[choice] / total if total > 0 else 1.0 / len(regrets)


@kernel
def play_rounds(
    table: Floats,
    regrets: Floats,
    others: Floats,
    mean: Floats,
    their_mean: Floats,
    first: Int,
    rounds: Int,
) -> None:
    """Play rounds of a table; what is kept from call to call is changed in place.

    Parameters
    ----------
    table
        (n, m) what the first side makes; the second makes 1 less that.
    regrets, others
        (n,) and (m,) what each choice of the sides would have made more, 0 at first.
    mean, their_mean
        (n,) and (m,) sums of what the sides did, not yet divided; 0 at first.
    first
        How many rounds were played since the sums were 0.
    """
    n, m = table.shape
    turned = np.ascontiguousarray(table.T)
    mix, their_mix = np.zeros(n), np.zeros(m)
    worth, their_worth = np.zeros(n), np.zeros(m)
    for number in range(first, first + rounds):
        weight = number + 1.0
        _mixed(others, their_mix)
        worth[:] = 0.0
        for other in range(m):
            share = their_mix[other]
            if share > 0:  # most choices are never made, and cost nothing here
                for one in range(n):
                    worth[one] += share * turned[other, one]
        value = 0.0
        _mixed(regrets, mix)
        for one in range(n):
            value += worth[one] * mix[one]
        for one in range(n):
            regrets[one] = max(0.0, regrets[one] + worth[one] - value)
        _mixed(regrets, mix)
        value = 0.0
        their_worth[:] = 0.0
        for one in range(n):
            share = mix[one]
            if share > 0:
                for other in range(m):
                    their_worth[other] += share * (1.0 - table[one, other])
        for other in range(m):
            value += their_worth[other] * their_mix[other]
        for other in range(m):
            others[other] = max(0.0, others[other] + their_worth[other] - value)
        for one in range(n):
            mean[one] += weight * mix[one]
        for other in range(m):
            their_mean[other] += weight * their_mix[other]
