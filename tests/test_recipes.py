"""What docs/design.md says of the commonest changes holds of all that is there."""

import re
from pathlib import Path

import pytest

from model.records.view import View
from viewer.visuals import overlay_types
from viewer.visuals.overlay_types import Arrow, Lit, Numbers, Overlay, Sign, SiteList

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[1]
OVERLAYS = [*Overlay.__subclasses__(), *SiteList.__subclasses__()]
OVERLAYS.remove(SiteList)  # what several are made from


def words_of(pattern):
    """All names in the files that a pattern matches."""
    texts = [path.read_text(encoding="utf-8") for path in ROOT.glob(pattern)]
    assert texts, pattern
    return set(re.findall(r"\w+", " ".join(texts)))


@pytest.mark.parametrize("field", View.__struct_fields__)
@pytest.mark.parametrize(
    "pattern",
    [
        "docs/file-format.md",
        "viewer/picture/visibility/view_edits.py",
        "viewer/export/page/web/src/format.ts",
    ],
)
def test_a_field_of_a_view_is_in_its_places(field, pattern):
    assert field in words_of(pattern)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_an_overlay_is_drawn_in_the_scene_and_on_maps(overlay):
    assert overlay.__module__ == overlay_types.__name__
    assert overlay.__name__ in words_of("viewer/scene/props/*.py")
    assert overlay.__name__ in words_of("viewer/picture/flat/*.py")


def test_the_maps_dock_shows_all_overlays_but_these():
    left_out = {overlay for overlay in OVERLAYS if not overlay.on_maps}
    assert left_out == {Arrow, Lit, Numbers, Sign}
