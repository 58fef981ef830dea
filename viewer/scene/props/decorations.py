"""What a board has printed or built on it and is no piece: small shapes behind, texts upright."""

from __future__ import annotations

from vtkmodules.vtkRenderingCore import vtkRenderer

from viewer.picture.compose.ground import is_map, surface
from viewer.picture.palette import Palette, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Visible
from viewer.scene.props.grounds.tiles import spacing
from viewer.scene.props.impostors import Few, Order, Uniforms
from viewer.scene.props.lettering.labels import facing, show_texture
from viewer.scene.props.lettering.text_atlas import atlas
from viewer.scene.props.primitives import MARK, Bead, Mark, Placed, Solid
from viewer.scene.props.shapes.by_kind import SHAPES

BEHIND = (-0.22, 0.24)
"""Where they stand, from the middle of their field: pieces have the middle."""
SIZE = 0.62
"""As a share of a piece of that shape."""
OVER, HIGH = 0.10, 0.21
"""How far over it its text stands, and how high letters are, in ball diameters."""


class Decorations:
    """Draws the decoration of a board."""

    def __init__(self, renderer: vtkRenderer, uniforms: Uniforms) -> None:
        self._shapes = {
            name: Few(renderer, shape.shader, uniforms, attributes=shape.attributes, opaque=True,
                      depth=True)
            for name, shape in SHAPES.items()
        }  # fmt: skip
        self._texts = Few(
            renderer, "mark", uniforms, features=("GLYPH", "THROUGH"), attributes=MARK
        )

    def draw(self, picture: Picture, visible: Visible) -> None:
        """Show what stands on the fields that are shown."""
        board, palette = picture.board, picture.palette
        cut = ("CUT",) if len(visible.halfspaces) else ()
        level, ground, scale = board.layers.get("level"), surface(board), spacing(board)
        maps = is_map(board)  # there they stand in the middle, and texts have plates of their own
        rows: dict[str, list[Bead | Solid]] = {name: [] for name in SHAPES}
        placed: list[tuple[str, tuple[float, float, float], float]] = []
        for one in board.decoration if picture.view.board else ():
            if not visible.shown[one.site]:
                continue
            x, y, _ = board.centres[one.site].tolist()
            aside, share = (0.0, 0.0), 1.0
            if not maps:
                aside, share = BEHIND, SIZE
            x, y, z = x + aside[0] * scale, y + aside[1] * scale, float(ground[one.site])
            lift = 0.0 if level is None else float(level[one.site] - 1)
            shape = SHAPES.get(one.shape)
            if shape is not None:
                tint = (*rgb(_tone(palette, one.tone)), 1.0)
                middle = (x, y, z + share * shape.half)
                rows[one.shape].append(shape.row(Placed(middle, lift, tint, 0.0, scale, share)))
                z += 2 * share * shape.half
            if one.text and not maps:
                placed.append((one.text, (x, y, z + OVER), lift))
        for name, layer in self._shapes.items():
            layer.features(*cut)
            layer.show(rows[name])
        self._write(placed, palette)

    def _write(
        self, placed: list[tuple[str, tuple[float, float, float], float]], palette: Palette
    ) -> None:
        if not placed:
            self._texts.show(())
            return
        held = atlas(tuple(sorted({text for text, _, _ in placed})))
        show_texture(self._texts, held)
        ink = (*rgb(palette.ink), 1.0)
        marks: list[Mark] = [
            facing(held, text, at, HIGH, ink, lift=lift, nearer=0.1) for text, at, lift in placed
        ]
        self._texts.show(marks)

    def sort(self, order: Order) -> None:
        """Draw them from behind (`viewer.scene.props.impostors.Layer.sort`)."""
        for layer in self._shapes.values():
            layer.sort_rows(order)

    def close(self) -> None:
        """Take everything out of the renderer."""
        for layer in (*self._shapes.values(), self._texts):
            layer.close()


def _tone(palette: Palette, tone: str) -> str:
    return {"dark": palette.dark_stone, "accent": palette.inlay}.get(tone, palette.marble)
