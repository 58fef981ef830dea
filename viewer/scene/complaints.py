"""What VTK complains about, caught: a shader that does not compile only logs, and draws nothing."""

from __future__ import annotations

from vtkmodules.vtkCommonCore import vtkOutputWindow

_SHADER_WORDS = ("shader", "GLSL", "Could not create program", "link")


class ShaderError(RuntimeError):
    """A shader did not compile or link; the message holds what the driver said."""


class Complaints:
    """Collects VTK's errors while it lives. VTK has one output window, so they may be anyone's."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._window = vtkOutputWindow.GetInstance()

        def heard(_window: object, _event: str, text: str) -> None:
            self._said.append(text)

        heard.CallDataType = "string0"  # type: ignore[attr-defined]
        self._tag = self._window.AddObserver("ErrorEvent", heard)

    def check(self) -> None:
        """Raise ShaderError when a shader failed since the last check."""
        said, self._said = self._said, []
        wrong = [text for text in said if any(word in text for word in _SHADER_WORDS)]
        if wrong:
            lines = [line for line in "\n".join(wrong).splitlines() if "rror" in line]
            raise ShaderError("a shader does not compile: " + "; ".join(lines[:4] or wrong[:1]))

    def close(self) -> None:
        """Stop listening."""
        self._window.RemoveObserver(self._tag)
