"""Odd texts, numbers, position strings and moves, drawn from a generator and nothing else."""

import re
from random import Random

import numpy as np

from model.boards.lattice import pyramid
from model.contract.game import GameKind, Option, Position
from model.contract.hooks import hooks_of
from model.notation.tokens import NotationError
from model.positions.setup import read_setup, write_setup
from model.registry import SHIPPED

KINDS = {kind.name: kind for kind in SHIPPED}

LETTERS = (
    "a", "Z", "7", " ", "\t", "\n", "\r\n", "\x00", "\x07", "\x1b[31m", "\x7f", "\x85",
    "é", "e\u0301", "ß", "İ", "語", "ﷺ", "𝔘", "\U0001f9d9\u200d\u2642\ufe0f", "\ufffd",
    "\u200b", "\u200e", "\u200f", "\u202e", "\u2066", "\u2069", "\ufeff", "\u2028", "\u2029",
    "\u0300" * 40, "\ue000", "\uffff", "\U0010ffff", "<", ">", "&", "&lt;", "&#0;", "%s", "{0}",
    "\\", "\\u0000", "'", '"', "`", "*", "_", "[", "](", "#", "|", "/", ":", "=", ",", "..", "-",
)  # fmt: skip
"""What texts are put together from: control letters, marks of direction, combining letters."""

LONE = ("\ud800", "\udfff", "\udc80", "\ud83d\ud83d")
"""Halves of letters: JSON can write them, Unicode text cannot hold them."""

NUMBERS = (
    0, -0.0, 1, -1, 2, 3, 0.5, 29, 30, 31, 49, 50, 51, 63, 64, 65, 80, 90, -90, 127, 128, 200, 201,
    255, 256, 1000, 32767, 32768, 65535, 65536, 1e6, -1e6, 2**31 - 2, 2**31 - 1, 2**31, -(2**31),
    2**32, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**30, 10**400, 1e-300, 5e-324, 1e300,
    -1e300, 1.7976931348623157e308, float("nan"), float("inf"), float("-inf"),
)  # fmt: skip
"""Numbers at limits and beyond them; the last three are none in JSON."""

_MARKDOWN = (
    "![x](", "[x](", "> ", "- ", "# ", "**", "`", "```\n", "|a|b|\n|-|-|\n", "<i>", "<!--",
    "&#60;", "1. ", "***\n", "[^1]: ", "\\", "<a href='file:///x'>",
)  # fmt: skip
_MOVES = (
    "{0}", "{0}-{1}", "{0}x{1}", "{0}^{1}", "{0}>{1}", "{0}:{1}", "pass", "{0}x{1}x{2}",
    "{0}-{1}x{2}", "{0}-{1}x{1}", "sealed:{0}",
)  # fmt: skip
_PARTS = re.compile(r"[A-Za-z]+|[0-9]+|[^A-Za-z0-9]")
_OPTIONS = ("1", "0", "-1", "007", "1e9", "999999999", "true", "none", "", "x", "a1", "a1+b2")


def text(rng: Random, most: int = 40) -> str:
    """An odd text, hardly ever a very long one (`long_text`)."""
    kind = rng.random()
    if kind < 0.001:
        return long_text(rng)
    if kind < 0.1:
        return rng.choice(("", " ", "\n", "0", "null", "a\nb\nc", "x" * 81, "é" * 80))
    if kind < 0.2:
        return markdown(rng)
    made = "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, most)))
    return made + rng.choice(LONE) if kind < 0.23 else made


def long_text(rng: Random) -> str:
    """A text of a hundred thousand letters, or of a million."""
    what = rng.choice(("x", "語", "![", "a ", "\n\n", "<b>", "\u202e", "\u0300", "`a` ", "1. a\n"))
    return what * (rng.choice((10**5, 10**6)) // len(what))


def markdown(rng: Random) -> str:
    """Markdown of all sorts, often nested deeply or not closed."""
    return rng.choice(_MARKDOWN) * rng.choice((1, 2, 7, 60, 900)) + rng.choice(
        ("", "x", "x)", "\n\nx\n")
    )


def number(rng: Random) -> float:
    """A number, mostly one that should not be there."""
    return rng.choice(NUMBERS) if rng.random() < 0.8 else rng.uniform(-100, 100)


def junk(rng: Random, depth: int = 4) -> object:
    """Any JSON value."""
    kind = rng.randrange(9 if depth else 6)
    if kind < 6:
        return (None, True, False, number(rng), text(rng, 8), "")[kind]
    if kind == 6:
        return {text(rng, 3): junk(rng, depth - 1) for _ in range(rng.randrange(4))}
    return [junk(rng, depth - 1) for _ in range(rng.randrange(4))]


# -- position strings ----------------------------------------------------------------------------


def options(rng: Random, kind: GameKind, *, odd: float = 0.1) -> dict[str, str]:
    """Options of a game, most of them with values they can have."""
    found: dict[str, str] = {}
    for option in kind.options:
        if rng.random() < (0.8 if option.always or option.name == "size" else 0.12):
            found[option.name] = rng.choice(_OPTIONS) if rng.random() < odd else _value(rng, option)
    return found


def _value(rng: Random, option: Option) -> str:
    if option.values:
        return rng.choice(option.values)
    if option.name == "size":  # large boards take long: seldom
        return str(rng.choices((rng.randint(2, 6), rng.randint(7, 20), 50), (80, 5, 1))[0])
    if isinstance(option.default, bool):
        return rng.choice(("true", "false"))
    if option.text:
        side = rng.randint(3, 8)
        if option.name == "levels":
            rows = ("".join(str(rng.randrange(3)) for _ in range(side)) for _ in range(side))
            return "/".join(rows)
        return "+".join(dict.fromkeys(f"{'abc'[k % 3]}{rng.randint(1, 3)}" for k in range(3)))
    return str(rng.choice((option.minimum, option.maximum, rng.randint(1, 9))))


def position(rng: Random, game: str = "") -> str:
    """A position string of a game: about half of them can be read."""
    kind = KINDS[game or rng.choice(list(KINDS))]
    written = _written(rng, kind)
    for _ in range(rng.choices((0, 1, 2, 5), (50, 30, 15, 5))[0]):
        written = spoilt(rng, written)
    return written


def good_position(rng: Random, game: str = "") -> str:
    """A position string that can be read; it may be one that cannot exist."""
    while True:
        made = _written(rng, KINDS[game or rng.choice(list(KINDS))], odd=0.0)
        try:
            return str(read_setup(made))
        except NotationError:
            continue


def _written(rng: Random, kind: GameKind, odd: float = 0.1) -> str:
    """A position with pieces strewn over a board, or the start, after the grammar."""
    chosen = options(rng, kind, odd=odd)
    header = ",".join(f"{name}={value}" for name, value in chosen.items())
    rules = hooks_of(kind).setup
    try:
        game = kind.configure(chosen)
        if rules is None:
            return str(game.start())
        if rng.random() < 0.3:
            return str(_played(rng, game.start()))
        cells = rules.cells(game.start()).copy()
    except NotationError:
        return f"{kind.name}:{header} {text(rng, 6)} {rng.choice(kind.players)}"
    share = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    chance = np.random.default_rng(rng.getrandbits(32))
    here = chance.random(len(cells)) < share
    cells[here] = chance.integers(0, len(rules.letters) + 1, int(here.sum()))
    _, board, side = write_setup(game, cells, rng.randrange(len(kind.players))).split(" ")
    extra = rng.choice(("", "", "", "", " ply=3", " banned=a1:a2", " x=1", f" ply={number(rng)}"))
    colon = ":" if header else ""
    return f"{kind.name}{colon}{header} {board} {side}{extra if rng.random() < odd * 5 else ''}"


def _played(rng: Random, here: Position) -> Position:
    """What some moves lead to."""
    for _ in range(rng.randint(0, 30)):
        if not here.legal_moves:
            break
        here = here.play(here.legal_moves.sample(rng))
    return here


def spoilt(rng: Random, written: str) -> str:
    """A text with one thing changed: a part dropped, doubled, swapped, replaced, cut off."""
    parts = _PARTS.findall(written) or [""]
    at = rng.randrange(len(parts))
    kind = rng.randrange(9)
    if kind == 0:
        del parts[at]
    elif kind == 1:
        parts.insert(at, parts[at] * rng.choice((1, 1, 1, 30)))
    elif kind == 2:
        other = rng.randrange(len(parts))
        parts[at], parts[other] = parts[other], parts[at]
    elif kind == 3:
        parts[at] = str(number(rng)) if parts[at].isdigit() else rng.choice(LETTERS)
    elif kind == 4:
        parts.insert(at, rng.choice(LETTERS))
    elif kind == 5:
        return written[: rng.randrange(len(written) + 1)]
    elif kind == 6:
        parts[at] = rng.choice(
            ("red", "white", "size", "0", "51", "R", "W", "/", ",", " ", "=", ":")
        )
    elif kind == 7:
        return written + rng.choice((" ", "\n", " x=y", " ply=1", ",", "/", written, "\x00"))
    else:
        parts[at] = parts[at].swapcase()
    return "".join(parts)


# -- moves ---------------------------------------------------------------------------------------


def move(rng: Random, where: Position | None = None) -> str:
    """The text of a move: legal ones, ones of other games, and odd ones."""
    if where is not None and rng.random() < 0.5 and where.legal_moves:
        made = where.legal_moves.sample(rng)
    else:
        names = where.game.board.names if where is not None else pyramid(4).names
        sites = [rng.choice(names) for _ in range(3)]
        made = rng.choice(_MOVES).format(*sites)
    return spoilt(rng, made) if rng.random() < 0.4 else made
