"""Files that a stranger could send: good ones changed with knowledge of their structure.

A file is known by (seed, index) and is the same bytes each time. Gentle changes leave most files
readable, so that what comes after reading is reached too; wild ones break anything: keys, types,
numbers, places, nesting, ids, moves, kinds. Bytes are cut off, damaged, encoded otherwise, packed.
"""

import gzip
import io
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import fuzz_texts as odd
from fuzz_corpus import (
    Again,
    Change,
    Tree,
    any_place,
    any_tree,
    by_name,
    corpus,
    grafts,
    nodes_of,
    objects,
    places,
    start_of,
    tree,
    written,
)
from gentle_changes import GENTLE


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


WILD = by_name(
    *(_drop, _double, _rename, _retype, _renumber, _reword, _graft, _nest, _many, _shuffle),
    *(_relink, _misplay, _stand, _swap_game, _version, _add),
)


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flip(rng: Random, data: bytes) -> bytes:
    held = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20)) if held else 0):
        held[rng.randrange(len(held))] ^= 1 << rng.randrange(8)
    return bytes(held)


def _patch(rng: Random, data: bytes) -> bytes:
    """Bytes taken out, put in or doubled."""
    at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    end = min(end, at + rng.choice((1, 4, 200)))
    put = rng.choice(
        (b"", rng.randbytes(3), b"\x00", b"\xff\xfe", data[at:end] * 2, b"\xed\xa0\x80")
    )
    return data[:at] + put + data[end:]


def _byte_order(rng: Random, data: bytes) -> bytes:
    """Marks of byte order, and other encodings."""
    kind = rng.randrange(4)
    if kind == 0:
        return b"\xef\xbb\xbf" * rng.choice((1, 2)) + data
    if kind == 1:
        at = rng.randrange(len(data) + 1)
        return data[:at] + b"\xef\xbb\xbf" + data[at:]
    text = data.decode("utf-8", "replace")
    return text.encode("utf-16" if kind == 2 else "utf-32-be", "replace")


def _pack(rng: Random, data: bytes) -> bytes:
    """Compressed, and what grows a thousandfold: the format knows no compression."""
    kind = rng.randrange(4)
    if kind == 0:
        return gzip.compress(data, mtime=0)
    if kind == 1:
        return gzip.compress(b"{" + b" " * 5_000_000, mtime=0)
    if kind == 2:
        return zlib.compress(data)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("game.pyramidion"), data)
    return held.getvalue()


def _pad(rng: Random, data: bytes) -> bytes:
    more = rng.choice(
        (b" " * 10**6, b"\n" * 9, b"\x00", b"x", b"}", b"]" * 70, b"{" * 70, b"# x\n", data)
    )
    return data + more if rng.random() < 0.5 else more + data


def _line_ends(rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\x0b", b"\xe2\x80\xa8")))


def _text_file(rng: Random, data: bytes) -> bytes:
    """A text with a position string, or hardly one."""
    text = odd.position(rng) + rng.choice(("", "\n", "\r\n", "\n\n", " ", "\nx"))
    return text.encode("utf-8", "surrogatepass")


def _rubbish(rng: Random, data: bytes) -> bytes:
    return rng.choice(
        (
            b"",
            b" ",
            b"{",
            b"[]",
            b'"x"',
            b"{}",
            b"null",
            rng.randbytes(200),
            b"[" * 10**5,
            b'{"a":' * 10**5,
            b'"' + b"x" * 10**6,
            b"\\" * 999,
        )
    )


BYTES = by_name(_cut, _flip, _patch, _byte_order, _pack, _pad, _line_ends, _text_file, _rubbish)


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


def _change(rng: Random, held: Tree, among: Mapping[str, Change], letters: tuple[str, ...]) -> str:
    name = rng.choice(list(among))
    part = held
    if isinstance(held.get("items"), list) and held["items"] and rng.random() < 0.8:
        inner = rng.choice(held["items"])
        part = inner if isinstance(inner, dict) else held
    among[name](rng, part, letters)
    return name
