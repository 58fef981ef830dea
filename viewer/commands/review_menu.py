"""The review of a game: having it made, going from mistake to mistake, what comes of them."""

from functools import partial

from model.play.review import THOROUGHNESS, Thoroughness
from viewer.commands.command import Command, always, is_open
from viewer.commands.shell import Shell

_row = partial(Command, menu="Play/Review", enabled=is_open)
_SAYS: dict[Thoroughness, str] = {
    "quick": "Quick: finds big mistakes only.",
    "usual": "Thinks about each position as long as a strong opponent would.",
    "thorough": "Thinks about each position as long as the strongest opponent would.",
}


def _review(shell: Shell) -> None:
    reviews = shell.reviews
    if reviews.is_reviewing:
        reviews.stop()
        return
    reviews.start()
    shell.docks.open("review")


def _refute(shell: Shell) -> None:
    if not shell.learning.player.is_line_shown:
        shell.reviews.require_mistake()
        if not shell.docks.is_open("why"):  # the sentences stand there
            shell.docks.toggle("why")
    shell.learning.player.refute()


def _depth(how: Thoroughness) -> Command:
    return _row(
        f"play.review-{how}",
        f"{how.capitalize()} review",
        lambda shell: shell.chosen.change(review=how),
        enabled=always,
        checked=lambda shell: shell.chosen.now.review == how,
        help=_SAYS[how],
    )


COMMANDS = (
    _row(
        "play.review",
        "Review game",
        _review,
        ("Ctrl+Shift+R",),
        checked=lambda shell: shell.reviews.is_reviewing,
        help="Search every position of the line and mark the mistakes; choose it again to stop.",
    ),
    _row(
        "play.next-mistake",
        "Next mistake",
        lambda shell: shell.reviews.go_to_mistake(1),
        ("Alt+.",),
        help="Go to the next move that a review marked.",
    ),
    _row(
        "play.previous-mistake",
        "Previous mistake",
        lambda shell: shell.reviews.go_to_mistake(-1),
        ("Alt+,",),
        help="Go to the previous move that a review marked.",
    ),
    _row(
        "play.refutation",
        "Why was this bad?",
        _refute,
        ("Shift+P",),
        checked=lambda shell: shell.learning.player.is_line_shown,
        scope="board",
        help="Play what refutes a mistake, move by move; Escape goes back to the game.",
    ),
    _row(
        "play.retry",
        "Retry my mistakes",
        lambda shell: shell.learning.retry_mistakes(),
        ("Ctrl+Alt+R",),
        help="Find a better move in place of each mistake; choose it again to stop.",
    ),
    _row(
        "play.insert-best",
        "Insert best line",
        lambda shell: shell.reviews.insert_best(),
        help="Add what was better than this move as a variation.",
    ),
    _row(
        "play.mistake-puzzle",
        "Make a puzzle from this mistake",
        lambda shell: shell.frame.mistake_puzzles.make(),
        help="Make a puzzle of the better move, if it can be proved, and open the editor.",
    ),
    _row(
        "play.clear-evaluations",
        "Clear evaluations",
        lambda shell: shell.reviews.clear(),
        enabled=lambda shell: shell.reviews.is_kept,
        help="Remove what reviews have kept with the moves.",
    ),
    *(_depth(how) for how in THOROUGHNESS),
)
