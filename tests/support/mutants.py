"""Put small faults into modules, one at a time, and see which tests notice.

    python tests/support/mutants.py draw FOLDER --seed 1 [--modules 10 --mutants 200]
    python tests/support/mutants.py cover FOLDER [--first]
    python tests/support/mutants.py try FOLDER [--jobs 2]
    python tests/support/mutants.py table FOLDER

`draw` chooses modules of the model, the session, the picture and the exports, and places in them.
`cover` runs all tests of `make check`, or with `--first` of `make test`, once, and notes which of
them run which line of those modules.
`try` puts one mutant after the other into a checkout of its own in FOLDER, runs the tests that run
its line, the cheap ones first, until one fails, and goes on where it was stopped. `table` says what
was caught by `make test`, and what by both.

`cover` needs pytest-cov. Whoever changes the tests or the modules begins with a new FOLDER.
"""

import argparse
import ast
import atexit
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import cache_from_source
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GROUPS = {
    "model": "model",
    "session": "viewer/session",
    "picture": "viewer/picture",
    "export": "viewer/export",
}
SHORTEST = 60
"""Lines of the shortest module that is drawn."""
MOST = {"test": 60.0, "check": 240.0}
"""Seconds of tests that are run for a mutant in each ring; what is left out may have caught it."""
MANY = 150
"""Tests that are run for a mutant at most in each ring: pytest takes its time to find more."""
IMPORTED = (
    "hypothesis",
    "numba",
    "pyvista",
    "PySide6.QtWidgets",
    "PySide6.QtSvg",
    "pytestqt.plugin",
)
"""What takes long to import and has no mutants: it is there before the first of them is tried."""
OTHER: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def faults(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line of each fault, what it does, and the whole source with it."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = source.encode()
    for node in _places(tree):
        for said, old, new in _changed(node):
            begin = starts[old.lineno - 1] + old.col_offset
            end = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
            text = f"({ast.unparse(new)})" if isinstance(old, ast.expr) else ast.unparse(new)
            whole = raw[:begin] + text.encode() + raw[end:]
            try:
                ast.parse(whole)
            except SyntaxError:
                continue
            yield (
                old.lineno,
                f"{said}: {' '.join(raw[begin:end].decode().split())[:70]}",
                whole.decode(),
            )


def _places(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield what runs: no annotation, decorator, `raise`, `assert` or import for types."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(
                child, ast.Raise | ast.Assert | ast.JoinedStr
            ):
                continue
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _places(child)


def _changed(node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt, ast.AST]]:
    """Yield what is changed in a node, the part that is replaced, and by what."""
    match node:
        case ast.Compare(ops=[one]):
            yield "compare", node, ast.Compare(node.left, [OTHER[type(one)]()], node.comparators)
        case ast.BinOp(op=one) if type(one) in OTHER and not _is_text(node):
            yield "reckon", node, ast.BinOp(node.left, OTHER[type(one)](), node.right)
        case ast.BoolOp(op=one):
            yield "and/or", node, ast.BoolOp(OTHER[type(one)](), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node, node.operand
        case ast.Constant(value=bool(value)):
            yield "constant", node, ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield "constant", node, ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "return", node, ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            yield "left out", node, ast.Pass()
        case ast.If(test=one) | ast.IfExp(test=one) | ast.While(test=one):
            if isinstance(one, ast.Name | ast.Attribute | ast.Call):
                yield "if", one, ast.UnaryOp(ast.Not(), one)


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(x, ast.Constant) and isinstance(x.value, str) for x in sides)


def draw(folder: Path, seed: int, modules: int, mutants: int) -> None:
    """Choose modules, of each group in turn, and mutants of them evenly."""
    rng = random.Random(seed)
    paths = {
        group: sorted(
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / top).rglob("*.py")
            if len(path.read_text(encoding="utf-8").splitlines()) >= SHORTEST
        )
        for group, top in GROUPS.items()
    }
    chosen = [
        (group := list(GROUPS)[k % len(GROUPS)], paths[group].pop(rng.randrange(len(paths[group]))))
        for k in range(modules)
    ]
    plan = []
    for group, path in chosen:
        source = (ROOT / path).read_text(encoding="utf-8")
        found = [(line, said) for line, said, _ in faults(source)]
        some = rng.sample(range(len(found)), min(len(found), -(-mutants // modules)))
        plan += [(group, path, number, *found[number]) for number in sorted(some)]
        print(f"{path}: {len(found)} mutants, {len(some)} drawn")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.json").write_text(json.dumps(plan, indent=0))


def cover(folder: Path, first: bool) -> None:
    """Run the tests of a ring, or of both, with a note of which run which line of the modules."""
    settings = folder / "coveragerc"
    modules = "".join(f"\n    {ROOT / path}" for path in planned(folder))
    settings.write_text(f"[run]\ndata_file = {folder}/coverage\ninclude ={modules}\n")
    order = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        *([] if first else ["-m", "not soak and not lint"]),
    ]
    order += ["-n", "2", "--dist", "worksteal", f"--junit-xml={folder}/junit.xml"]
    order += ["-o", "junit_family=xunit1", "--cov", "--cov-context=test", "--cov-report="]
    subprocess.run([*order, f"--cov-config={settings}"], cwd=ROOT, check=False)
    notes(folder)


def planned(folder: Path) -> list[str]:
    """Return the modules that have mutants."""
    return sorted({one[1] for one in json.loads((folder / "plan.json").read_text())})


def notes(folder: Path) -> None:
    """Write which tests run which line of the modules, and the seconds and the ring of each."""
    from xml.etree import ElementTree

    from coverage import CoverageData

    order = [sys.executable, "-m", "pytest", "--collect-only", "-q"]
    first = set(subprocess.check_output(order, cwd=ROOT, text=True).splitlines())
    took: dict[str, tuple[str, float]] = {}
    for one in ElementTree.parse(folder / "junit.xml").iter("testcase"):
        if any(one.find(how) is not None for how in ("failure", "error", "skipped")):
            continue  # it tells nothing, or fails without any mutant
        name = f"{one.get('file')}::{one.get('name')}"
        took[name] = "test" if name in first else "check", float(one.get("time") or 0)
    data = CoverageData(str(folder / "coverage"))
    data.read()
    lines: dict[str, dict[int, list[str]]] = {}
    for path in planned(folder):
        of_file = lines[path] = {}
        for line, contexts in data.contexts_by_lineno(str(ROOT / path)).items():
            of_file[line] = sorted({one.rsplit("|", 1)[0] for one in contexts if one})
    (folder / "tests.json").write_text(json.dumps({"took": took, "lines": lines}))


def tests_of(known: dict, path: str, line: int, ring: str) -> list[str]:
    """Return the tests of a ring that run a line, for as long as they may take.

    First comes a case of each test, cheap ones before the others. A line that runs while its
    module is imported belongs to all tests of the module, one of a compiled kernel, which coverage
    does not see, to all tests of its package.
    """
    lines = known["lines"].get(path, {})
    of_line = lines.get(str(line)) or {one for tests in lines.values() for one in tests}
    if "kernel" in path and str(line) not in lines:
        folder = Path("tests", path).parent
        while not (ROOT / folder).is_dir():
            folder = folder.parent
        of_line = {one for one in known["took"] if one.startswith(f"{folder}/")}
    took = {one: known["took"][one] for one in of_line if one in known["took"]}
    cases: Counter[str] = Counter()
    order = []
    for one in sorted((one for one in took if took[one][0] == ring), key=lambda x: took[x][1]):
        cases[one.partition("[")[0]] += 1
        order.append((cases[one.partition("[")[0]], took[one][1], one))
    left, chosen = MOST[ring], list[str]()
    for _, seconds, one in sorted(order)[:MANY]:
        left -= seconds
        if left < 0 and chosen:
            break
        chosen.append(one)
    return chosen


def attempt(checkout: Path, path: str, whole: str, tests: list[str], seconds: float) -> str:
    """Run tests with a mutant; return the first that fails, "late" for too long, "" for none.

    A test that fails without the mutant, too, says nothing.
    """
    old = (checkout / path).read_text(encoding="utf-8")
    while tests:
        write(checkout / path, whole)
        try:
            failed = first_failure(checkout, tests, seconds)
        finally:
            write(checkout / path, old)
        if failed not in tests or not first_failure(checkout, [failed], seconds):
            return failed
        tests = [one for one in tests if one != failed]
    return ""


def write(path: Path, source: str) -> None:
    """Write a module, and forget what was compiled of it: two may be written in one second."""
    path.write_text(source, encoding="utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


class FirstFailure:
    """A plugin of pytest that keeps the name of the first test that fails."""

    name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the name."""
        if report.failed:
            self.name = self.name or report.nodeid


def first_failure(checkout: Path, tests: list[str], seconds: float) -> str:
    """Run tests in a checkout; return as `attempt` does, "broken" where none could begin.

    They run in a fork of this process, which has imported what takes long. Seconds are those of
    the processor, so that other work on the machine makes nothing late.
    """
    forks = get_context("fork")
    reader, writer = forks.Pipe(duplex=False)

    def run() -> None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silence, stream)
        os.chdir(checkout)
        os.environ["PYTHONPATH"] = str(checkout)
        sys.path[:] = [str(checkout), *(one for one in sys.path if Path(one) != ROOT)]
        first = FirstFailure()
        order = ["-x", "-q", "-m", "", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
        status = pytest.main(order, plugins=[first])
        writer.send(first.name or ("broken" if status else ""))
        atexit._run_exitfuncs()

    running = forks.Process(target=run)
    running.start()
    writer.close()
    assert running.pid
    try:
        return reader.recv() if reader.poll(2 * seconds) else "late"
    except EOFError:
        return "late"
    finally:
        running.join(10)
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.join()


def try_all(folder: Path, jobs: int) -> None:
    """Try each mutant that was not tried yet: with `make test`, and what is alive with the rest."""
    for name in IMPORTED:
        import_module(name)
    forks = get_context("fork")
    workers = [forks.Process(target=try_share, args=(folder, k, jobs)) for k in range(jobs)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()


def try_share(folder: Path, share: int, jobs: int) -> None:
    """Try every so manieth mutant, in a checkout of its own."""
    plan = json.loads((folder / "plan.json").read_text())
    known = json.loads((folder / "tests.json").read_text())
    done = {(*one["mutant"], one["ring"]): one["caught"] for one in results(folder)}
    checkout = folder / f"checkout-{share}"
    if not checkout.exists():
        subprocess.run(["git", "clone", "-q", "--shared", ROOT, checkout], check=True)
    for group, path, place, line, said in plan[share::jobs]:
        whole = [x for *_, x in faults((checkout / path).read_text(encoding="utf-8"))][place]
        for ring in MOST:
            if (path, place, ring) not in done:
                tests, began = tests_of(known, path, line, ring), time.monotonic()
                caught = attempt(checkout, path, whole, tests, 4 * MOST[ring] + 60)
                told = {
                    "mutant": (path, place),
                    "group": group,
                    "line": line,
                    "said": said,
                    "ring": ring,
                    "caught": caught,
                    "tried": len(tests),
                    "seconds": round(time.monotonic() - began),
                }
                with (folder / "results.jsonl").open("a") as out:
                    out.write(json.dumps(told) + "\n")
                print(f"{path}:{line} {said}: {ring} {caught}", flush=True)
                done[path, place, ring] = caught
            if done[path, place, ring]:
                break


def results(folder: Path) -> list[dict[str, Any]]:
    """Return what was tried so far."""
    path = folder / "results.jsonl"
    return [json.loads(x) for x in path.read_text().splitlines()] if path.exists() else []


def table(folder: Path) -> None:
    """Say for each module and each group how many mutants each ring has caught."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for one in results(folder):
        name = f"{one['mutant'][0]}:{one['line']} {one['said']}"
        for group in (f"  {one['mutant'][0]}", one["group"]):
            sums[group][one["ring"]] += 1
            sums[group][f"caught by {one['ring']}"] += bool(one["caught"])
        if not one["caught"]:
            print(f"alive after {one['tried']} tests of {one['ring']}: {name}")
    for group, n in sorted(sums.items()):
        first = n["caught by test"]
        both = first + n["caught by check"]
        share = f"{first / both:6.1%}" if both else "   -"
        print(
            f"{group:60} {n['test']:4} mutants, caught by make test {first:4}, by both {both:4}, "
            f"share {share}"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("draw", "cover", "notes", "try", "table"))
    parser.add_argument("folder", type=lambda text: Path(text).resolve())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", type=int, default=10)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", action="store_true", help="cover what `make test` runs alone")
    asked = parser.parse_args()
    if asked.what == "draw":
        draw(asked.folder, asked.seed, asked.modules, asked.mutants)
    elif asked.what == "cover":
        cover(asked.folder, asked.first)
    elif asked.what == "try":
        try_all(asked.folder, asked.jobs)
    else:
        {"notes": notes, "table": table}[asked.what](asked.folder)


if __name__ == "__main__":
    main()
