"""What is said of a site while a move is half made, or waits to be confirmed."""

import pytest

from model.positions.setup import read_position
from viewer.picture.picking.click_meaning import why_not

PYRAOS = "pyraos:rules=standard WW1B,W1B1,2B1,B3/3,3,3/2,2/1 white"
PYRAMID = "pyramid 7,7,2W2W1,4B2,2W1W1B,7,7 white"


@pytest.mark.parametrize(
    ("text", "partial", "site", "words"),
    [
        # A sphere is taken back once.
        (PYRAOS, ("1c3", "1a1"), "1a1", "White takes back 1a1 and may take back one more"),
        (PYRAOS, ("1c3", "1a1"), "1c1", "White plays 1c3x1a1x1c1"),
        (PYRAOS, ("1c3",), "1c3", "White takes back 1c3 and may take back one more"),
        # A move that is whole has no third step: another site is another end.
        (PYRAMID, ("c3", "d3"), "d3", "c3 runs to d3"),
        (PYRAMID, ("c3", "d3"), "c2", "c3 runs to c2"),
    ],
)
def test_a_site_is_spoken_of_as_a_click_there_means_it(text, partial, site, words):
    assert why_not(read_position(text), partial, site) == words


def test_no_step_of_pyraos_takes_a_sphere_back_twice():
    steps = read_position(PYRAOS).steps(("1c3", "1a1", "1a1"))
    assert not steps.complete
    assert steps.move is None
    assert steps.message == "1a1 is taken back already"
