"""The menu of the right button names pieces as the game does, and offers what a click would do."""

import pytest

pytestmark = pytest.mark.check

PYRAMID = "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white"
PYRAOS = "pyraos:rules=standard BWBW,WBW1,4,3W/3,3,3/2,2/1 white"
STACKING = "partition:size=4,rules=stacking R3,4,4,4/3,3,3/2,2/1 blue"


def test_the_menu_speaks_of_the_pieces_of_the_game_and_offers_what_a_click_does(
    open_window, qtbot, drive
):
    window = open_window(1000, 760, level_maps_open=False)
    window.session.paste_position(PYRAMID)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60000)
    mouse = drive(window.scene_view.widget)

    def branch(name):
        """Point at a site; return the part of the menu that is about it."""
        mouse.move(name)
        menu = window.scene.context_menu(list(window.scene_view.widget.input.pointer.found))
        return next(a.menu() for a in menu.actions() if a.text().split()[0] == name)

    def first(name):
        part = branch(name)
        act = part.actions()[0]
        return part.title(), act.text(), act.isEnabled()

    assert first("g1") == ("g1  White stone", "Move this stone", True)
    assert first("f1") == ("f1  Black stone", "Move this stone", False)
    assert first("g3") == ("g3", "Centre here", True)  # nothing is placed in Pyramid
    branch("g1").actions()[0].trigger()
    assert window.session.state.partial == ("g1",)
    assert first("g3") == ("g3", "Move here", True)
    assert first("c7") == ("c7", "Move here", False)
    branch("g3").actions()[0].trigger()
    played = window.session.document.record.nodes[window.session.document.node].move
    assert played == "g1-g3"
    window.session.paste_position(PYRAOS)
    assert first("1g1") == ("1g1  White sphere", "Move this sphere", True)
    assert first("1g5") == ("1g5", "Place here", True)
    window.session.paste_position(STACKING)
    assert first("1a1")[:2] == ("1a1  Red ball", "Select its group")
    assert first("1g7") == ("1g7", "Place here", True)
