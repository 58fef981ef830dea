"""What only some games have, as hooks with defaults: set-up, provers, engines, goals, tasks.

A game that gives each choice its time says here how long one may take (`ChoiceTime`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Generic, NamedTuple

from model.boards.board import IntArray
from model.contract.game import WIN, Game, GameKind, Goal, Move, Player, Position, Stop
from model.contract.search import AS_SEEN, Engine, Prover, Solver, Sureness, ValueSearch
from model.contract.setup_rules import Cells, G, P, SetupRules, StackRules
from model.contract.tables import TableMaker

# -- what a game says of tasks and goals: conditions of its own, the moves they judge, its words ---


@dataclass(frozen=True)
class Played(Generic[P]):
    """A move to judge: the position before, the move, the position after."""

    before: P
    move: Move
    after: P

    @property
    def side(self) -> Player:
        """The side that moved."""
        return self.before.to_move or ""

    @property
    def causes(self) -> frozenset[str]:
        """The rules at work in the move."""
        return frozenset(event.cause for event in self.before.events(self.move) if event.cause)

    @property
    def placed(self) -> int | None:
        """The site something was put on last, None for none."""
        sites = [
            event.to if event.kind == "move" else event.site
            for event in self.before.events(self.move)
            if event.kind in ("move", "place")
        ]
        return sites[-1] if sites else None


@dataclass(frozen=True)
class Condition:
    """A word of what a lesson's task wants, and what it says (`model.lessons.judging`).

    Attributes
    ----------
    name
        As written in files.
    argument
        What stands after ``=``: "" for nothing, else "corner", "number", "site", "wall",
        "corner:side", "move" (one that is legal there).
    says
        What is wanted, a format string over the argument ("holds {}").
    """

    name: str
    argument: str
    says: str


@dataclass(frozen=True)
class MoveCondition(Condition, Generic[P]):
    """A condition that judges a move; `test` gets the argument as written.

    Attributes
    ----------
    examples
        Where moves are too many to be listed: some that are likely to meet the condition with this
        argument. None: moves are drawn.
    reply
        Where the move is a hidden choice: what the other side has chosen, as far as the condition
        says; None, or a reply that is None: nothing in particular.
    leaks
        Where the condition is about a corner to be shut off: whether colour poured there still
        gets out after the move. None: nothing is poured to show why a move fails.
    """

    test: Callable[[Played[P], str], bool]
    examples: Callable[[P, str], Iterable[Move]] | None = None
    reply: Callable[[Played[P], str], Move | None] | None = None
    leaks: Callable[[Played[P], str], bool] | None = None


@dataclass(frozen=True)
class PointCondition(Condition, Generic[P]):
    """A condition that judges a point somebody clicks; `test` gets the argument and the site."""

    test: Callable[[P, str, int], bool]


def on_corner(position: Position, corner: str, site: int) -> bool:
    """Tell whether a site is a corner of the board, for a `PointCondition`."""
    return site == position.game.board.corners[corner]


class GoalWords(NamedTuple):
    """A goal in words: "{side} {does}", "stop {side} from {doing}", "{side} does not {do}"."""

    does: str
    doing: str
    do: str


# -- the hooks -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChoiceTime:
    """What the rules say of the time for a choice; who shows the game keeps it, or does not.

    Attributes
    ----------
    seconds
        For each choice; 0: the game is played without a clock.
    voids
        Nothing counts of what somebody who is late has chosen; else what was chosen by then counts.
    """

    seconds: int
    voids: bool = False


class Hooks(Generic[G, P]):
    """What a kind of game may bring beside `GameKind`; it inherits both.

    Hooks that take positions are given positions of this game, or drafts of them
    (`model.positions.setup.Draft`), which nothing can be said about. The defaults are those of a
    game that has nothing of the kind.
    """

    move_conditions: tuple[MoveCondition[P], ...] = ()
    point_conditions: tuple[PointCondition[P], ...] = ()
    """What tasks of lessons may want in this game, beside what they may want in all."""

    terms: tuple[str, ...] = ()
    """Words that a course of this game teaches before it uses them, forms that are no plain plural
    or past after "|": "hold|held"."""

    links: bool = False
    """Pieces of one side that touch form groups; a click on one selects its group."""

    deeds: Mapping[str, str] = MappingProxyType({})
    """How kinds of events with their causes are said: ``{"move lift": "lifts the {piece} on {site}
    to {to}"}``, with {way} and, for events that are alike, {sites}; "" where others say it.
    What begins with "the" or a capital is said last: it is not the mover who does it."""

    def describe_choice(self, game: G, move: Move) -> str:
        """Return a choice that is made of several parts in words; "" where events say it."""
        return ""

    plays_hidden: bool = False
    """Whether `engine` plays where choices are hidden, with moves that have probabilities; a game
    with secrets is played by engines only then."""

    def seated(self, game: G) -> tuple[Player, ...]:
        """Return the players of a game who have a seat: all but those who never move."""
        return game.players

    @property
    def setup(self) -> SetupRules[G, P] | None:
        """How positions are set up by hand, a letter a site; None: they cannot be."""
        return None

    @property
    def stacks(self) -> StackRules[G, P] | None:
        """How stacks are set up by hand, where `setup` is None; None: they cannot be."""
        return None

    @property
    def tables(self) -> TableMaker | None:
        """How tables of all positions of such games are built and opened; None: there are none.

        `model.tablebase.library.table_for` is what asks for one.
        """
        return None

    def perft(self, position: P, depth: int) -> int | None:
        """Return perft(`depth`), 2 or more, where there is a quick way to it, else None."""
        return None

    def findings(
        self, position: P, *, costs: bool, limit: float | None
    ) -> tuple[dict[str, object], bool]:
        """Return further keys of `many_analyses.analyze`, and whether all was decided."""
        return {}, True

    def prover(self, game: G, stop: Stop | None = None) -> Prover | None:
        """Return a prover for a game of this kind; None: playing all lines is as good as any."""
        return None

    def solver(self) -> Solver | None:
        """Return what finds the value of a position; None: what does for every game will do."""
        return None

    def value_search(self, game: G, stop: Stop, cores: int = 1) -> ValueSearch | None:
        """Return what finds who wins, where depth is no measure; it is asked beside `prover`.

        It may use so many cores. None: there is none, and `solver` is asked.
        """
        return None

    def engine(self, game: G) -> Engine | None:
        """Return the strongest engine there is for a game of this kind.

        None: trees grown by games played out at random will do (`model.search.tree_search.uct`).
        """
        return None

    def sureness(self, game: G, nodes: int) -> Sureness:
        """Return what makes the per cents of `engine` true that has looked at so many positions.

        It is measured by ``benchmarks.strength.calibration``, in games of two; elsewhere they are
        told as seen.
        """
        return AS_SEEN

    def plain_engine(self, game: G) -> Engine | None:
        """Return UCT with uniformly random playouts and tuned exploration, as quick as can be.

        It knows nothing but the rules: `engine` is measured against it. None:
        `model.search.tree_search.uct`.
        """
        return None

    def overlays(self, game: G) -> Mapping[str, tuple[Sequence[str], ...]]:
        """Return what a View of this game may ask to have shown over the position.

        A name, with the words that may stand in each of its parts: ``{"win": (players,)}`` allows
        "win=red", ``{"cost": (corners, players)}`` "cost=SW:red", and a name without parts stands
        alone. The `Explainer` of the game draws them.
        """
        return {}

    def reached(self, position: P, goal: Goal) -> bool:
        """Tell whether a goal other than the win is reached."""
        raise ValueError(f"{position.game.kind.title} knows no goal {goal.kind}")

    def describe_goal(self, goal: Goal) -> GoalWords:
        """Return a goal in words; those of a goal other than the win are the game's to give."""
        if goal.kind != WIN.name:
            return GoalWords("reaches the goal", "reaching the goal", "reach the goal")
        return GoalWords("wins", "winning", "win")

    def corner_of(self, position: P, move: Move) -> str:
        """Return the corner of the board that a move is about, for hints; "" for none."""
        return ""

    def within_reach(self, position: P, side: Player) -> Mapping[Goal, tuple[Move, ...]]:
        """Return the goals short of the win that one more move of a side reaches, with the moves.

        Whoever is to move; none where the game knows no goal but the win.
        """
        return {}

    def plan(self, position: P, goal: Goal) -> tuple[Move, ...]:
        """Return the cheapest way to a goal if the other side kept passing, in order.

        (): there is none, or the game knows no plans.
        """
        return ()

    def motifs(self, position: P, line: Sequence[Move]) -> tuple[str, ...]:
        """Return what the first move of a solution does on this board, each by a test of its own.

        Words for the themes of a puzzle, the most telling first.
        """
        return ()

    def random_setup(self, game: G, rng: Random) -> tuple[Cells, int] | None:
        """Return cells with pieces strewn as suits this game, and the number of the side to move.

        None: strewing them over the whole board will do.
        """
        return None

    def random_position(self, game: G, rng: Random) -> P | None:
        """Return a position as puzzles may begin with, drawn with all that belongs to it.

        None: pieces strewn over a board are enough (`random_setup`).
        """
        return None

    def likely_choice(self, position: P, rng: Random) -> Move:
        """Return, where both sides choose at once, a choice that somebody may well make."""
        return self.playout_move(position, rng)

    def playout_move(self, position: P, rng: Random) -> Move:
        """Return a move as a simple player makes it; ValueError when there is none."""
        return position.legal_moves.sample(rng)

    def image_of(self, game: G, move: Move, image: IntArray) -> Move | None:
        """Return what a legal move becomes where every site s comes to lie on ``image[s]``.

        None: putting the new names of the sites into its text will do.
        """
        return None

    def is_directed(self, game: G) -> bool:
        """Tell whether the rules tell north from the other directions."""
        return False

    def choice_time(self, game: G) -> ChoiceTime | None:
        """Return the time that each choice made of slots is given.

        None: games of this kind give time for the whole game, if any.
        """
        return None


_NONE = Hooks[Game, Position]()


def hooks_of(kind: GameKind) -> Hooks[Game, Position]:
    """Return the hooks of a kind of game; the defaults where it declares none."""
    return kind if isinstance(kind, Hooks) else _NONE
