"""Positions set up by hand: what can exist, what cannot, and what is only odd."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.contract.game import IllegalMove
from model.notation.tokens import NotationError
from model.positions.setup import (
    Draft,
    cells_of,
    exchanged,
    extras_of,
    moved,
    notes,
    problems,
    put,
    read_position,
    read_setup,
    side_of,
    with_side,
    write_setup,
)
from model.positions.symmetry import maps, named_maps
from model.registry import kinds

STARTS = (
    "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red",
    "partition:size=4,rules=stacking 4,4,4,4/3,3,3/2,2/1 red",
    "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white",
    "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white",
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "partition:size=3,rules=stacking 3,3,3/R1,2/1 red",
            "2b2 lacks support: 1a1, 1c1, 1a3 and 1c3 are empty",
        ),
        ("pyraos:rules=standard 4,4,4,4/W2,3,3/2,2/1 white", "2b2 needs a sphere on 1a1"),
        (
            "pyraos:rules=standard WWWW,WWWW,WWWW,WWWW/3,3,3/2,2/1 white",
            "16 white spheres: each side has 15",
        ),
    ],
)
def test_what_cannot_exist_is_a_draft(text, says):
    with pytest.raises(NotationError):
        read_position(text)
    draft = read_setup(text)
    assert isinstance(draft, Draft)
    assert str(draft) == text
    assert read_setup(str(draft)) == draft
    assert str(problems(draft)[0]) == says
    assert notes(draft) == ()
    assert not draft.legal_moves
    assert draft.legal_moves.count() == 0
    assert says in str(draft.explain("1a1"))
    assert says in draft.steps(()).message
    with pytest.raises(IllegalMove, match=r"each side|needs a sphere|lacks support"):
        draft.play("1a1")


def test_what_is_no_position_stays_none():
    for text in ("", "pyraos", "pyraos:rules=standard 4,4 white", "chess 8 white"):
        with pytest.raises(NotationError):
            read_setup(text)


def test_odd_counts_are_only_noted():
    position = read_setup("partition:size=3,rules=free RR1,3,3/2,2/1 red")
    assert not isinstance(position, Draft)
    assert problems(position) == ()
    assert str(notes(position)[0]).startswith("2 red balls and no blue balls: with Red to move")
    assert position.legal_moves  # it is played on as it is
    assert notes(read_setup("partition:size=3,rules=free R2,3,3/2,2/1 blue")) == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pyramid WWWWWWW,W6,7,7,7,7,BBBBBBB white", "8 white stones: a game on this board"),
        ("pyramid WBW4,7,7,7,7,7,BBBBBB1 white", "Osiris would have taken b1: it is enclosed"),
        ("pyramid WBBW3,7,7,7,7,7,BBBB3 black", "Osiris would have taken b1 and c1: they are"),
        ("pyramid:osiris_suicide=false WBW4,7,7,7,7,7,BBBBBB1 white", ""),
        ("pyramid:max_plies=50 WWWWWWW,7,7,7,7,7,BBBBBBB white ply=3", "ply 3 with White to move"),
        ("pyramid:max_plies=50 WWWWWWW,7,7,7,7,7,BBBBBBB black ply=3", ""),
        ("pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white", ""),
        ("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white", ""),
        ("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 black", "no white spheres and no black"),
        ("pyraos:rules=standard W3,4,4,4/3,3,3/2,2/1 black", ""),
        ("pyraos:rules=standard W3,4,4,4/3,3,3/2,2/1 white", "1 white sphere and no black"),
        ("pyraos:rules=standard WBW1,4,4,4/3,3,3/2,2/1 black", ""),
        ("pyraos:rules=standard WBBB,4,4,4/3,3,3/2,2/1 white", "1 white sphere and 3 black"),
        ("pyraos:rules=alternate WBBB,4,4,4/3,3,3/2,2/1 white", ""),
        ("pyraos:rules=standard WWBB,4,4,4/3,3,3/2,2/1 black", ""),
        (
            "pyraos:rules=standard WBWB,WBWB,BWBW,BWBW/BWB,BWB,WBW/BW,WB/W white",
            "White has won, and would be to move",
        ),
        ("pyraos:rules=standard WBWB,WBWB,BWBW,BWBW/BWB,BWB,WBW/BW,WB/W black", ""),
        ("partition:size=2,rules=free RR,RB/B blue", ""),
        ("partition:size=2,rules=free RR,RB/B red", "3 red balls and 2 blue balls"),
        ("partition:size=2,rules=free RR,BB/R red", "3 red balls and 2 blue balls"),
    ],
)
def test_notes_say_what_could_not_have_arisen(text, says):
    position = read_setup(text)
    assert problems(position) == ()
    said = [str(note) for note in notes(position)]
    if says:
        assert any(note.startswith(says) for note in said), said
    else:
        assert said == []


@pytest.mark.check
@pytest.mark.parametrize("name", ["partition", "pyraos", "pyramid"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 60))
def test_nothing_is_noted_of_what_has_arisen_in_play(name, seed, plies):
    rng = random.Random(seed)
    options = {"partition": {"size": "4"}, "pyraos": {}, "pyramid": {"max_plies": "99"}}[name]
    if name == "pyraos":
        options = {"rules": rng.choice(["standard", "children", "alternate"])}
    position = kinds()[name].configure(options).start()
    for _ in range(plies):
        if position.outcome is not None:
            break
        position = position.play(position.legal_moves.sample(rng))
    assert notes(position) == ()
    assert problems(position) == ()
    assert read_setup(str(position)) == position


def test_extras_of_a_string_are_kept_where_they_still_fit():
    text = (
        "pyramid:push_back_ban=true,max_plies=50 "
        "WWW1WWW,3B3,7,7,7,7,BBB1BBB white banned=c1:b1 ply=17"
    )
    position = read_setup(text)
    assert extras_of(position) == ("banned=c1:b1", "ply=17")
    site = position.game.board.index
    assert extras_of(put(position, [site("g4")], 1)) == ("banned=c1:b1", "ply=17")
    assert extras_of(put(position, [site("c1")], 0)) == ("ply=17",)  # the stone that would push
    assert extras_of(with_side(position, 1)) == ("ply=17",)
    mirror = next(m for name, m in named_maps(position.game.board) if "west to east" in name)
    assert extras_of(moved(position, mirror)) == ("banned=e1:f1", "ply=17")
    assert extras_of(exchanged(position)) == ("banned=c1:b1", "ply=17")


def test_a_game_without_the_hook_is_refused_in_a_sentence(cairns):
    position = cairns.configure({}).start()
    assert notes(position) == ()
    assert problems(position) == ()
    for edit in (
        lambda: put(position, [0], 1),
        lambda: with_side(position, 0),
        lambda: exchanged(position),
        lambda: moved(position, np.arange(len(position.game.board))),
    ):
        with pytest.raises(NotationError, match=r"positions of .* cannot be set up by hand"):
            edit()


@pytest.mark.check
@pytest.mark.slow
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_put_can_be_read_again(data):
    position = read_setup(data.draw(st.sampled_from(STARTS)))
    board = position.game.board
    for _ in range(data.draw(st.integers(1, 8))):
        site = data.draw(st.integers(0, len(board) - 1))
        value = data.draw(st.integers(0, 2))
        before = cells_of(position)
        position = put(position, [site], value)
        after = cells_of(position)
        assert after[site] == value
        assert np.array_equal(np.delete(before, site), np.delete(after, site))
        assert str(read_setup(str(position))) == str(position)
        pieces = position.pieces
        assert sorted(pieces.site.tolist()) == np.flatnonzero(after).tolist()
    assert str(exchanged(exchanged(position))) == str(position)
    assert side_of(exchanged(position)) == 1 - side_of(position)
    assert str(with_side(with_side(position, 1), side_of(position))) == str(position)
    for image in maps(board):
        once = moved(position, image)
        assert str(moved(once, np.argsort(image))) == str(position)
        assert (cells_of(once) != 0).sum() == (cells_of(position) != 0).sum()


def test_every_shipped_game_can_be_set_up():
    for name in ("partition", "pyraos", "pyramid"):
        position = kinds()[name].configure({}).start()
        assert write_setup(position.game, cells_of(position), side_of(position)) == str(position)


def test_the_boards_have_their_symmetries():
    assert len(maps(read_position(STARTS[0]).game.board)) == 8
    assert len(maps(read_position(STARTS[3]).game.board)) == 8
    lopsided = read_position(
        "pyramid:levels=0000/0110/0100/0000,victory=b2+c2,needed=2 4,4,4,4 white"
    )
    assert len(maps(lopsided.game.board)) == 1
