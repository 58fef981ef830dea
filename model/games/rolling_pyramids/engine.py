"""An engine for Rolling Pyramids: a heuristic policy, then judgement as far as the budget goes.

docs/rules/rolling-pyramids.md says what it looks at. It knows what everybody knows: deployments of
others are guessed, never looked at, and dice are drawn anew by its own seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position, Stop
from model.contract.scores import Budget, Score
from model.contract.search import Analysis, Report
from model.games.rolling_pyramids.engine_table import data_of, die_row, table_of
from model.games.rolling_pyramids.kernels import table_layout as at
from model.games.rolling_pyramids.phases.deploying import choices
from model.games.rolling_pyramids.position import RollingPyramidsGame, RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import (
    CROSS,
    DEPLOY,
    DEVELOP,
    DEVICES,
    DRAFT,
    GROUPS,
    SEATS,
)
from model.games.rolling_pyramids.rulebook import FIRST_DEVICE, RACES, UPGRADES
from model.search.prng import seeded

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

SENSE = 4
"""With fewer nodes than this nothing is judged: what the heuristic policy says is played."""
FIRST_NODES, MOST_NODES = 60, 60_000
"""Without a budget the effort is doubled from the one to the other, as long as time lasts."""
LISTED = 24
"""The most picks that are told, those that the heuristic policy likes best."""
A_POINT = 0.05
"""What a point counts for where the heuristic policy speaks in points and an answer is a share."""
GUESSES = 32
"""The most guesses at what others deploy."""
GAMES = 12
"""Games between two looks at the stop function."""
PLAYED = 8
"""Nodes that a game played on to the end of its round counts as; a deployment that is judged
against a guess is one."""
FEWEST = 300
"""With fewer nodes picks are left to the heuristic policy: too few games say nothing."""
GUESS_NOISE = 0.5
SURE = 0.008
"""Of deployments those are played three times as often that come to so much more."""
RACE_WORTH = {"bastet": 0.03, "anubian": 0.02}


class RollingPyramidsEngine:
    """Thinks about Rolling Pyramids; see `model.contract.search.Engine`.

    Parameters
    ----------
    plain
        The heuristic policy alone: what the engine is measured against.
    """

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        assert isinstance(game, RollingPyramidsGame)
        self.game = game
        self._is_plain = plain

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        assert isinstance(position, RollingPyramidsPosition)
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        thought = _Thought(position, stop, budget)
        found = Analysis(position, thought.at_once())
        nodes = budget.nodes
        if (
            not self._is_plain
            and thought.can_be_judged
            and (nodes is None or nodes >= thought.fewest)
        ):
            effort = FIRST_NODES if nodes is None else nodes
            while not thought.is_stopped:
                found = Analysis(position, thought.judged(effort), nodes=thought.nodes)
                if nodes is not None or effort >= MOST_NODES:
                    break
                report(found)
                effort *= 2
        line = (found.best,) if found.best is not None else ()
        found = Analysis(position, found.moves, line, not thought.is_stopped, thought.nodes)
        report(found)
        return found


@dataclass
class _Candidate:
    """A move, and what it was found to come to."""

    move: Move
    value: float
    visits: int = 1
    code: Ints | None = None
    orders: Ints | None = None


class _Thought:
    """One position that is thought about."""

    def __init__(self, position: RollingPyramidsPosition, stop: Stop, budget: Budget) -> None:
        from model.games.rolling_pyramids.heuristic_policy import everybodys_weights

        self.position = position
        self.rules, self.state = position.game.rules, position.state
        self.data = data_of(self.rules)
        self.table = table_of(self.rules, self.state)
        self.side = self.state.side
        self.weights = everybodys_weights()
        self.rng = seeded(budget.seed, str(position))
        self.nodes, self.is_stopped = 0, False
        self._stop = stop
        self._first: list[_Candidate] = []

    @property
    def can_be_judged(self) -> bool:
        """Whether more than the heuristic policy helps here."""
        return self.state.phase in (DRAFT, DEVELOP, DEPLOY) and len(self._first) > 1

    @property
    def fewest(self) -> int:
        """The least nodes with which judging is better than the heuristic policy."""
        return SENSE if self.state.phase == DEPLOY else FEWEST

    def at_once(self) -> dict[Move, Score]:
        """Return what the heuristic policy says."""
        find: dict[str, Callable[[], list[_Candidate]]] = {
            SEATS: self._seats, DRAFT: self._picks, DEVELOP: self._upgrades,
            DEPLOY: self._deployments, CROSS: self._crossings, DEVICES: self._devices,
            GROUPS: self._groups,
        }  # fmt: skip
        self._first = sorted(find[self.state.phase](), key=lambda one: -one.value)
        return self._scores(self._first, mixed=self.state.phase == DEPLOY)

    def judged(self, effort: int) -> dict[Move, Score]:
        """Return what judgement says, with about so many tables looked at."""
        if self.state.phase == DEPLOY:
            found = self._judged_deployments(effort)
        else:
            found = self._judged_codes(effort)
        return self._scores(found, mixed=self.state.phase == DEPLOY)

    def _stops(self) -> bool:
        self.is_stopped = self.is_stopped or self._stop()
        return self.is_stopped

    def _scores(self, found: list[_Candidate], *, mixed: bool) -> dict[Move, Score]:
        """Return candidates as scores, the best first; `mixed`: with how often to play them."""
        best = found[0].value
        weights = [np.exp((one.value - best) / SURE) for one in found]
        whole = sum(weights)
        return {
            one.move: Score(self._values(one.value), visits=one.visits,
                            probability=float(weight / whole) if mixed else None)
            for one, weight in zip(found, weights, strict=True)
        }  # fmt: skip

    def _values(self, value: float) -> tuple[float, ...]:
        """What everybody may expect where whoever is to move expects `value`."""
        players = len(self.position.game.players)
        value = min(1.0, max(0.0, value))
        others = (1 - value) / max(1, players - 1)
        return tuple(value if n == self.side else others for n in range(players))

    @property
    def _even(self) -> float:
        return 1 / len(self.position.game.players)

    # -- the draft ---------------------------------------------------------------------------------

    def _picks(self) -> list[_Candidate]:
        from model.games.rolling_pyramids.kernels.heuristic_kernels import judge_picks
        from model.games.rolling_pyramids.kernels.playout_kernels import MOST_PICKS

        codes, gains = np.zeros((MOST_PICKS, 3), np.int32), np.zeros(MOST_PICKS)
        many = judge_picks(self.data, self.table, self.side, self.weights[self.side], codes, gains)
        names = {die_row(self.rules, n): name for n, name in enumerate(self.rules.dice_names)}
        best = np.argsort(-gains[:many], kind="stable")[:LISTED].tolist()
        return [
            _Candidate(self._pick_text(codes[k], names), self._even + A_POINT * float(gains[k]),
                       code=codes[k])
            for k in best
        ]  # fmt: skip

    def _pick_text(self, code: Ints, names: dict[int, str]) -> Move:
        from model.games.rolling_pyramids.kernels.heuristic_kernels import BOX_CODE, DISCARD

        row, target, number = code.tolist()
        desk = self.rules.desk
        if target == DISCARD:
            return f"{names[row]}-discard"
        if target >= BOX_CODE:
            return f"{names[row]}-{desk.box_names[target - BOX_CODE]}"
        return f"{names[row]}-{desk.names[target]}:{number}"

    def _judged_codes(self, effort: int) -> list[_Candidate]:
        """Play on after the most sensible picks or upgrades, each with the same luck.

        The better half is looked at again with as much.
        """
        left = self._first[: 4 if effort < 800 else 8]
        sums = {one.move: [0.0, 0] for one in left}
        seed = int(self.rng[0] >> np.uint64(1))
        each = effort // (2 * PLAYED)
        while True:
            games = max(1, each // len(left))
            for start in range(0, games, GAMES):
                for one in left:
                    if self._stops():
                        return self._ranked(sums)
                    many = min(GAMES, games - start)
                    sums[one.move][0] += many * self._played_on(one, many, seed)
                    sums[one.move][1] += many
                seed += GAMES
            if len(left) <= 4 or self._stops():
                return self._ranked(sums)
            left = self._ranked(sums, left)[: len(left) // 2]

    def _ranked(
        self, sums: dict[Move, list[float]], of: list[_Candidate] | None = None
    ) -> list[_Candidate]:
        """What was played on, the best first; below it the rest, as the policy had it."""
        known = [one for one in (of or self._first) if sums.get(one.move, (0, 0))[1]]
        made = [_Candidate(one.move, sums[one.move][0] / sums[one.move][1],
                           int(sums[one.move][1]), one.code) for one in known]  # fmt: skip
        if not made:
            return list(of or self._first)
        made.sort(key=lambda one: (-one.visits, -one.value))
        if of is not None:
            return made
        least = min(one.value for one in made)
        seen = {one.move for one in made}
        rest = [one for one in self._first if one.move not in seen]
        top = self._first[0].value
        return made + [_Candidate(one.move, min(least, least + one.value - top), one.visits)
                       for one in rest]  # fmt: skip

    def _played_on(self, one: _Candidate, games: int, seed: int) -> float:
        from model.games.rolling_pyramids.kernels.judging_kernels import judge_pick

        assert one.code is not None
        table, code, number = self.table, one.code, self.state.picks
        if self.state.phase == DEVELOP:
            table = self._after_upgrade(int(code[1]))
            code, number = np.full(3, -1, np.int32), 4 * self.rules.players
        self.nodes += PLAYED * games
        return float(judge_pick(self.data, table, number, self.side, code, 0, games,
                                self.weights, seed))  # fmt: skip

    # -- development -------------------------------------------------------------------------------

    def _upgrades(self) -> list[_Candidate]:
        from model.games.rolling_pyramids.kernels.heuristic_kernels import upgrade_gain

        found = []
        for move in self.position.legal_moves:
            number = UPGRADES.index(move)
            gain = float(upgrade_gain(self.data, self.table, self.side, number))
            code = np.array([0, number, 0], np.int32)
            found.append(_Candidate(move, self._even + A_POINT * (gain - 4), code=code))
        return found

    def _after_upgrade(self, number: int) -> Ints:
        table = self.table.copy()
        table[at.UPGRADES + self.side] |= 1 << number
        if number >= FIRST_DEVICE:
            device = number - FIRST_DEVICE
            table[at.STOCK + 3 * self.side + device] += self.rules.desk.devices[device]
        return table

    # -- deployment --------------------------------------------------------------------------------

    def _deployments(self) -> list[_Candidate]:
        found: dict[Move, _Candidate] = {}
        for guess in self._guesses(4):
            one = self._deployment(guess[self.side])
            found.setdefault(one.move, one)
        return list(found.values())

    def _sizes(self) -> Ints:
        from model.games.rolling_pyramids.kernels.round_kernels import muster

        sizes = np.zeros((at.PLAYERS, at.UNITS), np.int32)
        muster(self.data, self.table, sizes)
        sizes[self.side] = 0
        for unit, _ in choices(self.rules, self.state, self.side):
            sizes[self.side, self._row_of(unit.number)] = unit.stack.units
        return sizes

    def _row_of(self, unit: int) -> int:
        heroes = len(self.rules.desk.heroes)
        return unit if unit < heroes else at.ROW_UNIT + unit - heroes

    def _guesses(self, many: int) -> Ints:
        from model.games.rolling_pyramids.kernels.judging_kernels import guess

        guesses = np.zeros((many, at.PLAYERS, at.UNITS, 2), np.int32)
        guess(self.data, self.table, self._sizes(), self.weights, GUESS_NOISE, self.rng, guesses)
        return guesses

    def _deployment(self, orders: Ints, value: float | None = None, visits: int = 1) -> _Candidate:
        """Return orders as a move; a unit that may not go where it was sent goes elsewhere."""
        words, names = [], self.rules.unit_names
        for unit, near in choices(self.rules, self.state, self.side):
            to, start = (int(part) for part in orders[self._row_of(unit.number)])
            fits = [word for word, target in near.items() if target == (to, start)]
            fits += [word for word, target in near.items() if target[0] == to]
            words.append(f"{names[unit.number]}:{(fits or list(near))[0]}")
        share = self._even if value is None else value
        return _Candidate(",".join(words), share, visits, orders=orders.copy())

    def _judged_deployments(self, effort: int) -> list[_Candidate]:
        """Improve sensible deployments unit by unit against guesses of what others deploy."""
        from model.games.rolling_pyramids.kernels.judging_kernels import improve, judge_orders

        sizes, guesses = self._sizes(), self._guesses(min(GUESSES, max(2, effort // 20)))
        many = len(guesses)
        found: dict[Move, _Candidate] = {}
        fixed = (self.data, self.table, sizes, self.side)
        for number in range(1 if effort < 300 else 3):
            own = guesses[number % many, self.side].copy()
            value = judge_orders(*fixed, own, guesses, self.weights)
            for unit in self._turns(sizes, 1 if effort < 300 else 2):
                if self._stops():
                    break
                value = improve(*fixed, unit, own, value, guesses, self.weights)
                self.nodes += many * 8
            one = self._deployment(own, float(value), many)
            found.setdefault(one.move, one)
            if self.is_stopped:
                break
        return sorted(found.values(), key=lambda one: -one.value)

    def _turns(self, sizes: Ints, passes: int) -> Iterator[int]:
        """The units there are, the largest first, so many times."""
        own = sizes[self.side]
        units = sorted((int(unit) for unit in np.flatnonzero(own)), key=lambda unit: -own[unit])
        for _ in range(passes):
            yield from units

    # -- the rest ----------------------------------------------------------------------------------

    def _seats(self) -> list[_Candidate]:
        """Starts far from the others, and races whose heroes weigh more."""
        ground, found = self.rules.ground, []
        taken = [ground.centres[ground.spaces + start] for start, _ in self.state.seats
                 if start >= 0]  # fmt: skip
        for move in self.position.legal_moves:
            start, race = move.split("-")
            here = ground.centres[ground.index(start)]
            far = min((float(np.linalg.norm(here - other)) for other in taken), default=0.0)
            worth = RACE_WORTH.get(race, 0.0) if race in RACES else 0.0
            found.append(_Candidate(move, self._even + worth + 0.01 * far))
        return found

    def _crossings(self) -> list[_Candidate]:
        from model.games.rolling_pyramids.kernels.heuristic_kernels import W_PACE, track_value

        crossed = self.state.owns[self.side].crossed
        rounds = max(0, self.rules.last_round - self.state.round - 1)
        pace = float(self.weights[self.side][W_PACE])
        found = []
        for move in self.position.legal_moves:
            box = self.rules.index["box"].get(move)
            bits = crossed if box is None else crossed | 1 << box
            gain = track_value(self.data, bits, rounds, pace) - 0.001 * (box is None)
            gain -= track_value(self.data, crossed, rounds, pace)
            found.append(_Candidate(move, self._even + A_POINT * float(gain) / 2))
        return found

    def _devices(self) -> list[_Candidate]:
        from model.games.rolling_pyramids.kernels.deploy_kernels import device_site

        names, ground = ("ram", "spikes", "umbrella"), self.rules.ground
        found = [_Candidate("pass", self._even - A_POINT)]
        for device, stock in enumerate(self.state.owns[self.side].stock):
            if not stock:
                continue
            place, side = device_site(self.data, self.table, self.side, device,
                                      self.weights[self.side])  # fmt: skip
            if place < 0:
                continue
            site = int(place)
            if device < 2:
                site = ground.border[int(place), ground.beside[int(place)][int(side)]]
            move = f"{names[device]}-{ground.names[site]}"
            found.append(_Candidate(move, self._even + 0.001 * (3 - device)))
        return found

    def _groups(self) -> list[_Candidate]:
        """Soldiers are kept: wherever they are wanted they can be sent next."""
        return [_Candidate(move, self._even + (0.01 if move.startswith("keep") else 0.0))
                for move in self.position.legal_moves]  # fmt: skip
