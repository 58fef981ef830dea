"""Every case of tests/cases/pyramid-ball, played through `play` and told through `events`."""

import json
from pathlib import Path

import pytest
from ball_cases import end_of, lines, position_of, program_text, told_of

from model.games.pyramid_ball.rulebook import NAMES, PIECES, TEAMS
from model.positions.events import tables

FILES = sorted((Path(__file__).parents[3] / "cases/pyramid-ball").glob("*.json"))


CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in FILES
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
]


def played(case):
    """The position before the last choice, that choice, the turn, and the position after it."""
    position = position_of(case)
    position = position.play(position.read_move(program_text(case["programs"]["A"])))
    assert position.sealed == ("A",)
    move = position.read_move(program_text(case["programs"]["B"]))
    while True:
        account, after = position.carried_out(move)[2], position.play(move)
        if account.asks < 0:
            return position, move, account, after
        side = case["programs"][TEAMS[account.asks]].get("side") or "W"
        position, move = after, side


@pytest.mark.parametrize("case", CASES)
def test_each_stage_of_a_case(case):
    *_, account, after = played(case)
    stages = [stage for stage in account.stages if stage.name != "end"]
    assert [told_of(stage) for stage in stages] == case["expect"]
    assert end_of(after) == case["end"]


@pytest.mark.parametrize("case", CASES)
def test_events_alone_show_a_case_row_by_row(case):
    """Whoever knows no rules sees pieces, ball, points and reasons as the case tells them."""
    before, move, account, after = played(case)
    seen = tables(before, before.events(move))
    players = before.game.players
    shown = {}
    for table in seen:  # the last table of each row
        shown[table.counters["row"]] = table
    expected = {int(stage["step"][0]): stage for stage in case["expect"]}
    assert set(shown) == {0, *expected}
    for row, stage in expected.items():
        table = shown[row]
        found, ball = {}, ""
        rows = zip(table.pieces.site.tolist(), table.pieces.owner.tolist(),
                   table.pieces.kind.tolist(), strict=True)  # fmt: skip
        for site, owner, kind in rows:
            if owner < 0:
                ball = NAMES[site]
            else:
                found[players[owner] + "LMS"[kind]] = NAMES[site]
        assert found == stage["pos"]
        assert ball == stage["pos"].get(stage["ball"], stage["ball"])
        assert {team: table.counters[f"score {team}"] for team in TEAMS} == stage["score"]
    told = [note.value for table in seen for note in table.notes]
    assert told == [line for stage in account.stages for line in lines(stage)]
    blocked = {line.split(" ")[1] for line in told if line.startswith("fail")}
    locked = {PIECES[piece] for stage in account.stages for piece in stage.locked}
    assert blocked == locked or case["options"]["push_locks_stander"]
    assert dict(seen[-1].counters) == dict(after.counters)


def test_there_are_cases():
    assert len(CASES) >= 45
