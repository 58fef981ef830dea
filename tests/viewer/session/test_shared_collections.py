"""Collections that somebody else changes meanwhile: nothing is written over that was not read."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from model.records import files
from model.records.files import Collection, FileError
from model.records.lesson import Lesson
from model.records.record import set_lesson
from viewer.panels.collection_panel import picture_of
from viewer.session import collections
from viewer.session.files import state_files
from viewer.session.progress import progress
from viewer.session.session import Session, SessionError

PUZZLES = Path(__file__).parents[3] / "examples" / "puzzles" / "partition-puzzles.pyramidion"


@pytest.fixture
def path(tmp_path):
    held = files.load_any(PUZZLES)
    path = tmp_path / "shared.pyramidion"
    files.save_collection(path, Collection("Shared", "", held.items[:4], {"of": "another"}))
    return path


def titles(path):
    return [item.record.headers["title"] for item in files.load_any(path).items]


def edited(path, number, text="Mine"):
    session = Session()
    session.open(path, number)
    session.head("title", text)
    return session


def change(path, items):
    files.save_collection(path, replace(files.load_any(path), items=tuple(items)))


def test_other_items_and_what_other_programs_keep_stay_letter_by_letter(path):
    text = path.read_text()
    words = "\n  {} ".join(text.split("{}"))  # as another program might lay it out
    path.write_text(words)
    before = json.loads(words)["items"]
    edited(path, 1).save()
    after = json.loads(path.read_text())["items"]
    assert [after[k] for k in (0, 2, 3)] == [before[k] for k in (0, 2, 3)]
    assert json.loads(path.read_text())["extra"] == {"of": "another"}


def test_an_item_is_found_where_it_went(path):
    names, held = titles(path), files.load_any(path).items
    session = edited(path, 1)
    change(path, held[1:])
    session.save()
    assert session.document.item == 0
    assert not session.document.edited
    assert titles(path) == ["Mine", *names[2:]]


def test_an_item_that_was_taken_out_is_not_written_over_another(path):
    held = files.load_any(path).items
    session = edited(path, 1)
    change(path, (held[0], *held[2:]))
    before = path.read_bytes()
    with pytest.raises(SessionError, match="changed meanwhile"):
        session.save()
    assert path.read_bytes() == before
    assert session.document.edited
    session.save_as(path.with_name("own.pyramidion"))
    assert not session.document.edited


def test_an_item_that_somebody_else_changed_stays_theirs(path):
    session, other = edited(path, 2), edited(path, 2, "Theirs")
    other.save()
    with pytest.raises(SessionError, match="changed meanwhile"):
        session.save()
    assert titles(path)[2] == "Theirs"


def test_what_a_crash_left_is_not_written_over_another_item(path):
    held = files.load_any(path).items
    session = edited(path, 1, held[1].record.headers["title"] + "!")
    session.adopt(replace(session.document, saved=None))  # as recovered
    change(path, (held[0], *held[2:]))
    before = path.read_bytes()
    with pytest.raises(SessionError, match="changed meanwhile"):
        session.save()
    assert path.read_bytes() == before
    change(path, held)
    session.save()
    assert titles(path)[1].endswith("!")


def test_two_items_of_one_file_are_both_kept(path):
    session = edited(path, 0, "First")
    session.open(path, 3)
    session.head("title", "Last")
    session.save()
    session.activate(0)
    session.save()
    assert titles(path)[::3] == ["First", "Last"]


def test_a_file_that_is_no_collection_any_more_is_kept(path):
    session = edited(path, 0)
    files.save(path, files.load_any(path).items[1])
    before = path.read_bytes()
    with pytest.raises(SessionError, match="no longer a collection"):
        session.save()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("title", "shown"), [("Mine", "Mine"), ("M" * 201, "M" * 200), ("", "shared 2")]
)
def test_an_item_is_called_by_its_title_or_its_number(path, title, shown):
    session = edited(path, 1, title)
    session.save()
    assert session.document.title == shown
    assert Session().open(path, 1).title == shown


def test_items_are_moved_and_taken_out_only_as_they_were_shown(path):
    names, held = titles(path), files.load_any(path).items
    change(path, held[1:])
    for act in (
        lambda: collections.remove(Session(), path, 0, held[0].record),
        lambda: collections.move(Session(), path, 0, 1, held[0].record),
        lambda: collections.remove(Session(), path, 9, held[0].record),
        lambda: collections.move(Session(), path, 0, -1, held[1].record),
    ):
        with pytest.raises(SessionError):
            act()
    assert titles(path) == names[1:]
    collections.remove(Session(), path, 0, held[1].record)
    assert titles(path) == names[2:]


def test_one_item_is_read_where_another_is_broken(path):
    broken = json.loads(path.read_text())
    broken["items"][3]["position"] = "nothing"
    path.write_text(json.dumps(broken))
    assert files.load_item(path, 0).record.puzzle is not None
    assert files.count_items(path) == 4
    with pytest.raises(FileError, match=r"items\[3\]"):
        files.load_item(path, 3)
    with pytest.raises(FileError, match=r"items\[3\]"):
        files.load_any(path)


def test_progress_is_read_once_for_a_long_list(path, monkeypatch, tmp_path):
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))
    entries = collections.entries(path)[2]
    assert not any(collections.is_done(entry) for entry in entries)
    progress.keep(path, entries[2].record, frozenset({progress.SOLVED}))
    reads = []
    read = state_files.open_regular
    monkeypatch.setattr(state_files, "open_regular", lambda path: reads.append(path) or read(path))
    assert [collections.is_done(entry) for entry in entries] == [False, False, True, False]
    assert len(reads) == 1


def test_a_lesson_without_steps_has_a_picture(path, qapp):
    held = files.load_any(path).items[0]
    record = set_lesson(replace(held.record, puzzle=None), Lesson())
    entry = collections.entry_of(path, 0, files.Contents(record, kind="lesson"))
    assert collections.shown_position(entry) is not None
    assert picture_of(entry, QSize(72, 54), 1.0) is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_in_a_folder_is_one_line_that_cannot_be_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.pyramidion")
    (unread,) = collections.entries(tmp_path)[2]
    entry = collections.read_entry(unread)
    assert (entry.kind, entry.line) == ("", "is a pipe, not a file")
    assert not collections.is_collection(tmp_path / "pipe.pyramidion")


def test_a_folder_that_may_not_be_read_is_told(tmp_path, monkeypatch):
    def refuse(folder):
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(SessionError, match="the folder may not be read"):
        collections.entries(tmp_path)


def test_edits_of_a_collection_are_undone_and_redone_in_their_order(path):
    session = Session()
    before = titles(path)
    collections.remove(session, path, 1)
    collections.move(session, path, 0, 2)
    after = titles(path)
    assert after == [before[2], before[3], before[0]]
    assert collections.undo(session)
    assert titles(path) == [before[0], *before[2:]]
    assert collections.undo(session)
    assert titles(path) == before
    assert not collections.undo(session)
    assert collections.redo(session)
    assert collections.redo(session)
    assert titles(path) == after
    assert not collections.redo(session)
    assert collections.undo(session)
    assert collections.undo(session)
    assert titles(path) == before


def test_an_edit_of_the_document_since_is_undone_first(path):
    session = Session()
    session.new("partition", {"size": "3"})
    collections.remove(session, path, 0)
    session.play("1a1")
    assert not collections.undo(session)
    assert len(titles(path)) == 3
    session.undo()
    assert collections.undo(session)
    assert len(titles(path)) == 4
