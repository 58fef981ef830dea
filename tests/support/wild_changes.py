"""Changes of files that break them: keys, types, numbers, places, nesting, ids, moves, kinds."""

from random import Random

import fuzz_texts as odd
from fuzz_corpus import Tree, any_tree, grafts, objects
from fuzz_trees import Again, Change, any_place, nodes_of, places, start_of


def _drop(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    if (place := any_place(rng, held)) is not None:
        del place[0][place[1]]


def _double(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """A key or an element that is there twice, with the same value or another one."""
    if (place := any_place(rng, held)) is None:
        return
    here, key = place
    value = odd.junk(rng) if rng.random() < 0.5 else here[key]
    if isinstance(here, dict):
        here[Again(key)] = value
    else:
        here.insert(key, here[key])


def _rename(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    if (place := any_place(rng, held)) is None or not isinstance(place[0], dict):
        return
    here, key = place
    others = (
        "move",
        "setup",
        "extra",
        "view",
        "kind",
        "steps",
        key.upper(),
        f"{key} ",
        f"{key}\x00",
    )
    here[rng.choice((*others, odd.text(rng, 6)))] = here.pop(key)


def _retype(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    if (place := any_place(rng, held)) is not None:
        here, key = place
        value = here[key]
        here[key] = rng.choice((None, True, str(value), [value], {"a": value}, [], {}, 0, 1.0, ""))


def _renumber(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    if (place := any_place(rng, held, (int, float))) is not None:
        place[0][place[1]] = odd.number(rng)


def _reword(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    if (place := any_place(rng, held, str)) is not None:
        here, key = place
        here[key] = odd.spoilt(rng, here[key]) if rng.random() < 0.6 else odd.text(rng)


def _graft(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """A part of another file in the place of the same part here."""
    fit = [(here, key) for here, key in places(held) if isinstance(key, str)]
    if fit:
        here, key = rng.choice(fit)
        if (found := grafts(rng, key)) is not None:
            here[key] = found


def _nest(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Brackets in brackets, around the limit and far beyond it."""
    if (place := any_place(rng, held)) is None:
        return
    here, key = place
    value = here[key]
    for _ in range(rng.choice((2, 50, 62, 63, 64, 65, 400))):
        value = [value] if rng.random() < 0.5 else {"a": value}
    here[rng.choice((key, "extra")) if isinstance(here, dict) else key] = value


def _many(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """A list of many times what is in it."""
    if (place := any_place(rng, held, list)) is None:
        return
    here, key = place
    if here[key]:
        here[key] = [rng.choice(here[key]) for _ in range(rng.choice((2, 10, 500)))]


def _shuffle(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    if (place := any_place(rng, held, list)) is not None:
        rng.shuffle(place[0][place[1]])


def _relink(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Other ids: circles, nodes that are not there, ids twice."""
    nodes = nodes_of(held)
    if not nodes:
        return
    ids = [node.get("id") for node in nodes]
    for _ in range(rng.choice((1, 1, 3))):
        node = rng.choice(nodes)
        key = rng.choice(("id", "parent", "children"))
        other = rng.choice((*ids, 10**6, 2**31 - 1, -1, odd.number(rng)))
        node[key] = [rng.choice(ids), other] if key == "children" else other


def _misplay(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """A move that is none, or not legal there."""
    fit = [node for node in nodes_of(held) if "move" in node]
    if fit:
        rng.choice(fit)["move"] = odd.move(rng, start_of(held))


def _stand(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Another start: of any game, any size, impossible ones, texts that are none."""
    held["position"] = odd.position(rng)


def _swap_game(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """The name of another game before the same board."""
    if (start := held.get("position")) and isinstance(start, str):
        rest = start[len(start.split(" ")[0].split(":")[0]) :]
        held["position"] = rng.choice((*odd.KINDS, "chess", "")) + rest


def _version(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Another format, or another kind than what is in it."""
    if rng.random() < 0.5:
        held["format"] = rng.choice(("pyramidion/2", "pyramidion/0", "pyramidion/1 ", "", 1, None))
    else:
        held["kind"] = rng.choice(("game", "puzzle", "lesson", "collection", "Game", "", "x", None))


def _add(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """A key that another object has, or nobody."""
    one = rng.choice(objects(held))
    other = rng.choice(objects(any_tree(rng)))
    if other:
        key = rng.choice(list(other))
        one[key] = other[key]
    else:
        one[odd.text(rng, 4)] = odd.junk(rng)


WILD: dict[str, Change] = {
    "drop": _drop,
    "double": _double,
    "rename": _rename,
    "retype": _retype,
    "renumber": _renumber,
    "reword": _reword,
    "graft": _graft,
    "nest": _nest,
    "many": _many,
    "shuffle": _shuffle,
    "relink": _relink,
    "misplay": _misplay,
    "stand": _stand,
    "swap game": _swap_game,
    "version": _version,
    "add": _add,
}
