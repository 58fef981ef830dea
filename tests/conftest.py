"""What all tests stand on: hypothesis profiles, a screen or none, and folders of their own."""

import atexit
import gc
import itertools
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import hypothesis
import pytest
from _pytest.mark.expression import Expression
from attack_summary import pytest_terminal_summary  # noqa: F401 - a hook
from cairns import KIND

from model.contract.game import GameKind
from model.registry import registered

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=5000)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

# Tests start some hundred programs, and what pytest makes of the tests' own sources takes a quarter
# of a minute in each of its processes: both are kept, whatever the shell says.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

if "PYTEST_XDIST_WORKER" in os.environ:  # each has a core, and frames of one thread cost less
    os.environ.setdefault("LP_NUM_THREADS", "1")

# Preferences, journals and recent files of the person who runs the tests are never touched.
# The cache folder stays: it holds compiled kernels.
_home = tempfile.mkdtemp(prefix="pyramidion-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
for _name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ[_name] = os.path.join(_home, _name)
if not sys.platform.startswith("linux"):  # where those names say nothing
    for _name in ("PYRAMIDION_CONFIG", "PYRAMIDION_STATE", "PYRAMIDION_TABLES"):
        os.environ[_name] = os.path.join(_home, _name)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of our own."""
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write tests/golden anew from their moves"
    )


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose Qt's platform once pytest-xvfb has started its screen, or found that it cannot."""
    if not sys.platform.startswith("linux"):
        return
    if config.getoption("dist", "no") != "no" and "PYTEST_XDIST_WORKER" not in os.environ:
        return  # its workers inherit what is set here, and each has a screen of its own
    if os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
    elif not os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")


@pytest.fixture
def cairns() -> Iterator[GameKind]:
    """The game of examples/plugins/cairns, registered for one test: it has all that is hard."""
    with registered(KIND) as kind:
        yield kind


@cache
def _rings_of(path: Path) -> dict[str, bool]:
    """Return, by the name of a mark, whether all tests of a file have it (True) or none (False)."""
    text = path.read_text(encoding="utf-8")
    of_all = re.search(r"^pytestmark = (\[$.*?^\]|.*?$)", text, re.DOTALL | re.MULTILINE)
    has = dict.fromkeys(re.findall(r"mark\.(\w+)", of_all[1]) if of_all else (), True)
    if path.parent.name == "soak":
        has["check"] = True
    elif "mark.check" not in text and "mark.sample" not in text:
        has.setdefault("check", False)
    if "mark.lint" not in text:
        has.setdefault("lint", False)
    return has


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Begin one worker more than there are cores where browsers and other programs are waited for.

    In the first ring, which calculates, each core has one.
    """
    rings = Expression.compile(config.option.markexpr)
    if not rings.evaluate(lambda name, /, **_: name == "check"):
        return None
    return (os.cpu_count() or 1) + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files whose tests are all of other rings; importing them takes longer than this.

    A file that is named on the command line is never left out (pytest does not ask here).
    """
    if not collection_path.name.startswith("test_") or not config.option.markexpr:
        return None
    has = _rings_of(collection_path)
    wanted = Expression.compile(config.option.markexpr)
    unknown = wanted.idents() - has.keys()
    for values in itertools.product((True, False), repeat=len(unknown)):
        marks = has | dict(zip(unknown, values, strict=True))
        if wanted.evaluate(lambda name, /, marks=marks, **_: marks[name]):
            return None
    return True


@pytest.hookimpl(tryfirst=True)  # before pytest deselects by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave attacks and the other cases of a sample to `make check`, and begin with the attacks.

    The other cases of a test that is marked `check` itself are left to `make soak`. No worker is
    left with a test of half a minute at the end.
    """
    for item in items:
        if item.path.parent.name == "soak":
            item.add_marker(pytest.mark.check)
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("soak"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for of_one in cases.values():
        (count,) = of_one[0].get_closest_marker("sample").args
        kept = {round((number + 0.5) * len(of_one) / count - 0.5) for number in range(count)}
        later = pytest.mark.soak if of_one[0].get_closest_marker("check") else pytest.mark.check
        for number, item in enumerate(of_one):
            if len(of_one) > count and number not in kept:
                item.add_marker(later)
    for item in items:
        for ring in ("check", "lint"):
            if item.get_closest_marker(ring) and not _rings_of(item.path).get(ring, True):
                raise pytest.UsageError(
                    f"{item.nodeid} is marked {ring} somewhere else than in its file, "
                    f"which a run of that ring would leave out"
                )
    items.sort(key=lambda item: item.path.parent.name != "soak")


def pytest_collection_finish() -> None:
    """Look no more for garbage in what is there from now on: modules and the tests themselves."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Delete the widgets of a test, and collect what is due, once it is over.

    The event loop of a test never ends, so what pytest-qt wants deleted later would stay: each
    window would be dressed together with all widgets of all tests before it. And where a window has
    switched Python's own collector off, nothing is collected in tests without an event loop.
    """
    yield
    widgets, garbage = map(sys.modules.get, ("PySide6.QtWidgets", "viewer.window.garbage"))
    application = None if widgets is None else widgets.QApplication.instance()
    if application is None:
        return
    application.sendPostedEvents(None, 52)  # QEvent.DeferredDelete
    collector = garbage and application.findChild(garbage.InterfaceCollector)
    if collector is not None:
        collector.look()
