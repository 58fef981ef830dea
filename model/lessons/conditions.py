"""Conditions: what a task wants, as words that are checked against the rules ("holds=SW+holds=SE").

A condition is one or several words joined by ``+``, each a name, perhaps with ``=`` and an
argument. All must be met. Some words judge a move by the positions before and after it, some a
point that is clicked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from model.game import Move, Position, Stop, Stopped
from model.lattice import CORNERS, WALLS, PyramidLattice
from model.notation import listed, shown


class ConditionError(ValueError):
    """A condition that cannot be understood here; one sentence."""


@dataclass(frozen=True)
class Played:
    """A move to judge: the position before, the move, the position after."""

    before: Position
    move: Move
    after: Position

    @property
    def side(self) -> str:
        """The side that moved."""
        return self.before.to_move or ""

    @property
    def causes(self) -> frozenset[str]:
        """The rules at work in the move."""
        return frozenset(event.cause for event in self.before.events(self.move) if event.cause)

    @property
    def placed(self) -> int | None:
        """The site something was put on last, None for none."""
        events = list(self.before.events(self.move))
        sites = [
            e.to if e.kind == "move" else e.site for e in events if e.kind in ("move", "place")
        ]
        return sites[-1] if sites else None


MoveTest = Callable[[Played, str], bool]
PointTest = Callable[[Position, str, int], bool]


@dataclass(frozen=True)
class Condition:
    """One word of a condition, and what it says.

    Attributes
    ----------
    name
        As written.
    argument
        What stands after ``=``: "" for nothing, else "corner", "number", "site", "wall",
        "corner:side".
    says
        What is wanted, a format string over the argument ("holds {}").
    game
        Name of the game it is for, "" for all.
    stacked
        It is for boards of balls on balls alone.
    """

    name: str
    argument: str
    says: str
    game: str = ""
    stacked: bool = False


# -- moves ---------------------------------------------------------------------------------------


def _state(position: Position, side: str, corner: str) -> str:
    from model.connection import corner_state
    from model.games.partition.position import PartitionPosition

    assert isinstance(position, PartitionPosition)
    other = next(player for player in position.game.players if player != side)
    own = position.balls(side)
    return corner_state(position.game.board, own, position.balls(other), corner).kind


def _winning(position: Position, side: str) -> list[Move]:
    """The moves that would win at once if it were `side`'s turn."""
    from model.setup import Draft, with_side

    turned = with_side(position, position.game.players.index(side))
    if isinstance(turned, Draft) or turned.outcome is not None:
        return []
    found = []
    for move in turned.legal_moves:
        outcome = turned.play(move).outcome
        if outcome is not None and outcome.winner == side:
            found.append(move)
    return found


def _threatens(played: Played, corner: str) -> bool:
    from model.connection import cost
    from model.games.partition.position import PartitionPosition

    after = played.after
    assert isinstance(after, PartitionPosition)
    other = next(player for player in after.game.players if player != played.side)
    own = after.balls(played.side)
    found = cost(after.game.board, own, after.balls(other), corner, stacking=after.game.stacking)
    return found is not None and found.n == 1


def _joins(played: Played, argument: str) -> bool:
    from model.connection import groups
    from model.games.partition.position import PartitionPosition

    before, site = played.before, played.placed
    assert isinstance(before, PartitionPosition)
    labels = groups(before.game.board, before.balls(played.side)).labels
    near = before.game.board.neighbours(site) if site is not None else ()
    return len({int(labels[k]) for k in near if labels[k] >= 0}) > 1


def _touches(played: Played, argument: str) -> bool:
    site = played.placed
    if site is None:
        return False
    taken = set(played.before.pieces.site.tolist())
    return sum(int(k) in taken for k in played.before.game.board.neighbours(site)) >= int(argument)


def _on_level(played: Played, argument: str) -> bool:
    site = played.placed
    levels = played.before.game.board.layers["level"]
    return site is not None and int(levels[site]) == int(argument)


def _completes(played: Played, word: str) -> bool:
    from model.games.pyraos.places import LINES, SQUARES

    site = played.placed
    if site is None:
        return False
    # What is taken back in the same turn was there when the square was completed.
    pieces = played.before.pieces
    owner = played.before.game.players.index(played.side)
    own = sum(1 << int(k) for k in pieces.site[pieces.owner == owner]) | 1 << site
    if "-" in played.move:
        own &= ~(1 << played.before.game.board.index(played.move.partition("-")[0]))
    shapes = SQUARES if word == "square" else LINES
    return any(shape >> site & 1 and own & shape == shape for shape in shapes)


_MOVES: Mapping[str, tuple[Condition, MoveTest]] = {
    condition.name: (condition, test)
    for condition, test in (
        (Condition("wins", "", "wins"), lambda p, a: _won(p)),
        (Condition("level", "number", "is on level {}"), _on_level),
        (Condition("touches", "number", "touches at least {} pieces"), _touches),
        (
            Condition("holds", "corner", "holds {}", "partition"),
            lambda p, a: _state(p.after, p.side, a) == "holds",
        ),
        (
            Condition("isolates", "corner", "isolates {}", "partition"),
            lambda p, a: _state(p.after, p.side, a) in ("isolates", "holds"),
        ),
        (
            Condition(
                "stops", "corner", "lets nothing be poured from {} to a far wall", "partition"
            ),
            lambda p, a: _state(p.after, p.side, a) in ("isolates", "holds"),
        ),
        (
            Condition("corner", "corner", "is on the corner point {}", "partition"),
            lambda p, a: p.move == _corner_name(p.before, a),
        ),
        (
            Condition("threat", "corner", "threatens to hold {} with the next ball", "partition"),
            _threatens,
        ),
        (Condition("joins", "", "joins two groups", "partition"), _joins),
        (
            Condition("double-threat", "", "threatens to win in two ways"),
            lambda p, a: p.after.outcome is None and len(_winning(p.after, p.side)) > 1,
        ),
        (
            Condition("square", "", "completes a square", "pyraos"),
            lambda p, a: _completes(p, "square"),
        ),
        (Condition("line", "", "completes a line", "pyraos"), lambda p, a: _completes(p, "line")),
        (Condition("lifts", "", "lifts a sphere", "pyraos"), lambda p, a: "-" in p.move),
        (
            Condition("takes-back", "number", "takes {} back", "pyraos"),
            lambda p, a: p.move.count("x") == int(a),
        ),
        (Condition("run", "", "is a run", "pyramid"), lambda p, a: "-" in p.move),
        (Condition("smash", "", "smashes a stone", "pyramid"), lambda p, a: "x" in p.move),
        (Condition("jump", "", "is a jump", "pyramid"), lambda p, a: "^" in p.move),
        (Condition("push", "", "pushes a stone", "pyramid"), lambda p, a: ">" in p.move),
        (Condition("osiris", "", "takes by Osiris", "pyramid"), lambda p, a: "osiris" in p.causes),
        (
            Condition("victory-field", "", "reaches a victory field", "pyramid"),
            lambda p, a: p.placed in p.before.game.board.victory,
        ),
    )
}


def _won(played: Played) -> bool:
    outcome = played.after.outcome
    return outcome is not None and outcome.winner == played.side


def _corner_name(position: Position, corner: str) -> str:
    board = position.game.board
    assert isinstance(board, PyramidLattice)
    return board.names[board.corners[corner]]


# -- points --------------------------------------------------------------------------------------


def _shown(position: Position, argument: str, what: str) -> tuple[int, ...]:
    """The sites of a sheet, line or escape at a corner ("SW:red")."""
    from model.connection import corner_state, escape
    from model.games.partition.position import PartitionPosition

    assert isinstance(position, PartitionPosition)
    corner, _, side = argument.partition(":")
    other = next(player for player in position.game.players if player != side)
    own = position.balls(side)
    if what == "escape":
        return escape(position.game.board, own, corner)
    state = corner_state(position.game.board, own, position.balls(other), corner)
    if what == "line":
        return state.line
    return state.sheet or state.also_sheet


def _group(position: Position, argument: str, site: int) -> bool:
    from model.connection import groups
    from model.games.partition.position import PartitionPosition

    assert isinstance(position, PartitionPosition)
    board = position.game.board
    start = board.index(argument)
    for side in position.game.players:
        labels = groups(board, position.balls(side)).labels
        if labels[start] >= 0:
            return bool(labels[site] == labels[start])
    return site == start


def _near(position: Position, argument: str, site: int) -> bool:
    board = position.game.board
    return site in board.neighbours(board.index(argument)).tolist()


def _under(position: Position, argument: str, site: int) -> bool:
    board = position.game.board
    assert isinstance(board, PyramidLattice)
    return site in board.supports[board.index(argument)].tolist()


def _legal(position: Position, argument: str, site: int) -> bool:
    return position.game.board.names[site] in position.legal_moves


_POINTS: Mapping[str, tuple[Condition, PointTest]] = {
    condition.name: (condition, test)
    for condition, test in (
        (
            Condition("sheet", "corner:side", "belongs to the sheet of {1} at {0}", "partition"),
            lambda p, a, s: s in _shown(p, a, "sheet"),
        ),
        (
            Condition("line", "corner:side", "belongs to the line of {1} from {0}", "partition"),
            lambda p, a, s: s in _shown(p, a, "line"),
        ),
        (
            Condition("escape", "corner:side", "lies on the escape from {0} past {1}", "partition"),
            lambda p, a, s: s in _shown(p, a, "escape"),
        ),
        (Condition("group", "site", "belongs to the group of {}", "partition"), _group),
        (
            Condition("corner", "corner", "is the corner point {}", "partition"),
            lambda p, a, s: p.game.board.names[s] == _corner_name(p, a),
        ),
        (
            Condition("wall", "wall", "lies on the {} wall"),
            lambda p, a, s: int(p.game.board.layers[a][s]) == 0,
        ),
        (
            Condition("level", "number", "lies on level {}"),
            lambda p, a, s: int(p.game.board.layers["level"][s]) == int(a),
        ),
        (Condition("neighbours", "site", "touches {}"), _near),
        (Condition("supports", "site", "carries {}", stacked=True), _under),
        (Condition("legal", "", "can be played now", stacked=True), _legal),
        (
            Condition("victory-field", "", "is a victory field", "pyramid"),
            lambda p, a, s: s in p.game.board.victory,
        ),
    )
}


# -- reading -------------------------------------------------------------------------------------


def known(position: Position, *, clicks: bool) -> tuple[Condition, ...]:
    """Return the conditions that can be used in a game, for moves or for clicks."""
    name = position.game.kind.name
    table: Mapping[str, tuple[Condition, object]] = _POINTS if clicks else _MOVES
    stacked = isinstance(position.game.board, PyramidLattice)
    return tuple(
        condition
        for condition, _ in table.values()
        if condition.game in ("", name) and (stacked or not condition.stacked)
    )


def check_condition(position: Position, condition: str, *, clicks: bool) -> None:
    """Raise ConditionError, in one sentence, where a condition makes no sense at a position."""
    _read(position, condition, clicks=clicks)


def _read(position: Position, condition: str, *, clicks: bool) -> list[tuple[Condition, str]]:
    usable = {one.name: one for one in known(position, clicks=clicks)}
    found = []
    for word in condition.split("+"):
        name, _, argument = word.partition("=")
        if name not in usable:
            what = "a click" if clicks else "a move"
            names = listed(sorted(usable), "or")
            raise ConditionError(f"{shown(word)} says nothing about {what} here: {names} would")
        _check_argument(position, usable[name], word, argument)
        found.append((usable[name], argument))
    return found


def _check_argument(position: Position, condition: Condition, word: str, argument: str) -> None:
    board = position.game.board
    kinds = {
        "": argument == "",
        "corner": argument in CORNERS,
        "number": argument.isascii() and argument.isdigit() and len(argument) < 5,
        "site": argument in board,
        "wall": argument in WALLS and argument in board.layers,
        "corner:side": argument.partition(":")[0] in CORNERS
        and argument.partition(":")[2] in position.game.players,
    }
    if not kinds[condition.argument]:
        wanted = {
            "": "nothing after it",
            "corner": f"a corner after =: {listed(CORNERS, 'or')}",
            "number": "a number after =",
            "site": "a point of the board after =",
            "wall": f"a wall after =: {listed(WALLS, 'or')}",
            "corner:side": "a corner and a side after =, like SW:red",
        }
        raise ConditionError(f"{shown(word)}: {condition.name} wants {wanted[condition.argument]}")


def in_words(position: Position, condition: str, *, clicks: bool) -> str:
    """Return what a condition wants: "a move that holds SW and holds SE"; ConditionError."""
    parts = [
        one.says.format(*(argument.split(":") if argument else ()))
        for one, argument in _read(position, condition, clicks=clicks)
    ]
    return f"{'a point' if clicks else 'a move'} that {listed(parts)}"


def move_fits(position: Position, condition: str, move: Move) -> bool:
    """Tell whether a legal move meets a condition; ConditionError."""
    played = Played(position, move, position.play(move))
    return all(
        _MOVES[one.name][1](played, a) for one, a in _read(position, condition, clicks=False)
    )


def point_fits(position: Position, condition: str, site: int) -> bool:
    """Tell whether a point meets a condition; ConditionError."""
    words = _read(position, condition, clicks=True)
    return all(_POINTS[one.name][1](position, a, site) for one, a in words)


def fitting(
    position: Position, condition: str, *, clicks: bool, stop: Stop | None = None
) -> list[str]:
    """Return all moves, or points, that meet a condition.

    Raises
    ------
    ConditionError
        The condition cannot be understood here.
    Stopped
        `stop`, asked before every move, said so: a threat on a large board takes a while.
    """
    return list(_fitting(position, condition, clicks, stop))


def any_fits(position: Position, condition: str, *, clicks: bool, stop: Stop | None = None) -> bool:
    """Tell whether any move, or point, meets a condition; raises what `fitting` does."""
    return next(_fitting(position, condition, clicks, stop), None) is not None


def _fitting(position: Position, condition: str, clicks: bool, stop: Stop | None) -> Iterator[str]:
    _read(position, condition, clicks=clicks)
    names = position.game.board.names
    for site, move in enumerate(names if clicks else position.legal_moves):
        if stop is not None and stop():
            raise Stopped
        if (
            point_fits(position, condition, site)
            if clicks
            else move_fits(position, condition, move)
        ):
            yield move
