"""Put small faults into modules, one at a time, and see which tests notice.

    python tests/support/mutants.py draw FOLDER --seed 1 [--modules 10 --mutants 200]
    python tests/support/mutants.py cover FOLDER
    python tests/support/mutants.py try FOLDER [--jobs 2]
    python tests/support/mutants.py table FOLDER

`draw` chooses modules of the model, the session, the picture and the exports, and places in them.
`cover` runs all tests of `make check` once and notes which of them run which line.
`try` puts one mutant after the other into a checkout of its own in FOLDER, runs the tests that run
its line, the cheap ones first, until one fails, and goes on where it was stopped. `table` says what
was caught by `make test`, and what by both.

`cover` needs pytest-cov. Whoever changes the tests or the modules begins with a new FOLDER.
"""

import argparse
import ast
import json
import os
import random
import resource
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


def cover(folder: Path) -> None:
    """Run all tests with a note of which run which line; it takes three times as long as else."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "coveragerc"
    settings.write_text(f"[run]\ndata_file = {folder}/coverage\nsource =\n    model\n    viewer\n")
    order = [sys.executable, "-m", "pytest", "-q", "-m", "not soak and not lint"]
    order += ["-n", "2", "--dist", "worksteal", f"--junit-xml={folder}/junit.xml"]
    order += ["-o", "junit_family=xunit1", "--cov", "--cov-context=test", "--cov-report="]
    subprocess.run([*order, f"--cov-config={settings}"], cwd=ROOT, check=False)
    notes(folder)


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
    for path in sorted({one[1] for one in json.loads((folder / "plan.json").read_text())}):
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

    A test that fails without the mutant, too, says nothing; nor does one that is not found, since
    its name has a path of the checkout that was covered.
    """
    old = (checkout / path).read_text(encoding="utf-8")
    while tests:
        (checkout / path).write_text(whole, encoding="utf-8")
        try:
            failed = first_failure(checkout, tests, seconds)
        finally:
            (checkout / path).write_text(old, encoding="utf-8")
        if failed in tests and first_failure(checkout, [failed], seconds):
            tests = [one for one in tests if one != failed]
            continue
        if failed == "broken":
            found = [one for one in tests if is_found(checkout, one)]
            if len(found) < len(tests):
                tests = found
                continue
        return failed
    return ""


def first_failure(checkout: Path, tests: list[str], seconds: float) -> str:
    """Run tests in a checkout; return as `attempt` does, "broken" where none could begin.

    Seconds are those of the processor, so that other work on the machine makes nothing late.
    """
    order = [sys.executable, "-m", "pytest", "-x", "-q", "-m", ""]
    order += ["-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    told = dict(os.environ, PYTHONPATH=str(checkout), PYTHONDONTWRITEBYTECODE="1")
    most = int(seconds)
    try:
        done = subprocess.run(
            order,
            cwd=checkout,
            env=told,
            capture_output=True,
            text=True,
            timeout=2 * seconds,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)),
        )
    except subprocess.TimeoutExpired:
        return "late"
    if done.returncode < 0:
        return "late"
    if done.returncode == 0:
        return ""
    lines = [x for x in done.stdout.splitlines() if x.startswith(("FAILED ", "ERROR "))]
    found = [x for x in tests if lines and lines[0].split(" ", 1)[1].startswith(x)]
    return max(found, key=len, default="broken")


def is_found(checkout: Path, test: str) -> bool:
    """Tell whether a checkout has a test by its whole name."""
    order = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "", test]
    order += ["-p", "no:cacheprovider", "-p", "no:xdist"]
    told = dict(os.environ, PYTHONPATH=str(checkout), PYTHONDONTWRITEBYTECODE="1")
    return not subprocess.run(order, cwd=checkout, env=told, capture_output=True).returncode


def try_all(folder: Path, jobs: int) -> None:
    """Try each mutant that was not tried yet: with `make test`, and what is alive with the rest."""
    plan = json.loads((folder / "plan.json").read_text())
    known = json.loads((folder / "tests.json").read_text())
    done = {(*one["mutant"], one["ring"]): one["caught"] for one in results(folder)}
    lock = threading.Lock()

    def work(number: int, ring: str, left: Iterator[Any]) -> None:
        checkout = folder / f"checkout-{number}"
        if not checkout.exists():
            subprocess.run(["git", "clone", "-q", "--shared", ROOT, checkout], check=True)
        while True:
            with lock:
                one = next(left, None)
            if one is None:
                return
            group, path, place, line, said = one
            whole = [x for *_, x in faults((ROOT / path).read_text(encoding="utf-8"))][place]
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
            with lock, (folder / "results.jsonl").open("a") as out:
                done[path, place, ring] = caught
                out.write(json.dumps(told) + "\n")
                print(f"{path}:{line} {said}: {ring} {caught}", flush=True)

    for ring in MOST:
        alive = [one for one in plan if ring == "test" or not done[one[1], one[2], "test"]]
        left = iter([one for one in alive if (one[1], one[2], ring) not in done])
        workers = [threading.Thread(target=work, args=(k, ring, left)) for k in range(jobs)]
        for one in workers:
            one.start()
        for one in workers:
            one.join()


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
    asked = parser.parse_args()
    if asked.what == "draw":
        draw(asked.folder, asked.seed, asked.modules, asked.mutants)
    elif asked.what == "try":
        try_all(asked.folder, asked.jobs)
    else:
        {"cover": cover, "notes": notes, "table": table}[asked.what](asked.folder)


if __name__ == "__main__":
    main()
