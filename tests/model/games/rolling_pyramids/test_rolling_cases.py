"""Every vector of tests/cases/rolling-pyramids: battles, bombs, melees, solo, units, drafts."""

import json
from pathlib import Path

import pytest

from model.games.rolling_pyramids.battle import Side, UnitStack, bombed, fight, weight_of
from model.games.rolling_pyramids.kind import KIND
from model.games.rolling_pyramids.phases.rounds import draft_order, reinforced
from model.games.rolling_pyramids.player_boards import footman_units, in_order, unit_strength

FILES = sorted((Path(__file__).parents[3] / "cases/rolling-pyramids").glob("*.json"))
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['kind']}: {case['name']}")
    for path in FILES
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
    if "name" in case
]


def stack_of(told):
    return UnitStack(told["soldiers"], told["heroes"])


def left_of(stack):
    return {"soldiers": stack.soldiers, "heroes": stack.heroes} if stack.units else None


def side_of(told, *, attacks, halved=False):
    weight = weight_of(told.get("race") or "", attacks=attacks)
    return Side(stack_of(told), weight, halved)


def battle(case):
    devices = case.get("devices", {})
    sides = [
        side_of(case["attacker"], attacks=True, halved=devices.get("spikes", False)),
        side_of(case["defender"], attacks=False, halved=devices.get("ram", False)),
    ]
    found = fight(sides)
    winner = None if found.winner < 0 else ("att", "dfn")[found.winner]
    return {"winner": winner, "left": left_of(found.left)}


def bomb(case):
    target = case["target"]
    weight = weight_of(target.get("race") or "", attacks=False)
    return left_of(bombed(stack_of(target), weight, case["power"], umbrella=case["umbrella"]))


def solo(case):
    start = KIND.configure({"players": "1", "map": "inner"}).start()
    holders, soldiers = list(start.state.holders), list(start.state.soldiers)
    for name, units in case["player"].items():
        holders[int(name) - 1], soldiers[int(name) - 1] = 0, units
    state = start.state._replace(
        seats=((0, 0),), holders=tuple(holders), soldiers=tuple(soldiers), kept=sum(case["dice"])
    )
    _, steps = reinforced(start.game.rules, state)
    last = {step.place: step for step in steps}
    told = {}
    for place, step in last.items():
        owner = "P" if step.pharaoh else "U" if step.stack.units else None
        told[str(place + 1)] = [owner, step.stack.units]
    return told


def unit(case):
    name = case["name"]
    if name.startswith("foot"):
        bonuses, *every = case["args"]
        return footman_units(tuple(bonuses), 5 if every and every[0] else 0)
    full = {"asc": "ascending", "desc": "descending", "dsc": "descending"}.get(name, name)
    cells, value, *line = case["args"]
    if not in_order(full, tuple(cells)):
        return None
    return unit_strength(full, tuple(cells), value, line=bool(line and line[0]))


def draft(case):
    players = case["players"]
    return [players[number] for number in draft_order(len(players))]


def melee(case):
    """Several sides on one space; a defender among them is not an attacker."""
    told = next(case[key] for key in ("stacks", "sides", "attackers", "participants", "players")
                if key in case)  # fmt: skip
    rows = list(told.items()) if isinstance(told, dict) else list(enumerate(told))
    defender = case.get("defender")
    named = [(key, row.get("name", row.get("player", key)), row) for key, row in rows]
    sides, names = [], []
    for key, name, row in named:
        holds = row.get("role") in ("defender", "dfn") or row.get("defends", False)
        holds = holds or (isinstance(defender, str | int) and defender in (key, name))
        sides.append(side_of(row, attacks=not holds, halved=row.get("halved", False)))
        names.append(name)
    if isinstance(defender, dict):
        sides.append(side_of(defender, attacks=False))
        names.append("dfn")
    found = fight(sides)
    winner = None if found.winner < 0 else names[found.winner]
    return {"winner": winner, "left": left_of(found.left)}


RUN = {"battle": battle, "bomb": bomb, "solo": solo, "unit": unit, "draft": draft, "melee": melee}


@pytest.mark.parametrize("case", CASES)
def test_a_vector_comes_out(case):
    found = RUN[case["kind"]](case)
    wanted = case["changed"] if case["kind"] == "solo" else case["expect"]
    if case["kind"] == "solo":
        # Vectors tell some of the places, the examples of the sheet only the first ones.
        found = {place: found.get(place) for place in wanted}
    assert found == wanted
