"""What drawings are made of: only what every program that reads SVG knows."""

import io
import shutil
import subprocess

import pytest
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "defs", "g", "rect", "circle", "line", "polygon", "polyline", "path",
         "text", "radialGradient", "linearGradient", "stop", "pattern"}  # fmt: skip


def drawn_by_librsvg(svg, width):
    """Return what librsvg draws of an SVG file, so many pixels wide, on white."""
    if shutil.which("rsvg-convert") is None:
        pytest.fail("rsvg-convert is missing: apt-get install librsvg2-bin")
    done = subprocess.run(
        ["rsvg-convert", "-w", str(width), "--background-color", "white"],
        input=svg.encode(), capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    with Image.open(io.BytesIO(done.stdout)) as image:
        return image.convert("RGB")
