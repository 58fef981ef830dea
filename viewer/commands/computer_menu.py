"""Playing against the computer: which side it plays, how well, and taking moves back."""

from __future__ import annotations

from msgspec.structs import replace

from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell

MENU = "Play/Computer"
LEVELS = range(1, 11)
_SAYS = {
    1: "Looks at next to nothing, and often plays a worse move than it knows.",
    6: "Plays the best move it finds; below this it plays a worse one now and then.",
    10: "Thinks for three seconds a move.",
}


def _toggle(shell: Shell) -> None:
    if shell.opponents.side:
        shell.opponents.sit("")
        shell.say("Nobody but you plays now")
    else:
        shell.opponents.play_other()
        _tell(shell)


def _swap(shell: Shell) -> None:
    shell.opponents.play_other()
    _tell(shell)


def _tell(shell: Shell) -> None:
    side = shell.opponents.side.capitalize()
    shell.say(f"The computer plays {side}, at level {shell.preferences.opponent_level}")


def _level(number: int) -> Command:
    def choose(shell: Shell) -> None:
        shell.prefer(replace(shell.preferences, opponent_level=number))

    return Command(
        f"play.level-{number}",
        f"Level {number}",
        choose,
        (),
        MENU,
        checked=lambda shell: shell.preferences.opponent_level == number,
        help=_SAYS.get(number, "How well the computer plays: 1 is weakest, 10 strongest."),
    )


COMMANDS = (
    Command(
        "play.computer",
        "Play against the computer",
        _toggle,
        ("F8",),
        MENU,
        is_open,
        checked=lambda shell: bool(shell.opponents.side),
        help="The computer plays the side that is not to move, until you choose this again.",
    ),
    Command(
        "play.computer-swap",
        "Exchange sides with the computer",
        _swap,
        (),
        MENU,
        lambda shell: bool(shell.opponents.side),
        help="The computer goes on with your side, and you with its.",
    ),
    Command(
        "play.computer-move",
        "Let the computer move",
        lambda shell: shell.opponents.move_now(),
        ("Ctrl+F8",),
        MENU,
        is_open,
        help="The computer plays one move for the side to move.",
    ),
    Command(
        "play.take-back",
        "Take your move back",
        lambda shell: shell.opponents.take_back(),
        ("Ctrl+Backspace",),
        MENU,
        is_open,
        help="Undoes the computer's move and yours, so that it is your turn again.",
    ),
    *(_level(number) for number in LEVELS),
)
