"""Changes of files after which most can still be read: what a file may say, at its limits."""

from collections.abc import Callable
from random import Random

import fuzz_texts as odd
from fuzz_corpus import (
    Tree,
    any_site,
    by_name,
    fresh_id,
    nodes_of,
    objects,
    start_of,
    whole_number,
    written,
)

from model.contract.game import MoveError
from model.records.files import FileError, parse
from model.records.record import LineError, PositionCache
from model.records.view import COLOURS, SIGNS
from viewer.picture.visibility.view_edits import VIEW_SWITCHES

WORDS = (
    "comment", "title", "about", "text", "hint", "right", "otherwise", "answer", "name", "red",
    "blue", "white", "black", "date", "event", "source", "result", "version",
)  # fmt: skip
"""Keys under which any text may stand."""


def _texts(held: Tree) -> list[tuple[Tree, str]]:
    """Every place where any text may stand, as an object and a key."""
    return [
        (one, key)
        for one in objects(held)
        for key in one
        if key in WORDS and isinstance(one[key], str)
    ]


def _say(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Another text where any text may stand."""
    fit = _texts(held)
    fit = [(one, key) for one, key in fit if not (key == "text" and "sign" in one)]
    for one, key in rng.sample(fit, min(len(fit), rng.choice((1, 1, 3)))):
        one[key] = rng.choice(letters) if letters and rng.random() < 0.6 else odd.text(rng)
    if not fit:
        _head(rng, held, letters)


def _ramble(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """One text of a million letters."""
    fit = _texts(held)
    if fit and rng.random() < 0.2:
        one, key = rng.choice(fit)
        one[key] = odd.long_text(rng)


def _head(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Headers of any names."""
    if held.get("kind") == "collection":
        held[rng.choice(("title", "about"))] = rng.choice(letters) if letters else odd.text(rng)
        return
    heads = held.setdefault("headers", {})
    if isinstance(heads, dict):
        for _ in range(rng.choice((1, 2, 2, 300))):
            name = rng.choice(("title", "red", "date", odd.text(rng, 4)))
            heads[name] = rng.choice(letters) if letters and rng.random() < 0.5 else odd.text(rng)


def _comment(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """A comment on a node."""
    nodes = nodes_of(held)
    if nodes:
        node = rng.choice(nodes)
        node["comment"] = rng.choice(letters) if letters and rng.random() < 0.6 else odd.text(rng)


def view(rng: Random, held: Tree) -> Tree:
    """A View, mostly one that fits."""
    start = start_of(held)
    board = None if start is None else start.game.board
    family = rng.choice(list(board.planes)) if board is not None else "level"
    layer = rng.choice(list(board.layers)) if board is not None else "shell"
    at = rng.choice((0, 1, 1.5, 2, 3.25, -1e6, 1e6, 1e-9, 50))
    low = rng.choice((1, 2, 3, 50, 2**31, 2**63, 10**30))
    side = start.game.players[0] if start is not None else "red"
    shapes: dict[str, Callable[[], object]] = {
        "camera": lambda: {
            "azimuth": rng.choice((0, 19.5, -1e6, 1e6, 359.99)),
            "elevation": rng.choice((-90, 90, 0, 36.1)),
            "distance": rng.choice((None, 5e-324, 1e-9, 0.1, 8, 1e6)),
            "centre": rng.choice((None, [0, 0, 0], [1e6, -1e6, 1e6], [1e-300, 0.5, 2])),
            "parallel": rng.random() < 0.5,
        },
        "cuts": lambda: rng.choices(
            (
                {"family": family, "at": at},
                {"family": family, "at": at, "to": at + rng.choice((-1, 0, 1e-12)), "flip": True},
                {"normal": [0.6, 0.8, 0], "at": at, "flip": rng.random() < 0.5},
            ),
            k=rng.randint(1, 3),
        ),
        "peel": lambda: rng.choice(
            (
                {"levels": [low, low + rng.choice((0, 1, 10**30))]},
                {"layers": [[layer, rng.choice((0, 1, 2, 200))]]},
                {"only": any_site(rng, held)},
                {"between": [low, low + rng.choice((0, 3, 10**20))]},
            )
        ),
        "layer": lambda: [family, rng.choice((0, 1, 2, -5, 2**31, 2**40, 2**63, -(10**30)))],
        "lens": lambda: any_site(rng, held),
        "explode": lambda: rng.choice((0, 0.5, 5, 5e-324)),
        "ghosts": lambda: rng.choice(("all", "legal", "off")),
        "ghost_style": lambda: rng.choice(("dots", "shells")),
        "selected": lambda: any_site(rng, held),
        "show": lambda: rng.choice(("", f"corner=SW:{side}", "cost=apex:blue", "win=red",
                                    "sheet=NE:x9", "pour=SW:nobody", "win=nobody")),
    }  # fmt: skip
    shapes |= {one.field: lambda: rng.random() < 0.5 for one in VIEW_SWITCHES}
    names = rng.sample(list(shapes), rng.choice((1, 1, 2, 4)))
    return {name: shapes[name]() for name in names}


def _look(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """A View: of the file, of a node, of a step, under a name."""
    steps = [one for one in objects(held) if "node" in one]
    place = rng.choice((held, *nodes_of(held)[:50], *steps[:50]))
    place["view"] = view(rng, held)


def _bookmark(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Bookmarks, sometimes thousands."""
    marks = held.setdefault("bookmarks", {})
    if isinstance(marks, dict):
        look = view(rng, held)
        for number in range(rng.choice((1, 2, 3, 600) if rng.random() < 0.2 else (1, 2))):
            marks[f"{number} {odd.text(rng, 5)[:200]}"] = look


def _mark(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Marks on a node or a step."""
    places = [
        *nodes_of(held),
        *(one for one in objects(held) if "node" in one and "parent" not in one),
    ]
    if not places:
        return
    made = []
    for _ in range(rng.choice((1, 2, 5, 300) if rng.random() < 0.2 else (1, 2, 5))):
        sign = rng.choice(SIGNS)
        one: Tree = {"site": any_site(rng, held), "sign": sign, "colour": rng.choice(COLOURS)}
        if sign == "link":
            one["to"] = any_site(rng, held)
        if sign == "sheet":
            one["sites"] = [any_site(rng, held) for _ in range(rng.choice((0, 1, 3, 9, 40)))]
        if rng.random() < 0.3:
            one["text"] = (rng.choice(letters) if letters else odd.text(rng))[:80]
        made.append(one)
    rng.choice(places)["marks"] = made


def _grow(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Moves that are legal: a line longer, or another one beside it."""
    try:
        data = written(Random(0), {**held, "format": "pyramidion/1"})
        if len(data) > 60_000:
            return
        record = parse(data, "it").record
        cache = PositionCache()
        node = rng.choice(sorted(record.nodes))
        position = cache.position(record, node)
    except (FileError, LineError, UnicodeError):
        return
    taken = {record[child].move for child in record[node].children}
    number = max(fresh_id(held), record.next_id)
    if node and not any(one.get("id") == node for one in nodes_of(held)):
        return
    for _ in range(rng.choice((1, 3, 12, 60))):
        if not position.legal_moves or number >= 2**31 - 1:
            break
        move = position.legal_moves.sample(rng)
        if move in taken:
            break
        held["nodes"].append({"id": number, "parent": node, "move": move})
        try:
            position, node, taken, number = position.play(move), number, set(), number + 1
        except MoveError:
            break
    for one in nodes_of(held):
        one.pop("children", None)
    held.pop("next_id", None)


def _set_up(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Positions set up by hand, of other sizes and on other boards, ones that cannot exist too."""
    start = start_of(held)
    ids = [whole_number(node.get("id")) for node in nodes_of(held)] or [0]
    if start is None or start.game.kind.name not in odd.KINDS:
        return
    for _ in range(rng.choice((1, 1, 2, 30))):
        at, parent = fresh_id(held), rng.choice(ids)
        text = odd.good_position(rng, start.game.kind.name)
        held["nodes"].append({"id": at, "parent": max(parent, 0), "setup": text})
    for one in nodes_of(held):
        one.pop("children", None)
    held.pop("next_id", None)


def _limits(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Numbers at the limits that the format names."""
    ids = [whole_number(node.get("id")) for node in nodes_of(held)] or [0]
    held[rng.choice(("next_id", "current"))] = rng.choice((2**31 - 1, 2**31 - 2, *ids))
    for one in objects(held):
        if "grade" in one:
            one["grade"] = rng.randint(0, 5)
        if "visited" in one:
            one["visited"] = rng.choice((0, 2**63, 10**30, -1))
        if "stipulation" in one:
            _ask(rng, held, one["stipulation"])


def _ask(rng: Random, held: Tree, asked: object) -> None:
    """Another stipulation."""
    if not isinstance(asked, dict):
        return
    asked["kind"] = rng.choice(("win", "hold", "parry", "only", "accepted"))
    if rng.random() < 0.5:
        asked["moves"] = rng.choice((None, 1, 2, 3, 30))
    if rng.random() < 0.5:
        asked["corner"] = rng.choice(("", "SW", "apex", "NE"))
    asked["first"] = rng.choice(("unique", "set", "only"))
    asked["points"] = [any_site(rng, held) for _ in range(rng.choice((0, 0, 1, 40)))]
    asked["accepted"] = [odd.move(rng, start_of(held)) for _ in range(rng.choice((0, 1, 3)))]


def _puzzle(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """What is a game becomes a puzzle, with an answer, tries and hints that may not fit."""
    if held.get("kind") == "collection":
        return
    start = start_of(held)
    made: Tree = {"stipulation": {"kind": "win"}, "grade": rng.randint(0, 5)}
    _ask(rng, held, made["stipulation"])
    if rng.random() < 0.5:
        made["keys"] = [odd.move(rng, start) for _ in range(rng.choice((1, 2, 50)))]
    if rng.random() < 0.5:
        made["tries"] = [
            {
                "move": odd.move(rng, start),
                "refutation": [odd.move(rng, start)],
                "text": odd.text(rng),
            }
            for _ in range(rng.choice((1, 3, 100)))
        ]
    if rng.random() < 0.5:
        made["hints"] = [rng.choice(letters) if letters else odd.text(rng) for _ in range(3)]
    held.pop("lesson", None)
    held["kind"], held["puzzle"] = "puzzle", made


WISHES = ("holds=SW", "corner=NE", "double-threat", "square", "takes-back=2", "smash", "osiris",
          "sheet=SW:red", "escape=SW:red", "group={0}", "neighbours={0}", "wins", "on={0}",
          "holds=SW+corner=NE", "sheet=apex:blue", "takes-back=999999999", "holds=", "=", "+", "",
          "group=", "wall=base", "level=1")  # fmt: skip


def task(rng: Random, held: Tree, letters: tuple[str, ...]) -> Tree:
    """A task, half of them sensible."""
    start = start_of(held)

    def said() -> str:
        return rng.choice(letters) if letters and rng.random() < 0.5 else odd.text(rng)

    kind = rng.choice(("place", "click", "choice"))
    made: Tree = {"kind": kind, "hint": said()}
    if rng.random() < 0.7:
        made["wish"] = rng.choice(WISHES).format(any_site(rng, held))
    if rng.random() < 0.5:
        made["accepted"] = [any_site(rng, held), odd.move(rng, start)][: rng.randint(0, 2)]
    if kind == "choice":
        made["choices"] = [
            {"text": said(), "right": rng.random() < 0.4, "answer": said()}
            for _ in range(rng.choice((1, 2, 4, 4, 200)))
        ]
    if rng.random() < 0.5:
        made["foreseen"] = [
            {
                "moves": [odd.move(rng, start) for _ in range(rng.choice((0, 1, 5)))],
                "text": said(),
                "line": [odd.move(rng, start) for _ in range(rng.choice((0, 1, 4)))],
            }
            for _ in range(rng.choice((1, 3)))
        ]
    made |= {"right": said(), "otherwise": said()} if rng.random() < 0.5 else {}
    return made


def _lesson(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """Steps of a lesson; what is a game becomes one."""
    if held.get("kind") == "collection":
        return
    lesson = held.get("lesson")
    if not isinstance(lesson, dict):
        lesson = {"about": odd.text(rng), "steps": []}
    ids = [0] + [whole_number(node.get("id"), 0) for node in nodes_of(held)]
    steps = lesson.setdefault("steps", [])
    if not isinstance(steps, list):
        return
    for _ in range(rng.choice((1, 2, 3, 3, 150))):
        one: Tree = {"node": rng.choice(ids), "title": odd.text(rng)}
        one["text"] = rng.choice(letters) if letters and rng.random() < 0.6 else odd.text(rng, 200)
        if rng.random() < 0.3:
            one["view"] = view(rng, held)
        if rng.random() < 0.3:
            one["pour"] = rng.choice(("SW:red", "apex:blue", "NE:white", ":", "SW:", "x"))
        if rng.random() < 0.6:
            one["task"] = task(rng, held, letters)
        steps.insert(rng.randint(0, len(steps)), one)
    held.pop("puzzle", None)
    held["kind"], held["lesson"] = "lesson", lesson


def _extra(rng: Random, held: Tree, letters: tuple[str, ...]) -> None:
    """What other programs keep in a file."""
    place = rng.choice((held, *nodes_of(held)[:20]))
    place["extra"] = odd.junk(rng)


GENTLE = by_name(
    *(_say, _ramble, _head, _comment, _look, _bookmark, _mark, _grow, _set_up, _limits, _puzzle),
    *(_lesson, _extra),
)
