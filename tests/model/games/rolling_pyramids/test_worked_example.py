"""The worked example of the specification: three rounds of two players on the map inner."""

import re
from pathlib import Path

from model.positions.setup import read_position

GAME = Path(__file__).parents[3] / "golden/rolling-pyramids.txt"


def played(until):
    """The position of the golden game after the n-th move that reads like `until`."""
    position = read_position("rolling-pyramids 23 chance")
    text, number = until
    for move in re.findall(r"^> (.+)$", GAME.read_text(encoding="utf-8"), re.MULTILINE):
        position = position.play(move)
        if move == text:
            number -= 1
            if not number:
                return position
    raise AssertionError(until)


def stack(position, name):
    place = position.game.board.index(name)
    state = position.state
    return state.holders[place], state.soldiers[place], state.heroes[place]


def test_the_draft_writes_what_the_example_says():
    position = played(("p1d-descending1:4", 1))
    one, two = position.state.owns
    names = position.game.rules.desk.names
    written = [{names[k]: n for k, n in enumerate(own.cells) if n} for own in (one, two)]
    assert written == [
        {"hero1": 4, "pair1b": 6, "descending1": 4},
        {"hero1": 4, "pair1a": 2, "pair1b": 3, "ascending3": 7},
    ]
    assert (one.crossed, two.crossed) == (1, 0)
    assert position.to_move == "p2"  # its pair 2 < 3 is complete
    assert "ram" in position.legal_moves


def test_nobody_fights_in_the_first_round():
    position = played(("ram-10>9", 1))
    assert [stack(position, name) for name in ("8", "19", "10", "11")] == [
        (0, 1, 4), (0, 1, 0), (1, 1, 4), (1, 1, 0),
    ]  # fmt: skip
    assert [own.points for own in position.state.owns] == [2, 2]
    desk = position.game.rules.desk
    assert [desk.footmen(own.crossed) for own in position.state.owns] == [(2, 1), (1, 1)]
    assert position.state.devices[0] == 1 << position.game.board.index("10>9")
    assert [own.cells[-3] for own in position.state.owns] == [4, 0]
    assert [own.cells[-6] for own in position.state.owns] == [0, 7]


def test_the_battles_of_the_next_rounds():
    second = played(("foot1:10>9,foot2:10", 1))
    assert stack(second, "9") == (0, 1, 0)
    third = played(("foot1:10>9,foot2:10>9", 1))
    assert stack(third, "9") == (-1, 0, 0)
