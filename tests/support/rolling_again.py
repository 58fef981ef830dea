"""Rolling Pyramids played once more, plainly and on its own, to compare with the model.

Nothing of the model is used but its data files. Everything is a dict by the names that moves use,
and one reads it beside the rules page. `Again` takes the moves of a game one by one, knows by
itself whose turn it is, and asserts that each move is allowed. Default options, 1 to 4 players.
"""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "model/games/rolling_pyramids"
MAPS = json.loads((FOLDER / "maps.json").read_text(encoding="utf-8"))["maps"]
TRACKS: dict[str, list[Any]] = {
    "foot1": [("d4", 1), ("d4", 1), ("d4", 2), 1, ("d4", 3), ("d8", 4), 2, ("d8", 5), ("d8", 6), 3],
    "foot2": [("d4", 2), ("d8", 3), 1, ("d4", 3), ("d4", 4), ("d8", 5), 2,
              ("d8", 6), ("d8", 7), ("d8", 8), 3],
}  # fmt: skip
BOXES = {
    f"{group}.{number}": box
    for group, track in TRACKS.items()
    for number, box in enumerate([one for one in track if isinstance(one, tuple)], start=1)
}
CELLS = {
    **{f"hero{k}": ("heroes", "d4") for k in range(1, 5)},
    **{
        f"pair{k}{x}": ("upgrades", die)
        for k in range(1, 7)
        for x, die in (("a", "d4"), ("b", "d8"))
    },
    **{f"{unit}{k}": (unit, "any") for unit in ("ascending", "descending") for k in (1, 2, 3)},
    "equal1": ("equal", "d4"),
    "equal2": ("equal", "d8"),
}
SHOP = ["ascending-value", "ascending-line", "equal-value", "descending-value", "descending-line",
        "ram", "spikes", "umbrella"]  # fmt: skip
PIECES = {"ram": 1, "spikes": 2, "umbrella": 3}


class Player:
    """What lies before one player."""

    def __init__(self) -> None:
        self.start, self.race = "", ""
        self.cells: dict[str, int] = {}
        self.crossed: set[str] = set()
        self.bought: set[str] = set()
        self.stock = dict.fromkeys(PIECES, 0)
        self.fresh: set[str] = set()
        self.points = 0
        self.reserve = 0

    def row(self, unit: str) -> list[int]:
        return [self.cells.get(f"{unit}{k}", 0) for k in range(1, 3 if unit == "equal" else 4)]

    def footmen(self) -> dict[str, int]:
        units, opened = {}, []
        for group, track in TRACKS.items():
            units[group], number, whole = 1, 0, True
            for one in track:
                if isinstance(one, tuple):
                    number += 1
                    whole = whole and f"{group}.{number}" in self.crossed
                else:
                    opened.append(whole)
                    units[group] += one if whole else 0
        return {group: n + 5 * all(opened) for group, n in units.items()}

    def units(self) -> dict[str, tuple[int, int]]:
        """(soldiers, heroes) of every unit to deploy."""
        found = {slot: (0, self.cells[slot]) for slot in sorted(self.fresh)}
        asc, same, desc = self.row("ascending"), self.row("equal"), self.row("descending")
        if all(asc):
            base = asc[1] if "ascending-line" in self.bought else asc[0]
            found["ascending"] = (base + (4 if "ascending-value" in self.bought else 2), 0)
        if all(same):
            found["equal"] = (same[0] * (2 if "equal-value" in self.bought else 1), 0)
        if all(desc):
            base = desc[1] if "descending-line" in self.bought else desc[0]
            found["descending"] = ((8 - base) * (3 if "descending-value" in self.bought else 2), 0)
        found |= {group: (n, 0) for group, n in self.footmen().items()}
        if self.reserve:
            found["reserve"] = (self.reserve, 0)
        return {name: stack for name, stack in found.items() if sum(stack)}

    def complete(self) -> int:
        return sum(0 < self.cells.get(f"pair{k}a", 0) < self.cells.get(f"pair{k}b", 0)
                   for k in range(1, 7))  # fmt: skip


def weight(race: str, attacks: bool, bastet: str = "always") -> int:
    if race == "bastet":
        return 1 if attacks and bastet == "defence" else 2
    return 2 if race == "anubian" and attacks else 1


def pay(stack: tuple[int, int], price: int, each: int) -> tuple[int, int]:
    soldiers, heroes = stack
    while price and soldiers:
        soldiers, price = soldiers - 1, price - 1
    while heroes and price >= each:
        heroes, price = heroes - 1, price - each
    return soldiers, heroes


def half(stack: tuple[int, int]) -> tuple[int, int]:
    return pay(stack, sum(stack) // 2, 1)


class Again:
    """A game played again: `send` it the moves one by one."""

    def __init__(
        self, players: int, map_name: str = "inner", turns: int = 15, bastet: str = "always"
    ) -> None:
        told = MAPS[map_name]
        self.bastet = bastet
        self.solo = players == 1
        self.spaces = told["spaces"]
        self.beside = {
            name: one["adjacent"] for name, one in (told["spaces"] | told["starts"]).items()
        }
        self.names = [f"p{k}" for k in range(1, players + 1)]
        self.players = {name: Player() for name in self.names}
        self.owner: dict[str, str] = {}
        self.stacks: dict[str, tuple[int, int]] = {}
        self.devices: set[tuple[str, str]] = set()
        self.round, self.last = 1, turns if self.solo else 10
        self.over = False
        self.won = False
        if self.solo:
            for name, one in (told["spaces"] | told["starts"]).items():
                self.hold(name, "pharaoh", (one["garrison"], 0))
        self._run = self._game()
        next(self._run)

    def send(self, move: str) -> None:
        try:
            self._run.send(move)
        except StopIteration:
            self.over = True

    def hold(self, place: str, who: str, stack: tuple[int, int]) -> None:
        self.owner.pop(place, None)
        self.stacks.pop(place, None)
        if sum(stack):
            self.owner[place], self.stacks[place] = who, stack

    def mine(self, who: str) -> set[str]:
        start = self.players[who].start
        return {place for place, owner in self.owner.items() if owner == who} | {start}

    def order(self) -> list[str]:
        at = self.names.index(self.first)
        return self.names[at:] + self.names[:at]

    def _game(self) -> Generator[None, str, None]:
        move = yield
        self.first = "p1" if self.solo else move.removeprefix("first-")
        drawn = move.removeprefix("start-")
        for who in reversed(self.order()):
            place, race = (yield).split("-")
            assert not self.solo or place == drawn
            assert place not in [one.start for one in self.players.values()]
            assert race not in [one.race for one in self.players.values()]
            self.players[who].start, self.players[who].race = place, race
            self.hold(place, "", (0, 0))
        while True:
            yield from self._draft()
            yield from self._develop()
            yield from self._deploy()
            if self.solo:
                yield from self._pharaoh()
                self.won = {"1", "S1", "S2", "S3", "S4"} <= self.mine("p1")
            else:
                for who in self.names:
                    at = 1 if self.round == self.last else 0
                    white = [place for place in self.mine(who) if place in self.spaces]
                    self.players[who].points += sum(self.spaces[p]["points"][at] for p in white)
            if self.won or self.round == self.last:
                return
            if not self.solo:
                yield from self._place()
            self.round += 1

    def _draft(self) -> Generator[None, str, None]:
        groups = (yield).split("-")[1:]
        dice = {}
        for who, digits in zip([*self.names, "x"], groups, strict=False):
            letters = "ac" if who == "x" else "abcd"
            for letter, digit in zip(letters, digits, strict=True):
                dice[who + letter] = ("d4" if letter in "ab" else "d8", int(digit))
        forth = self.order()
        self.kept = 0
        for who in [*forth, *forth[::-1]] * 2:
            name, _, place = (yield).partition("-")
            die, value = dice.pop(name)
            self.kept += value
            self._write(who, name.startswith(who), die, value, place)

    def _write(self, who: str, own: bool, die: str, value: int, place: str) -> None:
        one = self.players[who]
        if place == "discard":
            return
        cell, _, number = place.partition(":")
        section = "footmen" if cell in BOXES else CELLS[cell][0]
        factory = any(
            self.spaces[p]["factory"] == section for p in self.mine(who) if p in self.spaces
        )
        can = {value + a + b for a in ((-1, 0, 1) if own else (0,))
               for b in ((-2, 0, 2) if factory else (0,))}  # fmt: skip
        if cell in BOXES:
            assert cell not in one.crossed
            assert BOXES[cell][0] == die
            assert BOXES[cell][1] in can
            one.crossed.add(cell)
            return
        shape, told = CELLS[cell][1], int(number)
        assert cell not in one.cells
        assert shape in ("any", die)
        assert told in can
        assert 1 <= told <= (4 if shape == "d4" else 8)
        one.cells[cell] = told
        for unit, wrong in (("ascending", lambda a, b: a >= b), ("equal", lambda a, b: a != b),
                            ("descending", lambda a, b: a <= b)):  # fmt: skip
            there = [n for n in one.row(unit) if n]
            assert not any(wrong(a, b) for k, a in enumerate(there) for b in there[k + 1 :])
        if section == "heroes":
            one.fresh.add(cell)

    def _develop(self) -> Generator[None, str, None]:
        shop = SHOP[:5] if self.solo else SHOP
        for who in self.order():
            one = self.players[who]
            while len(one.bought) < min(one.complete(), len(shop)):
                move = yield
                assert move in shop
                assert move not in one.bought
                one.bought.add(move)
                if move in PIECES:
                    one.stock[move] += PIECES[move]

    def _deploy(self) -> Generator[None, str, None]:
        before = dict(self.owner)
        bombs: dict[str, int] = {}
        sent: dict[str, dict[str, tuple[int, int]]] = {}
        ways: dict[tuple[str, str], set[str]] = {}
        for who in self.order():
            move = yield
            one, mine = self.players[who], self.mine(who)
            units = one.units()
            told = dict(word.split(":") for word in move.split(","))
            assert set(told) == set(units)
            for name, target in told.items():
                at, cut, to = target.rpartition(">")
                if name == "equal":
                    assert not cut
                    assert to in self.spaces
                    bombs[to] = bombs.get(to, 0) + units[name][0]
                    continue
                if cut:
                    assert at in mine
                    assert to not in mine
                    assert to in self.beside[at]
                    assert self.solo or to in self.spaces
                    ways.setdefault((who, to), set()).add(at)
                else:
                    assert before.get(to) == who
                    assert to in self.spaces
                old = sent.setdefault(to, {}).get(who, (0, 0))
                sent[to][who] = old[0] + units[name][0], old[1] + units[name][1]
            one.fresh, one.reserve = set(), 0
            for unit in ("ascending", "equal", "descending"):
                if all(one.row(unit)):
                    one.cells = {k: v for k, v in one.cells.items() if k[:-1] != unit}
        for place, power in bombs.items():
            if place in self.stacks:
                self._bomb(place, power)
        for place, armies in sent.items():
            self._meet(place, armies, before.get(place, ""), ways)
        kept = {p for p in self.beside if p[0] == "S" or self.owner.get(p) == before.get(p)}
        self.devices = {(kind, at) for kind, at in self.devices if at.partition(">")[0] in kept}
        if self.round < self.last or self.solo:
            for who in self.order():
                new = [p for p in self.mine(who) if p in self.owner and before.get(p) != who]
                yield from self._cross(who, len(new))

    def _bomb(self, place: str, power: int) -> None:
        stack, who = self.stacks[place], self.owner[place]
        safe = (0, 0)
        if ("umbrella", place) in self.devices:
            number = -(-sum(stack) // 2)
            safe = max(0, number - stack[1]), min(number, stack[1])
        each = weight(self.players[who].race, False) if who in self.players else 1
        left = pay((stack[0] - safe[0], stack[1] - safe[1]), power, each)
        self.hold(place, who, (left[0] + safe[0], left[1] + safe[1]))

    def _meet(
        self, place: str, armies: dict[str, tuple[int, int]], holder: str,
        ways: dict[tuple[str, str], set[str]],
    ) -> None:  # fmt: skip
        there = self.stacks.get(place, (0, 0))
        join = armies.pop(holder, (0, 0))
        there = there[0] + join[0], there[1] + join[1]
        defends = sum(there) > 0
        if not armies:
            self.hold(place, holder, there)
            return
        fighting = []
        for who, stack in armies.items():
            each = weight(self.players[who].race, True, self.bastet)
            spikes = any(("spikes", f"{place}>{at}") in self.devices for at in ways[who, place])
            fighting.append((who, half(stack) if spikes and defends else stack, each))
        if defends:
            ram = any(("ram", f"{at}>{place}") in self.devices
                      for who in armies for at in ways[who, place])  # fmt: skip
            each = weight(self.players[holder].race, False) if holder in self.players else 1
            fighting.append((holder, half(there) if ram else there, each))
        ranked = sorted(fighting, key=lambda one: -(one[1][0] + one[2] * one[1][1]))
        worth = [stack[0] + each * stack[1] for _, stack, each in ranked]
        if len(worth) > 1 and worth[0] == worth[1]:
            self.hold(place, "", (0, 0))
        else:
            who, stack, each = ranked[0]
            self.hold(place, who, pay(stack, worth[1] if len(worth) > 1 else 0, each))

    def _cross(self, who: str, number: int) -> Generator[None, str, None]:
        one = self.players[who]
        triangles = {name for name, (die, _) in BOXES.items() if die == "d4"}
        while number and triangles - one.crossed:
            move = yield
            if move == "pass":
                return
            assert move in triangles - one.crossed
            one.crossed.add(move)
            number -= 1

    def _free(self, who: str) -> set[str]:
        """What a player may place as moves say it."""
        found = set()
        for own in self.mine(who):
            for kind in PIECES:
                sites = [own] if kind == "umbrella" else [f"{own}>{to}" for to in self.beside[own]]
                if kind == "umbrella" and own not in self.spaces:
                    continue
                if self.players[who].stock[kind]:
                    found |= {f"{kind}-{at}" for at in sites if (kind, at) not in self.devices}
        return found

    def _place(self) -> Generator[None, str, None]:
        for who in self.order():
            while free := self._free(who):
                move = yield
                if move == "pass":
                    break
                assert move in free
                kind, at = move.split("-")
                self.devices.add((kind, at))
                self.players[who].stock[kind] -= 1

    def _pharaoh(self) -> Generator[None, str, None]:
        one, pool, number = self.players["p1"], self.kept // 2, 0
        each = weight(one.race, False)
        while pool:
            place = str(number % len(self.spaces) + 1)
            number += 1
            if self.owner.get(place) == "p1":
                stack = self.stacks[place]
                price = stack[0] + each * stack[1]
                self.hold(place, "p1", pay(stack, pool, each) if pool < price else (0, 0))
                pool = max(0, pool - price)
                if not pool or place in self.owner:
                    continue
            self.hold(place, "pharaoh", (self.stacks.get(place, (0, 0))[0] + 1, 0))
            pool -= 1
        for place, space in self.spaces.items():
            if self.owner.get(place) == "p1" and space["points"][0]:
                verb, _, told = (yield).partition("-")
                assert told == place
                if verb == "join":
                    stack = self.stacks[place]
                    self.hold(place, "p1", (stack[0] + space["points"][0], stack[1]))
                else:
                    assert verb == "keep"
                    one.reserve += space["points"][0]
