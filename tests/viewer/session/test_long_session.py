"""The longest game in a session with its journal: 42,925 plies in under 1 GB."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.check

_BEGIN = """
import resource, sys
from pathlib import Path
import numpy as np
from model.records.files import Contents, save
from model.records import record as records
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import read
from viewer.session.session import Session

folder = Path(sys.argv[1])
session = Session()
journal = Journal(session, folder / "autosave")
session.new(options={"size": "50"})
board = session.position.game.board
# Red fills the south and blue the north, the apex last: two base corners each until then.
order = np.lexsort((board.layers["file"], board.layers["rank"]))
order = order[order != board.corners["apex"]]
red, blue = order[: len(order) // 2], order[len(order) // 2 :]
sites = [s for pair in zip(red, blue, strict=True) for s in pair] + [board.corners["apex"]]
moves = [board.names[site] for site in sites]
"""

_OPEN = """
record, node = records.new_record(session.document.record.start), 0
for move in moves[:-1]:
    record, node = records.play(record, node, move)
save(folder / "long.pyramidion", Contents(record, node))
session.open(folder / "long.pyramidion")
session.play(moves[-1])
"""

_PLAY = """
for move in moves:
    session.play(move)
"""

_END = """
assert session.ply == 42925
assert session.position.outcome is not None
assert session.undo()
assert session.position.outcome is None and session.position.legal_moves.count() == 1
assert session.redo()
session.comment("the end")
journal.flush()
(file,) = journal.folder.glob(f"{session.document.key}.journal")
assert read(file).record == session.document.record
for walk in (session.first, session.forward, session.last, session.back, session.look_back):
    assert walk()
session.save_as(folder / "again.pyramidion")
# Linux counts in the peak of the process this one was forked from, save here.
status = Path("/proc/self/status")
text = status.read_text() if status.exists() else ""
line = [row for row in text.splitlines() if row.startswith("VmHWM")]
print(line[0].split()[1] if line else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.soak
@pytest.mark.parametrize(
    "script",
    [
        pytest.param(_BEGIN + _OPEN + _END, id="opened"),
        pytest.param(_BEGIN + _PLAY + _END, id="played", marks=pytest.mark.soak),
    ],
)
def test_the_longest_game_is_edited_and_undone_in_under_a_gigabyte(script: str, tmp_path: Path):
    pytest.importorskip("resource")
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert done.returncode == 0, done.stderr
    kilobytes = int(done.stdout) // (1024 if sys.platform == "darwin" else 1)
    assert kilobytes < 1 << 20


def test_the_session_knows_neither_qt_nor_vtk():
    script = (
        "import sys, viewer.session.autosave.recovery, viewer.session.session\n"
        "print([m for m in ('PySide6', 'vtkmodules', 'pyvista') if m in sys.modules])"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert done.stdout == "[]\n"
