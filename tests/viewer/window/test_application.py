"""What dresses all windows."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.check

OTHER_COLOURS = """
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget
from viewer.session.preferences import Preferences
from viewer.window.application import apply_theme, make_application
running = make_application(Preferences(palette="light"))
window = QWidget()
buttons = [QPushButton(str(number), window) for number in range(60)]
window.show()
running.processEvents()
for one in buttons:
    QObject.disconnect(one, None, None, None)
    shiboken6.delete(one)
apply_theme(running, Preferences(palette="dark"))
running.processEvents()
print("dressed")
"""


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="glibc alone overwrites what is freed")
def test_other_colours_dress_no_widget_that_is_gone():
    """Qt's style sheets hear of a widget's end by a signal; here it is cut, and memory filled."""
    done = subprocess.run(
        [sys.executable, "-c", OTHER_COLOURS],
        env=dict(os.environ, QT_QPA_PLATFORM="offscreen", MALLOC_PERTURB_="165"),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "dressed\n"), done.stderr
