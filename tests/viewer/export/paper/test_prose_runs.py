"""Markdown becomes runs and lists; what loads or links anything leaves its words."""

from viewer.export.paper.blocks import MOST, Listing, Paragraph, Run, blocks_of, runs_of


def test_styles_lists_and_code():
    text = "A **strong** and *slanted* `word`.\nGo on.\n\n1. One\n2. **Two**\n\n```\ncode\n```\n"
    paragraph, listing, code = blocks_of(text, "line", 2)
    assert paragraph == Paragraph(
        (
            Run("A "), Run("strong", "strong"), Run(" and "), Run("slanted", "emph"), Run(" "),
            Run("word", "code"), Run("."), Run(" "), Run("Go on."),
        ),
        "line",
        2,
    )  # fmt: skip
    assert listing == Listing(((Run("One"),), (Run("Two", "strong"),)), numbered=True)
    assert code.runs == (Run("code", "code"),)


def test_links_pictures_tables_and_tags_leave_words():
    assert "".join(run.text for run in runs_of("[here](http://x) ![alt](y.png) <b>z</b>")) == (
        "here alt <b>z</b>"
    )
    rows = blocks_of("| a | b |\n|---|---|\n| c | d |")
    assert ["".join(run.text for run in row.runs) for row in rows] == ["a | b", "c | d"]


def test_long_texts_are_cut():
    said = "".join(run.text for run in runs_of("x " * MOST))
    assert len(said) <= MOST + 2
    assert said.endswith("…")
