"""Help commands: the palette, the keys, the guide and the rules."""

from __future__ import annotations

from viewer.commands.command import Command

COMMANDS = (
    Command(
        "help.palette",
        "All commands…",
        lambda shell: shell.frame.show_palette(),
        ("Ctrl+K",),
        "Help",
        icon="command",
        help="Find any command by its name.",
    ),
    Command(
        "help.keys",
        "Keys",
        lambda shell: shell.auxiliary_windows.show_help("keys"),
        ("F1",),
        "Help",
    ),
    Command(
        "help.guide", "Guide", lambda shell: shell.auxiliary_windows.show_help("guide"), (), "Help"
    ),
    Command(
        "help.rules",
        "Rules of this game",
        lambda shell: shell.auxiliary_windows.show_help("rules"),
        (),
        "Help",
    ),
    Command(
        "help.about",
        "About Pyramidion",
        lambda shell: shell.auxiliary_windows.show_help("about"),
        (),
        "Help",
    ),
)
