"""The summary at the end of a run tells what each attack did."""

import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).parent


def test_what_an_attack_tells_is_in_the_summary(tmp_path: Path):
    (tmp_path / "conftest.py").write_text(
        (_HERE.parent / "conftest.py").read_text() + (_HERE / "conftest.py").read_text()
    )
    (tmp_path / "test_attack.py").write_text("def test_it(tell):\n    tell('files', read=3)\n")
    environment = {"PATH": "", "PYTHONPATH": str(_HERE.parents[1]), "PYRAMIDION_SOAK_SEED": "7"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xvfb", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert "files: seed 7, read 3" in done.stdout, done.stdout + done.stderr
