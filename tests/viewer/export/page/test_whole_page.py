"""The page as a file: what its browser may do, and that its build is that of its sources."""

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path

import page_built

from viewer.export.page.page_content import page
from viewer.games.registry import game_view_named

WEB = Path(__file__).parents[4] / "viewer" / "export" / "page" / "web"
HOSTILE = "</title><script>alert(1)</script>{{script}}"


def test_data_and_title_come_back_as_they_were():
    text = page(json.dumps({"title": HOSTILE}).encode(), HOSTILE).decode()
    packed = text.partition('id="data">')[2].partition("<")[0]
    assert json.loads(zlib.decompress(base64.b64decode(packed)))["title"] == HOSTILE
    assert "alert(1)</script>" not in text
    assert "{{" not in text.partition("<style>")[0].replace("{{script}}", "")


def test_a_browser_runs_nothing_but_the_one_script_by_its_hash():
    text = page(b"{}", "x").decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none'; ")
    for element, kind in (("script", "script-src"), ("style", "style-src")):
        (content,) = re.findall(rf"<{element}>(.*?)</{element}>", text, re.S)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy


def test_the_page_is_built_from_its_sources(monkeypatch, tmp_path):
    assert page_built.fault() == ""
    older = tmp_path / "page.html"
    older.write_text("<!-- sources 0 -->\n<!doctype html>\n")
    monkeypatch.setattr(page_built, "BUILT", older)
    assert "make page" in page_built.fault()


def test_a_game_that_is_explored_says_how_it_is_won_as_the_window_does():
    text = page(b"{}", "x").decode()
    for game in ("partition", "poly-y"):
        assert game_view_named(game).how_to_win in text
