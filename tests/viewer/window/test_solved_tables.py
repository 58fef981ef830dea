"""The dialog of tables by real clicks: what it says beforehand, on the way and at the end."""

import sys
from pathlib import Path

import inner_tables
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.contract.tables import Header
from model.games.pyraos.table.state_index import INDEX_VERSION, state_index
from model.tablebase.table_file import write_table
from viewer.analysis import table_builds
from viewer.window.dialogs.solved_tables import duration

PROGRAM = Path(__file__).parents[2] / "support" / "table_program.py"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(begun, tmp_path, monkeypatch):
    folder = tmp_path / "tables"
    folder.mkdir()
    monkeypatch.setenv("PYRAMIDION_TABLES", str(folder))
    return begun("pyraos:rules=children 4,4,4,4/3,3,3/2,2/1 white")


def play(monkeypatch, trial):
    monkeypatch.setattr(table_builds, "PROGRAM", (sys.executable, str(PROGRAM), trial))


def opened(window, qtbot):
    window.perform("explain.tables")
    dialog = window.shell.auxiliary_windows.tables
    qtbot.waitUntil(lambda: dialog.selected is not None, timeout=30000)
    return dialog


def told(dialog):
    """What the line that is chosen says of its table."""
    return dialog.table.item(dialog.table.currentRow(), 1).text()


def click(button):
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)


@pytest.mark.check
def test_it_lists_the_rule_sets_and_a_build_survives_its_window(window, qtbot, monkeypatch):
    dialog = opened(window, qtbot)
    names = [dialog.table.item(row, 0).text() for row in range(dialog.table.rowCount())]
    assert names[dialog.table.currentRow()] == "Pyraos, children"
    assert "Pyramid Partition, 4, stacking" in names
    assert "Pyraos, standard, obliged" in names
    assert {dialog.table.item(row, 1).text() for row in range(len(names))} == {"not built"}
    for words in ("of memory", "of disk", "minutes on one core", "Free now"):
        assert words in dialog.needs.text()
    assert not dialog.verify_button.isEnabled()
    assert not dialog.remove_button.isEnabled()
    # A build tells how far it is, and survives its window.
    play(monkeypatch, "waits")
    click(dialog.build_button)
    qtbot.waitUntil(lambda: "distance 3" in dialog.doing.text(), timeout=20000)
    assert "30 seconds left" in dialog.doing.text()
    assert dialog.bar.value() == 750
    assert told(dialog) == "is being built"
    assert "75%" in dialog.doing.text()
    assert not dialog.needs.isVisible()
    click(dialog.pause_button)
    assert dialog.doing.text().startswith("Paused.")
    assert told(dialog) == "paused"
    assert dialog.pause_button.text() == "Go on"
    click(dialog.pause_button)
    click(dialog.close_button)
    assert not dialog.isVisible()
    dialog = opened(window, qtbot)
    assert "distance 3" in dialog.doing.text()
    click(dialog.stop_button)
    qtbot.waitUntil(lambda: "goes on from its last checkpoint" in dialog.said.text(), timeout=20000)
    qtbot.waitUntil(lambda: told(dialog) == "stopped partway", timeout=20000)
    assert dialog.build_button.text() == "Go on"
    monkeypatch.setattr(window.shell.ask, "remove", lambda text, _: "is built so far" in text)
    click(dialog.remove_button)
    qtbot.waitUntil(lambda: told(dialog) == "not built", timeout=20000)
    dialog.close()


ENDS = {
    "whole": "The table of Pyraos, children is built and checked.",
    "fails": "A build takes 6.9 GB on the disk and 1 MB are free.",
    "dies": "The process was ended from outside, perhaps for lack of memory.",
}

CHECKS = {
    "whole": "The table of Pyraos, standard is as it was written.",
    "fails": "Block 3 of the table is damaged.",
}


@pytest.mark.check
def test_each_end_is_one_sentence(window, qtbot, monkeypatch, tmp_path):
    dialog = opened(window, qtbot)
    for trial, sentence in ENDS.items():
        play(monkeypatch, trial)
        click(dialog.build_button)
        qtbot.waitUntil(lambda wanted=sentence: dialog.said.text() == wanted, timeout=20000)
        assert dialog.build_button.isVisible()
        assert not dialog.bar.isVisible()
    monkeypatch.undo()
    monkeypatch.setenv("PYRAMIDION_TABLES", str(tmp_path / "tables"))
    (tmp_path / "tables").rmdir()
    (tmp_path / "tables").write_text("in the way")
    click(dialog.build_button)
    qtbot.waitUntil(lambda: "cannot be used" in dialog.said.text(), timeout=30000)
    assert dialog.said.text().count(". ") == 0
    dialog.close()


def test_a_table_is_checked_with_its_progress_and_the_check_can_be_stopped(
    window, qtbot, monkeypatch, tmp_path
):
    inner_tables.shrink(monkeypatch.setattr)
    # Of another game than that on show, which would ask it.
    path = tmp_path / "tables" / "pyraos-standard-optional.table"
    rules = {"rules": "standard", "removal": "optional"}
    header = Header("pyraos", rules, INDEX_VERSION, True, state_index(3).states)
    write_table(path, header, lambda a, z: np.ones(z - a, np.uint8), lambda _: None)
    dialog = opened(window, qtbot)
    dialog.table.selectRow(dialog.table.currentRow() + 1)
    qtbot.waitUntil(lambda: dialog.verify_button.isEnabled(), timeout=20000)
    assert dialog.needs.text().startswith("It holds 24,635 positions. It is stored in ")
    play(monkeypatch, "waits")
    click(dialog.verify_button)
    qtbot.waitUntil(lambda: "block 3 of 4, 75%" in dialog.doing.text(), timeout=20000)
    assert "about 20 seconds left" in dialog.doing.text()
    assert told(dialog) == "is being checked"
    assert not dialog.pause_button.isVisible()
    click(dialog.stop_button)
    qtbot.waitUntil(lambda: dialog.said.text() == "Stopped.", timeout=20000)
    for trial, sentence in CHECKS.items():
        play(monkeypatch, trial)
        click(dialog.verify_button)
        qtbot.waitUntil(lambda wanted=sentence: dialog.said.text() == wanted, timeout=20000)
    dialog.close()


@pytest.mark.check
def test_a_damaged_table_is_named_and_can_be_removed(window, qtbot, monkeypatch, tmp_path):
    (tmp_path / "tables" / "pyraos-children.table").write_bytes(b"no table at all")
    dialog = opened(window, qtbot)
    qtbot.waitUntil(lambda: told(dialog) == "cannot be used", timeout=20000)
    assert "is not a table of Pyramidion. Building it takes " in dialog.needs.text()
    monkeypatch.setattr(window.shell.ask, "remove", lambda text, more: True)
    click(dialog.remove_button)
    qtbot.waitUntil(lambda: told(dialog) == "not built", timeout=20000)
    assert not (tmp_path / "tables" / "pyraos-children.table").exists()
    dialog.close()


def test_times_are_words() -> None:
    assert [duration(s) for s in (0.2, 40, 420, 7_200)] == [
        "1 second", "40 seconds", "7 minutes", "2 hours"
    ]  # fmt: skip
