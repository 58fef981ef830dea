"""Pyramid Ball before its options are chosen: options, reading positions, hooks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from model.boards.board import IntArray
from model.contract.choice_time import ChoiceTime
from model.contract.game import Game, GameKind, Move, Option, Player, Position, Stop
from model.contract.hooks import Hooks
from model.contract.search import Engine
from model.games.pyramid_ball.choices import Programs
from model.games.pyramid_ball.conditions import CONDITIONS
from model.games.pyramid_ball.pitch import FILES, NAMES, PIECES, TEAMS
from model.games.pyramid_ball.position import SHAPE, PyramidBallGame, PyramidBallPosition
from model.games.pyramid_ball.position_text import letters, read_position_text
from model.games.pyramid_ball.programming import program_of, read_program
from model.games.pyramid_ball.rulebook import OPTIONS, Rules
from model.games.pyramid_ball.search.runner import runner_program
from model.games.pyramid_ball.setup import PyramidBallSetup
from model.notation.levels import read_levels
from model.notation.options import read_options
from model.notation.tokens import fault

if TYPE_CHECKING:
    from model.games.pyramid_ball.search.turn_proof import TurnProver

_TURNED = str.maketrans("EW", "WE")


class PyramidBallKind(GameKind, Hooks):
    """Pyramid Ball as registered."""

    name = "pyramid-ball"
    title = "Pyramid Ball"
    credit = "Pyramid Ball, designed by Jason Webster."
    players: tuple[Player, ...] = TEAMS
    endings: tuple[str, ...] = ("points", "turns")
    hides = True
    move_conditions = CONDITIONS
    options: tuple[Option, ...] = OPTIONS
    level_nodes: tuple[int, ...] = (4, 12, 40, 120, 400, 1_200, 4_000, 12_000, 40_000)
    plays_hidden = True

    def configure(self, options: Mapping[str, str]) -> PyramidBallGame:
        """Return the game; options left out take their defaults."""
        rules = Rules(**read_options(self, options))
        if rules.target is None:
            return PyramidBallGame(self, rules)
        if not rules.is_advanced and rules.target != 1:
            fault(options["target"], "one point wins the basic game: target goes with "
                  "mode=advanced")  # fmt: skip
        usual = rules.target == (6 if rules.is_advanced else 1)
        kept = {name: value for name, value in vars(rules).items() if name != "target"}
        return PyramidBallGame(self, Rules(**kept) if usual else rules)

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> PyramidBallPosition:
        """Return the position the tokens of a string describe."""
        game = self.configure(options)
        cells = read_levels(board, SHAPE, letters())
        return read_position_text(game, board, cells, side, extras)

    @property
    def setup(self) -> PyramidBallSetup:
        """How positions are set up by hand."""
        return PyramidBallSetup(self)

    def perft(self, position: Position, depth: int) -> int | None:
        """Return perft(2) where both choose a program: neither depends on the other."""
        if not isinstance(position, PyramidBallPosition) or depth != 2 or position.sealed:
            return None
        first = position.legal_moves
        if not isinstance(first, Programs):
            return None
        return first.count() * Programs(first.rules, first.state, 1).count()

    def prover(self, game: Game, stop: Stop | None = None) -> TurnProver:
        """Return what proves that a program wins its turn."""
        from model.games.pyramid_ball.search.turn_proof import TurnProver

        return TurnProver(game, stop)

    def findings(
        self, position: Position, *, costs: bool, limit: float | None
    ) -> tuple[dict[str, object], bool]:
        """Return the ball, the offence, the points and who chooses what."""
        if not isinstance(position, PyramidBallPosition):
            return {}, True
        state = position.now
        return {
            "ball": PIECES[state.carrier] if state.carrier >= 0 else NAMES[state.loose],
            "offence": TEAMS[state.offence],
            "score": dict(zip(TEAMS, state.score, strict=True)),
            "specials": dict(zip(TEAMS, state.held, strict=True)),
            "ban": TEAMS[state.ban] if state.ban >= 0 else None,
            "sealed": list(position.sealed),
        }, True

    def engine(self, game: Game) -> Engine:
        """Return the engine of mixed play."""
        from model.games.pyramid_ball.engine import PyramidBallEngine

        return PyramidBallEngine(game)

    def plain_engine(self, game: Game) -> Engine:
        """Return the same with any programs, and nothing known but points."""
        from model.games.pyramid_ball.engine import PyramidBallEngine

        return PyramidBallEngine(game, plain=True)

    def random_position(self, game: Game, rng: Random) -> PyramidBallPosition | None:
        """Return a position before a turn that may well decide the match."""
        from model.games.pyramid_ball.search.puzzle_positions import decisive_position

        return decisive_position(game, rng) if isinstance(game, PyramidBallGame) else None

    def likely_choice(self, position: Position, rng: Random) -> Move:
        """Return a program as the engine draws them: by what its pieces may well intend."""
        if not isinstance(position, PyramidBallPosition) or position.words is not None:
            return position.legal_moves.sample(rng)
        from model.games.pyramid_ball.search.puzzle_positions import likely_program

        return str(likely_program(position.game.rules, position.state, position.side, rng))

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return what a runner with a guard does; a word at random."""
        if not isinstance(position, PyramidBallPosition) or position.words is not None:
            return position.legal_moves.sample(rng)
        rules, state = position.game.rules, position.state
        return str(runner_program(rules, state, position.side, rng))

    def is_directed(self, game: Game) -> bool:
        """Tell that north and south are the goals of the teams."""
        return True

    def choice_time(self, game: Game) -> ChoiceTime | None:
        """Return the time for a program."""
        if not isinstance(game, PyramidBallGame):
            return None
        return ChoiceTime(game.rules.clock, game.rules.late_void)

    def image_of(self, game: Game, move: Move, image: IntArray) -> Move | None:
        """Return a program under a symmetry: east and west change where it mirrors them."""
        if int(image[0]) % FILES == 0:
            return move
        program = read_program(move)
        if program is None:
            return move.translate(_TURNED) if move in ("W", "E") else move
        return str(program_of({
            name: value.translate(_TURNED) if name[:-1] in "SML" or name in ("dash", "side")
            else value
            for name, value in program.values.items()
        }))  # fmt: skip


KIND = PyramidBallKind()
