"""Whether VTK can draw at all, tried in a process of its own: a broken driver ends the process.

Without a driver that Mesa can load, VTK's window says that it supports OpenGL and then reaches
through a null pointer. Run as a program, this module draws one frame; it needs VTK alone.
"""

import subprocess
import sys

from model.own_process import own_module

PATIENCE = 30.0
"""Seconds after which a driver or a platform that does not answer counts as none."""


def draws() -> bool:
    """Tell whether a process that draws a frame into VTK's usual window lives through it."""
    return succeeds(__name__)


def succeeds(module: str) -> bool:
    """Tell whether a module that is run as a program ends well; not for long."""
    try:
        done = subprocess.run(
            own_module(module),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _draw() -> int:
    from viewer.scene.vtk import vtkRenderer, vtkRenderWindow

    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetShowWindow(False)
    window.SetSize(16, 16)
    window.AddRenderer(vtkRenderer())
    window.Render()
    drawn = window.SupportsOpenGL()
    window.Finalize()
    return 0 if drawn else 1


if __name__ == "__main__":
    sys.exit(_draw())
