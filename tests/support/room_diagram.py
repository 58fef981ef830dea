"""Draws the picture of the rooms in docs/design.md from the imports; run it to write it there.

A room is a folder of `model` or `viewer`. Rows and columns stand in the order of the walls in
pyproject.toml, so what a room uses lies to the right of the diagonal.
"""

import re
import tomllib
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "docs" / "design.md"
BEGIN, END = "<!-- rooms: drawn by tests/support/room_diagram.py -->\n", "<!-- end of rooms -->"


def rooms(package):
    """The rooms of a package from the top down."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        if contract["type"] == "layers" and contract.get("containers") == [package]:
            named = re.findall(r"\w+", " ".join(contract["layers"]))
            return [room for room in named if (ROOT / package / room).is_dir()]
    raise AssertionError(f"no walls for {package}")


def room_of(module):
    return ".".join(module.split(".")[:2])


def uses(graph):
    """Which rooms and packages each room imports."""
    found = {}
    for module in graph.modules:
        used = found.setdefault(room_of(module), set())
        used.update(map(room_of, graph.find_modules_directly_imported_by(module)))
    return found


def matrix(package, used):
    """Lines of a square: a row a room, a column a room, a mark where the row imports the column."""
    names = rooms(package)
    wide = max(map(len, names)) + 4
    lines = [f"{package + '/':{wide}}" + "".join(f"{k:3}" for k in range(1, len(names) + 1))]
    for k, room in enumerate(names, start=1):
        imported = used[f"{package}.{room}"]
        marks = ["#" if f"{package}.{other}" in imported else "." for other in names]
        marks[k - 1] = "\\"
        lines.append(f"{f'{k:2} {room}':{wide}}" + "".join(f"  {mark}" for mark in marks))
    return lines


def diagram(graph):
    """The block of docs/design.md between `BEGIN` and `END`."""
    used = uses(graph)
    lines = [*matrix("viewer", used), "", *matrix("model", used)]
    return "\n".join(("```text", *lines, "```", ""))


def packages():
    """Every import of ours, those in functions and those for types alone, too."""
    return grimp.build_graph("model", "viewer", "benchmarks", exclude_type_checking_imports=False)


def drawn(page, graph):
    """The page with the picture as the imports have it."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + diagram(graph) + END + after


if __name__ == "__main__":
    DESIGN.write_text(drawn(DESIGN.read_text(encoding="utf-8"), packages()), encoding="utf-8")
