"""Rolling Pyramids: the game with its options fixed, and its positions.

Who has won, and in which places the others are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final

import numpy as np

from model.contract.base_position import BasePosition
from model.contract.game import (
    CHANCE,
    ONLOOKER,
    Event,
    GameKind,
    IllegalMove,
    MalformedMove,
    Move,
    OptionValue,
    Outcome,
    Pieces,
    Player,
    PlayerSheet,
    Reason,
    Steps,
)
from model.games.rolling_pyramids.board_sheets import sheets_of
from model.games.rolling_pyramids.happening import PIECE_KINDS, events_of, layers_of
from model.games.rolling_pyramids.maps import STARTS, HexBoard
from model.games.rolling_pyramids.phases.choices import NoChoices, PhaseMoves
from model.games.rolling_pyramids.phases.developing import (
    Crossings,
    NewSoldiers,
    Placings,
    Upgrades,
)
from model.games.rolling_pyramids.phases.orders import Deployments, belongs
from model.games.rolling_pyramids.phases.picking import Picks, Rolls
from model.games.rolling_pyramids.phases.rounds import Beginner, SeatMoves, has_won
from model.games.rolling_pyramids.player_boards import DEVICES as DEVICE_NAMES
from model.games.rolling_pyramids.position_text import write_extras, write_places
from model.games.rolling_pyramids.round_state import (
    CROSS,
    DEPLOY,
    DEVELOP,
    DEVICES,
    DRAFT,
    FIRST,
    GROUPS,
    OVER,
    ROLL,
    SEATS,
    RoundState,
    blank,
    controlled,
    order_of_play,
)
from model.games.rolling_pyramids.rulebook import (
    DEPLOYMENT,
    END,
    PHARAOH,
    PLAYERS,
    RACES,
    SOLO,
    UPGRADES,
    Rules,
    because,
    named,
    no_move,
    not_now,
)
from model.notation.tokens import write_header
from model.phrases import listed


def rank_key(rules: Rules, state: RoundState, player: int) -> tuple[int, int, int]:
    """Return what places are decided by: points, spaces controlled, units standing there."""
    mine = controlled(rules, state, player)
    units = sum(state.soldiers[place] + state.heroes[place] for place in mine)
    return state.owns[player].points, len(mine), units


def outcome_of(rules: Rules, state: RoundState) -> Outcome:
    """Return the outcome of a game that is over."""
    if rules.is_solo:
        if has_won(rules, state):
            why = because("revolution", "P1 controls the pyramid and all starting areas", SOLO)
            return Outcome(PLAYERS[0], "revolution", reason=why)
        text = "P1 has not taken the pyramid and all starting areas in {turns} turns"
        why = because("turns", text, SOLO, turns=rules.solo_turns)
        return Outcome(PHARAOH, "turns", reason=why)
    stands = {player: rank_key(rules, state, player) for player in range(rules.players)}
    ranks = tuple(
        tuple(PLAYERS[player] for player in stands if stands[player] == one)
        for one in sorted(set(stands.values()), reverse=True)
    )
    best = ranks[0]
    points = [one for one, _, _ in stands.values()]
    most = max(points)
    if len(best) > 1:
        text = "{who} share the win: they have as many points, spaces and units"
        why = because("shared", text, END, who=listed([named(one) for one in best]))
    elif points.count(most) > 1:
        text = "{who} has most points with others, and more spaces or units than they"
        why = because("tie-break", text, END, who=named(best[0]))
    else:
        why = because("points", "{who} has most points", END, who=named(best[0]))
    return Outcome(
        best[0] if len(best) == 1 else None,
        "points",
        winners=best,
        scores=tuple((PLAYERS[player], one) for player, one in enumerate(points)),
        reason=why,
        ranks=ranks if rules.players > 2 else (),
    )


_CHOICES: Final[Mapping[str, type[PhaseMoves]]] = {
    FIRST: Beginner,
    SEATS: SeatMoves,
    ROLL: Rolls,
    DRAFT: Picks,
    DEVELOP: Upgrades,
    DEPLOY: Deployments,
    CROSS: Crossings,
    DEVICES: Placings,
    GROUPS: NewSoldiers,
    OVER: NoChoices,
}
_ROLL = re.compile(r"roll(?:-[0-9]{2,4})+")


@dataclass(frozen=True)
class RollingPyramidsGame:
    """Rolling Pyramids with its options fixed."""

    kind: GameKind = field(compare=False, repr=False)
    rules: Rules
    piece_kinds = PIECE_KINDS

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The value of every option, in the order they are declared."""
        return MappingProxyType(
            {option.name: getattr(self.rules, option.name) for option in self.kind.options}
        )

    @property
    def board(self) -> HexBoard:
        """The map."""
        return self.rules.ground

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays; in the solo game p1 and the Pharaoh, who never chooses anything."""
        return self.rules.sides

    def start(self) -> RollingPyramidsPosition:
        """Return the position before the first player is drawn."""
        return RollingPyramidsPosition(self, blank(self.rules))


@dataclass(frozen=True, repr=False)
class RollingPyramidsPosition(BasePosition):
    """An immutable position.

    Attributes
    ----------
    game
        With its options.
    state
        Where it stands. Deployments that are not known here are None in it.
    looker
        Who looks: a player, None for everybody, ONLOOKER for whoever may see all. Only what
        the sheets say of points that are noted in secret depends on it.
    """

    game: RollingPyramidsGame
    state: RoundState
    looker: Player | str | None = field(default=ONLOOKER, compare=False)

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        rules, state = self.game.rules, self.state
        header = write_header(self.game.kind, self.game.options)
        side = CHANCE if self.by_chance else rules.sides[state.side]
        return " ".join((header, write_places(rules, state), side, *write_extras(rules, state)))

    # -- what lies on the table ------------------------------------------------------------------

    @property
    def pieces(self) -> Pieces:
        """What stands on the map."""
        found = sorted(layers_of(self.game.rules, self.state).items())
        rows = [(site, *layer) for site, layers in found for layer in layers]
        return Pieces(*np.array(rows, np.int32).reshape(len(rows), 4).T.copy())

    @property
    def counters(self) -> Mapping[str, int]:
        """The round. Points are noted in secret."""
        return {"round": self.state.round}

    @property
    def sheets(self) -> tuple[PlayerSheet, ...]:
        """The dice, and the players' boards."""
        return sheets_of(self.game.rules, self.state, self.looker)

    # -- whose choice it is ------------------------------------------------------------------------

    @property
    def by_chance(self) -> bool:
        """Whether chance is to move."""
        return self.state.phase in (FIRST, ROLL)

    @property
    def sealed(self) -> tuple[Player, ...]:
        """Who has chosen a deployment."""
        order = order_of_play(self.game.rules, self.state) if self.state.orders else ()
        chosen = order[: len(self.state.orders)]
        return tuple(self.game.rules.sides[player] for player in sorted(chosen))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return outcome_of(self.game.rules, self.state) if self.state.phase == OVER else None

    @property
    def to_move(self) -> Player | None:
        """The player who chooses, or chance."""
        if self.state.phase == OVER:
            return None
        return CHANCE if self.by_chance else self.game.rules.sides[self.state.side]

    @cached_property
    def legal_moves(self) -> PhaseMoves:
        """What may be chosen now."""
        return _CHOICES[self.state.phase](self.game.rules, self.state)

    # -- moves -------------------------------------------------------------------------------------

    def explain(self, move: Move) -> Reason | None:
        """Return why a move cannot be made, None when it can."""
        if move in self.legal_moves:
            return None
        choices, phases = self.legal_moves, self._phases_of(move)
        if not phases:
            like = choices.like if choices.like else "p1a-hero1:3"
            return no_move(move, like)
        if self.state.phase == OVER:
            return because("game-over", "the game is over", END)
        if self.state.phase not in phases:
            return not_now(move, choices.task, choices.rule)
        return choices.explain(move)

    def _phases_of(self, move: Move) -> tuple[str, ...]:
        """The phases that have moves that read like this one."""
        rules = self.game.rules
        index, ground = rules.index, rules.ground
        head, dash, tail = move.partition("-")
        if _ROLL.fullmatch(move):
            return (ROLL,)
        if (head == "first" and tail in PLAYERS) or (head == "start" and tail in STARTS):
            return (FIRST,)
        if head in STARTS and tail in RACES:
            return (SEATS,)
        if move == "pass":
            return CROSS, DEVICES
        if move in index["box"]:
            return (CROSS,)
        if move in UPGRADES:
            return (DEVELOP,)
        if dash and head in DEVICE_NAMES and tail in ground:
            return (DEVICES,)
        if head in ("join", "keep") and tail in ground.names[: ground.spaces]:
            return (GROUPS,)
        if Picks(rules, self.state).read(move) is not None:
            return (DRAFT,)
        return (DEPLOY,) if belongs(rules.unit_names, ground, move) else ()

    def _checked(self, move: Move) -> None:
        reason = None if move in self.legal_moves else self.explain(move)
        if reason is None and None in self.state.orders and self._reveals:
            reason = because(
                "sealed",
                "the deployments of others are sealed: they cannot be revealed here",
                DEPLOYMENT,
            )
        if reason is not None:
            raise (MalformedMove if reason.key == "no-move" else IllegalMove)(reason)

    @property
    def _reveals(self) -> bool:
        """Whether the next move reveals all deployments."""
        last = len(self.state.orders) == self.game.rules.players - 1
        return self.state.phase == DEPLOY and last

    def play(self, move: Move) -> RollingPyramidsPosition:
        """Return the position after a move; raises IllegalMove."""
        self._checked(move)
        return RollingPyramidsPosition(self.game, self.legal_moves.after(move), self.looker)

    def read_move(self, text: str) -> Move:
        """Return the move a person's text means: units in any order, borders left out."""
        if text in self.legal_moves:
            return text
        choices = self.legal_moves
        if isinstance(choices, Deployments):
            wide = choices.widened(text)
            if wide in choices:
                return wide
        reason = self.explain(text)
        if reason is not None and reason.key == "no-move":
            raise MalformedMove(reason)
        return text

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a partial move."""
        return self.legal_moves.steps(partial)

    def events(self, move: Move) -> tuple[Event, ...]:
        """Return what a move changes, stage by stage."""
        self._checked(move)
        return events_of(self.game.rules, self.state, self.legal_moves, move)

    def seen_by(self, player: Player | None) -> RollingPyramidsPosition:
        """Return what a player knows: of deployments that wait only his own."""
        state = self.state
        if state.orders:
            order = order_of_play(self.game.rules, state)
            known = tuple(
                orders if self.game.rules.sides[who] == player else None
                for who, orders in zip(order, state.orders, strict=False)
            )
            state = state._replace(orders=known)
        return replace(self, state=state, looker=player)
