"""Layout: at every size of window and text nothing is cut, overlaps, or is out of reach."""

import itertools

import pytest
from layout_stages import DIALOGS, PAGES, Walk
from layout_stages import SAMPLE as SAMPLED

from tests.support.soaking import counts

SIZES = ((1024, 700), (1440, 920), (1920, 1080), (3840, 2160))
TEXTS = (1.0, 2.0, 0.75, 1.3)
PALETTES = ("normal", "presentation")
EVERYTHING = tuple(itertools.product(SIZES, TEXTS, PALETTES))
SAMPLE = (((1024, 700), 1.0, "normal"), ((1440, 920), 2.0, "normal"))


@counts(len(SAMPLE), len(EVERYTHING))
@pytest.mark.parametrize("stages", [PAGES, DIALOGS], ids=["pages", "dialogs"])
def test_nothing_is_cut_or_out_of_reach(open_window, qapp, tell, stages, count):
    """One window goes through pages, docks, modes and dialogs, and changes its size in each."""
    walk = Walk(open_window(1024, 700), qapp)
    whole = count > len(SAMPLE)
    found = []
    for number, stage in enumerate(stages):
        if not whole and stage not in SAMPLED:
            continue
        walk.enter(stage)
        sample = SAMPLE[number % 2 :][:1]
        for size, text, palette in EVERYTHING if whole else sample:
            wrong = walk.at(size, text, palette)
            found += [f"{stage.__name__} {size} {text} {palette}: {one}" for one in wrong]
        walk.leave()
    walk.end()
    tell("layout", widgets=walk.looked_at, findings=len(found))
    assert not found, "\n".join(found)
    assert walk.looked_at > 300
