"""Pictures without a window: a whole file or none, sentences instead of tracebacks."""

import os
import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtGui import QImage
from studio import rgb_of

from model.positions.setup import read_position
from model.records.view import View
from viewer.export.pictures.pixel_file import render
from viewer.picture.compose.composer import ShowError, depict
from viewer.scene.offscreen import png
from viewer.visuals.overlay_types import Pour

POSITION = "partition:size=4,rules=free R3,4,4,3B/3,3,3/2,2/1 blue"


def unpacked(data):
    """(height, width, 3) of a PNG, as somebody else's library reads it."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[24:26] == bytes([8, 2])  # 8 bit, RGB
    read = QImage()
    assert read.loadFromData(data, "PNG")
    return rgb_of(read)


def test_png_round_trip():
    image = np.random.default_rng(1).integers(0, 256, (7, 5, 3)).astype(np.uint8)
    assert (unpacked(png(image)) == image).all()


@pytest.mark.check
def test_a_position_is_drawn_into_a_file(tmp_path):
    out = tmp_path / "a.png"
    render(read_position(POSITION), View(), out, (200, 150))
    image = unpacked(out.read_bytes()).astype(int)
    assert image.shape == (150, 200, 3)
    assert (image[..., 0] > 2 * image[..., 2]).any()  # the red ball
    assert (image[..., 2] > 1.8 * image[..., 0]).any()  # the blue ball
    assert [p.name for p in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.check
def test_a_picture_says_what_its_colours_mean_unless_it_is_told_not_to(tmp_path):
    out, images = tmp_path / "a.png", {}
    for words in ((), ("colour=level",), ("colour=level", "legend=off")):
        render(read_position(POSITION), View(labels=False), out, (640, 400), words)
        images[words] = unpacked(out.read_bytes()).astype(int)
    plain, told, bare = (image[8:60, 500:632] for image in images.values())
    assert (plain == bare).all()
    assert np.ptp(told.mean(axis=2)) > np.ptp(plain.mean(axis=2)) + 60


def test_switches_change_the_look_and_words_add_overlays():
    position = read_position(POSITION)
    shown = depict(position, View(), ("labels=off", "board=off", "ghosts=all", "corner=SW:red"))
    assert (shown.view.labels, shown.view.board, shown.view.ghosts) == (False, False, "all")
    assert shown.overlays
    assert depict(position, View(show="corner=SW:red")).overlays  # the view's own
    poured = depict(position, View(), ("pour=SW:red",))
    assert isinstance(poured.overlays[0], Pour)
    for word, right in (("labels=maybe", "labels=off"), ("legend=big", "legend=off")):
        with pytest.raises(ShowError, match=right):
            depict(position, View(), (word,))


@pytest.mark.check
def test_without_opengl_one_sentence_says_so(tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("how OpenGL is taken away here is known for Linux alone")
    code = (
        "from viewer.scene.offscreen import offscreen_window, RenderError\n"
        "try: offscreen_window()\n"
        "except RenderError as error: print(error)\n"
    )
    bare = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    bare |= {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere", "LIBGL_DRIVERS_PATH": "/nowhere"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=bare, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert done.stdout.startswith("this machine has no OpenGL")
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="drivers of Mesa")
@pytest.mark.parametrize("broken", ["GALLIUM_DRIVER=bogus", "LIBGL_DRIVERS_PATH=/nonexistent"])
@pytest.mark.parametrize("display", [":4711", ""])
def test_a_driver_that_cannot_be_loaded_does_not_end_the_process(tmp_path, broken, display):
    name, _, value = broken.partition("=")
    shown = display or os.environ.get("DISPLAY", "")
    done = subprocess.run(
        [sys.executable, "-m", "viewer", "render", POSITION, "-o", str(tmp_path / "out.png")],
        env=os.environ | {"DISPLAY": shown, name: value},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode == 0:
        pytest.skip("a driver that is not Mesa's draws here")
    assert done.returncode == 3
    assert done.stderr.startswith("pyramidion: this machine has no OpenGL")
    assert done.stderr.count("\n") == 1
