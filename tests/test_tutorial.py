"""The tutorial: what it prints is the package in examples/plugins, and each step of it runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.check

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "examples" / "plugins" / "keystone"
BLOCK = re.compile(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^## \d\. ", re.MULTILINE)
ASK = """
from keystone.game import KIND
from model import plugins, registry
from model.play.perft import perft
with registry.registered(KIND) as kind:
    assert not plugins._fault_of(kind, "keystone")
    start = kind.configure({"size": "3"}).start()
    print(perft(start, 2), kind.setup is not None)
"""


@pytest.fixture(scope="module")
def steps() -> list[list[tuple[str, str]]]:
    """The blocks of each step: (file, text)."""
    _, *parts = STEP.split((ROOT / "docs" / "adding-a-game.md").read_text("utf-8"))
    return [BLOCK.findall(part) for part in parts]


def test_every_block_is_a_piece_of_the_package(steps) -> None:
    blocks = [block for step in steps for block in step]
    assert len(blocks) >= 7
    for name, text in blocks:
        assert text in (PACKAGE / name).read_text("utf-8"), f"{name}: {text[:60]}"


def test_the_blocks_of_all_steps_are_the_whole_package(steps) -> None:
    shown: dict[str, str] = {}
    for name, text in (block for step in steps for block in step):
        shown[name] = shown.get(name, "") + text
    for name in ("keystone/game.py", "keystone/setup.py", "keystone/view.py", "pyproject.toml"):
        lines = (PACKAGE / name).read_text("utf-8").splitlines()
        assert sorted(filter(None, shown[name].splitlines())) == sorted(filter(None, lines))


@pytest.mark.parametrize(("step", "says"), [(1, "72 False"), (2, "72 True")])
def test_each_step_runs(steps, tmp_path, step, says) -> None:
    if step == 2:
        files = {name: (PACKAGE / name).read_text("utf-8") for name, _ in steps[1]}
    else:
        files = {}
        for name, text in steps[0]:
            files[name] = files.get(name, "") + "\n\n" + text
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {[str(tmp_path), str(ROOT)]}\n{ASK}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
    )
    assert done.stdout.strip() == says, done.stderr
