"""What commands ask of tools and of what teaches, authors and presents, as protocols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from model.game import Move, Position
    from model.play.clock import GameClock, TimeControl
    from model.play.seats import Seats
    from model.records.marks import Colour
    from viewer.commands.tools.annotation import AnnotationStyle, AnySign, Target
    from viewer.session.seating import Seating


class OpponentControl(Protocol):
    """Seats and clocks of the active document; what cannot be done raises SessionError."""

    @property
    def side(self) -> str:
        """The first side that an engine plays; "" for none."""
        ...

    @property
    def thinking_side(self) -> str:
        """The side whose engine thinks about its move now; "" for none."""
        ...

    @property
    def seats(self) -> Seats:
        """Who plays each side."""
        ...

    @property
    def clock(self) -> GameClock | None:
        """The clock of the game; None where it is played without one."""
        ...

    def sit(self, side: str) -> None:
        """Have the computer play a side; "": none."""
        ...

    def seat(self, seats: Seats) -> None:
        """Give the sides to others."""
        ...

    def sign(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return what headers should say of who plays, and of engines that have played."""
        ...

    def resume(self, seating: Seating) -> None:
        """Go on with a game as it was left."""
        ...

    def set_clock(self, control: TimeControl | None) -> None:
        """Put both sides on the clock; None: play on without one."""
        ...

    def play_other(self) -> None:
        """Have the computer play the side that is not to move, and the other one next time."""
        ...

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being thought about."""
        ...

    @property
    def is_paused(self) -> bool:
        """Whether nobody moves and no clock runs for now."""
        ...

    def move_once(self) -> None:
        """Have the computer play one move for whoever is to move."""
        ...

    def move_now(self) -> None:
        """Have whoever thinks play the best move found so far."""
        ...

    def pause(self) -> None:
        """Let nobody move and no clock run, or end that."""
        ...

    def take_back(self) -> None:
        """Undo moves until it is a person's turn again."""
        ...


class EndControl(Protocol):
    """Ending the game of the active document; SessionError says why it cannot be ended so."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended where it stands."""
        ...

    def resign(self) -> None:
        """Give it up for the person at the screen."""
        ...

    def offer_draw(self) -> None:
        """Offer the other side a draw."""
        ...

    def play_on(self) -> None:
        """Take a loss on time back."""
        ...


class ValuesControl(Protocol):
    """What is certain about the active document."""

    @property
    def is_shown(self) -> bool:
        """Whether values lie over it, or would as soon as they are known."""
        ...


class AdviceControl(Protocol):
    """What an engine says of the active document; what cannot be asked raises SessionError."""

    @property
    def advises(self) -> bool:
        """Whether a hint or a judgement is shown, or looked for."""
        ...

    @property
    def is_judging(self) -> bool:
        """Whether a judgement is shown, or looked for."""
        ...

    @property
    def refutation(self) -> tuple[Move, ...]:
        """The line that is shown after the move that was judged; () for none."""
        ...

    def hint(self) -> None:
        """Give the next of three steps of a hint."""
        ...

    def judge(self) -> None:
        """Say what was bad about the move that was played last."""
        ...

    def keep(self) -> None:
        """Keep the line that is shown as a variation."""
        ...

    def dismiss(self) -> None:
        """Take a hint or a judgement away."""
        ...


class LineControl(Protocol):
    """The line that is shown step by step in the active document; SessionError where none is."""

    @property
    def is_shown(self) -> bool:
        """Whether a line is shown in the active document."""
        ...

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        ...

    def play(self) -> None:
        """Let it play, or stop it where it plays."""
        ...

    def leave(self) -> None:
        """Go back to the game."""
        ...


class ReviewControl(Protocol):
    """The review of a game; what cannot be done raises SessionError."""

    @property
    def is_reviewing(self) -> bool:
        """Whether the active document is being reviewed."""
        ...

    @property
    def is_kept(self) -> bool:
        """Whether the line of the active document holds evaluations."""
        ...

    def start(self) -> None:
        """Review the line of the active document."""
        ...

    def stop(self) -> None:
        """End the review; what was found is kept."""
        ...

    def go_to_mistake(self, step: int) -> None:
        """Go to the next mistake (1) or the one before (-1)."""
        ...

    def insert_best(self) -> None:
        """Add what was better than the current move as a variation."""
        ...

    def clear(self) -> None:
        """Take all evaluations away."""
        ...


class MistakePuzzleControl(Protocol):
    """Puzzles out of mistakes."""

    def make(self) -> None:
        """Make a puzzle of the current mistake; SessionError where it is none."""
        ...


class ToolControl(Protocol):
    """What commands ask of every tool that takes the clicks."""

    @property
    def is_on(self) -> bool: ...
    def begin(self) -> None: ...
    def leave(self) -> None: ...


class SetupControl(ToolControl, Protocol):
    """Setting a position up by hand."""

    @property
    def brush(self) -> int:
        """The number of the brush that is taken."""
        ...

    @property
    def brushes(self) -> tuple[tuple[str, int], ...]:
        """What each brush is called, and its number; () where places hold stacks."""
        ...

    @property
    def changed(self) -> SignalInstance:
        """Another brush, or another tool."""
        ...

    def take(self, brush: int) -> None:
        """Take another brush."""
        ...

    def next_brush(self) -> None:
        """Take the next brush; SessionError where there are none."""
        ...

    def stroke(self, site: int, first: bool) -> None:
        """Brush on over sites; one stroke is one edit."""
        ...

    def type_points(self, text: str) -> None:
        """Brush the points of a text; SessionError says which word is none."""
        ...

    def paste(self, text: str) -> None:
        """Set up the position of a string; SessionError says where it is wrong."""
        ...

    def transform(self, number: int, *, exchange: bool) -> None:
        """Turn or mirror the position as `model.symmetry.named_maps` counts, exchange colours."""
        ...

    def clear(self) -> None:
        """Take everything off the board."""
        ...


class AnnotationControl(ToolControl, Protocol):
    """Marking points, pieces, groups and sheets.

    Attributes
    ----------
    style
        What a click puts.
    pending
        Names of the points of a link or a sheet chosen so far.
    target
        Where the marks go.
    """

    target: Target

    @property
    def style(self) -> AnnotationStyle: ...
    @property
    def pending(self) -> tuple[str, ...]: ...
    def take(self, *, sign: AnySign = ..., colour: Colour = ..., text: str = ...) -> None:
        """Change what a click puts."""
        ...

    def mark(self, position: Position, site: int, sign: AnySign | None = None) -> None:
        """Put the sign (or another) on a site, or take it away; SessionError says why not."""
        ...

    def begin_link(self, name: str) -> None:
        """Let the next click end a link from the point of that name."""
        ...

    def finish(self) -> None:
        """End the sheet that is being marked."""
        ...

    def sheet_shown(self) -> None:
        """Mark the sheet that Why shows."""
        ...

    def clear(self) -> None:
        """Take all marks of the position away."""
        ...


class LearningControl(Protocol):
    """Whatever runs in the active document: a lesson or a puzzle. SessionError where nothing."""

    def begin(self) -> None:
        """Start the lesson or the puzzle of the active document."""
        ...

    def end(self) -> None: ...
    def next(self) -> None: ...
    def back(self) -> None: ...
    def hint(self) -> None: ...
    def again(self) -> None: ...
    def restart(self) -> None:
        """Begin a puzzle that runs again."""
        ...

    def practise(self) -> None:
        """Begin mixed practice."""
        ...


class LessonAuthorControl(Protocol):
    """Writing a lesson."""

    def make(self) -> None:
        """Make a lesson of the active game."""
        ...

    def edit(self) -> None:
        """Edit the active lesson at the step that is shown."""
        ...

    def add(self) -> None:
        """Add the current view as a step."""
        ...

    def try_step(self) -> None:
        """Run the lesson from the step that is edited, or come back."""
        ...


class PuzzleAuthorControl(Protocol):
    """Making a puzzle and proving it."""

    def make(self) -> None:
        """Make a puzzle of the current position."""
        ...

    def edit(self) -> None:
        """Edit the active puzzle."""
        ...

    def check_active(self) -> None:
        """Prove the active puzzle."""
        ...


class PresentationControl(Protocol):
    """A presentation to a room."""

    def toggle(self) -> None: ...
    def step(self, by: int) -> None: ...
    def toggle_inset(self) -> None: ...
    def toggle_curtain(self) -> None: ...
