"""The house: no import circle, a story a room, rooms and names that design.md tells truly."""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import room_diagram

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[1]
DESIGN = ROOT / "docs" / "design.md"
PACKAGES = ("model", "viewer", "benchmarks")


graph = cache(room_diagram.packages)


def test_no_module_imports_itself_by_a_detour():
    modules = graph().modules
    imports = {module: graph().find_modules_directly_imported_by(module) for module in modules}
    TopologicalSorter(imports).prepare()  # its error names a circle


def test_the_wall_between_games_holds_every_game():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    walls = [
        contract["modules"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "independence"
    ]
    games = sorted(
        f"viewer.games.{path.name}" for path in (ROOT / "viewer" / "games").glob("[a-z]*/")
    )
    assert len(games) > 4
    assert ["model.games.*"] in walls
    assert games in [sorted(wall) for wall in walls]


def test_nothing_imports_the_library_that_joins_all():
    """import-linter looks at packages only, and it is a module."""
    joining = re.compile(r"^\s*(?:import|from) pyramidion\b", re.MULTILINE)
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert [path for path in files if joining.search(path.read_text("utf-8"))] == []


def test_the_root_of_the_viewer_holds_rooms_alone():
    files = {path.name for path in (ROOT / "viewer").iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "py.typed"}


@cache
def rooms():
    """Every package, as a path below the root."""
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            folder = path.parent.relative_to(ROOT)
            if folder not in found:
                found.append(folder)
    return found


@pytest.mark.parametrize("room", rooms(), ids=str)
def test_a_room_says_what_lives_there(room):
    page = ROOT / room / "__init__.py"
    assert page.exists(), f"{room} has no __init__.py"
    told = ast.get_docstring(ast.parse(page.read_text())) or ""
    assert len(told.split()) >= 5, f"{room}/__init__.py does not say what lives in the room"


@cache
def words_of_places():
    """Every name of a module or a folder."""
    modules = {path.stem for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    return modules | {part for folder in rooms() for part in folder.parts}


@pytest.mark.parametrize("room", rooms(), ids=str)
def test_a_room_names_modules_that_are_there(room):
    told = ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text())) or ""
    named = re.findall(r"(?<!`)`([a-z]\w*(?:\.[a-z]\w*)*)`(?!`)", told)
    words = {"perform"} | words_of_places()
    assert [name for name in named if not set(name.split(".")) <= words] == []


def design():
    return DESIGN.read_text(encoding="utf-8")


LARGE = [
    room for room in rooms() if len(room.parts) <= 2 and room.parts != ("benchmarks", room.name)
]


@pytest.mark.parametrize("room", LARGE, ids=str)
def test_design_names_every_room(room):
    assert f"`{room.as_posix()}/`" in design() or f"`{room.name}/`" in design()


MODULES = 40
"""As many a folder holds at most."""


@pytest.mark.parametrize("room", rooms(), ids=str)
def test_a_room_can_be_looked_over(room):
    assert len(list((ROOT / room).glob("*.py"))) <= MODULES, f"{room} wants a room within it"


def test_design_draws_the_rooms_as_they_import_one_another():
    drawn = room_diagram.drawn(design(), graph())
    assert drawn == design(), "run .venv/bin/python tests/support/room_diagram.py"


def test_design_can_be_read_at_a_sitting():
    assert len(design().splitlines()) <= 250


ROOTS = (ROOT, ROOT / "model", ROOT / "viewer")
"""Where a path on the page may begin."""


@cache
def names():
    """All that code names: modules and folders, classes, functions, attributes, parameters."""
    found = set(words_of_places())
    for place in (*PACKAGES, "tests"):
        for path in (ROOT / place).rglob("*.py"):
            found.add(path.stem)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                        found.add(name)
                    case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                        found.add(name)
    return found


def is_there(word):
    """Whether there is what a word between backticks names: a path, or names joined by dots."""
    if "/" in word:
        places = [root / word for root in ROOTS]
        return any(one.exists() or one.with_suffix(".py").exists() for one in places)
    return (ROOT / word).exists() or set(word.split(".")) <= names()


def words_between_backticks(page):
    """The words of a page that name something: those of commands, with spaces, do not."""
    prose = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`(\w[\w./-]*?)(?:\([^`]*\))?`", prose)


def test_what_is_not_there_is_found():
    found = words_between_backticks(
        "`Store`, `Storr`, `run(old, new)`, `make lint`, `model/nothing`"
    )
    assert found == ["Store", "Storr", "run", "model/nothing"]
    assert [word for word in found if not is_there(word)] == ["Storr", "model/nothing"]


def test_design_names_nothing_that_is_not_there():
    assert [word for word in words_between_backticks(design()) if not is_there(word)] == []


def test_nobody_in_the_viewer_but_the_session_has_records_whole():
    """What is shown, copied or exported goes through `Session`, which knows who looks."""
    found = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "viewer").rglob("*.py")
        if ROOT / "viewer" / "session" not in path.parents
        and re.search(r"\bwhole_of\b", path.read_text())
    ]
    assert found == []


COPIED = 12
"""Lines of code, one after another, that stand twice: somebody copied them."""


def calls(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield node, ast.unparse(node.func).rpartition(".")[2]


def test_processes_are_started_afresh_on_every_system():
    """Forks hang where threads hold locks, and Windows has none."""
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for call, name in calls(path)
        if (name == "ProcessPoolExecutor" and "mp_context" not in {k.arg for k in call.keywords})
        or (name == "get_context" and [ast.unparse(arg) for arg in call.args] != ["'spawn'"])
        or name in ("Pool", "fork", "forkpty", "set_start_method")
    ]
    assert wrong == []


def code_of(path):
    """The lines of a module that do something: (number, text) without imports and docstrings."""
    text = path.read_text(encoding="utf-8")
    skipped = set()
    for node in ast.walk(ast.parse(text)):
        words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if words or isinstance(node, ast.Import | ast.ImportFrom):
            skipped.update(range(node.lineno, node.end_lineno + 1))
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    return [
        (number, line)
        for number, line in lines
        if number not in skipped and line and not line.startswith("#")
    ]


def copies(paths):
    """Where the same `COPIED` lines stand a second time."""
    seen, twice = {}, []
    for path in paths:
        lines = code_of(path)
        for first in range(len(lines) - COPIED + 1):
            passage = tuple(line for _, line in lines[first : first + COPIED])
            place = f"{path}:{lines[first][0]}"
            if seen.setdefault(passage, place) != place:
                twice.append((seen[passage], place))
    return twice


def test_copies_are_found(tmp_path):
    once, again = tmp_path / "once.py", tmp_path / "again.py"
    once.write_text("\n".join(f"a{k} = {k}" for k in range(COPIED)))
    again.write_text("import os\n\n" + once.read_text().replace("\n", "\n\n# a comment\n"))
    assert copies([once, again]) == [(f"{once}:1", f"{again}:3")]


def test_no_code_is_copied():
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    assert copies(paths) == []


PRODUCT = ("model", "viewer")


@cache
def texts():
    """Every module of the product and its text."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for package in PRODUCT
        for path in sorted((ROOT / package).rglob("*.py"))
    }


OF_EVERY_GAME = {"Rules", "StateIndex", "Workspace"}
"""Classes that games have alike."""


def test_no_class_name_stands_twice():
    names = Counter(
        node.name
        for text in texts().values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in names.items() if count > 1} <= OF_EVERY_GAME


LONGEST = 800
"""Lines of a module at most: a longer one is two chapters."""


def test_no_module_is_too_long():
    longest = {name: text.count("\n") for name, text in texts().items()}
    assert {name: count for name, count in longest.items() if count > LONGEST} == {}


SKIPPED = 9
"""Tables of numbers that the formatter leaves as they are."""


def test_the_formatter_is_kept_away_no_more_often():
    assert sum(text.count("# fmt: skip") for text in texts().values()) <= SKIPPED


def test_only_the_door_imports_vtk():
    asks = re.compile(r"^\s*(from|import) (vtkmodules|vtk|cvista)\b", re.MULTILINE)
    files = [
        path.relative_to(ROOT).as_posix()
        for folder in (*PACKAGES, "docs", "examples", "packaging", "shaders", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if asks.search(path.read_text())
    ]
    assert files == ["viewer/scene/vtk.py"]
