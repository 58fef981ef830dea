"""Positions in words: points, groups, lists of points, moves, and a position as a list.

Whoever sees no picture has all of it from here; so have tips and pages, where a move is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

import numpy as np

from model.boards.board import Board, IntArray
from model.contract.game import CHANCE, Event, Game, Move, Pieces, Player, Position
from model.contract.hooks import hooks_of
from model.notation.tokens import write_header
from model.phrases import called, counted, listed
from model.positions.events import known_events
from model.positions.setup import extras_of

WALLS: Final = ("base", "west", "east", "south", "north")
"""The layers that count how far a site is from a wall or a side of the board."""
_WAYS: Final = {
    (0, 1): "north",
    (1, 0): "east",
    (0, -1): "south",
    (-1, 0): "west",
    (1, 1): "north-east",
    (1, -1): "south-east",
    (-1, -1): "south-west",
    (-1, 1): "north-west",
}
_DEEDS: Final = {
    "place": "places a {piece} on {site}",
    "move": "moves the {piece} on {site} to {to}",
    "remove": "removes {sites}",
    "flip": "turns {site}",
    "pass": "passes",
    "commit": "chooses {move}",
}
"""What events are called where a game has no words of its own (`Hooks.deeds`)."""


def wall_name(wall: str) -> str:
    """Return "the east wall", and plain "the base" for the one that is no side."""
    return "the base" if wall == "base" else f"the {wall} wall"


def rim(board: Board, site: int) -> str:
    """Return "corner A" or "side AB" for a site of a side that has a name; "" for any other."""
    sides = [name for name, sites in board.rim.items() if site in sites]
    corners = [name for name, at in board.corners.items() if at == site]
    if not sides:
        return ""
    return f"corner {corners[0]}" if corners else f"side {sides[0]}"


def points(board: Board, sites: Sequence[int], what: str = "") -> str:
    """Return sites by name in the order given: "escape of 3 points: 1a1, 2b2, 2d2".

    Parameters
    ----------
    what
        What they are ("escape", "plan", "sheet", "rod", "tether"); "": the names only.
    """
    names = ", ".join(board.names[site] for site in sites)
    return f"{what} of {counted(len(sites), 'point')}: {names}" if what else names


def pour(board: Board, distances: IntArray) -> str:
    """Return where colour runs, step by step: "1a1; step 1: 1c1, 2b2; step 2: 2d2".

    Parameters
    ----------
    distances
        (n,) the step in which the colour reaches each site, negative where it never does.
    """
    steps = [np.flatnonzero(distances == k).tolist() for k in range(int(distances.max()) + 1)]
    first, *later = [points(board, sites) for sites in steps] or [""]
    return "; ".join([first, *(f"step {k}: {said}" for k, said in enumerate(later, 1))])


# -- points and groups -----------------------------------------------------------------------------


def point(
    position: Position,
    site: int,
    *,
    pieces: Pieces | None = None,
    states: Sequence[str] = (),
    effects: Sequence[str] = (),
) -> str:
    """Return a point in words, with what touches it and what a piece there would join.

    "2d4, level 2, empty: 12 neighbours, 3 red (1c3, 1e3, 2d2), 1 blue (2d6); would join 2 red
    groups; SW 3 -> 2".

    Parameters
    ----------
    pieces
        What stands on the board while a move is built; None: what the position says.
    states
        What else holds of the point itself: "legal", "hidden".
    effects
        What else a piece there would do.
    """
    board, players = position.game.board, position.game.players
    pieces = position.pieces if pieces is None else pieces
    head = [board.names[site]]
    if board.layers["level"].max() > 1:
        head.append(f"level {int(board.layers['level'][site])}")
    head += [said] if (said := rim(board, site)) else []
    head = [*head, _occupant(position.game, pieces, site), *states]
    owner = _owners(board, pieces)
    near = board.neighbours(site)
    touched = [counted(len(near), "neighbour")]
    for number, player in enumerate(players):
        theirs = near[owner[near] == number]
        if len(theirs):
            touched.append(f"{len(theirs)} {called(player)} ({points(board, theirs.tolist())})")
    mover = position.to_move
    joins = []
    if hooks_of(position.game.kind).links and owner[site] == _EMPTY and mover in players:
        touching = _one_of_each(board, owner, near[owner[near] == players.index(mover)].tolist())
        joins = [_joined(len(touching), called(mover))]
    return f"{', '.join(head)}: {'; '.join([', '.join(touched), *joins, *effects])}"


def group(position: Position, site: int) -> str:
    """Return the group of the piece on a site in words: its size, points, walls and corners.

    "red group of 3 balls: 1a1, 1c1, 2b2; touches the base and the south wall; on the corner SW".
    """
    board, game = position.game.board, position.game
    owner = _owners(board, position.pieces)
    if owner[site] < 0:
        return f"no group on {board.names[site]}"
    mask = board.linked(owner, site)
    sites = np.flatnonzero(mask).tolist()
    who, kinds = called(game.players[int(owner[site])]), game.piece_kinds
    piece = kinds[0].name if len(kinds) == 1 else "piece"
    head = f"{who} group of {counted(len(sites), piece)}"
    parts = [points(board, sites)]
    beside = {wall: board.layers[wall][mask] == 0 for wall in WALLS if wall in board.layers}
    walls = [wall_name(wall) for wall, here in beside.items() if here.any()]
    walls += [f"side {side}" for side, along in board.rim.items() if mask[list(along)].any()]
    parts += [f"touches {listed(walls)}"] if walls else []
    corners = [corner for corner, at in board.corners.items() if mask[at]]
    parts += [f"on the corner {corner}" for corner in corners]
    return f"{head}: {'; '.join(parts)}"


_EMPTY = -2


def _owners(board: Board, pieces: Pieces) -> IntArray:
    """Return (n,) whose topmost piece stands where: -1 nobody's piece, -2 none."""
    owner = np.full(len(board), _EMPTY, np.int32)
    owner[pieces.site] = pieces.owner
    return owner


def groups(position: Position, player: Player | None) -> tuple[int, ...]:
    """Return the first site of each of a player's groups, in the order of the board."""
    owner = _owners(position.game.board, position.pieces)
    players = position.game.players
    number = players.index(player) if player in players else len(players)
    return tuple(_one_of_each(position.game.board, owner, np.flatnonzero(owner == number).tolist()))


def _one_of_each(board: Board, owner: IntArray, sites: list[int]) -> list[int]:
    """Return the first site of each group that `sites` belong to."""
    found: list[int] = []
    for site in sites:
        if not any(board.linked(owner, other)[site] for other in found):
            found.append(site)
    return found


def _joined(number: int, who: str) -> str:
    if number == 0:
        return f"would begin a {who} group"
    return f"would join {number} {who} groups" if number > 1 else f"would extend a {who} group"


def _piece(game: Game, owner: int, kind: int, count: int, places: int = 1) -> str:
    """Return "red ball", "red balls" on several places, "3 P1 soldiers", "ball" of nobody's."""
    noun = game.piece_kinds[kind].name
    noun += "s" if count * places > 1 and not noun.endswith("s") else ""
    whose = "" if owner < 0 else f"{called(game.players[owner])} "
    return f"{'' if count == 1 else f'{count} '}{whose}{noun}"


def _occupant(game: Game, pieces: Pieces, site: int) -> str:
    rows = np.flatnonzero(pieces.site == site)
    said = [
        _piece(game, int(pieces.owner[k]), int(pieces.kind[k]), int(pieces.count[k])) for k in rows
    ]
    return " and ".join(said) or "empty"


# -- moves -----------------------------------------------------------------------------------------


def move(position: Position, move: Move) -> str:
    """Return a legal move of a position in words, whoever makes it first.

    "White lifts the sphere on 1g1 to 2b2, takes back 2d2 and 2d4".
    """
    mover, game = str(position.to_move), position.game
    hooks = hooks_of(game.kind)
    who = called(mover)
    who = who[:1].upper() + who[1:]
    if choice := hooks.describe_choice(game, move):
        return f"{who}: {choice}"
    events = known_events(position, move)
    notes = [event for event in events if event.kind == "note" and event.reason is not None]
    if mover == CHANCE or notes:
        said = [str(event.reason) for event in notes] or list(_dice(game, events)) or [move]
        return "; ".join(one[:1].upper() + one[1:] for one in said)
    own: list[str] = []
    others: list[str] = []
    for _, alike in groupby(events, lambda event: (event.kind, event.cause)):
        if deed := _deed(game, list(alike), hooks.deeds, move):
            (others if deed[0].isupper() or deed.startswith("the ") else own).append(deed)
    # What reveals a choice that is not known says nothing else.
    return f"{who} {', '.join([*own, *others]) or f'chooses {move}'}"


def named(position: Position, line: Move) -> str:
    """Return a legal move as a sentence names it: its point, else in quotes what it does.

    "2b2", "“White lifts the sphere on 1g1 to 2b2”".
    """
    return line if line in position.game.board else f"“{move(position, line)}”"


def _deed(game: Game, events: Sequence[Event], deeds: Mapping[str, str], move: Move) -> str:
    """Return what alike events do, "" for what is told elsewhere."""
    first, names = events[0], game.board.names
    words = deeds.get(f"{first.kind} {first.cause}", _DEEDS.get(first.kind, ""))
    site = "" if first.site is None else names[first.site]
    return words.format(
        piece=game.piece_kinds[first.piece].name,
        site=site,
        move=move,
        to="" if first.to is None else names[first.to],
        way=_way(game.board, first),
        sites=listed([names[event.site] for event in events if event.site is not None]),
    )


def _way(board: Board, event: Event) -> str:
    """Return the direction and length of a straight way: "north 3 squares"; "" for another."""
    if event.site is None or event.to is None or "file" not in board.layers:
        return ""
    across, along = (
        int(board.layers[name][event.to] - board.layers[name][event.site])
        for name in ("file", "rank")
    )
    length = max(abs(across), abs(along))
    way = _WAYS.get((int(np.sign(across)), int(np.sign(along))))
    straight = way is not None and abs(across) in (0, length) and abs(along) in (0, length)
    return f"{way} {counted(length, 'square')}" if straight else ""


def _dice(game: Game, events: Sequence[Event]) -> Iterator[str]:
    rolls = [event for event in events if event.kind == "roll"]
    for owner, dice in groupby(rolls, lambda event: event.owner):
        who = "the dice show" if owner < 0 else f"{called(game.players[owner])} rolls"
        yield f"{who} {listed([die.value for die in dice])}"


# -- a whole position ------------------------------------------------------------------------------


def position(position: Position, by: Literal["level", "group"] = "level") -> str:
    """Return all that everybody may know of a position, a line for each thing.

    The game with its options, whose turn it is, what stands where, what is in hand and counted,
    and boards of one's own. Where a game can be set up by hand (`Hooks.setup`, `Hooks.stacks`), the
    lines by level say all that its string says, but for points that are noted in secret.

    Parameters
    ----------
    position
        Any.
    by
        "level": pieces level by level; "group": group by group, where pieces form groups
        (`Hooks.links`), else by level.
    """
    position = position.seen_by(None)
    game, text = position.game, str(position)
    header = write_header(game.kind, game.options).partition(":")[2]
    options = [option.replace("=", " ", 1) for option in header.split(",") if option]
    lines = [", ".join([game.kind.title, *options]), _turn(position, text.split(" ")[2])]
    grouped = by == "group" and hooks_of(game.kind).links
    lines += _by_group(position) if grouped else by_level(position)
    hands = [f"{called(player)} {left}" for player, left in position.reserves.items()]
    lines += [f"In hand: {', '.join(hands)}"] if hands else []
    lines += [f"{name.capitalize()}: {number}" for name, number in position.counters.items()]
    hooks = hooks_of(game.kind)
    if (rules := hooks.setup or hooks.stacks) is not None:
        meant = rules.extras(game)
        for extra in extras_of(position):
            name, _, value = extra.partition("=")
            # What stands in stacks and on sheets is said there.
            if hooks.stacks is None or name in meant:
                lines.append(f"{name} ({meant.get(name, name)}): {value}")
    for sheet in position.sheets:
        cells = [f"{cell.words} {cell.value}" for cell in sheet.cells if cell.words and cell.value]
        lines.append(f"{sheet.title}: {'; '.join(cells) or 'nothing'}")
    return "\n".join(lines)


def _turn(position: Position, side: Player) -> str:
    if position.outcome is None:
        return "the dice are to be rolled" if side == CHANCE else f"{called(side)} to move"
    won = listed([called(player) for player in position.outcome.winners]) or "nobody"
    return f"{called(side)} to move, but the game is over: {won} has won"


def by_level(position: Position, most: int | None = None) -> Iterator[str]:
    """Yield what stands on each level, or on the board where there is one level only.

    Parameters
    ----------
    most
        Points that are named of alike pieces of a level; None: all.
    """
    board, pieces = position.game.board, position.pieces
    level = board.layers["level"]
    for number in range(1, int(level.max()) + 1):
        rows = np.flatnonzero(level[pieces.site] == number).tolist()
        stand: dict[tuple[int, int, int], list[int]] = {}
        for row in rows:
            alike = (int(pieces.owner[row]), int(pieces.kind[row]), int(pieces.count[row]))
            stand.setdefault(alike, []).append(int(pieces.site[row]))
        said = []
        for alike, sites in stand.items():
            more = f" and {len(sites) - most} more" if most and len(sites) > most else ""
            piece = _piece(position.game, *alike, len(sites))
            said.append(f"{piece} on {points(board, sites[:most])}{more}")
        free = int((level == number).sum()) - len(set(pieces.site[rows].tolist()))
        where = f"Level {number}" if level.max() > 1 else "Board"
        yield f"{where}: {'; '.join([*said, f'{free} empty'])}"


def _by_group(position: Position) -> Iterator[str]:
    board = position.game.board
    owner, told = _owners(board, position.pieces), np.zeros(len(board), bool)
    for site in np.flatnonzero(owner >= 0).tolist():
        if not told[site]:
            told |= board.linked(owner, site)
            yield group(position, site)
