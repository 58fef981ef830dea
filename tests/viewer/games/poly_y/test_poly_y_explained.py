"""What Why says of a position of Poly-Y, what it lays over it, and the line on a cell."""

import pytest

from model.positions.setup import read_position
from viewer.analysis.analysis_service import bare_point, point_text
from viewer.games.game_view import GameView
from viewer.games.poly_y.game_view import PolyYExplainer, priced
from viewer.games.registry import ending, game_view_of
from viewer.visuals.overlay_types import Marks, Pour, Threats, Tube
from viewer.widgets.prose import begun

explainer = PolyYExplainer()


def sentences(position, analysis):
    return [fact.text for fact in explainer.facts(position, analysis)]


def test_it_is_what_the_game_brings_and_says_so_while_nothing_is_known():
    view = game_view_of(read_position("poly-y:corners=5,size=3 1/5/10 red"))
    assert isinstance(view, GameView)
    assert isinstance(view.explainer, PolyYExplainer)
    assert "Red has captured no corners …" in sentences(
        read_position("poly-y:corners=5,size=3 1/5/10 red"), None
    )


def test_why_says_what_each_side_needs():
    position = read_position("poly-y:corners=3,size=4 R/R1/R2/1BB1 blue")
    known = priced(position)
    assert sentences(position, known)[:2] == [
        "Blue needs 2 more stones to win",
        "Red needs 1 more stone to win: a threat",
    ]
    assert "A: Red needs 1 more stone: a threat" in sentences(position, known)
    assert explainer.headline(position, known) == "Blue needs 2 more stones to win."


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("poly-y:corners=3,size=3 1/2/3 red", "A chain that touches all 3 sides wins"),
        ("poly-y:corners=4,size=3 1/4/8 red", "All 4 corners win"),
        ("poly-y:corners=5,size=3 1/5/10 red", "3 of 5 corners win"),
    ],
)
def test_why_is_headed_by_what_wins(text, heading):
    position = read_position(text)
    assert explainer.facts(position, priced(position))[0].heading == heading


def test_what_is_captured_is_said_and_can_be_shown():
    position = read_position("poly-y:corners=5,size=3 1/5/RRR7 blue")
    facts = {fact.text: fact for fact in explainer.facts(position, priced(position))}
    assert facts["A: captured by Red"].show == "corner=A:red"
    assert facts["B: captured by Red"].player == "red"
    (one, two, three) = explainer.overlays(position, "corner=A:red", priced(position))
    assert all(isinstance(arm, Tube) and arm.style == "line" for arm in (one, two, three))
    assert explainer.overlays(position, "corner=A:blue", None) == (one, two, three)
    assert len(explainer.overlays(position, "win=red", None)) == 6


def test_a_corner_that_is_open_shows_the_way_past_and_the_plan():
    position = read_position("poly-y:corners=5,size=3 1/5/1R8 blue")
    way, plan = explainer.overlays(position, "corner=A:red", priced(position))
    assert isinstance(way, Tube)
    assert way.style == "escape"
    assert isinstance(plan, Marks)
    assert len(plan.sites) == 2
    assert explainer.overlays(position, "corner=A:red", priced(position), plans=False) == (way,)
    assert explainer.overlays(position, "cost=A:red", priced(position)) == (plan,)
    assert explainer.overlays(position, "corner=G:red", None) == ()


def test_colour_poured_from_a_corner_stops_at_the_chain():
    position = read_position("poly-y:corners=3,size=3 1/RR/3 blue")
    flood = explainer.pour(position, "A:red")
    assert isinstance(flood, Pour)
    assert flood.distances.tolist() == [0, -1, -1, -1, -1, -1]
    assert explainer.pour(position, "A:green") is None
    (shown,) = explainer.overlays(position, "pour=A:red", None)
    assert shown.time > 0


def test_threats_are_cells_that_capture():
    position = read_position("poly-y:corners=3,size=4 R/R1/R2/1BB1 blue")
    found = explainer.threats(position, None)
    assert found == (Threats((position.game.board.index("d1"),), 0),)
    assert explainer.threats(read_position("poly-y:corners=3,size=3 R/R1/R2 blue"), None) == ()


@pytest.mark.parametrize(
    ("name", "line"),
    [("d1", "d1: extends a blue chain"), ("b2", "b2: a new blue chain"), ("a1", "a1: a red stone")],
)
def test_the_line_on_a_cell(name, line):
    position = read_position("poly-y:corners=3,size=4 R/R1/R2/1BB1 blue")
    site = position.game.board.index(name)
    assert point_text(position, site, priced(position)) == line


def test_the_middle_cell_keeps_its_name_where_a_line_begins():
    position = read_position("poly-y:corners=5,size=3 1/5/10 red")
    assert begun(point_text(position, 0, None)) == "o: a new red chain"
    assert begun("a new red chain") == "A new red chain"


def test_the_line_on_a_cell_that_wins():
    position = read_position("poly-y:corners=3,size=4 R/R1/R2/1BB1 red")
    site = position.game.board.index("d1")
    text = point_text(position, site, priced(position))
    assert text == "d1: extends a red chain; captures A, B and C; wins"
    assert point_text(position, site, priced(position), quiet=True) == "d1: extends a red chain"
    assert bare_point(position, site) == "d1: empty"


def test_the_end_is_told():
    won = read_position("poly-y:corners=3,size=3 R/R1/R2 blue")
    assert ending(won) == "Red has won: A, B and C captured"
    assert explainer.finale(won) == "win=red"
    drawn = read_position("poly-y:corners=4,size=3 R/RRRB/RBBRBBRB blue")
    assert ending(drawn).startswith("The game is drawn")
    assert explainer.finale(drawn) == ""
