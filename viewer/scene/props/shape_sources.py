"""The shapes of pieces, by the names their kinds declare (`model.contract.game.PieceKind.shape`).

There are small balls (on their way, in a reserve, previewed, and marbles), turned discs, upright
pyramids in three sizes told apart by their height and pips, and what stands on a map: pyramids on
spaces, tokens round them, devices on borders. A new shape is a function that makes its row for a
shader, and a line in `SHAPES`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from viewer.picture.compose import ground
from viewer.picture.compose.reserve_trays import SIT
from viewer.picture.palette import Palette
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import BALL_RADIUS
from viewer.scene.props.primitives import Bead, Placed, Solid


def disc(at: Placed) -> Solid:
    """Return a turned disc, its radius times the scale, all of it times the size."""
    radius = ground.DISC_RADIUS * at.scale * at.size
    half_size = (radius, radius, ground.DISC_HALF * at.size, ground.DISC_BEVEL * at.size)
    return Solid(at.centre, at.lift, at.tint, half_size, (at.flags, 0.0, 0.0, 0.0))


def ball(at: Placed) -> Bead:
    """Return a ball; on every board it is as large as the lattice says, whatever the scale."""
    return Bead(at.centre, at.lift, at.tint, (0.0, at.flags, BALL_RADIUS * at.size, -1.0))


def marble(at: Placed) -> Bead:
    """Return a marble, which rides on pieces."""
    radius = ground.MARBLE_RADIUS * at.scale * at.size
    return Bead(at.centre, at.lift, at.tint, (0.0, at.flags, radius, -1.0))


_PIPS: Mapping[str, float] = {"large pyramid": 3.0, "medium pyramid": 2.0, "small pyramid": 1.0}
"""How many pips each side has."""


def upright(name: str) -> Callable[[Placed], Solid]:
    """Return what makes a row of a pyramid of the size that is called so."""
    half_foot, half, pips = ground.FEET[name], ground.HEIGHTS[name] / 2, _PIPS[name]

    def row(at: Placed) -> Solid:
        foot = half_foot * at.scale * at.size
        half_size = (foot, foot, half * at.size, ground.FLAT_TOP * at.size)
        return Solid(at.centre, at.lift, at.tint, half_size, (at.flags, pips, 0.0, 0.0))

    return row


Row = Callable[[Placed], Solid]

TIP = 0.02
"""Half the width of the flat top of a pyramid."""
BEVEL = 0.022
"""The slant of a token's rim."""
RIM = 4.0
"""Tells shaders/disc.frag that a disc has a rim: of heroes it is of metal."""
DEVICES: Mapping[str, float] = MappingProxyType({"ram": 0.0, "spikes": 1.0, "umbrella": 2.0})
"""The shapes shaders/device.frag knows, by the numbers it knows them by."""


def token(name: str) -> Row:
    """Return what makes a row of a token: a flat disc that lies round the pyramid of its space."""
    radius, half = ground.TOKEN_RADII[name], ground.HEIGHTS[name] / 2
    rim = RIM if name == ground.HERO_TOKEN else 0.0

    def row(at: Placed) -> Solid:
        wide = radius * at.scale * at.size
        # Insignia tell whose it is: a band would be one more sign for the same.
        half_size = (wide, wide, half * at.size, BEVEL * at.size)
        state = (rim + at.flags - at.flags % 2.0, 1.0, 0.0, 0.0)
        return Solid(at.centre, at.lift, at.tint, half_size, state)

    return row


def map_pyramid(at: Placed) -> Solid:
    """Return a pyramid that is built on a space: no pips, and nearly a point on top."""
    foot = ground.MAP_PYRAMID_FOOT * at.scale * at.size
    half_size = (foot, foot, ground.HEIGHTS[ground.MAP_PYRAMID] / 2 * at.size, TIP * at.size)
    return Solid(at.centre, at.lift, at.tint, half_size, (at.flags, 0.0, 0.0, 0.0))


def device(name: str) -> Row:
    """Return what makes a row of a device; it points north until it is told a direction."""
    kind, half = DEVICES[name], ground.HEIGHTS[name] / 2

    def row(at: Placed) -> Solid:
        reach = half * at.scale * at.size
        state = (at.flags, kind, 0.0, 1.0)
        return Solid(at.centre, at.lift, at.tint, (reach, reach, reach, 0.0), state)

    return row


def pointing(row: Solid, way: tuple[float, float]) -> Solid:
    """Return a device's row with its front in a direction (a unit vector on the ground)."""
    flags, kind, _, _ = row.state
    return row._replace(state=(flags, kind, *way))


@dataclass(frozen=True)
class Shape:
    """How pieces of a shape are drawn.

    Attributes
    ----------
    shader, kind
        What draws them, and the rows it takes.
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
    kind: type[Bead] | type[Solid]
    row: Callable[[Placed], Bead | Solid]
    half: float
    sinks: float = 0.0
    shade: tuple[float, float] | None = None
    ghost: tuple[str, ...] = ()
    colour: Callable[[Palette], str] | None = None
    directed: bool = False


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "disc": Shape("disc", Solid, disc, ground.DISC_HALF),
        **{
            name: Shape("upright", Solid, upright(name), ground.HEIGHTS[name] / 2)
            for name in ("large pyramid", "medium pyramid", "small pyramid")
        },
        **{
            name: Shape("upright", Solid, map_pyramid, ground.HEIGHTS[name] / 2)
            for name in (ground.MAP_PYRAMID, "black pyramid")
        },
        **{
            name: Shape("disc", Solid, token(name), ground.HEIGHTS[name] / 2)
            for name in sorted(ground.COUNTED)
        },
        **{
            name: Shape("device", Solid, device(name), ground.HEIGHTS[name] / 2, directed=True)
            for name in DEVICES
        },
        "ball": Shape("ball", Bead, ball, BALL_RADIUS, SIT, (0.60, 0.55), ("PLAIN", "BODY")),
        ground.MARBLE: Shape(
            "ball",
            Bead,
            marble,
            ground.MARBLE_RADIUS,
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
