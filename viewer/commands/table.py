"""The command table: every action once, as data.

Menus, toolbar, shortcuts, the palette and the help page are all made from `COMMANDS`; nothing
else in the shell gives an action a name or a key.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from viewer.commands import (
    annotate_menu,
    author_menu,
    computer_menu,
    edit_menu,
    end_menu,
    engine_menu,
    explain_menu,
    file_menu,
    help_menu,
    learn_menu,
    play_menu,
    review_menu,
    view_menu,
)
from viewer.commands.command import Command
from viewer.commands.shell import Shell
from viewer.session.errors import FileTroubleError, SessionError

_ANYWHERE = frozenset(
    {
        *("file.new", "file.open", "file.open-folder", "file.recent", "file.next-document"),
        *("file.previous-document", "file.welcome", "file.quit", "edit.settings"),
        *("view.full-screen", "view.larger-text", "view.smaller-text"),
        *("help.palette", "help.glossary", "help.keys", "help.guide", "help.rules", "help.about"),
    }
)
UNDER_COVER = _ANYWHERE | {"file.save", "file.save-as", "file.close", "edit.undo"}
"""What can be done while the screen is handed over: the game waits, and its player chooses anew."""


AT_WELCOME = _ANYWHERE | {
    *("file.paste-position", "view.palette", "explain.learn", "explain.tables"),
    *("play.confirm-moves", "play.leave"),
    *("play.review-quick", "play.review-usual", "play.review-thorough"),
    *(f"play.level-{number}" for number in computer_menu.LEVELS),
    *("teach.practice", "teach.pupils", "teach.handed-in", "teach.results", "teach.generate"),
}
"""What can be done on the welcome page: nothing there acts on the document that it hides."""


def _where_it_acts(command: Command) -> Command:
    """Return a command that does nothing to a document that is covered or hidden."""

    def enabled(shell: Shell) -> bool:
        if shell.pages.is_welcome_shown and command.id not in AT_WELCOME:
            return False
        if shell.playing.hand_over.is_covered and command.id not in UNDER_COVER:
            return False
        return command.enabled(shell)

    return replace(command, enabled=enabled)


_ALL: tuple[Command, ...] = (
    *file_menu.COMMANDS,
    *edit_menu.COMMANDS,
    *view_menu.COMMANDS,
    *explain_menu.DOCKS,
    *play_menu.COMMANDS,
    *engine_menu.HINT,
    *computer_menu.COMMANDS,
    *end_menu.COMMANDS,
    *engine_menu.COMMANDS,
    *review_menu.COMMANDS,
    *explain_menu.COMMANDS,
    *learn_menu.COMMANDS,
    *author_menu.COMMANDS,
    *annotate_menu.COMMANDS,
    *learn_menu.PRESENTING,
    *help_menu.COMMANDS,
)
COMMANDS = tuple(map(_where_it_acts, _ALL))
if twice := [name for name, count in Counter(one.id for one in _ALL).items() if count > 1]:
    raise ValueError(f"more than one command is called {', '.join(twice)}")

BY_ID: Mapping[str, Command] = MappingProxyType({command.id: command for command in COMMANDS})

DIVIDED = frozenset(
    {
        *("file.save", "file.copy-position", "file.next-document", "file.close"),
        *("edit.comment", "edit.next-variation", "edit.copy-line", "edit.delete-after"),
        "edit.settings",
        *("setup.mode", "view.back", "View/Cuts", "view.lens", "View/Appearance"),
        *("view.flip-cut", "view.cut-less", "view.remove-cut", "view.peel-SW", "view.peel-level"),
        *("view.unpeel", "view.from-SW", "view.ghost-style", "view.palette"),
        *("view.larger-text", "explain.collection", "play.place", "play.next-interesting"),
        *("explain.pour", "explain.hide"),
        *("Learn/Collection", "Learn/Pupils", "teach.make-puzzle", "teach.begin", "mark.mode"),
        *("Play/Computer", "play.level-1", "play.computer"),
        "view.reset-docks",
        *(
            "play.resign",
            "Play/Review",
            "play.next-mistake",
            "play.insert-best",
            "play.review-quick",
        ),
        *("present.start", "mark.ring", "mark.erase", "mark.green", "mark.end-sheet"),
        *("present.inset", "help.about"),
        *(command.id for command in COMMANDS if command.divided),
    }
)
"""Commands and submenus that have a line before them in their menu."""

MENUS = ("File", "Edit", "View", "Play", "Explain", "Learn", "Create", "Help")


def perform(shell: Shell, command: Command | str) -> bool:
    """Run a command, or say why it cannot be run; returns whether it ran.

    Parameters
    ----------
    command
        A command or its id (KeyError for an unknown one).
    """
    if isinstance(command, str):
        command = BY_ID[command]
    if not command.enabled(shell):
        return False
    try:
        command.run(shell)
    except FileTroubleError as error:  # red, as wherever else a file cannot be read or written
        shell.notices.complain(str(error), error.details)
        return False
    except SessionError as error:
        shell.notices.say(str(error))
        return False
    return True


def entries(menu: str) -> tuple[Command | str, ...]:
    """Return what stands in a menu: commands, and submenus by their path, in table order."""
    found: dict[str, Command | str] = {}
    for command in COMMANDS:
        if command.menu == menu:
            found[command.id] = command
        elif command.menu.startswith(f"{menu}/"):
            found.setdefault(command.menu, command.menu)
    return tuple(found.values())
