"""Explain commands: what games explain of a position, the pour, and what is kept out of sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from viewer.commands.command import Command, is_open, live_view
from viewer.commands.shell import Shell
from viewer.games.game_view import ExplainAction, Explanation, GameDock
from viewer.games.registry import all_actions, all_docks, all_explanations, explainer_of
from viewer.picture.visibility import view_edits
from viewer.session.session import Session

if TYPE_CHECKING:
    from viewer.panels.why_panel import WhyPanel

_row = partial(Command, menu="Explain", enabled=is_open)


_DOCKS_OF = {"bookmarks": "look"}
"""Which dock holds what has a switch of its own."""


def has_dock(shell: Shell, name: str) -> bool:
    """Tell whether a dock has something to show of the active document; none while none is."""
    if name == "learn" and shell.pages.is_welcome_shown:
        return True
    if shell.session.is_empty and not shell.pages.is_scene_shown:
        return False
    return shell.docks.fits(_DOCKS_OF.get(name, name))


def _toggle_dock(shell: Shell, name: str) -> None:
    """Open or close a dock; on the welcome page Learn leads to its lessons."""
    if name == "learn" and shell.pages.is_welcome_shown:
        shell.pages.welcome.show_lessons()
    elif name == "bookmarks":
        from viewer.panels.view_panel import ViewPanel

        shell.docks.open("look")
        shell.docks.find("look", ViewPanel).show_bookmarks()
    else:
        shell.docks.toggle(name)


def _why(shell: Shell) -> WhyPanel:
    """The Why dock, opened."""
    from viewer.panels.why_panel import WhyPanel

    shell.docks.open("why")
    return shell.docks.find("why", WhyPanel)


def _is_explained(shell: Shell) -> bool:
    """Whether the game explains the position, and nothing keeps that back."""
    if shell.chosen.now.hide_verdicts or not has_dock(shell, "why"):
        return False
    return not shell.session.is_empty and explainer_of(shell.session.position) is not None


def show_overlay(shell: Shell, overlay: str) -> None:
    """Lay an overlay over the position, or take it away again, and open Why."""
    view = live_view(shell.session)
    if not shell.docks.is_open("why") or shell.docks.waits("why"):
        shell.docks.open("why")
    shell.session.set_view(view_edits.show(view, overlay))


def is_shown(session: Session, overlay: str) -> bool:
    """Whether the View asks for an overlay."""
    return session.document.view.show == overlay


def _has(session: Session, offered: Explanation | ExplainAction) -> bool:
    """Whether the game explains by this."""
    explainer = explainer_of(session.position)
    return explainer is not None and offered in (*explainer.explanations, *explainer.actions)


def _fits(offered: Explanation | ExplainAction) -> Callable[[Shell], bool]:
    return lambda shell: _has(shell.session, offered) and _is_explained(shell)


def _belongs(offered: Explanation | ExplainAction) -> Callable[[Shell], bool]:
    """Whether the game that is open explains by this; of no game all is named."""
    return lambda shell: shell.session.is_empty or _has(shell.session, offered)


def _explanation(explanation: Explanation) -> Command:
    return _row(
        f"explain.{explanation.name}",
        explanation.title,
        lambda shell: show_overlay(shell, explanation.show),
        menu=f"Explain/{explanation.submenu}".rstrip("/"),
        enabled=_fits(explanation),
        offered=_belongs(explanation),
        checked=lambda shell: is_shown(shell.session, explanation.show),
        icon="why",
        help=explanation.help,
        divided=explanation.divided,
    )


def _action(action: ExplainAction) -> Command:
    return _row(
        f"explain.{action.name}",
        action.title,
        lambda shell: _why(shell).act(action.name),
        enabled=_fits(action),
        offered=_belongs(action),
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
    return _row(
        f"explain.{name}",
        title,
        lambda shell: _toggle_dock(shell, name),
        (key,) if key else (),
        menu="View/Docks",
        enabled=enabled or (lambda shell: has_dock(shell, name)),
        checked=lambda shell: (
            shell.docks.is_shown(_DOCKS_OF.get(name, name)) and has_dock(shell, name)
        ),
        icon=icon,
        help=help,
    )


def _dock(game: str, dock: GameDock) -> Command:
    return _panel(dock.name, dock.title, enabled=lambda shell: _plays(shell.session, game))


def _plays(session: Session, game: str) -> bool:
    return not session.is_empty and session.position.game.kind.name == game


def _hide(shell: Shell) -> None:
    """Hide what would answer, or show it again, and say so: Why may be closed."""
    chosen = shell.chosen
    chosen.change(hide_verdicts=not chosen.now.hide_verdicts)
    if chosen.now.hide_verdicts:
        shell.notices.say("Verdicts, costs and plans are hidden. Press H to see them again")
    else:
        shell.notices.say("Verdicts, costs and plans are shown")


def _clear(shell: Shell) -> None:
    shell.advice.dismiss()
    shell.session.set_view(replace(shell.session.document.view, show="", selected=""))


def _shows_something(shell: Shell) -> bool:
    view = shell.session.document.view
    return bool(view.show or view.selected or shell.advice.advises)


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
    _panel("boards", "Boards", "Ctrl+0", help="Each player's board, to be filled in."),
    *(_dock(game, dock) for game, dock in all_docks()),
    _row(
        "view.reset-docks",
        "Reset docks",
        lambda shell: shell.docks.reset(),
        menu="View/Docks",
        enabled=lambda shell: is_open(shell) and not shell.frame.is_presenting,
        help="Put every dock back in its place, at its size. Drag a dock by its title to move it.",
    ),
)
"""The switches of the docks."""

COMMANDS = (
    *(_explanation(explanation) for explanation in all_explanations()),
    _row(
        "explain.pour",
        "Pour",
        lambda shell: _why(shell).toggle_pour(),
        ("Space",),
        enabled=_is_explained,
        scope="scene",
        icon="pour",
        help="Colour pours from the corner through everything except one player's balls.",
    ),
    *(_action(action) for action in all_actions()),
    _row(
        "explain.measure",
        "Measure distance",
        lambda shell: shell.toolbox.distance.switch(),
        ("D",),
        checked=lambda shell: shell.scene.tools.is_on("measure"),
        scope="board",
        help="Click two points: their distance, and a shortest way between them.",
    ),
    _row(
        "explain.hide",
        "Hide verdicts, costs and plans",
        _hide,
        ("H",),
        checked=lambda shell: shell.chosen.now.hide_verdicts,
        scope="board",
        help="Think first, or let your class think first.",
    ),
    _row(
        "explain.clear",
        "Clear explanation",
        _clear,
        enabled=_shows_something,
        help="Clear the explanation and deselect the group.",
    ),
)
