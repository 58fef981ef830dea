"""What docs/security.md promises: the modules, numbers and tests it names, and the walls."""

import ast
import builtins
import importlib
import json
import os
import re
from pathlib import Path

import pytest

from model.boards.terrace import MAX_LEVEL
from model.notation.tokens import NotationError
from model.positions.setup import MAX_TEXT, read_position
from model.records.files import FileError, parse
from model.records.json_form import MAX_DEPTH
from model.records.puzzle import MOST_MOVES
from model.records.view import MAX_CUTS, MAX_JSON, MOST_PARTS, ViewError, read_view

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("|") and "`" in line]
LIMIT = re.compile(r"`([A-Z_]+)` = (\d+)( MB)?")
START = "partition:size=2,rules=free 2,2/1 red"


def named(row: str, folders: str) -> list[str]:
    return re.findall(rf"`((?:{folders})/[\w./-]*)`", row)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:30])
def test_a_wall_has_a_place_and_a_test(row):
    places, tests = named(row, "model|viewer"), named(row, "tests")
    assert places
    assert tests
    assert [name for name in (*places, *tests) if not (ROOT / name).exists()] == []


def test_every_file_that_is_named_is_there():
    names = named(PAGE, "model|viewer|tests|docs")
    assert [name for name in names if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("row", [row for row in ROWS if LIMIT.search(row)], ids=lambda r: r[2:30])
def test_the_numbers_on_the_page_are_those_of_the_code(row):
    modules = [
        importlib.import_module(name.removesuffix(".py").replace("/", "."))
        for name in named(row, "model|viewer")
    ]
    for name, number, megabytes in LIMIT.findall(row):
        wanted = int(number) << (20 if megabytes else 0)
        assert {vars(one)[name] for one in modules if name in vars(one)} == {wanted}


def test_every_limit_of_what_is_read_is_on_the_page():
    told = {name for name, _, _ in LIMIT.findall(PAGE)}
    modules = [
        *(ROOT / "model" / "records").glob("*.py"),
        *(ROOT / place for place in ("model/positions/setup.py", "model/boards/terrace.py")),
        ROOT / "viewer" / "widgets" / "prose.py",
    ]
    limits = {
        found
        for module in modules
        for found in re.findall(r"^((?:MAX|MOST)_?\w*)\b.* = ", module.read_text(), re.MULTILINE)
        if module.stem != "variation_text"  # what is pasted is one's own
    }
    assert limits
    assert limits <= told


def test_the_readme_leads_to_the_page():
    assert "(docs/security.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


# -- walls that have no test elsewhere ------------------------------------------------------------

READERS = [
    *(ROOT / "model" / "records").glob("*.py"),
    *(ROOT / "model" / "notation").glob("[a-z]*.py"),
    ROOT / "model" / "positions" / "setup.py",
    ROOT / "model" / "boards" / "terrace.py",
]
RUNS = {
    "ctypes", "http", "imp", "importlib", "marshal", "multiprocessing", "pickle", "pkgutil",
    "runpy", "shelve", "socket", "subprocess", "urllib", "webbrowser", "zipimport",
}  # fmt: skip
CALLS = {"__import__", "compile", "eval", "exec", "getattr", "system", "popen"}


@pytest.mark.parametrize("path", READERS, ids=lambda path: path.stem)
def test_readers_run_load_and_fetch_nothing(path):
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names} & RUNS
        elif isinstance(node, ast.ImportFrom):
            found |= {(node.module or "").partition(".")[0]} & RUNS
        elif isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in CALLS and not (name == "compile" and ast.unparse(called) == "re.compile"):
                found.add(name)
    assert found == set()


def test_a_position_in_a_file_names_no_other_file(tmp_path, monkeypatch):
    board, opened = tmp_path / "board.json", []
    board.write_text("{}")
    monkeypatch.setattr(builtins, "open", lambda *names, **how: opened.append(names))
    monkeypatch.setattr(os, "open", lambda *names, **how: opened.append(names))
    text = f"pyramid:board={board} {','.join(['7'] * 7)} white"
    for data in (text.encode(), json.dumps(game(position=text)).encode()):
        with pytest.raises(FileError, match="board is giza-7"):
            parse(data, "a file")
    assert opened == []


def game(**more: object) -> dict[str, object]:
    return {"format": "pyramidion/1", "kind": "game", "position": START} | more


def refusal(**more: object) -> str:
    with pytest.raises(FileError) as caught:
        parse(json.dumps(game(**more)).encode(), "a file")
    return str(caught.value)


def deep(brackets: int) -> object:
    made: object = 0
    for _ in range(brackets):
        made = [made]
    return made


def test_what_goes_beyond_a_limit_is_refused():
    with pytest.raises(NotationError, match=f"at most {MAX_TEXT} characters"):
        read_position(f"{START} {'x' * MAX_TEXT}")
    # The file itself is a bracket.
    assert parse(json.dumps(game(extra=deep(MAX_DEPTH - 1))).encode(), "a file").record.extra
    assert f"more than {MAX_DEPTH} brackets" in refusal(extra=deep(MAX_DEPTH))
    cuts = [{"family": "level", "at": 1}] * (MAX_CUTS + 1)
    assert "$.view.cuts" in refusal(view={"cuts": cuts})
    parts = [[f"level={level}", "faint"] for level in range(1, MOST_PARTS + 2)]
    assert "$.view.parts" in refusal(view={"parts": parts})
    with pytest.raises(ViewError, match=f"at most {MAX_JSON} characters"):
        read_view(read_position(START).game, "{" + " " * MAX_JSON + "}")
    asked = {"kind": "win", "moves": MOST_MOVES + 1}
    puzzle = {"kind": "puzzle", "puzzle": {"stipulation": asked}}
    assert f"at most {MOST_MOVES}" in refusal(**puzzle)
    with pytest.raises(NotationError, match=f"0 to {MAX_LEVEL}"):
        read_position("pyramid:levels=000/0x0/000,victory=b2,needed=1 3,3,3 white")
