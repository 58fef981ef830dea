"""kill -9 of the real window: the last or last-but-one change is offered."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from journal_victim import digest
from soaking import blocks

from viewer.session.autosave.recovery import read, recoverable

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="kill -9 is not for Windows"),
    pytest.mark.check,
]

_VICTIM = """
import random, sys
from PySide6.QtCore import QTimer
import viewer.program.main_window
from journal_victim import digest
from soaking import blocks
from viewer.program import startup as start

log = open(sys.argv[1], "a", buffering=1)
rng = random.Random(int(sys.argv[2]))


class Busy(viewer.program.main_window.MainWindow):
    def __init__(self):
        super().__init__()
        self.session.subscribe(self.tell)
        self.busy = QTimer(self, interval=15)
        self.busy.timeout.connect(self.work)
        self.busy.start()

    def tell(self, change):
        if not change.document.is_placeholder and change.record:
            log.write(digest(change.document) + "\\n")

    def work(self):
        if self.session.is_empty:
            return
        position = self.session.position
        if position.legal_moves and rng.random() < 0.8:
            self.session.play(position.legal_moves.sample(rng))
        else:
            self.session.undo()


viewer.program.main_window.MainWindow = Busy
sys.exit(start.run("partition:size=6 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"))
"""


@blocks(few=1, all=6)
def test_a_killed_window_is_offered_up_to_the_last_change_but_one(tmp_path: Path, block: int):
    here = Path(__file__).parents[2] / "support"
    log = tmp_path / "log"
    log.touch()
    victim = subprocess.Popen(
        [sys.executable, "-c", _VICTIM, str(log), str(block)],
        env={
            **os.environ,
            "PYTHONPATH": f"{here.parents[1]}{os.pathsep}{here}",
            "PYRAMIDION_STATE": str(tmp_path),
            "PYRAMIDION_CONFIG": str(tmp_path),
        },
        stderr=subprocess.PIPE,
        text=True,
    )
    wanted = random.Random(block).randrange(3, 30)
    deadline = time.monotonic() + 60
    while log.read_text().count("\n") < wanted and victim.poll() is None:
        assert time.monotonic() < deadline, "the window never worked"
        time.sleep(0.005)
    victim.send_signal(signal.SIGKILL)
    _, said = victim.communicate()
    assert victim.returncode == -signal.SIGKILL, said
    told = log.read_text().splitlines()
    (offer,) = recoverable(tmp_path / "autosave")
    assert digest(read(offer.file)) in told[-2:]
