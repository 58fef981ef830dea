"""View commands: where one looks from, what is taken away, and the history of looks."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from model.board import Board
from model.view import View
from viewer import looks
from viewer.session import SessionError
from viewer.shell import Command, Scope, Shell, is_open

FAMILIES = ("level", "file", "rank", "west", "east", "south", "north", "base", "diag", "anti")
"""Plane families the table has rows for; a row sleeps where the board does not declare its."""
PEELS = ("shell", "west", "east", "south", "north", "base", "SW", "SE", "NW", "NE", "apex")
"""Layers that can be taken off from the outside in."""

_FAMILY_TITLES = {
    "level": "level",
    "file": "file",
    "rank": "rank",
    "base": "base, from below",
    "diag": "diagonal SW-NE",
    "anti": "diagonal SE-NW",
}


def _view(shell: Shell) -> View:
    document = shell.session.document
    if document is None:
        raise SessionError("nothing is open that could be looked at")
    return document.view


def _board(shell: Shell) -> Board:
    position = shell.session.position
    if position is None:
        raise SessionError("nothing is open that could be looked at")
    return position.game.board


def _point(shell: Shell) -> int:
    site = shell.scene.point
    if site is None:
        raise SessionError("point at a place in the scene first")
    return site


def _look(change: Callable[[View, Board], View]) -> Callable[[Shell], None]:
    """Run `change` on the live View."""

    def run(shell: Shell) -> None:
        shell.session.set_view(change(_view(shell), _board(shell)))

    return run


def _plain(change: Callable[[View], View]) -> Callable[[Shell], None]:
    return _look(lambda view, board: change(view))


def _from(name: str) -> Callable[[Shell], None]:
    return lambda shell: shell.scene.fly(looks.look_from(_view(shell), name))


def _fly(change: Callable[[View], View]) -> Callable[[Shell], None]:
    return lambda shell: shell.scene.fly(change(_view(shell)))


def _is(test: Callable[[View], object]) -> Callable[[Shell], bool]:
    def answer(shell: Shell) -> bool:
        document = shell.session.document
        return document is not None and bool(test(document.view))

    return answer


def _row(
    name: str,
    title: str,
    run: Callable[[Shell], None],
    keys: tuple[str, ...] = (),
    menu: str = "View",
    enabled: Callable[[Shell], bool] = is_open,
    *,
    checked: Callable[[Shell], bool] | None = None,
    scope: Scope = "scene",
    icon: str = "",
    help: str = "",
    held: bool = False,
) -> Command:
    return Command(
        f"view.{name}",
        title,
        run,
        keys,
        menu,
        enabled,
        checked,
        scope,
        held=held,
        icon=icon,
        help=help,
    )


# -- where from ----------------------------------------------------------------------------------

_FROM = "View/From"

_STANDARD = (
    _row("home", "Home view", _from("iso"), ("Num+0",), _FROM, icon="home"),
    _row("south", "From the south", _from("south"), ("Num+1",), _FROM),
    _row("east", "From the east", _from("east"), ("Num+3",), _FROM),
    _row("top", "From the top", _from("top"), ("Num+7",), _FROM),
    _row("opposite", "From the other side", _fly(looks.opposite), ("Num+9",), _FROM),
    _row("north", "From the north", _from("north"), (), _FROM),
    _row("west", "From the west", _from("west"), (), _FROM),
    _row("below", "From below", _from("base"), (), _FROM),
    *(_row(f"from-{c}", f"From corner {c}", _from(c), (), _FROM) for c in ("SW", "SE", "NW", "NE")),
    _row(
        "projection",
        "Parallel projection",
        _plain(looks.switch_projection),
        ("Num+5",),
        checked=_is(lambda view: view.camera.parallel),
        icon="parallel",
        help="Parallel instead of perspective.",
    ),
    _row(
        "centre",
        "Centre on the point",
        lambda shell: shell.scene.fly(looks.centre_on(_view(shell), _board(shell), _point(shell))),
        ("F",),
        help="Turn round the point under the mouse or the cursor.",
    ),
    _row("whole", "Whole pyramid", _fly(looks.whole), ("Home",), help="Bring all into sight."),
)


# -- the history of looks ------------------------------------------------------------------------


def _back(shell: Shell) -> None:
    if not shell.session.look_back():
        shell.say("There is no look before this one")


def _forward(shell: Shell) -> None:
    if not shell.session.look_forward():
        shell.say("There is no look after this one")


def _add_bookmark(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    suggested = f"view {len(document.record.bookmarks) + 1}"
    name = shell.ask_text("Bookmark", "Name of this view:", suggested)
    if name is not None:
        shell.session.bookmark(name)


def _choose_bookmark(shell: Shell, title: str) -> str | None:
    document = shell.session.document
    assert document is not None
    names = list(document.record.bookmarks)
    chosen = shell.ask_choice(title, names)
    return None if chosen is None else names[chosen]


def _go_to_bookmark(shell: Shell) -> None:
    name = _choose_bookmark(shell, "Go to bookmark")
    if name is not None:
        shell.scene.fly(shell.session.bookmarked(name))


def _forget_bookmark(shell: Shell) -> None:
    name = _choose_bookmark(shell, "Forget bookmark")
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
    _row("back", "Look back", _back, ("Alt+Left",), "View", _has_past, scope="window"),
    _row("forward", "Look forward", _forward, ("Alt+Right",), "View", _has_future, scope="window"),
    _row(
        "bookmark",
        "Add bookmark…",
        _add_bookmark,
        ("Ctrl+B",),
        _MARKS,
        scope="window",
        icon="bookmark",
        help="Keep this view in the game under a name.",
    ),
    _row("go-to-bookmark", "Go to bookmark…", _go_to_bookmark, (), _MARKS, _has_bookmarks),
    _row("forget-bookmark", "Forget bookmark…", _forget_bookmark, (), _MARKS, _has_bookmarks),
)


# -- cuts ----------------------------------------------------------------------------------------

_CUTS = "View/Cuts"
_has_cut = _is(lambda view: view.cuts)


def _declares(name: str) -> Callable[[Shell], bool]:
    def answer(shell: Shell) -> bool:
        position = shell.session.position
        return position is not None and name in position.game.board.planes

    return answer


def _cut_rows(family: str) -> Command:
    title = _FAMILY_TITLES.get(family, f"{family} wall")
    return _row(
        f"cut-{family}",
        f"Cut by {title}",
        _look(lambda view, board: looks.cut_by(view, board, family)),
        (),
        _CUTS,
        _declares(family),
        checked=_is(lambda view: view.cuts and view.cuts[-1].family == family),
    )


def _add_cut(view: View, board: Board) -> View:
    active = looks.active_cut(view)
    families = list(board.planes)
    if active is None or active.family not in families:
        return looks.add_cut(view, board, families[0])
    return looks.add_cut(view, board, families[(families.index(active.family) + 1) % len(families)])


_CUT_ROWS = (
    _row("add-cut", "Add cut", _look(_add_cut), (), _CUTS, icon="add", help="Up to three hold."),
    *(_cut_rows(family) for family in FAMILIES),
    _row(
        "free-cut",
        "Cut facing you",
        _look(looks.add_free_cut),
        (),
        _CUTS,
        help="A free plane through the middle, square to the line of sight.",
    ),
    _row("flip-cut", "Flip cut", _plain(looks.flip_cut), (), _CUTS, _has_cut, icon="flip"),
    _row(
        "slab",
        "Slab",
        _look(looks.switch_slab),
        (),
        _CUTS,
        _has_cut,
        checked=_is(lambda view: view.cuts and view.cuts[-1].to is not None),
        help="Keep what lies between two planes.",
    ),
    _row(
        "cut-less",
        "Take away less",
        _look(lambda view, board: looks.move_plane(view, board, 1)),
        (),
        _CUTS,
        _is(lambda view: view.cuts or view.layer),
        help="The working layer, else the active cut, one lattice step (Ctrl+wheel).",
    ),
    _row(
        "cut-more",
        "Take away more",
        _look(lambda view, board: looks.move_plane(view, board, -1)),
        (),
        _CUTS,
        _is(lambda view: view.cuts or view.layer),
        help="The working layer, else the active cut, one lattice step back (Ctrl+wheel).",
    ),
    _row("next-cut", "Next cut", _plain(looks.next_cut), (), _CUTS, _is(lambda v: len(v.cuts) > 1)),
    _row("remove-cut", "Remove cut", _plain(looks.remove_cut), (), _CUTS, _has_cut),
    _row("remove-cuts", "Remove all cuts", _plain(looks.remove_cuts), (), _CUTS, _has_cut),
)


# -- peels ---------------------------------------------------------------------------------------

_PEEL = "View/Peels"
_has_peel = _is(lambda view: view.peel != looks.NOTHING_PEELED)


def _peel_title(name: str) -> str:
    if name == "shell":
        return "a shell"
    if name == "base":
        return "the base"
    return f"corner {name}" if name in ("SW", "SE", "NW", "NE", "apex") else f"the {name} wall"


def _has_layer(name: str) -> Callable[[Shell], bool]:
    def answer(shell: Shell) -> bool:
        position = shell.session.position
        return position is not None and name in position.game.board.layers

    return answer


def _peeled(name: str) -> Callable[[Shell], bool]:
    return _is(lambda view: dict(view.peel.layers).get(name))


def _peel_rows(name: str) -> tuple[Command, Command]:
    title = _peel_title(name)
    return (
        _row(
            f"peel-{name}",
            f"Peel {title}",
            _look(lambda view, board: looks.peel_layers(view, name, 1, board)),
            (),
            _PEEL,
            _has_layer(name),
        ),
        _row(
            f"unpeel-{name}",
            f"Give back {title}",
            _look(lambda view, board: looks.peel_layers(view, name, -1, board)),
            (),
            _PEEL,
            _peeled(name),
        ),
    )


def _peel_group(shell: Shell) -> None:
    view = _view(shell)
    site = view.selected
    if view.peel.only and not site:
        site = view.peel.only
    elif not site:
        site = _board(shell).names[_point(shell)]
    if not _occupied(shell, site):
        raise SessionError(f"no ball stands on {site}: point at a ball, or select its group first")
    shell.session.set_view(looks.peel_only(view, site))


def _occupied(shell: Shell, name: str) -> bool:
    position = shell.session.position
    assert position is not None
    return position.game.board.index(name) in position.pieces.site


def _peel_between(shell: Shell) -> None:
    document = shell.session.document
    assert document is not None
    between = document.view.peel.between or (1, max(1, shell.session.ply))
    text = shell.ask_text(
        "Moves", "Show only what was played from move to move:", f"{between[0]}-{between[1]}"
    )
    if text is None:
        return
    numbers = text.replace("..", "-").split("-")
    if len(numbers) != 2 or not all(n.strip().isdecimal() and len(n) < 9 for n in numbers):
        raise SessionError(f'"{text[:40]}" is not a range of moves: write 3-12')
    first, last = (int(number) for number in numbers)
    shell.session.set_view(looks.peel_between(document.view, first, last))


_PEEL_ROWS = (
    *(row for name in PEELS for row in _peel_rows(name)),
    _row(
        "peel-level",
        "Peel the top level",
        _look(lambda view, board: looks.peel_top(view, board, 1)),
        (),
        _PEEL,
        _has_layer("level"),
    ),
    _row(
        "unpeel-level",
        "Give back a level",
        _look(lambda view, board: looks.peel_top(view, board, -1)),
        (),
        _PEEL,
        _is(lambda view: view.peel.levels),
    ),
    _row(
        "peel-group",
        "Only this group",
        _peel_group,
        (),
        _PEEL,
        checked=_is(lambda view: view.peel.only),
        help="Everything but the selected group, or the one pointed at, goes.",
    ),
    _row(
        "peel-between",
        "Only moves…",
        _peel_between,
        (),
        _PEEL,
        help="Everything but what was played between two moves goes.",
    ),
    _row("unpeel", "Nothing peeled", _plain(looks.unpeel), (), _PEEL, _has_peel, icon="peel"),
)


# -- working layer, lens and the rest ------------------------------------------------------------


def _layer_through(shell: Shell) -> None:
    view, board = _view(shell), _board(shell)
    family = view.layer[0] if view.layer is not None else "level"
    shell.session.set_view(looks.layer_through(view, board, family, _point(shell)))


def _layer(shell: Shell) -> None:
    shell.session.set_view(looks.switch_layer(_view(shell), _board(shell), shell.scene.point))


def _next_layer(shell: Shell) -> None:
    shell.session.set_view(looks.next_layer_family(_view(shell), _board(shell), shell.scene.point))


def _lens(shell: Shell) -> None:
    view = _view(shell)
    site = "" if view.lens else _board(shell).names[_point(shell)]
    # One look for the press and the release: nobody wants to go back to a lens.
    shell.session.set_view(looks.lens(view, site), gesture="lens")


def _palette(shell: Shell) -> None:
    before = shell.preferences
    other = "normal" if before.palette == "presentation" else "presentation"
    shell.prefer(replace(before, palette=other))


_MORE = (
    _row(
        "layer",
        "Working layer",
        _layer,
        ("W",),
        checked=_is(lambda view: view.layer),
        icon="layer",
        help="Only the points of one plane answer, the rest fades.",
    ),
    _row("next-layer", "Next family of planes", _next_layer, ("Shift+W",)),
    _row("layer-through", "Layer through here", _layer_through),
    _row(
        "lens",
        "Lens",
        _lens,
        ("X",),
        checked=_is(lambda view: view.lens),
        icon="lens",
        held=True,
        help="While held: what stands before the active point becomes outlines.",
    ),
    _row(
        "explode",
        "Explode more",
        _plain(lambda view: looks.explode(view, 1)),
        ("]",),
        icon="explode",
        help="Levels move apart.",
    ),
    _row("implode", "Explode less", _plain(lambda view: looks.explode(view, -1)), ("[",)),
    _row(
        "ghosts",
        "Next ghost mode",
        _plain(looks.next_ghosts),
        ("G",),
        icon="ghost",
        help="Empty points: the legal ones, all, or none.",
    ),
    _row(
        "ghost-style",
        "Ghosts as glass shells",
        _plain(looks.switch_ghost_style),
        checked=_is(lambda view: view.ghost_style == "shells"),
    ),
    _row(
        "dim",
        "Dim what is not selected",
        _plain(looks.switch_dim),
        checked=_is(lambda view: view.dim),
    ),
    _row("labels", "Labels", _plain(looks.switch_labels), checked=_is(lambda view: view.labels)),
    _row("board", "Base board", _plain(looks.switch_board), checked=_is(lambda view: view.board)),
    _row(
        "clear",
        "Show everything",
        _plain(looks.clear),
        enabled=_is(lambda view: looks.clear(view) is not view),
        help="No cut, peel, working layer, lens or explosion.",
    ),
    Command(
        "view.palette",
        "Presentation colours",
        _palette,
        (),
        "View",
        checked=lambda shell: shell.preferences.palette == "presentation",
        help="Stronger colours on a plain background, for projectors.",
    ),
    Command(
        "view.full-screen",
        "Full screen",
        lambda shell: shell.toggle_full_screen(),
        ("F11",),
        "View",
    ),
)

COMMANDS = (*_STANDARD, *_HISTORY, *_CUT_ROWS, *_PEEL_ROWS, *_MORE)
