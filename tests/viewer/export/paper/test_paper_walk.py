"""Every shipped example, course and collection, printed and read."""

import pytest
from printed_pages import alternatives_of, checked, faults_of, fonts_of
from shipped import EXAMPLES, LESSONS, PUZZLES

from model.records import files
from viewer.export.items import items_of

FEW = ("24-pyramid-ball-an-interception",)
SHIPPED = [*sorted(EXAMPLES.glob("*.pyramidion")), *LESSONS, *PUZZLES]


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, id=path.stem, marks=pytest.mark.check if path.stem in FEW else pytest.mark.soak
        )
        for path in SHIPPED
    ],
)
def test_what_ships_is_printed(paper, path):
    ways = ({}, {"ink": "grey", "paper": "letter", "per_page": 6, "every": 5}, {"plan": True})
    for wanted in ways if path.parent.name != EXAMPLES.name else ways[:2]:
        out = paper(*items_of(files.load_any(path), path.stem), **wanted)
        checked(out)
        assert faults_of(out) == []
        assert "" not in alternatives_of(out)
        assert all(embedded and copied for _, embedded, copied in fonts_of(out))
