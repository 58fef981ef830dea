"""What puzzles are wanted: the request the generator answers, and why it may not be able to.

Where both sides choose at once other things can be asked, and an answer says less.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from model.contract.game import Game, GameKind, Move, Position, slot_token
from model.contract.hooks import hooks_of
from model.contract.search import ChoiceProver
from model.phrases import listed, printable, shown
from model.records.puzzle import Stipulation
from model.search.provers import prover_for

SHOWN = 40
"""Characters of a word that is no move that an error repeats."""
LIKELY = 200
"""Choices that are drawn to see how hard it is to find one that wins."""
SHARES = (0.16, 0.08, 0.03, 0.01)
"""What share of them finds it, at the least, in a puzzle of grade 1, 2, 3 and 4."""
NOT_SEARCHED = "no puzzles can be made of this game: its secrets or dice cannot be searched"


def answering(position: Position) -> Position:
    """Return a position in which the other side chooses, where both choose at once.

    What the side to move has chosen in it is drawn: nothing that may be answered depends on it.
    """
    return position.play(position.legal_moves.sample(Random(0)))


def usual_question(position: Position) -> Stipulation:
    """Return what a puzzle of a position asks until its author asks something else."""
    return Stipulation("win", 1 if position.game.kind.hides else 2)


def choice_fault(position: Position, asked: Stipulation) -> str:
    """Return why it cannot be asked where both sides choose at once; "" in games of turns."""
    if len(position.game.players) == 2 and not position.game.kind.hides:
        return "only games in which both choose at once have a known choice" if asked.known else ""
    prover = prover_for(position.game)
    if len(position.game.players) != 2 or not isinstance(prover, ChoiceProver):
        return NOT_SEARCHED
    if position.sealed:
        return "puzzles begin before anybody has chosen: go back to there"
    if not prover.covers(position):
        return "puzzles begin where both sides choose a program"
    if asked.kind != "win" or asked.moves != 1 or asked.points:
        return "where both sides choose at once a puzzle asks for a win in 1 move"
    if asked.known:
        reason = answering(position).explain(asked.known)
        if reason is not None:
            return f"the known choice {printable(asked.known, SHOWN)} is not legal: {reason}"
    return ""


def generating_fault(game: Game) -> str:
    """Return why no puzzles can be generated for a game with hidden choices, "" where they can."""
    prover = prover_for(game)
    if len(game.players) != 2 or not isinstance(prover, ChoiceProver):
        return NOT_SEARCHED
    drawn = hooks_of(game.kind).random_position(game, Random(0))
    if drawn is None or not prover.covers(drawn):
        return "no search proves puzzles under these options"
    return ""


def choices_in(position: Position, move: Move) -> int:
    """Return how many things a choice says, beside what it says if nothing is chosen."""
    slots = position.steps((move,)).slots
    return sum(slot.value not in ("", slot.default) for slot in slots)


def does(position: Position, move: Move, part: Move) -> bool:
    """Tell whether a choice says all that another one says, and perhaps more."""
    held = {slot.name: slot.value for slot in position.steps((move,)).slots}
    return all(
        slot.value in ("", slot.default, held[slot.name]) for slot in position.steps((part,)).slots
    )


def grade_of_choices(position: Position, ways: Sequence[Move]) -> int:
    """Return how hard it is to find one of the choices that win, 1 to 5.

    It is the harder the seldomer choices that somebody may well make do as much.
    """
    rng, hooks = Random(0), hooks_of(position.game.kind)
    drawn = [hooks.likely_choice(position, rng) for _ in range(LIKELY)]
    found = sum(any(does(position, move, way) for way in ways) for move in drawn)
    return 1 + sum(found < LIKELY * share for share in SHARES)


def parts_of(position: Position, move: Move) -> tuple[Move, ...]:
    """Return the choices that say one thing less."""
    found = []
    for slot in position.steps((move,)).slots:
        if slot.value not in ("", slot.default) and len(slot.choices) > 1:
            part = position.steps((move, slot_token(slot.name, slot.default))).move
            found += [] if part is None else [part]
    return tuple(dict.fromkeys(found))


Source = Literal["random", "played", "both"]
CHOSEN = ("win", "known")
"""What can be wanted where both sides choose at once: a choice that wins against every other one,
and the best answer to a choice that is known."""


@dataclass(frozen=True)
class PuzzleRequest:
    """What is to be generated.

    Attributes
    ----------
    game
        With its options.
    count
        Puzzles wanted.
    shortest, longest
        Own moves; of "parry" and "only" moves within which the other side threatens to win. Where
        both sides choose at once: how many things the shortest answer says.
    kind
        What is asked: one of `wanted_in`, of `CHOSEN` where both sides choose at once, or "any".
    source
        Where positions come from.
    seed
        The same request gives the same puzzles, as far as no limit cuts a proof short.
    reduce
        Take away every piece that is not needed.
    """

    game: Game
    count: int = 10
    shortest: int = 1
    longest: int = 3
    kind: str = "win"
    source: Source = "both"
    seed: int = 0
    reduce: bool = True


def wanted_in(kind: GameKind) -> tuple[str, ...]:
    """Return what can be asked for in puzzles of a game: its goals, threats to parry, one move."""
    return (*(goal.name for goal in kind.goals), "parry", "only")


def request_fault(request: PuzzleRequest) -> str:
    """Return why a request cannot be met at all, "" where it can."""
    kind = request.game.kind
    if len(request.game.players) != 2:
        return "puzzles are for games of two players"
    if kind.hides and (fault := generating_fault(request.game)):
        return fault
    if kind.hides and request.kind not in (*CHOSEN, "any"):
        asked = shown(request.kind)
        return f"where both sides choose at once a puzzle asks for a win in 1 move, not for {asked}"
    if not kind.hides and request.kind not in (*wanted_in(kind), "known", "any"):
        right = listed(wanted_in(kind), "or")
        return f"puzzles of {kind.title} ask for {right}, not for {shown(request.kind)}"
    if request.kind == "known" and not kind.hides:
        return f"in {kind.title} no choice is known before the move: nothing is chosen at once"
    if not 1 <= request.shortest <= request.longest:
        span = f"from {request.shortest} to {request.longest} moves"
        return f"{span}: the first number is at most the last"
    return ""
