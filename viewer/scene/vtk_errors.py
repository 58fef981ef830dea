"""What VTK complains about, caught: a shader that does not compile only logs, and draws nothing."""

from __future__ import annotations

import re
import weakref

from vtkmodules.vtkCommonCore import vtkCommand, vtkOutputWindow

_SHADER_WORDS = ("shader", "GLSL", "Could not create program", "link")


class ShaderError(RuntimeError):
    """A shader did not compile or link; the message holds what the driver said."""


class _Listener:
    """Keeps the text of each event; VTK reads from `CallDataType` how to pass it."""

    CallDataType = "string0"

    def __init__(self, said: list[str]) -> None:
        self._said = said

    def __call__(self, _window: vtkOutputWindow, _event: str, text: str) -> None:
        self._said.append(text)


class Complaints:
    """Collects VTK's errors while it lives. VTK has one output window, so they may be anyone's."""

    def __init__(self) -> None:
        self._said: list[str] = []
        window = vtkOutputWindow.GetInstance()
        # The listener knows the list alone, and what ends it holds the window: in a cycle of all
        # of them the garbage collector would empty a listener that VTK goes on calling.
        tag = window.AddObserver(vtkCommand.ErrorEvent, _Listener(self._said))
        self._end = weakref.finalize(self, window.RemoveObserver, tag)
        self._end.atexit = False

    def check(self) -> None:
        """Raise ShaderError when a shader failed since the last check."""
        said = self._said.copy()
        self._said.clear()
        wrong = [text for text in said if any(word in text for word in _SHADER_WORDS)]
        if wrong:
            lines = "\n".join(wrong).splitlines()
            # Drivers write "0:12(3): error: ..." or "0(12) : error C1008: ...".
            said_by_driver = [line for line in lines if re.search(r"\d.*\berror\b", line)]
            first = (said_by_driver or lines)[0]
            raise ShaderError(f"a shader does not compile: {first.split('): ', 1)[-1].strip()}")

    def close(self) -> None:
        """Stop listening."""
        self._end()
