"""View commands: where one looks from, two views, bookmarks, layer, lens, parts and the rest."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt

from model.boards.board import Board
from model.records.view import EMPTY, How, View, how_shown
from viewer.commands import inside_menu
from viewer.commands.command import (
    Command,
    in_session,
    is_so,
    live_board,
    live_view,
    on_such,
    on_view,
    or_say,
    pointed_at,
    row,
)
from viewer.commands.computer_menu import person_side
from viewer.commands.shell import Shell
from viewer.games.registry import explainer_of
from viewer.picture.compose.first_look import facing_camera
from viewer.picture.picking.click_meaning import is_occupied
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.focus import TOUCHING
from viewer.picture.visibility.view_edits import COLOURS, Colour
from viewer.session.document.split_view import Link
from viewer.session.session import Session, SessionError
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences

# -- where one looks from --------------------------------------------------------------------------


def _from(name: str) -> Callable[[Shell], object]:
    return lambda shell: shell.scene.fly(view_edits.look_from(live_view(shell.session), name))


def _home(shell: Shell) -> None:
    """Fly home, or to where a person sits who sees the board from the own side."""
    session = shell.session
    view = view_edits.look_from(live_view(session), "iso")
    position = session.position
    if shell.chosen.now.turn_board:
        view = replace(
            view, camera=facing_camera(position, person_side(session, shell.playing.opponents))
        )
    shell.scene.fly(view)


def _turn(azimuth: float, elevation: float) -> Callable[[Shell], object]:
    return _fly(lambda view: view_edits.turn(view, azimuth, elevation))


def _fly(change: Callable[[View], View]) -> Callable[[Shell], object]:
    return lambda shell: shell.scene.fly(change(live_view(shell.session)))


_turn_row = partial(row, menu="View/Turn and zoom")
_from_row = partial(row, menu="View/From")

_CAMERA = (
    row(
        "view.home",
        "Standard view",
        _home,
        ("Shift+Home", "Num+0"),
        icon="home",
        help="From above the south side, or your own in a game, with everything in view.",
    ),
    row(
        "view.best",
        "Best view",
        lambda shell: shell.notices.say(shell.scene.show_best_view()),
        ("K",),
        enabled=on_such(lambda board: board.neighbour_table.shape[1] == TOUCHING),
        help="Turn to where most of what is chosen is in sight; "
        "use it again for the next best view.",
    ),
    _turn_row(
        "view.sway",
        "Sway",
        lambda shell: shell.scene.switch_sway(),
        ("Y",),
        help="Rock the view until you touch it, to see what is in front.",
    ),
    _turn_row(
        "view.whole",
        "Whole board",
        _fly(view_edits.whole),
        ("Home",),
        scope="scene",
        help="Bring everything into view without turning.",
    ),
    _turn_row(
        "view.zoom-in",
        "Zoom in",
        lambda shell: shell.scene.input.zoom(0.8),
        ("+",),
        help="The wheel, too.",
    ),
    _turn_row("view.zoom-out", "Zoom out", lambda shell: shell.scene.input.zoom(1.25), ("-",)),
    _turn_row(
        "view.centre",
        "Centre on the point",
        lambda shell: shell.scene.fly(
            view_edits.centre_on(
                live_view(shell.session), live_board(shell.session), pointed_at(shell.scene)
            )
        ),
        ("F",),
        help="Turn around the point under the mouse or the cursor. A double click does it too.",
    ),
    _turn_row("view.turn-left", "Turn left", _turn(-view_edits.TURN, 0), ("Num+4",)),
    _turn_row("view.turn-right", "Turn right", _turn(view_edits.TURN, 0), ("Num+6",)),
    _turn_row("view.tilt-up", "Tilt up", _turn(0, view_edits.TURN), ("Num+8",)),
    _turn_row("view.tilt-down", "Tilt down", _turn(0, -view_edits.TURN), ("Num+2",)),
    _from_row("view.south", "From the south", _from("south"), ("Num+1",)),
    _from_row("view.east", "From the east", _from("east"), ("Num+3",)),
    _from_row("view.top", "From the top", _from("top"), ("Num+7",)),
    _from_row(
        "view.flat",
        "As a flat map",
        _fly(view_edits.switch_flat),
        ("T",),
        checked=is_so(view_edits.is_flat),
        help="From straight above, north up; use it again for the standard view.",
    ),
    _from_row("view.opposite", "From the other side", _fly(view_edits.opposite), ("Num+9",)),
    _from_row("view.north", "From the north", _from("north")),
    _from_row("view.west", "From the west", _from("west")),
    _from_row("view.below", "From below", _from("base")),
    *(_from_row(f"view.from-{c}", f"From corner {c}", _from(c)) for c in ("SW", "SE", "NW", "NE")),
)


# -- two views -------------------------------------------------------------------------------------

_second_row = partial(row, menu="View/Second view")


def _has_two(session: Session) -> bool:
    return session.document.second is not None


def _is_linked(session: Session, link: Link) -> bool:
    second = session.document.second
    return second is not None and second.link == link


def _switch(session: Session) -> None:
    if _has_two(session):
        session.see_once()
    else:
        session.see_twice()


def _slice(shell: Shell) -> None:
    session = shell.session
    site = shell.scene.input.active_site
    if _is_linked(session, "slice"):
        session.see_once()
        return
    session.see_twice("slice")
    if site is not None:
        session.slice_through(site)


def _other(session: Session) -> None:
    second = session.document.second
    if second is not None:
        session.turn_to(1 - second.half)


_TWO_VIEWS = (
    _second_row(
        "view.second",
        "Second view",
        in_session(_switch),
        ("V",),
        checked=in_session(_has_two),
        icon="two-views",
        help="See the position twice, each time with its own camera, cuts and layers.",
    ),
    _second_row(
        "view.slice",
        "Slice beside the view",
        _slice,
        ("Shift+V",),
        enabled=on_such(lambda board: bool(board.planes)),
        checked=lambda shell: _is_linked(shell.session, "slice"),
        icon="layer",
        help="Show the plane of the working layer, the cut or what you point at, face-on.",
    ),
    _second_row(
        "view.turn-together",
        "Turn together",
        in_session(
            lambda session: session.see_twice("" if _is_linked(session, "turn") else "turn")
        ),
        checked=lambda shell: _is_linked(shell.session, "turn"),
        icon="turn",
        help="See the position twice from the same direction, whichever view is turned.",
    ),
    _second_row(
        "view.other-view",
        "Go to the other view",
        in_session(_other),
        ("Ctrl+Alt+V",),
        enabled=in_session(_has_two),
        help="Keys, menus and the Look dock then change the other view.",
    ),
)


# -- the history of looks --------------------------------------------------------------------------


def _add_bookmark(shell: Shell) -> None:
    suggested = f"view {len(shell.session.document.record.bookmarks) + 1}"
    name = shell.ask.text("Bookmark", "Name of this view:", suggested)
    if name is not None:
        shell.session.bookmark(name)


def _choose_bookmark(shell: Shell, title: str) -> str | None:
    names = list(shell.session.document.record.bookmarks)
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


_view_row = partial(row, scope="window")
_bookmarks_row = partial(
    row,
    menu="View/Bookmarks",
    enabled=in_session(lambda session: bool(session.document.record.bookmarks)),
)

_HISTORY = (
    _view_row(
        "view.back",
        "Previous view",
        or_say(Session.look_back, "There is no earlier view"),
        ("Alt+Left",),
        enabled=in_session(lambda session: bool(session.document.past)),
    ),
    _view_row(
        "view.forward",
        "Next view",
        or_say(Session.look_forward, "There is no later view"),
        ("Alt+Right",),
        enabled=in_session(lambda session: bool(session.document.future)),
    ),
    _view_row(
        "view.bookmark",
        "Add bookmark…",
        _add_bookmark,
        ("Ctrl+B",),
        menu="View/Bookmarks",
        icon="bookmark",
        help="Keep this view in the game, under a name.",
    ),
    _bookmarks_row("view.go-to-bookmark", "Go to bookmark…", _go_to_bookmark),
    _bookmarks_row("view.forget-bookmark", "Delete bookmark…", _forget_bookmark),
)


# -- working layer, lens and the rest ------------------------------------------------------------


_GHOSTS = {"legal": "Legal points", "all": "All empty points", "off": "No empty points"}


def _next_ghosts(shell: Shell) -> None:
    view = view_edits.next_ghosts(live_view(shell.session))
    shell.session.set_view(view)
    shell.notices.say(f"{_GHOSTS[view.ghosts]} are shown")


def _layer_through(shell: Shell) -> None:
    session = shell.session
    view, board = live_view(session), live_board(session)
    family = view.layer[0] if view.layer is not None else "level"
    session.set_view(view_edits.layer_through(view, board, family, pointed_at(shell.scene)))


def _at_pointer(change: Callable[[View, Board, int | None], View]) -> Callable[[Shell], object]:
    """Return what runs `change` on the live View, its board and the point that is pointed at."""
    return lambda shell: shell.session.set_view(
        change(live_view(shell.session), live_board(shell.session), shell.scene.input.active_site)
    )


def _has_threats(shell: Shell) -> bool:
    """Whether the game knows threats, and nothing keeps them back."""
    if shell.session.is_empty or shell.chosen.now.hide_verdicts:
        return False
    return explainer_of(shell.session.position) is not None


def _scale_text(chosen: ChosenPreferences, factor: float) -> None:
    """Make the text larger or smaller, between the sizes at which the panels were looked at."""
    chosen.change(text_scale=min(2.0, max(0.75, round(chosen.now.text_scale * factor, 2))))


_layer_row = partial(row, menu="View/Layers")
_look_row = partial(row, menu="View/Appearance")
_look_in_window = partial(Command, menu="View/Appearance")


def _stereo_row(kind: str, which: str) -> Command:
    return _look_in_window(
        f"view.stereo-{kind}",
        f"Stereo, {kind}",
        lambda shell: shell.scene.show_stereo(kind),
        enabled=lambda shell: not _has_two(shell.session),
        checked=lambda shell: shell.scene.widget.stereo == kind,
        help=f"Draw the scene once for each eye, side by side: {which}.",
    )


_MORE = (
    _layer_row(
        "view.layer",
        "Working layer",
        _at_pointer(view_edits.switch_layer),
        ("W",),
        checked=is_so(lambda view: view.layer),
        icon="layer",
        help="Work on one plane; everything else fades.",
    ),
    _layer_row(
        "view.next-layer",
        "Next family of planes",
        _at_pointer(view_edits.next_layer_family),
        ("Shift+W",),
    ),
    _layer_row("view.layer-through", "Layer through here", _layer_through),
    row(
        "view.lens",
        "Lens",
        lambda shell: shell.scene.input.switch_lens(),
        ("X",),
        checked=lambda shell: shell.scene.input.has_lens,
        icon="lens",
        held=True,
        help="Balls in front of what you point at become rings. Hold X for a moment, or tap it.",
    ),
    row(
        "view.explode",
        "Explode more",
        on_view(lambda view: view_edits.explode(view, 1)),
        ("]",),
        icon="explode",
        help="Move the levels apart.",
    ),
    row("view.implode", "Explode less", on_view(lambda view: view_edits.explode(view, -1)), ("[",)),
    row(
        "view.ghosts",
        "Empty points: legal, all, none",
        _next_ghosts,
        ("G",),
        icon="ghost",
        help="Show the legal empty points, all of them, or none.",
    ),
    row(
        "view.clear",
        "Show everything",
        on_view(view_edits.show_everything),
        enabled=is_so(lambda view: view_edits.show_everything(view) is not view),
        help="Every piece in its own colour: no cut, peel, layer, lens, explosion or explanation.",
    ),
    _look_row(
        "view.projection",
        "Parallel projection",
        on_view(view_edits.switch_projection),
        ("Num+5",),
        checked=is_so(lambda view: view.camera.parallel),
        icon="parallel",
        help="Parallel instead of perspective.",
    ),
    _look_row(
        "view.ghost-style",
        "Empty points as glass shells",
        on_view(view_edits.switch_ghost_style),
        checked=is_so(lambda view: view.ghost_style == "shells"),
    ),
    *(
        _look_row(
            f"view.{one.field}",
            one.title,
            on_view(one.switched),
            one.keys,
            checked=is_so(one.is_on),
            help=one.help,
        )
        for one in view_edits.VIEW_SWITCHES
    ),
    _look_in_window(
        "view.focus",
        "Keep in sight what is chosen",
        lambda shell: shell.chosen.change(focus="on" if shell.chosen.now.focus == "off" else "off"),
        ("O",),
        scope="scene",
        checked=lambda shell: shell.chosen.now.focus != "off",
        help="Draw what lies in front of it as outlines, wherever you look from.",
    ),
    _look_in_window(
        "view.focus-deep",
        "Keep its neighbours in sight, too",
        lambda shell: shell.chosen.change(
            focus="on" if shell.chosen.now.focus == "deep" else "deep"
        ),
        ("Shift+O",),
        scope="scene",
        checked=lambda shell: shell.chosen.now.focus == "deep",
    ),
    _stereo_row("parallel", "the left half for the left eye"),
    _stereo_row("crossed", "the left half for the right eye"),
    _look_in_window(
        "view.threats",
        "Threats",
        lambda shell: shell.chosen.change(threats=not shell.chosen.now.threats),
        enabled=_has_threats,
        checked=lambda shell: shell.chosen.now.threats,
        help="Ring the points where one ball of either side takes a corner.",
    ),
    _look_in_window(
        "view.palette",
        "Presentation colours",
        lambda shell: shell.chosen.change(strong=not shell.chosen.now.strong),
        checked=lambda shell: shell.chosen.now.strong,
        help="Stronger colours on a plain background, for projectors.",
    ),
    _look_in_window(
        "view.larger-text",
        "Larger text",
        lambda shell: _scale_text(shell.chosen, 1.15),
        ("Ctrl++",),
    ),
    _look_in_window(
        "view.smaller-text",
        "Smaller text",
        lambda shell: _scale_text(shell.chosen, 1 / 1.15),
        ("Ctrl+-",),
    ),
    _look_in_window(
        "view.full-screen",
        "Full screen",
        lambda shell: shell.frame.setWindowState(
            shell.frame.windowState() ^ Qt.WindowState.WindowFullScreen
        ),
        ("F11",),
        menu="View",
    ),
)


# -- parts and colours -----------------------------------------------------------------------------

_colour_row = partial(row, menu="View/Colours")

_HELP = {
    "group": "A colour for each group: warm ones are the first player's, cool ones the second's.",
    "level": "Paler at the base, deeper at the apex.",
    "move": "Paler for early moves, deeper for late ones.",
}


def _coloured(by: Colour) -> Command:
    return _colour_row(
        f"view.colour-{by}",
        f"By {by}",
        on_view(lambda view: view_edits.switch_colour(view, by)),
        checked=is_so(lambda view: view.colour == by),
        help=_HELP[by],
    )


def _group_part(shell: Shell) -> str:
    """The part of the selected group, else of the group that is pointed at, "" for none."""
    document, position = shell.session.document, shell.session.position
    point = shell.scene.input.active_site
    site = document.view.selected
    if not site and point is not None and is_occupied(position, point):
        site = position.game.board.names[point]
    return view_edits.group_of(document.view, position, site) if site else ""


def _switch_group(shell: Shell, how: How) -> None:
    part = _group_part(shell)
    if not part:
        raise SessionError("point at a ball, or select its group first")
    shell.session.set_view(view_edits.switch_part(live_view(shell.session), part, how))


def _group_is(shell: Shell, how: How) -> bool:
    part = _group_part(shell)
    return bool(part) and how_shown(live_view(shell.session), part) == how


def _group(name: str, title: str, how: How) -> Command:
    return _colour_row(
        f"view.{name}",
        title,
        lambda shell: _switch_group(shell, how),
        checked=lambda shell: _group_is(shell, how),
        help="The selected group, else the one you point at.",
    )


_PARTS = (
    *(_coloured(by) for _, by in COLOURS if by != "player"),
    _group("group-faint", "Group faint", "faint"),
    _group("group-hidden", "Group hidden", "hidden"),
    _colour_row(
        "view.points-faint",
        "Empty points faint",
        on_view(lambda view: view_edits.switch_part(view, EMPTY, "faint")),
        checked=is_so(lambda view: how_shown(view, EMPTY) == "faint"),
        help="Faint points can still be clicked. The Look dock has players and levels as well.",
    ),
)


COMMANDS = (*_CAMERA, *_TWO_VIEWS, *_HISTORY, *inside_menu.COMMANDS, *_MORE, *_PARTS)
