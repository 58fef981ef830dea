"""Play commands: place by keyboard, go along the moves, build a move step by step."""

from collections.abc import Sequence
from functools import partial

from model.positions import describe
from viewer.commands.command import Command, always, is_open, or_say
from viewer.commands.shell import Shell
from viewer.picture.picking.lattice_cursor import Way, following
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session
from viewer.visuals.overlay_types import Overlay, Threats, Tube
from viewer.window.move_field import MoveField
from viewer.window.pages import Pages

_row = partial(Command, menu="Play", enabled=is_open)


def show_move_field(pages: Pages, move_field: MoveField, text: str = "") -> None:
    """Put the cursor in the field that moves are typed into, behind `text`."""
    if pages.is_scene_shown:
        move_field.open(text)


def _next_interesting(shell: Shell, step: int) -> None:
    """Put the cursor on the next or previous interesting point."""
    scene = shell.scene
    site = following(shell.analysis.interesting(), scene.input.active_site, step)
    if site is None and shell.analysis.hidden:
        scene.floating.say("Threats and plans are hidden: press H to show them")
    elif site is None:
        scene.floating.say("There are no threats, plans or legal points here")
    else:
        scene.input.set_cursor(site)


def _next_of(scene: SceneView, sites: Sequence[int], what: str) -> None:
    """Put the cursor on the next of some sites."""
    site = following(tuple(sites), scene.input.active_site, 1)
    if site is None:
        scene.input.message.emit(f"there are no {what} here")
    else:
        scene.input.set_cursor(site)


def _overlays(scene: SceneView) -> tuple[Overlay, ...]:
    picture = scene.input.pointer.picture
    return () if picture is None else picture.overlays


def _next_piece(shell: Shell) -> None:
    pieces = shell.session.position.pieces
    _next_of(shell.scene, sorted(set(pieces.site.tolist())), "pieces")


def _next_group(shell: Shell) -> None:
    position = shell.session.position
    _next_of(shell.scene, describe.groups(position, position.to_move), "groups of this side")


def _next_threat(shell: Shell) -> None:
    shown = [one for one in _overlays(shell.scene) if isinstance(one, Threats)]
    _next_of(shell.scene, [site for one in shown for site in one.sites], "threats shown")


def _next_of_escape(shell: Shell) -> None:
    tubes = [one for one in _overlays(shell.scene) if isinstance(one, Tube)]
    ways = [one.sites for one in tubes if one.style == "escape"]
    _next_of(shell.scene, [site for way in ways for site in way], "escapes shown")


def _place(shell: Shell) -> None:
    """Enter: confirm a pinned move, else place where the cursor is."""
    session = shell.session
    if session.entered and session.steps().complete:
        session.confirm()
    else:
        shell.scene.input.enter()


def _step_back(shell: Shell) -> None:
    session = shell.session
    if not session.step_back():
        document = session.document
        if shell.scene.input.has_lens:
            shell.scene.input.end_lens()
        elif document.exercise is not None and document.second is not None:
            session.see_once()


_walk_row = partial(
    Command, menu="Play", enabled=lambda shell: len(shell.session.document.record.nodes) > 1
)


def _half_built(shell: Shell) -> bool:
    state = shell.session.state
    document = shell.session.document
    twice = document.exercise is not None and document.second is not None
    return bool(state.partial) or state.premove is not None or shell.scene.input.has_lens or twice


def _confirm(shell: Shell) -> None:
    chosen = shell.chosen
    chosen.change(confirm_moves=not chosen.now.confirm_moves)
    if chosen.now.confirm_moves:
        shell.notices.say("Moves are confirmed: a second click, or Enter, plays them")
    else:
        shell.notices.say("A click plays a move at once")


def _cursor(name: str, title: str, way: Way, key: str, text: str) -> Command:
    return _row(
        f"play.cursor-{name}",
        title,
        lambda shell: shell.scene.input.move_cursor(way),
        (key,),
        menu="Play/Cursor",
        scope="scene",
        help=text,
    )


_jump_row = partial(_row, menu="Play/Cursor", scope="board")


def _deeper(name: str, title: str, steps: int, key: str) -> Command:
    return _jump_row(
        f"play.{name}",
        title,
        lambda shell: shell.scene.input.deeper(steps),
        (key,),
        help="Another point on the line of sight under the mouse (Shift+wheel).",
    )


def _digit(digit: str) -> Command:
    return _row(
        f"play.type-{digit}",
        f"Type a move that begins with {digit}",
        lambda shell: show_move_field(shell.pages, shell.move_field, digit),
        (digit,),
        menu="",
        scope="board",
        listed=False,
    )


_SCREEN = "Move to the neighbouring point in that direction on the screen."

COMMANDS = (
    _walk_row(
        "play.first",
        "First move",
        or_say(Session.first, "This is the start"),
        ("Ctrl+Home",),
        icon="first",
        help="Go to the start of the game.",
    ),
    _walk_row(
        "play.previous",
        "Previous move",
        or_say(Session.back, "This is the start"),
        (",",),
        scope="board",
        icon="previous",
    ),
    _walk_row(
        "play.next",
        "Next move",
        or_say(Session.forward, "This is the last move"),
        (".",),
        scope="board",
        icon="next",
    ),
    _walk_row(
        "play.last",
        "Last move",
        or_say(Session.last, "This is the last move"),
        ("Ctrl+End",),
        icon="last",
        help="Go to the end of the line.",
    ),
    _row(
        "play.place",
        "Place here",
        _place,
        ("Return", "Enter"),
        scope="scene",
        help="Place a ball at the cursor, or confirm the pinned one.",
    ),
    _row(
        "play.step-back",
        "Take back a step",
        _step_back,
        ("Esc", "Backspace"),
        enabled=_half_built,
        scope="scene",
        help="Take back one step of a half-built move, or a move that waits for the reply.",
    ),
    _row(
        "play.confirm-moves",
        "Confirm moves",
        _confirm,
        enabled=always,
        checked=lambda shell: shell.chosen.now.confirm_moves,
        help="A first click pins the ball, a second or Enter places it.",
    ),
    _row(
        "play.type",
        "Type a move…",
        lambda shell: show_move_field(shell.pages, shell.move_field),
        ("/",),
        scope="board",
        icon="command",
        help="Go to the move field below the scene. Typing a digit goes there too.",
    ),
    _row(
        "play.next-interesting",
        "Next interesting point",
        lambda shell: _next_interesting(shell, 1),
        ("N",),
        scope="board",
        help="Go through threats and plans; in stacking games, through the legal points.",
    ),
    _row(
        "play.previous-interesting",
        "Previous interesting point",
        lambda shell: _next_interesting(shell, -1),
        ("Shift+N",),
        scope="board",
    ),
    _jump_row("play.next-piece", "Next piece", _next_piece, ("C",)),
    _jump_row("play.next-group", "Next group of the side to move", _next_group, ("L",)),
    _jump_row("play.next-threat", "Next threat", _next_threat, ("U",)),
    _jump_row("play.next-escape", "Next point of an escape", _next_of_escape, ("J",)),
    *(_digit(digit) for digit in "123456789"),
    _cursor("left", "Cursor left", "left", "Left", _SCREEN),
    _cursor("right", "Cursor right", "right", "Right", _SCREEN),
    _cursor("up", "Cursor up", "up", "Up", _SCREEN),
    _cursor("down", "Cursor down", "down", "Down", _SCREEN),
    _cursor("above", "Cursor a level up", "above", "PgUp", "Stays near the same file and rank."),
    _cursor(
        "below", "Cursor a level down", "below", "PgDown", "Goes back the way the cursor came up."
    ),
    _deeper("nearer", "Nearer point", -1, "Q"),
    _deeper("farther", "Farther point", 1, "E"),
    _row(
        "play.leave",
        "Leave the scene",
        lambda shell: shell.frame.leave_scene(),
        ("Tab",),
        menu="",
        enabled=always,
        scope="scene",
        help="Move the keyboard to the next panel.",
    ),
)
