"""Thousands of files that a stranger could send: each is read or refused in one sentence.

Every file that can be read is also analysed, composed into a picture, checked, solved for a moment,
written and read again, and edited; one in fifty is really drawn, and some are opened in the window
(`test_strangers_in_window`).
"""

from pathlib import Path
from random import Random

import fuzz_files
from canary import Canary
from fuzz_trial import Trial, kept
from soaking import counts

DRAWN = 50
"""One in so many is really drawn."""


@counts(80, 10_000)
def test_a_file_does_no_harm(
    count: int, seed: int, tell, tmp_path: Path, canary: Canary, cairns: object
) -> None:
    (tmp_path / "it").mkdir()
    trial = Trial(tmp_path / "it")
    trial.warm_up()
    for index in range(count):
        file = fuzz_files.fuzzed(seed, index, canary.forms())
        with kept(tmp_path / f"{seed}-{index}.pyramidion", file.data, *file.changes):
            trial.file(file.data, Random(index), draws=index % DRAWN == 0)
            assert not canary.was_opened, "a file was opened that nobody may open"
    trial.close()
    assert trial.loaded > count // 4, "the fuzzer does not reach far"
    tell("files", tried=count, read=trial.loaded, refused=trial.refused, drawn=trial.drawn)
