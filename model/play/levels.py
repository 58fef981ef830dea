"""Ten levels of play: how much an opponent looks at, and how far it may fall short of its best.

How much better each level is than the one below was measured board by board
(``python -m benchmarks.strength.ladder``); the figures lie beside this file.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from pathlib import Path
from random import Random

import msgspec

from model.contract.game import Game, GameKind, Move, Position, Stop
from model.contract.hooks import hooks_of
from model.contract.search import AS_SEEN, WIN, Analysis, Budget, Engine, Report, Score, Sureness

# -- engines that say true per cents: of positions told to be won 60 times of 100, so many are won -
# A search finds out who is better sooner than by how much: what its games or points say lies too
# near the half. Each game says what makes it true (`Hooks.sureness`). Levels choose by what the
# engine itself sees, and people are told this.


def true_share(seen: float, sureness: Sureness) -> float:
    """Return the share of the game that a mover really has whose engine sees `seen`."""
    own, other = seen**sureness.power * exp(sureness.mover), (WIN - seen) ** sureness.power
    return float(own / (own + other))


def calibrated(found: Analysis) -> Analysis:
    """Return an analysis as people are told of it; what is proved, or drawn by lot, stays."""
    sureness = _sureness(found)
    if sureness == AS_SEEN:
        return found
    moves = {
        move: _calibrated(score, found.position, sureness) for move, score in found.moves.items()
    }
    return replace(found, moves=moves)


def calibrated_score(found: Analysis) -> Score | None:
    """Return what the position is worth as people are told of it; None where nothing was found."""
    return found.score and _calibrated(found.score, found.position, _sureness(found))


def _sureness(found: Analysis) -> Sureness:
    game = found.position.game
    return hooks_of(game.kind).sureness(game, found.nodes)


def _calibrated(score: Score, position: Position, sureness: Sureness) -> Score:
    settled = score.proved or score.probability is not None
    if sureness == AS_SEEN or settled or position.to_move is None:
        return score
    at = position.game.players.index(position.to_move)
    share = true_share(score.value[at], sureness)
    value = (share, WIN - share) if at == 0 else (WIN - share, share)
    return Score(value, score.distance, score.visits, spread=score.spread)


class Adviser:
    """An engine whose per cents are true; see `model.contract.search.Engine`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""

        return calibrated(
            self._engine.analyse(position, lambda found: report(calibrated(found)), stop, budget)
        )


# -- the levels ------------------------------------------------------------------------------------


LOWEST, HIGHEST = 1, 10
HIGHEST_SECONDS = 3.0
"""What a move of the highest level may take where nothing else is said, here and everywhere."""
FAR_OFF = 0.12
"""How much worth a move of level 1 may well lose, as a share of the game; less with each level."""
COST = 0.3
"""What a slip may give away at most, as a share of the game as people are told of it."""
SHARP = 6
"""From this level on the best move that was found is played."""


@dataclass(frozen=True)
class Level:
    """What an opponent of a level may do.

    Attributes
    ----------
    number
        From `LOWEST` to `HIGHEST`.
    nodes
        As in `Budget`; None at the highest, which takes the time it is given.
    slack
        How much worth it may well give away with a move; 0: it plays the best it finds.
    slip
        How often it plays, where nothing is proved, a move that is not the best but costs no more
        than `COST`.
    """

    number: int
    nodes: int | None
    slack: float
    slip: float = 0.0


def level_of(kind: GameKind, number: int) -> Level:
    """Return level `number` of a game.

    Raises
    ------
    ValueError
        When there is no such level; one sentence.
    """
    if not LOWEST <= number <= HIGHEST:
        raise ValueError(f"level {number} does not exist: levels go from {LOWEST} to {HIGHEST}")
    nodes = None if number == HIGHEST else kind.level_nodes[number - 1]
    slack = FAR_OFF * max(0, SHARP - number) / (SHARP - LOWEST)
    slips = (*kind.level_slips, *[0.0] * HIGHEST)
    return Level(number, nodes, slack, slips[number - 1])


def choose(analysis: Analysis, level: Level, rng: Random) -> Move:
    """Return the move that an opponent of `level` plays, of what it found out.

    A level with slack takes worse moves now and then, the seldomer the worse they are; one that
    slips takes some other move now and then that costs little. No level takes one that it knows to
    lose while there are others, and each wins at once where it sees that.

    Raises
    ------
    ValueError
        When the game is over: there is no move.
    """
    best, score = analysis.best, analysis.score
    if best is None or score is None:
        raise ValueError("the game is over: there is no move to choose")
    scores = analysis.moves
    mixed = {move: of.probability for move, of in scores.items() if of.probability is not None}
    if mixed:
        return rng.choices(list(mixed), [share or 0.0 for share in mixed.values()])[0]
    if not (level.slack or level.slip) or score.proved:
        return best
    mover = analysis.position.to_move
    assert mover is not None
    side = analysis.position.game.players.index(mover)
    if level.slip and rng.random() < level.slip:
        return rng.choice(_slips(analysis, side) or [best])
    if not level.slack:
        return best
    top = score.value[side]
    near = {
        move: exp(-abs(top - of.value[side]) / level.slack)
        for move, of in scores.items()
        if move == best or (of.visits > 0 and not (of.proved and of.value[side] < top))
    }
    return rng.choices(list(near), list(near.values()))[0]


def _slips(analysis: Analysis, side: int) -> list[Move]:
    """Return the moves but the best one that were looked at and cost little."""
    known = calibrated(analysis).moves
    top = known[analysis.best or ""].value[side]
    return [
        move
        for move, of in known.items()
        if move != analysis.best and of.visits and not of.proved and top - of.value[side] <= COST
    ]


def described(level: Level) -> str:
    """Return in a sentence or two what an opponent of a level sees, and how it errs."""
    if level.nodes is None:
        return "Searches as deep as its time allows."
    text = f"Searches {level.nodes:,} position{'s' if level.nodes > 1 else ''} a move."
    if level.slack:
        text += " Now and then plays a weaker move; big mistakes are rarer than small ones."
    if level.slip:
        text += f" Up to {100 * level.slip:.0f} % of its moves are not the best it sees."
    return text


MANY = 100
"""Games after which a level that was not shown to be better is hardly so."""
_FILE = Path(__file__).with_name("level_figures.json")


class LevelResult(msgspec.Struct, frozen=True):
    """A level against the one below.

    Attributes
    ----------
    level
        The higher one.
    score
        The share of the points that it made.
    games
        That were played.
    apart
        Whether it is 60 Elo better rather than equal; None: the games did not decide it.
    """

    level: int
    score: float
    games: int
    apart: bool | None


Figures = dict[str, list[LevelResult]]
"""By the game as position strings begin, the lowest level first."""


@lru_cache(maxsize=1)
def _known() -> Figures:
    return msgspec.json.decode(_FILE.read_bytes(), type=Figures)


def figures_of(game: Game) -> list[LevelResult]:
    """Return what was measured on the board of `game`; [] where nothing was."""
    return _known().get(_name(game), [])


def alike(game: Game) -> list[LevelResult]:
    """Return the levels that play hardly better than the one below.

    They were shown to, or `MANY` games did not show that they are better.
    """
    return [
        figure
        for figure in figures_of(game)
        if figure.apart is False or (figure.apart is None and figure.games >= MANY)
    ]


def keep(game: Game, figure: LevelResult) -> None:
    """Keep a figure in place of what is known of that level."""
    known = dict(_known())
    others = [one for one in known.get(_name(game), []) if one.level != figure.level]
    known[_name(game)] = sorted([*others, figure], key=lambda one: one.level)
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1)
    _FILE.write_bytes(text + b"\n")
    _known.cache_clear()


def _name(game: Game) -> str:
    """The game as position strings begin."""
    return str(game.start()).partition(" ")[0]
