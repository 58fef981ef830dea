"""Reads back what `model.positions.describe` says: the hearer's side, who sees no picture."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.notation.levels import write_levels
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
    return str(read_position(" ".join([header, board_of(game, standing), side, *extras])))
