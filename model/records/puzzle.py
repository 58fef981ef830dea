"""What a puzzle is, as plain data: the stipulation, the answers, the tries, what was proved."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from model.contract.game import Move

MOST_MOVES = 30
Moves = Annotated[int, Meta(ge=1, le=MOST_MOVES)]
Count = Annotated[int, Meta(ge=0)]
QUESTIONS = ("parry", "only", "accepted")
"""Kinds of stipulations that any game may have, beside its goals."""
First = Literal["unique", "set", "only"]
Verdict = Literal["sound", "cooked", "unsolvable", "unproved"]


class Stipulation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the side to move is asked to do.

    Attributes
    ----------
    kind
        The name of a goal of the game ("win", "hold"): reach it. "parry": move so that the other
        side, whatever it replies, does not win (with `corner`: does not reach the goal that is
        about corners) within its next `moves` moves. "only": find the only move that does not lose.
        "accepted": find one of the `accepted` moves, which no search proves.
    moves
        Of a goal: at the latest with so many moves of one's own, None: in any number.
        "parry": how many moves of the other side are looked at, None: one.
    corner
        Name of a corner of the board, or "".
    first
        What makes the puzzle sound. "unique": one first move solves it, moves that a symmetry of
        the position exchanges counting once. "set": `Puzzle.keys` are all the first moves that
        solve it; the solver names one. "only": one first move alone, symmetry or not.
    points
        Where the answer is; () for the whole board.
    accepted
        The moves taken as right, for the kind "accepted".
    known
        Where both sides choose at once: what the other side is known to choose; "": nothing is,
        and the answer has to win against every choice.
    """

    kind: str
    moves: Moves | None = None
    corner: str = ""
    first: First = "unique"
    points: tuple[str, ...] = ()
    accepted: tuple[Move, ...] = ()
    known: Move = ""

    @property
    def asks_goal(self) -> bool:
        """Whether a goal of the game is to be reached."""
        return self.kind not in QUESTIONS


class Try(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tempting first move that fails, under a name.

    Attributes
    ----------
    move
        The first move.
    refutation
        What follows it: the reply that shows why it fails, and perhaps more.
    name, text
        What the author calls it, and says about it.
    """

    move: Move
    refutation: tuple[Move, ...] = ()
    name: str = ""
    text: str = ""


class MoveCounts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What becomes of the first moves of a puzzle.

    Attributes
    ----------
    in_time
        Reach the goal within the moves that are asked for.
    later
        Reach it, but in more moves.
    never
        Do not reach it.
    open
        Are too slow, or fail: which of the two is not decided.
    soonest
        In how many moves the quickest of `later` reaches the goal; None: there is none.
    """

    in_time: Count = 0
    later: Count = 0
    never: Count = 0
    open: Count = 0
    soonest: Count | None = None

    @property
    def total(self) -> int:
        """How many first moves there are."""
        return self.in_time + self.later + self.never + self.open

    @property
    def no_choice(self) -> bool:
        """Whether every first move reaches the goal, sooner or later."""
        return self.total > 0 and self.in_time + self.later == self.total


Answer = Literal["yes", "no", "undecided"]


class Fight(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What makes a puzzle a fight, each of five conditions answered within bounded work.

    Attributes
    ----------
    stake
        Something is at stake: a tempting try loses for good, or the other side threatens.
    pieces
        The pieces of the other side matter: without them the key is another, or there are cooks.
    tempts
        A tempting try, which a low level plays, fails to exactly one reply.
    unseen
        The key is not what the cheapest plan shows first; in games without plans, not what low
        levels mostly play. Nor is it `forced`.
    holds
        The key keeps what the game is worth, and what is parried does not come later. None: there
        is nothing to hold, since a win is asked for.
    forced
        The key alone stops what the other side would do with its next move: anybody sees it.
    loses
        A tempting try that loses for good, "": none is known.
    threat
        In how many moves the other side would win, were it its turn; 0: it threatens nothing.
    later
        In how many moves the other side gets there after a key that only delays; 0: it does not.
    throws
        The key loses a game that another move wins.
    reach
        Moves of the other side within which the key is proved to hold; 0: for good, or it does not.
    tries
        The tempting tries that fail to exactly one reply.
    level
        The lowest level that finds the key; 0: none does, or no level knows the goal.
    """

    stake: Answer = "undecided"
    pieces: Answer = "undecided"
    tempts: Answer = "undecided"
    unseen: Answer = "undecided"
    holds: Answer | None = None
    forced: bool = False
    loses: Move = ""
    threat: Count = 0
    later: Count = 0
    throws: bool = False
    reach: Count = 0
    tries: tuple[Move, ...] = ()
    level: Count = 0

    @property
    def answers(self) -> tuple[Answer | None, ...]:
        """The answers to the five conditions."""
        return (self.stake, self.pieces, self.tempts, self.unseen, self.holds)

    @property
    def answer(self) -> Answer:
        """Whether the puzzle is a fight: one "no" is enough for none."""
        if "no" in self.answers:
            return "no"
        return "undecided" if "undecided" in self.answers else "yes"


class Proof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a check found out, kept with the puzzle.

    Attributes
    ----------
    verdict
        "sound", "cooked" (`cooks` solve it, too, or it is done in fewer moves than are asked for),
        "unsolvable" (`refutation` shows why), or "unproved" for accepted moves, and where no search
        reaches.
    rules
        The game with all its options, as the first word of a position string.
    version
        The version of Pyramidion that proved it.
    position
        The position it was proved for; a proof of another one counts for nothing.
    first
        All first moves that solve it (of "unique": one of each set that symmetry exchanges).
    cooks
        First moves that solve it and should not.
    line
        The solution against the best defence.
    shorter
        A solution in fewer moves than are asked for, against the best defence.
    refutation
        Of an unsolvable puzzle: a line that shows the best attempt fail.
    superfluous
        Sites of pieces without which the puzzle stays sound, each taken away alone.
    visited
        Positions the search looked at.
    counts
        What becomes of all first moves; None where they were not counted.
    fight
        Whether it is a fight; None where that was not judged.
    """

    verdict: Verdict
    rules: str
    version: str
    position: str = ""
    first: tuple[Move, ...] = ()
    cooks: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    shorter: tuple[Move, ...] = ()
    refutation: tuple[Move, ...] = ()
    superfluous: tuple[str, ...] = ()
    visited: int = 0
    counts: MoveCounts | None = None
    fight: Fight | None = None

    @property
    def no_choice(self) -> bool:
        """Whether every first move reaches the goal: there is nothing to find."""
        return self.counts is not None and self.counts.no_choice


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What makes the start position of a record a puzzle for the side to move.

    Attributes
    ----------
    stipulation
        What is asked.
    keys
        The first moves the author means; () for what the proof finds.
    tries
        Tempting wrong first moves with their refutations.
    hints
        The author's own words for the three hints: where to look, the corner, the point; "" and
        what is missing are made by the program.
    proof
        What the last check found.
    grade
        How hard it is, 1 to 5, 0 for not graded.
    """

    stipulation: Stipulation
    keys: tuple[Move, ...] = ()
    tries: tuple[Try, ...] = ()
    hints: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    proof: Proof | None = None
    grade: Annotated[int, Meta(ge=0, le=5)] = 0
