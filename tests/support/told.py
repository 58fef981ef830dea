"""Reads back what `model.positions.describe` says: the hearer's side, who sees no picture."""

import re
from collections.abc import Mapping

import numpy as np

from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.games.rolling_pyramids.player_boards import UNITS
from model.games.rolling_pyramids.position import RollingPyramidsGame
from model.games.rolling_pyramids.position_text import write_own, write_places
from model.games.rolling_pyramids.round_state import Own, blank
from model.games.rolling_pyramids.rulebook import FIRST_DEVICE, UPGRADES
from model.notation.levels import write_levels
from model.phrases import called
from model.positions.setup import read_position
from model.registry import kinds

PIECES = re.compile(r"(?:(\d+) )?(.*?)s? on (.*)")


def header_of(line: str) -> str:
    """The header that the first line of a list says: "partition:size=6,rules=free"."""
    title, *options = line.split(", ")
    (name,) = (name for name, kind in kinds().items() if kind.title == title)
    said = ",".join(option.replace(" ", "=", 1) for option in options)
    return f"{name}:{said}" if said else name


def pieces_of(text: str) -> dict[str, list[tuple[int, str]]]:
    """Site -> (how many, what) of the pieces that a list by level says stand there."""
    found: dict[str, list[tuple[int, str]]] = {}
    for line in text.splitlines():
        where, _, said = line.partition(": ")
        if not re.fullmatch(r"Level \d+|Board", where):
            continue
        for part in said.split("; "):
            if match := PIECES.fullmatch(part):
                for site in match[3].split(", "):
                    found.setdefault(site, []).append((int(match[1] or 1), match[2]))
    return found


def board_of(game: Game, standing: Mapping[str, str]) -> str:
    """The board as position strings write it, where pieces ("red ball") stand on sites by name."""
    rules = hooks_of(game.kind).setup
    called = {
        f"{game.players[owner]} {game.piece_kinds[number].name}": value
        for value in range(1, len(rules.letters) + 1)
        for owner, number in [rules.owner(value)]
    }
    cells = np.zeros(len(game.board), np.int8)
    for site, what in standing.items():
        if what in called:  # a ball that is nobody's stands among the extras
            cells[game.board.index(site)] = called[what]
    return write_levels(cells, rules.shape(game), ("", *rules.letters))


def own_of(game: RollingPyramidsGame, said: list[str]) -> Own:
    """What a player of Rolling Pyramids has written, from the cells of their board in words."""
    desk = game.rules.desk
    cells, crossed, waiting, bought = [0] * len(desk.shapes), 0, 0, 0
    stock, reserve = [0, 0, 0], 0
    for cell in said:
        # The forms of the words, as far as they hold what is written.
        if match := re.fullmatch(r"(?:hero slot|the heroes of slot) (\d+)(.*) (\d)", cell):
            slot = int(match[1]) - 1
            cells[slot] = int(match[3])
            waiting |= (cell.startswith("the") or "wait" in match[2]) << slot
        elif match := re.fullmatch(r"upgrade pair (\w+), for .* (\d+)", cell):
            cells[desk.names.index(f"pair{match[1]}")] = int(match[2])
        elif match := re.fullmatch(r"(\w+), cell (\d+) (\d+)", cell):
            cells[desk.names.index(match[1] + match[2])] = int(match[3])
        elif match := re.fullmatch(r"box (foot\d\.\d+), .* x", cell):
            crossed |= 1 << desk.box_names.index(match[1])
        elif match := re.fullmatch(r"the upgrade (\w+) x\d+ \((\d+) left\)", cell):
            number = UPGRADES.index(match[1])
            bought |= 1 << number
            stock[number - FIRST_DEVICE] = int(match[2])
        elif match := re.fullmatch(r"the upgrade (\w+) (.*) ✓", cell):
            bought |= 1 << (2 * UNITS.index(match[1]) + match[2].startswith("counts"))
        elif match := re.fullmatch(r"the soldiers kept for this turn (\d+)", cell):
            reserve = int(match[1])
    return Own(tuple(cells), crossed, bought, (stock[0], stock[1], stock[2]), waiting, 0, reserve)


def rolling_of(game: RollingPyramidsGame, text: str) -> tuple[str, list[str]]:
    """Board and further words of a position string of Rolling Pyramids, but for the extras said."""
    rules, ground = game.rules, game.rules.ground
    state = blank(rules)
    devices: dict[str, list[int]] = {"ram": [], "spikes": [], "umbrella": []}
    holders, soldiers = list(state.holders), [0] * ground.places
    heroes = list(soldiers)
    for site, standing in pieces_of(text).items():
        for count, what in standing:
            whose, piece = what.split(" ")
            device = next((name for name in devices if name.startswith(piece)), "")
            if device:
                devices[device].append(ground.names.index(site))
            elif piece != "insignia":
                place = ground.names.index(site)
                holders[place] = [called(one) for one in game.players].index(whose)
                (soldiers if piece == "soldier" else heroes)[place] = count
    state = state._replace(holders=tuple(holders), soldiers=tuple(soldiers), heroes=tuple(heroes))
    words = []
    for player in game.players:
        (said,) = re.findall(
            rf"^{player.capitalize()}'s board.*?(?:: .*?)?: (.*)$", text, re.M
        ) or [""]
        own = own_of(game, re.split("; ", said))
        if own != Own((0,) * len(rules.desk.shapes)):
            words.append(f"{player}={write_own(rules, own)}")
    placed = [
        f"{name}.{ground.names[site]}" for name, sites in devices.items() for site in sorted(sites)
    ]
    return write_places(rules, state), [
        *words,
        *(["devices=" + "+".join(placed)] if placed else []),
    ]


def in_secret(text: str) -> str:
    """A position string without points, which players of Rolling Pyramids note in secret."""
    return re.sub(r"(p\d=(?:[^ /]*/){9})\d+", r"\g<1>0", text)


def rebuilt(text: str) -> str:
    """The position string of what a list by level says, of a game that can be set up by hand."""
    first, turn, *rest = text.splitlines()
    header = header_of(first)
    kind = kinds()[header.partition(":")[0]]
    side = turn.split(" ")[0]
    # Only the board is not known yet: any position of the game has it.
    options = dict(part.split("=", 1) for part in header.partition(":")[2].split(",") if part)
    game = kind.configure(options)
    standing = {
        site: what for site, rows in pieces_of(text).items() for _, what in rows if " " in what
    }
    extras = [re.sub(r" \(.*?\): ", "=", line) for line in rest if re.match(r"\w+ \(.*\): ", line)]
    if isinstance(game, RollingPyramidsGame):
        board, more = rolling_of(game, text)
        side = "chance" if turn.startswith("the dice") else side.lower()
        return str(read_position(" ".join([header, board, side, *extras, *more])))
    return str(read_position(" ".join([header, board_of(game, standing), side, *extras])))
