"""The program in a process of its own: it is ours, wherever it is started."""

import os
import subprocess

import pytest

from model.own_process import own_module

pytestmark = pytest.mark.check


def test_a_module_runs_as_a_program_beside_files_of_the_same_names(tmp_path):
    for name in ("model", "viewer"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a file of this folder was run')\n")
    done = subprocess.run(
        own_module("viewer", "new", "partition", "--option", "size=3"),
        cwd=tmp_path, env=os.environ, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("partition:size=3")
