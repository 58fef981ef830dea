"""Small pages made by hand: one position, nothing drawn but what the page draws by itself."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from model.notation.tokens import write_header
from model.positions.setup import read_position
from viewer.export.page.page_content import page
from viewer.export.page.page_data import PALETTES, outline, packed


def page_of(text: str, folder: Path) -> Path:
    """Write a page that holds one position, and return where."""
    position = read_position(text)
    game = position.game
    board = game.board
    owners = np.zeros(len(board), np.uint8)
    owners[position.pieces.site] = position.pieces.owner + 2
    nothing: dict[str, list[Any]] = {name: [] for name in PALETTES}
    colours = {
        name: {
            one.name: value
            for one in fields(palette)
            if isinstance(value := getattr(palette, one.name), (str, float))
        }
        for name, palette in PALETTES.items()
    }
    node = {
        "id": 0, "parent": -1, "children": [], "game": 0, "position": str(position), "move": "",
        "label": "", "by": -1, "toMove": 0, "outcome": "", "comment": "", "last": -1, "legal": [],
        "owners": packed(owners, "u1"), "pieces": nothing, "marks": nothing, "view": {},
        "moves": [], "why": [], "ways": [],
    }  # fmt: skip
    data = {
        "format": "pyramidion-page/1",
        "title": "A page",
        "credits": [],
        "palettes": colours,
        "boards": [
            {
                "names": list(board.names), "centres": packed(board.centres),
                "levels": packed(board.layers["level"], "i2"), "neighbours": None,
                "touching": [board.neighbours(site).tolist() for site in range(len(board))],
                "ground": board.ground, "planes": [], "layers": [], "base": nothing,
                "outline": outline(board),
            }
        ],
        "games": [
            {
                "kind": game.kind.name, "header": write_header(game.kind, game.options),
                "name": game.kind.title, "designer": game.kind.credit, "board": 0, "goal": "",
                "players": [
                    {"name": name, "colour": dict.fromkeys(PALETTES, colour), "banded": False,
                     "wooden": False}
                    for name, colour in zip(game.players, ("#E4572E", "#1F4E9C"), strict=True)
                ],
            }
        ],
        "items": [
            {"kind": "game", "title": "A game", "author": "", "nodes": [node]}
        ],
        "start": {"item": 0, "node": 0},
    }  # fmt: skip
    path = folder / "page.html"
    path.write_bytes(page(json.dumps(data).encode(), "A page"))
    return path
