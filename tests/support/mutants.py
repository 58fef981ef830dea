"""Put small faults into a module, one at a time, and see which of them tests let pass.

    python tests/support/mutants.py model/records/record.py [TEST ...] [--count 30 --seed 1]

Where no test is named, those run that `make near` runs for the module. They run without a fault
first, which says how long they may take with one. The module is written over and put back: leave
it alone meanwhile, and if this was killed, `git checkout` it.
"""

import argparse
import ast
import atexit
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import cache_from_source
from multiprocessing import get_context
from pathlib import Path

import pytest
from near import near

ROOT = Path(__file__).parents[2]
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
    """Run tests in a checkout; return the first that fails, "late" for too long, "" for none.

    "broken" says that none could begin.

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


def main() -> None:
    """Try some faults, and name those that no test notices."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("module", type=Path, help="its path, from the root")
    parser.add_argument("tests", nargs="*", help="files or tests")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in IMPORTED:
        import_module(name)
    tests = asked.tests or [str(one.relative_to(ROOT)) for one in near(asked.module)]
    path, began = ROOT / asked.module, time.monotonic()
    source = path.read_text(encoding="utf-8")
    if failed := first_failure(ROOT, tests, 600):
        sys.exit(f"without a fault: {failed}")
    seconds = 3 * (time.monotonic() - began) + 10
    found = list(faults(source))
    drawn = random.Random(asked.seed).sample(found, min(len(found), asked.count))
    alive = []
    try:
        for line, said, whole in sorted(drawn):
            write(path, whole)
            caught = first_failure(ROOT, tests, seconds)
            alive += [] if caught else [f"{asked.module}:{line} {said}"]
            print(f"{line} {said}: {caught or 'alive'}", flush=True)
    finally:
        write(path, source)
    print(f"{len(drawn) - len(alive)} of {len(drawn)} caught", *alive, sep="\nalive: ")


if __name__ == "__main__":
    main()
