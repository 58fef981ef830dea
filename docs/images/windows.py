"""Takes the pictures of the window that README and the guide show; `make pictures` runs it.

The window is the real one. Its scene is drawn as images, as everywhere without a graphics card, so
that neither a screen nor an X server is needed.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SIZE = (1440, 920)
QUIET, LONGEST = 4, 180
"""Seconds without a new frame after which a window has settled, and those it may take to."""


def main() -> int:
    """Take all pictures, in folders of their own: no preference of anybody is in them."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "PYRAMIDION_CONFIG": f"{folder}/config",
            "PYRAMIDION_STATE": f"{folder}/state",
            "PYRAMIDION_TABLES": f"{folder}/tables",
            "PYRAMIDION_SCENE": "image",
            "QT_QPA_PLATFORM": "offscreen",
        }
        take_all(Path(folder))
    return 0


def take_all(folder):
    """Open the window once and show it what README tells of."""
    from viewer.session.files import resources
    from viewer.session.preferences import Preferences
    from viewer.window import application

    chosen = Preferences(palette="light", effects="reduced", text_scale=1.0)
    running = application.make_application(chosen)
    from viewer.program.main_window import MainWindow

    window = MainWindow(chosen=chosen)
    window.resize(*SIZE)
    window.show()

    def take(name, path, show=None):
        window.open_path(Path(shutil.copy(path, folder)))
        settle(running, window)
        if show is not None:
            show(window)
            settle(running, window)
        out = HERE / f"{name}.png"
        window.grab().save(str(out), "PNG")
        print(out.relative_to(ROOT))

    take("window", resources.example("09-double-threat"))
    window.session.close(window.session.state.active)
    take("lesson", resources.lessons()[0], task_done("Anchors", "Anchor it", "1i1"))
    window.session.end_exercise()
    window.session.close(window.session.state.active)
    take("puzzle", resources.puzzles()[0], item_called("High above"))
    window.session.end_exercise()
    window.session.close(window.session.state.active)
    window.session.new("pyraos")
    settle(running, window)
    window.perform("explain.tables")
    dialog = window.shell.auxiliary_windows.tables
    while dialog.selected is None:
        running.processEvents()
    settle(running, window)
    out = ROOT / "docs" / "guide" / "images" / "tables.png"
    dialog.grab().save(str(out), "PNG")
    print(out.relative_to(ROOT))
    dialog.close()
    window.close_window()


def task_done(chapter, title, move):
    """Return what goes through a chapter of a course to the task of that title, and does it."""

    def go(window):
        item_called(chapter)(window)
        titles = [step.title for step in window.session.document.record.lesson.steps]
        while window.session.document.exercise.step < titles.index(title):
            window.shell.learning.next()
        window.session.play(move)

    return go


def item_called(title):
    """Return what opens the item of that title in a collection, and begins it."""

    def go(window):
        while window.session.document.record.headers["title"] != title:
            window.perform("teach.next-item")
        if window.session.document.exercise is None:
            window.shell.learning.begin()

    return go


def settle(running, window):
    """Wait until everything is drawn as at rest and judged: no frame comes any more."""
    scene, begun = window.scene_view.widget, monotonic()
    frames, quiet = -1, begun
    while monotonic() - quiet < QUIET:
        running.processEvents()
        sleep(0.01)
        if scene.frames != frames or not window.display.is_ready:
            frames, quiet = scene.frames, monotonic()
        if monotonic() - begun > LONGEST:
            raise SystemExit("the window does not settle")


if __name__ == "__main__":
    sys.exit(main())
