"""View commands: where one looks from, the history of looks, layer, lens, ghosts and the rest."""

from __future__ import annotations

from PySide6.QtCore import Qt

from viewer.commands.command import Command, in_session, or_say
from viewer.commands.shell import Frame
from viewer.commands.view import camera_rows, inside_menu, part_rows, two_views_menu
from viewer.commands.view.view_rows import is_so, live_board, live_view, on_view, pointed_at, row
from viewer.games.registry import explainer_of
from viewer.picture.visibility import view_edits
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.messages import Notices
from viewer.window.dialogs.requests import Dialogs


def _toggle_full_screen(frame: Frame) -> None:
    """Fill the screen, or be a window again."""
    frame.setWindowState(frame.windowState() ^ Qt.WindowState.WindowFullScreen)


_GHOSTS = {"legal": "Legal points", "all": "All empty points", "off": "No empty points"}


def _next_ghosts(session: Session, notices: Notices) -> None:
    view = view_edits.next_ghosts(live_view(session))
    session.set_view(view)
    notices.say(f"{_GHOSTS[view.ghosts]} are shown")


# -- the history of looks ------------------------------------------------------------------------


def _add_bookmark(session: Session, ask: Dialogs) -> None:
    suggested = f"view {len(session.document.record.bookmarks) + 1}"
    name = ask.text("Bookmark", "Name of this view:", suggested)
    if name is not None:
        session.bookmark(name)


def _choose_bookmark(session: Session, ask: Dialogs, title: str) -> str | None:
    names = list(session.document.record.bookmarks)
    chosen = ask.choice(title, names)
    return None if chosen is None else names[chosen]


def _go_to_bookmark(session: Session, ask: Dialogs, scene: SceneView) -> None:
    name = _choose_bookmark(session, ask, "Go to bookmark")
    if name is not None:
        scene.fly(session.bookmarked(name))


def _forget_bookmark(session: Session, ask: Dialogs) -> None:
    name = _choose_bookmark(session, ask, "Delete bookmark")
    if name is not None:
        session.forget_bookmark(name)


def _has_bookmarks(session: Session) -> bool:
    return bool(session.document.record.bookmarks)


def _has_past(session: Session) -> bool:
    return bool(session.document.past)


def _has_future(session: Session) -> bool:
    return bool(session.document.future)


_MARKS = "View/Bookmarks"

_HISTORY = (
    row(
        "back",
        "Previous view",
        or_say(Session.look_back, "There is no earlier view"),
        ("Alt+Left",),
        "View",
        in_session(_has_past),
        scope="window",
    ),
    row(
        "forward",
        "Next view",
        or_say(Session.look_forward, "There is no later view"),
        ("Alt+Right",),
        "View",
        in_session(_has_future),
        scope="window",
    ),
    row(
        "bookmark",
        "Add bookmark…",
        lambda shell: _add_bookmark(shell.session, shell.ask),
        ("Ctrl+B",),
        _MARKS,
        scope="window",
        icon="bookmark",
        help="Keep this view in the game, under a name.",
    ),
    row(
        "go-to-bookmark",
        "Go to bookmark…",
        lambda shell: _go_to_bookmark(shell.session, shell.ask, shell.scene),
        (),
        _MARKS,
        in_session(_has_bookmarks),
    ),
    row(
        "forget-bookmark",
        "Delete bookmark…",
        lambda shell: _forget_bookmark(shell.session, shell.ask),
        (),
        _MARKS,
        in_session(_has_bookmarks),
    ),
)


# -- working layer, lens and the rest ------------------------------------------------------------


def _layer_through(session: Session, scene: SceneView) -> None:
    view, board = live_view(session), live_board(session)
    family = view.layer[0] if view.layer is not None else "level"
    session.set_view(view_edits.layer_through(view, board, family, pointed_at(scene)))


def _layer(session: Session, scene: SceneView) -> None:
    session.set_view(
        view_edits.switch_layer(live_view(session), live_board(session), scene.input.active_site)
    )


def _next_layer(session: Session, scene: SceneView) -> None:
    session.set_view(
        view_edits.next_layer_family(
            live_view(session), live_board(session), scene.input.active_site
        )
    )


def _has_threats(session: Session, chosen: ChosenPreferences) -> bool:
    """Whether the game knows threats, and nothing keeps them back."""
    if session.is_empty or chosen.now.hide_verdicts:
        return False
    return explainer_of(session.position) is not None


def _scale_text(chosen: ChosenPreferences, factor: float) -> None:
    """Make the text larger or smaller, between the sizes at which the panels were looked at."""
    chosen.change(text_scale=min(2.0, max(0.75, round(chosen.now.text_scale * factor, 2))))


_LAYERS = "View/Layers"
_LOOKS = "View/Appearance"

_MORE = (
    row(
        "layer",
        "Working layer",
        lambda shell: _layer(shell.session, shell.scene),
        ("W",),
        _LAYERS,
        checked=is_so(lambda view: view.layer),
        icon="layer",
        help="Work on one plane; everything else fades.",
    ),
    row(
        "next-layer",
        "Next family of planes",
        lambda shell: _next_layer(shell.session, shell.scene),
        ("Shift+W",),
        _LAYERS,
    ),
    row(
        "layer-through",
        "Layer through here",
        lambda shell: _layer_through(shell.session, shell.scene),
        (),
        _LAYERS,
    ),
    row(
        "lens",
        "Lens",
        lambda shell: shell.scene.input.switch_lens(),
        ("X",),
        checked=lambda shell: shell.scene.input.has_lens,
        icon="lens",
        held=True,
        help="Balls in front of what you point at become rings. Hold X for a moment, or tap it.",
    ),
    row(
        "explode",
        "Explode more",
        on_view(lambda view: view_edits.explode(view, 1)),
        ("]",),
        icon="explode",
        help="Move the levels apart.",
    ),
    row("implode", "Explode less", on_view(lambda view: view_edits.explode(view, -1)), ("[",)),
    row(
        "ghosts",
        "Empty points: legal, all, none",
        lambda shell: _next_ghosts(shell.session, shell.notices),
        ("G",),
        icon="ghost",
        help="Show the legal empty points, all of them, or none.",
    ),
    row(
        "clear",
        "Show everything",
        on_view(view_edits.show_everything),
        enabled=is_so(lambda view: view_edits.show_everything(view) is not view),
        help="Every piece in its own colour: no cut, peel, layer, lens, explosion or explanation.",
    ),
    row(
        "projection",
        "Parallel projection",
        on_view(view_edits.switch_projection),
        ("Num+5",),
        _LOOKS,
        checked=is_so(lambda view: view.camera.parallel),
        icon="parallel",
        help="Parallel instead of perspective.",
    ),
    row(
        "ghost-style",
        "Empty points as glass shells",
        on_view(view_edits.switch_ghost_style),
        (),
        _LOOKS,
        checked=is_so(lambda view: view.ghost_style == "shells"),
    ),
    row(
        "dim",
        "Rings for what is not selected",
        on_view(view_edits.switch_dim),
        (),
        _LOOKS,
        checked=is_so(lambda view: view.dim),
    ),
    row(
        "labels",
        "Names and numbers on the board",
        on_view(view_edits.switch_labels),
        (),
        _LOOKS,
        checked=is_so(lambda view: view.labels),
    ),
    row(
        "board",
        "Base board",
        on_view(view_edits.switch_board),
        (),
        _LOOKS,
        checked=is_so(lambda view: view.board),
    ),
    Command(
        "view.threats",
        "Threats",
        lambda shell: shell.chosen.change(threats=not shell.chosen.now.threats),
        (),
        _LOOKS,
        lambda shell: _has_threats(shell.session, shell.chosen),
        lambda shell: shell.chosen.now.threats,
        help="Ring the points where one ball of either side takes a corner.",
    ),
    Command(
        "view.palette",
        "Presentation colours",
        lambda shell: shell.chosen.change(strong=not shell.chosen.now.strong),
        (),
        _LOOKS,
        checked=lambda shell: shell.chosen.now.strong,
        help="Stronger colours on a plain background, for projectors.",
    ),
    Command(
        "view.larger-text",
        "Larger text",
        lambda shell: _scale_text(shell.chosen, 1.15),
        ("Ctrl++",),
        _LOOKS,
    ),
    Command(
        "view.smaller-text",
        "Smaller text",
        lambda shell: _scale_text(shell.chosen, 1 / 1.15),
        ("Ctrl+-",),
        _LOOKS,
    ),
    Command(
        "view.full-screen",
        "Full screen",
        lambda shell: _toggle_full_screen(shell.frame),
        ("F11",),
        "View",
    ),
)

COMMANDS = (
    *camera_rows.COMMANDS,
    *two_views_menu.COMMANDS,
    *_HISTORY,
    *inside_menu.COMMANDS,
    *_MORE,
    *part_rows.COMMANDS,
)
