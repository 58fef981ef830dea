"""A turn: both programs carried out row by row, with all that happens told in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from model.games.pyramid_ball.rulebook import (
    DIRECTIONS,
    FILES,
    GOALS,
    NEXT,
    SIZES,
    SPECIALS,
    STAND,
    MatchState,
    Pair,
    Program,
    Rules,
    crossed,
    rank_of,
    team_of,
    with_special,
)
from model.games.pyramid_ball.telling import Beat, Happening, TurnPhase, TurnReport

# -- a row of moves, all at once -------------------------------------------------------------------
# The answer does not depend on the order of the pieces: whatever is found out in one step is found
# out of the same commands and of the same failures, and then added together.


Failures = dict[int, str]
"""Piece -> key of what stopped it."""


@dataclass(frozen=True)
class Push:
    """A defender that moves onto a square of the offence; the chain begins with who stood there."""

    pusher: int
    chain: tuple[int, ...]


@dataclass(frozen=True)
class Settled:
    """What became of a row of moves.

    Attributes
    ----------
    squares
        Where the pieces stand now.
    failed
        The pieces that were stopped, with the key of the reason.
    pushes
        Those that were carried out, by the number of the pusher.
    against_edge
        Those that failed because the chain stands at the edge.
    moved
        The pieces that moved by their own command.
    """

    squares: tuple[int, ...]
    failed: Failures
    pushes: tuple[Push, ...]
    against_edge: tuple[Push, ...]
    moved: frozenset[int]


@dataclass
class _MoveRow:
    """A row of moves while it is being settled."""

    squares: Sequence[int]
    ways: Sequence[int]
    defence: int
    follows: bool
    targets: dict[int, int]
    failed: Failures
    claimed: frozenset[int] = frozenset()
    against_edge: list[Push] = field(default_factory=list)

    def is_defender(self, piece: int) -> bool:
        return team_of(piece) == self.defence

    def movers(self) -> list[int]:
        return [piece for piece in self.targets if piece not in self.failed]

    def staying(self) -> dict[int, int]:
        """Square -> piece of those that do not move now."""
        movers = self.movers()
        return {at: piece for piece, at in enumerate(self.squares) if piece not in movers}

    def held_by_defence(self, staying: dict[int, int]) -> set[int]:
        """The squares that the offence cannot enter because a defender stands there."""
        if not self.follows:
            return {at for piece, at in enumerate(self.squares) if self.is_defender(piece)}
        return {at for at, piece in staying.items() if self.is_defender(piece)}

    def pushes(self) -> list[Push]:
        """What defenders that move now would push."""
        staying = self.staying()
        found = []
        for piece in self.movers():
            at, chain = self.targets[piece], []
            while self.is_defender(piece) and at in staying and not self.is_defender(staying[at]):
                chain.append(staying[at])
                at = NEXT[at][self.ways[piece]]
            if chain:
                found.append(Push(piece, tuple(chain)))
        return found

    def entered(self, push: Push) -> list[int]:
        """The squares that the pieces of a chain enter, -1 for beyond the edge."""
        return [NEXT[self.squares[piece]][self.ways[push.pusher]] for piece in push.chain]


def settle(
    squares: Sequence[int],
    ways: Sequence[int],
    defence: int,
    closed: tuple[int, int] | None = None,
    *,
    follow_defender: bool = True,
) -> Settled:
    """Return what becomes of a row of moves.

    Parameters
    ----------
    squares
        Of the six pieces.
    ways
        For each piece a place in `DIRECTIONS`, -1 for standing still.
    defence
        The team that has not got the ball.
    closed
        A team and the row it may not enter, None for none.
    """
    failed: Failures = {}
    targets: dict[int, int] = {}
    for piece, way in enumerate(ways):
        if way < 0:
            continue
        target = NEXT[squares[piece]][way]
        if target < 0:
            failed[piece] = "edge"
        elif closed is not None and _enters(piece, squares[piece], target, closed):
            failed[piece] = "goal-row-ban"
        else:
            targets[piece] = target
    row = _MoveRow(squares, ways, defence, follow_defender, targets, failed)
    row.claimed = frozenset(at for piece, at in targets.items() if row.is_defender(piece))
    failed.update(_by_commands(row))
    while found := _pushes_that_fail(row) or _pushes_that_meet(row) or _blocked_offence(row):
        failed.update(found)
    pushes = tuple(row.pushes())
    after, moved = list(squares), row.movers()
    for push in pushes:
        for piece, entered in zip(push.chain, row.entered(push), strict=True):
            after[piece] = entered
    for piece in moved:
        after[piece] = targets[piece]
    return Settled(
        tuple(after),
        dict(sorted(failed.items())),
        pushes,
        tuple(row.against_edge),
        frozenset(moved),
    )


def _enters(piece: int, square: int, target: int, closed: tuple[int, int]) -> bool:
    team, row = closed
    return team_of(piece) == team and rank_of(target) == row != rank_of(square)


def _by_commands(row: _MoveRow) -> Failures:
    """What the commands alone decide, whatever becomes of the others."""
    found: Failures = {}
    defenders_at = {at for piece, at in enumerate(row.squares) if row.is_defender(piece)}
    for piece, target in row.targets.items():
        mates = [p for p in row.targets if p != piece and team_of(p) == team_of(piece)]
        meets = any(row.targets[mate] == target for mate in mates)
        swaps = [
            other
            for other, to in row.targets.items()
            if row.squares[other] == target and to == row.squares[piece]
        ]
        if row.is_defender(piece):
            if meets:
                found[piece] = "defenders-meet"
            elif any(row.is_defender(other) for other in swaps):
                found[piece] = "defenders-swap"
        elif target in row.claimed:
            found[piece] = "defender-claims"
        elif swaps:
            found[piece] = "swap"
        elif meets:
            found[piece] = "offence-meet"
        elif not row.follows and target in defenders_at:
            found[piece] = "occupied"
    return found


def _pushes_that_fail(row: _MoveRow) -> Failures:
    staying = row.staying()
    held = row.held_by_defence(staying)
    found: Failures = {}
    for piece in row.movers():
        standing = staying.get(row.targets[piece], -1)
        if row.is_defender(piece) and standing >= 0 and row.is_defender(standing):
            found[piece] = "defender-there"
    for push in row.pushes():
        for square in row.entered(push):
            if square < 0:
                found[push.pusher] = "push-edge"
                row.against_edge.append(push)
            elif square in held:
                found[push.pusher] = "push-defender"
            elif square in row.claimed:
                found[push.pusher] = "push-claimed"
            if push.pusher in found:
                break
    return found


def _pushes_that_meet(row: _MoveRow) -> Failures:
    entering: dict[int, list[int]] = {}
    for push in row.pushes():
        for square in row.entered(push):
            entering.setdefault(square, []).append(push.pusher)
    return {pusher: "pushes-meet" for many in entering.values() if len(many) > 1 for pusher in many}


def _blocked_offence(row: _MoveRow) -> Failures:
    staying = row.staying()
    taken = {square for push in row.pushes() for square in row.entered(push)}
    found: Failures = {}
    for piece in row.movers():
        if not row.is_defender(piece):
            if row.targets[piece] in taken:
                found[piece] = "pushed-piece-takes"
            elif row.targets[piece] in staying:
                found[piece] = "occupied"
    return found


# -- a turn ----------------------------------------------------------------------------------------


LARGE, MEDIUM, SMALL = (SIZES.index(size) for size in "LMS")
DASH_ROW = 4


def run_turn(
    rules: Rules, state: MatchState, programs: tuple[Program, Program], answers: Sequence[str] = ()
) -> TurnReport:
    """Carry out a turn.

    Parameters
    ----------
    answers
        Under `side_prompt`, on which side the ball was put ("W", "E") after each goal of this turn;
        where one is missing the turn stops and asks.
    """
    turn = _Turn(rules, state, programs, list(answers))
    try:
        turn.run()
    except _Over:
        turn.close(None)
    except _Asks as asking:
        turn.close(None)
        return TurnReport(tuple(turn.stages), turn.state, asking.team)
    return TurnReport(tuple(turn.stages), turn.state)


class _Over(Exception):
    """The match is over."""


class _Asks(Exception):
    """A player must choose before the turn goes on."""

    def __init__(self, team: int) -> None:
        super().__init__(team)
        self.team = team


def _with(pair: Pair, team: int, number: int) -> Pair:
    return (number, pair[1]) if team == 0 else (pair[0], number)


@dataclass
class _Turn:
    """A turn while it is carried out."""

    rules: Rules
    state: MatchState
    programs: tuple[Program, Program]
    answers: list[str]
    stages: list[TurnPhase] = field(default_factory=list)
    locked: set[int] = field(default_factory=set)
    name: str = ""
    row: int = 0
    beats: list[Beat] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    blitzing: list[int] = field(default_factory=list)
    used: list[list[str]] = field(default_factory=lambda: [[], []])
    worked: set[tuple[int, str]] = field(default_factory=set)
    enforced: bool = False

    # -- stages, and what is told ------------------------------------------------------------------

    def open(self, name: str, row: int) -> None:
        self.name, self.row = name, row

    def beat(self) -> None:
        """End a moment: what was told belongs to it."""
        self.beats.append(Beat(self.state, tuple(self.happenings)))
        self.happenings = []

    def close(self, name: str | None) -> None:
        """End the stage and open the next one."""
        if self.happenings:
            self.beat()
        if self.beats:
            stage = TurnPhase(self.name, self.row, tuple(self.beats), tuple(sorted(self.locked)))
            self.stages.append(stage)
        self.beats = []
        if name is not None:
            self.open(name, int(name[0]))

    def tell(self, key: str, **what: int | str) -> None:
        self.happenings.append(Happening(key, **what))  # type: ignore[arg-type]  # by their names

    # -- the turn ----------------------------------------------------------------------------------

    def run(self) -> None:
        held_before = self.state.ban >= 0 and self.state.loose < 0
        self.enforced = self.state.ban >= 0
        first = self.rules.blitz_first
        self.open("1", 1)
        self.announce()
        if self.blitzing and first:
            self.open("1a", 1)
        for row in (1, 2, 3):
            if row > 1:
                self.close(str(row))
            self.passes(row)
            if row == 1 and self.blitzing and first:
                for part in (1, 2, 3):
                    self.moves(self.blitz_part(part))
                    self.close(f"1{'bc '[part - 1]}".strip())
            self.moves(self.commands(row))
            if row == 1 and self.blitzing and not first:
                for part in (2, 3):
                    self.close(f"1{'bc'[part - 2]}")
                    self.moves(self.blitz_part(part))
        if any(program.dash for program in self.programs):
            self.close(str(DASH_ROW))
            self.moves(self.dashes())
        self.close(None)
        self.finish(held_before)

    def announce(self) -> None:
        """Take the special moves that are used; a blitz of the team with the ball is none."""
        for team, program in enumerate(self.programs):
            for word, special, chosen in (
                ("dash", "S", bool(program.dash)),
                ("quick", "M", program.quick),
                ("blitz", "L", program.blitz),
            ):
                if not chosen:
                    continue
                if word == "blitz" and self.state.loose < 0 and self.state.offence == team:
                    self.tell("noblitz", team=team, word="has-ball")
                    continue
                self.tell("special", team=team, word=word)
                self.used[team].append(special)
                if word == "blitz":
                    self.blitzing.append(team)
        self.spend()
        if self.happenings:
            self.beat()

    def spend(self) -> None:
        held, used = list(self.state.held), list(self.state.used)
        for team, specials in enumerate(self.used):
            for special in specials:
                held[team] = held[team].replace(special, "")
                used[team] = with_special(used[team], special)
        self.state = replace(self.state, held=(held[0], held[1]), used=(used[0], used[1]))

    def finish(self, held_before: bool) -> None:
        """What the end of the turn changes: specials that came to nothing, time in the row."""
        self.open("end", 0)
        before = self.state
        if not self.rules.special_spent_when_programmed:
            self.give_back()
        limit = self.rules.recovery_limit
        if limit is not None and self.state.ban >= 0 and held_before:
            kept = self.state.kept + 1
            self.state = replace(self.state, kept=kept)
            if kept >= limit:
                self.end_ban()
        if self.rules.max_turns is not None:
            self.state = replace(self.state, turns=self.state.turns + 1)
        if self.happenings or self.state != before:
            self.beat()
            self.close(None)

    def give_back(self) -> None:
        held, used = list(self.state.held), list(self.state.used)
        for team, specials in enumerate(self.used):
            for special in specials:
                if (team, special) not in self.worked:
                    held[team] = with_special(held[team], special)
                    used[team] = used[team].replace(special, "")
                    word = ("dash", "quick", "blitz")[SPECIALS.index(special)]
                    self.tell("special-kept", team=team, word=word)
        self.state = replace(self.state, held=(held[0], held[1]), used=(used[0], used[1]))

    # -- what is commanded -------------------------------------------------------------------------

    def command(self, piece: int, row: int) -> str:
        """What a piece does in a row as things stand: locked pieces stand still."""
        return STAND if piece in self.locked else self.programmed(piece, row)

    def programmed(self, piece: int, row: int) -> str:
        team, size = team_of(piece), piece % len(SIZES)
        if size == LARGE and team in self.blitzing and (row > 1 or self.rules.blitz_first):
            return STAND
        return self.programs[team].commands[size][row - 1]

    def commands(self, row: int) -> list[str]:
        return [self.command(piece, row) for piece in range(6)]

    def blitz_part(self, part: int) -> list[str]:
        ways = [STAND] * 6
        for team in self.blitzing:
            piece = team * len(SIZES) + LARGE
            if piece not in self.locked:
                ways[piece] = self.programs[team].commands[LARGE][part - 1]
                if part > 1:
                    self.worked.add((team, "L"))
        return ways

    def dashes(self) -> list[str]:
        ways = [STAND] * 6
        for team, program in enumerate(self.programs):
            piece = team * len(SIZES) + SMALL
            if program.dash and piece not in self.locked:
                ways[piece] = program.dash
                self.worked.add((team, "S"))
        return ways

    # -- the pass phase ----------------------------------------------------------------------------

    def passes(self, row: int) -> None:
        carrier = self.state.carrier  # both markers are judged by who has the ball now
        for team in (self.state.offence, 1 - self.state.offence):
            program = self.programs[team]
            if program.pass_row != row:
                continue
            why = self.void(team, program, row, carrier)
            if why:
                self.tell("nopass", team=team, word=why)
            else:
                if row == 1:
                    self.worked.add((team, "M"))
                self.throw(carrier, team * len(SIZES) + program.receiver)
        if self.happenings:
            self.beat()

    def void(self, team: int, program: Program, row: int, carrier: int) -> str:
        """Why a team's pass is not thrown in this row, "" where it is."""
        if row == 1 and not program.quick:
            return "row-1"
        if carrier < 0 or team_of(carrier) != team:
            return "no-ball"
        if row == 1 and carrier % len(SIZES) != MEDIUM:
            return "quick-needs-M"
        if program.receiver == carrier % len(SIZES):
            return "self"
        original = self.rules.pass_check == "original"
        command = self.programmed(carrier, row) if original else self.command(carrier, row)
        return "" if command == STAND else "moving"

    def throw(self, passer: int, receiver: int) -> None:
        state, squares = self.state, self.state.squares
        if state.ban == 1 - team_of(passer):
            self.end_ban()
        source, target = squares[passer], squares[receiver]
        line = crossed(source, target)
        defenders = {squares[p]: p for p in range(6) if team_of(p) != team_of(passer)}
        catcher = next((defenders[site] for site in line if site in defenders), -1)
        if catcher >= 0:
            self.tell(
                "intercept", piece=catcher, other=passer, third=receiver, site=source, to=target
            )
            self.take(catcher)
            self.point(team_of(catcher), "interception")
            return
        self.tell("pass", piece=passer, other=receiver, site=source, to=target)
        self.state = replace(self.state, carrier=receiver)
        if rank_of(target) == GOALS[team_of(receiver)]:
            self.goal(receiver, "pass")

    # -- the move phase ----------------------------------------------------------------------------

    def moves(self, commands: Sequence[str]) -> None:
        before = self.state
        ways = [DIRECTIONS.find(command) for command in commands]
        closed = (before.ban, GOALS[before.ban]) if self.enforced and before.ban >= 0 else None
        done = settle(
            before.squares,
            ways,
            1 - before.offence,
            closed,
            follow_defender=self.rules.follow_defender,
        )
        for piece, why in done.failed.items():
            here = before.squares[piece]
            self.tell("fail", piece=piece, word=why, site=here, to=NEXT[here][ways[piece]])
        for push in done.pushes:
            for piece in push.chain:
                self.tell(
                    "push",
                    piece=push.pusher,
                    other=piece,
                    site=before.squares[piece],
                    to=done.squares[piece],
                )
                if self.rules.push_locks_stander:
                    self.locked.add(piece)
        self.locked.update(done.failed)
        self.state = replace(before, squares=done.squares)
        self.beat()
        self.ball_after(before, done)

    def ball_after(self, before: MatchState, done: Settled) -> None:
        """Tackle, goal or recovery; and the end of a ban by leaving the row."""
        carrier = before.carrier
        tackler = self.tackler(carrier, done)
        if tackler >= 0:
            self.tell("tackle", piece=tackler, other=carrier, site=done.squares[tackler])
            self.take(tackler)
            self.point(team_of(tackler), "tackle")
        elif carrier >= 0:
            row = GOALS[team_of(carrier)]
            ranks = rank_of(before.squares[carrier]), rank_of(done.squares[carrier])
            if ranks[0] != row == ranks[1]:
                self.goal(carrier, "run" if carrier in done.moved else "push")
        else:
            for piece in done.moved:
                if team_of(piece) != before.offence and done.squares[piece] == before.loose:
                    self.tell("recover", piece=piece, site=before.loose)
                    self.take(piece)
        state = self.state
        if state.ban >= 0 and state.carrier >= 0 and rank_of(state.ball) != GOALS[state.ban]:
            self.end_ban()
        if self.happenings:
            self.beat()

    def tackler(self, carrier: int, done: Settled) -> int:
        """The defender that tackles the carrier, -1 for none."""
        pushes = done.pushes
        if self.rules.edge_tackle:
            pushes += done.against_edge
        for push in pushes:
            reached = push.chain if self.rules.chain_push_tackles else push.chain[:1]
            if carrier in reached:
                return push.pusher
        return -1

    # -- ball, points and bans ---------------------------------------------------------------------

    def take(self, piece: int) -> None:
        """Give the ball to a piece of the defence: its team is the offence from now on."""
        team = team_of(piece)
        self.state = replace(self.state, carrier=piece, loose=-1, offence=team)
        self.tell("offence", team=team)
        if self.state.ban == team:
            self.end_ban()

    def end_ban(self) -> None:
        self.tell("ban-end", team=self.state.ban)
        self.state = replace(self.state, ban=-1, kept=0)

    def point(self, team: int, why: str) -> None:
        state, loser = self.state, 1 - team
        points = state.score[team] + 1
        state = replace(state, score=_with(state.score, team, points))
        has = len(state.held[loser]) + len(state.used[loser]) + state.owed[loser]
        if self.rules.is_advanced and has < len(SPECIALS):
            state = replace(state, owed=_with(state.owed, loser, state.owed[loser] + 1))
        self.state = state
        self.tell("point", team=team, word=why)
        if points >= self.rules.points:
            self.tell("win", team=team)
            raise _Over

    def goal(self, scorer: int, how: str) -> None:
        """A goal: the other team puts the ball down beside the scorer, whose team is shut out."""
        team = team_of(scorer)
        self.tell("goal", piece=scorer, word=how, site=self.state.squares[scorer])
        self.point(team, "goal")
        self.beat()
        site = self.spot(scorer, self.side(scorer, 1 - team))
        self.state = replace(self.state, carrier=-1, loose=site, ban=team, kept=0)
        self.enforced = self.rules.ban_from == "now"
        self.tell("loose", team=1 - team, piece=scorer, to=site)

    def side(self, scorer: int, team: int) -> str:
        """Where the conceding team puts the ball, as far as it has a choice."""
        if not self.rules.side_prompt:
            return self.programs[team].side
        if self.spot(scorer, "W") == self.spot(scorer, "E"):
            return "W"
        if not self.answers:
            raise _Asks(team)
        return self.answers.pop(0)

    def spot(self, scorer: int, side: str) -> int:
        """The first empty square to one side of the scorer, else to the other."""
        at = self.state.squares[scorer]
        row = range(at - at % FILES, at - at % FILES + FILES)
        west, east = [s for s in reversed(row) if s < at], [s for s in row if s > at]
        order = (*west, *east) if side == "W" else (*east, *west)
        return next(site for site in order if site not in self.state.squares)
