"""What is drawn by a few layers of impostors, which leave the scene together."""

from __future__ import annotations

from vtkmodules.vtkRenderingCore import vtkRenderer

from viewer.scene.props.impostors import Few, Uniforms


class Layered:
    """Makes its layers by `_few`, and closes all of them."""

    def __init__(self, renderer: vtkRenderer, uniforms: Uniforms) -> None:
        self._renderer, self._uniforms = renderer, uniforms
        self._parts: list[Few] = []

    def _few(
        self, shader: str, attributes: tuple[str, ...], *features: str,
        depth: bool = False, opaque: bool = False, finely: bool | None = None,
    ) -> Few:  # fmt: skip
        """Make a layer, drawn after those before it."""
        part = Few(
            self._renderer,
            shader,
            self._uniforms,
            features=features,
            opaque=opaque,
            depth=depth,
            attributes=attributes,
            finely=finely,
        )
        self._parts.append(part)
        return part

    def close(self) -> None:
        """Take everything out of the renderer."""
        for part in self._parts:
            part.close()
