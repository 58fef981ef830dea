"""What a click means, as data: for each game, and for one the program has never heard of."""

from random import Random

import pytest

from model.positions.setup import read_position
from viewer.picture.picking.click_meaning import (
    Back,
    Begin,
    Confirm,
    NextStep,
    Refuse,
    Replace,
    Select,
    meaning_of_click,
    why_not,
)
from viewer.session.session import Session
from viewer.tools import play_tool

SQUARE = "pyraos:rules=standard,removal=optional WW2,W3,4,2BB/3,3,3/2,2/1 white"
CAIRNS = "cairns:radius=2 3,4,2A*2J1,4,3 amber cap=3"


def reached(start, *moves):
    """Return the position after `moves` of a game, or the one of a string."""
    session = Session()
    session.new(start)
    for move in moves:
        session.play(move)
    return session.position


def click(position, partial, name, **pin):
    return meaning_of_click(position, partial, position.game.board.index(name), **pin)


# -- partition -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def partition():
    return reached("partition", "1a1")


def test_a_point_is_a_step_and_a_ball_is_selected(partition):
    assert click(partition, (), "2b2") == NextStep("2b2")
    assert click(partition, (), "2b2", pin=True) == NextStep("2b2")
    assert click(partition, (), "1a1") == Select(partition.game.board.index("1a1"))


def test_a_pinned_ball_is_confirmed_by_its_point_and_moved_by_another(partition):
    assert click(partition, ("2b2",), "2b2", pin=True) == Confirm()
    assert click(partition, ("2b2",), "1c1", pin=True) == Replace("1c1")
    assert click(partition, ("2b2",), "1a1", pin=True) == Refuse(
        "1a1 is taken by a red ball", "partition.md#placing"
    )


# -- pyraos --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pyraos():
    return reached("pyraos", "1a1", "1c1", "1a3", "1c3", "2b2", "1e1")


def test_spheres_are_placed_and_what_cannot_be_lifted_says_why(pyraos):
    assert click(pyraos, (), "1g1") == NextStep("1g1")
    assert click(pyraos, (), "1a3") == Refuse("1a3 cannot be lifted: 2b2 rests on it", "pyraos.md")
    assert click(pyraos, (), "1c1") == Refuse("1c1 is Black's sphere", "pyraos.md")
    assert click(pyraos, (), "3c3") == Refuse("3c3 needs a sphere on 2d2", "pyraos.md#placing")


def test_after_a_square_its_spheres_are_steps_and_the_last_one_again_plays():
    position = read_position(SQUARE)
    assert click(position, (), "1c3") == NextStep("1c3")
    assert click(position, ("1c3",), "1a1") == NextStep("1a1")
    assert click(position, ("1c3",), "1c3") == NextStep("1c3"), "the sphere just placed comes back"
    assert click(position, ("1c3",), "1e1") == Refuse("1e1 is not a sphere of yours", "pyraos.md")
    assert click(position, ("1c3", "1a1"), "1a1") == Confirm()
    assert click(position, ("1c3", "1a1"), "1c1") == NextStep("1c1")


# -- pyramid -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pyramid():
    return reached("pyramid", "d1^d2")


def test_a_stone_is_chosen_put_back_and_exchanged_for_another(pyramid):
    assert click(pyramid, (), "d7") == NextStep("d7")
    assert click(pyramid, ("d7",), "d7") == Back()
    assert click(pyramid, ("d7",), "c7") == Begin("c7")
    assert click(pyramid, ("d7",), "d6") == NextStep("d6")


def test_a_run_that_cannot_be_names_its_rule(pyramid):
    assert click(pyramid, ("d7",), "d5") == Refuse(
        "a run never goes up: d6 is higher", "pyramid.md#run"
    )
    assert click(pyramid, (), "d4") == Refuse("d4 has no stone", "pyramid.md")


# -- a game from elsewhere -----------------------------------------------------------------------


def test_a_game_from_elsewhere_needs_nothing_of_its_own(cairns):
    position = read_position(CAIRNS)
    own, other = (
        position.game.board.names[int(site)]
        for site in (position.pieces.site[0], position.pieces.site[-1])
    )
    assert click(position, (), own) == NextStep(own)
    assert click(position, (own,), own) == Confirm(), "a stone more on a cairn is a move"
    (goal, *_) = [name for name in position.steps((own,)).choices if name in position.game.board]
    assert click(position, (own,), goal) == NextStep(goal)
    refusal = click(position, (), other)
    assert isinstance(refusal, Refuse)
    assert refusal.sentence


# -- all of them ---------------------------------------------------------------------------------


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", ["partition", "pyraos", "pyramid", CAIRNS])
@pytest.mark.parametrize("pin", [False, True])
def test_carried_out_it_does_what_it_says(game, pin, cairns):
    rng = Random(7)
    session = Session()
    session.new(game)
    seen = set()
    for _ in range(120):
        position, before = session.position, session.state
        if position.outcome is not None or position.to_move not in position.game.players:
            break
        site = rng.choice(clickable(position, before.partial, rng))
        meaning = play_tool.click(session, site, pin=pin)
        seen.add(type(meaning))
        name = position.game.board.names[site]
        after = session.state
        played = after.document.node != before.document.node
        match meaning:
            case Select() | Refuse():
                assert after is before
            case NextStep(step):
                assert step == name
                assert played or after.partial == (*before.partial, name)
                assert not (pin and played)
            case Replace(step) | Begin(step):
                assert after.partial[-1] == step == name
                assert not played
            case Back():
                assert after.partial == before.partial[:-1]
            case Confirm():
                assert played
                assert after.partial == ()
    assert NextStep in seen


def clickable(position, partial, rng):
    """Return what a person would click: mostly what may come next, at times anything."""
    board = position.game.board
    choices = [board.index(t) for t in position.steps(partial).choices if t in board]
    if partial and partial[-1] in board and rng.random() < 0.4:
        return [board.index(partial[-1])]
    return choices if choices and rng.random() < 0.7 else list(range(len(board)))


def test_without_a_document_a_click_is_refused():
    assert isinstance(play_tool.click(Session(), 0), Refuse)


# -- what is said of it ----------------------------------------------------------------------------

PYRAOS = "pyraos:rules=standard WW1B,W1B1,2B1,B3/3,3,3/2,2/1 white"
PYRAMID = "pyramid 7,7,2W2W1,4B2,2W1W1B,7,7 white"


@pytest.mark.parametrize(
    ("text", "partial", "site", "words"),
    [
        # A sphere is taken back once.
        (PYRAOS, ("1c3", "1a1"), "1a1", "White takes back 1a1 and may take back one more"),
        (PYRAOS, ("1c3", "1a1"), "1c1", "White plays 1c3x1a1x1c1"),
        (PYRAOS, ("1c3",), "1c3", "White takes back 1c3 and may take back one more"),
        # A move that is whole has no third step: another site is another end.
        (PYRAMID, ("c3", "d3"), "d3", "c3 runs to d3"),
        (PYRAMID, ("c3", "d3"), "c2", "c3 runs to c2"),
    ],
)
def test_a_site_is_spoken_of_as_a_click_there_means_it(text, partial, site, words):
    assert why_not(read_position(text), partial, site) == words


def test_no_step_of_pyraos_takes_a_sphere_back_twice():
    steps = read_position(PYRAOS).steps(("1c3", "1a1", "1a1"))
    assert not steps.complete
    assert steps.move is None
    assert steps.message == "1a1 is taken back already"
