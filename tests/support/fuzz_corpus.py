"""What fuzzed files grow from: all that ships, all cases, and generated records of every game."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import histories
from fuzz_texts import KINDS, good_position

from model.contract.game import Position
from model.notation.tokens import NotationError
from model.positions.setup import read_setup
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


Change = Callable[[Random, Tree, tuple[str, ...]], None]
"""Changes a tree, by texts that it may be given."""
Named = TypeVar("Named", bound=Callable[..., Any])


def by_name(*changes: Named) -> dict[str, Named]:
    """Changes by the words of their names: `_set_up` is "set up"."""
    return {one.__name__[1:].replace("_", " "): one for one in changes}


class Again(str):
    """A key that stands in an object a second time."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


def written(rng: Random, held: object) -> bytes:
    """JSON of a tree, in one of several ways to write it."""
    plain = rng.random() < 0.5
    indent = rng.choice((None, None, None, 1))
    text = json.dumps(held, ensure_ascii=plain, indent=indent)
    return text.encode("utf-8", "surrogatepass")


def places(held: Tree) -> list[tuple[Any, Any]]:
    """Every place of a tree, as a container and a key or an index; parents before children."""
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [held]
    while waiting:
        here = waiting.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here))
        for key in keys:
            found.append((here, key))
            if isinstance(here[key], dict | list):
                waiting.append(here[key])
    return found


def any_place(
    rng: Random, held: Tree, kind: type | tuple[type, ...] = object
) -> tuple[Any, Any] | None:
    """A place of values of a kind; those near the top of the tree more often than the rest."""
    fit = [(here, key) for here, key in places(held) if isinstance(here[key], kind)]
    if not fit:
        return None
    if rng.random() < 0.5:
        return rng.choice(fit)
    return fit[min(int(rng.expovariate(3.0) * len(fit)), len(fit) - 1)]


def nodes_of(held: Tree) -> list[Tree]:
    nodes = held.get("nodes")
    if not isinstance(nodes, list):
        nodes = held["nodes"] = []
    return [node for node in nodes if isinstance(node, dict)]


def whole_number(value: object, least: int = -1) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else least


def fresh_id(held: Tree) -> int:
    return max([whole_number(node.get("id")) for node in nodes_of(held)] + [0]) % 2**31 + 1


def start_of(held: Tree) -> Position | None:
    try:
        return read_setup(held["position"])
    except (KeyError, TypeError, AttributeError, NotationError):
        return None


def any_site(rng: Random, held: Tree) -> str:
    start = start_of(held)
    return rng.choice(start.game.board.names) if start is not None else "1a1"
