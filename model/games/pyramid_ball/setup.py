"""How positions of Pyramid Ball are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.game import Game, Position, Reason
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.games.pyramid_ball.pitch import GOALS, NAMES, SIZES, TEAMS, rank_of
from model.games.pyramid_ball.position import LETTERS, SHAPE, PyramidBallPosition
from model.games.pyramid_ball.position_text import EXTRAS, problems_of
from model.phrases import counted

_SWAPPED = str.maketrans("AB", "BA")


class PyramidBallSetup(SetupRules):
    """Pyramid Ball: each piece stands somewhere, once; the ball is told beside the board."""

    letters = LETTERS[1:]
    alternates = False

    def owner(self, value: int) -> tuple[int, int]:
        """Return the team and the size of a piece."""
        return divmod(value - 1, len(SIZES))

    def shape(self, game: Game) -> Shape:
        """Return the rows."""
        return SHAPE

    def cells(self, position: Position) -> Cells:
        """Return (n,) 0 empty, else the number of the piece + 1."""
        assert isinstance(position, PyramidBallPosition)
        cells = np.zeros(len(NAMES), np.int8)
        for piece, square in enumerate(position.now.squares):
            cells[square] = piece + 1
        return cells

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return the pieces that are missing or there twice."""
        return problems_of(cells)

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say what no play leads to: more special moves than points, a ball that lies astray."""
        assert isinstance(position, PyramidBallPosition)
        state, found = position.state, []
        for team, name in enumerate(TEAMS):
            chosen = len(state.held[team]) + len(state.used[team]) + state.owed[team]
            points = state.score[1 - team]
            if chosen > points:
                found.append(_note(
                    "more-specials", "{team} has {specials}, and {points} against it",
                    "special-moves", team=name, specials=counted(chosen, "special move"),
                    points=counted(points, "point", "no"),
                ))  # fmt: skip
        lies = state.carrier < 0
        if lies and (state.ban < 0 or rank_of(state.loose) != GOALS[state.ban]):
            found.append(_note(
                "ball-astray", "the ball lies on {site}: in play it lies only in the row of a "
                "goal, which is closed to the team that scored", "after-a-goal",
                site=NAMES[state.loose],
            ))  # fmt: skip
        if state.ban >= 0 and not state.score[state.ban]:
            found.append(_note(
                "ban-without-goal", "a row is closed to {team}, which has not scored",
                "closed-row", team=TEAMS[state.ban],
            ))  # fmt: skip
        return tuple(found)

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return what a string tells beside the board; what options bring only under them."""
        options = game.options
        left_out = {
            "kept": options["recovery_limit"] is None,
            "turns": options["max_turns"] is None,
            "phase": options["first"] != "duel",
            **dict.fromkeys(("A", "B", "sides"), not options["side_prompt"]),
            **dict.fromkeys(("specials", "used", "owed", "ban"), options["mode"] == "basic"),
        }
        return {key: says for key, says in EXTRAS.items() if not left_out.get(key, False)}

    def exchanged_extra(self, name: str, value: str) -> tuple[str, str]:
        """Return an extra with the teams exchanged."""
        if name in ("score", "specials", "used", "owed"):
            return name, ":".join(reversed(value.split(":")))
        if name in ("ball", "offence", "ban"):
            return name, value.translate(_SWAPPED)
        return name, value


def _note(key: str, text: str, anchor: str, /, **args: object) -> Reason:
    return Reason(key, text, args, f"pyramid-ball.md#{anchor}")
