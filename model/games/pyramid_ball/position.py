"""Pyramid Ball positions (Jason Webster), after docs/rules/pyramid-ball.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

import numpy as np

from model.boards.board import Board
from model.contract.base_position import BasePosition, ChoiceOfWords
from model.contract.game import (
    Event,
    GameKind,
    IllegalMove,
    LegalMoves,
    MalformedMove,
    Move,
    OptionValue,
    Outcome,
    PieceKind,
    Pieces,
    Player,
    Reason,
    Steps,
    next_tokens,
    slot_values,
    unknown_token,
)
from model.games.pyramid_ball.rulebook import (
    NAMES,
    PIECES,
    RANKS,
    SIZES,
    SPECIALS,
    TEAMS,
    MatchState,
    Program,
    Rules,
    because,
    pitch,
    program_of,
    read_program,
    team_of,
    with_special,
)
from model.games.pyramid_ball.telling import (
    BALL_KIND,
    SPECIAL_WORDS,
    Programs,
    TurnReport,
    blank_slots,
    counters_of,
    malformed,
    program_reason,
    slots_of,
    stage_events,
)
from model.games.pyramid_ball.turn_run import run_turn
from model.notation.levels import write_levels
from model.notation.tokens import write_header
from model.phrases import counted, listed, shown

LETTERS = ("", "L", "M", "S", "l", "m", "s")
"""A piece's letter, at its number in `PIECES` + 1."""
SHAPE = ((RANKS, 7),)
SHOWN_SIZES = ("large", "medium", "small")
_BEATS = {"medium": "small", "large": "medium", "small": "large"}
WINNERS_CHOICE = ("offence", "defence")
TAKES = tuple(f"take-{size}" for size in SPECIALS)
_TAKEN = {"S": "dash", "M": "quick", "L": "blitz"}


@dataclass(frozen=True)
class PyramidBallGame:
    """Pyramid Ball with its options fixed; `PyramidBallKind` makes them."""

    kind: GameKind = field(compare=False, repr=False)
    rules: Rules = field(default_factory=Rules)
    players = TEAMS
    piece_kinds = (
        PieceKind("large piece", "large pyramid"),
        PieceKind("medium piece", "medium pyramid"),
        PieceKind("small piece", "small pyramid"),
        PieceKind("ball", "marble"),
    )

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return MappingProxyType(vars(self.rules))

    @property
    def board(self) -> Board:
        return pitch()

    def start(self) -> PyramidBallPosition:
        if self.rules.first == "duel":
            return PyramidBallPosition(self, MatchState(), phase="duel")
        team = TEAMS.index(self.rules.first)
        return PyramidBallPosition(self, kick_off(MatchState(), team))


def kick_off(state: MatchState, team: int) -> MatchState:
    """Return the state from which a team begins with the ball, on its medium piece."""
    return replace(state, carrier=PIECES.index(f"{TEAMS[team]}M"), offence=team)


@dataclass(frozen=True, repr=False)
class PyramidBallPosition(BasePosition):
    """An immutable position.

    Attributes
    ----------
    state
        What stands where; where a turn waits for an answer, as it was when the turn began.
    phase
        "duel" and "pick" before the match, "turn" in it, "side" in the middle of a turn.
    side
        Whose choice it is, 0 or 1, apart from special moves that are owed.
    sealed_choice
        What A has chosen in secret, None where that is not known here, or not chosen yet.
    programs, answers
        In the middle of a turn: what was revealed, and where balls were put since.
    """

    game: PyramidBallGame
    state: MatchState
    phase: str = "turn"
    side: int = 0
    sealed_choice: Move | None = None
    programs: tuple[Program, Program] | None = None
    answers: tuple[str, ...] = ()

    malformed = frozenset({"no-program", "not-canonical"})

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        words = [write_header(self.game.kind, self.game.options), self._board()]
        words += [TEAMS[self._chooser], *(f"{key}={value}" for key, value in self._extras())]
        return " ".join(words)

    def _board(self) -> str:
        cells = np.zeros(len(NAMES), np.int8)
        for piece, square in enumerate(self.state.squares):
            cells[square] = piece + 1
        return write_levels(cells, SHAPE, LETTERS)

    def _extras(self) -> list[tuple[str, str]]:
        state = self.state
        found = [("ball", PIECES[state.carrier] if state.carrier >= 0 else NAMES[state.loose])]
        found += [] if state.carrier >= 0 else [("offence", TEAMS[state.offence])]
        pairs = (
            ("score", state.score),
            ("specials", state.held),
            ("used", state.used),
            ("owed", state.owed),
        )
        found += [
            (key, ":".join(str(one) if one != "" else "-" for one in pair))
            for key, pair in pairs
            if any(pair)
        ]
        found += [("ban", TEAMS[state.ban])] if state.ban >= 0 else []
        found += [("kept", str(state.kept))] if state.kept else []
        found += [("turns", str(state.turns))] if state.turns else []
        found += [("phase", self.phase)] if self.phase in ("duel", "pick") else []
        found += [("sealed", "A")] if self.sealed else []
        if self.programs is not None:
            found += list(zip(TEAMS, map(str, self.programs), strict=True))
            found += [("sides", "+".join(self.answers))] if self.answers else []
        return found

    # -- what lies on the table --------------------------------------------------------------------

    @cached_property
    def account(self) -> TurnReport | None:
        """The turn so far, where it waits for an answer; None between turns."""
        if self.programs is None:
            return None
        return run_turn(self.game.rules, self.state, self.programs, self.answers)

    @property
    def now(self) -> MatchState:
        """How things stand now, in the middle of a turn as well."""
        return self.state if self.account is None else self.account.state

    @property
    def pieces(self) -> Pieces:
        state = self.now
        rows = [(at, team_of(p), p % len(SIZES), 1) for p, at in enumerate(state.squares)]
        ball = (state.ball, -1, BALL_KIND, 1)
        # The ball lies on its carrier, and under a piece that merely stands where it is loose.
        rows = [*rows, ball] if state.carrier >= 0 else [ball, *rows]
        rows.sort(key=lambda row: row[0])
        return Pieces(*np.array(rows, np.int32).T.copy())

    @property
    def counters(self) -> Mapping[str, int]:
        row = self.account.stages[-1].row if self.account is not None else 0
        return counters_of(self.now, row, counts_turns=self.game.rules.max_turns is not None)

    # -- whose choice it is ------------------------------------------------------------------------

    @property
    def sealed(self) -> tuple[Player, ...]:
        chosen = self.side == 1 and self.phase in ("duel", "turn") and not any(self.state.owed)
        return ("A",) if chosen else ()

    @property
    def _chooser(self) -> int:
        """The team whose choice it is, by its number."""
        if self.account is not None:
            return self.account.asks
        if any(self.state.owed) and self.phase == "turn":
            return 0 if self.state.owed[0] else 1
        return self.side

    @cached_property
    def outcome(self) -> Outcome | None:
        rules, score = self.game.rules, self.state.score
        scores = tuple(zip(TEAMS, score, strict=True))
        for team, points in enumerate(score):
            if points >= rules.points:
                why = because(
                    "points" if rules.is_advanced else "points:basic",
                    team=TEAMS[team],
                    points=counted(points, "point"),
                )
                return Outcome(TEAMS[team], "points", (), (), scores, why)
        if rules.max_turns is not None and self.state.turns >= rules.max_turns:
            best = tuple(team for team, points in scores if points == max(score))
            why = because("turns")
            return Outcome(best[0] if len(best) == 1 else None, "turns", (), (), scores, why)
        return None

    @property
    def to_move(self) -> Player | None:
        return None if self.outcome else TEAMS[self._chooser]

    @property
    def words(self) -> tuple[Move, ...] | None:
        """What can be chosen where that is a word, None where it is a program."""
        if self.outcome:
            return ()
        if self.account is not None:
            return ("W", "E")
        if self.phase == "duel":
            return SHOWN_SIZES
        if self.phase == "pick":
            return WINNERS_CHOICE
        if any(self.state.owed):
            team = self._chooser
            taken = self.state.held[team] + self.state.used[team]
            return tuple(f"take-{size}" for size in SPECIALS if size not in taken)
        return None

    @property
    def legal_moves(self) -> LegalMoves:
        words = self.words
        if words is not None:
            return ChoiceOfWords(words)
        return Programs(self.game.rules, self.state, self.side)

    # -- moves -------------------------------------------------------------------------------------

    def explain(self, move: Move) -> Reason | None:
        words = self.words
        known = (*SHOWN_SIZES, *WINNERS_CHOICE, *TAKES, "W", "E")
        if move not in known and (read := read_program(move)) is None:
            return malformed(move)
        if self.outcome:
            return because("game-over", why=str(self.outcome.reason))
        if words is None:
            if move in known:
                return because("not-now:program", move=move, team=TEAMS[self.side])
            return program_reason(self.game.rules, self.state, self.side, move)
        if move in words:
            return None
        if move not in known and str(read) != move:
            return malformed(move)
        return because(
            "not-now", move=shown(move), team=TEAMS[self._chooser], words=listed(words, "or")
        )

    def check(self, move: Move) -> None:
        super().check(move)
        if self.sealed and self.sealed_choice is None:
            raise IllegalMove(because("sealed"))

    def play(self, move: Move) -> PyramidBallPosition:
        self.check(move)
        if self.phase == "pick":
            return replace(
                self, state=kick_off(self.state, self._picked(move)), phase="turn", side=0
            )
        if self.account is None and any(self.state.owed):
            return replace(self, state=self._taken(move))
        if self.account is None and not self.sealed:
            return replace(self, side=1, sealed_choice=move)
        if self.phase == "duel":
            winner = self._duel_winner(move)
            phase = "duel" if winner < 0 else "pick"
            return replace(self, phase=phase, side=max(winner, 0), sealed_choice=None)
        programs, answers, account = self.carried_out(move)
        if account.asks >= 0:
            return replace(
                self, phase="side", side=0, sealed_choice=None, programs=programs, answers=answers
            )
        return PyramidBallPosition(self.game, account.state)

    def carried_out(
        self, move: Move
    ) -> tuple[tuple[Program, Program], tuple[str, ...], TurnReport]:
        """Return what is revealed or answered by then, and the turn that a legal move leads to."""
        if self.programs is not None:
            programs, answers = self.programs, (*self.answers, move)
        else:
            assert self.sealed_choice is not None
            first, second = read_program(self.sealed_choice), read_program(move)
            assert first is not None
            assert second is not None
            programs, answers = (first, second), ()
        return programs, answers, run_turn(self.game.rules, self.state, programs, answers)

    def _picked(self, move: Move) -> int:
        """The team that begins with the ball."""
        return self.side if move == "offence" else 1 - self.side

    def _taken(self, move: Move) -> MatchState:
        """The state after a special move was chosen."""
        team, state = self._chooser, self.state
        held, owed = list(state.held), list(state.owed)
        held[team] = with_special(held[team], move[-1])
        owed[team] -= 1
        return replace(state, held=(held[0], held[1]), owed=(owed[0], owed[1]))

    def _duel_winner(self, move: Move) -> int:
        """The team whose size beats the other's, -1 where they are the same."""
        sizes = (self.sealed_choice, move)
        return next((team for team in (0, 1) if _BEATS[sizes[team] or ""] == sizes[1 - team]), -1)

    def read_move(self, text: str) -> Move:
        for word in self.words or ():
            if text.strip().lower() == word.lower():
                return word
        program = read_program(text)
        if program is not None:
            return str(program)
        reason = self.explain(text)
        if reason is not None and reason.key == "no-program":
            raise MalformedMove(reason)
        return text

    # -- a move step by step -----------------------------------------------------------------------

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a partial move: a word, or the slots of a program in any order."""
        if self.outcome:
            return Steps((), False, None, f"the game is over: {self.outcome.reason}")
        words, team = self.words, TEAMS[self._chooser]
        if words is None:
            return self._program_steps(partial)
        if not partial:
            return Steps(words, False, None, f"{team} chooses {listed(words, 'or')}")
        if len(partial) == 1 and partial[0] in words:
            return Steps((), True, partial[0], f"{team} chooses {partial[0]}")
        return Steps((), False, None, f"{team} chooses {listed(words, 'or')}, and nothing else")

    def _program_steps(self, partial: Sequence[str]) -> Steps:
        rules, team = self.game.rules, self.side
        blank, begun = blank_slots(rules, self.state, team), {}
        if partial and program_reason(rules, self.state, team, partial[0]) is None:
            whole = read_program(partial[0])
            assert whole is not None
            begun, partial = slots_of(blank, whole), partial[1:]
        unknown = unknown_token(partial, blank)
        if unknown is not None:
            text = f"{shown(unknown)} is not part of a program"
            return Steps((), False, None, f"{text}: write it like S1=N or pass=2L")
        values = slot_values(partial, begun)
        slots = tuple(replace(slot, value=values.get(slot.name, "")) for slot in blank)
        program = program_of({slot.name: slot.value or slot.default for slot in slots})
        message = f"{TEAMS[team]} chooses a program: {program}"
        return Steps(next_tokens(slots), True, str(program), message, slots=slots)

    # -- what a move changes -----------------------------------------------------------------------

    def events(self, move: Move) -> tuple[Event, ...]:
        self.check(move)
        team = self._chooser
        if self.phase == "pick":
            return self._pick_events(move)
        if self.account is None and any(self.state.owed):
            why = because("takes", team=TEAMS[team], special=SPECIAL_WORDS[_TAKEN[move[-1]]])
            return (Event(0, "note", owner=team, cause="takes", value=move, reason=why),)
        if self.account is None and not self.sealed:
            return (Event(0, "commit", owner=team),)
        if self.phase == "duel":
            return (*self._revealed(move), self._duel_note(move))
        *_, account = self.carried_out(move)
        if self.account is not None:  # what was seen before the answer is not seen again
            known, row = len(self.account.beats), self.account.stages[-1].row
            return tuple(self._turn_events(account, 0, known, row))
        return (*self._revealed(move), *self._turn_events(account, 2, 0, 0))

    def _turn_events(self, account: TurnReport, first: int, known: int, row: int) -> list[Event]:
        stages = []
        for stage in account.stages:
            kept = stage.beats[known:]
            known = max(0, known - len(stage.beats))
            if kept:
                stages.append(replace(stage, beats=kept))
        events = list(
            stage_events(
                self.now,
                tuple(stages),
                first,
                row,
                counts_turns=self.game.rules.max_turns is not None,
            )
        )
        if account.asks < 0 and stages[-1].row:
            last = events[-1].stage + 1 if events else first
            events.append(Event(last, "count", value="row", count=0))
        return events

    def _revealed(self, move: Move) -> tuple[Event, ...]:
        chosen = enumerate((self.sealed_choice or "", move))
        reveals = [Event(1, "reveal", owner=team, value=value) for team, value in chosen]
        return (Event(0, "commit", owner=1), *reveals)

    def _duel_note(self, move: Move) -> Event:
        winner = self._duel_winner(move)
        why = because("duel", team=TEAMS[winner]) if winner >= 0 else because("duel:alike")
        return Event(1, "note", owner=winner, cause="duel", reason=why)

    def _pick_events(self, move: Move) -> tuple[Event, ...]:
        after = kick_off(self.state, self._picked(move))
        why = because("begins", team=TEAMS[after.offence])
        note = Event(0, "note", owner=after.offence, cause="begins", value=move, reason=why)
        if after.ball == self.state.ball:
            return (note,)
        return (
            Event(0, "move", site=self.state.ball, to=after.ball, piece=BALL_KIND, cause="ball"),
            note,
        )

    def seen_by(self, player: Player | None) -> PyramidBallPosition:
        """Return what a player knows: only A knows what A has sealed."""
        if player == "A" or self.sealed_choice is None:
            return self
        return replace(self, sealed_choice=None)
