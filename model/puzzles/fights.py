"""Whether a puzzle is a fight: five conditions, each judged within so many positions.

A puzzle is one when something is at stake, when the pieces of the other side matter, when a move
that tempts fails to one reply alone, when the key is not what is seen first: neither the first
move of the cheapest plan, nor the only stop of a threat to win at once, and when the key holds what
it is to hold. Moves tempt that low levels play. No clock is asked, nor a table, so the answer is
the same on every computer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product

import msgspec

from model.contract.game import Goal, Move, Position, Stop, Stopped
from model.contract.hooks import hooks_of
from model.contract.search import Budget
from model.notation.tokens import NotationError
from model.play.levels import HIGHEST, level_of
from model.play.opponent import Opponent, refusal_of_open, unheard
from model.positions.setup import Draft, put, turned
from model.puzzles.question import Question, UndecidedError
from model.records.puzzle import Answer, Fight, Stipulation
from model.search.provers import BoundedProver
from model.search.tree_search.uct import Uct

WORK = 64_000
"""Positions that may be looked at for each question."""
LOW = (1, 2, 3)
"""Levels whose moves tempt."""
SEEDS = range(4)
FINDING = 3
"""Seeds with which a level plays the key, at least, where it finds it."""
FURTHER = 2
"""Moves beyond those asked for within which a try is looked at: does it lose, or win later?"""
SAFE = 4
"""Moves for which a key has to hold at least where it is not proved for good, and always one more
than is asked for."""
LATEST = 12
"""Moves within which it is looked whether what a key stops comes later."""
UNBOUNDED = 3
"""Moves that are looked at where any number may be taken."""


def can_be_judged(position: Position) -> bool:
    """Tell whether puzzles of the game can be fights: nothing hidden, no dice, a prover of its own.

    Lines that are played out in Python take longer to judge than a generator gives a position.
    """
    game = position.game
    if len(game.players) != 2 or refusal_of_open(game):
        return False
    return hooks_of(game.kind).prover(game) is not None


def judge(
    position: Position, asked: Stipulation, right: Sequence[Move], tempting: Tempting, stop: Stop
) -> Fight:
    """Judge a sound puzzle by the five conditions.

    Parameters
    ----------
    right
        All first moves that solve it.
    tempting
        What levels play here.
    stop
        Once it says True, `Stopped` is raised.
    """
    return _FightJudge(position, asked, frozenset(right), tempting, stop).run()


class Tempting:
    """What levels play in a position, with nodes and seeds that are always the same."""

    def __init__(self, position: Position, stop: Stop) -> None:
        self._position, self._stop = position.without_past(), stop

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What low levels play, a move for each level and seed, the most usual ones first."""
        played = [self._played(level, seed) for level, seed in product(LOW, SEEDS)]
        return tuple(sorted(played, key=lambda move: (-played.count(move), played.index(move))))

    def level_of(self, right: Iterable[Move]) -> int:
        """Return the lowest level that mostly plays one of these moves; 0: none does."""
        for level in range(1, HIGHEST):
            found = sum(self._played(level, seed) in right for seed in SEEDS)
            if found >= FINDING:
                return level
        return 0

    def _played(self, number: int, seed: int) -> Move:
        game = self._position.game
        # A new one for each move: what it has thought before changes what it plays.
        engine = hooks_of(game.kind).engine(game) or Uct(game)
        level = replace(level_of(game.kind, number), slip=0.0)  # a slip says nothing of the puzzle
        player = Opponent(engine, level, Budget(level.nodes, seed=seed))
        move, _ = player.think(self._position, None, unheard, self._stop)
        if self._stop():
            raise Stopped
        return move


class _FightJudge:
    def __init__(
        self,
        position: Position,
        asked: Stipulation,
        right: frozenset[Move],
        tempting: Tempting,
        stop: Stop,
    ) -> None:
        self._asked, self._right, self._tempting = asked, right, tempting
        self._prover = BoundedProver(position.game, WORK, stop)
        self._question = Question(position, asked, self._prover)
        self._position = self._question.position
        self._goal = self._question.goal
        self._tried = [
            move
            for move in dict.fromkeys(tempting.moves)
            if move not in right and self._question.allowed(move)
        ]

    def run(self) -> Fight:
        threat = self._threat()
        stake, loses = self._stake(threat)
        tempts, tries = self._tempts()
        forced = threat == 1 and self._is_forced()
        # What a corner takes no level knows: they play for the win.
        level = self._tempting.level_of(self._right) if self._goal.kind == "win" else 0
        fight = Fight(
            stake=stake,
            pieces=self._pieces(),
            tempts=tempts,
            unseen="no" if forced else self._unseen(),
            forced=forced,
            loses=loses,
            threat=threat,
            tries=tries,
            level=level,
        )
        if self._goal.kind == "win" and not self._question.defends:
            return fight
        found = fight
        for key in sorted(self._right):
            found = self._held(fight, self._position.play(key).without_past())
            if found.holds == "yes":
                break
        return found

    # -- what is at stake ------------------------------------------------------------------------

    def _rivals(self) -> Iterator[Goal]:
        """What the other side can reach that settles things for good."""
        other = self._question.other
        yield Goal("win", other)
        if self._goal.corner:
            yield Goal(self._goal.kind, other, self._goal.corner)

    @property
    def _threatened(self) -> Goal:
        """What the other side is after."""
        return self._goal if self._question.defends else Goal("win", self._question.other)

    def _threat(self) -> int:
        """In how many moves the other side would win, were it its turn; 0: not soon enough."""
        given = turned(self._position, self._question.other)
        if given is None:
            return 0
        prover, goal = self._prover.renewed(), self._threatened
        for number in range(1, (self._question.moves or UNBOUNDED) + 1):
            found = prover.can(given, goal, number)
            if found is not False:
                return number if found else 0
        return 0

    def _stake(self, threat: int) -> tuple[Answer, Move]:
        if self._question.defends:  # what does not solve it lets the other side have its goal
            wrong = (move for move in self._question.first_moves() if move not in self._right)
            return ("no", "") if next(wrong, None) is None else ("yes", next(iter(self._tried), ""))
        undecided = False
        for move in self._tried:
            found = self._loses(move)
            if found:
                return "yes", move
            undecided = undecided or found is None
        if threat:
            return "yes", ""
        return ("undecided" if undecided else "no"), ""

    def _loses(self, move: Move) -> bool | None:
        """Tell whether a wrong first move never reaches the goal; None: not decided."""
        prover, after = self._prover.renewed(), self._position.play(move).without_past()
        for number in range(1, (self._question.moves or UNBOUNDED) + FURTHER + 1):
            for goal, lost in (*((rival, True) for rival in self._rivals()), (self._goal, False)):
                found = prover.can(after, goal, number)
                if found is None:
                    return None
                if found:
                    return lost
        found = prover.can(after, self._goal, None)
        return None if found is None else not found

    # -- whether the key holds -------------------------------------------------------------------

    def _held(self, fight: Fight, after: Position) -> Fight:
        """Add what is found after one key."""
        wins = Goal("win", self._question.other)
        if self._goal.kind != "win":  # a corner is not worth a game
            lost = self._prover.renewed().can(after, wins, None)
            own = Goal("win", self._question.solver)
            won = lost and self._prover.renewed().can(self._position, own, None)
            if won:
                return msgspec.structs.replace(fight, holds="no", throws=True)
            if won is None:
                return msgspec.structs.replace(fight, holds="undecided")
        asked = self._question.moves
        if asked is None or not self._question.defends:  # proved for good, or done
            return msgspec.structs.replace(fight, holds="yes")
        prover = self._prover.renewed()
        reach = 0
        for number in range(asked + 1, LATEST + 1):
            found = prover.can(after, self._goal, number)
            if found is None:
                break
            if found:
                return msgspec.structs.replace(fight, holds="no", later=number)
            reach = number
        ever = self._prover.renewed().can(after, self._goal, None)
        if ever is not None:
            return msgspec.structs.replace(fight, holds="no" if ever else "yes")
        far = reach >= max(SAFE, asked + 1)
        return msgspec.structs.replace(fight, holds="yes" if far else "undecided", reach=reach)

    # -- what the other side's pieces do ---------------------------------------------------------

    def _pieces(self) -> Answer:
        less = _without(self._position, self._question.other)
        if less is None:
            return "no"
        if less.outcome is not None or less.to_move is None:
            return "yes"
        question = Question(less, self._asked, self._prover.renewed())
        undecided = False
        if not question.defends and question.moves is not None:
            found = self._prover.can(question.position, question.goal, question.moves - 1)
            if found:
                return "yes"
            undecided = found is None
        legal = set(question.first_moves())
        if not self._right <= legal:
            return "yes"
        for move in sorted(legal, key=self._right.__contains__):
            try:
                if question.solves(move) is not (move in self._right):
                    return "yes"
            except UndecidedError:
                undecided = True
        return "undecided" if undecided else "no"

    # -- what tempts, and what is seen -----------------------------------------------------------

    def _tempts(self) -> tuple[Answer, tuple[Move, ...]]:
        undecided = False
        tries = []
        for move in self._tried:
            found = self._refuted_once(move)
            if found:
                tries.append(move)
            undecided = undecided or found is None
        answer: Answer = "yes" if tries else "undecided" if undecided else "no"
        return answer, tuple(tries)

    def _refuted_once(self, move: Move) -> bool | None:
        """Tell whether one reply out of several, and no other, refutes a move."""
        after = self._position.play(move)
        if after.outcome is not None or after.to_move != self._question.other:
            return False
        moves, defends = self._question.moves, self._question.defends
        left = None if moves is None else moves - 1
        prover = self._prover.renewed()
        replies = refuting = 0
        for reply in after.legal_moves:
            replies += 1
            found = prover.can(after.play(reply), self._goal, left)
            if found is None:
                return None
            refuting += found is defends
            if refuting > 1:
                return False
        return refuting == 1 < replies

    def _is_forced(self) -> bool:
        """Tell whether nothing but the key stops what the other side threatens to do next."""
        prover, goal = self._prover.renewed(), self._threatened
        wrong = (move for move in self._question.first_moves() if move not in self._right)
        return all(prover.can(self._position.play(move), goal, 1) for move in wrong)

    def _unseen(self) -> Answer:
        plan = hooks_of(self._position.game.kind).plan(self._position, self._goal)
        if plan:
            return "no" if plan[0] in self._right else "yes"
        seen = [move in self._right for move in self._tempting.moves]
        return "no" if 2 * sum(seen) > len(seen) else "yes"


def _without(position: Position, side: str) -> Position | None:
    """Return a position without the pieces of a side, as far as they can go; None: not at all."""
    pieces, owner = position.pieces, position.game.players.index(side)
    sites = [int(site) for site in pieces.site[pieces.owner == owner]]
    less = position
    # From the top: what others rest on cannot go before them.
    for site in sorted(sites, reverse=True):
        try:
            fewer = put(less, [site], 0)
        except NotationError:
            continue
        if not isinstance(fewer, Draft):
            less = fewer
    return None if less is position else less.without_past()
