"""The fuzzers: the same bytes each time, every change used, and much that can be read."""

from collections import Counter
from pathlib import Path
from time import sleep

import fuzz_corpus
import fuzz_files
import fuzz_journals
import fuzz_lines
import pytest
from fuzz_files import BYTES, WILD
from gentle_changes import GENTLE
from watchdog import GrowthError, HangError, within

from model.records.files import FileError, parse_any

SOME = 300


def test_a_file_is_the_same_each_time():
    for index in (0, 7, 1234):
        assert fuzz_files.fuzzed(1, index) == fuzz_files.fuzzed(1, index)
        assert fuzz_files.fuzzed(1, index) != fuzz_files.fuzzed(2, index)
        assert fuzz_journals.fuzzed_journal(1, index) == fuzz_journals.fuzzed_journal(1, index)


def test_all_kinds_grow_all_changes_are_used_and_a_third_can_be_read():
    kinds = {fuzz_corpus.tree(number)["kind"] for number in range(fuzz_corpus.corpus())}
    assert kinds == {"game", "puzzle", "lesson", "collection"}
    used: Counter[str] = Counter()
    read = 0
    for index in range(SOME):
        file = fuzz_files.fuzzed(1, index)
        used.update(file.changes)
        try:
            parse_any(file.data, "it")
            read += 1
        except FileError:
            pass
    assert read > SOME // 3
    every = {**GENTLE, **WILD, **BYTES}
    assert set(used) == set(every)


def test_all_changes_of_journals_are_used():
    used = {name for index in range(300) for name in fuzz_journals.fuzzed_journal(1, index).changes}
    assert used == {*fuzz_journals.CHANGES, "torn"}


def test_a_command_line_is_the_same_each_time_and_every_command_is_used(tmp_path: Path):
    place = fuzz_lines.Place(tmp_path, 1)
    lines = [fuzz_lines.fuzzed_line(1, index, place) for index in range(300)]
    assert lines == [fuzz_lines.fuzzed_line(1, index, place) for index in range(300)]
    assert {line.words[0] for line in lines if line.words} >= set(fuzz_lines.COMMANDS)
    assert place.contents() == place.before


def test_the_watchdog_barks():
    with pytest.raises(HangError), within(0.2):
        sleep(5)
    with pytest.raises(GrowthError), within(20, memory=30 << 20):
        assert len(b"x" * (400 << 20))
    with within(20):
        pass
