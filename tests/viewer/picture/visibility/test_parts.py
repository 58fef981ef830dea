"""Players, empty points, groups and levels that are faint or hidden: drawn, picked and named so."""

import numpy as np
import pytest
from msgspec.structs import replace
from studio import balls

from model.boards.lattice import pyramid
from model.records.view import Cut, Peel, View
from model.registry import kinds
from viewer.picture.picking.line_of_sight import candidates
from viewer.picture.picture import Picture
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.hidden_site import hider_of
from viewer.picture.visibility.parts import regions, sites_in, strength
from viewer.picture.visibility.reveal import reveal
from viewer.picture.visibility.visible import occupied, owners, visible_in
from viewer.scene.props import appearance
from viewer.session.session import Session

BOARD = pyramid(4)
PIECES = balls(BOARD, red=("1a1", "1c1", "2b2"), blue=("1a7", "1g7", "2d4"))
PLAYERS = ("red", "blue")


def at(name):
    return BOARD.index(name)


def left(*parts, **view):
    """{name: how strongly it is drawn} under these parts."""
    found = strength(BOARD, PIECES, PLAYERS, View(parts=parts, **view))
    return dict(zip(BOARD.names, np.round(found.astype(float), 3).tolist(), strict=True))


def picture(view):
    return Picture(BOARD, PIECES, PLAYERS, view)


def met(view, name):
    """Names that a line of sight from the south through a point meets."""
    shown = picture(view)
    start = np.array(BOARD.centres[at(name)]) - (0, 50, 0)
    found = candidates(visible_in(shown), occupied(shown), None, start, (0, 1, 0))
    return [BOARD.names[one.site] for one in found]


def test_each_part_is_drawn_as_strongly_as_the_view_says():
    assert strength(BOARD, PIECES, PLAYERS, View()) is None
    found = left(("player=red", "faint"), ("empty", "hidden"), ("level=2", "faint"), opacity=0.3)
    assert (found["1a1"], found["1a7"], found["2d4"]) == (0.3, 1, 0.3)
    assert (found["1e1"], found["2b4"]) == (0, 0)  # the least of what is said counts
    assert left(("player=green", "hidden"))["1a1"] == 1


def test_a_groups_own_word_counts_for_it():
    parts = (("player=red", "hidden"), ("player=blue", "hidden"), ("group=1c1", "shown"))
    found = left(*parts)
    assert [name for name in BOARD.names if found[name] == 1 and at(name) in PIECES.site] == [
        "1a1",
        "1c1",
        "2b2",
    ]
    assert left(("group=3c3", "hidden"))["3c3"] == 1  # nobody stands there


def test_hidden_is_never_picked_and_faint_balls_let_the_mouse_through():
    assert met(View(), "1a1")[:2] == ["1a1", "1a3"]
    faint = View(parts=(("player=red", "faint"),))
    assert met(faint, "1a1")[:2] == ["1a3", "1a5"]
    assert met(View(parts=(("player=red", "hidden"),)), "1a1")[:2] == ["1a3", "1a5"]
    assert met(View(parts=(("empty", "faint"),)), "1a1")[:2] == ["1a1", "1a3"]
    assert met(View(parts=(("empty", "hidden"),)), "1a1") == ["1a1", "1a7"]
    assert met(View(parts=(("level=1", "hidden"),)), "1a1") == []


def test_faint_balls_are_a_pale_hull_and_hidden_ones_are_not_drawn():
    owner = owners(BOARD, PIECES)

    def looks(*parts, **view):
        shown = picture(View(parts=parts, **view))
        return appearance.ball_appearance(shown, owner, visible_in(shown))

    faint = looks(("player=red", "faint"), ("group=1a7", "hidden"), opacity=0.4)
    assert {BOARD.names[site] for site in faint.faded} == {"1a1", "1c1", "2b2"}
    assert {BOARD.names[site] for site in faint.solid} == {"1g7", "2d4"}
    assert np.allclose(faint.tint[faint.faded, 3], 0.4)
    cut = looks(("player=red", "faint"), cuts=(Cut(1, "level"),), layer=("level", 1))
    assert {BOARD.names[site] for site in cut.solid} == {"1a7", "1g7"}
    # What is faint is pale as it is: a selection makes no ring of it as well.
    chosen = looks(("player=red", "faint"), selected="1a7")
    assert {BOARD.names[site] for site in chosen.faded} == {"1a1", "1c1", "2b2"}
    assert {BOARD.names[site] for site in chosen.ringed} == {"1g7", "2d4"}


def test_faint_points_are_paler_and_hidden_ones_gone():
    owner = owners(BOARD, PIECES)

    def points(*parts):
        shown = picture(View(parts=parts))
        return appearance.point_appearance(shown, owner, visible_in(shown))

    plain, faint = points(), points(("empty", "faint"))
    assert faint.solid.tolist() == plain.solid.tolist()
    assert np.allclose(faint.tint[at("1e1"), 3], 0.25 * plain.tint[at("1e1"), 3])
    assert not len(points(("empty", "hidden")).solid)
    assert at("2b4") not in points(("level=2", "hidden")).solid


@pytest.mark.parametrize("part", ["player=red", "level=1", "group=1a1"])
def test_what_hides_a_ball_is_named_and_goes_first(part):
    session = Session()
    session.new(options={"size": "4"})
    session.play("1a1")
    view = View(parts=((part, "hidden"), ("player=blue", "hidden")), cuts=(Cut(3, "level"),))
    session.set_view(view)
    document, position = session.document, session.position
    assert hider_of(document, position, at("1a1")) == "Look"

    def shows(other):
        found = hider_of(replace_view(document, other), position, at("1a1"))
        return not found

    back = reveal(view, BOARD, at("1a1"), shows)
    assert back == replace(view, parts=(("player=blue", "hidden"),))
    faint = replace_view(document, View(parts=((part, "faint"),)))
    assert hider_of(faint, position, at("1a1")) == ""


def replace_view(document, view):
    from dataclasses import replace as replace_field

    return replace_field(document, view=view)


def test_a_group_has_one_word_whichever_of_its_balls_is_meant():
    session = Session()
    session.new(options={"size": "4"})
    for move in ("1a1", "1a7", "1c1"):
        session.play(move)
    view = View(parts=(("group=1c1", "faint"),))
    assert view_edits.group_of(view, session.position, "1a1") == "group=1c1"
    assert view_edits.group_of(view, session.position, "1a7") == "group=1a7"


def test_edits_of_parts_and_colours():
    view = view_edits.show_part(View(), "player=red", "faint")
    assert view_edits.show_part(view, "player=red", "faint") is view
    view = view_edits.show_part(view, "group=1a1", "shown")
    assert dict(view.parts) == {"player=red": "faint", "group=1a1": "shown"}
    assert view_edits.show_part(View(), "group=1a1", "shown") == View()
    assert view_edits.switch_part(view_edits.switch_part(view, "empty", "faint"), "empty",
                                  "faint") == view  # fmt: skip
    assert view_edits.set_opacity(view, 7).opacity == 0.9
    assert view_edits.set_opacity(view, view.opacity) is view
    coloured = view_edits.switch_colour(view, "level")
    assert coloured == replace(view, colour="level")
    assert view_edits.switch_colour(coloured, "level") == view
    assert view_edits.clear(replace(coloured, opacity=0.5, peel=Peel(only="1a1"))) == View()


# -- layers and planes -----------------------------------------------------------------------------


def test_a_pyramid_is_divided_by_levels_shells_walls_and_planes():
    found = {region.key: region for region in regions(pyramid(4))}
    assert list(found) == [
        "level", "shell", "west", "east", "south", "north", "file", "rank", "diag", "anti",
    ]  # fmt: skip
    assert found["level"] == ("Level", "level", 1, 4)
    assert found["west"].first == 0


def test_a_level_holds_its_square():
    board = pyramid(4)
    assert {board.names[site] for site in sites_in(board, "level", 3)} == {
        "3c3", "3c5", "3e3", "3e5",
    }  # fmt: skip


@pytest.mark.parametrize("game", list(kinds()))
def test_regions_of_one_direction_hold_every_site_once(game):
    board = kinds()[game].configure({}).board
    for _, key, first, last in regions(board):
        held = [site for number in range(first, last + 1) for site in sites_in(board, key, number)]
        assert sorted(held) == list(range(len(board))), key
