"""What Pyraos brings to the window: reserves, squares, tempo, repetition, the ending."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from model.contract.game import Outcome, Player, Position
from model.games.pyraos import turns
from model.games.pyraos.kernels import PLACES, TOP
from model.games.pyraos.position import PLAYERS, PyraosPosition
from model.phrases import counted, listed
from model.puzzles.account import Account
from viewer.games.decision import (
    Decision,
    general_sentence,
    has_left,
    sites_of_move,
    way_signs,
    within,
)
from viewer.games.facts import Fact, moves_fact
from viewer.games.game_view import lattice_skin, view_said
from viewer.visuals.overlay_types import Marks, Numbers, Overlay, Sign

# What decided a line in Pyraos: who runs out of spheres first, and where they were saved.

MOST_NUMBERED = 12
"""Places left beyond which the order in which they are filled says nothing to the eye."""


def decision(account: Account) -> Decision:
    """Return what decided a line, see `viewer.games.game_view.GameView.decision`."""
    return _success(account) if account.succeeds else _failure(account)


# -- counting ------------------------------------------------------------------------------------


def last_placed(position: PyraosPosition) -> Player:
    """Return who puts the last sphere, on the top, if both sides only place from here on."""
    left, mover = position.reserves, PLAYERS[position.side]
    other = PLAYERS[1 - position.side]
    return mover if left[mover] > left[other] else other


def order_of_filling(position: PyraosPosition) -> tuple[tuple[int, Player], ...]:
    """Return (place, side) of all places left, in an order in which they can be filled."""
    left, side = dict(position.reserves), position.side
    occupied, found = position.occupied, []
    while occupied != (1 << PLACES) - 1:
        if not left[PLAYERS[side]]:
            side = 1 - side
        places = turns.open_places(occupied)
        found.append((places[0], PLAYERS[side]))
        left[PLAYERS[side]] -= 1
        occupied |= 1 << places[0]
        side = 1 - side
    return tuple(found)


def _pyraos(position: Position) -> PyraosPosition:
    assert isinstance(position, PyraosPosition)
    return position


def _saves(position: Position, move: str) -> int:
    return sum(event.cause in ("lift", "take-back") for event in position.events(move))


def _turning(account: Account, side: Player) -> int:
    """Index of the first move after which the count is, and stays, in favour of a side."""
    index = len(account.line) - 1
    while index >= 0 and last_placed_or_won(account.positions[index + 1]) == side:
        index -= 1
    return index + 1


def last_placed_or_won(position: Position) -> Player | None:
    """Return who won, or who would put the last sphere."""
    if position.outcome is not None:
        return position.outcome.winner
    return last_placed(_pyraos(position))


# -- the side with the goal gets there -----------------------------------------------------------


def _success(account: Account) -> Decision:
    side, other = account.side, account.other
    who, them = side.capitalize(), other.capitalize()
    index = _turning(account, side)
    if account.end.outcome is not None:
        overlays = _played(account, index)
        if index >= len(account.line):
            return Decision(general_sentence(account), overlays)
        return Decision(_won(account, index, who, them), overlays)
    end = _pyraos(account.end)
    text = f"{_stand(end)}: if both just place, {who} gets the top."
    if last_placed(end) != side:
        text = f"After {account.line[-1]}, {who} gets to the top whatever {them} plays."
    return Decision(text, _forecast(end))


def _won(account: Account, index: int, who: str, them: str) -> str:
    """Why the winner had the last sphere."""
    position, move = account.positions[index], account.line[index]
    after = _pyraos(account.positions[index + 1])
    if after.outcome is not None:
        return f"{who} had a sphere left for the top, and {them} had none."
    left = PLACES - after.occupied.bit_count()
    what = f"{move} {_what(position, move)}" if _saves(position, move) else ""
    if not after.reserves[account.other]:
        start = f"{what}: {them} has" if what else f"After {_called(position, move)}, {them} has"
        return f"{start} no sphere left, so the last one is {who}'s."
    first = str(after.to_move).capitalize()
    begins = f"{first} has to fill the first of the {left} places left, and {who} fills the last."
    if first == who:
        begins = f"{who} fills the first of the {left} places left, and the last."
    return f"{what}: {begins}" if what else f"After {_called(position, move)}, {begins}"


def _called(position: Position, move: str) -> str:
    """Return a move as a sentence names it: "3e5", "White's pass"."""
    return f"{str(position.to_move).capitalize()}'s pass" if move == "pass" else move


def _what(position: Position, move: str) -> str:
    """What a move that saves spheres does: "lifts a sphere, so it costs none"."""
    events = position.events(move)
    back = sum(event.cause == "take-back" for event in events)
    lifts = any(event.cause == "lift" for event in events)
    if lifts and back:
        return f"lifts a sphere and takes {counted(back, 'sphere')} back"
    if lifts:
        return "lifts a sphere, so it costs none"
    return "takes one sphere back, so it costs none" if back == 1 else f"takes {back} spheres back"


# -- it does not ---------------------------------------------------------------------------------


def _failure(account: Account) -> Decision:
    side, other = account.side, account.other
    who, them = side.capitalize(), other.capitalize()
    end = _pyraos(account.end)
    if end.outcome is not None:
        return Decision(f"{them} puts the last sphere on the top.", _played(account, 0))
    # Where both just placing would bring this side to the top, that is not what happens.
    counts = last_placed(end) == other
    aim = _forecast(end) if counts else (Sign("ring", "yellow", (TOP,)),)
    overlays = (*aim, *_last_way(account))
    if account.defends:
        return Decision(_kept_off(account, end, who), overlays)
    index = account.last_of(other)
    if index < 0:
        return Decision(general_sentence(account), overlays)
    reply = account.line[index]
    called = _called(account.positions[index], reply)
    if last_placed(end) == other:
        how = f"After {called}, "
        if _saves(account.positions[index], reply):
            how = f"{reply} {_what(account.positions[index], reply)}: "
        text = f"{how}{_stand(end)}; if both just place, {them} gets the top."
        return Decision(text, overlays)
    short = _too_slow(account, end, who)
    if short:
        return Decision(f"After {called}, {short}.", overlays)
    turned = PyraosPosition(end.game, end.white, end.black, PLAYERS.index(other))
    lifts = tuple(move for move in turned.legal_moves if _saves(turned, move))
    if lifts:
        text = f"After {called}, {them} can still save a sphere by {listed(lifts[:2], 'or')}."
        return Decision(text, overlays)
    if account.left is None:
        return Decision(general_sentence(account), overlays)
    text = f"After {called}, {who} cannot reach the top {within(account.left)}."
    return Decision(text, overlays)


def _kept_off(account: Account, end: PyraosPosition, who: str) -> str:
    """Why a defence holds."""
    key, solver = account.line[0], account.solver.capitalize()
    if _saves(account.positions[0], key) and last_placed(end) == account.solver:
        return f"{key} {_what(account.positions[0], key)}: now {solver} fills the last place."
    if account.left is not None:
        return f"After {key}, {who} cannot reach the top {within(account.left)}."
    return f"After {key}, {who} cannot force a way to the top."


def _too_slow(account: Account, end: PyraosPosition, who: str) -> str:
    """The reserve that cannot be played out in the moves left, "" where it could be."""
    left, spheres = account.left, end.reserves[account.side]
    if left is None or spheres <= left:
        return ""
    return f"{who} has {counted(spheres, 'sphere')} to place but {has_left(left)}"


# -- pictures ------------------------------------------------------------------------------------


def _stand(end: PyraosPosition) -> str:
    """Who moves next, and how many spheres each has."""
    mover, other = PLAYERS[end.side].capitalize(), PLAYERS[1 - end.side].capitalize()
    mine, theirs = end.reserves[PLAYERS[end.side]], end.reserves[PLAYERS[1 - end.side]]
    if mine == theirs:
        return f"{mover} moves next, and each side has {counted(mine, 'sphere')}"
    has = counted(mine, "sphere") if mine else "no spheres"
    return f"{mover} moves next with {has} against {other}'s {theirs or 'none'}"


def _forecast(end: PyraosPosition) -> tuple[Overlay, ...]:
    """The places left, numbered in the order they are filled if both sides only place."""
    order = order_of_filling(end)
    if not order or len(order) > MOST_NUMBERED:
        return (Sign("ring", "yellow", (TOP,)),)
    overlays: list[Overlay] = []
    for index, player in enumerate(PLAYERS):
        mine = [(site, str(k)) for k, (site, who) in enumerate(order, start=1) if who == player]
        if mine:
            sites, texts = zip(*mine, strict=True)
            overlays.append(Marks(tuple(sites), tuple(texts), index))
    return tuple(overlays)


def _played(account: Account, index: int) -> tuple[Overlay, ...]:
    """The spheres put down since the turning point, numbered, and the way the key move took."""
    sites: dict[int, str] = {}
    number = 0
    for k in range(min(index, len(account.line) - 1), len(account.line)):
        for _, site in sites_of_move(account.positions[k], account.line[k]):
            number += 1
            sites[site] = str(number)
    standing = set(account.end.pieces.site.tolist())
    kept: Sequence[tuple[int, str]] = [(s, t) for s, t in sites.items() if s in standing]
    return (Numbers(tuple(s for s, _ in kept), tuple(t for _, t in kept)),)


def _last_way(account: Account) -> tuple[Overlay, ...]:
    """The arrow of the last lift in the line, and rings where spheres were taken back."""
    index = len(account.line) - 1
    position, move = account.positions[index], account.line[index]
    colour = "green" if account.defends else "red"
    lifted = any(event.cause == "lift" for event in position.events(move))
    return way_signs(position, move, colour) if lifted else ()


ORDINALS = {2: "2nd", 3: "3rd"}


def squares_of(position: PyraosPosition, player: str) -> tuple[tuple[int, ...], ...]:
    """Return the squares (four sites each) that stand in one colour."""
    own = position.white if player == "white" else position.black
    board = position.game.board
    site_at = {tuple(place): site for site, place in enumerate(board.centres.round(3).tolist())}
    found = []
    for site in range(len(board)):
        x, y, z = board.centres[site].round(3).tolist()
        square = [
            site_at.get((round(x + dx, 3), round(y + dy, 3), z))
            for dx, dy in product((0, 1), (0, 1))
        ]
        if all(corner is not None and own >> corner & 1 for corner in square):
            found.append(tuple(corner for corner in square if corner is not None))
    return tuple(found)


def _facts(position: Position) -> tuple[Fact, ...]:
    assert isinstance(position, PyraosPosition)
    facts = []
    left = position.reserves
    for player in position.game.players:
        text = f"{player.capitalize()} has {counted(left[player], 'sphere', 'no')} left"
        moves = player == position.to_move
        facts.append(Fact(text, player, moves, rule="pyraos.md#turns", heading="Reserves"))
    ahead = left["white"] - left["black"]
    if position.to_move is not None:
        text = "Neither side is ahead in spheres"
        if ahead:
            who = "White" if ahead > 0 else "Black"
            text = f"{who} is {counted(abs(ahead), 'sphere')} ahead"
        facts.append(Fact(text, heading="Reserves"))
    for player in position.game.players:
        squares = squares_of(position, player)
        if squares:
            names = position.game.board.names
            places = "; ".join("-".join(names[site] for site in square) for square in squares)
            sites = tuple(sorted({site for square in squares for site in square}))
            text = f"{player.capitalize()} has {counted(len(squares), 'square')}: {places}"
            facts.append(Fact(text, player, False, sites, "pyraos.md#removing", "Squares"))
    if position.outcome is None:
        facts.append(moves_fact(position, "Turn"))
        stood = position.repetition
        if stood > 1:
            facts.append(Fact(_stands(stood), heading="Turn", rule="pyraos.md#repetition"))
    return tuple(facts)


def _stands(times: int) -> str:
    return f"This position stands for the {ORDINALS.get(times, f'{times}th')} time; play may go on"


def _announcement(position: Position) -> str:
    assert isinstance(position, PyraosPosition)
    return _stands(position.repetition) if position.repetition >= 3 else ""


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "The game is drawn"
    return f"{outcome.winner.capitalize()} has won: a {outcome.winner} sphere crowns the pyramid"


GAME_VIEW = replace(
    view_said(Path(__file__)),
    decision=decision,
    facts=_facts,
    ending=_ending,
    announcement=_announcement,
    level_maps=True,
    skin=lattice_skin,
)
