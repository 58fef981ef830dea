"""What `pyramidion bench engines` compares: our kernels and C play the same games."""

import os
import shutil
from collections.abc import Iterator
from functools import cache

import pytest

from benchmarks.engines import Loop, lanes_loop, loops, partition_loop, pyramid_loop
from benchmarks.native import Native
from benchmarks.programs import PEERS, Missing

pytestmark = pytest.mark.check

GAMES = 120
COUNT = 12
"""Of loops: those that the benchmark plays, and four of positions that are under way."""


@pytest.mark.sample(4)
@pytest.mark.skipif(
    not (os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")),
    reason="there is no C compiler",
)
@pytest.mark.parametrize("number", range(COUNT))
def test_c_plays_the_same_random_games(number: int) -> None:
    loop = all_loops()[number]
    native = Native(loop.source, loop.tables)
    native.start(["1", str(GAMES), *loop.arguments])
    counted, seconds = native.count()
    again, _ = native.count()
    native.close()
    assert counted == again == loop.play(1, GAMES), loop.what
    assert seconds > 0


@cache
def all_loops() -> tuple[Loop, ...]:
    """Return all that is compared; making it loads kernels, for which collecting must not wait."""
    return (*loops(), *_under_way())


def _under_way() -> Iterator[Loop]:
    yield pyramid_loop("Pyramid, decided", "pyramid W2W3,2B4,2WW3,3B3,2B1W2,5B1,B2B2B white", 1)
    text = "pyramid WW1W1WW,2B1B2,2WBW2,1BWBW2,2B1W2,W4B1,B2BB1B black"
    yield pyramid_loop("Pyramid, smashes", text, 1)
    text = "R5,1B4,2R3,3B2,4R1,5B/5,1R3,2B2,3R1,5/4,4,4,4/3,3,3/2,2/1 red"
    yield partition_loop("Partition, under way", f"partition:size=6,rules=free {text}", 1)
    text = "partition:size=6,rules=stacking RB4,1R4,6,6,6,5B/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
    yield lanes_loop("Partition, 64 at once, stacking under way", text, 1)


def test_without_a_compiler_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Missing, match="no C compiler is found: install gcc"):
        Native("partition_games.c", {})


def test_each_program_in_c_has_its_loop() -> None:
    games = {path.name for path in PEERS.glob("*_games.c")}
    assert games == {loop.source for loop in loops()}
    assert len(all_loops()) == COUNT
