"""Where a window can be opened, and that nothing dies where none can."""

import os
import socket
import subprocess
import sys

import pytest

from viewer.window.display_check import has_display

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays of Linux")
NAMES = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_RUNTIME_DIR", "QT_QPA_PLATFORM")


@pytest.fixture
def place(monkeypatch, tmp_path):
    """Set these variables alone of those that name a display."""

    def here(**chosen):
        for name in NAMES:
            monkeypatch.delenv(name, raising=False)
        for name, value in chosen.items():
            monkeypatch.setenv(name, value)

    return here


def test_what_is_named_must_answer(place, tmp_path):
    for named in (
        {},
        {"WAYLAND_DISPLAY": "dead"},
        {"WAYLAND_DISPLAY": "dead", "XDG_RUNTIME_DIR": str(tmp_path)},
        {"WAYLAND_DISPLAY": "dead", "QT_QPA_PLATFORM": "wayland"},
        {"DISPLAY": ":4711"},
        {"DISPLAY": "no display"},
        {"DISPLAY": ":4711", "QT_QPA_PLATFORM": "xcb"},
        {"DISPLAY": ":4711", "WAYLAND_DISPLAY": "dead", "XDG_RUNTIME_DIR": str(tmp_path)},
    ):
        place(**named)
        assert not has_display()


def test_a_compositor_that_listens_is_a_display(place, tmp_path):
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "w"))
        compositor.listen()
        place(WAYLAND_DISPLAY="w", XDG_RUNTIME_DIR=str(tmp_path))
        assert has_display()
        place(WAYLAND_DISPLAY=str(tmp_path / "w"))
        assert has_display()
        place(WAYLAND_DISPLAY="w", XDG_RUNTIME_DIR=str(tmp_path), QT_QPA_PLATFORM="xcb")
        assert not has_display()


@pytest.mark.skipif(os.environ.get("QT_QPA_PLATFORM") != "xcb", reason="no X server here")
def test_an_x_server_that_lets_us_in_is_a_display(place):
    shown = os.environ["DISPLAY"]
    place(DISPLAY=shown)
    assert has_display()
    place(DISPLAY=shown, WAYLAND_DISPLAY="dead")
    assert has_display()


@pytest.mark.check
def test_platforms_that_qt_does_not_know_are_none(place):
    place(QT_QPA_PLATFORM="bogus")
    assert not has_display()
    place(QT_QPA_PLATFORM="offscreen:size=64x48")
    assert has_display()
    place(QT_QPA_PLATFORM="bogus;offscreen")
    assert has_display()


@pytest.mark.check
def test_without_a_display_the_program_says_so_and_does_not_die(tmp_path):
    bare = {name: value for name, value in os.environ.items() if name not in NAMES}
    code = (
        "import sys; from viewer.program import startup\n"
        "startup.draw_examples = lambda folder: iter(())\n"
        "from viewer.cli.main import main; sys.exit(main([]))"
    )
    for named in ({"WAYLAND_DISPLAY": "dead"}, {"QT_QPA_PLATFORM": "bogus"}):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=bare | named,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith("There is no display, so no window can be opened.")
