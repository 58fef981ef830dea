"""Files as trees of JSON: their places, what can be read out of them, and how they are written."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from fuzz_corpus import Tree

from model.contract.game import Position
from model.notation.tokens import NotationError
from model.positions.setup import read_setup

Change = Callable[[Random, Tree, tuple[str, ...]], None]
"""Changes a tree, by texts that it may be given."""


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
