"""The plates at the spaces of a map: numbers, points and units, upright from every side."""

from math import radians, sin, tan

import numpy as np

from model.records.view import Camera
from viewer.picture.compose.ground import is_map, surface
from viewer.picture.compose.map_labels import SIGN, SMALLEST, SpaceLabel, labels_of, largest_scales
from viewer.picture.palette import RGB, Palette, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Float64, Visible
from viewer.scene.camera import LENS, frame
from viewer.scene.props.impostors import DynamicLayer, SceneLayers, show_added
from viewer.scene.props.labels import Atlas, atlas, show_texture
from viewer.scene.props.primitives import FlatMark, Vec4

UNITS, PRINTED = 0.185, 0.145
"""How high the letters of units are, and those of what is printed, in ball diameters."""
SIGN_SHARE = 0.86
"""How high a sign is, as a share of letters: these leave room above and below."""
PLATE = 0.62
"""Half the height of a plate, as a share of its letters."""
GAP, RIM = 0.035, 0.070
"""Between texts on a plate, and from its end to the first, in ball diameters."""
DOWN, AHEAD = 0.30, 0.10
"""How far below the middle of its space a label is, seen from above and from the side."""
READABLE, GROWN = 22.0, 2.0
"""Pixels that printed letters are high where there is room, and how much they grow for it."""
ON_BORDER = 0.16, 0.13
"""Half the width and the height of what lies on a border, in ball diameters, as it is seen."""
CROWDED = 0.72
"""Labels that would become smaller than this share of their size say less, on one line."""
NEARER = 0.60
"""How far labels come towards the eye."""
NOBODY = -2
"""The owner of a plate that tells of no units; -1 are units of nobody."""
TABLET = 7.0
"""The rounded plate among the signs of shaders/mark.frag."""
INK, PALE = (0.13, 0.12, 0.12), (1.0, 1.0, 1.0)
WORTH, PALE_WORTH = (0.56, 0.36, 0.06), (0.98, 0.80, 0.42)
"""Ink of what a space is worth, on a light plate and on a dark one: its number comes first."""


class SpaceLabels:
    """Draws the labels of a map; other boards have none."""

    def __init__(self, scene: SceneLayers) -> None:
        self._plates = DynamicLayer(scene, "mark", FlatMark, "SIGN", "THROUGH")
        self._texts = DynamicLayer(scene, "mark", FlatMark, "GLYPH", "THROUGH")

    def draw(self, picture: Picture, visible: Visible, camera: Camera, high: int) -> None:
        """Show what is written at the spaces that are shown, as large as the camera allows.

        Parameters
        ----------
        camera
            The one the picture is drawn with: it has a centre and a distance.
        high
            How many pixels the frame is high: in a small one letters are larger on the map.
        """
        board = picture.board
        has_labels = is_map(board) and picture.view.board
        shown = [one for one in labels_of(picture) if visible.shown[one.site]] if has_labels else []
        if not shown:
            show_added(self._plates, self._texts)
            return
        texts = {text for one in shown for text in (one.name, one.worth)}
        texts |= {text for one in shown for _, units in one.stands for text in units}
        held = atlas(tuple(sorted(texts - {""})))
        show_texture(self._texts, held)
        ground = surface(board)
        feet = np.array([[*board.centres[one.site, :2], ground[one.site]] for one in shown])
        down = AHEAD + (DOWN - AHEAD) * abs(sin(radians(camera.elevation)))
        grown = _grown(feet, camera, high)[:, None]
        for is_short in (False, True):
            lines = [_lines(one, held, is_short=is_short) for one in shown]
            sizes = np.array(
                [
                    (max(line.wide for line in rows), sum(line.high for line in rows))
                    for rows in lines
                ]
            )
            full, sunk = grown * sizes, np.full(len(feet), down)
            least = SMALLEST / grown[:, 0]
            scales = largest_scales(*_seen(feet, full, sunk, camera), least)
            lifts = _lifts(picture, feet, scales[:, None] * full, down, camera)
            if lifts.any():
                raised = largest_scales(*_seen(feet, full, down - lifts, camera), least)
                if (raised * grown[:, 0]).min() > CROWDED:  # what is said comes first
                    scales, sunk = np.minimum(scales, raised), down - lifts
            scales *= grown[:, 0]
            if scales.min() > CROWDED:
                break
        colours = picture.colours
        spots = zip(shown, lines, feet.tolist(), scales.tolist(), sunk.tolist(), strict=True)
        for one, rows, foot, scale, under in spots:
            x, y, z = foot
            above = -under + scale * sum(line.high for line in rows) / 2
            for line in rows:
                above -= scale * line.high / 2
                fill, ink = _tints(line.owner, one.tone, colours, picture.palette)
                self._plates.add(_plate((x, y, z), line, above, scale, fill))
                self._texts.add(*_texts((x, y, z), line, above, scale, ink, held))
                above -= scale * line.high / 2
        show_added(self._plates, self._texts)


def _grown(feet: Float64, camera: Camera, high: int) -> Float64:
    """How much larger than usual letters are wanted, so that they can be read: each where it is."""
    assert camera.centre is not None
    assert camera.distance is not None
    far = np.full(len(feet), camera.distance)
    if not camera.parallel:
        back, _, _ = frame(camera.azimuth, camera.elevation)
        far = np.maximum(far - (feet - np.asarray(camera.centre)) @ back - NEARER, 0.2)
    pixels = high / (2 * far * tan(radians(LENS / 2)))
    return np.clip(READABLE / (PRINTED * pixels), 1.0, GROWN)


def _lifts(picture: Picture, feet: Float64, sizes: Float64, down: float, camera: Camera) -> Float64:
    """Return (k,) how much higher labels are drawn, so that none hides what lies on a border."""
    board = picture.board
    lying = [site for site in picture.pieces.site.tolist() if site in board.edges]
    if not lying:
        return np.zeros(len(feet))
    _, up, right = frame(camera.azimuth, camera.elevation)
    ground = surface(board)
    way = np.array([[*board.centres[site, :2], ground[site]] for site in lying]) - feet[:, None]
    wide, high = ON_BORDER
    across, foot = np.abs(way @ right), way @ up
    top = foot + high * abs(up[2])
    half = sizes / 2
    hidden = (
        (across < half[:, :1] + wide) & (top > -down - half[:, 1:]) & (foot < half[:, 1:] - down)
    )
    lifts: Float64 = np.where(hidden & (foot < 0), top + half[:, 1:] + down, 0.0).max(axis=1)
    return lifts


def _seen(feet: Float64, sizes: Float64, down: Float64, camera: Camera) -> tuple[Float64, Float64]:
    """Return (k, 2) the middles and the sizes of labels as the camera sees them."""
    back, up, right = frame(camera.azimuth, camera.elevation)
    assert camera.centre is not None
    assert camera.distance is not None
    offset = feet - np.asarray(camera.centre)
    places = np.stack([offset @ right, offset @ up - down], axis=1)
    if camera.parallel:
        return places, sizes
    far = np.maximum(camera.distance - offset @ back, 0.2)
    # Nearer to the eye they stay in their place on the screen and grow.
    return places / far[:, None], sizes / np.maximum(far - NEARER, 0.2)[:, None]


class _LabelLine:
    """Texts beside one another on one plate: an owner's units, or what is printed (NOBODY)."""

    def __init__(self, texts: tuple[str, ...], letters: float, held: Atlas, owner: int = NOBODY):
        self.letters, self.owner = letters, owner
        self.gap = 2 * GAP if owner == NOBODY else GAP
        self.texts = tuple(
            (text, SIGN_SHARE * letters if text.startswith(SIGN) else letters) for text in texts
        )
        self.widths = tuple(high * held.aspects[text] for text, high in self.texts)
        self.high = 2 * PLATE * letters
        self.inside = sum(self.widths) + self.gap * (len(texts) - 1)
        self.wide = max(self.inside + 2 * RIM, self.high)


def _lines(one: SpaceLabel, held: Atlas, *, is_short: bool) -> list[_LabelLine]:
    """What is printed, and above it the units; short ones have one line, and units go before."""
    printed = tuple(text for text in (one.name, one.worth) if text)
    units = [
        _LabelLine(texts, UNITS, held, owner) for owner, texts in reversed(one.stands) if texts
    ]
    if is_short and len(units) == 1:
        ((owner, texts),) = ((owner, texts) for owner, texts in one.stands if texts)
        return [_LabelLine((one.name, *texts), UNITS, held, owner)]
    return [*units, _LabelLine(printed, PRINTED, held)]


def _tints(owner: int, tone: str, colours: tuple[RGB, ...], palette: Palette) -> tuple[Vec4, RGB]:
    """The colour of a plate, and of what is written on it."""
    if owner != NOBODY:
        fill = colours[owner] if 0 <= owner < len(colours) else rgb(palette.grey)
    else:
        fill = rgb(palette.dark_stone if tone == "dark" else palette.marble)
    light = 0.30 * fill[0] + 0.59 * fill[1] + 0.11 * fill[2]
    return (*fill, 1.0), INK if light > 0.58 else PALE


def _plate(
    point: tuple[float, float, float], line: _LabelLine, up: float, scale: float, fill: Vec4
) -> FlatMark:
    half, high = scale * line.wide / 2, scale * line.high / 2
    across, upward = (half, 0.0, up, 1.0), (high, 0.0, 0.0, NEARER)
    return FlatMark(point, 0.0, across, upward, fill, (TABLET, half / high, 0.0, 0.0))


def _texts(
    point: tuple[float, float, float],
    line: _LabelLine,
    up: float,
    scale: float,
    ink: RGB,
    held: Atlas,
) -> list[FlatMark]:
    at = -line.inside / 2
    marks: list[FlatMark] = []
    for (text, high), wide in zip(line.texts, line.widths, strict=True):
        middle = scale * (at + wide / 2)
        across = (scale * wide / 2, middle, up, 1.0)
        upward = (scale * high / 2, 0.0, 0.0, NEARER + 0.01)
        tint = ink
        if marks and line.owner == NOBODY:
            tint = PALE_WORTH if ink == PALE else WORTH
        marks.append(FlatMark(point, 0.0, across, upward, (*tint, 1.0), held.boxes[text]))
        at += wide + line.gap
    return marks
