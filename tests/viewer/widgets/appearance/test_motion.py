"""What the desktop says of things that move."""

import sys
from types import SimpleNamespace

import pytest

from viewer.session.preferences import Preferences
from viewer.widgets.appearance import chosen_preferences


@pytest.fixture
def desktop(tmp_path, monkeypatch):
    """A GNOME whose tool says what is asked for, and notes that it was asked."""

    def says(answer):
        tool = tmp_path / "gsettings"
        tool.write_text(f"#!/bin/sh\necho asked >> {tmp_path}/asked\n{answer}\n")
        tool.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        monkeypatch.delenv("GTK_ENABLE_ANIMATIONS", raising=False)
        chosen_preferences._answers.cache_clear()
        return tmp_path / "asked"

    yield says
    chosen_preferences._answers.cache_clear()


@pytest.mark.check
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a desktop of Linux")
@pytest.mark.parametrize(
    ("answer", "still"), [("echo false", True), ("echo true", False), ("exec sleep 20", False)]
)
def test_the_desktop_is_asked_once(desktop, answer, still):
    asked = desktop(answer)
    for _ in range(4):
        assert chosen_preferences.reduced_motion(Preferences(effects="system")) is still
    assert asked.read_text().count("asked") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands in for the tool")
@pytest.mark.parametrize(("answer", "still"), [("echo 1", True), ("echo 0", False), ("", False)])
def test_macos_is_asked_by_its_own_tool(tmp_path, monkeypatch, answer, still):
    tool = tmp_path / "defaults"
    tool.write_text(
        f'#!/bin/sh\n[ "$*" = "read com.apple.universalaccess reduceMotion" ]\n{answer}\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("GTK_ENABLE_ANIMATIONS", raising=False)
    monkeypatch.setattr(chosen_preferences, "sys", SimpleNamespace(platform="darwin"))
    chosen_preferences._answers.cache_clear()
    assert chosen_preferences.reduced_motion(Preferences(effects="system")) is still
    chosen_preferences._answers.cache_clear()


def test_the_preference_comes_before_the_desktop(desktop):
    asked = desktop("echo false")
    assert chosen_preferences.reduced_motion(Preferences(effects="reduced"))
    assert chosen_preferences.reduced_motion(Preferences(effects="none"))
    assert not chosen_preferences.reduced_motion(Preferences(effects="all"))
    assert not asked.exists()
