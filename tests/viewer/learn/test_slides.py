"""Texts of steps as they are read without the marks of Markdown."""

import pytest

from viewer.learn.slides import plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("In the _children's game_ **only**.", "In the children's game only."),
        ("_All_ of *it*, `code` and __more__", "All of it, code and more"),
        ("snake_case_name stays, _so", "snake_case_name stays, _so"),
        ("(_one_), _two_.", "(one), two."),
        ("One\n\nTwo\nthree", "One\n\nTwo three"),
    ],
)
def test_marks_are_left_out_and_names_stay(text, plain):
    assert plain_text(text) == plain
