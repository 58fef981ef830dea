"""What `pyramidion bench engines` compares: our search looks at the same positions as C's."""

import os
import shutil

import pytest

from benchmarks.looking_ahead import Search, pyramid_search, pyraos_search, searches
from benchmarks.native import Native
from benchmarks.programs import PEERS

pytestmark = pytest.mark.check

SEARCHES = [
    *searches(),
    pyramid_search("smashes", "pyramid WW1W1WW,2B1B2,2WBW2,1BWBW2,2B1W2,W4B1,B2BB1B black", 4),
    pyramid_search("nearly held", "pyramid 3W3,2W4,3W1W1,3B3,2B1B2,7,3B3 black", 4),
    pyraos_search("lines", "pyraos:rules=alternate WWW1,BBWB,WBBW,WBWB/3,WW1,3/2,2/1 white", 3),
    pyraos_search("children", "pyraos:rules=children WWW1,BBWB,WBBW,WBWB/3,WW1,3/2,2/1 black", 3),
]
DEEP = 3


@pytest.mark.sample(2)
@pytest.mark.skipif(
    not (os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")),
    reason="there is no C compiler",
)
@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.what)
def test_c_looks_at_the_same_positions_and_finds_the_same_value(search: Search) -> None:
    native = Native(search.source, search.tables)
    for depth in range(1, DEEP + 1):
        native.start(search.arguments(depth))
        counted, seconds = native.count()
        again, _ = native.count()
        assert counted == again == search.look(depth)
        assert counted >> 20 > depth
        assert seconds > 0
    native.close()


def test_each_program_in_c_has_its_search() -> None:
    assert {path.name for path in PEERS.glob("*_ahead.c")} == {s.source for s in searches()}
