"""A game that another program changes meanwhile: nothing is written over that was not read."""

import os
from pathlib import Path

import pytest

from viewer.session.errors import ChangedOnDiskError
from viewer.session.session import Session, SessionError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    session = Session()
    session.new(options={"size": "4"})
    session.play("1a1")
    session.save_as(tmp_path / "game.pyramidion")
    return tmp_path / "game.pyramidion"


def edited(path: Path, move: str) -> Session:
    session = Session()
    session.open(path)
    session.play(move)
    return session


def test_the_work_of_another_program_stays(path: Path):
    mine, theirs = edited(path, "2b2"), edited(path, "2d2")
    first = path.read_bytes()
    theirs.save()
    their_text = path.read_bytes()
    for _ in range(2):
        with pytest.raises(ChangedOnDiskError, match=r"game\.pyramidion: was changed meanwhile"):
            mine.save()
        assert path.read_bytes() == their_text
        assert path.with_name("game.pyramidion~").read_bytes() == first
        assert mine.document.edited
    mine.save_as(path.with_name("mine.pyramidion"))
    assert not mine.document.edited
    assert path.read_bytes() == their_text


def test_one_s_own_saves_follow_one_another(path: Path):
    mine = edited(path, "2b2")
    mine.save()
    mine.play("2d2")
    mine.save()
    os.utime(path)  # only its time is another
    mine.undo()
    mine.save()
    assert Session().open(path).record == mine.document.record


def test_a_file_that_is_gone_is_written_again_and_no_other_that_was_not_read(path: Path):
    mine = edited(path, "2b2")
    path.unlink()
    mine.save()
    assert Session().open(path).record == mine.document.record
    path.write_bytes(path.read_bytes() + b"\n")
    mine.play("2d2")
    with pytest.raises(ChangedOnDiskError):
        mine.save()
    path.unlink()
    path.mkdir()
    with pytest.raises(SessionError, match="is a folder"):
        mine.save()
    assert mine.document.edited


def test_a_name_that_was_chosen_is_written_whatever_is_there(path: Path):
    mine, theirs = edited(path, "2b2"), edited(path, "2d2")
    theirs.save()
    mine.save_as(path)
    assert Session().open(path).record == mine.document.record
    with pytest.raises(ChangedOnDiskError):
        theirs.save()


def test_two_tabs_with_one_file_do_not_overwrite_each_other(path: Path):
    session = edited(path, "2b2")
    session.new(options={"size": "3"})
    session.save_as(path)
    session.activate(0)
    with pytest.raises(ChangedOnDiskError):
        session.save()


def test_what_the_file_holds_now_is_opened_beside_and_has_no_file(path: Path):
    mine, theirs = edited(path, "2b2"), edited(path, "2d2")
    theirs.save()
    copy = mine.open_copy(path)
    assert (copy.path, copy.title, copy.edited) == (None, "game (on disk)", False)
    assert copy.record == theirs.document.record
    assert mine.state.documents[0].edited
    assert len(mine.state.documents) == 2


def test_a_pipe_a_session_is_to_save_into_stays_a_pipe(tmp_path: Path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo(tmp_path / "pipe")
    session = Session()
    session.new(options={"size": "4"})
    with pytest.raises(SessionError, match="pipe: is a pipe, not a file"):
        session.save_as(tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()
    assert session.document.edited is False
    assert session.document.path is None


def test_a_name_in_capitals_is_the_same_file_where_the_disk_is_blind_to_case(path: Path):
    other = path.with_name("GAME.PYRAMIDION")
    if not other.exists():  # this disk is not
        os.link(path, other)
    session = Session()
    session.open(path)
    session.play("2b2")
    session.open(other)
    assert len(session.state.documents) == 1
    assert session.document.edited, "no second copy of it is opened"
