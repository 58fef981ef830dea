"""Letters that can be printed: what is left out, what is replaced, where long words part."""

import pytest

from viewer.export.paper.pdf_file import MOST_IN_NAME, parted, plain_letters, with_letters


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Größe, ♔ Привет", "Größe, ♔ Привет"),
        ("a\tb\nc\x00d\x7fe", "a b c d e"),
        ("a\u202eb\ufeffc", "abc"),
        ("a\ue000b\uffffc\u0378\ufdd0", "a\ue000bc\u0378"),
        ("\udc80", "?"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 3),
        ("soft\u00adly 👨\u200d👩", "soft\u00adly 👨\u200d👩"),
    ],
)
def test_text_is_cleaned(text, plain):
    assert plain_letters(text) == plain


def test_only_long_words_are_parted_and_at_commas_first():
    assert parted("a short text, and another one") == "a short text, and another one"
    assert parted("x" * 30) == "\u200b".join(("x" * 12, "x" * 12, "x" * 6))
    assert parted("3,2R1,BB/" * 4).split("\u200b")[:3] == ["3,", "2R1,", "BB/"]


def test_every_text_in_data_is_changed_and_names_are_short():
    data = {"type": "t", "title": "x" * 500, "blocks": [{"text": "y" * 500}], "n": 3, "no": None}
    changed = with_letters(data, str.upper)
    assert len(changed["title"]) == MOST_IN_NAME + 1
    assert changed["blocks"] == [{"text": "Y" * 500}]
    assert (changed["n"], changed["no"]) == (3, None)
