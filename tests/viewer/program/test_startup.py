"""What is done before the window opens."""

import linecache
import sys

import pytest

from viewer.program import startup


@pytest.mark.parametrize("unread", [False, True])
def test_pyside_reads_no_sources(qapp, tmp_path, monkeypatch, unread):
    feature = sys.modules["shibokensupport.feature"]
    monkeypatch.setattr(feature, "_mod_uses_pyside", feature._mod_uses_pyside)  # put back later
    if unread:
        startup.leave_sources_unread()
    source = tmp_path / f"imported_{unread}.py"
    source.write_text("NOTHING = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__(source.stem)  # importlib would not ask PySide
    assert (str(source) in linecache.cache) is not unread
