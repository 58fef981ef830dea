"""What Pyramid brings to the window: victory fields held, stones left, repetition, the endings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from model.contract.game import Move, Outcome, Player, Position
from model.games.pyramid.position import PyramidPosition
from model.phrases import counted, listed
from model.puzzles.account import Account
from viewer.games.decision import (
    FEW,
    Decision,
    general_sentence,
    has_left,
    parried,
    threatened,
    way_signs,
)
from viewer.games.facts import Fact, moves_fact
from viewer.games.game_view import view_said
from viewer.games.registry import ending
from viewer.visuals.overlay_types import Overlay, Sign

# What decided a line in Pyramid: the victory fields, who stands there, and what drove it off.


def decision(account: Account) -> Decision:
    """Return what decided a line, see `viewer.games.game_view.GameView.decision`."""
    return _success(account) if account.succeeds else _failure(account)


def _pyramid(position: Position) -> PyramidPosition:
    assert isinstance(position, PyramidPosition)
    return position


def _fields(position: PyramidPosition, side: Player) -> tuple[Overlay, ...]:
    """The victory fields: green where a side stands, yellow where it does not."""
    held = position.victory_held(side)
    return tuple(
        Sign("ring", "green" if site in held else "yellow", (site,))
        for site in position.game.board.victory
    )


def _success(account: Account) -> Decision:
    end, side = _pyramid(account.end), account.side
    who = side.capitalize()
    last = account.last_of(side)
    overlays = (
        *_fields(end, side),
        *way_signs(
            account.positions[last], account.line[last], "red" if account.defends else "green"
        ),
    )
    if account.turn >= 0:
        return Decision(threatened(account), overlays)
    outcome = end.outcome
    if outcome is None or outcome.how != "victory-fields":
        return Decision(general_sentence(account), overlays)
    did = _did(account.positions[last], account.line[last])
    number = len(end.victory_held(side))
    return Decision(f"{account.line[last]} {did}: {who} holds all {number} fields.", overlays)


def _did(position: Position, move: Move) -> str:
    """What a move does to stones and fields: "pushes the black stone off e5"."""
    here = _pyramid(position)
    names, players = here.game.board.names, here.game.players
    mover = str(here.to_move)
    parts: list[str] = []
    end: int | None = None
    for event in here.events(move):
        if event.site is None:
            continue
        stone = f"the {players[event.owner]} stone"
        name = names[event.site]
        if event.cause == "pushed" or event.cause == "fall":
            parts.append(f"pushes {stone} off {name}")
        elif event.cause == "smash" and players[event.owner] != mover:
            parts.append(f"smashes {stone} on {name}")
        elif event.cause == "osiris":
            own = players[event.owner] == mover
            parts.append(f"loses the stone on {name}" if own else f"takes {stone} on {name}")
        elif event.kind == "move":
            end = event.to
    if parts:
        return listed(list(dict.fromkeys(parts)))
    if end is not None and end in here.game.board.victory:
        return f"occupies the field {names[end]}"
    return f"brings a stone to {names[end]}" if end is not None else "changes nothing"


def _failure(account: Account) -> Decision:
    end, side, other = _pyramid(account.end), account.side, account.other
    who, them = side.capitalize(), other.capitalize()
    if account.defends:
        key = account.line[0]
        overlays = (*_fields(end, side), *way_signs(account.positions[0], key, "green"))
        return Decision(_met(account, key, who), overlays)
    index = account.last_of(other)
    if index < 0:
        return Decision(
            f"{account.line[0]} leaves {who} with {_fields_held(end, side)}.", _fields(end, side)
        )
    reply, before = account.line[index], account.positions[index]
    overlays = (*_fields(end, side), *way_signs(before, reply, "red"))
    if end.outcome is not None:
        ended = ending(end).replace("The game", "and the game", 1)
        return Decision(f"{reply} {_did(before, reply)}, {ended}.", overlays)
    did = f"{reply} {_did(before, reply)}"
    missing = end.game.terrace.needed - len(end.victory_held(side))
    holds = f"{who} holds {_fields_held(end, side)}"
    left = account.left
    if left is None:
        return Decision(f"{did}: {holds}, and {them} has an answer to any move.", overlays)
    if missing > left:
        return Decision(f"{did}: {holds} and {has_left(left)}.", overlays)
    if left == 1:
        fields = counted(end.game.terrace.needed, "field")
        return Decision(f"{did}: {who} cannot hold {fields} with its one move left.", overlays)
    return Decision(f"{did}: {holds}, and {them} can meet every threat.", overlays)


def _fields_held(position: PyramidPosition, side: Player) -> str:
    """Return "3 of the 4 fields", and "none of the fields"."""
    held, needed = len(position.victory_held(side)), position.game.terrace.needed
    return f"{held or 'none'} of the {counted(needed, 'field')}"


def _met(account: Account, key: Move, who: str) -> str:
    """What was threatened, and what the key does about it."""
    if not account.ways or len(account.ways) > FEW:
        return parried(account, general_sentence(account))
    did = _did(account.positions[0], key)
    return f"{who} threatened {listed(account.ways)}; {key} {did}."


FIELDS, STONES, TURN = "Victory fields", "Stones", "Turn"


def _facts(position: Position) -> tuple[Fact, ...]:
    assert isinstance(position, PyramidPosition)
    game = position.game
    names, needed = game.board.names, game.terrace.needed
    facts = []
    for player in game.players:
        held = position.victory_held(player)
        text = f"{player.capitalize()} holds {len(held)} of the {needed} needed"
        if held:
            text += f": {listed([names[site] for site in held])}"
        strong = len(held) >= needed - 1
        facts.append(Fact(text, player, strong, held, rule="pyramid.md#end", heading=FIELDS))
    taken = {site for player in game.players for site in position.victory_held(player)}
    free = [site for site in game.board.victory if site not in taken]
    if free:
        text = f"Free: {listed([names[site] for site in free])}"
        facts.append(Fact(text, sites=tuple(free), heading=FIELDS))
    for colour, player in enumerate(game.players, start=1):
        left = position.cells.count(colour)
        text = f"{player.capitalize()} has {counted(left, 'stone')}"
        if left < game.rules.min_stones:
            loses = game.rules.few_stones == "lose_below_four"
            then = "that loses" if loses else "a draw once both have so few"
            text += f", fewer than {game.rules.min_stones}: {then}"
        strong = player == position.to_move
        facts.append(Fact(text, player, strong, rule="pyramid.md#end", heading=STONES))
    if position.outcome is None:
        facts.append(moves_fact(position, TURN))
        if position.repetition > 1:
            text = "This position has occurred twice; the third time is a draw"
            facts.append(Fact(text, rule="pyramid.md#end", heading=TURN))
        if position.ban is not None:
            pair = " to ".join(names[site] for site in position.ban)
            facts.append(Fact(f"Pushing back from {pair} is forbidden now", heading=TURN))
        if game.rules.max_plies is not None:
            text = f"Ply {position.ply} of {game.rules.max_plies}; then it is a draw"
            facts.append(Fact(text, rule="pyramid.md#end", heading=TURN))
    return tuple(facts)


def _announcement(position: Position) -> str:
    assert isinstance(position, PyramidPosition)
    if position.outcome is None and position.repetition == 2:
        return "This position has occurred twice; the third time is a draw"
    return ""


_HOW: Mapping[str, Callable[[PyramidPosition, Outcome], str]] = {
    "victory-fields": lambda position, outcome: (
        f"{_who(outcome)} has won: it holds {listed([str(name) for name in outcome.witness])}"
    ),
    "few-stones": lambda position, outcome: (
        f"{_who(outcome)} has won: {_loser(position, outcome)} has fewer than "
        f"{position.game.rules.min_stones} stones"
        if outcome.winner
        else f"The game is drawn: both have fewer than {position.game.rules.min_stones} stones"
    ),
    "repetition": lambda position, outcome: (
        "The game is drawn: the same position stood for the 3rd time"
    ),
    "plies": lambda position, outcome: (
        f"The game is drawn: {position.game.rules.max_plies} plies were played"
    ),
    "no-moves": lambda position, outcome: (
        f"{_who(outcome)} has won: {_loser(position, outcome)} cannot move"
        if outcome.winner
        else "The game is drawn: the side to move cannot move"
    ),
}


def _who(outcome: Outcome) -> str:
    return str(outcome.winner).capitalize()


def _loser(position: PyramidPosition, outcome: Outcome) -> str:
    """The side that did not win."""
    return next(one for one in position.game.players if one != outcome.winner).capitalize()


def _ending(position: Position, outcome: Outcome) -> str:
    assert isinstance(position, PyramidPosition)
    return _HOW[outcome.how](position, outcome)


GAME_VIEW = replace(
    view_said(Path(__file__)),
    decision=decision,
    facts=_facts,
    ending=_ending,
    announcement=_announcement,
)
