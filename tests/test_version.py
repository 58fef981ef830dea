"""One version everywhere: of the package, of what to cite, of the list of changes."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[1]
WANTED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_the_package_and_what_to_cite_have_one_version():
    assert re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.M)[1] == WANTED
    assert version("pyramidion") == WANTED


def test_the_newest_changes_are_those_of_this_version():
    """Between versions they stand under "Unreleased"."""
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert heads[0] in (WANTED, "Unreleased")
    assert WANTED in heads
