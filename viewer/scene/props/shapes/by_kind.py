"""The shapes of pieces, by the names their kinds declare (`model.contract.game.PieceKind.shape`).

A new shape is a function that makes its row for a shader, in a file of its own, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from viewer.picture.compose.footing import COUNTED, HEIGHTS, MAP_PYRAMID, MARBLE, MARBLE_RADIUS
from viewer.picture.compose.ground import DISC_HALF
from viewer.picture.compose.reserve_trays import SIT
from viewer.picture.palette import Palette
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import BALL_RADIUS
from viewer.scene.props.primitives import BEAD, SOLID, Bead, Placed, Solid
from viewer.scene.props.shapes.beads import ball, marble
from viewer.scene.props.shapes.disc import disc
from viewer.scene.props.shapes.map_pieces import DEVICES, device, map_pyramid, token
from viewer.scene.props.shapes.upright import upright


@dataclass(frozen=True)
class Shape:
    """How pieces of a shape are drawn.

    Attributes
    ----------
    shader, attributes
        What draws them, and the names of the attributes of its rows.
    row
        Makes its row for the shader.
    half
        Half the height of a piece.
    sinks
        How deep one of full size sits in a tray.
    shade
        Size and darkness of its shadow there, or None.
    ghost
        Features of the shader for a piece that is not there yet.
    directed
        On a border it points away from its own field.
    colour
        What all pieces of the shape are coloured, whoever owns them; None: as their owner.
    """

    shader: str
    attributes: tuple[str, ...]
    row: Callable[[Placed], Bead | Solid]
    half: float
    sinks: float = 0.0
    shade: tuple[float, float] | None = None
    ghost: tuple[str, ...] = ()
    colour: Callable[[Palette], str] | None = None
    directed: bool = False


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "disc": Shape("disc", SOLID, disc, DISC_HALF),
        **{
            name: Shape("upright", SOLID, upright(name), HEIGHTS[name] / 2)
            for name in ("large pyramid", "medium pyramid", "small pyramid")
        },
        **{
            name: Shape("upright", SOLID, map_pyramid, HEIGHTS[name] / 2)
            for name in (MAP_PYRAMID, "black pyramid")
        },
        **{name: Shape("disc", SOLID, token(name), HEIGHTS[name] / 2) for name in sorted(COUNTED)},
        **{
            name: Shape("device", SOLID, device(name), HEIGHTS[name] / 2, directed=True)
            for name in DEVICES
        },
        "ball": Shape("ball", BEAD, ball, BALL_RADIUS, SIT, (0.60, 0.55), ("PLAIN", "BODY")),
        MARBLE: Shape(
            "ball",
            BEAD,
            marble,
            MARBLE_RADIUS,
            ghost=("PLAIN", "BODY"),
            colour=lambda palette: palette.marble,
        ),
    }
)
"""In the order their blended layers are drawn."""


def shape_of(picture: Picture, kind: int) -> str:
    """Return the name of the shape of a kind of piece; what has none of its own is a disc."""
    names = picture.piece_kinds
    name = names[kind] if 0 <= kind < len(names) else ""
    return name if name in SHAPES else "disc"
