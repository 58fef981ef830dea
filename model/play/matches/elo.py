"""What a match says about strength: Elo with error bars, and a sequential test.

Games are counted in pairs: both players have each opening with both colours, so that an opening
that favours a side favours nobody, and the score of a pair scatters less than that of two games.
The sequential test is the generalised one of Wald's that engine testers use (M. Van den Bergh,
*The generalized sequential probability ratio test*, 2018), on the scores of pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

SURE = 1.96
"""Standard errors within which the truth lies in 95 of 100 matches."""


@dataclass(frozen=True)
class Strength:
    """How much better A is than B.

    Attributes
    ----------
    games
        Counted.
    score
        The share of the points that A made.
    elo, low, high
        The difference in Elo points, and where it lies with a probability of 95 %; infinite where
        one side made all the points.
    """

    games: int
    score: float
    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return (
            f"{self.score:.1%} of {self.games} games, Elo {_shown(self.elo)} "
            f"({_shown(self.low)} to {_shown(self.high)})"
        )


def elo_of(score: float) -> float:
    """Return the difference in Elo that a share of the points stands for."""
    if score <= 0.0:
        return -inf
    return inf if score >= 1.0 else -400 * log10(1 / score - 1)


def expected(elo: float) -> float:
    """Return the share of the points that a difference in Elo makes likely."""
    return 1 / (1 + 10 ** (-elo / 400))


def strength(pairs: Sequence[float]) -> Strength:
    """Return what pairs of games say.

    Parameters
    ----------
    pairs
        What A made of each pair: 0 to 2 points.

    Raises
    ------
    ValueError
        When there are none.
    """
    if not pairs:
        raise ValueError("a match without a finished pair of games says nothing")
    mean, low, high = span([points / 2 for points in pairs])
    return Strength(2 * len(pairs), mean, elo_of(mean), elo_of(low), elo_of(high))


def span(shares: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of shares from 0 to 1, and the span in which it lies in 95 of 100 cases."""
    mean = sum(shares) / len(shares)
    error = SURE * sqrt(_variance(shares) / len(shares))
    return mean, max(0.0, mean - error), min(1.0, mean + error)


def likelihood(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the logarithm of how much likelier `elo1` is than `elo0`, 0 without pairs."""
    if not pairs:
        return 0.0
    one, other = expected(elo0), expected(elo1)
    mean = sum(pairs) / (2 * len(pairs))
    variance = _variance([points / 2 for points in pairs])
    return len(pairs) * (other - one) * (2 * mean - one - other) / (2 * variance)


def verdict(
    pairs: Sequence[float], elo0: float = 0.0, elo1: float = 60.0, error: float = 0.05
) -> bool | None:
    """Tell whether A is `elo1` better rather than `elo0`; None while more games are needed.

    Parameters
    ----------
    error
        How often the answer may be wrong, either way.
    """
    bound = log((1 - error) / error)
    ratio = likelihood(pairs, elo0, elo1)
    if ratio >= bound:
        return True
    return False if ratio <= -bound else None


def _variance(shares: Sequence[float]) -> float:
    """Return the variance of shares, a little above nothing always."""
    count = len(shares)
    shares = [*shares, 0.25, 0.75]
    mean = sum(shares) / len(shares)
    return sum((share - mean) ** 2 for share in shares) / max(1, count + 1)


def _shown(elo: float) -> str:
    if elo in (inf, -inf):
        return "+inf" if elo > 0 else "-inf"
    return f"{elo:+.0f}"
