"""`GameView`: what a game brings to the viewer, as one immutable value without Qt.

A game that brings nothing is told of in general words, so that every registered game can be shown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from model.boards.board import Board, IntArray
from model.boards.lattice import PyramidLattice
from model.contract.game import Outcome, Position, Stop
from model.puzzles.account import Account
from viewer.games.decision import Decision, Planner, general_decision
from viewer.games.facts import (
    Fact,
    OptionExample,
    OptionWords,
    general_ending,
    general_facts,
    general_standing,
)
from viewer.visuals.overlay_types import Overlay, Pour
from viewer.visuals.side_colours import SideColour

# What games on the pyramid of touching balls share.


def lattice_skin(board: Board, sites: Sequence[int]) -> IntArray:
    """Return the (m, 3) int32 triangles that span balls as a sheet."""
    from model.connection import triangles

    assert isinstance(board, PyramidLattice)
    return triangles(board, sites)


@runtime_checkable
class Findings(Protocol):
    """What a game has found out about one position so far; later ones of it know more.

    What an engine thinks of a position is a `model.contract.search.Analysis`.
    """

    @property
    def position(self) -> Position:
        """What it is about."""

    @property
    def done(self) -> bool:
        """Everything about the position itself is known."""


TellFindings = Callable[[Findings], None]
"""Takes findings whenever more is known."""


@dataclass(frozen=True)
class Explanation:
    """One entry of the Explain menu.

    Attributes
    ----------
    name
        Its command is ``explain.<name>``.
    title
        As the menu writes it.
    show
        What it writes into `View.show`.
    submenu
        Under "Explain"; "" for the menu itself.
    help
        One sentence.
    divided
        The menu has a line before it.
    """

    name: str
    title: str
    show: str
    submenu: str = ""
    help: str = ""
    divided: bool = False


@dataclass(frozen=True)
class ExplainAction:
    """Something that can be done with what is chosen in the Why dock, there and by a command.

    Attributes
    ----------
    name
        Its command is ``explain.<name>``; the content of the Why dock knows it by this.
    title, help
        As button and menu write it, and one sentence.
    """

    name: str
    title: str
    help: str


@dataclass(frozen=True)
class GameDock:
    """A dock that only one game has.

    Attributes
    ----------
    name
        Its own among all docks; the command ``explain.<name>`` opens and closes it.
    title
        What its bar and the menu say.
    module
        The module of `viewer.panels.games` that makes what stands in it
        (`viewer.panels.games.game_panel`), imported when it is first opened.
    width
        Logical pixels it likes.
    starts_open
        Whether it is open where nobody has chosen.
    comes_forward
        (position, move): whether it comes before the docks it lies among once the move was made
        there; None: never by itself.
    """

    name: str
    title: str
    module: str
    width: int = 360
    starts_open: bool = False
    comes_forward: Callable[[Position, str], bool] | None = None


@dataclass(frozen=True)
class NothingFound:
    """Findings on a position about which nothing is found out."""

    position: Position
    done: bool = True


class Explainer:
    """What a game finds out about positions in the background, and how it shows and tells it.

    For a game to inherit; by itself it finds out nothing, and explains by general words. A line of
    `facts` with `Fact.show` lays that over the position when it is clicked. Methods that take an
    `analysis` get findings on the position at hand, or None while nothing is known.

    Attributes
    ----------
    explanations
        What the Explain menu offers.
    actions
        What can be done with what is chosen in the Why dock.
    panel
        The module that makes what the Why dock shows (`make_content`); "": `facts`.
    """

    explanations: tuple[Explanation, ...] = ()
    actions: tuple[ExplainAction, ...] = ()
    panel: str = ""

    def analyze(self, position: Position, report: TellFindings, stop: Stop) -> None:
        """Find out about `position`, reporting after every step, until `stop` says so."""
        report(NothingFound(position))

    def moved_to(self, analysis: Findings, position: Position) -> Findings:
        """Return `analysis` as one of an equal position."""
        return NothingFound(position)

    def can_weigh(self, analysis: Findings, site: int) -> bool:
        """Whether a move on `site` can still be weighed."""
        return False

    def weigh(self, analysis: Findings, site: int, stop: Stop) -> Findings | None:
        """Return what is known once a move on `site` has been weighed; None when stopped."""
        return None

    def facts(self, position: Position, analysis: Findings | None) -> tuple[Fact, ...]:
        """Return the lines of the Why dock, where no `panel` makes what it shows."""
        return general_facts(position)

    def headline(self, position: Position, analysis: Findings | None) -> str:
        """Return how a running game stands, in a sentence; "" until that is known."""
        return ""

    def interesting(self, position: Position, analysis: Findings | None) -> tuple[int, ...] | None:
        """Return the sites worth a visit, the best first; None: wherever one can move."""
        return None

    def point_text(
        self, position: Position, site: int, analysis: Findings | None, *, quiet: bool
    ) -> str:
        """Return the line on a site; "" for general words.

        `quiet` leaves out what is held, won or threatened.
        """
        return ""

    def bare_point(self, position: Position, site: int) -> str:
        """Return the line on a site where a click is no move; "" for general words."""
        return ""

    def overlays(
        self, position: Position, show: str, analysis: Findings | None, *, plans: bool = True
    ) -> tuple[Overlay, ...]:
        """Return what `View.show` lays over a position; () for words of another game.

        Parameters
        ----------
        plans
            With plans that `show` does not ask for by name: in a puzzle they are the answer.
        """
        return ()

    def threats(self, position: Position, analysis: Findings | None) -> tuple[Overlay, ...]:
        """Return what marks the threats of all sides, as far as they are known; () for none."""
        return ()

    def find(self, position: Position, shows: Sequence[str], *, threats: bool) -> Findings:
        """Return what `overlays` of these words, and the threats, need to be whole.

        A picture waits for it, a window does not: there it comes with `analyze`.
        """
        return NothingFound(position)

    def finale(self, position: Position) -> str:
        """Return what `View.show` becomes when a move has just ended the game; "": as it was."""
        return ""

    def pour(self, position: Position, what: str) -> Pour | None:
        """Return colour that runs from a corner past a side's balls ("SW:red"), at time 0.

        None where no colour can run so.
        """
        return None


@dataclass(frozen=True)
class QuickStart:
    """A game that the welcome page begins at once.

    Attributes
    ----------
    title
        As the button says it.
    options
        Of the game, as texts.
    group
        The title of its row, of the game the page begins with.
    spoken, tip
        What a reader says, and the tip; "": made of the titles.
    is_default
        The button that Enter presses.
    """

    title: str
    options: Mapping[str, str] = field(default_factory=dict)
    group: str = ""
    spoken: str = ""
    tip: str = ""
    is_default: bool = False


@dataclass(frozen=True)
class GameView:
    """What a game brings.

    Attributes
    ----------
    facts
        The lines of the Why dock.
    standing
        How far a game is, in a few words for the status line.
    ending
        (position, outcome) -> one sentence on the end of a game.
    announcement
        What is said aloud when a position is reached, "" for nothing.
    decision
        What decided a line of a puzzle: one sentence and the picture that goes with it.
    explainer
        Who analyzes its positions and explains them; None: the facts are all there is.
    docks
        Docks that are there while this game is the active one.
    level_maps
        Its levels lie above each other, each a square of points: the Level maps dock shows them.
    colours
        Side -> its colours; sides left out get one in turn. A name that several games use has the
        colours of the first of them: red is red everywhere.
    insignia
        The sign of `insignia` that stands for each side beside its colour, as far as
        sides have one.
    facing
        Side -> degrees by which its player sits farther round the board than where the home view is
        from; sides left out sit there, or anywhere.
    skin
        (board, sites) -> (m, 3) int32 sites: the triangles that span the sites as a sheet. None:
        sheets are not spanned.
    quick_starts
        The games the welcome page begins at once.
    puzzle_options
        Options of the game that puzzles are generated of while nothing else is open.
    replaced_options
        Option -> the options that take its place when one of them is given.
    options
        Option -> what the dialog of a new game calls it, in the order and groups shown there.
    example
        A position that shows there what some options do, or None.
    planner
        Draws moves that are plans of many choices; None: moves are built step by step.
    token_words, token_tips
        What a button says that stands for a step that is no site; and what it does, where its
        words do not say it.
    move_words
        A text with its moves in words, where their notation is not read easily.
    begun
        What is laid over a position while a move is built: where its parts go.
    how_to_win
        One sentence, true of every variant of the game; "" where nobody says it.
    """

    facts: Callable[[Position], tuple[Fact, ...]] = general_facts
    standing: Callable[[Position], str] = general_standing
    ending: Callable[[Position, Outcome], str] = general_ending
    announcement: Callable[[Position], str] = lambda position: ""
    decision: Callable[[Account], Decision] = general_decision
    explainer: Explainer | None = None
    docks: tuple[GameDock, ...] = ()
    level_maps: bool = False
    colours: Mapping[str, SideColour] = field(default_factory=dict)
    insignia: Callable[[Position], Mapping[str, str]] = lambda position: {}
    facing: Mapping[str, float] = field(default_factory=dict)
    skin: Callable[[Board, Sequence[int]], IntArray] | None = None
    quick_starts: tuple[QuickStart, ...] = ()
    puzzle_options: Mapping[str, str] = field(default_factory=dict)
    replaced_options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    example: OptionExample | None = None
    planner: Planner | None = None
    token_words: Callable[[str], str] = str.capitalize
    token_tips: Mapping[str, str] = field(default_factory=dict)
    move_words: Callable[[str], str] = str
    begun: Callable[[Position, Sequence[str]], tuple[Overlay, ...]] = lambda position, partial: ()
    how_to_win: str = ""


class _Said(msgspec.Struct):
    """What needs no code of what a game brings; see `GameView`."""

    how_to_win: str
    quick_starts: tuple[QuickStart, ...]
    options: dict[str, OptionWords]
    colours: dict[str, SideColour] = {}
    facing: dict[str, float] = {}
    puzzle_options: dict[str, str] = {}
    replaced_options: dict[str, tuple[str, ...]] = {}
    token_tips: dict[str, str] = {}
    example: OptionExample | None = None


def view_said(module: Path) -> GameView:
    """Return a view with all that ``view.json`` beside its module says."""
    data = module.with_name("view.json").read_bytes()
    return GameView(**msgspec.structs.asdict(msgspec.json.decode(data, type=_Said)))
