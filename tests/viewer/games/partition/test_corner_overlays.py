"""What `View.show` lays over a Partition position, and what the explainer tells of it."""

import numpy as np
import pytest

from model.games.partition.verdicts import verdict_steps
from model.positions.setup import read_position
from viewer.games.partition.explainer import CornerExplainer
from viewer.visuals.overlay_types import Marks, Pour, Sheet, Tube

EXPLAINER = CornerExplainer()
LINE = "partition:size=3,rules=free RRR,3,3/2,2/1 red"
SHEET = "partition:size=3,rules=free 1R1,R2,3/R1,2/1 red"
CORNER_AND_SHEET = "partition:size=3,rules=free RRR,R2,3/R1,2/1 blue"


def shown(text, show, analysis=None, **how):
    return EXPLAINER.overlays(read_position(text), show, analysis, **how)


def whole(text, show, **how):
    position = read_position(text)
    return EXPLAINER.overlays(
        position, show, EXPLAINER.find(position, (show,), threats=False), **how
    )


def test_a_line_is_a_tube_for_both_sides_and_an_open_corner_shows_the_way_out():
    (tube,) = shown(LINE, "corner=SW:red")
    assert tube.style == "line"
    assert tube.owner == 0
    assert shown(LINE, "corner=SW:blue") == (tube,)
    (tube,) = shown(LINE, "corner=NE:red")
    assert (tube.style, tube.owner) == ("escape", 0)


def test_a_sheet_that_isolates_comes_with_its_plan_unless_that_would_tell():
    told = whole(SHEET, "corner=SW:red")
    assert isinstance(told[0], Sheet)
    assert isinstance(told[-1], Marks)
    assert not any(isinstance(one, Marks) for one in shown(SHEET, "corner=SW:red", plans=False))
    later = shown(SHEET, "corner=SW:red")
    assert not any(isinstance(one, Marks) for one in later), "a window does not wait for costs"


def test_a_plan_that_is_asked_for_by_name_is_shown_all_the_same():
    (marks,) = whole(SHEET, "cost=SW:red", plans=False)
    assert marks.texts == tuple(str(k) for k in range(1, len(marks.sites) + 1))


def test_the_sheet_behind_a_corner_ball():
    told = shown(CORNER_AND_SHEET, "sheet=SW:red")
    assert isinstance(told[0], Sheet)
    assert shown(LINE, "sheet=NE:red") == shown(LINE, "corner=NE:red"), "where there is none"


def test_all_partitions_at_once():
    told = whole(LINE, "win=red")
    assert any(isinstance(one, Tube) for one in told)
    assert isinstance(told[-1], Marks)
    assert not any(isinstance(one, Marks) for one in shown(LINE, "win=red", plans=False))


@pytest.mark.parametrize("show", ["", "win=green", "corner=SW", "corner=XX:red", "rank=SW:red"])
def test_words_of_another_game_show_nothing(show):
    assert whole(LINE, show) == ()


def test_what_is_known_is_not_computed_again():
    position = read_position(SHEET)
    *_, known = verdict_steps(position)
    told = EXPLAINER.overlays(position, "cost=SW:red", known)
    assert told[0].sites == known.costs["red", "SW"].plan


@pytest.mark.parametrize("text", [LINE, SHEET, CORNER_AND_SHEET])
def test_a_picture_finds_out_all_that_is_shown(text):
    position = read_position(text)
    *_, known = verdict_steps(position)
    for show in [one.show for one in EXPLAINER.explanations]:
        found, all_known = whole(text, show), EXPLAINER.overlays(position, show, known)
        assert list(map(type, found)) == list(map(type, all_known))
        assert [one.sites for one in found] == [one.sites for one in all_known]
    found = EXPLAINER.find(position, (), threats=True)
    assert EXPLAINER.threats(position, found) == EXPLAINER.threats(position, known)


def test_a_picture_shows_the_end_of_a_pour():
    end, *rest = whole(LINE, "pour=SW:red")
    assert isinstance(end, Pour)
    assert end.time > end.distances.max()
    assert tuple(rest) == shown(LINE, "corner=SW:red")


def test_a_pour_begins_at_its_corner_and_runs_past_no_ball_of_the_side():
    position = read_position(LINE)
    board = position.game.board
    pour = EXPLAINER.pour(position, "NE:red")
    assert pour.time == 0
    assert pour.distances[board.corners["NE"]] == 0
    assert (pour.distances[np.flatnonzero(position.balls("red"))] == -1).all()
    assert EXPLAINER.pour(position, "") is None
    assert EXPLAINER.pour(position, "NE:green") is None


def test_plans_are_worth_a_visit_once_they_are_known():
    position = read_position(SHEET)
    *_, known = verdict_steps(position)
    assert EXPLAINER.interesting(position, None) == ()
    sites = EXPLAINER.interesting(position, known)
    assert sites[: len(known.wins["red"].plan)] == known.wins["red"].plan
    assert len(set(sites)) == len(sites)
    stacking = read_position("partition:size=3,rules=stacking 3,3,3/2,2/1 red")
    assert EXPLAINER.interesting(stacking, None) is None, "there every legal point is"


def test_the_headline_is_of_the_side_to_move_once_known_and_the_end_has_all_partitions():
    position = read_position(SHEET)
    assert EXPLAINER.headline(position, None) == ""
    *_, known = verdict_steps(position)
    assert EXPLAINER.headline(position, known).startswith("Red needs ")
    position = read_position("partition:size=2,rules=free RR,BB/1 red")
    assert EXPLAINER.finale(position) == ""
    assert EXPLAINER.finale(position.play("2b2")) == "win=red"
