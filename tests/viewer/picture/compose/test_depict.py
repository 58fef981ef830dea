"""Pictures of a position alone, and the words of what is shown over it."""

import numpy as np
import pytest

from model.positions.setup import read_position
from model.records.view import Mark, View
from viewer.analysis.picture_findings import whole_picture
from viewer.picture.compose.composer import ShowError, depict, picture_of
from viewer.picture.palette import PALETTES

POSITION = read_position("partition:size=4,rules=free R3,4,4,3B/3,3,3/2,2/1 blue")


def test_a_bare_picture_shows_what_stands_and_nothing_else():
    plies = np.zeros(len(POSITION.game.board), np.int32)
    shown = picture_of(POSITION, View(explode=1.0), plies)
    assert shown.board is POSITION.game.board
    assert (shown.pieces.site == POSITION.pieces.site).all()
    assert (shown.players, shown.piece_kinds) == (("red", "blue"), ("ball",))
    assert (shown.view.explode, shown.plies is plies) == (1.0, True)
    assert (shown.legal, shown.overlays, shown.reserves) == (None, (), ())


@pytest.mark.parametrize(
    ("word", "field", "value"),
    [
        ("labels=off", "labels", False),
        ("board=off", "board", False),
        ("dim=off", "dim", False),
        ("ghosts=all", "ghosts", "all"),
        ("style=shells", "ghost_style", "shells"),
    ],
)
def test_switches_change_the_view(word, field, value):
    assert getattr(depict(POSITION, View(), (word,)).view, field) == value


def test_threats_are_ringed_where_that_is_asked_for():
    position = read_position("partition:size=4,rules=free RRR1,4,4,BB2/3,3,3/2,2/1 red")
    assert depict(position, View()).overlays == ()
    (shown,) = whole_picture(position, View(), ("threats=on",)).overlays
    names = {position.game.board.names[site] for site in shown.sites}
    assert (shown.owner, names) == (0, {"1g1", "2f2"})
    assert whole_picture(position, View(), ("threats=off",)).overlays == ()


def test_a_palette_is_chosen_by_its_name():
    shown = depict(POSITION, View(), ("palette=presentation",))
    assert shown.palette is PALETTES["presentation"]


@pytest.mark.parametrize("word", ["labels=maybe", "ghosts=", "style=cubes", "palette=mud"])
def test_a_switch_set_to_something_else_names_what_it_knows(word):
    with pytest.raises(ShowError, match=f"write {word.partition('=')[0]}="):
        depict(POSITION, View(), (word,))


def test_words_of_its_own_replace_the_overlay_of_the_view():
    own = depict(POSITION, View(show="corner=SW:red"))
    other = depict(POSITION, View(show="corner=SW:red"), ("corner=NE:blue",))
    assert own.overlays
    assert own.overlays != other.overlays


def test_marks_lie_over_the_position():
    shown = depict(POSITION, View(), (), (Mark("1a1"), Mark("9z9")))
    assert [overlay.sites for overlay in shown.overlays] == [(POSITION.game.board.index("1a1"),)]
    assert shown.legal is not None
