"""Overlays: what an engine thinks as heat, ghosts and sentences, and what is left in a plane."""

import numpy as np
import pytest

from model.boards.lattice import pyramid
from model.contract.game import Position
from model.contract.search import Analysis, Score
from model.registry import kinds
from viewer.analysis.picture_findings import analysed
from viewer.picture.compose.overlays import (
    engine_overlays,
    heat_of,
    line_overlays,
    parts_on,
    place_of,
)
from viewer.picture.words.engine_words import analysis_text, worth
from viewer.visuals.overlay_types import Heat, Marks, Pour, Sheet, Sign, Threats, Tube


def start(game: str, **options: str) -> Position:
    return kinds()[game].configure(options).start()


def names(position: Position, heat: Heat) -> list[str]:
    return [position.game.board.names[site] for site in heat.sites]


def test_heat_is_what_the_side_to_move_may_expect_and_says_nothing_of_moves_not_looked_at() -> None:
    position = start("partition", size="3").play("1a1")  # Blue is to move
    scores = {
        "3c3": Score((0.34, 0.66), visits=90),
        "1e5": Score((0.62, 0.38), visits=10),
        "1c1": Score((1.0, 0.0), distance=5, proved=True),
        "2b2": Score((0.5, 0.5)),
    }
    heat = heat_of(Analysis(position, scores, ("3c3",), nodes=100))
    assert names(position, heat) == ["3c3", "1e5", "1c1"]
    assert heat.worth == (0.66, 0.38, 0.0)
    assert heat.weights == (1.0, 0.3, 0.0)
    assert heat.owner == 1
    assert heat.span == (0.0, 0.7)


def test_a_small_difference_is_spread_over_a_span_that_stays() -> None:
    position = start("partition", size="3")
    for best in (0.52, 0.54):
        scores = {"3c3": Score((best, 1 - best), visits=9), "1a1": Score((0.51, 0.49), visits=1)}
        low, high = heat_of(Analysis(position, scores, nodes=10)).span
        assert (low, high) == (0.35, 0.55)


def test_the_worth_of_a_place_is_that_of_the_best_move_to_it() -> None:
    position = start("pyramid")
    moves: list[str] = []
    while len(moves) < 2:
        position = position.play(next(iter(position.legal_moves)))
        places: dict[int | None, list[str]] = {}
        for move in position.legal_moves:
            places.setdefault(place_of(position, move), []).append(move)
        moves = max(places.values(), key=len)
    scores = {move: Score((0.1 * k, 0.1 * k), visits=1) for k, move in enumerate(moves, start=1)}
    heat = heat_of(Analysis(position, scores, nodes=3))
    assert heat.sites == (place_of(position, moves[0]),)
    assert heat.worth == (pytest.approx(0.1 * len(scores)),)


def test_a_line_is_numbered_in_the_movers_colours_and_stops_before_what_is_not_legal() -> None:
    position = start("partition", size="3")
    shown = line_overlays(position, ("3c3", "1a1", "1e5", "1a1", "1c1"))
    assert all(isinstance(one, Marks) for one in shown)
    marks = [one for one in shown if isinstance(one, Marks)]
    assert [(one.texts, one.owner) for one in marks] == [(("1",), 0), (("2",), 1), (("3",), 0)]
    (ghost,) = line_overlays(position, ("3c3",), numbered=False)
    assert isinstance(ghost, Marks)
    assert ghost.texts == ("",)


def test_moves_from_place_to_place_have_arrows_and_a_place_visited_twice_both_numbers() -> None:
    position = start("pyramid")
    there = next(move for move in position.legal_moves if move.startswith("c1"))
    away = next(move for move in position.play(there).legal_moves)
    back = [
        move
        for move in position.play(there).play(away).legal_moves
        if move[-2:] == "c1" or move[:2] == there[-2:]
    ]
    shown = line_overlays(position, (there, away, back[0]))
    arrows = [one for one in shown if isinstance(one, Sign) and one.shape == "link"]
    assert len(arrows) == 3
    assert [one.texts[0] for one in shown if isinstance(one, Marks)][:2] == ["1", "2"]


def test_what_a_view_asks_for_and_no_more_is_laid_over() -> None:
    position = start("partition", size="3")
    known = analysed(position)
    assert known is not None
    kinds_shown = {
        show: {type(one) for one in engine_overlays(known, show)}
        for show in ("engine=heat", "engine=line", "engine=both", "win=red")
    }
    assert kinds_shown["engine=heat"] == {Heat}
    assert kinds_shown["engine=line"] == {Marks}
    assert kinds_shown["engine=both"] == {Heat, Marks}
    assert kinds_shown["win=red"] == set()
    assert engine_overlays(None, "engine=both") == ()
    again = analysed(position)
    assert again is not None
    assert again.moves == known.moves  # pictures come out the same again


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (Score((0.634, 0.366)), "Red has a 63 % chance to win"),
        (Score((0.366, 0.634)), "Blue has a 63 % chance to win"),
        (Score((0.999, 0.001)), "Red has a 99 % chance to win"),
        (Score((0.51, 0.49)), "about even"),
        (Score((1.0, 0.0), distance=5, proved=True), "Red wins in 3 moves, proved"),
        (Score((1.0, 0.0), distance=1, proved=True), "Red wins in 1 move, proved"),
        (Score((0.0, 1.0), distance=4, proved=True), "Blue wins in 2 moves, proved"),
        (Score((0.0, 1.0), proved=True), "Blue wins, proved"),
        (Score((0.5, 0.5), proved=True), "a draw with best play, proved"),
    ],
)
def test_scores_in_words(score: Score, said: str) -> None:
    assert worth(start("partition", size="3"), score) == said


def test_a_hint_tells_the_chances_of_who_is_to_move() -> None:
    position = start("partition", size="3")
    behind, lost = Score((0.366, 0.634)), Score((0.0, 1.0), distance=4, proved=True)
    assert worth(position, behind, of=0) == "Red has a 37 % chance to win"
    assert worth(position, lost, of=0) == "Blue wins in 2 moves, proved"


def test_how_a_position_stands_says_how_much_was_looked_at() -> None:
    position = start("partition", size="3")
    scores = {"1a1": Score((0.6, 0.4), visits=3)}
    assert analysis_text(Analysis(position, {})) == ""
    assert analysis_text(Analysis(position, scores, nodes=12400)).endswith(
        ", after 12,400 positions"
    )
    assert analysis_text(Analysis(position, scores, nodes=1)).endswith(", after 1 position")


# -- in a plane ------------------------------------------------------------------------------------

BOARD = pyramid(3)
BASE = BOARD.layers["level"] == 1


def named(*names):
    return tuple(BOARD.index(name) for name in names)


def test_a_way_keeps_its_stretches_in_the_plane():
    way = Tube(named("1a1", "1c1", "2d2", "1e3", "1e5"), 0, "escape")
    assert parts_on((way,), BASE) == (
        Tube(named("1a1", "1c1"), 0, "escape"),
        Tube(named("1e3", "1e5"), 0, "escape"),
    )
    assert parts_on((Tube(named("2b2", "3c3"), 1),), BASE) == ()


def test_a_sheet_keeps_its_triangles_in_the_plane():
    sites = named("1a1", "1c1", "1a3", "2b2")
    triangles = np.array([named("1a1", "1c1", "1a3"), named("1a1", "1c1", "2b2")], np.int32)
    (part,) = parts_on((Sheet(sites, triangles, 1),), BASE)
    assert part.sites == sites[:3]
    assert part.triangles.tolist() == triangles[:1].tolist()


def test_plans_and_threats_keep_their_points_and_a_pour_is_whole():
    plan = Marks(named("2b2", "1c1"), ("1", "2"), 0)
    pour = Pour(np.zeros(len(BOARD), np.int32), 0, 1.0)
    assert parts_on((plan, Threats(named("3c3"), 1), Threats(named("1e5"), 0), pour), BASE) == (
        Marks(named("1c1"), ("2",), 0),
        Threats(named("1e5"), 0),
        pour,
    )
