"""GLSL, one file an effect; `source` reads one, with what it includes and features asked for."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

_INCLUDE = "//@include "
_SYSTEM = "//VTK::System::Dec"


@lru_cache(maxsize=64)
def source(name: str, *features: str) -> str:
    """Return the GLSL of `name` ("ball.frag") with each feature defined before the first line.

    A line ``//@include light.glsl`` is replaced by that file. VTK's ``//VTK::...`` tags are left
    for VTK; its first one, which writes ``#version``, stays in front of the features.

    Raises
    ------
    FileNotFoundError
        When there is no such shader.
    ValueError
        When a shader does not begin with VTK's system tag.
    """
    text = _read(name)
    if not text.startswith(_SYSTEM):
        raise ValueError(f"shaders/{name} must begin with {_SYSTEM}")
    defines = "".join(f"#define {feature} 1\n" for feature in features)
    return f"{_SYSTEM}\n{defines}{text[len(_SYSTEM) :].lstrip()}"


def _read(name: str) -> str:
    lines = []
    for line in files(__name__).joinpath(name).read_text(encoding="utf-8").splitlines():
        lines.append(_read(line[len(_INCLUDE) :].strip()) if line.startswith(_INCLUDE) else line)
    return "\n".join(lines) + "\n"
