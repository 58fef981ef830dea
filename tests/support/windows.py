"""Fixtures: real windows, in folders of their own. A conftest takes them over by importing them."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import QEvent


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Folders of their own for preferences, journal and recent files; the scene is an image."""
    monkeypatch.setenv("PYRAMIDION_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PYRAMIDION_SCENE", os.environ.get("PYRAMIDION_SCENE", "image"))
    return tmp_path


@pytest.fixture
def open_window(home, qapp, caplog):
    """What opens a window of a size, with preferences; it is closed afterwards.

    A listener that fails is logged and the others go on: here it is a failure.
    """
    # Not before a test wants a window: the scenes above need neither docks nor commands.
    from viewer.program.main_window import MainWindow
    from viewer.session.preferences import Preferences
    from viewer.window import application
    from viewer.window.garbage import collect_in_interface_thread

    collect_in_interface_thread(qapp)
    opened = []

    def open_one(width=1200, height=800, **preferences):
        chosen = Preferences(effects="reduced", **preferences)
        application.dress(qapp, chosen)
        made = MainWindow(chosen=chosen)
        made.resize(width, height)
        made.show()
        opened.append((made, chosen))
        return made

    yield open_one
    for made, chosen in opened:
        made.close_window()
        qapp.processEvents()
        made.deleteLater()
        # The event loop of a test never ends, so what is to be deleted later has to be told: else
        # every window of a run stays, and each that is opened is dressed together with all others.
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        application.dress(qapp, chosen)
    wrong = [record for record in caplog.get_records("call") if record.levelname == "ERROR"]
    assert not wrong, [record.getMessage() for record in wrong]
