"""Pictures of a document and of a position: what is in them, what stays the same object."""

import numpy as np
import pytest
from msgspec.structs import replace

from model.positions.setup import read_position
from model.records.view import Camera, Mark, Peel, View
from viewer.analysis.picture_findings import whole_picture
from viewer.picture.compose.composer import (
    ShowError,
    Transient,
    base_picture,
    compose,
    depict,
    picture_of,
)
from viewer.picture.palette import PALETTES
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.visuals.overlay_types import Sign, Tube

START = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"


def opened(text, *moves):
    session = Session()
    session.new(text)
    for move in moves:
        session.play(move)
    return session


def picture(session, transient=None, preferences=None):
    return compose(
        session.document, session.position, preferences or Preferences(), transient or Transient()
    )


def test_an_orbit_changes_nothing_but_the_view():
    session = opened(START, "1a1", "1c1")
    session.set_view(replace(session.document.view, peel=Peel(between=(1, 2))))
    before = picture(session, Transient(marks=(Mark("1a1"),)))
    turned = replace(session.document.view, camera=Camera(azimuth=77))
    session.set_view(turned)
    after = picture(session, Transient(marks=(Mark("1a1"),)))
    assert after.view.camera.azimuth == 77
    for name in ("board", "pieces", "legal", "plies"):
        assert getattr(after, name) is getattr(before, name), name
    assert after.overlays[0] is before.overlays[0]


def test_a_position_stands_the_same_in_all_its_pictures():
    session = opened(START, "1a1")
    assert base_picture(session.position) is base_picture(session.position)
    assert picture(session).pieces is base_picture(session.position).pieces


def test_the_last_ball_is_ringed_and_legal_points_are_those_of_the_rules():
    session = opened(START, "1a1", "2b2")
    made = picture(session)
    board = session.position.game.board
    assert made.last == board.index("2b2")
    assert made.legal.sum() == session.position.legal_moves.count()
    assert made.choices is None


def test_the_way_of_the_last_move_is_shown_until_the_next_one_is_begun():
    session = opened("pyraos:rules=standard WB2,BW2,4,2BW/3,3,3/2,2/1 white")
    before = session.position
    session.play("1g7-2b2")
    board = session.position.game.board

    def shown(transient):
        return compose(session.document, session.position, Preferences(), transient, before=before)

    made = shown(Transient())
    assert made.carried == ((board.index("1g7"), board.index("2b2")),)
    assert shown(Transient(hover=3)).carried is made.carried
    first = str(session.position.steps(()).choices[0])
    assert shown(Transient(partial=(first,))).carried == ()


def test_a_half_built_move_shows_what_it_has_done_and_what_may_follow():
    session = opened("pyramid")
    token = next(t for t in session.steps().choices if t in session.position.game.board)
    session.step(token)
    made = picture(session, Transient(partial=session.state.partial))
    board = session.position.game.board
    assert made.choices is not None
    expected = {board.index(t) for t in session.steps().choices if t in board}
    assert set(made.choices.nonzero()[0].tolist()) == expected
    assert made.legal is made.choices


def test_a_hover_previews_the_step_it_would_add():
    session = opened("pyramid")
    board = session.position.game.board
    token = next(t for t in session.steps().choices if t in board)
    session.step(token)
    partial = session.state.partial
    target = next(t for t in session.steps().choices if t in board)
    made = picture(session, Transient(hover=board.index(target), partial=partial))
    assert any(isinstance(one, Tube) for one in made.overlays)
    far = picture(session, Transient(hover=len(board) + 5, partial=partial))
    assert far.doomed == (), "a site of another board previews nothing"


def test_preferences_choose_colours_and_marks_are_not_in_the_view():
    session = opened(START)
    chosen = Preferences(strong=True, bands=False, ghost_radius=0.2)
    made = picture(session, preferences=chosen)
    assert (made.palette.name, made.bands, made.dot_radius) == ("presentation", False, 0.2)
    made = picture(session, Transient(marks=(Mark("1a1"),)))
    assert isinstance(made.overlays[0], Sign)
    assert session.document.view == View()


# -- of a position alone ---------------------------------------------------------------------------

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


@pytest.mark.parametrize("word", ["labels=maybe", "ghosts=", "style=cubes", "palette=mud"])
def test_a_switch_set_to_something_else_names_what_it_knows(word):
    with pytest.raises(ShowError, match=f"write {word.partition('=')[0]}="):
        depict(POSITION, View(), (word,))


def test_words_of_its_own_replace_the_overlay_of_the_view_and_choose_a_palette():
    own = depict(POSITION, View(show="corner=SW:red"))
    other = depict(POSITION, View(show="corner=SW:red"), ("corner=NE:blue",))
    assert own.overlays
    assert own.overlays != other.overlays
    shown = depict(POSITION, View(), ("palette=presentation",))
    assert shown.palette is PALETTES["presentation"]


def test_marks_lie_over_the_position():
    shown = depict(POSITION, View(), (), (Mark("1a1"), Mark("9z9")))
    assert [overlay.sites for overlay in shown.overlays] == [(POSITION.game.board.index("1a1"),)]
    assert shown.legal is not None
