"""Whether things may move on the screen: the preference, or what the desktop asks for."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from viewer.session.preferences import Preferences

_ANIMATIONS = 0x1042
"""SPI_GETCLIENTAREAANIMATION"""


def reduced_motion(preferences: Preferences) -> bool:
    """Tell whether flights and placing show their end states at once.

    "system" asks the desktop: GTK's and GNOME's setting, that of Windows or of macOS.
    """
    if preferences.effects != "system":
        return preferences.effects != "all"
    if os.environ.get("GTK_ENABLE_ANIMATIONS") == "0":
        return True
    if sys.platform == "win32":
        return not _windows_animations()
    if sys.platform == "darwin":
        return _answers("1", "defaults", "read", "com.apple.universalaccess", "reduceMotion")
    settings = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config"))
    for version in ("gtk-4.0", "gtk-3.0"):
        try:
            text = (settings / version / "settings.ini").read_text("utf-8", errors="replace")
        except OSError:
            continue
        for line in text.splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "gtk-enable-animations":
                return value.strip().lower() in ("0", "false")
    return _answers("false", "gsettings", "get", "org.gnome.desktop.interface", "enable-animations")


def _windows_animations() -> bool:
    import ctypes

    value = ctypes.c_int(1)
    if sys.platform == "win32":
        ctypes.windll.user32.SystemParametersInfoW(_ANIMATIONS, 0, ctypes.byref(value), 0)
    return bool(value.value)


@cache
def _answers(expected: str, *question: str) -> bool:
    """Ask a tool of the desktop, where it is there; half a second at most, once a run.

    Everything that moves asks, and a desktop that does not answer would hold the window each time.
    """
    import shutil
    import subprocess

    tool = shutil.which(question[0])
    if tool is None:
        return False
    question = (tool, *question[1:])
    try:
        answer = subprocess.run(question, capture_output=True, text=True, timeout=0.5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.stdout.strip() == expected
