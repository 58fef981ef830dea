"""The line on a point."""

from dataclasses import dataclass

import pytest

from model.games.partition.verdicts import PlacementNeeds, Verdicts
from model.positions.setup import read_position
from viewer.analysis.analysis_service import AnalysisService, point_text
from viewer.session.session import Session


@dataclass(frozen=True)
class Price:
    n: int
    plan: tuple[int, ...]
    exact: bool = True
    corners: tuple[str, ...] = ()


def line(text, name, verdicts=None):
    position = read_position(text)
    board = position.game.board
    made = None if verdicts is None else verdicts(position)
    return point_text(position, board.index(name), made)


# 1a1 and 1e1 red, 1c1 empty between them.
GAP = "partition:size=4,rules=free R1R1,4,4,B2B/3,3,3/2,2/1 red"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GAP, "1c1, level 1: joins 2 red groups"),
        (GAP, "1a3, level 1: extends a red group"),
        (GAP, "3c3, level 3: a new red group"),
        (GAP, "1a1, level 1: a red ball"),
        (GAP.replace("red", "blue"), "1c7, level 1: extends a blue group"),
        ("partition:size=3,rules=stacking 3,3,3/2,2/1 red",
         "2b2, level 2: lacks support: 1a1, 1c1, 1a3 and 1c3 are empty"),
        ("partition:size=2,rules=free R1,2/1 red",
         "1c1, level 1: extends a red group; holds SW and SE"),
        ("partition:size=2,rules=free RR,BB/1 red",
         "2b2, level 2: extends a red group; wins; holds apex"),
        ("partition:size=2,rules=free RR,RR/1 blue", "2b2, level 2: empty; the game is over"),
        ("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red", "2d4, level 2: a new red group"),
        ("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 blue", "2d4, level 2: a new blue group"),
    ],
)  # fmt: skip
def test_what_a_ball_would_do_there(text, said):
    assert line(text, said.partition(",")[0]) == said


def test_a_place_that_is_chosen_was_not_lifted():
    seats = read_position("rolling-pyramids 23 p2 phase=seats first=p1")
    said = point_text(seats, seats.game.board.index("S3"), None, partial=("S3",))
    assert said == "Click S3 again to choose another place"
    lifts = read_position("pyraos:rules=standard W3,4,4,4/3,3,3/2,2/1 white")
    said = point_text(lifts, lifts.game.board.index("1a1"), None, partial=("1a1",))
    assert said == "Click 1a1 again to put it down"


def test_costs_are_told_when_they_are_known():
    def known(position):
        site = position.game.board.index("1c1")
        return Verdicts(
            position,
            costs={("red", "SW"): Price(3, (site, 9)), ("red", "NW"): Price(4, (9,))},
            wins={"red": Price(2, (site, 9))},
        )

    assert (
        line(GAP, "1c1", known) == "1c1, level 1: joins 2 red groups; SW 3 -> 2; threatens to win"
    )


def test_what_is_known_of_another_position_is_not_told(qapp):
    session = Session()
    session.new(GAP)
    service = AnalysisService(session)
    site = session.position.game.board.index("1c1")
    costs = {("red", "SW"): Price(3, (site, 9))}
    service._known.keep(session.position, Verdicts(session.position, costs=costs))
    assert "SW 3 -> 2" in service.point_text(session.position, site)
    other = session.position.play("2d4")
    service._known.keep(other, Verdicts(other, costs=costs))
    said = service.point_text(session.position, site)
    assert said == "1c1, level 1: joins 2 red groups"


def test_a_corner_cost_of_one_is_a_threat():
    def known(position):
        site = position.game.board.index("1c1")
        return Verdicts(position, costs={("red", "SE"): Price(2, (site, 9), exact=False)})

    assert (
        line(GAP, "1c1", known) == "1c1, level 1: joins 2 red groups; SE ≤ 2 -> 1; makes a threat"
    )


def test_what_was_considered_is_told_of_points_in_no_plan():
    def known(position):
        site = position.game.board.index("1c1")
        after = PlacementNeeds(
            {"SW": Price(2, (9,)), "SE": Price(4, (9,)), "NW": None}, Price(3, (9,))
        )
        costs = {("red", "SW"): Price(3, (8, 9)), ("red", "SE"): Price(4, (8, 9))}
        return Verdicts(position, costs=costs, after={site: after})

    assert line(GAP, "1c1", known) == "1c1, level 1: joins 2 red groups; SW 3 -> 2"
