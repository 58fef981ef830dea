"""Every switch of a View: in the menu, the scene, the maps, a file and `--show`."""

import pytest
from msgspec.structs import replace
from studio import Studio

from model.positions.setup import read_position
from model.records.files import parse
from model.records.json_form import encode
from model.records.view import SWITCHES, View, check_show
from viewer.picture.compose.composer import depict
from viewer.picture.visibility.view_edits import VIEW_SWITCHES

START = "partition:size=4,rules=free RRR1,4,4,BB2/3,3,3/2,2/1 red"

FIELDS = [switch.field for switch in VIEW_SWITCHES]


@pytest.fixture(scope="module")
def studio():
    made = Studio()
    yield made
    made.place.close()


def test_all_fields_that_are_on_or_off_are_switches():
    are_so = {name for name in View.__struct_fields__ if isinstance(getattr(View(), name), bool)}
    assert set(FIELDS) == are_so <= set(SWITCHES)


@pytest.mark.check
def test_switches_change_the_view_wherever_that_is_shown(begun):
    window = begun(START)
    session = window.session
    window.docks.open("maps")
    maps, before = window.docks.panel("maps").canvas, session.document.view
    for switch in VIEW_SWITCHES:
        command, at_first = f"view.{switch.field}", switch.is_on(before)
        for on in (not at_first, at_first):
            window.perform(command)
            document = session.document
            assert document.view == replace(before, **{switch.field: on})
            window.command_actions.refresh()
            assert window.command_actions._actions[command].isChecked() is on
            for shown in (window.scene_view.widget.picture, maps.facts.picture):
                assert getattr(shown.view, switch.field) is on
            saved = parse(encode(document.record, document.node, document.view), "switched")
            assert saved.view == document.view


@pytest.mark.check
@pytest.mark.parametrize("field", FIELDS)
def test_a_word_on_the_command_line_switches_what_is_drawn(studio, field):
    position = read_position(START)
    view = View(selected="1a1")
    words = f"{field}=on", f"{field}=off"
    on, off = (depict(position, view, (word,)) for word in words)
    for word, shown in zip(words, (on, off), strict=True):
        check_show(position.game, word)
        assert shown.view == replace(view, **{field: word.endswith("on")})
    assert (studio.take(on) != studio.take(off)).any()
