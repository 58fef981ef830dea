"""Maker-Breaker games on sets of points: can Maker take all of one set within so many moves?

Maker and Breaker take points in turn; Maker wants all points of one of the sets, Breaker one of
each. Exact, by a search that looks only at what can matter:

* a set with more points left than Maker has moves left is dropped;
* Breaker wins if the sets weigh less than 1, a set of k points weighing 2^-k, when it is his move
  (less than 1/2 when it is Maker's): P. Erdős, J. Selfridge, On a combinatorial game (1973);
* a won line of play gives the points it needs, its carrier. A reply outside the carrier of what
  Maker does after a pass changes nothing, so only replies inside are tried, and each won reply
  cuts those left down to its own carrier: V. Anshelevich's must-play region, as in Hex solvers.
"""

from collections.abc import Callable, Iterable

Points = int
"""A set of points, as the bits of an integer."""


class MakerBreaker:
    """One game; remembers what it has proved.

    Parameters
    ----------
    sets
        The sets Maker wants one of.
    pause
        Called for every position looked at.
    """

    def __init__(self, sets: Iterable[Points], pause: Callable[[], None]) -> None:
        self.sets = least(sets)
        self._pause = pause
        self._maker: dict[tuple[Points, Points, int], Points] = {}
        self._breaker: dict[tuple[Points, Points, int], Points] = {}

    def maker_wins(self, made: Points, broken: Points, moves: int, *, to_move: bool) -> bool:
        """Tell whether Maker, who has taken `made`, still wins with `moves` moves.

        Parameters
        ----------
        broken
            What Breaker has taken.
        to_move
            Whether it is Maker's turn.
        """
        left = least(
            rest
            for one in self.sets
            if not one & broken and (rest := one & ~made).bit_count() <= moves
        )
        if left and not left[0]:
            return True
        if to_move:
            return self._make(left, made, broken, moves) != 0
        return self._break(left, made, broken, moves) != 0

    def _make(self, sets: list[Points], made: Points, broken: Points, moves: int) -> Points:
        """Return the carrier of a win with Maker to move, 0: there is none. No set is empty."""
        if not sets:
            return 0
        if sets[0].bit_count() == 1:
            return sets[0]
        if moves < 2 or sum(2.0 ** -one.bit_count() for one in sets) < 0.5:
            return 0
        key = (made, broken, moves)
        known = self._maker.get(key)
        if known is not None:
            return known
        self._pause()
        carrier = 0
        for point in _heaviest(sets):
            carrier = self._break(_taken(sets, point, moves - 1), made | point, broken, moves - 1)
            if carrier:
                carrier |= point
                break
        self._maker[key] = carrier
        return carrier

    def _break(self, sets: list[Points], made: Points, broken: Points, moves: int) -> Points:
        """Return the carrier of a win with Breaker to move, 0: there is none."""
        if not sets:
            return 0
        singles = [one for one in sets if one.bit_count() == 1]
        if len(singles) > 1:
            return singles[0] | singles[1]
        if singles:
            point = singles[0]
            rest = [one for one in sets if not one & point]
            carrier = self._make(rest, made, broken | point, moves)
            return carrier | point if carrier else 0
        if sum(2.0 ** -one.bit_count() for one in sets) < 1:
            return 0
        key = (made, broken, moves)
        known = self._breaker.get(key)
        if known is not None:
            return known
        self._pause()
        # What Maker does if Breaker passes; only there can a reply do harm.
        carrier = self._make(sets, made, broken, moves)
        must = carrier
        while must:
            point = next(p for p in _heaviest([one & must for one in sets if one & must]))
            rest = [one for one in sets if not one & point]
            answer = self._make(rest, made, broken | point, moves)
            if not answer:
                carrier = 0
                break
            carrier |= answer
            must &= answer & ~point
        self._breaker[key] = carrier
        return carrier


def least(sets: Iterable[Points]) -> list[Points]:
    """Return the sets that contain no other, the smallest first."""
    kept: list[Points] = []
    for one in sorted(set(sets), key=int.bit_count):
        if not any(one & other == other for other in kept):
            kept.append(one)
    return kept


def _taken(sets: list[Points], point: Points, moves: int) -> list[Points]:
    """The sets once Maker has taken a point: smaller, or as they were."""
    smaller = [one & ~point for one in sets if one & point]
    others = [one for one in sets if not one & point and one.bit_count() <= moves]
    smaller.sort(key=int.bit_count)
    return smaller + [one for one in others if not any(one & s == s for s in smaller)]


def _heaviest(sets: list[Points]) -> list[Points]:
    """The points of some sets, each as a set of its own, those in the heaviest sets first."""
    weights: dict[Points, float] = {}
    for one in sets:
        share = 4.0 ** -one.bit_count()
        while one:
            point = one & -one
            weights[point] = weights.get(point, 0.0) + share
            one ^= point
    return sorted(weights, key=lambda point: (-weights[point], point))
