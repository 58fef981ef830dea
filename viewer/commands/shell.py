"""What a command is, and what it may ask of the shell that runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from model.records.view import View
from viewer.session.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Session

if TYPE_CHECKING:
    from viewer.commands.tools.annotation_tool import AnnotationTool
    from viewer.commands.tools.setup_tool import SetupTool
    from viewer.learn.puzzle_author import PuzzleAuthor
    from viewer.window.presentation.presentation import Presenting


Way = Literal["left", "right", "up", "down", "above", "below"]
"""Where the lattice cursor can go."""


class SceneHands(Protocol):
    """What commands ask of the scene. `viewer.scene.input.mouse` and the scene widgets answer."""

    @property
    def point(self) -> int | None:
        """The active site: hovered by the mouse, else under the lattice cursor; None: neither."""
        ...

    def fly(self, view: View) -> None:
        """Go to `view` as one look: a flight, or at once where animation is off."""
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


class Shell(Protocol):
    """What commands ask of the window. Dialogs return None when they are cancelled."""

    session: Session

    @property
    def scene(self) -> SceneHands: ...
    @property
    def preferences(self) -> Preferences: ...
    def prefer(self, preferences: Preferences) -> None:
        """Take over new preferences, show them and keep them."""
        ...

    def say(self, sentence: str) -> None:
        """Show one sentence to the person."""
        ...

    # dialogs
    def refuse(self, sentence: str, rule: str) -> None:
        """Say why something may not be; `rule` ("pyramid.md#end", or "") is one click away."""
        ...

    def ask_new_game(self) -> tuple[str, dict[str, str]] | None:
        """Ask for a game by name and its options."""
        ...

    def ask_open_file(self, folder: Path) -> Path | None: ...
    def ask_save_file(self, suggested: Path) -> Path | None: ...
    def ask_picture_file(self, suggested: Path) -> Path | None: ...
    def ask_text(self, title: str, label: str, text: str = "") -> str | None: ...
    def ask_choice(self, title: str, choices: Sequence[str]) -> int | None:
        """Ask for one of `choices`; returns its index."""
        ...

    def ask_unsaved(self, documents: Sequence[Document]) -> Literal["save", "discard"] | None:
        """Ask what to do with changes that would be lost; None: stay."""
        ...

    # the machine
    def clipboard(self) -> str: ...
    def set_clipboard(self, text: str) -> None: ...
    def export_picture(self, path: Path) -> None:
        """Write what the scene shows as a picture; SessionError when it cannot be written."""
        ...

    # places in the window
    def show_welcome(self) -> None: ...
    def show_palette(self) -> None:
        """Open the palette of all commands."""
        ...

    def show_command_box(self, text: str = "") -> None:
        """Open the box moves are typed into, with `text` in it."""
        ...

    def show_help(self, page: Literal["keys", "guide", "rules", "about"]) -> None: ...
    def toggle_panel(self, name: str) -> None:
        """Open or close a dock: "why", "maps", "moves", "look", "bookmarks"."""
        ...

    def is_panel_open(self, name: str) -> bool: ...
    def pour(self) -> None:
        """Start or stop the pour at the corner shown (`View.show`), SW for the mover if none."""
        ...

    def next_interesting(self, step: int) -> None:
        """Put the cursor on the next (1) or previous (-1) interesting point."""
        ...

    def leave_scene(self) -> None:
        """Give the keyboard to the next widget."""
        ...

    @property
    def setup_tool(self) -> SetupTool:
        """The mode and the brush of the set-up (`viewer.commands.tools.setup_tool.SetupTool`)."""
        ...

    def ask_folder(self, folder: Path) -> Path | None:
        """Ask for a folder to look through."""
        ...

    def show_collection(self, path: Path) -> None:
        """Show a collection file or a folder in its dock; SessionError."""
        ...

    def ask_headers(self, document: Document) -> dict[str, str] | None:
        """Ask for title, players, date, event, source and result."""
        ...

    def ask_transform(self) -> tuple[int, bool] | None:
        """Ask how to turn the position (`named_maps`), and whether colours are exchanged."""
        ...

    def collection(self, step: int) -> None:
        """Open the item of the collection that lies `step` after the one in front."""
        ...

    def learn(self, what: str) -> None:
        """Do something with the lesson or puzzle in front: "begin", "end", "next", "back", ..."""
        ...

    @property
    def puzzle_author(self) -> PuzzleAuthor:
        """What authors of puzzles do, made when it is first asked for."""
        ...

    @property
    def annotation_tool(self) -> AnnotationTool:
        """The mark tool, made when it is first asked for."""
        ...

    @property
    def is_annotating(self) -> bool:
        """Whether clicks mark."""
        ...

    @property
    def presenting(self) -> Presenting:
        """The presentation, made when it is first asked for."""
        ...

    @property
    def is_presenting(self) -> bool:
        """Whether a presentation is given."""
        ...

    def toggle_full_screen(self) -> None: ...
    def close_window(self) -> None:
        """Close the window; whatever has to be asked has been asked."""
        ...


Scope = Literal["window", "scene"]


def _always(shell: Shell) -> bool:
    return True


@dataclass(frozen=True)
class Command:
    """One action, once: menus, toolbar, shortcuts, palette and the help page come from it.

    Attributes
    ----------
    id
        Never changes: tests, toolbars and preferences name commands by it.
    title
        As menus and the palette write it.
    run
        Does it. SessionError is for the person; see `viewer.commands.table.perform`.
    keys
        Key sequences in Qt's portable form; the first is the one menus show.
    menu
        The menu it stands in, "View/Cuts" for a submenu; "": palette and keys only.
    enabled
        Whether it can be used now.
    checked
        For what is on or off: whether it is on. None: not a switch.
    scope
        "scene": its keys work while the scene has the keyboard, "window": everywhere.
    held
        Its key works while held: `run` at the press and again at the release.
    listed
        Whether the palette and the help page name it.
    icon
        A name in `viewer.widgets.icons`, or "".
    help
        One sentence for the status line and the help page.
    """

    id: str
    title: str
    run: Callable[[Shell], None]
    keys: tuple[str, ...] = ()
    menu: str = ""
    enabled: Callable[[Shell], bool] = _always
    checked: Callable[[Shell], bool] | None = None
    scope: Scope = "window"
    held: bool = False
    listed: bool = True
    icon: str = ""
    help: str = ""


def is_open(shell: Shell) -> bool:
    """Whether a document is open."""
    return shell.session.document is not None
