"""An engine for Rolling Pyramids: a heuristic policy, then judgement as far as the budget goes.

docs/rules/rolling-pyramids.md says what it looks at. It knows what everybody knows: deployments of
others are guessed, never looked at, and dice are drawn anew by its own seed. Its kernels
(`round_kernels`) take games and positions as flat arrays, and weights that were tuned by matches of
the kernels among themselves.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.contract.game import Move, Position, Stop
from model.contract.search import Analysis, Budget, Report, Score
from model.games.rolling_pyramids.kernels import playout_kernels as playouts
from model.games.rolling_pyramids.kernels import round_kernels as at
from model.games.rolling_pyramids.kernels.round_kernels import PLAYERS
from model.games.rolling_pyramids.maps import SECTIONS, HexBoard
from model.games.rolling_pyramids.phases.orders import choices
from model.games.rolling_pyramids.position import RollingPyramidsGame, RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import Phase, RoundState
from model.games.rolling_pyramids.rulebook import FIRST_DEVICE, RACES, UPGRADES, Rules
from model.search.prng import seeded

WEIGHTS = {
    "W_UNIT": 1.0,
    "W_BOX": 0.5,
    "W_PACE": 1.3,
    "W_ROW": 0.8,
    "W_UPGRADE": 0.9,
    "W_KEEP": 1.25,
    "W_DENY": 0.4,
    "W_FACTORY": 0.1,
    "W_CONQUEST": 1.0,
    "W_NOISE": 0.15,
    "W_SLOT": 0.45,
    "W_PRESS": 0.6,
}
"""By the names of `round_kernels`, where each is explained."""


@lru_cache(maxsize=1)
def everybodys_weights() -> npt.NDArray[np.float64]:
    """Return (PLAYERS, len(WEIGHTS)) the same numbers for each player."""
    weights = np.zeros((PLAYERS, at.WEIGHTS))
    for name, value in WEIGHTS.items():
        weights[:, getattr(at, name)] = value
    weights.flags.writeable = False
    return weights


Ints = npt.NDArray[np.int32]
_SHAPES = "trc"


@lru_cache(maxsize=16)
def data_of(rules: Rules) -> Ints:
    """Return what does not change in a game: (DESK_SIZE,) whole numbers."""
    data = np.zeros(at.DATA_SIZE, np.int32)
    board, ground = rules.desk, rules.ground
    data[at.D_PLACES], data[at.D_SPACES] = ground.places, ground.spaces
    data[at.D_CELLS], data[at.D_HEROES] = len(board.shapes), len(board.heroes)
    data[at.D_PAIRS] = len(board.pairs)
    data[at.D_BOXES] = len(board.tracks[0].boxes)
    data[at.D_BOXES + 1] = len(board.boxes)
    data[at.D_ALL_BONUS] = board.all_bonus
    data[at.D_PIECES : at.D_PIECES + 3] = board.devices
    for row, found in enumerate(board.rows):
        data[at.D_ROW_START + row] = board.row_cells(row).start
        data[at.D_ROW_SIZE + row] = len(found.cells)
        data[at.D_ROW_VALUE + 2 * row : at.D_ROW_VALUE + 2 * row + 2] = found.values
    for group, track in enumerate(board.tracks):
        data[at.D_CIRCLES + group] = len(track.bonuses)
        for circle, (before, bonus) in enumerate(track.bonuses):
            data[at.D_BEFORE + at.CIRCLES * group + circle] = before
            data[at.D_BONUS + at.CIRCLES * group + circle] = bonus
    for cell, (shape, section) in enumerate(zip(board.shapes, board.sections, strict=True)):
        data[at.D_SHAPE + cell] = _SHAPES.index(shape)
        data[at.D_SECTION + cell] = SECTIONS.index(section)
    for box, (shape, number) in enumerate(board.boxes):
        data[at.D_BOX_SHAPE + box] = _SHAPES.index(shape)
        data[at.D_BOX_NUMBER + box] = number
    _write_switches(rules, data)
    _write_map(ground, data)
    data.flags.writeable = False
    return data


def _write_switches(rules: Rules, data: Ints) -> None:
    data[at.D_BOMB] = rules.bomb
    data[at.D_ROUNDS] = rules.last_round
    data[at.D_BOTH_FINAL] = rules.final == "both"
    data[at.D_ANY_CONQUEST] = rules.conquer == "any"
    data[at.D_HALF_DOWN] = rules.halve == "down"
    data[at.D_OVERFLOW] = rules.modifier_overflow
    data[at.D_LEFT_TO_RIGHT] = rules.fill_left_to_right
    data[at.D_ROUND_UP] = rules.solo_round == "up"
    data[at.D_UPGRADES] = rules.upgrades


def _write_map(ground: HexBoard, data: Ints) -> None:
    beside = data[at.D_BESIDE : at.D_BESIDE + at.SIDES * at.PLACES].reshape(at.PLACES, at.SIDES)
    beside[:] = -1
    data[at.D_FACTORY : at.D_FACTORY + at.PLACES] = -1
    for place, near in enumerate(ground.beside):
        beside[place, : len(near)] = near
    for place, space in enumerate(ground.map.spaces):
        data[at.D_TOP + place], data[at.D_BOTTOM + place] = space.points
        if space.factory:
            data[at.D_FACTORY + place] = SECTIONS.index(space.factory)


def table_of(rules: Rules, state: RoundState) -> Ints:
    """Return a position as everybody knows it: (TABLE_SIZE,) whole numbers of one's own."""
    table = np.zeros(at.TABLE_SIZE, np.int32)
    ground, players = rules.ground, rules.players
    table[at.OWNER : at.OWNER + at.PLACES] = -1
    places = ground.places
    table[at.OWNER : at.OWNER + places] = state.holders
    table[at.SOLDIERS : at.SOLDIERS + places] = state.soldiers
    table[at.STARS : at.STARS + places] = state.heroes
    _write_devices(ground, state, table)
    for player, own in enumerate(state.owns):
        start = at.CELL + at.CELLS * player
        table[start : start + len(own.cells)] = own.cells
        table[at.CROSSED + player] = own.crossed
        table[at.UPGRADES + player] = own.bought
        table[at.STOCK + 3 * player : at.STOCK + 3 * player + 3] = own.stock
        table[at.POINTS + player] = own.points
        table[at.FRESH + player] = own.waiting
    table[at.ATTACK : at.ATTACK + at.PLAYERS] = 1
    table[at.DEFENCE : at.DEFENCE + at.PLAYERS] = 1
    table[at.START : at.START + at.PLAYERS] = -1
    for player, (start, race) in enumerate(state.seats):
        if start >= 0:
            table[at.START + player] = ground.spaces + start
        if race >= 0:
            for where, attacks in ((at.ATTACK, True), (at.DEFENCE, False)):
                weight = rules.hero_weight(RACES[race], attacks=attacks)
                table[where + player] = weight
    table[at.RESERVE] = state.owns[0].reserve
    table[at.ROUND], table[at.FIRST] = state.round, max(0, state.first)
    table[at.SEATS], table[at.SOLO] = players, rules.is_solo
    table[at.KEPT] = state.kept
    for die, value in enumerate(state.dice):
        table[at.DIE + die_row(rules, die)] = value
    return table


def die_row(rules: Rules, die: int) -> int:
    """Return which die of a table is that of a number; the foreign ones are the next player's."""
    return 6 if rules.is_solo and die == 5 else die


def _write_devices(ground: HexBoard, state: RoundState, table: Ints) -> None:
    rams, spikes, umbrellas = state.devices
    for place in range(ground.spaces):
        table[at.UMBRELLA + place] = umbrellas >> place & 1
    if not (rams or spikes):
        return
    for place, near in enumerate(ground.beside):
        for side, other in enumerate(near):
            site = ground.border[place, other]
            table[at.RAM + at.SIDES * place + side] = rams >> site & 1
            table[at.SPIKES + at.SIDES * place + side] = spikes >> site & 1


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

    def __init__(self, game: RollingPyramidsGame, *, plain: bool = False) -> None:
        self.game = game
        self._is_plain = plain

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        assert isinstance(position, RollingPyramidsPosition)
        if position.outcome is not None:
            return Analysis(position, {}, done=True)
        thought = _RoundThought(position, stop, budget)
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


class _RoundThought:
    """One position that is thought about."""

    def __init__(self, position: RollingPyramidsPosition, stop: Stop, budget: Budget) -> None:
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
        return (
            self.state.phase in (Phase.DRAFT, Phase.DEVELOP, Phase.DEPLOY) and len(self._first) > 1
        )

    @property
    def fewest(self) -> int:
        """The least nodes with which judging is better than the heuristic policy."""
        return SENSE if self.state.phase == Phase.DEPLOY else FEWEST

    def at_once(self) -> dict[Move, Score]:
        """Return what the heuristic policy says."""
        find: dict[str, Callable[[], list[_Candidate]]] = {
            Phase.SEATS: self._seats,
            Phase.DRAFT: self._picks,
            Phase.DEVELOP: self._upgrades,
            Phase.DEPLOY: self._deployments,
            Phase.CROSS: self._crossings,
            Phase.DEVICES: self._devices,
            Phase.GROUPS: self._groups,
        }
        self._first = sorted(find[self.state.phase](), key=lambda one: -one.value)
        return self._scores(self._first, mixed=self.state.phase == Phase.DEPLOY)

    def judged(self, effort: int) -> dict[Move, Score]:
        """Return what judgement says, with about so many tables looked at."""
        if self.state.phase == Phase.DEPLOY:
            found = self._judged_deployments(effort)
        else:
            found = self._judged_codes(effort)
        return self._scores(found, mixed=self.state.phase == Phase.DEPLOY)

    def _stops(self) -> bool:
        self.is_stopped = self.is_stopped or self._stop()
        return self.is_stopped

    def _scores(self, found: list[_Candidate], *, mixed: bool) -> dict[Move, Score]:
        """Return candidates as scores, the best first; `mixed`: with how often to play them."""
        best = found[0].value
        weights = [np.exp((one.value - best) / SURE) for one in found]
        whole = sum(weights)
        return {
            one.move: Score(
                self._values(one.value),
                visits=one.visits,
                probability=float(weight / whole) if mixed else None,
            )
            for one, weight in zip(found, weights, strict=True)
        }

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

        codes, gains = np.zeros((playouts.MOST_PICKS, 3), np.int32), np.zeros(playouts.MOST_PICKS)
        side, weights = self.side, self.weights[self.side]
        many = at.judge_picks(self.data, self.table, side, weights, codes, gains)
        names = {die_row(self.rules, n): name for n, name in enumerate(self.rules.dice_names)}
        best = np.argsort(-gains[:many], kind="stable")[:LISTED].tolist()
        return [
            _Candidate(
                self._pick_text(codes[k], names),
                self._even + A_POINT * float(gains[k]),
                code=codes[k],
            )
            for k in best
        ]

    def _pick_text(self, code: Ints, names: dict[int, str]) -> Move:
        row, target, number = code.tolist()
        desk = self.rules.desk
        if target == at.DISCARD:
            return f"{names[row]}-discard"
        if target >= at.BOX_CODE:
            return f"{names[row]}-{desk.box_names[target - at.BOX_CODE]}"
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
        made = [
            _Candidate(
                one.move, sums[one.move][0] / sums[one.move][1], int(sums[one.move][1]), one.code
            )
            for one in known
        ]
        if not made:
            return list(of or self._first)
        made.sort(key=lambda one: (-one.visits, -one.value))
        if of is not None:
            return made
        least = min(one.value for one in made)
        seen = {one.move for one in made}
        rest = [one for one in self._first if one.move not in seen]
        top = self._first[0].value
        return made + [
            _Candidate(one.move, min(least, least + one.value - top), one.visits) for one in rest
        ]

    def _played_on(self, one: _Candidate, games: int, seed: int) -> float:
        assert one.code is not None
        table, code, number = self.table, one.code, self.state.picks
        if self.state.phase == Phase.DEVELOP:
            table = self._after_upgrade(int(code[1]))
            code, number = np.full(3, -1, np.int32), 4 * self.rules.players
        self.nodes += PLAYED * games
        given = self.data, table, number, self.side, code, games, self.weights, seed
        return float(playouts.judge_pick(*given))

    # -- development -------------------------------------------------------------------------------

    def _upgrades(self) -> list[_Candidate]:
        found = []
        for move in self.position.legal_moves:
            number = UPGRADES.index(move)
            gain = float(at.upgrade_gain(self.data, self.table, self.side, number))
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
        sizes = np.zeros((at.PLAYERS, at.UNITS), np.int32)
        at.muster(self.data, self.table, sizes)
        sizes[self.side] = 0
        for unit, _ in choices(self.rules, self.state, self.side):
            sizes[self.side, self._row_of(unit.number)] = unit.stack.units
        return sizes

    def _row_of(self, unit: int) -> int:
        heroes = len(self.rules.desk.heroes)
        return unit if unit < heroes else at.ROW_UNIT + unit - heroes

    def _guesses(self, many: int) -> Ints:
        guesses = np.zeros((many, at.PLAYERS, at.UNITS, 2), np.int32)
        sizes, weights = self._sizes(), self.weights
        playouts.guess(self.data, self.table, sizes, weights, GUESS_NOISE, self.rng, guesses)
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
        return _Candidate(",".join(words), share, visits)

    def _judged_deployments(self, effort: int) -> list[_Candidate]:
        """Improve sensible deployments unit by unit against guesses of what others deploy."""
        sizes, guesses = self._sizes(), self._guesses(min(GUESSES, max(2, effort // 20)))
        many = len(guesses)
        found: dict[Move, _Candidate] = {}
        fixed = (self.data, self.table, sizes, self.side)
        for number in range(1 if effort < 300 else 3):
            own = guesses[number % many, self.side].copy()
            value = playouts.judge_orders(*fixed, own, guesses, self.weights)
            for unit in self._turns(sizes, 1 if effort < 300 else 2):
                if self._stops():
                    break
                value = playouts.improve(*fixed, unit, own, value, guesses, self.weights)
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
        taken = [
            ground.centres[ground.spaces + start] for start, _ in self.state.seats if start >= 0
        ]
        for move in self.position.legal_moves:
            start, race = move.split("-")
            here = ground.centres[ground.index(start)]
            far = min((float(np.linalg.norm(here - other)) for other in taken), default=0.0)
            worth = RACE_WORTH.get(race, 0.0) if race in RACES else 0.0
            found.append(_Candidate(move, self._even + worth + 0.01 * far))
        return found

    def _crossings(self) -> list[_Candidate]:
        crossed = self.state.owns[self.side].crossed
        rounds = max(0, self.rules.last_round - self.state.round - 1)
        pace = float(self.weights[self.side][at.W_PACE])
        found = []
        for move in self.position.legal_moves:
            box = self.rules.index["box"].get(move)
            bits = crossed if box is None else crossed | 1 << box
            gain = at.track_value(self.data, bits, rounds, pace) - 0.001 * (box is None)
            gain -= at.track_value(self.data, crossed, rounds, pace)
            found.append(_Candidate(move, self._even + A_POINT * float(gain) / 2))
        return found

    def _devices(self) -> list[_Candidate]:
        names, ground = ("ram", "spikes", "umbrella"), self.rules.ground
        found = [_Candidate("pass", self._even - A_POINT)]
        for device, stock in enumerate(self.state.owns[self.side].stock):
            if not stock:
                continue
            place, side = playouts.device_site(
                self.data, self.table, self.side, device, self.weights[self.side]
            )
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
        return [
            _Candidate(move, self._even + (0.01 if move.startswith("keep") else 0.0))
            for move in self.position.legal_moves
        ]
