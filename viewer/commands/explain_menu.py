"""Explain commands: what games explain of a position, the pour, and what is kept out of sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from viewer.commands.command import Command, is_open
from viewer.commands.shell import Shell
from viewer.games.game_view import ExplainAction, Explanation, GameDock
from viewer.games.registry import all_actions, all_docks, all_explanations, explainer_of
from viewer.picture.visibility import view_edits
from viewer.session.session import SessionError

if TYPE_CHECKING:
    from viewer.panels.why.panel import WhyPanel

_DOCKS_OF = {"bookmarks": "look"}
"""Which dock holds what has a switch of its own."""


def has_dock(shell: Shell, name: str) -> bool:
    """Tell whether a dock has something to show of the active document; none while none is."""
    if name == "learn" and shell.pages.is_welcome_shown:
        return True
    if shell.session.document is None and not shell.pages.is_scene_shown:
        return False
    return shell.docks.fits(_DOCKS_OF.get(name, name))


def toggle_dock(shell: Shell, name: str) -> None:
    """Open or close a dock; on the welcome page Learn leads to its lessons."""
    if name == "learn" and shell.pages.is_welcome_shown:
        shell.pages.welcome.show_lessons()
    elif name == "bookmarks":
        from viewer.panels.view.panel import ViewPanel

        shell.docks.open("look")
        shell.docks.find("look", ViewPanel).show_bookmarks()
    else:
        shell.docks.toggle(name)


def _why(shell: Shell) -> WhyPanel:
    """The Why dock, opened."""
    from viewer.panels.why.panel import WhyPanel

    shell.docks.open("why")
    return shell.docks.find("why", WhyPanel)


def _is_explained(shell: Shell) -> bool:
    """Whether the game explains the position, and nothing keeps that back."""
    if shell.chosen.now.hide_verdicts or not has_dock(shell, "why"):
        return False
    return explainer_of(shell.session.position) is not None


def show_overlay(overlay: str) -> Callable[[Shell], None]:
    """Return what lays an overlay over the position, or takes it away again, and opens Why."""

    def run(shell: Shell) -> None:
        document = shell.session.document
        if document is None:
            raise SessionError("nothing is open to explain")
        if not shell.docks.is_open("why"):
            shell.docks.toggle("why")
        shell.session.set_view(view_edits.show(document.view, overlay))

    return run


def is_shown(overlay: str) -> Callable[[Shell], bool]:
    """Return what tells whether the View asks for an overlay."""

    def answer(shell: Shell) -> bool:
        document = shell.session.document
        return document is not None and document.view.show == overlay

    return answer


def _explanation(explanation: Explanation) -> Command:
    def fits(shell: Shell) -> bool:
        explainer = explainer_of(shell.session.position)
        known = explainer is not None and explanation in explainer.explanations
        return known and _is_explained(shell)

    return Command(
        f"explain.{explanation.name}",
        explanation.title,
        show_overlay(explanation.show),
        (),
        f"Explain/{explanation.submenu}".rstrip("/"),
        fits,
        is_shown(explanation.show),
        icon="why",
        help=explanation.help,
        divided=explanation.divided,
    )


def _action(action: ExplainAction) -> Command:
    def fits(shell: Shell) -> bool:
        explainer = explainer_of(shell.session.position)
        return explainer is not None and action in explainer.actions and _is_explained(shell)

    return Command(
        f"explain.{action.name}",
        action.title,
        lambda shell: _why(shell).act(action.name),
        (),
        "Explain",
        fits,
        icon="why",
        help=action.help,
    )


def _panel(
    name: str,
    title: str,
    key: str = "",
    icon: str = "",
    help: str = "",
    enabled: Callable[[Shell], bool] | None = None,
) -> Command:
    """Return the switch of a dock: off and grey where it has nothing to show."""

    def fits(shell: Shell) -> bool:
        return has_dock(shell, name)

    return Command(
        f"explain.{name}",
        title,
        lambda shell: toggle_dock(shell, name),
        (key,) if key else (),
        "View/Docks",
        enabled or fits,
        lambda shell: shell.docks.is_shown(_DOCKS_OF.get(name, name)) and has_dock(shell, name),
        icon=icon,
        help=help,
    )


def _dock(game: str, dock: GameDock) -> Command:
    def fits(shell: Shell) -> bool:
        position = shell.session.position
        return position is not None and position.game.kind.name == game

    return _panel(dock.name, dock.title, enabled=fits)


def _hide(shell: Shell) -> None:
    before = shell.chosen.now
    shell.chosen.choose(replace(before, hide_verdicts=not before.hide_verdicts))


def _clear(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    shell.advice.dismiss()
    shell.session.set_view(replace(document.view, show="", selected=""))


def _measure(shell: Shell) -> None:
    if shell.toolbox.distance.is_on:
        shell.toolbox.distance.leave()
    else:
        shell.toolbox.distance.begin()


def _shows_something(shell: Shell) -> bool:
    document = shell.session.document
    if document is None:
        return False
    return bool(document.view.show or document.view.selected or shell.advice.advises)


DOCKS = (
    _panel(
        "why", "Why", "Ctrl+1", "why", help="The panel that says who holds which corner, and why."
    ),
    _panel("maps", "Level maps", "Ctrl+2", "maps"),
    _panel("moves", "Moves", "Ctrl+3", "moves"),
    _panel(
        "review", "Review", "Ctrl+9", help="The chances over the moves of a game, and its mistakes."
    ),
    _panel("look", "Look", "Ctrl+4", "look"),
    _panel("learn", "Learn", "Ctrl+6", "learn"),
    _panel("collection", "Collection", "Ctrl+7", "open"),
    _panel("setup", "Set-up dock", "Ctrl+8"),
    _panel("bookmarks", "Bookmarks", "Ctrl+5", "bookmark"),
    _panel("boards", "Boards", "Ctrl+0", help="What each player has before him, to be filled."),
    *(_dock(game, dock) for game, dock in all_docks()),
    Command(
        "view.reset-docks",
        "Reset docks",
        lambda shell: shell.docks.reset(),
        (),
        "View/Docks",
        lambda shell: is_open(shell) and not shell.frame.is_presenting,
        help="Put every dock back in its place, at its size. Drag a dock by its title to move it.",
    ),
)
"""The switches of the docks."""

COMMANDS = (
    *(_explanation(explanation) for explanation in all_explanations()),
    Command(
        "explain.pour",
        "Pour",
        lambda shell: _why(shell).toggle_pour(),
        ("Space",),
        "Explain",
        _is_explained,
        scope="scene",
        icon="pour",
        help="Colour pours from the corner through everything except one player's balls.",
    ),
    *(_action(action) for action in all_actions()),
    Command(
        "explain.measure",
        "Measure distance",
        _measure,
        ("D",),
        "Explain",
        is_open,
        lambda shell: shell.scene.tools.is_on("measure"),
        scope="board",
        help="Click two points: their distance, and a shortest way between them.",
    ),
    Command(
        "explain.hide",
        "Hide verdicts, costs and plans",
        _hide,
        ("H",),
        "Explain",
        is_open,
        lambda shell: shell.chosen.now.hide_verdicts,
        scope="board",
        help="Think first, or let your class think first.",
    ),
    Command(
        "explain.clear",
        "Clear explanation",
        _clear,
        (),
        "Explain",
        _shows_something,
        help="Clear the explanation and deselect the group.",
    ),
)
