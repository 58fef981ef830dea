"""A window in which puzzles are made."""

import pytest
from composing import author_window, maker


@pytest.fixture
def window(shared_window):
    return author_window(shared_window)


@pytest.fixture
def make(window):
    return maker(window)
