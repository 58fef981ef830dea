"""What `make docs` builds: every page has its place, and what the reference names is there."""

import re
from importlib import import_module
from pathlib import Path
from runpy import run_path

import pytest

pytestmark = pytest.mark.lint

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def test_every_page_has_a_place_and_no_place_is_empty():
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    placed = re.findall(r"- (\S+\.md)$", nav, re.MULTILINE)
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    made = run_path(str(DOCS / "notebook_page.py"))["PAGE"]
    assert sorted(placed) == sorted(there | {made})


def test_the_reference_names_modules_that_are_there():
    named = [
        name
        for page in (DOCS / "api").glob("*.md")
        for name in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(named) > 15
    for name in named:
        assert import_module(name).__doc__


def test_the_site_asks_no_other_host_for_anything():
    told = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "font: false" in told
    assert not re.findall(r"https?://", told)
