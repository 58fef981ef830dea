"""The longest game there is: all 42,925 plies of size 50 in under 1 GB.

`make check` plays a shorter one here, and the longest in a session (`test_long_session.py`).
"""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.check

SCRIPT = """
import resource, sys
from pathlib import Path
import numpy as np
from model.records.files import Contents, load, save
from model.games.partition.kind import KIND
from model.records import record as records
from model.records.record import PositionCache

game = KIND.game(int(sys.argv[2]), "free")
board = game.board
# Red fills the south and blue the north, the apex last: two base corners each until then.
order = np.lexsort((board.layers["file"], board.layers["rank"]))
order = order[order != board.corners["apex"]]
red, blue = order[: len(order) // 2], order[len(order) // 2 :]
sites = [s for pair in zip(red, blue, strict=True) for s in pair] + [board.corners["apex"]]
record, node = records.new_record(str(game.start())), 0
for site in sites:
    record, node = records.play(record, node, board.names[site])
assert len(record) == len(board)
cache = PositionCache()
assert cache.position(record, node).outcome.winner == "red"
before, parent = records.delete(record, node)  # the last edit undone: its record and its node
assert cache.position(before, parent).to_move == "red"
save(sys.argv[1], Contents(record, node))
loaded = load(sys.argv[1])
assert loaded.record == record
assert loaded.node == node
position = PositionCache().position(loaded.record, parent)
assert position.outcome is None and position.legal_moves.count() == 1
# Linux counts in the peak of the process this one was forked from, save here.
status = Path("/proc/self/status")
text = status.read_text() if status.exists() else ""
line = [row for row in text.splitlines() if row.startswith("VmHWM")]
print(line[0].split()[1] if line else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [21, pytest.param(50, marks=pytest.mark.soak)])
def test_the_longest_game_is_kept_and_undone_in_under_a_gigabyte(size, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "long.pyramidion"), str(size)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kilobytes = int(done.stdout)
    if sys.platform == "darwin":
        kilobytes //= 1024
    assert kilobytes < 1 << 20
