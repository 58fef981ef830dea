"""Name the test files that belong to a file: `make near FILE=model/records/record.py` runs them.

Of a module: the tests named after it or after a module that imports it, and those that import it;
where there are none, those of what imports these modules, and so on.
Of any other file, a shader or an example: the tests that name it.
"""

import ast
import sys
from pathlib import Path

import room_diagram

ROOT = Path(__file__).parents[2]


def near(path: Path) -> list[Path]:
    """Return test files, from the root; [] where nothing belongs to the path."""
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    if path.suffix != ".py" or path.parts[0] not in ("model", "viewer", "benchmarks"):
        named = [one for one in tests if path.name in one.read_text(encoding="utf-8")]
        return sorted({*named, *(one for one in tests if one == ROOT / path)})
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    graph = room_diagram.packages()
    if name not in graph.modules:
        return []
    asked, seen = {name}, {name}
    found: list[Path] = []
    while asked and not found:
        importers = {one for at in asked for one in graph.find_modules_that_directly_import(at)}
        found = [
            one
            for one in tests
            if any(is_named_after(one, module) for module in asked | importers)
            or not asked.isdisjoint(imported(one))
        ]
        asked, seen = importers - seen, seen | importers
    return found


def is_named_after(test: Path, module: str) -> bool:
    """Whether a test file bears the name of a module, in its folder or in one that holds that."""
    *folders, last = module.split(".")
    place = ROOT.joinpath("tests", *folders)
    return test.name == f"test_{last}.py" and place.is_relative_to(test.parent)


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports by name, or names of whose are imported."""
    found = set()
    for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(one, ast.Import):
            found |= {alias.name for alias in one.names}
        elif isinstance(one, ast.ImportFrom) and one.module:
            found |= {one.module, *(f"{one.module}.{alias.name}" for alias in one.names)}
    return found


if __name__ == "__main__":
    asked = Path(sys.argv[1]).resolve()
    if not asked.is_relative_to(ROOT) or not asked.is_file():
        name = sys.argv[1] or "Nothing"
        sys.exit(f"{name} is no file of this repository: FILE=model/records/record.py")
    found = near(asked.relative_to(ROOT))
    if not found:
        sys.exit(f"no test belongs to {sys.argv[1]}")
    print(*(one.relative_to(ROOT) for one in found))
