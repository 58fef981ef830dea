"""Help commands: the palette, the glossary, the keys, the guide and the rules."""

from functools import partial
from typing import Literal

from PySide6.QtGui import QAccessible

from model.contract.hooks import hooks_of
from model.positions import describe
from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.widgets.announcing import announce

_row = partial(Command, menu="Help")


def _say(shell: Shell, by: Literal["level", "group"]) -> None:
    """Have screen readers say the position; tell whoever has none that nobody listens."""
    announce(shell.scene, describe.position(shell.session.position, by))
    if not QAccessible.isActive():
        shell.notices.say("This is for screen readers, and none is running.")


COMMANDS = (
    _row(
        "help.palette",
        "All commands…",
        lambda shell: shell.frame.show_palette(),
        ("Ctrl+K",),
        icon="command",
        help="Find any command by its name.",
    ),
    _row(
        "help.glossary",
        "Glossary and keys",
        lambda shell: shell.auxiliary_windows.show_help("glossary"),
        ("F1",),
        help="What the words mean, and all keys and commands, with a field to search them.",
    ),
    _row(
        "help.keys", "Keys", lambda shell: shell.auxiliary_windows.show_help("keys"), ("Ctrl+F1",)
    ),
    _row(
        "help.repeat",
        "Repeat what was said",
        lambda shell: shell.notices.repeat(),
        ("R",),
        scope="board",
        help="Show the last sentence again, and have screen readers say it.",
    ),
    _row(
        "help.say-position",
        "Say the position",
        lambda shell: _say(shell, "level"),
        ("Shift+R",),
        enabled=is_open,
        scope="board",
        help="Have screen readers say whose turn it is, what stands where, and what is counted.",
    ),
    _row(
        "help.say-groups",
        "Say the groups",
        lambda shell: _say(shell, "group"),
        ("Shift+L",),
        enabled=is_open,
        scope="board",
        help="Have screen readers say each group with its points, walls and corners.",
        offered=lambda shell: hooks_of(shell.session.position.game.kind).links,
    ),
    _row("help.guide", "Guide", lambda shell: shell.auxiliary_windows.show_help("guide")),
    _row(
        "help.rules", "Rules of this game", lambda shell: shell.auxiliary_windows.show_help("rules")
    ),
    _row(
        "help.about", "About Pyramidion", lambda shell: shell.auxiliary_windows.show_help("about")
    ),
)
