"""The browser of the tests: it opens a page, and notices what pages must not do."""

import json

import pytest

from viewer.export.page.page_content import page

pytestmark = [pytest.mark.process, pytest.mark.slow]
BARE = (
    '<!doctype html><meta name="viewport" content="width=device-width">'
    '<link rel="icon" href="data:,"><p>Here</p>'
)


@pytest.mark.check
def test_a_page_that_is_damaged_says_so_and_nothing_else(page_browser, tmp_path):
    path = tmp_path / "page.html"
    data = page(json.dumps({}).encode(), "A title")
    start = data.index(b'id="data">') + len(b'id="data">')
    end = data.index(b"<", start)
    path.write_bytes(data[:start] + b"AAAA" + data[end:])
    page_browser.open(path, draws=True)
    said = page_browser.run("return document.querySelector('main').textContent")
    assert said == "This page is damaged: please ask for the file again."


@pytest.mark.check
@pytest.mark.parametrize(
    ("script", "seen"),
    [
        ("console.warn('oh')", "the page told"),
        ("fetch('http://127.0.0.1:9/x').catch(() => 0)", "the page asked for|the page told"),
        ("new Image().src = 'other.png'", "the page asked for|the page told"),
    ],
)
def test_what_a_page_tells_and_asks_for_is_noticed(page_browser, tmp_path, script, seen):
    path = tmp_path / "page.html"
    path.write_text(f"{BARE}<script>{script}</script>")
    page_browser.open(path, draws=True)
    page_browser.wait("return document.readyState == 'complete'")
    with pytest.raises(AssertionError, match=seen):
        page_browser.check()
    page_browser.said.clear()
    page_browser.asked.clear()
