"""Tables are built, stopped, killed and gone on with; what is in the way is told in a sentence."""

import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import inner_tables
import pytest

from model.contract.tables import BuildCancelled, BuildPlan, TableError
from model.games.pyraos.kind import KIND
from model.games.pyraos.table import retrograde
from model.tablebase import building
from model.tablebase.table_file import TableFile, values_of

Usage = namedtuple("Usage", "total used free")

# What builds a table takes most of a minute to compile, and nothing else needs it.
pytestmark = [pytest.mark.process, pytest.mark.check]

SCRIPT = Path(inner_tables.__file__)


@pytest.fixture(autouse=True)
def _inner(monkeypatch):
    inner_tables.shrink(monkeypatch.setattr)


def checksum(path):
    file = TableFile(path)
    list(file.check())
    return file.header.checksum


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.slow
def test_a_build_tells_its_stages_and_leaves_the_table_alone(tmp_path):
    stages = inner_tables.build(tmp_path / "a.table")
    assert list(dict.fromkeys(stage.name for stage in stages)) == [
        "counting", "solving", "checking", "writing"
    ]  # fmt: skip
    assert all(0 <= stage.done <= stage.total for stage in stages)
    assert names(tmp_path) == ["a.table"]
    header = TableFile(tmp_path / "a.table").header
    assert header.game == "pyraos"
    assert header.options == {"rules": "standard", "removal": "optional"}
    assert header.figures["root"] == 15
    assert header.figures["draws"] == 0


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("rules", ["children", "alternate"])
def test_killed_at_any_moment_and_gone_on_with_it_has_the_same_checksum(tmp_path, rules):
    wanted = tmp_path / "whole.table"
    inner_tables.build(wanted, rules)
    path = tmp_path / "killed.table"
    command = [sys.executable, str(SCRIPT), str(path), rules]
    for lines in (5, 9):
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            for _ in range(lines):
                assert process.stdout.readline()
                process.stdin.write("\n")
                process.stdin.flush()
            process.stdout.readline()
            process.kill()
    assert path.with_suffix(".checkpoint").exists()
    stages = inner_tables.build(path, rules)
    assert [s.name for s in stages[:2]] == ["reading", "solving"], "it did not begin again"
    assert checksum(path) == checksum(wanted)
    assert names(tmp_path) == ["killed.table", "whole.table"]


def test_what_is_cancelled_goes_on_at_its_checkpoint(tmp_path):
    calls = 0

    def control():
        nonlocal calls
        calls += 1
        if calls == 300:
            raise BuildCancelled

    with pytest.raises(BuildCancelled):
        inner_tables.build(tmp_path / "a.table", control=control, every=0.0)
    assert names(tmp_path) == ["a.checkpoint"]
    stages = inner_tables.build(tmp_path / "a.table")
    assert [s.name for s in stages[:2]] == ["reading", "solving"]
    inner_tables.build(tmp_path / "b.table")
    assert checksum(tmp_path / "a.table") == checksum(tmp_path / "b.table")


@pytest.mark.slow
def test_a_table_that_is_being_built_is_not_built_a_second_time(tmp_path):
    command = [sys.executable, str(SCRIPT), str(tmp_path / "a.table"), "children"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline()
        with pytest.raises(TableError, match=r"a\.table is being built already"):
            inner_tables.build(tmp_path / "a.table", "children")
        process.kill()
    inner_tables.build(tmp_path / "a.table", "children")
    assert names(tmp_path) == ["a.table"]


def test_a_checkpoint_of_other_rules_is_not_gone_on_with(tmp_path):
    with pytest.raises(BuildCancelled):
        inner_tables.build(tmp_path / "a.table", "alternate", control=_stop_at(300), every=0.0)
    stages = inner_tables.build(tmp_path / "a.table", "standard")
    assert [s.name for s in stages[:2]] == ["reading", "counting"]


def _stop_at(number):
    calls = iter(range(number))

    def control():
        if next(calls, None) is None:
            raise BuildCancelled

    return control


def test_the_smaller_mode_builds_the_same_table_from_files(tmp_path, monkeypatch):
    inner_tables.build(tmp_path / "a.table")
    monkeypatch.setattr(building, "free_memory", lambda: 2_000_000_000)
    monkeypatch.setattr(retrograde, "BESIDE", 3_000_000_000)
    monkeypatch.setattr(inner_tables.making, "BESIDE", 3_000_000_000)
    inner_tables.build(tmp_path / "b.table", memory=2_000_000_000)
    assert checksum(tmp_path / "b.table") == checksum(tmp_path / "a.table")
    assert names(tmp_path) == ["a.table", "b.table"]


def test_values_alone_are_smaller_and_the_same(tmp_path):
    inner_tables.build(tmp_path / "a.table")
    inner_tables.build(tmp_path / "b.table", distances=False)
    whole, values = TableFile(tmp_path / "a.table"), TableFile(tmp_path / "b.table")
    assert (values.all_codes() == values_of(whole.all_codes())).all()


def test_too_little_memory_or_disk_is_told_before_anything_is_done(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "free_memory", lambda: 100_000_000)
    with pytest.raises(TableError, match=r"a build takes .* of memory and 100 MB are free"):
        inner_tables.build(tmp_path / "a.table")
    monkeypatch.setattr(building, "free_memory", lambda: None)
    monkeypatch.setattr(building.shutil, "disk_usage", lambda folder: Usage(9, 9, 1_000_000))
    with pytest.raises(TableError, match=r"takes 1\.\d GB on the disk and .* has 1 MB free"):
        inner_tables.build(tmp_path / "a.table")
    with pytest.raises(TableError, match=r"1\.0 GB of memory is too little"):
        inner_tables.build(tmp_path / "a.table", memory=1_000_000_000)
    assert names(tmp_path) == []


def test_needs_of_the_whole_game_fit_what_was_measured(monkeypatch):
    monkeypatch.undo()
    game = KIND.configure({"rules": "standard"})
    needs = KIND.tables.needs(game, BuildPlan(Path("a.table"), 16_000_000_000))
    assert 4.5e9 < needs.memory_bytes < 5.5e9
    smaller = KIND.tables.needs(game, BuildPlan(Path("a.table"), 3_000_000_000))
    assert smaller.memory_bytes <= 3e9
    assert smaller.disk_bytes > needs.disk_bytes


def test_what_is_no_game_of_ours_has_no_table(tmp_path):
    with pytest.raises(TableError, match="not a game of Pyraos"):
        list(KIND.tables.build(object(), BuildPlan(tmp_path / "a.table"), lambda: None))
