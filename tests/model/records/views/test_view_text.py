"""The words for Views: names, cuts, peels and overlays, both ways, and what is refused."""

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from view_words import write_cut, write_peel, write_view

from model.positions.setup import read_position
from model.records.view import (
    CAMERAS,
    FLATTEST,
    Camera,
    Cut,
    Peel,
    View,
    ViewError,
    check_show,
    check_view,
    peelable,
    read_cut,
    read_cuts,
    read_peel,
    read_view,
)

GAME = read_position("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red").game
BOARD = GAME.board

numbers = st.one_of(st.integers(-3, 6).map(float), st.floats(-3, 6, allow_nan=False))


@st.composite
def cuts(draw):
    flip = draw(st.booleans())
    if draw(st.booleans()):
        family = draw(st.sampled_from(sorted(BOARD.planes)))
        planes = BOARD.planes[family]
        places = st.floats(planes.first, planes.last)
    else:
        family = ""
        places = st.floats(-9, 9)
    at, to = sorted(draw(st.tuples(places, places)))
    to = draw(st.sampled_from([None, to]))
    if family:
        return Cut(at=at, to=to, flip=flip, family=family)
    a, b = draw(st.floats(0, 6.28)), draw(st.floats(-1.5, 1.5))
    normal = (math.sin(a) * math.cos(b), -math.cos(a) * math.cos(b), math.sin(b))
    return Cut(at=at, to=to, flip=flip, normal=normal)


@st.composite
def peels(draw):
    names = draw(st.lists(st.sampled_from(peelable(BOARD)), unique=True, max_size=4))
    spans = st.lists(st.integers(1, 4), min_size=2, max_size=2).map(lambda s: tuple(sorted(s)))
    return Peel(
        levels=draw(st.none() | spans),
        layers=tuple((name, draw(st.integers(0, 2))) for name in names),
        only=draw(st.sampled_from(["", "2b2", "4d4"])),
        between=draw(st.none() | spans),
    )


parts = st.tuples(
    st.sampled_from(["player=red", "player=blue", "empty", "group=2b2", "level=1", "level=3"]),
    st.sampled_from(["shown", "faint", "hidden"]),
)


@st.composite
def views(draw):
    camera = Camera(
        azimuth=draw(st.floats(-720, 720)),
        elevation=draw(st.floats(-90, 90)),
        centre=draw(st.none() | st.tuples(numbers, numbers, numbers)),
        distance=draw(st.none() | st.floats(0.1, 100)),
        parallel=draw(st.booleans()),
    )
    return View(
        camera=draw(st.sampled_from([camera, *CAMERAS.values()])),
        cuts=tuple(draw(st.lists(cuts(), max_size=3))),
        peel=draw(peels()),
        layer=draw(st.sampled_from([None, ("level", 2), ("west", 0)])),
        lens=draw(st.sampled_from(["", "2b2"])),
        explode=draw(st.floats(FLATTEST, 5)),
        ghosts=draw(st.sampled_from(["all", "legal", "off"])),
        selected=draw(st.sampled_from(["", "2b2"])),
        show=draw(st.sampled_from(["", "corner=SW:red"])),
        dim=draw(st.booleans()),
        parts=tuple(draw(st.lists(parts, max_size=4, unique_by=lambda part: part[0]))),
        opacity=draw(st.floats(0.05, 0.9)),
        colour=draw(st.sampled_from(["player", "group", "level", "move"])),
    )


@given(cuts())
def test_cuts_read_as_they_are_written(cut):
    assert read_cut(BOARD, write_cut(cut)) == cut


@given(peels())
def test_peels_read_as_they_are_written(peel):
    assert read_peel(BOARD, write_peel(peel)) == peel
    if write_peel(peel):
        assert read_peel(BOARD, [",".join(write_peel(peel))]) == peel


@pytest.mark.check
@pytest.mark.slow
@given(views())
def test_views_read_as_they_are_written(view):
    assert read_view(GAME, write_view(view)) == view
    check_view(GAME, view)


@pytest.mark.parametrize("name", CAMERAS)
def test_every_view_has_its_name(name):
    assert read_view(GAME, name).camera == CAMERAS[name]
    assert write_view(View(camera=CAMERAS[name])) == name


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("level=3", Cut(family="level", at=3)),
        ("level=2..3", Cut(family="level", at=2, to=3)),
        ("west=2:flip", Cut(family="west", at=2, flip=True)),
        ("diag=-1..1.5:flip", Cut(family="diag", at=-1, to=1.5, flip=True)),
        ("normal=0;0;1;1.2", Cut(at=1.2, normal=(0, 0, 1))),
        ("normal=0;0;-2;3", Cut(at=1.5, normal=(0, 0, -1))),
        ("normal=0;3;4;5..10:flip", Cut(at=1, to=2, flip=True, normal=(0, 0.6, 0.8))),
    ],
)
def test_cuts_as_the_command_line_writes_them(text, cut):
    assert read_cut(BOARD, text) == cut


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write level=3"),
        ("level", "write level=3"),
        ("waist=3", "no planes called"),
        ("level=", "not a valid number"),
        ("level=a", "not a valid number"),
        ("level=nan", "not a valid number"),
        ("level=inf", "not a valid number"),
        ("level=1e9", "not a valid number"),
        ("level=9", "from 1 to 4"),
        ("level=1..", "not a valid number"),
        ("level=3..1", "from the smaller number to the larger"),
        ("level=1:flop", "not a valid number"),
        ("normal=1;0;0", "normal=X;Y;Z;D"),
        ("normal=0;0;0;1", "must have a length"),
        ("normal=1;0;0;1;2", "normal=X;Y;Z;D"),
        ("level=" + "1" * 10_000, "not a valid number"),
        ("level=1\n2", "not a valid number"),
    ],
)
def test_what_is_no_cut_is_refused(text, says):
    with pytest.raises(ViewError, match=says) as caught:
        read_cut(BOARD, text)
    assert str(caught.value).isprintable()


def test_there_are_three_cuts_at_most():
    assert len(read_cuts(BOARD, ["level=1", "west=1", "diag=0"])) == 3
    assert len(read_cuts(BOARD, ["level=1,west=1"])) == 2
    with pytest.raises(ViewError, match="at most 3"):
        read_cuts(BOARD, ["level=1,west=1", "diag=0,anti=0"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("level", "levels run from 1 to 4"),
        ("level=0..2", "levels run from 1 to 4"),
        ("level=3..2", "levels run from 1 to 4"),
        ("level=1..9", "levels run from 1 to 4"),
        ("shell=x", "layers to peel"),
        ("west=5", "west has 4 layers"),
        ("diag=1", "cannot be peeled"),
        ("only=9z9", "not a point"),
        ("between=4..2", "moves run from"),
        ("", "cannot be peeled"),
        ("west=1,west=2", "given twice"),
    ],
)
def test_what_is_no_peel_is_refused(text, says):
    with pytest.raises(ViewError, match=says):
        read_peel(BOARD, [text])


@pytest.mark.parametrize(
    "text",
    [
        "home",
        "ISO",
        "{",
        "{}}",
        '{"camera": {"azimuth": "x"}}',
        '{"camera": {"azimuth": 1e300}}',
        '{"camera": {"centre": [1e300, 0, 0]}}',
        '{"cuts": [{"family": "waist", "at": 1}]}',
        '{"cuts": [{"at": 1}]}',
        '{"cuts": [{"at": 1, "normal": [1, 1, 1]}]}',
        '{"cuts": [{"at": 1, "family": "level", "normal": [1, 0, 0]}]}',
        '{"cuts": [{"family": "level", "at": 1e300}]}',
        '{"peel": {"layers": [["waist", 1]]}}',
        '{"peel": {"layers": [["west", 1], ["west", 2]]}}',
        '{"peel": {"levels": [3, 1]}}',
        '{"layer": ["waist", 1]}',
        '{"lens": "9z9"}',
        '{"explode": 9}',
        '{"show": "corner=XX:red"}',
        '{"show": "everything"}',
        '{"extra": 1}',
        '{"a":' * 10_000,
        "{" + " " * 100_000 + "}",
        '{"show": "\ud800"}',
    ],
)
def test_what_is_no_view_is_refused(text):
    with pytest.raises(ViewError) as caught:
        read_view(GAME, text)
    assert str(caught.value).isprintable()


def test_a_view_as_json():
    view = read_view(GAME, '{"camera": {"azimuth": 10}, "cuts": [{"family": "level", "at": 2}]}')
    assert view.camera.azimuth == 10
    assert msgspec.json.decode(write_view(view), type=View) == view


@pytest.mark.parametrize(
    "text",
    ["corner=SW:red", "cost=apex:blue", "win=blue", "pour=SE:red", "labels=off", "ghosts=all"],
)
def test_overlays(text):
    check_show(GAME, text)


@pytest.mark.parametrize(
    "text", ["", "corner=SW", "corner=XX:red", "win=green", "cost=SW:red\n", "labels=no", "dim"]
)
def test_what_is_no_overlay_is_refused(text):
    with pytest.raises(ViewError):
        check_show(GAME, text)


PYRAOS = read_position("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white").game


@pytest.mark.parametrize("text", ["corner=SW:white", "win=white", "win=red"])
def test_what_another_game_shows_is_refused(text):
    with pytest.raises(ViewError, match="write values or labels=off"):
        check_show(PYRAOS, text)
    with pytest.raises(ViewError, match="cannot be shown"):
        check_view(PYRAOS, View(show=text))
    check_view(PYRAOS, View(show="values"))


def test_a_wrong_part_of_an_overlay_is_named():
    says = 'corner=NN:red" cannot be shown: not "NN" but SW, SE, NW, NE or apex'
    with pytest.raises(ViewError, match=says):
        check_show(GAME, "corner=NN:red")
