"""Pieces that are no balls of the lattice: turned discs, stacks, pieces on their way, reserves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from vtkmodules.vtkRenderingCore import vtkRenderer

from viewer.picture.ground import DISC_BEVEL, DISC_HALF, DISC_RADIUS, surface
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.reserve_trays import TRAY, capacity, floor, footprint, place
from viewer.picture.visibility import BALL_RADIUS, Visible
from viewer.scene.props.appearance import BAND, EMPTY, Int32, ball_looks, is_round, round_sites
from viewer.scene.props.board import box
from viewer.scene.props.impostors import Few, Uniforms
from viewer.scene.props.labels import facing, show_texture
from viewer.scene.props.primitives import BEAD, FACE, MARK, Bead, Face, Mark
from viewer.scene.props.terraces import SOLID, Solid, spacing
from viewer.scene.props.text_atlas import atlas

PILE = 5
"""More discs than this on one site are a pile of as many with a number."""
GHOST = 0.55
"""Alpha of a disc that is not there yet."""


class Stones:
    """Draws discs, moving pieces and the racks with the reserves."""

    def __init__(self, renderer: vtkRenderer, uniforms: Uniforms) -> None:
        def few(shader: str, kind: tuple[str, ...], *features: str, opaque: bool = True) -> Few:
            return Few(renderer, shader, uniforms, features=features, attributes=kind,
                       opaque=opaque, depth=True)  # fmt: skip

        self._discs = few("disc", SOLID)
        self._faded = few("disc", SOLID, opaque=False)
        self._moving_discs = few("disc", SOLID)
        self._moving_balls = few("ball", BEAD)
        self._leaving_discs = few("disc", SOLID, opaque=False)
        self._leaving_balls = few("ball", BEAD, opaque=False)
        self._trays = few("slab", FACE)
        self._reserve = few("ball", BEAD)
        self._reserve_discs = few("disc", SOLID)
        self._shades = Few(renderer, "mark", uniforms, features=("SHADOW",), attributes=MARK)
        self._plates = Few(renderer, "mark", uniforms, features=("RING", "THROUGH"),
                           attributes=MARK)  # fmt: skip
        self._counts = Few(
            renderer, "mark", uniforms, features=("GLYPH", "THROUGH"), attributes=MARK
        )
        self._parts = (
            self._discs,
            self._faded,
            self._moving_discs,
            self._moving_balls,
            self._leaving_discs,
            self._leaving_balls,
            self._trays,
            self._reserve,
            self._reserve_discs,
            self._shades,
            self._counts,
            self._plates,
        )

    def draw(self, picture: Picture, owner: Int32, visible: Visible) -> None:
        """Show the discs and the counts of `picture`."""
        cut = ("CUT",) if len(visible.halfspaces) else ()
        self._discs.features(*cut)
        self._faded.features(*cut)
        solid, faded, counted = discs(picture, owner, visible)
        self._discs.show(solid)
        self._faded.show(faded)
        self._count(picture, visible, counted)

    def move(self, picture: Picture) -> None:
        """Show the pieces on their way and the reserves: these change from frame to frame."""
        colours = picture.palette.table(picture.players)
        balls: list[Bead] = []
        stones: list[Solid] = []
        for piece in picture.moving:
            tint = (*_rgb(colours[piece.owner]), piece.alpha)
            flags = _band(picture, piece.owner)
            if is_round(picture, piece.kind):
                balls.append(Bead(piece.centre, 0.0, tint, (0.0, flags, BALL_RADIUS, -1.0)))
            else:
                radius = DISC_RADIUS * spacing(picture.board)
                stones.append(disc(piece.centre, 0.0, tint, flags, radius=radius))
        self._moving_balls.show([ball for ball in balls if ball.tint[3] >= 1])
        self._leaving_balls.show([ball for ball in balls if ball.tint[3] < 1])
        self._moving_discs.show([stone for stone in stones if stone.tint[3] >= 1])
        self._leaving_discs.show([stone for stone in stones if stone.tint[3] < 1])
        self._lay_out(picture, colours)

    def _lay_out(self, picture: Picture, colours: npt.NDArray[np.float32]) -> None:
        board, tray = picture.board, rgb(picture.palette.tray)
        faces: list[Face] = []
        balls: list[Bead] = []
        stones: list[Solid] = []
        shades: list[Mark] = []
        ground = floor(board)
        round_one = is_round(picture, 0)
        for owner, left in picture.reserves:
            room = capacity(picture, owner)
            outline = footprint(board, owner, room)
            faces += box(outline, ground, ground + TRAY, tray)
            tint = (*_rgb(colours[owner]), 1.0)
            flags = _band(picture, owner)
            for k in range(room):
                x, y, z = place(board, owner, k)
                if k >= left:
                    shades.append(_hollow((x, y, ground + TRAY + 0.004)))
                elif round_one:
                    balls.append(Bead((x, y, z), 0.0, tint, (0.0, flags, BALL_RADIUS, -1.0)))
                    shades.append(_hollow((x, y, ground + TRAY + 0.004), 0.60, 0.55))
                else:
                    at = (x, y, ground + TRAY + DISC_HALF)
                    stones.append(disc(at, 0.0, tint, flags))
        self._trays.show(faces)
        self._reserve.show(balls)
        self._reserve_discs.show(stones)
        self._shades.show(shades)

    def _count(self, picture: Picture, visible: Visible, counted: dict[int, int]) -> None:
        if not counted:
            self._counts.show(())
            self._plates.show(())
            return
        held = atlas(tuple(sorted({str(count) for count in counted.values()})))
        show_texture(self._counts, held)
        texts, plates = [], []
        for site, count in counted.items():
            x, y, z = visible.centres[site].tolist()
            at = (x, y, z + 2 * DISC_HALF * (min(count, PILE) - 1) + 0.42)
            text = str(count)
            size = 0.30 * min(1.0, 1.2 / held.aspects[text])
            texts.append(facing(held, text, at, size, (1.0, 1.0, 1.0, 1.0), nearer=0.61))
            plates.append(
                Mark(at, 0.0, (0.20, 0.0, 0.0, 1.0), (0.20, 0.0, 0.0, 0.60),
                     (0.12, 0.14, 0.18, 0.72), (-1.0, 0.0, 0.0, 0.0))
            )  # fmt: skip
        self._counts.show(texts)
        self._plates.show(plates)

    def close(self) -> None:
        """Take everything out of the renderer."""
        for part in self._parts:
            part.close()


class _Piled(NamedTuple):
    site: int
    owner: int
    height: float


def discs(
    picture: Picture, owner: Int32, visible: Visible
) -> tuple[list[Solid], list[Solid], dict[int, int]]:
    """Return the discs drawn in full, those off the working layer, and stacks: site -> count."""
    pieces, board = picture.pieces, picture.board
    if not len(pieces.site) or (round_sites(picture) & (owner != EMPTY)).sum() == len(
        np.unique(pieces.site)
    ):
        counted = {int(s): int(c) for s, c in zip(pieces.site, pieces.count, strict=True) if c > 1}
        return [], [], counted
    looks = ball_looks(picture, owner, visible)
    level = board.layers.get("level")
    colours = picture.palette.table(picture.players)
    full, pale = set(looks.solid.tolist()), set(looks.faded.tolist())
    ground = surface(board)
    radius = DISC_RADIUS * spacing(board)
    heights: dict[int, int] = {}
    solid: list[Solid] = []
    faded: list[Solid] = []
    order = np.argsort(pieces.site, kind="stable")
    rows = [pieces.site, pieces.owner, pieces.kind, pieces.count]
    for site, who, kind, count in zip(*(row[order].tolist() for row in rows), strict=True):
        if is_round(picture, kind) or (site not in full and site not in pale):
            continue
        x, y, _ = board.centres[site].tolist()
        tint = looks.tint[site]
        shade = _rgb(tint if who == owner[site] else colours[who])
        flags = float(looks.state[site, 1])
        for _ in range(count):
            layer = heights.get(site, 0)
            heights[site] = layer + 1
            if layer >= PILE:
                continue
            z = float(ground[site]) + DISC_HALF * (1 + 2 * layer)
            row = disc(
                (x, y, z),
                0.0 if level is None else float(level[site] - 1),
                (*shade, float(tint[3])),
                flags,
                radius=radius,
            )
            (solid if site in full else faded).append(row)
    return solid, faded, {site: count for site, count in heights.items() if count > 1}


def disc(
    point: tuple[float, float, float],
    lift: float,
    tint: tuple[float, float, float, float],
    flags: float = 0.0,
    *,
    radius: float = DISC_RADIUS,
) -> Solid:
    """Return a turned disc."""
    return Solid(point, lift, tint, (radius, radius, DISC_HALF, DISC_BEVEL), (flags, 0.0, 0.0, 0.0))


def _hollow(point: tuple[float, float, float], size: float = 0.34, alpha: float = 0.60) -> Mark:
    return Mark(point, 0.0, (size, 0.0, 0.0, 0.0), (0.0, size, 0.0, 0.0),
                (0.10, 0.08, 0.06, alpha), (0.0, 0.0, 0.0, 0.0))  # fmt: skip


def _band(picture: Picture, owner: int) -> float:
    side = picture.players[owner] if owner >= 0 else ""
    return BAND if picture.bands and side in picture.palette.banded else 0.0


def _rgb(values: npt.NDArray[np.float32]) -> RGB:
    r, g, b = values[:3].tolist()
    return r, g, b
