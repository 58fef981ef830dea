"""Name the test files that belong to a file: `make near FILE=model/records/record.py` runs them.

Of a module: the tests named after it or after a module that imports it, and those that import it.
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
    mirrored = {mirror(one) for one in (name, *graph.find_modules_that_directly_import(name))}
    return [one for one in tests if one in mirrored or name in imported(one)]


def mirror(module: str) -> Path:
    """Return where the tests of a module stand, whether there are any or not."""
    *folders, last = module.split(".")
    return ROOT.joinpath("tests", *folders, f"test_{last}.py")


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
