"""View commands: where one looks from, the history of looks, layer, lens, ghosts and the rest."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt

from model.records.views.view import View
from viewer.commands.command import Command
from viewer.commands.computer_menu import person_side
from viewer.commands.shell import Shell
from viewer.commands.view import inside_menu, part_rows, two_views_menu
from viewer.commands.view.view_rows import is_so, live_board, live_view, on_view, pointed_at, row
from viewer.games.registry import explainer_of
from viewer.picture.compose.home_view import facing_camera
from viewer.picture.visibility import view_edits


def _toggle_full_screen(shell: Shell) -> None:
    """Fill the screen, or be a window again."""
    shell.frame.setWindowState(shell.frame.windowState() ^ Qt.WindowState.WindowFullScreen)


def _from(name: str) -> Callable[[Shell], None]:
    return lambda shell: shell.scene.fly(view_edits.look_from(live_view(shell), name))


def _home(shell: Shell) -> None:
    """Fly home, or to where a person sits who sees the board from the own side."""
    view = view_edits.look_from(live_view(shell), "iso")
    position = shell.session.position
    if position is not None and shell.chosen.now.turn_board:
        view = replace(view, camera=facing_camera(position, person_side(shell)))
    shell.scene.fly(view)


def _turn(azimuth: float, elevation: float) -> Callable[[Shell], None]:
    return _fly(lambda view: view_edits.turn(view, azimuth, elevation))


def _zoom(factor: float) -> Callable[[Shell], None]:
    return lambda shell: shell.scene.widget.input.zoom(factor)


def _fly(change: Callable[[View], View]) -> Callable[[Shell], None]:
    return lambda shell: shell.scene.fly(change(live_view(shell)))


# -- where from ----------------------------------------------------------------------------------

_CLOSER = "View/Turn and zoom"
_FROM = "View/From"

_STANDARD = (
    row(
        "home",
        "Standard view",
        _home,
        ("Num+0",),
        icon="home",
        help="From above the south side, or your own in a game, with everything in view.",
    ),
    row(
        "whole",
        "Whole board",
        _fly(view_edits.whole),
        ("Home",),
        _CLOSER,
        scope="scene",
        help="Bring everything into view without turning.",
    ),
    row("zoom-in", "Zoom in", _zoom(0.8), ("+",), _CLOSER, help="The wheel, too."),
    row("zoom-out", "Zoom out", _zoom(1.25), ("-",), _CLOSER),
    row(
        "centre",
        "Centre on the point",
        lambda shell: shell.scene.fly(
            view_edits.centre_on(live_view(shell), live_board(shell), pointed_at(shell))
        ),
        ("F",),
        _CLOSER,
        help="Turn around the point under the mouse or the cursor. A double click does it too.",
    ),
    row("turn-left", "Turn left", _turn(-view_edits.TURN, 0), ("Num+4",), _CLOSER),
    row("turn-right", "Turn right", _turn(view_edits.TURN, 0), ("Num+6",), _CLOSER),
    row("tilt-up", "Tilt up", _turn(0, view_edits.TURN), ("Num+8",), _CLOSER),
    row("tilt-down", "Tilt down", _turn(0, -view_edits.TURN), ("Num+2",), _CLOSER),
    row("south", "From the south", _from("south"), ("Num+1",), _FROM),
    row("east", "From the east", _from("east"), ("Num+3",), _FROM),
    row("top", "From the top", _from("top"), ("Num+7",), _FROM),
    row(
        "flat",
        "As a flat map",
        _fly(view_edits.switch_flat),
        ("T",),
        _FROM,
        checked=is_so(view_edits.is_flat),
        help="From straight above, north up; again: the standard view.",
    ),
    row("opposite", "From the other side", _fly(view_edits.opposite), ("Num+9",), _FROM),
    row("north", "From the north", _from("north"), (), _FROM),
    row("west", "From the west", _from("west"), (), _FROM),
    row("below", "From below", _from("base"), (), _FROM),
    *(row(f"from-{c}", f"From corner {c}", _from(c), (), _FROM) for c in ("SW", "SE", "NW", "NE")),
)


_GHOSTS = {"legal": "Legal points", "all": "All empty points", "off": "No empty points"}


def _next_ghosts(shell: Shell) -> None:
    view = view_edits.next_ghosts(live_view(shell))
    shell.session.set_view(view)
    shell.notices.say(f"{_GHOSTS[view.ghosts]} are shown")


# -- the history of looks ------------------------------------------------------------------------


def _back(shell: Shell) -> None:
    if not shell.session.look_back():
        shell.notices.say("There is no earlier view")


def _forward(shell: Shell) -> None:
    if not shell.session.look_forward():
        shell.notices.say("There is no later view")


def _add_bookmark(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    suggested = f"view {len(document.record.bookmarks) + 1}"
    name = shell.ask.text("Bookmark", "Name of this view:", suggested)
    if name is not None:
        shell.session.bookmark(name)


def _choose_bookmark(shell: Shell, title: str) -> str | None:
    document = shell.session.document
    assert document is not None
    names = list(document.record.bookmarks)
    chosen = shell.ask.choice(title, names)
    return None if chosen is None else names[chosen]


def _go_to_bookmark(shell: Shell) -> None:
    name = _choose_bookmark(shell, "Go to bookmark")
    if name is not None:
        shell.scene.fly(shell.session.bookmarked(name))


def _forget_bookmark(shell: Shell) -> None:
    name = _choose_bookmark(shell, "Delete bookmark")
    if name is not None:
        shell.session.forget_bookmark(name)


def _has_bookmarks(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and bool(document.record.bookmarks)


def _has_past(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and bool(document.past)


def _has_future(shell: Shell) -> bool:
    document = shell.session.document
    return document is not None and bool(document.future)


_MARKS = "View/Bookmarks"

_HISTORY = (
    row("back", "Previous view", _back, ("Alt+Left",), "View", _has_past, scope="window"),
    row("forward", "Next view", _forward, ("Alt+Right",), "View", _has_future, scope="window"),
    row(
        "bookmark",
        "Add bookmark…",
        _add_bookmark,
        ("Ctrl+B",),
        _MARKS,
        scope="window",
        icon="bookmark",
        help="Keep this view in the game, under a name.",
    ),
    row("go-to-bookmark", "Go to bookmark…", _go_to_bookmark, (), _MARKS, _has_bookmarks),
    row("forget-bookmark", "Delete bookmark…", _forget_bookmark, (), _MARKS, _has_bookmarks),
)


# -- working layer, lens and the rest ------------------------------------------------------------


def _layer_through(shell: Shell) -> None:
    view, board = live_view(shell), live_board(shell)
    family = view.layer[0] if view.layer is not None else "level"
    shell.session.set_view(view_edits.layer_through(view, board, family, pointed_at(shell)))


def _layer(shell: Shell) -> None:
    shell.session.set_view(
        view_edits.switch_layer(live_view(shell), live_board(shell), shell.scene.point)
    )


def _next_layer(shell: Shell) -> None:
    shell.session.set_view(
        view_edits.next_layer_family(live_view(shell), live_board(shell), shell.scene.point)
    )


def _lens(shell: Shell) -> None:
    view = live_view(shell)
    site = "" if view.lens else live_board(shell).names[pointed_at(shell)]
    # One look for the press and the release: nobody wants to go back to a lens.
    shell.session.set_view(view_edits.lens(view, site), gesture="lens")


def _palette(shell: Shell) -> None:
    before = shell.chosen.now
    shell.chosen.choose(replace(before, strong=not before.strong))


def _threats(shell: Shell) -> None:
    before = shell.chosen.now
    shell.chosen.choose(replace(before, threats=not before.threats))


def _has_threats(shell: Shell) -> bool:
    """Whether the game knows threats, and nothing keeps them back."""
    explained = explainer_of(shell.session.position) is not None
    return explained and not shell.chosen.now.hide_verdicts


def _text(factor: float) -> Callable[[Shell], None]:
    """Make the text larger or smaller, between the sizes at which the panels were looked at."""

    def run(shell: Shell) -> None:
        before = shell.chosen.now
        scale = min(2.0, max(0.75, round(before.text_scale * factor, 2)))
        shell.chosen.choose(replace(before, text_scale=scale))

    return run


_LAYERS = "View/Layers"
_LOOKS = "View/Appearance"

_MORE = (
    row(
        "layer",
        "Working layer",
        _layer,
        ("W",),
        _LAYERS,
        checked=is_so(lambda view: view.layer),
        icon="layer",
        help="Work on one plane; everything else fades.",
    ),
    row("next-layer", "Next family of planes", _next_layer, ("Shift+W",), _LAYERS),
    row("layer-through", "Layer through here", _layer_through, (), _LAYERS),
    row(
        "lens",
        "Lens",
        _lens,
        ("X",),
        checked=is_so(lambda view: view.lens),
        icon="lens",
        held=True,
        help="While held, whatever hides the active point becomes outlines.",
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
        _next_ghosts,
        ("G",),
        icon="ghost",
        help="Show the legal empty points, all of them, or none.",
    ),
    row(
        "clear",
        "Show everything",
        on_view(view_edits.clear),
        enabled=is_so(lambda view: view_edits.clear(view) is not view),
        help="Remove cuts, peels, working layer, lens and explosion; show all in its own colour.",
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
        "Dim what is not selected",
        on_view(view_edits.switch_dim),
        (),
        _LOOKS,
        checked=is_so(lambda view: view.dim),
    ),
    row(
        "labels",
        "Labels",
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
        _threats,
        (),
        _LOOKS,
        _has_threats,
        lambda shell: shell.chosen.now.threats,
        help="Ring the points where one ball of either side takes a corner.",
    ),
    Command(
        "view.palette",
        "Presentation colours",
        _palette,
        (),
        _LOOKS,
        checked=lambda shell: shell.chosen.now.strong,
        help="Stronger colours on a plain background, for projectors.",
    ),
    Command("view.larger-text", "Larger text", _text(1.15), ("Ctrl++",), _LOOKS),
    Command("view.smaller-text", "Smaller text", _text(1 / 1.15), ("Ctrl+-",), _LOOKS),
    Command(
        "view.full-screen",
        "Full screen",
        _toggle_full_screen,
        ("F11",),
        "View",
    ),
)

COMMANDS = (
    *_STANDARD,
    *two_views_menu.COMMANDS,
    *_HISTORY,
    *inside_menu.COMMANDS,
    *_MORE,
    *part_rows.COMMANDS,
)
