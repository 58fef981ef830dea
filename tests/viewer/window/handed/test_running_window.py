"""A file that is double-clicked opens in the window that runs."""

import os
import socket
import sys
import threading
from tempfile import TemporaryDirectory

import pytest
from PySide6.QtWidgets import QDialog

from viewer.cli.main import main
from viewer.window.handed.listening_window import ListeningWindow
from viewer.window.handed.running_window import address, hand_over

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a socket is asked by hand")


@pytest.fixture
def listening(qtbot, tmp_path, monkeypatch):
    """A window that listens, and what it was handed."""
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path))
    handed = []
    with TemporaryDirectory() as short:  # the path of a socket has at most some hundred letters
        monkeypatch.setenv("XDG_RUNTIME_DIR", short)
        one = ListeningWindow(lambda targets, token: handed.append((targets, token)))
        assert one.listen()
        yield one, handed
        one.close()


def from_elsewhere(qtbot, ask):
    """What another process would be answered, while the window's event loop runs."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(ask()))
    thread.start()
    qtbot.waitUntil(lambda: bool(answers), timeout=10_000)
    thread.join()
    return answers[0]


def test_the_window_that_runs_takes_files_and_the_desktops_token(qtbot, listening, monkeypatch):
    _, handed = listening
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "a token")
    files = ["/games/one two.pyramidion", "/games/ö.pyramidion"]
    assert from_elsewhere(qtbot, lambda: hand_over(files))
    assert handed == [(files, "a token")]


def test_where_no_window_runs_nothing_is_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not hand_over(["/games/one.pyramidion"])


def test_without_a_display_what_was_to_be_opened_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("viewer.window.display_check.has_display", lambda: False)
    assert main(["open", "/games/one.pyramidion"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("pyramidion: there is no display, so nothing can be opened")


def test_a_second_window_leaves_the_first_one_listening(qtbot, listening):
    second = ListeningWindow(lambda targets, token: None)
    assert not second.listen()
    assert from_elsewhere(qtbot, lambda: hand_over([]))
    assert len(listening[1]) == 1


def test_the_socket_of_a_window_that_was_killed_is_taken_over(qtbot, listening):
    one, handed = listening
    one.close()
    left = socket.socket(socket.AF_UNIX)
    left.bind(address())
    left.close()
    assert os.path.exists(address())
    assert one.listen()
    assert from_elsewhere(qtbot, lambda: hand_over(["/a"]))
    assert handed == [(["/a"], "")]


@pytest.mark.check
def test_what_comes_while_a_dialog_asks_waits_for_it(qtbot, listening):
    _, handed = listening
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.setModal(True)
    dialog.show()
    assert from_elsewhere(qtbot, lambda: hand_over(["/a"]))
    qtbot.wait(300)
    assert handed == []
    dialog.close()
    qtbot.waitUntil(lambda: handed == [(["/a"], "")])


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"nonsense\n",
        b"[]\n",
        b'{"open": "/a", "token": ""}\n',
        b"{}\n",
        b"[" * 200_000 + b"\n",
    ],
)
def test_whoever_says_something_else_is_turned_away(qtbot, listening, line):
    def ask():
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(5)
            connection.connect(address())
            connection.sendall(line)
            return connection.recv(100) or b"nothing"

    assert from_elsewhere(qtbot, ask) == b"nothing"
    assert listening[1] == []


def test_thousands_of_paths_are_handed_over_whole(qtbot, listening):
    paths = [f"/games/{'long ' * 20}{k}.pyramidion" for k in range(4000)]
    assert from_elsewhere(qtbot, lambda: hand_over(paths))
    assert listening[1] == [(paths, "")]


def test_a_window_of_another_user_is_handed_nothing(qtbot, listening, monkeypatch):
    real = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: real + 1)
    assert not from_elsewhere(qtbot, lambda: hand_over(["/a"]))
    assert listening[1] == []
