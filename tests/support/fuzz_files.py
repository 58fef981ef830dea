"""Files that a stranger could send: good ones changed with knowledge of their structure.

A file is known by (seed, index) and is the same bytes each time. Gentle changes leave most files
readable, so that what comes after reading is reached too; wild ones break anything.
"""

from dataclasses import dataclass
from random import Random

from byte_changes import BYTES
from fuzz_corpus import Tree, corpus, tree
from fuzz_trees import Change, written
from gentle_changes import GENTLE
from wild_changes import WILD


@dataclass(frozen=True)
class Fuzzed:
    """A file and how it came about."""

    data: bytes
    grown_from: int
    changes: tuple[str, ...]


def fuzzed(seed: int, index: int, letters: tuple[str, ...] = ()) -> Fuzzed:
    """The file of a seed and an index.

    Parameters
    ----------
    letters
        Texts that name files in every form, put where any text may stand.
    """
    rng = Random(f"file {seed} {index}")
    number = index % corpus() if rng.random() < 0.5 else rng.randrange(corpus())
    held = tree(number)
    wild = rng.random() < 0.5
    changes: list[str] = []
    for _ in range(rng.choices((0, 1, 2, 4), (2, 45, 33, 20))[0]):
        changes.append(_change(rng, held, GENTLE, letters))
    for _ in range(rng.choices((1, 2, 3), (60, 25, 15))[0] if wild else 0):
        changes.append(_change(rng, held, WILD, letters))
    data = written(rng, held)
    if rng.random() < 0.12:
        name = rng.choice(list(BYTES))
        data = BYTES[name](rng, data)
        changes.append(name)
    return Fuzzed(data, number, tuple(changes))


def _change(rng: Random, held: Tree, among: dict[str, Change], letters: tuple[str, ...]) -> str:
    name = rng.choice(list(among))
    part = held
    if isinstance(held.get("items"), list) and held["items"] and rng.random() < 0.8:
        inner = rng.choice(held["items"])
        part = inner if isinstance(inner, dict) else held
    among[name](rng, part, letters)
    return name
