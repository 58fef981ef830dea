"""Every vector file in tests/cases/partition that lists boards and who holds which corner."""

import json
from pathlib import Path

import numpy as np
import pytest

from model.boards.lattice import CORNERS, pyramid
from model.connection import holders

FOLDER = Path(__file__).parents[2] / "cases" / "partition"


def letters(board: str) -> str:
    """One character a site, in site order: digits written out as that many dots."""
    text = ""
    for row in board.replace("/", ",").split(","):
        number = ""
        for sign in row + "|":
            if sign.isdigit():
                number += sign
                continue
            text += "." * int(number or 0) + sign.strip("|")
            number = ""
    return text


def vectors() -> list[object]:
    found: list[object] = []
    for path in sorted(FOLDER.glob("*.json")):
        data = json.loads(path.read_text("utf-8"))
        cases = data.get("cases", []) if isinstance(data, dict) else []
        for number, case in enumerate(cases):
            if isinstance(case, dict) and {"size", "board", "red", "blue"} <= case.keys():
                found.append(pytest.param(case, id=f"{path.stem}-{number}"))
    return found


def test_there_are_vectors() -> None:
    assert len(vectors()) >= 24


@pytest.mark.parametrize("case", vectors())
def test_corners_held(case: dict) -> None:
    lattice = pyramid(case["size"])
    board = np.array(list(letters(case["board"])))
    assert len(board) == len(lattice)
    held = holders(lattice, board == "R", board == "B")
    for player, colour in enumerate(("red", "blue")):
        names = {corner for corner, who in zip(CORNERS, held, strict=True) if who == player}
        assert names == set(case[colour])
