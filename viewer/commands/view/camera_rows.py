"""Rows of the View menu on where one looks from: standard views, turning, zooming."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from model.records.view import View
from viewer.analysis.playing.opponents import Opponents
from viewer.commands.computer_menu import person_side
from viewer.commands.shell import Shell
from viewer.commands.view.view_rows import is_so, live_board, live_view, pointed_at, row
from viewer.picture.compose.first_look import facing_camera
from viewer.picture.visibility import view_edits
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences


def _from(name: str) -> Callable[[Shell], object]:
    return lambda shell: shell.scene.fly(view_edits.look_from(live_view(shell.session), name))


def _home(
    session: Session, chosen: ChosenPreferences, scene: SceneView, opponents: Opponents
) -> None:
    """Fly home, or to where a person sits who sees the board from the own side."""
    view = view_edits.look_from(live_view(session), "iso")
    position = session.position
    if chosen.now.turn_board:
        view = replace(view, camera=facing_camera(position, person_side(session, opponents)))
    scene.fly(view)


def _turn(azimuth: float, elevation: float) -> Callable[[Shell], object]:
    return _fly(lambda view: view_edits.turn(view, azimuth, elevation))


def _zoom(factor: float) -> Callable[[Shell], object]:
    return lambda shell: shell.scene.input.zoom(factor)


def _fly(change: Callable[[View], View]) -> Callable[[Shell], object]:
    return lambda shell: shell.scene.fly(change(live_view(shell.session)))


_CLOSER = "View/Turn and zoom"
_FROM = "View/From"

COMMANDS = (
    row(
        "home",
        "Standard view",
        lambda shell: _home(shell.session, shell.chosen, shell.scene, shell.playing.opponents),
        ("Shift+Home", "Num+0"),
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
            view_edits.centre_on(
                live_view(shell.session), live_board(shell.session), pointed_at(shell.scene)
            )
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
