"""What fuzzed files grow from: all that ships, all cases, and generated records of every game."""

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import histories
from fuzz_texts import KINDS, good_position

from model.records.json_form import encode
from viewer.session.session import Session

Tree = dict[str, Any]
_ROOT = Path(__file__).parents[2]
_GENERATED = 6
"""Records a game."""


@cache
def _grown() -> tuple[str, ...]:
    """The corpus as JSON texts, in an order of its own."""
    ours = (path for path in _ROOT.glob("examples/**/*.pyramidion") if "plugins" not in path.parts)
    files = sorted(ours) + sorted(_ROOT.glob("tests/cases/files-*/*.pyramidion"))
    found = [path.read_text(encoding="utf-8") for path in files]
    for game in KINDS:
        for number in range(_GENERATED):
            found += _generated(Random(f"{game} {number}"), game)
    items = [json.loads(one) for one in found]
    single = [item for item in items if item["kind"] != "collection"]
    rng = Random("collections")
    for _ in range(4):
        held = [{k: v for k, v in item.items() if k != "format"} for item in rng.sample(single, 3)]
        found.append(json.dumps({"format": "pyramidion/1", "kind": "collection", "items": held}))
    return tuple(found)


def corpus() -> int:
    """How many files there are to grow from."""
    return len(_grown())


def tree(number: int) -> Tree:
    """A file of the corpus as a tree of its own."""
    found: Tree = json.loads(_grown()[number])
    return found


def any_tree(rng: Random) -> Tree:
    """A file of the corpus, drawn."""
    return tree(rng.randrange(corpus()))


def _generated(rng: Random, game: str) -> list[str]:
    """A record of a game on a board of its own, after random edits; as puzzle and lesson too."""
    session = Session()
    session.new(good_position(rng, game))
    hand = histories.Hand(session)
    words = [word for word in histories.EDITS if word not in ("puzzle", "lesson")]
    for _ in range(rng.randint(5, 40)):
        word = rng.choice((*words, "play", "play", "play", "go", "look"))
        hand.do(word, rng.getrandbits(16), rng.getrandbits(16))
    found = [_written(hand)]
    for word in ("puzzle", "lesson"):
        for _ in range(3):
            hand.do(word, rng.getrandbits(16), 1 + 5 * rng.randrange(50))
        found.append(_written(hand))
    return [one for one in found if one]


def _written(hand: histories.Hand) -> str:
    document = hand.document
    try:
        return encode(document.record, document.node, document.view).decode()
    except ValueError:  # a half letter: no file can hold it
        return ""


def grafts(rng: Random, key: str) -> object:
    """What stands under a key in another file of the corpus; None where it was not found."""
    for _ in range(8):
        found = [held[key] for held in objects(any_tree(rng)) if key in held]
        if found:
            return copy.deepcopy(rng.choice(found))
    return None


def objects(node: object) -> list[Tree]:
    """All objects in a tree."""
    found: list[Tree] = []
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            found.append(here)
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
    return found
