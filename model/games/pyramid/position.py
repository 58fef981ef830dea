"""Pyramid positions (Simon Allmer, 2020), after docs/rules/pyramid.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

import numpy as np
from rpds import HashTrieMap

from model.boards.terrace import Terrace, TerraceBoard, terrace_board
from model.contract.base_position import BaseMoves, BoardPosition
from model.contract.game import (
    AmbiguousMove,
    Event,
    GameKind,
    IllegalMove,
    MalformedMove,
    Move,
    OptionValue,
    Outcome,
    PieceKind,
    Player,
    Reason,
    Steps,
)
from model.games.pyramid.actions import (
    MARKS,
    Action,
    ActionEffect,
    Rules,
    action,
    actions_from,
    because,
    effect,
    events_of,
    preview,
)
from model.notation.levels import write_levels
from model.notation.tokens import write_header
from model.phrases import listed, shown

PLAYERS = ("white", "black")
_LETTERS = ("", "W", "B")
_MOVE = re.compile(r"([a-z]+[1-9][0-9]?)([-x^>:])([a-z]+[1-9][0-9]?)")
_Key = tuple[tuple[int, ...], int, tuple[int, int] | None]
Ban = tuple[int, int] | None
"""The push forbidden now (source, target) under option push_back_ban."""


@dataclass(frozen=True)
class PyramidGame:
    """Pyramid with its board and options fixed; `PyramidKind` makes them."""

    kind: GameKind = field(compare=False, repr=False)
    terrace: Terrace
    rules: Rules = field(default_factory=Rules)
    players = PLAYERS
    piece_kinds = (PieceKind("stone"),)

    @property
    def options(self) -> Mapping[str, OptionValue]:
        named = bool(self.terrace.name)
        board: dict[str, OptionValue] = {
            "board": self.terrace.name if named else None,
            "levels": None if named else "/".join(self.terrace.levels),
            "victory": None if named else "+".join(self.terrace.victory),
            "needed": None if named else self.terrace.needed,
        }
        return MappingProxyType(board | vars(self.rules))

    @property
    def board(self) -> TerraceBoard:
        return terrace_board(self.terrace)

    def start(self) -> PyramidPosition:
        board, side = self.board, self.terrace.side
        white = self.terrace.white or board.names[:side]
        black = self.terrace.black or board.names[-side:]
        cells = [0] * len(board)
        for names, colour in ((white, 1), (black, 2)):
            for name in names:
                cells[board.index(name)] = colour
        # A string cannot say where the stones of a written-out board started.
        game = self if self.terrace.name else replace(self, terrace=self.terrace.bare())
        return PyramidPosition(game, tuple(cells), 0)


class PyramidPosition(BoardPosition[PyramidGame]):
    """An immutable position of Pyramid.

    Attributes
    ----------
    cells
        A field in site order: 0 empty, 1 white, 2 black.
    side
        Whose turn it would be: 0 white, 1 black.
    ban
        The push forbidden now, None for none.
    ply
        Plies played, counted only under option max_plies.
    """

    __slots__ = ("__dict__", "_past", "ban", "cells", "ply")
    cells: tuple[int, ...]
    malformed = frozenset({"no-move", "no-field", "any-mark"})

    def __init__(
        self,
        game: PyramidGame,
        cells: tuple[int, ...],
        side: int,
        ban: Ban = None,
        ply: int = 0,
        past: HashTrieMap[_Key, int] | None = None,
    ) -> None:
        self._game = game
        self.cells = cells
        self.side = side
        self.ban = ban
        self.ply = ply
        self._past: HashTrieMap[_Key, int] = HashTrieMap() if past is None else past

    @property
    def _key(self) -> _Key:
        return (self.cells, self.side, self.ban)

    @property
    def _facts(self) -> tuple[_Key, int]:
        return self._key, self.ply

    def __str__(self) -> str:
        side = self._game.terrace.side
        board = write_levels(np.array(self.cells, np.int8), ((side, side),), _LETTERS)
        words = [write_header(self._game.kind, self._game.options), board, PLAYERS[self.side]]
        if self.ban is not None:
            names = self._game.board.names
            words.append(f"banned={names[self.ban[0]]}:{names[self.ban[1]]}")
        if self._game.rules.max_plies is not None and self.ply:
            words.append(f"ply={self.ply}")
        return " ".join(words)

    @property
    def repetition(self) -> int:
        """How often this position has stood in this game, now included."""
        return self._past.get(self._key, 0) + 1

    @property
    def past(self) -> Mapping[_Key, int]:
        """How often positions stood before this one, since a stone was last taken.

        A position is its cells, the number of the side to move, and the push that is forbidden.
        """
        return self._past

    def victory_held(self, player: Player) -> tuple[int, ...]:
        """Return the victory fields a side holds."""
        colour = PLAYERS.index(player) + 1
        return tuple(site for site in self._game.board.victory if self.cells[site] == colour)

    @cached_property
    def _can_move(self) -> bool:
        return any(True for _ in self._actions())

    @cached_property
    def outcome(self) -> Outcome | None:
        return self._decided() or self._endless() or self._stuck()

    def _decided(self) -> Outcome | None:
        """A win on the victory fields, or the end by few stones."""
        rules, names = self._game.rules, self._game.board.names
        for player in PLAYERS:
            held = self.victory_held(player)
            if len(held) >= self._game.terrace.needed:
                return Outcome(player, "victory-fields", tuple(names[site] for site in held))
        few = [self.cells.count(colour) < rules.min_stones for colour in (1, 2)]
        if all(few):
            return Outcome(None, "few-stones")
        if any(few) and rules.few_stones == "lose_below_four":
            return Outcome(PLAYERS[few.index(False)], "few-stones")
        return None

    def _endless(self) -> Outcome | None:
        if self.repetition >= 3:
            return Outcome(None, "repetition")
        most = self._game.rules.max_plies
        if most is not None and self.ply >= most:
            return Outcome(None, "plies")
        return None

    def _stuck(self) -> Outcome | None:
        rule = self._game.rules.no_moves
        if rule == "pass" or self._can_move:
            return None
        return Outcome(PLAYERS[1 - self.side] if rule == "lose" else None, "no-moves")

    @property
    def legal_moves(self) -> PyramidMoves:
        return PyramidMoves(self)

    def _actions(self) -> Iterator[Action]:
        game = self._game
        for site, colour in enumerate(self.cells):
            if colour == self.side + 1:
                yield from actions_from(game.board, self.cells, game.rules, site, self.ban)

    def write(self, act: Action) -> Move:
        """Return an action's canonical text."""
        names = self._game.board.names
        return f"{names[act.source]}{MARKS[act.kind]}{names[act.target]}"

    def _read(self, move: Move) -> tuple[int, str, int] | Reason:
        board = self._game.board
        match = _MOVE.fullmatch(move)
        if match is None:
            return because("no-move", text=shown(move))
        for name in match.group(1, 3):
            if name not in board:
                return because("no-field", name=shown(name))
        return board.index(match[1]), match[2], board.index(match[3])

    def _action(self, move: Move) -> Action | Reason:
        """The legal action a text stands for, `:` for any mark; or why there is none."""
        if self.outcome:
            return self._over(self.outcome)
        read = self._read(move)
        if isinstance(read, Reason):
            return read
        source, mark, target = read
        game = self._game
        found = action(game.board, self.cells, game.rules, self.side + 1, source, target, self.ban)
        if isinstance(found, Action) and mark not in (":", MARKS[found.kind]):
            right = self.write(found)
            reason = because("wrong-mark", move=move, kind=found.kind, right=right)
            return replace(reason, meant=right)
        return found

    def _over(self, outcome: Outcome) -> Reason:
        return because(f"game-over:{outcome.how}", winner=outcome.winner or "nobody")

    def explain(self, move: Move) -> Reason | None:
        if move == "pass" and not self.outcome:
            if self._game.rules.no_moves == "pass" and not self._can_move:
                return None
            return because("no-pass")
        read = self._read(move)
        if isinstance(read, Reason):
            return read
        if read[1] == ":":
            return because("any-mark", move=move)
        found = self._action(move)
        return found if isinstance(found, Reason) else None

    def play(self, move: Move) -> PyramidPosition:
        self.check(move)
        ply = self.ply + (self._game.rules.max_plies is not None)
        if move == "pass":
            past = self._past.insert(self._key, self.repetition)
            return PyramidPosition(self._game, self.cells, 1 - self.side, None, ply, past)
        act = self._action(move)
        assert isinstance(act, Action)
        done = self.effect(act)
        past = HashTrieMap() if done.taken else self._past.insert(self._key, self.repetition)
        return PyramidPosition(
            self._game, done.cells, 1 - self.side, self._banned(act, done), ply, past
        )

    def effect(self, act: Action) -> ActionEffect:
        """Return what a legal action does."""
        return effect(self._game.board, self.cells, self._game.rules, act)

    def _banned(self, act: Action, done: ActionEffect) -> Ban:
        """The push-back this action forbids; a stone gone or of the mover's colour has none."""
        if not self._game.rules.push_back_ban or act.kind != "push" or act.beyond is None:
            return None
        pushed = self.cells[act.target] == 2 - self.side
        return (act.beyond, act.target) if pushed and done.cells[act.beyond] else None

    def read_move(self, text: str) -> Move:
        if text == "pass":
            return text
        read = self._read(text)
        if isinstance(read, Reason):
            if text in self._game.board:
                return self._only_move_to(text)
            raise MalformedMove(read)
        if read[1] != ":":
            return text
        found = self._action(text)
        if isinstance(found, Reason):
            raise IllegalMove(found)
        return self.write(found)

    def _only_move_to(self, name: str) -> Move:
        target = self._game.board.index(name)
        fitting = [self.write(act) for act in self._actions() if act.target == target]
        if len(fitting) == 1 and not self.outcome:
            return fitting[0]
        if fitting and not self.outcome:
            raise AmbiguousMove(because("several-moves", name=name, moves=listed(fitting, "or")))
        begun = next((self.write(act) for act in self._actions() if act.source == target), None)
        if begun is not None and not self.outcome:
            raise IllegalMove(because("no-target", name=name, move=begun))
        raise IllegalMove(because("no-fit", name=name))

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a partial move: a stone, then where it goes."""
        if self.outcome:
            return Steps((), False, None, str(self._over(self.outcome)))
        board, who = self._game.board, PLAYERS[self.side].capitalize()
        if not partial:
            sites = sorted({act.source for act in self._actions()})
            names = tuple(board.names[site] for site in sites) or ("pass",)
            return Steps(names, False, None, f"{who} moves a stone")
        unknown = next((t for t in partial if t not in board and t != "pass"), None)
        if unknown is not None or len(partial) > 2 or "pass" in partial[1:]:
            text = shown(unknown) if unknown is not None else "a move is a stone and a field; this"
            return Steps((), False, None, f"{text} is not a field of this board")
        if partial[0] == "pass":
            reason = self.explain("pass")
            return Steps((), reason is None, None if reason else "pass", str(reason or "pass"))
        source = board.index(partial[0])
        if len(partial) == 1:
            return self._targets(source)
        found = self._action(f"{partial[0]}:{partial[1]}")
        if isinstance(found, Reason):
            return Steps((), False, None, str(found))
        return Steps(
            (),
            True,
            self.write(found),
            preview(found, self.effect(found), self._game.board.names, self.side + 1),
        )

    def _targets(self, source: int) -> Steps:
        board = self._game.board
        name = board.names[source]
        if self.cells[source] != self.side + 1:
            owner = PLAYERS[1 - self.side].capitalize()
            why = f"is {owner}'s stone" if self.cells[source] else "has no stone"
            return Steps((), False, None, f"{name} {why}")
        acts = actions_from(board, self.cells, self._game.rules, source, self.ban)
        goals = tuple(board.names[act.target] for act in acts)
        message = f"{name}: choose where to" if goals else f"{name} cannot move"
        return Steps(goals, False, None, message)

    def events(self, move: Move) -> tuple[Event, ...]:
        self.check(move)
        if move == "pass":
            return (Event(0, "pass", owner=self.side),)
        act = self._action(move)
        assert isinstance(act, Action)
        return events_of(act, self.effect(act), self.cells)

    def without_past(self) -> PyramidPosition:
        return PyramidPosition(self._game, self.cells, self.side, self.ban, self.ply)


class PyramidMoves(BaseMoves["PyramidPosition"]):
    """The legal moves of a position, stone by stone, computed as they are asked for."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Move]:
        position = self._position
        if position.outcome:
            return
        none = True
        for act in position._actions():
            none = False
            yield position.write(act)
        if none:
            yield "pass"

    def __bool__(self) -> bool:
        return self._position.outcome is None
