"""What the program answered at commit e1f6546 it answers today, but for what changed on purpose.

``make test`` asks a sample, ``make soak`` everything. What windows show was frozen on commit
32e61a5, and ``make check`` asks a sample. With FROZEN_BASE=CHECKOUT everything is asked of that
checkout as well: pictures depend on the machine, so what is frozen may say nothing here.
"""

import os
import subprocess
import sys
from pathlib import Path

import frozen_compare as compare
import pytest
from frozen_against import against

HERE = Path(__file__).parent
STEPS = {"lines": 251, "engines": 199, "provers": 67, "perft": 37, "ugi": 67, "rules": 61,
         "files": 7, "tables": 3, "commands": 31, "flat": 97, "forms": 9}  # fmt: skip
"""Of how many questions the sample has one; a collector takes a second or two."""
SEEN = {"flat": 9, "forms": 26, "exercises": 192}
"""What windows show, and of how many questions a sample has one."""
WITH_QT = ("window", "check", "thumbnail", "legend", "form")
"""How the keys of questions begin that the tests of windows should not be troubled by."""
GAMES = ("partition", "pyraos", "pyramid", "pyramid-ball", "rolling-pyramids")


def check(name, tasks, *, whole):
    with compare.home():
        found = compare.differences(name, tasks, whole=whole)
    assert not found, "\n".join(difference.text() for difference in found[:20])


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", STEPS)
def test_a_sample_is_answered_as_before(name):
    tasks = [task for task in compare.tasks_of(name) if not task[0].startswith(WITH_QT)]
    check(name, tasks[3 :: STEPS[name]], whole=False)


@pytest.mark.check
def test_flat_drawings_of_every_game_are_as_before():
    slow = ("lessons", "puzzles", "size-20", "longest", "a-draw")
    tasks = [task for task in compare.tasks_of("flat") if task[0].startswith("svg: examples/")]
    check("flat", [task for task in tasks if not any(x in task[0] for x in slow)][::3], whole=False)


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in STEPS if name not in ("commands", *SEEN)])
def test_all_is_answered_as_before(name):
    check(name, list(compare.tasks_of(name)), whole=True)


def ask_apart(name, part="0/1"):
    """Ask in a process of its own: what windows show depends on what was shown before."""
    alone = {"QT_QPA_PLATFORM": "offscreen", "VTK_DEFAULT_OPENGL_WINDOW": "vtkEGLRenderWindow"}
    done = subprocess.run(
        [sys.executable, str(HERE / "collect.py"), name, "--part", part],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1]), **alone},
    )
    assert done.returncode == 0, done.stdout[:20_000] + done.stderr[-2_000:]


@pytest.mark.check
@pytest.mark.parametrize("name", SEEN)
def test_a_sample_of_what_is_seen_is_as_before(name):
    ask_apart(name, f"4/{SEEN[name]}")


@pytest.mark.soak
@pytest.mark.parametrize("name", SEEN)
def test_all_that_is_seen_is_as_before(name):
    ask_apart(name)


@pytest.mark.soak
@pytest.mark.skipif("FROZEN_BASE" not in os.environ, reason="FROZEN_BASE names no checkout")
def test_pictures_are_those_of_the_other_checkout():
    found = against(os.environ["FROZEN_BASE"], "pictures")
    assert not found, "\n".join(difference.text() for difference in found)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_second_start_compiles_nothing(game):
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(HERE / "second_start.py"), game],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
        )
    assert done.stdout == ""


@pytest.mark.check
def test_what_differs_is_seen_and_said():
    key, frozen = next(iter(compare.expected("perft").items()))
    wrong = {**frozen, "total": ["1"]}
    (found,) = compare.differences("perft", [(key, lambda: wrong)])
    assert "+total: 1" in found.text()
    (new,) = compare.differences("perft", [("a new question", lambda: "yes")])
    assert (new.expected, new.found) == (compare.ABSENT, "yes")
