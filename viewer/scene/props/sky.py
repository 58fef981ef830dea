"""The ground of the picture: a slope between two colours, behind everything."""

from __future__ import annotations

from typing import NamedTuple

from vtkmodules.vtkRenderingCore import vtkRenderer

from viewer.picture.palette import Palette, rgb
from viewer.scene.props.impostors import Few, Uniforms
from viewer.scene.props.primitives import Point, Vec4


class _Slope(NamedTuple):
    point: Point
    lift: float
    above: Vec4
    below: Vec4


class Sky:
    """Draws the ground of the picture; VTK's own slope takes as long as the balls of size 6."""

    def __init__(self, renderer: vtkRenderer, uniforms: Uniforms) -> None:
        self._layer = Few(renderer, "sky", uniforms, opaque=True)

    def draw(self, palette: Palette) -> None:
        """Show the slope of a palette."""
        above, below = (*rgb(palette.above), 1.0), (*rgb(palette.below), 1.0)
        self._layer.show([_Slope((0.0, 0.0, 0.0), 0.0, above, below)])

    def dither(self, dithered: bool) -> None:
        """Hide the steps between colours, or leave them for a quicker frame."""
        self._layer.features(*(("DITHER",) if dithered else ()))

    def close(self) -> None:
        """Take it out of the renderer."""
        self._layer.close()
