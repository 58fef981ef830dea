"""What Pyramid brings to the window: victory fields held, stones left, repetition, the endings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from model.contract.game import Outcome, Position
from model.games.pyramid.position import PyramidPosition
from model.phrases import counted, listed
from viewer.games.facts import Fact
from viewer.games.game_view import GameView, QuickStart
from viewer.games.pyramid.decision import decision
from viewer.games.pyramid.pyramid_options import EXAMPLE, OPTIONS
from viewer.visuals.side_colours import SideColour

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
        facts.append(
            Fact(
                text,
                player,
                strong=len(held) >= needed - 1,
                sites=held,
                rule="pyramid.md#end",
                heading=FIELDS,
            )
        )
    taken = {site for player in game.players for site in position.victory_held(player)}
    free = [site for site in game.board.victory if site not in taken]
    if free:
        text = f"Free: {listed([names[site] for site in free])}"
        facts.append(Fact(text, sites=tuple(free), heading=FIELDS))
    for colour, player in enumerate(game.players, start=1):
        left = position.cells.count(colour)
        text = f"{player.capitalize()} has {counted(left, 'stone')}"
        if left < game.rules.min_stones:
            text += f", fewer than {game.rules.min_stones}: {_few(game.rules.few_stones)}"
        strong = player == position.to_move
        facts.append(Fact(text, player, strong, rule="pyramid.md#end", heading=STONES))
    if position.outcome is None:
        number = position.legal_moves.count()
        who = str(position.to_move).capitalize()
        text = f"{who} has {counted(number, 'legal move')}"
        facts.append(Fact(text, heading=TURN, ahead=True))
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


def _few(rule: str) -> str:
    return "that loses" if rule == "lose_below_four" else "a draw once both have so few"


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


GAME_VIEW = GameView(
    how_to_win="Hold four victory fields with your stones, or as many as the board asks for.",
    decision=decision,
    facts=_facts,
    ending=_ending,
    announcement=_announcement,
    colours={
        "white": SideColour("#F2E9D8", "#5B6675"),
        "black": SideColour("#35291F", "#1D2733", banded=True),
    },
    facing={"black": 180.0},
    quick_starts=(
        QuickStart("Giza 7"),
        QuickStart("Plateau 7", {"board": "plateau-7"}),
        QuickStart("Flat top 8", {"board": "flat-top-8"}),
        QuickStart("Giza 9", {"board": "giza-9"}),
    ),
    replaced_options={"board": ("levels", "victory", "needed")},
    options=OPTIONS,
    example=EXAMPLE,
)
