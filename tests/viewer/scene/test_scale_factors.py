"""The scene under other scale factors of the screen: the same tests in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.check

SOME = ("shows_the_balls", "device_pixels", "another_size")
MORE = (
    *SOME, "occluded and wheel", "through_cuts_and_peels", "keyboard_alone", "panning and middle",
    "zooms_to_the_cursor", "follows_its_knob and level",
)  # fmt: skip


@pytest.mark.parametrize(("factor", "chosen"), [("1.5", SOME), ("2", MORE)])
def test_the_scene_at_a_scale_factor(factor, chosen):
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-m", "", "-p", "no:cacheprovider",
            str(Path(__file__).with_name("test_scene_widget.py")), "-k", " or ".join(chosen),
        ],
        env={**os.environ, "QT_SCALE_FACTOR": factor},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
