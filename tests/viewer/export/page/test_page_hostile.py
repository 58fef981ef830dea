"""Hostile texts in a page: in every field, in its address, and pasted into Explore."""

import itertools
import json

import msgspec
import pytest
from mixed_page import mixed_page
from page_browser import NO_WEBGL
from page_walker import data_of

from viewer.export.page.page_content import page

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.check]
MARKUP = (
    "<img src=x onerror=hit=1>",
    "</script><script>hit=1</script>",
    "<svg/onload=hit=1>]]><!--",
    '"onfocus="hit=1" autofocus="',
    "javascript:hit=1",
    "${hit=1}{{data}}{{title}}",
    "\u202egnp.x\u2028\u2029\u0000\ufeff",
    "w" * 20_000,
)
TEXTS = {
    "title", "author", "comment", "label", "outcome", "text", "said", "task", "grade", "hint",
    "hints", "solution", "otherwise", "wrong", "goal", "designer", "credits", "course",
}  # fmt: skip
"""Fields that hold what people have written, or sentences that may quote it."""
TABS = ("Text", "Why", "Maps", "View", "More")


def spoilt(value, texts, key=""):
    """The same data with markup in every text that somebody may have written."""
    if isinstance(value, dict):
        return {name: spoilt(one, texts, name) for name, one in value.items()}
    if isinstance(value, list):
        return [spoilt(one, texts, key) for one in value]
    return f"{next(texts)} {value}" if isinstance(value, str) and key in TEXTS else value


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    data = spoilt(data_of(mixed_page(folder / "good.html")), itertools.cycle(MARKUP))
    path = folder / "page.html"
    path.write_bytes(page(msgspec.json.encode(data), MARKUP[1]))
    assert json.dumps(data).count("onerror") > 3
    return path


def harmless(browser):
    assert browser.run("return [typeof hit, document.images.length]") == ["undefined", 0]
    assert browser.run("return document.querySelectorAll('script:not([id])').length") == 1
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0
    browser.check()


def test_texts_of_authors_stay_texts(page_browser, hostile):
    page_browser.open(hostile, size=(360, 740))
    for item in range(3):
        page_browser.click("#tab-More")
        page_browser.run(f"document.querySelector('[data-key=\"item {item}\"]').click()")
        for tab in TABS:
            page_browser.click(f"#tab-{tab}")
        for button in ("hint", "next", "option 0"):
            page_browser.run(f"document.querySelector('[data-key=\"{button}\"]')?.click()")
        harmless(page_browser)
    page_browser.keys("?")
    assert "onerror" in page_browser.run("return document.body.innerText")
    harmless(page_browser)


@pytest.mark.parametrize("text", [*MARKUP[:4], "%00%ff", "partition:size=99,rules=free 1/1 red"])
def test_an_address_and_a_pasted_text_do_nothing(page_browser, hostile, text):
    with page_browser.beforehand(NO_WEBGL):
        page_browser.open(hostile, fragment=text)
        page_browser.find("#panel-Text")
        harmless(page_browser)
