"""What all tests stand on: hypothesis profiles, a screen or none, and folders of their own."""

import atexit
import os
import shutil
import sys
import tempfile

import hypothesis
import pytest

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=5000)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

# Preferences, journals and recent files of the person who runs the tests are never touched.
# The cache folder stays: it holds compiled kernels.
_home = tempfile.mkdtemp(prefix="pyramidion-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
for _name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ[_name] = os.path.join(_home, _name)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose Qt's platform once pytest-xvfb has started its screen, or found that it cannot."""
    if not sys.platform.startswith("linux"):
        return
    if os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
    elif not os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
