"""What the attacks share: a seed that can be chosen, what says what was done, windows, a page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from attack_summary import seed, tell  # noqa: F401 - fixtures
from canary import Canary
from page_browser import chromium, page_browser  # noqa: F401 - fixtures
from windows import home, nothing_fails, open_window  # noqa: F401 - fixtures


@pytest.fixture
def canary(tmp_path: Path, qapp: object) -> Iterator[Canary]:
    """A file that nobody may open."""
    (tmp_path / "canary").mkdir()
    made = Canary(tmp_path / "canary" / "canary.png")
    yield made
    made.close()
