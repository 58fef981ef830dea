"""What commands, panels and the learning layer may ask of the window, as protocols.

The window and its scene view implement them; so do the stand-ins of tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from model.records.view import View
from viewer.commands.controllers import (
    AdviceControl,
    AnnotationControl,
    EndControl,
    LearningControl,
    LessonAuthorControl,
    LineControl,
    MistakePuzzleControl,
    OpponentControl,
    PresentationControl,
    PuzzleAuthorControl,
    ReviewControl,
    SetupControl,
    ToolControl,
    ValuesControl,
)
from viewer.picture.lattice_cursor import Way
from viewer.session.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Session

if TYPE_CHECKING:
    from model.game import Game, Position
    from model.play.clock import TimeControl
    from model.play.seats import Seats
    from model.records.marks import Mark
    from model.records.puzzle import Stipulation
    from viewer.commands.tools.tool import Tools
    from viewer.games.overlay_types import Overlay, Pour


class SceneControl(Protocol):
    """What commands, panels and the learning layer may ask of the scene in the window.

    Attributes
    ----------
    tools
        Which tool takes the clicks.
    point
        The active site: what the mouse (in scene or maps) or the lattice cursor pointed at last;
        None: nothing.
    cursor
        The site under the lattice cursor, None while there is none.
    animates
        Whether views fly and moves are shown being played; a scene that is not there does not.
    confirms
        Whether a click pins a ball and a second one places it.
    is_pinned
        Whether a ball is pinned and waits to be placed.
    marks
        All marks over the position: those of the node, and those shown for now.
    overlays
        What is laid over the position: a sheet, ways, a plan, a pour.
    guess
        What is drawn of the other side's plan, where moves are plans; a partial move.
    """

    @property
    def tools(self) -> Tools: ...
    @property
    def point(self) -> int | None: ...
    @property
    def cursor(self) -> int | None: ...
    @property
    def animates(self) -> bool: ...
    @property
    def confirms(self) -> bool: ...
    @property
    def is_pinned(self) -> bool: ...
    @property
    def marks(self) -> tuple[Mark, ...]: ...
    @property
    def overlays(self) -> tuple[Overlay, ...]: ...
    @property
    def guess(self) -> tuple[str, ...]: ...
    def show_guess(self, position: Position, guess: tuple[str, ...]) -> None:
        """Draw a plan of the other side in a position, as if a person had guessed it."""
        ...

    def shown_sites(self) -> list[int]:
        """Return the sites that cuts, peels and the working layer leave in sight."""
        ...

    def fly(self, view: View) -> None:
        """Go to `view` as one change of view: a flight, or at once where animation is off."""
        ...

    def show_document(self) -> None:
        """Draw the active document again."""
        ...

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show marks besides those of the node: a lesson step's, a hint's."""
        ...

    def show_pending(self, marks: tuple[Mark, ...]) -> None:
        """Show a mark that is being made: the points of it chosen so far."""
        ...

    def light_sites(self, sites: tuple[int, ...]) -> None:
        """Light up what stands on `sites`; () lights up nothing."""
        ...

    def hover_from_outside(self, site: int | None) -> None:
        """Light a point that is hovered in another view of the board."""
        ...

    def show_stage(self, node: int | None, number: int = 0) -> None:
        """Show how things stood after some stages of the move to a node; None: as they stand."""
        ...

    def hear_stages(self, listener: Callable[[int], None]) -> None:
        """Tell a listener the number of the stage of a move that is shown, 0 once none is."""
        ...

    def forget_place(self) -> None:
        """Forget what is pointed at, pinned and lit: something else is asked."""
        ...

    def say(self, sentence: str) -> None:
        """Show a sentence over the scene until the next one."""
        ...

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; what the session refuses is said in one sentence."""
        ...

    # what keys and clicks do
    def zoom(self, factor: float) -> None:
        """Come nearer (factor < 1), or go away."""
        ...

    def deeper(self, steps: int) -> None:
        """Take the candidate that lies `steps` farther along the line of sight."""
        ...

    def move_cursor(self, way: Way) -> None:
        """Move the lattice cursor: by screen direction, or one level above or below."""
        ...

    def set_cursor(self, site: int) -> None:
        """Put the lattice cursor on a site."""
        ...

    def place(self) -> None:
        """Place a ball at the active site (with "confirm moves": pin it)."""
        ...

    def place_at(self, site: int) -> None:
        """Do what a click on a site does."""
        ...

    def select(self, site: int | None) -> None:
        """Do what a click on a piece does, or (None) on nothing."""
        ...

    def cancel(self) -> bool:
        """Break off what is half done, as Escape does; False when nothing is."""
        ...


class Questions(Protocol):
    """What is asked through dialogs; None when they are cancelled."""

    def puzzle_game(self, game: Game) -> tuple[str, dict[str, str]] | None:
        """Ask which game puzzles are made of, and its options; `game` is what they are now."""
        ...

    def game_to_play(
        self, chosen: Preferences
    ) -> tuple[str, dict[str, str], dict[str, object], bool] | None:
        """Ask for a game, its options, and the opponent.

        The opponent and the clock come as the preferences that were chosen for them, and whether
        there is an opponent; else persons play.
        """
        ...

    def seats(
        self,
        game: Game,
        seats: Seats,
        control: TimeControl | None,
        engines: Sequence[str],
    ) -> tuple[Seats, TimeControl | None] | None:
        """Ask who plays each side, `engines` by their names among them, and with which clock."""
        ...

    def open_file(self, folder: Path) -> Path | None: ...
    def save_file(self, suggested: Path) -> Path | None: ...
    def picture_file(self, suggested: Path) -> Path | None: ...
    def table_file(self, suggested: Path) -> Path | None: ...
    def folder(self, folder: Path) -> Path | None: ...
    def text(self, title: str, label: str, text: str = "") -> str | None: ...
    def choice(self, title: str, choices: Sequence[str]) -> int | None:
        """Ask for one of `choices`; returns its index."""
        ...

    def unsaved(self, documents: Sequence[Document]) -> Literal["save", "discard"] | None:
        """Ask what to do with changes that would be lost; None: stay."""
        ...

    def changed(self, path: Path) -> Literal["elsewhere", "compare"] | None:
        """Ask what to do where another program has changed a file; None: nothing now."""
        ...

    def may_replace(self, path: Path) -> bool:
        """Ask whether a file that is there may be replaced."""
        ...

    def remove_item(self, title: str, collection: str) -> bool:
        """Ask whether an item is to be taken out of the file of a collection."""
        ...

    def lose(self, question: str) -> bool:
        """Ask whether something that was not saved may go."""
        ...

    def headers(self, document: Document, players: Sequence[str]) -> dict[str, str] | None:
        """Ask for title, players, date, event, source and result."""
        ...

    def transform(self, position: Position) -> tuple[int, bool] | None:
        """Ask how to turn the position (`named_maps`), and whether colours are exchanged."""
        ...

    def puzzle(self, position: Position) -> tuple[Stipulation, str] | None:
        """Ask what is asked of a position, and for a title."""
        ...


class Shell(Protocol):
    """What may be asked of the window."""

    session: Session

    @property
    def ask(self) -> Questions: ...
    @property
    def scene(self) -> SceneControl: ...
    @property
    def preferences(self) -> Preferences: ...
    def prefer(self, preferences: Preferences) -> None:
        """Take over new preferences, show them and keep them."""
        ...

    def perform(self, command: str) -> bool:
        """Run a command by its id; returns whether it ran. What refuses is told in a sentence."""
        ...

    # telling the person
    def say(self, sentence: str) -> None:
        """Show one sentence; "" takes the last one away."""
        ...

    def offer(self, sentence: str, action: str, do: Callable[[], object]) -> None:
        """Show one sentence with a button that does something; it stays until it is answered."""
        ...

    def complain(self, sentence: str, details: str = "") -> None:
        """Show one sentence on what could not be done; it stays until it is closed.

        `details` are one click away.
        """
        ...

    def refuse(self, sentence: str, rule: str) -> None:
        """Say why something may not be; `rule` ("pyramid.md#end", or "") is one click away."""
        ...

    def try_to(self, do: Callable[[], object]) -> bool:
        """Do something; a SessionError is told with `complain`. Returns whether it ran."""
        ...

    # the machine
    def clipboard(self) -> str: ...
    def set_clipboard(self, text: str) -> None: ...
    def copy_picture(self) -> None:
        """Put what the scene shows on the clipboard as a picture."""
        ...

    def export_picture(self, path: Path) -> None:
        """Write what the scene shows as a picture; SessionError when it cannot be written."""
        ...

    # places in the window
    def show_welcome(self) -> None: ...
    def show_palette(self) -> None:
        """Open the palette of all commands."""
        ...

    def show_move_field(self, text: str = "") -> None:
        """Put the cursor in the field that moves are typed into, behind `text`."""
        ...

    def show_help(self, page: Literal["keys", "guide", "rules", "about"]) -> None: ...
    def show_rule(self, rule: str) -> None:
        """Show the rules page of a game at a rule ("pyramid.md#end")."""
        ...

    def edit_comment(self) -> None:
        """Open the Moves dock and write the comment of the current move there."""
        ...

    def show_puzzle_generator(self) -> None: ...
    def show_tables(self) -> None:
        """Show the window in which tables of solved games are built and kept."""
        ...

    def show_settings(self) -> None:
        """Show what is chosen once for all documents."""
        ...

    def show_pupils(self) -> None:
        """Show who learns, and what each pupil has done."""
        ...

    def show_collection(self, path: Path) -> None:
        """Show a collection file or a folder in its dock; SessionError."""
        ...

    def open_panel(self, name: str) -> None:
        """Open a dock ("why", "maps", "moves", "review", ...) and bring it to the front."""
        ...

    def toggle_panel(self, name: str) -> None:
        """Open or close a dock; besides their names, "bookmarks" in the Look dock."""
        ...

    def reset_docks(self) -> None:
        """Put every dock back in its place."""
        ...

    def has_panel(self, name: str) -> bool:
        """Tell whether a dock has something to show of the active document."""
        ...

    def is_panel_open(self, name: str) -> bool: ...
    def is_panel_shown(self, name: str) -> bool:
        """Tell whether an open dock has its place in the window; else it waits for room."""
        ...

    def focus_scene(self) -> None:
        """Give the keyboard to the scene."""
        ...

    def leave_scene(self) -> None:
        """Give the keyboard to the next widget."""
        ...

    def toggle_full_screen(self) -> None: ...
    def close_window(self) -> None:
        """Close the window; whatever has to be asked has been asked."""
        ...

    # over the scene
    @property
    def poured(self) -> Pour | None:
        """What is poured now (in Why, or by a step of a lesson)."""
        ...

    def show_pour(self, pour: Pour | None) -> None:
        """Lay a pour over the position; None: no more."""
        ...

    def pour(self) -> None:
        """Start or stop the pour at the corner shown (`View.show`), SW for the mover if none."""
        ...

    def act_on_why(self, name: str) -> None:
        """Do one of `Explainer.actions` with what is chosen in Why; SessionError if it cannot."""
        ...

    def next_interesting(self, step: int) -> None:
        """Put the cursor on the next (1) or previous (-1) interesting point."""
        ...

    # tools and controllers, made when they are first asked for
    @property
    def setup_tool(self) -> SetupControl: ...
    @property
    def annotation_tool(self) -> AnnotationControl: ...
    @property
    def is_annotating(self) -> bool:
        """Whether clicks mark."""
        ...

    @property
    def distance_tool(self) -> ToolControl: ...
    @property
    def opponents(self) -> OpponentControl: ...
    @property
    def ends(self) -> EndControl: ...
    @property
    def advice(self) -> AdviceControl: ...
    @property
    def values(self) -> ValuesControl: ...
    @property
    def line(self) -> LineControl: ...
    @property
    def reviews(self) -> ReviewControl: ...
    @property
    def mistake_puzzles(self) -> MistakePuzzleControl: ...
    @property
    def learning(self) -> LearningControl: ...
    @property
    def lesson_author(self) -> LessonAuthorControl: ...
    @property
    def puzzle_author(self) -> PuzzleAuthorControl: ...
    @property
    def presentation(self) -> PresentationControl: ...
    @property
    def is_presenting(self) -> bool: ...
    @property
    def is_covered(self) -> bool:
        """Whether the active document is covered until another person sits down."""
        ...
