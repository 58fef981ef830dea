"""What Pyraos brings to the window: reserves, squares, tempo, repetition, the ending."""

from __future__ import annotations

from itertools import product

from model.contract.game import Outcome, Position
from model.games.pyraos.position import PyraosPosition
from model.phrases import counted
from viewer.games.facts import Fact
from viewer.games.game_view import GameView, QuickStart
from viewer.games.option_words import OptionWords
from viewer.games.pyraos.decision import decision
from viewer.games.sheet_skin import lattice_skin
from viewer.visuals.side_colours import SideColour

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
        facts.append(
            Fact(
                f"{player.capitalize()} has {counted(left[player], 'sphere', 'no')} left",
                player,
                strong=player == position.to_move,
                rule="pyraos.md#turns",
                heading="Reserves",
            )
        )
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
            facts.append(
                Fact(
                    f"{player.capitalize()} has {counted(len(squares), 'square')}: {places}",
                    player,
                    sites=sites,
                    rule="pyraos.md#removing",
                    heading="Squares",
                )
            )
    if position.outcome is None:
        number = position.legal_moves.count()
        who = str(position.to_move).capitalize()
        text = f"{who} has {counted(number, 'legal move')}"
        facts.append(Fact(text, heading="Turn", ahead=True))
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


GAME_VIEW = GameView(
    how_to_win="Put one of your spheres on top of the pyramid.",
    decision=decision,
    facts=_facts,
    ending=_ending,
    announcement=_announcement,
    colours={
        "white": SideColour("#F2E9D8", "#5B6675"),
        "black": SideColour("#35291F", "#1D2733", banded=True, wooden=True),
    },
    level_maps=True,
    skin=lattice_skin,
    quick_starts=(
        QuickStart("Standard"),
        QuickStart("Children", {"rules": "children"}),
        QuickStart("Alternate", {"rules": "alternate"}),
    ),
    options={
        "rules": OptionWords(
            "Spheres are taken back",
            {
                "standard": "after a square of your colour",
                "children": "never (the children's game)",
                "alternate": "after a square or a full line",
            },
            help="You then take one or two of your spheres back into your reserve.",
        ),
        "removal": OptionWords(
            "Taking back is",
            {"optional": "your choice", "obliged": "obligatory"},
        ),
    },
)
