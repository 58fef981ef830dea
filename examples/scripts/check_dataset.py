"""Check a folder of data by the rules of the games: no line here comes from Pyramidion itself.

    python check.py [FOLDER] [--row ID]

Python's standard library is enough. Each row says what it claims; a claim that is wrong is printed
and costs the exit status. What the script cannot check for itself is counted at the end.

A certificate is a plan: a move, and in brackets the plans of which one works whatever the other
side replies. ``2b2(1a1 1c1)``: play 2b2, then 1a1, or 1c1 if that was prevented.
"""

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import pairwise, product
from operator import and_, or_
from pathlib import Path
from typing import NamedTuple

WALLS_AT = {
    "SW": ("base", "west", "south"),
    "SE": ("base", "east", "south"),
    "NW": ("base", "west", "north"),
    "NE": ("base", "east", "north"),
    "apex": ("west", "east", "south", "north"),
}
FAR_WALLS = {
    "SW": ("east", "north"),
    "SE": ("west", "north"),
    "NW": ("east", "south"),
    "NE": ("west", "south"),
    "apex": ("base",),
}
NOBODY = -1
"""Whose a drawn game is."""
FEW = 8
"""Empty points up to which a position of free Partition is solved anew."""


class Plan(NamedTuple):
    """A move, and what may follow it."""

    move: str
    then: tuple["Plan", ...]


class State(NamedTuple):
    """Who has what, as bits; the side to move is 0 or 1."""

    pieces: tuple[int, int]
    to_move: int


def spelled_out(row: str) -> str:
    """A row with a dot for each place that is empty."""
    return re.sub(r"\d+", lambda number: "." * int(number[0]), row)


def pieces_of(cells: str, letters: str) -> tuple[int, int]:
    """The pieces of the two sides, as bits."""
    if not set(cells) <= {*letters, "."}:
        raise ValueError(f"{cells} holds more than pieces and numbers of empty places")
    mine, others = (sum(1 << k for k, c in enumerate(cells) if c == who) for who in letters)
    return mine, others


def spread(start: int, within: int, near: list[int]) -> int:
    """The places of `within` that are linked to `start`."""
    reached = new = start & within
    while new:
        beside = 0
        for place, touching in enumerate(near):
            if new >> place & 1:
                beside |= touching
        new = beside & within & ~reached
        reached |= new
    return reached


class Pyramid:
    """The points of a pyramid of balls: places are numbers of bits in whole numbers."""

    def __init__(self, size: int) -> None:
        self.points = [
            (x, y, level)
            for level in range(size)
            for y in range(level, 2 * size - level, 2)
            for x in range(level, 2 * size - level, 2)
        ]
        """East and north in half balls, and levels up: in the order of a position string."""
        self.size = size
        self.names = [f"{z + 1}{'abcdefghijklmnopqrs'[x]}{y + 1}" for x, y, z in self.points]
        self.under = [
            self.bits((x + i, y + j, z - 1) for i in (-1, 1) for j in (-1, 1) if z > 0)
            for x, y, z in self.points
        ]
        self.full = (1 << len(self.points)) - 1

    def bits(self, points) -> int:
        """The bits of points that are there."""
        return sum(1 << self.points.index(p) for p in points)

    def rests(self, point: int, taken: int) -> bool:
        """Whether a ball on a point would lie on four others, or on the ground."""
        return taken & self.under[point] == self.under[point]

    def floats(self, taken: int) -> bool:
        """Whether a ball lies on nothing."""
        return any(taken >> p & 1 and not self.rests(p, taken) for p in range(len(self.points)))

    def read(self, text: str, letters: str) -> tuple[int, int]:
        """The pieces of the two sides that the levels of a position string have."""
        cells = ""
        for level, rows in enumerate(text.split("/")):
            for row in rows.split(","):
                if len(spelled_out(row)) != self.size - level:
                    raise ValueError(f"the row {row} has not the length of level {level + 1}")
                cells += spelled_out(row)
        if len(cells) != len(self.points):
            raise ValueError("the levels are not those of this game")
        return pieces_of(cells, letters)


class PlainPartition(Pyramid):
    """Pyramid Partition by the words of its rules, and what positions of it are worth."""

    players = ("red", "blue")
    letters = "RB"

    def __init__(self, size: int, stacking: bool) -> None:
        super().__init__(size)
        self.stacking = stacking
        self.near = [
            self.bits(
                b
                for b in self.points
                if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + 2 * (a[2] - b[2]) ** 2 == 4
            )
            for a in self.points
        ]
        last = 2 * size - 2
        self.walls = {
            "base": self.bits(p for p in self.points if p[2] == 0),
            "west": self.bits(p for p in self.points if p[0] == p[2]),
            "east": self.bits(p for p in self.points if p[0] == last - p[2]),
            "south": self.bits(p for p in self.points if p[1] == p[2]),
            "north": self.bits(p for p in self.points if p[1] == last - p[2]),
        }
        self.corners = {
            corner: reduce(and_, (self.walls[wall] for wall in walls))
            for corner, walls in WALLS_AT.items()
        }
        self.far = {
            corner: reduce(or_, (self.walls[wall] for wall in walls))
            for corner, walls in FAR_WALLS.items()
        }
        turned = (
            [(i, j, z) for a, b in ((x, y), (y, x)) for i in (a, last - a) for j in (b, last - b)]
            for x, y, z in self.points
        )
        places = ([self.points.index(p) for p in images] for images in turned)
        self.images = list(zip(*places, strict=True))
        self.has_won = cache(self._has_won)
        self.alike = cache(self._alike)
        self.plies = cache(self._plies)

    def moves(self, own: int, other: int) -> Iterator[int]:
        """Yield the points where a ball may go, as bits."""
        for point in range(len(self.points)):
            bit = 1 << point
            if not (own | other) & bit and (not self.stacking or self.rests(point, own | other)):
                yield bit

    def groups(self, balls: int) -> Iterator[int]:
        """Yield the groups of the balls of a side."""
        while balls:
            group = spread(balls & -balls, balls, self.near)
            yield group
            balls &= ~group

    def holds(self, balls: int, corner: str) -> bool:
        """Whether a group of these balls is an anchored partition for a corner."""
        far = self.far[corner]
        return any(
            group & far and not spread(self.corners[corner], self.full & ~group, self.near) & far
            for group in self.groups(balls)
        )

    def _has_won(self, balls: int) -> bool:
        return sum(self.holds(balls, corner) for corner in FAR_WALLS) >= 3

    def _alike(self, balls: int) -> tuple[int, ...]:
        """A set of balls as the eight symmetries turn it."""
        there = [p for p in range(len(self.points)) if balls >> p & 1]
        return tuple(sum(1 << image[p] for p in there) for image in self.images)

    def worth(self, own: int, other: int) -> int:
        """Plies to the end of a position that is not over: odd where the side to move wins."""
        return self.plies(*min(zip(self.alike(own), self.alike(other), strict=True)))

    def after(self, own: int, other: int, bit: int) -> int:
        """Plies to the end once the side to move has put a ball; 0 where that has won."""
        return 0 if self.has_won(own | bit) else self.worth(other, own | bit)

    def _plies(self, own: int, other: int) -> int:
        return best([self.after(own, other, bit) for bit in self.moves(own, other)])

    # What a claim asks of a game.

    def turns(self, state: State) -> dict[str, State]:
        """The legal moves by name, each with the state after it."""
        sides, who = state.pieces, state.to_move
        found = {}
        for bit in self.moves(sides[who], sides[1 - who]):
            own = sides[who] | bit
            after = (own, sides[1]) if who == 0 else (sides[0], own)
            found[self.names[bit.bit_length() - 1]] = State(after, 1 - who)
        return found

    def winner(self, state: State) -> int | None:
        """Who has won, if the game is over."""
        return next((side for side in (0, 1) if self.has_won(state.pieces[side])), None)

    def fault(self, state: State) -> str:
        """Why a state cannot be, or nothing."""
        red, blue = state.pieces
        return "a ball lies on nothing" if self.stacking and self.floats(red | blue) else ""

    def reserved(self, plan: Plan, own: int, free: int, moves: int) -> int:
        """The points that a plan of the free game needs, as bits; ValueError where it fails.

        More balls of a side never cost it a corner, a corner is never lost again, and both sides
        never hold the same one: if one group cuts a corner off from its far walls, each group
        that reaches these walls lies behind it, and cuts nothing off before it. So whoever comes
        to hold three corners was not overtaken, and a reply matters only where the plan needs the
        point: some plan that follows must do without it, whichever point it is.
        """
        point = 1 << self.names.index(plan.move)
        if moves < 1 or not point & free:
            raise ValueError(f"{plan.move} is not empty, or there are moves too many")
        if self.has_won(own | point):
            return point
        needs = [self.reserved(one, own | point, free & ~point, moves - 1) for one in plan.then]
        if reduce(and_, needs, self.full):
            raise ValueError(f"after {plan.move} one reply stops all that is planned")
        return reduce(or_, needs, point)


def best(after: list[int]) -> int:
    """Plies to the end by those after each move: a winner is quick, a loser takes his time."""
    won = [plies + 1 for plies in after if plies % 2 == 0]
    return min(won) if won else max(after) + 1


class PlainPyraos(Pyramid):
    """Pyraos by the words of its rules."""

    players = ("white", "black")
    letters = "WB"
    spheres = 15

    def __init__(self, rules: str, obliged: bool) -> None:
        super().__init__(4)
        self.rules, self.obliged = rules, obliged
        self.top = 1 << self.points.index((3, 3, 3))
        self.sets = [
            self.bits((x + i, y + j, z) for i in (0, 2) for j in (0, 2))
            for x, y, z in self.points
            if (x + 2, y + 2, z) in self.points
        ]
        """What a sphere may complete so that spheres may be taken back."""
        if rules == "alternate":
            for level in (0, 1):
                for row in range(level, 8 - level, 2):
                    there = range(level, 8 - level, 2)
                    self.sets += [self.bits((x, row, level) for x in there)]
                    self.sets += [self.bits((row, y, level) for y in there)]

    def bare(self, own: int, taken: int) -> Iterator[int]:
        """Yield the spheres of a side that carry nothing."""
        for point in range(len(self.points)):
            carries = any(
                taken >> above & 1 and self.under[above] >> point & 1
                for above in range(point + 1, len(self.points))
            )
            if own >> point & 1 and not carries:
                yield point

    def turns(self, state: State) -> dict[str, State]:
        """The legal moves by name, each with the state after it."""
        who = state.to_move
        own, other = state.pieces[who], state.pieces[1 - who]
        found = {}
        for words, played, mine in self._played(own, other):
            for back in self._taken_back(played, mine, other):
                name = words + "".join(f"x{self.names[point]}" for point in back)
                left = mine & ~sum(1 << point for point in back)
                after = (left, other) if who == 0 else (other, left)
                found[name] = State(after, 1 - who)
        return found or {"pass": State(state.pieces, 1 - who)}

    def _played(self, own: int, other: int) -> Iterator[tuple[str, int, int]]:
        """Yield what is placed or lifted: its words, the point, and the own spheres after it."""
        taken = own | other
        for point, name in enumerate(self.names):
            if taken >> point & 1:
                continue
            if own.bit_count() < self.spheres and self.rests(point, taken):
                yield name, point, own | 1 << point
            for start in self.bare(own, taken):
                higher = self.points[point][2] > self.points[start][2]
                if higher and self.rests(point, taken & ~(1 << start)):
                    yield f"{self.names[start]}-{name}", point, own & ~(1 << start) | 1 << point

    def _taken_back(self, played: int, own: int, other: int) -> Iterator[tuple[int, ...]]:
        """Yield the spheres that may go back together, in the order of the points."""
        made = any(one >> played & 1 and own & one == one for one in self.sets)
        if self.rules == "children" or not made:
            yield ()
            return
        if not self.obliged:
            yield ()
        first = list(self.bare(own, own | other))
        yield from ((one,) for one in first)
        pairs = set()
        for one in first:
            left = own & ~(1 << one)
            pairs |= {(min(one, two), max(one, two)) for two in self.bare(left, left | other)}
        yield from sorted(pairs)

    def winner(self, state: State) -> int | None:
        """Who has won, if the game is over."""
        return next((side for side in (0, 1) if state.pieces[side] & self.top), None)

    def fault(self, state: State) -> str:
        """Why a state cannot be, or nothing."""
        white, black = state.pieces
        if self.floats(white | black):
            return "a sphere lies on nothing"
        return "there are too many spheres" if max(map(int.bit_count, state.pieces)) > 15 else ""


class PolyY:
    """Poly-Y by the words of its rules."""

    players = ("red", "blue")
    letters = "RB"

    def __init__(self, corners: int, size: int, swap: bool) -> None:
        self.corners, self.swap = corners, swap
        sectors = 1 if corners == 3 else corners
        self.rows = [row + 1 if sectors == 1 else sectors * row or 1 for row in range(size)]
        self.cells = [(row, place) for row in range(size) for place in range(self.rows[row])]
        """Rows of a triangle, or rings round a middle cell."""
        numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.near = [0] * len(self.cells)
        self.full = (1 << len(self.cells)) - 1

        def link(one: tuple[int, int], two: tuple[int, int]) -> None:
            self.near[numbers[one]] |= 1 << numbers[two]
            self.near[numbers[two]] |= 1 << numbers[one]

        for row, many in enumerate(self.rows):
            places = [(row, place) for place in range(many)]
            for one, two in pairwise(places + places[: sectors > 1 and row > 0]):
                link(one, two)
            for sector in range(sectors if row + 1 < size else 0):
                for place in range(row + 1):
                    for after in (place, place + 1):
                        beyond = (sector * (row + 1) + after) % self.rows[row + 1]
                        link((row, (sector * row + place) % many), (row + 1, beyond))
        last = size - 1
        if sectors == 1:
            rim = [[(row, 0) for row in range(size)], [(last, place) for place in range(size)]]
            rim.append([(row, row) for row in range(size)])
            self.names = [f"{'abcdefghijkl'[row]}{place + 1}" for row, place in self.cells]
        else:
            rim = [
                [(last, (sector * last + place) % self.rows[last]) for place in range(size)]
                for sector in range(sectors)
            ]
            self.names = ["o"] + [
                f"{'abcdefg'[place // row]}{row}{'abcdefghijkl'[place % row]}"
                for row, place in self.cells[1:]
            ]
        self.sides = [sum(1 << numbers[cell] for cell in side) for side in rim]

    def read(self, text: str, letters: str) -> tuple[int, int]:
        """The stones of the two sides that the rows of a position string have."""
        rows = [spelled_out(row) for row in text.split("/")]
        if [len(row) for row in rows] != self.rows:
            raise ValueError("the rows are not those of this board")
        return pieces_of("".join(rows), letters)

    def holds(self, stones: int, corner: str) -> bool:
        """Whether a chain of these stones captures a corner."""
        at = "ABCDEFG".index(corner)
        sides = [self.sides[at], self.sides[at - 1]]
        sides.append(reduce(or_, (one for one in self.sides if one not in sides)))
        return any(all(chain & side for side in sides) for chain in self.chains(stones))

    def chains(self, stones: int) -> Iterator[int]:
        """Yield the chains of the stones of a side."""
        while stones:
            chain = spread(stones & -stones, stones, self.near)
            yield chain
            stones &= ~chain

    def turns(self, state: State) -> dict[str, State]:
        """The legal moves by name, each with the state after it."""
        (red, blue), who = state
        found = {}
        for number, name in enumerate(self.names):
            bit = 1 << number
            if not (red | blue) & bit:
                after = (red | bit, blue) if who == 0 else (red, blue | bit)
                found[name] = State(after, 1 - who)
        if self.swap and who == 1 and red.bit_count() == 1 and not blue:
            found["swap"] = State((0, red), 0)
        return found

    def winner(self, state: State) -> int | None:
        """Who has won, or `NOBODY`, if the game is over."""
        for side, stones in enumerate(state.pieces):
            if 2 * sum(self.holds(stones, one) for one in "ABCDEFG"[: self.corners]) > self.corners:
                return side
        return NOBODY if reduce(or_, state.pieces) == self.full else None

    def fault(self, state: State) -> str:
        """Why a state cannot be, or nothing."""
        return ""


TERRACED = {
    "giza-7": (7, 3, "c3 e3 c5 e5"),
    "plateau-7": (7, 2, "c3 e3 c5 e5 d4"),
    "flat-top-8": (8, 3, "d4 e4 d5 e5"),
    "giza-9": (9, 4, "d4 f4 d6 f6"),
}
"""Boards of Pyramid: fields along a side, how high the top lies, and victory fields: four win."""


class Terraces:
    """Pyramid by the words of its rules.

    A game is drawn, too, when a position stands for the third time. Nothing here looks so far: that
    takes eight plies.
    """

    players = ("white", "black")
    letters = "WB"

    def __init__(self, board: str) -> None:
        self.size, self.top, victory = TERRACED[board]
        self.fields = [(x, y) for y in range(self.size) for x in range(self.size)]
        self.names = [f"{'abcdefghi'[x]}{y + 1}" for x, y in self.fields]
        self.victory = [self.fields[self.names.index(name)] for name in victory.split()]

    def level(self, x: int, y: int) -> int:
        """How high a field lies; -1 beyond the board."""
        last = self.size - 1
        return max(-1, min(x, y, last - x, last - y, self.top))

    def read(self, text: str, letters: str) -> tuple[int, int]:
        """The stones of the two sides that the ranks of a position string have."""
        rows = [spelled_out(row) for row in text.split(",")]
        if [len(row) for row in rows] != [self.size] * self.size:
            raise ValueError("the ranks are not those of this board")
        return pieces_of("".join(rows), letters)

    def turns(self, state: State) -> dict[str, State]:
        """The legal moves by name, each with the state after it."""
        stones = self._stones(state)
        if self._over(stones):
            return {}
        after = {name: self._judged(changed) for name, changed in self._actions(stones, state[1])}
        return {name: self._state(left, 1 - state.to_move) for name, left in after.items()}

    def _stones(self, state: State) -> dict[tuple[int, int], int]:
        both = [(side, state.pieces[side]) for side in (0, 1)]
        return {at: side for k, at in enumerate(self.fields) for side, own in both if own >> k & 1}

    def _state(self, stones: dict[tuple[int, int], int], to_move: int) -> State:
        own = [
            sum(1 << k for k, at in enumerate(self.fields) if stones.get(at) == side)
            for side in (0, 1)
        ]
        return State((own[0], own[1]), to_move)

    def _actions(self, stones, side: int):
        """Yield what a side can do: the move, and the stones before Osiris."""
        name = dict(zip(self.fields, self.names, strict=True))
        for (x, y), whose in stones.items():
            if whose != side:
                continue
            left = {at: one for at, one in stones.items() if at != (x, y)}
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                here, ahead = (x, y), (x + dx, y + dy)
                rise = self.level(*ahead) - self.level(*here)
                if rise == 1 and ahead not in stones:
                    yield f"{name[here]}^{name[ahead]}", {**left, ahead: side}
                if rise == 0 and ahead in stones:
                    beyond = (x + 2 * dx, y + 2 * dy)
                    falls = self.level(*beyond) - self.level(*ahead)
                    if falls < 0 or (falls == 0 and beyond not in stones):
                        pushed = {**left, ahead: side}
                        if beyond in name:
                            pushed[beyond] = stones[ahead]
                        yield f"{name[here]}>{name[ahead]}", pushed
                while ahead in name and self.level(*ahead) <= self.level(*here):
                    if ahead in stones:
                        if self.level(*ahead) < self.level(*here):
                            yield f"{name[x, y]}x{name[ahead]}", {**left, ahead: side}
                        break
                    yield f"{name[x, y]}-{name[ahead]}", {**left, ahead: side}
                    here, ahead = ahead, (ahead[0] + dx, ahead[1] + dy)

    def _judged(self, stones):
        """What Osiris leaves of the stones."""
        taken = set()
        for (x, y), side in stones.items():
            for dx, dy in ((1, 0), (0, 1)):
                run, level = [(x, y)], self.level(x, y)
                if self._who(stones, (x - dx, y - dy), level) != 1 - side:
                    continue
                while self._who(stones, (x + dx * len(run), y + dy * len(run)), level) == side:
                    run.append((x + dx * len(run), y + dy * len(run)))
                if self._who(stones, (x + dx * len(run), y + dy * len(run)), level) == 1 - side:
                    taken.update(run)
        return {at: side for at, side in stones.items() if at not in taken}

    def _who(self, stones, at: tuple[int, int], level: int) -> int | None:
        return stones.get(at) if self.level(*at) == level else None

    def _over(self, stones) -> int | None:
        """Who has won by his stones, or `NOBODY`."""
        for side in (0, 1):
            if sum(stones.get(at) == side for at in self.victory) >= 4:
                return side
        sides = list(stones.values())
        return NOBODY if max(sides.count(0), sides.count(1)) < 4 else None

    def winner(self, state: State) -> int | None:
        """Who has won, or `NOBODY`, if the game is over."""
        stones = self._stones(state)
        over = self._over(stones)
        if over is None and next(self._actions(stones, state.to_move), None) is None:
            return 1 - state.to_move
        return over

    def fault(self, state: State) -> str:
        """Why a state cannot be, or nothing."""
        return "there are too many stones" if max(map(int.bit_count, state.pieces)) > 7 else ""


Square = tuple[int, int]
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0), ".": (0, 0)}


class Row(NamedTuple):
    """Pyramid Ball before a row of programs: capitals are A's pieces, small letters B's."""

    squares: tuple[Square, ...]
    ball: str
    stopped: frozenset[str] = frozenset()
    has_passed: bool = False
    """Whether B has."""


class PyramidBall:
    """A turn of the basic game by the words of its rules.

    Nothing follows a point, so the ball stays with its team until the turn is decided. What would
    leave the pitch is stopped, as if told to stand from then on: no program needs that.
    """

    pieces = "SMLsml"

    def read(self, ranks: str, to_move: str, ball: str) -> Row:
        """What a position says."""
        rows = [spelled_out(row) for row in ranks.split(",")]
        if [len(row) for row in rows] != [7] * 8 or to_move != "A":
            raise ValueError("this is not the beginning of a turn")
        at = {cell: (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row)}
        side, piece = ball.removeprefix("ball=")
        squares = tuple(at[one] for one in self.pieces)
        return Row(squares, piece if side == "A" else piece.lower())

    def wins(self, state: Row, program: str, known: str) -> bool:
        """Whether a program of A gets the point against the one that is known, else against all."""
        own, theirs = self._told(program, "SML"), self._told(known, "sml") if known else []
        before = {state}
        for row, (orders, caught) in enumerate(own):
            after = set()
            for here in before:
                for reply, taken in theirs[row : row + 1] or self._replies(here, row):
                    told = orders | reply | dict.fromkeys(here.stopped, ".")
                    receiver = caught if here.ball.isupper() else taken
                    point, there = self._row(here, told, receiver)
                    if point == "B":
                        return False
                    if not point:
                        after.add(there)
            before = after
        return not before

    def _told(self, program: str, pieces: str) -> list[tuple[dict[str, str], str]]:
        """What a program says: of each row the orders, and who is passed to."""
        if not re.fullmatch(r"[NESW.]{3}(/[NESW.]{3}){2}(/pass[23][SML])?", program):
            raise ValueError(f"{program} is not a program")
        small, medium, large, *passed = program.split("/")
        row, receiver = passed[0][4:] if passed else ("", "")
        receiver = receiver if pieces.isupper() else receiver.lower()
        return [
            (dict(zip(pieces, orders, strict=True)), receiver if row == str(number) else "")
            for number, orders in enumerate(zip(small, medium, large, strict=True), 1)
        ]

    def _replies(self, here: Row, row: int):
        """Yield what B may do in a row: orders that change anything, and who is passed to."""
        ways = [
            "." if piece in here.stopped else [way for way in STEPS if self._to(square, way)]
            for piece, square in zip("sml", here.squares[3:], strict=True)
        ]
        for chosen in product(*ways):
            told = dict(zip("sml", chosen, strict=True))
            yield told, ""
            if here.ball.islower() and row and not here.has_passed and told[here.ball] == ".":
                yield from ((told, mate) for mate in "sml" if mate != here.ball)

    def _to(self, square: Square, way: str) -> Square | None:
        """The square a step leads to; None beyond the pitch."""
        (x, y), (dx, dy) = square, STEPS[way]
        return (x + dx, y + dy) if 0 <= x + dx < 7 and 0 <= y + dy < 8 else None

    def _row(self, here: Row, told: dict[str, str], receiver: str) -> tuple[str, Row]:
        """Carry out a row: the pass, then all moves at once, then the points."""
        at, ball, passed = dict(zip(self.pieces, here.squares, strict=True)), here.ball, False
        attack, defence = ("SML", "sml") if ball.isupper() else ("sml", "SML")
        name, other, goal = ("A", "B", 7) if ball.isupper() else ("B", "A", 0)
        if receiver and receiver != ball and told[ball] == ".":
            if any(crosses(at[ball], at[receiver], at[one]) for one in defence):
                return other, here
            ball, passed = receiver, ball.islower()
            if at[ball][1] == goal:
                return name, here
        to = {one: self._to(at[one], way) for one, way in told.items() if way != "."}
        stopped = {one for one, square in to.items() if square is None}
        to = {one: square for one, square in to.items() if square is not None}
        claimed = [square for one, square in to.items() if one in defence]
        failed = set()
        for one, square in to.items():
            side = defence if one in defence else attack
            meets = any(to[mate] == square for mate in to if mate in side and mate != one)
            swaps = [two for two in to if to[two] == at[one] and at[two] == square]
            if one in attack:
                meets = meets or square in claimed
            else:
                swaps = [two for two in swaps if two in side]
            if meets or swaps:
                failed.add(one)
        pushed: dict[str, list[str]] = {}
        while True:
            stopped |= failed
            to = {one: square for one, square in to.items() if one not in failed}
            stays = {at[one]: one for one in at if one not in to}
            pushed = {
                one: self._pushed(one, to[one], told[one], stays) for one in to if one in defence
            }
            failed = {
                one
                for one, chain in pushed.items()
                if stays.get(to[one], ".") in defence
                or any(
                    (square := self._to(at[piece], told[one])) is None
                    or square in claimed
                    or stays.get(square, ".") in defence
                    for piece in chain
                )
            }
            if failed:
                continue
            ends = [
                (self._to(at[piece], told[one]), one)
                for one, chain in pushed.items()
                for piece in chain
            ]
            onto = Counter(square for square, _ in ends)
            failed = {one for square, one in ends if onto[square] > 1}
            if failed:
                continue
            failed = {one for one in to if one in attack and (to[one] in onto or to[one] in stays)}
            if not failed:
                break
        moved = at | to
        for one, chain in pushed.items():
            moved |= {piece: self._to(at[piece], told[one]) for piece in chain}
        squares = tuple(moved[one] for one in self.pieces)
        there = Row(squares, ball, here.stopped | stopped, here.has_passed or passed)
        if any(chain[:1] == [ball] for chain in pushed.values()):
            return other, there
        return (name if moved[ball][1] == goal != at[ball][1] else ""), there

    def _pushed(self, one: str, square: Square, way: str, stays: dict[Square, str]) -> list[str]:
        """The pieces that a defender pushes, the nearest first."""
        chain = []
        while square in stays and stays[square].isupper() != one.isupper():
            chain.append(stays[square])
            square = self._to(square, way)
        return chain


def crosses(source: Square, target: Square, square: Square) -> bool:
    """Whether a straight line between the middles of two squares goes through the inside of one."""
    (x, y), (dx, dy) = ((one[0] - source[0], one[1] - source[1]) for one in (square, target))
    within = min(0, dx) <= x <= max(0, dx) and min(0, dy) <= y <= max(0, dy)
    return (
        within and square not in (source, target) and 2 * abs(dx * y - dy * x) < abs(dx) + abs(dy)
    )


Game = PlainPartition | PlainPyraos | PolyY | Terraces


@cache
def game_of(word: str) -> Game | PyramidBall | None:
    """The game of the first word of a position, None where its rules are not here."""
    name, _, rest = word.partition(":")
    options = dict(part.split("=") for part in rest.split(",") if part)
    if name == "partition":
        return PlainPartition(int(options["size"]), options["rules"] == "stacking")
    if name == "pyraos":
        rules = options.get("rules", "standard")
        return PlainPyraos(rules, options.get("removal", "optional") == "obliged")
    if name == "poly-y":
        swap = options.get("swap", "true") == "true"
        return PolyY(int(options["corners"]), int(options["size"]), swap)
    if name == "pyramid" and set(options) <= {"board"}:
        return Terraces(options.get("board", "giza-7"))
    if word == "pyramid-ball":
        return PyramidBall()
    return None


def read(position: str) -> tuple[Game, State] | tuple[PyramidBall, Row] | None:
    """A position with its game; None where its rules are not here, ValueError where it is none."""
    word, *rest = position.split(" ")
    game = game_of(word)
    if game is None:
        return None
    if isinstance(game, PyramidBall):
        return game, game.read(*rest)
    levels, to_move = rest
    state = State(game.read(levels, game.letters), game.players.index(to_move))
    if fault := game.fault(state):
        raise ValueError(fault)
    if game.winner(state) is not None:
        raise ValueError("the game is over")
    return game, state


def plan_of(text: str) -> Plan:
    """The plan that a text means."""
    words = re.findall(r"[^ ()]+|[()]", text)[::-1]

    def plan() -> Plan:
        move, then = words.pop(), []
        if words and words[-1] == "(":
            words.pop()
            while words[-1] != ")":
                then.append(plan())
            words.pop()
        return Plan(move, tuple(then))

    found = plan()
    if words:
        raise ValueError("the certificate goes on after its end")
    return found


def works(game: Game, state: State, plan: Plan, corner: str, moves: int) -> bool:
    """Whether a plan reaches a win, or a corner, whatever the other side replies."""
    side = state.to_move

    def reached(after: State) -> bool:
        won = game.winner(after) == side
        held = corner and isinstance(game, PlainPartition | PolyY)
        return won or bool(held and game.holds(after.pieces[side], corner))

    if game.winner(state) is not None or moves < 1:
        return False
    after = game.turns(state).get(plan.move)
    if after is None:
        return False
    if reached(after):
        return True
    if game.winner(after) is not None:
        return False
    return all(
        any(works(game, reply, one, corner, moves - 1) for one in plan.then)
        for reply in game.turns(after).values()
        if not reached(reply)
    )


def need(holds: object, fault: str) -> None:
    """Raise ValueError, with what is wrong, where something does not hold."""
    if not holds:
        raise ValueError(fault)


def certified(game: Game, state: State, row: dict[str, str]) -> str:
    """Check the certificate of a row: what was checked."""
    plan, moves = plan_of(row["certificate"]), int(row["moves"])
    need(plan.move in row["keys"].split(), "the certificate begins with another move")
    if isinstance(game, PlainPartition) and not game.stacking and not row["corner"]:
        own, other = state.pieces[state.to_move], state.pieces[1 - state.to_move]
        game.reserved(plan, own, game.full & ~(own | other), moves)
    else:
        need(works(game, state, plan, row["corner"], moves), "the certificate does not work")
    return "proved by certificate"


def check_puzzle(game: Game | PyramidBall, state: State | Row, row: dict[str, str]) -> str:
    """Check a puzzle: its keys and its line are legal, and the certificate proves a key.

    Of Pyramid Ball each key is tried against all that the other side may have chosen.
    """
    if isinstance(game, PyramidBall):
        need(row["keys"] and row["line"].split()[0] in row["keys"].split(), "there is no key")
        for key in row["keys"].split():
            need(game.wins(state, key, row["known"]), f"{key} does not win")
        return "proved against every reply"
    legal = game.turns(state)
    need(set(row["keys"].split()) <= set(legal), "a key is not legal")
    at = state
    for move in row["line"].split():
        need(game.winner(at) is None and move in game.turns(at), f"{move} in the line is not legal")
        at = game.turns(at)[move]
    if row["certificate"]:
        return certified(game, state, row)
    return "legal, with no certificate"


def check_hard(game: Game, state: State, row: dict[str, str]) -> str:
    """Check a hard position: its moves are legal, few win, and none of them loses at once."""
    legal, winning = game.turns(state), row["winning"].split()
    need(set(winning) <= set(legal), "a winning move is not legal")
    need(int(row["legal"]) == len(legal), f"there are {len(legal)} legal moves")
    need(winning and len(winning) <= len(legal) / 5, "the moves that win are none, or too many")
    for move, after in legal.items():
        if game.winner(after) == state.to_move:
            need(move in winning, f"{move} wins at once and is not named")
        elif move in winning:
            replies = game.turns(after).values()
            lost = any(game.winner(one) == after.to_move for one in replies)
            need(not lost, f"{move} loses at once")
    return "legal, and right two moves deep"


def check_table(game: Game, state: State, row: dict[str, str]) -> str:
    """Check a row of a table: it follows from its moves; small pyramids are solved anew."""
    legal = game.turns(state)
    told = dict(part.split("=") for part in row["moves"].split())
    need(set(told) == set(legal), "the moves are not the legal ones")
    worth = [number(*text.partition(":")[::2]) for text in told.values()]
    value = min(worth, key=lambda one: (-one[0], one[0] * one[1]))
    need(number(row["value"], row["plies"]) == value, "the value does not follow from the moves")
    for move, after in legal.items():
        if game.winner(after) == state.to_move:
            need(told[move] == "win:1", f"{move} wins at once")
    if not isinstance(game, PlainPartition):
        return "as good as their best moves"
    own, other = state.pieces[state.to_move], state.pieces[1 - state.to_move]
    empty = (game.full & ~(own | other)).bit_count()
    if not (empty <= FEW or game.size < 3 or (game.stacking and game.size == 3)):
        return "as good as their best moves"
    names = {bit: game.names[bit.bit_length() - 1] for bit in game.moves(own, other)}
    for bit, name in names.items():
        plies = game.after(own, other, bit) + 1
        true = f"{'win' if plies % 2 else 'loss'}:{plies}"
        need(told[name] == true, f"{name} is worth {true}")
    return "solved anew"


def number(value: str, plies: str) -> tuple[int, int]:
    """A value and how far the end is, as numbers."""
    return {"win": 1, "draw": 0, "loss": -1}[value], int(plies or 0)


CHECKS = {
    "puzzles.csv": check_puzzle,
    "hard-positions.csv": check_hard,
    "tables.csv": check_table,
    "proofs.csv": certified,
}


def main() -> int:
    """Check the files of a folder; 1 where a row is wrong, 2 where there is nothing to check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default=Path(__file__).parent)
    parser.add_argument("--row", metavar="ID", help="check this row and no other")
    given = parser.parse_args()
    folder = Path(given.folder)
    csv.field_size_limit(1 << 30)
    wrong, done = 0, 0
    for name, check in CHECKS.items():
        if not (folder / name).is_file():
            continue
        counted: Counter[str] = Counter()
        with open(folder / name, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if given.row not in (None, row.get("id")):
                    continue
                done += 1
                try:
                    found = read(row["position"])
                    said = check(*found, row) if found else "of games whose rules are not here"
                except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
                    print(f"{name}, {row.get('id')}: {error}")
                    wrong += 1
                else:
                    counted[said] += 1
        for said, rows in counted.most_common():
            print(f"{name}: {rows} {said}")
    if not done:
        sought = "no data to check" if given.row is None else f"no row {given.row}"
        print(f"{folder}: there is {sought}")
        return 2
    print(f"{wrong} rows are wrong" if wrong else "no row is wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
