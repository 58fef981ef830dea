"""Preferences and recent files: kept across starts; a broken file is never in the way."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from viewer.session import preferences
from viewer.session.files import recent_files
from viewer.session.files.state_files import LARGEST
from viewer.session.preferences import EngineEntry, Preferences


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYRAMIDION_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture
def file(places: Path) -> Path:
    """Where preferences are kept, in a folder that is there."""
    (places / "config").mkdir()
    return places / "config" / preferences.FILE


def test_the_first_start_has_the_defaults_and_the_next_what_was_chosen():
    assert preferences.load() == (Preferences(), "")
    chosen = replace(Preferences(), palette="dark", text_scale=1.5, confirm_moves=True)
    assert preferences.change(Preferences(), chosen) == (chosen, "")
    assert preferences.load() == (chosen, "")


@pytest.mark.parametrize(
    ("before", "now"), [("on", "all"), ("off", "reduced"), ("system", "system"), ("both", "system")]
)
def test_what_version_0_1_0_called_animation_still_holds(file: Path, before, now):
    file.write_text(f'{{"animation": "{before}", "bands": false}}')
    found, message = preferences.load()
    assert (found, message) == (Preferences(effects=now, bands=False), "")
    chosen = replace(found, effects="none")
    assert preferences.change(found, chosen) == preferences.load() == (chosen, "")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"palette": "sepia"}',
        b'{"text_scale": 1e99}',
        b'{"effects": "off"}',
        b"[" * 100_000,
        b" " * (LARGEST + 1),
    ],
)
def test_unreadable_preferences_give_defaults_a_sentence_and_are_kept_aside(file: Path, text):
    file.write_bytes(text)
    found, message = preferences.load()
    assert found == Preferences()
    assert str(file) in message
    kept = [path for path in file.parent.iterdir() if "unreadable" in path.name]
    assert [path.read_bytes() for path in kept] == [text]
    assert preferences.load() == (Preferences(), "")


def test_a_second_broken_file_does_not_overwrite_the_first_kept_aside(file: Path):
    for text in (b"first", b"second"):
        file.write_bytes(text)
        preferences.load()
    assert {path.read_bytes() for path in file.parent.iterdir()} == {b"first", b"second"}


def test_preferences_of_a_newer_version_are_read_as_far_as_they_are_known(file: Path):
    file.write_text('{"bands": false, "holograms": true}')
    assert preferences.load() == (replace(Preferences(), bands=False), "")
    preferences.change(Preferences(), Preferences(strong=True))
    assert '"holograms": true' in file.read_text()


def test_two_windows_change_each_what_was_chosen_there():
    usual, one, other = Preferences(), EngineEntry("one", "a"), EngineEntry("other", "b")
    preferences.change(usual, Preferences(engines=(one,)))
    preferences.change(usual, Preferences(palette="dark"))
    both = preferences.change(usual, Preferences(engines=(other,)))[0]
    assert both == preferences.load()[0] == Preferences(palette="dark", engines=(one, other))
    moved = EngineEntry("one", "c")
    preferences.change(Preferences(engines=(one,)), Preferences(engines=(moved,)))
    assert preferences.load()[0].engines == (other, moved)
    preferences.change(both, Preferences(palette="dark", engines=(one,)))
    assert preferences.load()[0] == Preferences(palette="dark", engines=(moved,))
    preferences.change(usual, Preferences(engines=(EngineEntry("one", "d"), moved)))
    assert preferences.load()[0].engines == (moved, EngineEntry("one 2", "d"))
    preferences.change(Preferences(palette="dark"), usual)
    assert preferences.load()[0].palette == "system"


def test_a_place_that_cannot_be_written_is_told_in_a_sentence(places: Path):
    (places / "config").write_text("a file where the folder should be")
    assert "cannot be saved" in preferences.change(Preferences(), Preferences(bands=False))[1]
    assert preferences.load()[0] == Preferences()


def test_writing_that_fails_leaves_the_old_file_and_nothing_else(places: Path, monkeypatch):
    assert preferences.change(Preferences(), Preferences(bands=False))[1] == ""

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "no space" in preferences.change(Preferences(), Preferences(text_scale=2.0))[1]
    assert preferences.load()[0] == Preferences(bands=False)
    assert [path.name for path in (places / "config").iterdir()] == [preferences.FILE]


def test_recent_files_come_latest_first_and_once_and_are_bounded(places: Path):
    for name in ("a", "b", "a"):
        recent_files.remember(places / name)
    assert recent_files.load() == (places / "a", places / "b")
    for number in range(recent_files.KEPT + 5):
        recent_files.remember(places / str(number))
    assert recent_files.load()[0] == places / str(recent_files.KEPT + 4)
    assert len(recent_files.load()) == recent_files.KEPT


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"[" * 100_000, b"\xff", b'["a\\u0000b"]'])
def test_a_broken_list_of_recent_files_is_an_empty_one(places: Path, text):
    file = places / "state" / recent_files.FILE
    file.parent.mkdir()
    file.write_bytes(text)
    assert recent_files.load() == ()
    recent_files.remember(places / "game")
    assert recent_files.load() == (places / "game",)


def test_recent_files_never_fail(places: Path):
    (places / "state").write_text("a file where the folder should be")
    assert recent_files.remember(places / "game") == (places / "game",)
