"""Nothing seen before the answer names it: the judgement, and the window with every task."""

import pytest
import shipped
from given_away import asked_in

from model.records import files


def records(path):
    found = files.load_any(path)
    return [item.record for item in getattr(found, "items", (found,))]


def asked(path, title, number=1):
    (record,) = [one for one in records(path) if one.headers["title"] == title]
    return asked_in(record, number - 1)


PARTITION = shipped.LESSONS[0]


@pytest.mark.parametrize(
    ("title", "number", "text", "names"),
    [
        ("Hold three", 6, "Red has won: anchored partitions for SW, SE and NE", ["NE SE SW"]),
        ("Hold three", 6, "SW SE NE NW apex", []),
        ("Hold three", 6, "Red has won", []),
        ("What it costs", 1, "Red needs 2 more balls for SE", ["2 SE"]),
        ("What it costs", 1, "level 2", []),
        ("Defence", 3, "Blue threatens 3e3.", ["3e3"]),
        ("Defence", 3, "3e5, level 3, empty", []),
        ("Look around", 7, "Click level 2: 2b4", []),  # the step names it itself
    ],
)
def test_a_text_gives_away_what_it_names_and_the_step_does_not(title, number, text, names):
    assert asked(PARTITION, title, number).named_in(text) == names


def test_a_list_of_everything_says_nothing_and_a_list_of_the_key_alone_says_it():
    (puzzles,) = [path for path in shipped.PUZZLES if path.stem == "pyraos-puzzles"]
    key = asked(puzzles, "A sphere climbs")
    assert key.named_in("1g1-3e5 Pass") == ["1g1-3e5"]
    hole = asked(PARTITION, "From chain to sheet", 3)
    every = " ".join(" ".join(one) for one in hole.right | hole.wrong)
    assert hole.named_in(every) == []
    assert hole.shown_by([" ".join(one) for one in hole.right])
