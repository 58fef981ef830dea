"""An engine for Pyramid Ball: both choose at once, so it finds out how often to choose what.

docs/rules/pyramid-ball.md says what it looks at.
"""

from __future__ import annotations

from time import monotonic

from model.contract.game import Game, Move, Position, Stop
from model.contract.search import DRAW, LOSS, WIN, Analysis, Budget, Report, Score
from model.games.pyramid_ball.kernels.fast_turns import unpacked_program
from model.games.pyramid_ball.position import PyramidBallGame, PyramidBallPosition
from model.games.pyramid_ball.rulebook import TEAMS
from model.games.pyramid_ball.search.evaluation import learned, nothing_learned
from model.games.pyramid_ball.search.mixed_search import MixedSearch, packed_position
from model.search.prng import seeded

TOLD_EVERY = 0.2
"""Seconds between two reports."""
SELDOM = 0.01
"""Programs that should be chosen less often than this are left out of what is told."""
EVEN = (DRAW, DRAW)


class PyramidBallEngine:
    """Thinks about Pyramid Ball; see `model.contract.search.Engine`.

    It never looks at what is sealed, given or not.

    Parameters
    ----------
    plain
        Draw any programs and count points alone: what the engine is measured against.
    """

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        assert isinstance(game, PyramidBallGame)
        self.game = game
        self._is_plain = plain

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        assert isinstance(position, PyramidBallPosition)
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        thought = _TurnThought(position, report, stop, budget, plain=self._is_plain)
        found = thought.of_programs() if position.words is None else thought.of_words()
        if found.done:
            report(found)
        return found


class _TurnThought:
    """One position that is thought about."""

    def __init__(
        self,
        position: PyramidBallPosition,
        report: Report,
        stop: Stop,
        budget: Budget,
        *,
        plain: bool,
    ) -> None:
        self.position = position
        self._is_plain = plain
        self._report, self._stop, self._budget = report, stop, budget
        self._told, self._is_stopped = monotonic(), False

    # -- a program ---------------------------------------------------------------------------------

    def of_programs(self) -> Analysis:
        """Return how often which program should be chosen."""
        search = self._search(self.position, self._budget.nodes)
        while not self._stops() and search.think():
            if monotonic() - self._told > TOLD_EVERY:
                self._told = monotonic()
                self._report(self._analysis(search, done=False))
        return self._analysis(search, done=not self._is_stopped)

    def _stops(self) -> bool:
        self._is_stopped = self._is_stopped or self._stop()
        return self._is_stopped

    def _search(self, position: PyramidBallPosition, turns: int | None) -> MixedSearch:
        rng = seeded(self._budget.seed, str(position))
        weights = nothing_learned() if self._is_plain else learned()
        packed = packed_position(position.game.rules, position.state, weights)
        return MixedSearch(packed, rng, turns, plain=self._is_plain)

    def _analysis(self, search: MixedSearch, *, done: bool) -> Analysis:
        team = self.position.side
        likely = self._likely(search, team)
        others = len(search.programs[1 - team])
        worths, moves = search.worths(team), {}
        for number, share in likely.items():
            moves[self._text(search, team, number)] = Score(
                _values(team, float(worths[number])), visits=others, probability=share
            )
        line = [next(iter(moves))]
        if team == 0:
            line.append(self._text(search, 1, next(iter(self._likely(search, 1)))))
        return Analysis(
            self.position, moves, tuple(line), done, search.turns, exposed=search.gains[1 - team]
        )

    def _likely(self, search: MixedSearch, team: int) -> dict[int, float]:
        """The programs that should be chosen by their numbers, the likeliest first."""
        mix = search.mixes[team]
        ranked = sorted(range(len(mix)), key=lambda number: (-float(mix[number]), number))
        kept = [number for number in ranked if mix[number] >= SELDOM] or ranked[:1]
        whole = sum(float(mix[number]) for number in kept)
        return {number: float(mix[number]) / whole for number in kept}

    def _text(self, search: MixedSearch, team: int, number: int) -> Move:
        return str(unpacked_program(search.programs[team][number]))

    # -- a word ------------------------------------------------------------------------------------

    def of_words(self) -> Analysis:
        """Return which word is best: each is judged by the turn that comes after it."""
        position = self.position
        words, mover = position.words or (), TEAMS.index(position.to_move or "")
        if position.phase == "duel":
            scores = {word: Score(EVEN, probability=1 / len(words)) for word in words}
            return Analysis(position, scores, words[:1], done=True, exposed=0.0)
        after = {word: position.play(word) for word in words}
        searches = self._searches(list(after.values()))
        thinking = list(searches.values())
        while thinking and not self._stops():
            thinking = [search for search in thinking if not self._stops() and search.think()]
        values = {word: self._value(later, searches) for word, later in after.items()}
        ranked = sorted(words, key=lambda word: values[word], reverse=mover == 0)
        scores = {word: Score(_values(0, values[word])) for word in ranked}
        turns = sum(search.turns for search in searches.values())
        return Analysis(position, scores, (ranked[0],), not self._is_stopped, turns)

    def _searches(self, waiting: list[PyramidBallPosition]) -> dict[str, MixedSearch]:
        """Return a search for every position with programs that words lead to."""
        found: dict[str, PyramidBallPosition] = {}
        while waiting:
            position = waiting.pop()
            if position.outcome is None and position.words is None:
                found[str(position)] = position
            waiting += [position.play(word) for word in position.words or ()]
        nodes = self._budget.nodes
        each = None if nodes is None else nodes // max(1, len(found))
        return (
            {}
            if each == 0
            else {text: self._search(position, each) for text, position in found.items()}
        )

    def _value(self, position: PyramidBallPosition, searches: dict[str, MixedSearch]) -> float:
        """What A may expect, as far as it was found out."""
        if position.outcome is not None:
            winner = position.outcome.winner
            return DRAW if winner is None else WIN if winner == TEAMS[0] else LOSS
        if position.words is None:
            search = searches.get(str(position))
            return DRAW if search is None else search.value
        best = max if position.to_move == TEAMS[0] else min
        return best(self._value(position.play(word), searches) for word in position.words)


def _values(team: int, value: float) -> tuple[float, float]:
    """What both may expect where a team expects `value`."""
    return (value, WIN - value) if team == 0 else (WIN - value, value)
