"""A place to take small pictures, and to ask a pixel what it shows. No tests here."""

import numpy as np

from model.boards.lattice import pyramid
from model.contract.game import Pieces
from model.records.view import Camera, View
from viewer.games.registry import side_colour
from viewer.picture.picture import Picture
from viewer.scene.camera import fitted
from viewer.scene.input.pointer import Projection
from viewer.scene.offscreen import Offscreen

SIZE = (200, 150)
STEP = 3
SOUTH = Camera(azimuth=0, elevation=0, parallel=True)
RED, BLUE = np.array([0xE4, 0x57, 0x2E]), np.array([0x1F, 0x4E, 0x9C])
BARE = View(camera=SOUTH, ghosts="off", labels=False, board=False)
"""Nothing but balls, seen from the south."""


def rgb_of(image):
    """A Qt image as (height, width, 3) bytes."""
    image = image.convertToFormat(image.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def balls(board, **names):
    """Pieces from ``red=("1a1", ...), blue=(...)``."""
    owner = {board.index(name): k for k, side in enumerate(("red", "blue"))
             for name in names.get(side, ())}  # fmt: skip
    sites = np.array(sorted(owner), np.int32)
    owners = np.array([owner[site] for site in sites.tolist()], np.int32)
    return Pieces(sites, owners, np.zeros_like(sites), np.ones_like(sites))


def filled(board, share=1.0, seed=1):
    """Random colours on a random share of the sites."""
    chance = np.random.default_rng(seed)
    sites = np.sort(chance.permutation(len(board))[: round(share * len(board))]).astype(np.int32)
    owners = chance.integers(0, 2, len(sites)).astype(np.int32)
    return Pieces(sites, owners, np.zeros_like(sites), np.ones_like(sites))


def picture(size=3, view=BARE, *, pieces=None, red=(), blue=(), **parts):
    board = pyramid(size)
    pieces = balls(board, red=red, blue=blue) if pieces is None else pieces
    sides = side_colour("red"), side_colour("blue")
    return Picture(board, pieces, ("red", "blue"), view, sides=sides, **parts)


class Studio:
    """An off-screen stage with a sharp eye."""

    def __init__(self):
        self.place = Offscreen(SIZE)

    def take(self, shown):
        """Image of a picture, (height, width, 3) integers."""
        self.shown = shown
        return self.place.image(shown).astype(int)

    @property
    def sight(self):
        camera = fitted(
            self.shown.view.camera, self.shown.board, self.shown.view.explode, SIZE[0] / SIZE[1]
        )
        return Projection(camera, *SIZE)

    def pixel(self, point):
        """(row, column) of the pixel that shows a point in space."""
        x, y = self.sight.to_screen(np.asarray(point, float))
        return int(y), int(x)

    def depths(self):
        """(height, width) of the frame's depth buffer, 1 where nothing is."""
        from viewer.scene.vtk import from_vtk, vtkFloatArray

        values = vtkFloatArray()
        self.place.window.GetZbufferData(0, 0, SIZE[0] - 1, SIZE[1] - 1, values)
        return from_vtk(values).reshape(SIZE[1], SIZE[0])[::-1].astype(float)

    def rays(self):
        """Origins and unit directions of every third line of sight, (rows, columns, 3) each."""
        sight = self.sight
        lines = np.array(
            [
                [sight.line(x + 0.5, y + 0.5) for x in range(0, SIZE[0], STEP)]
                for y in range(0, SIZE[1], STEP)
            ]
        )
        return lines[..., 0, :], lines[..., 1, :]

    def met(self):
        """How far along its line of sight each of `rays` ends, nan where it meets nothing."""
        depth = self.depths()[::STEP, ::STEP]
        camera = self.place.renderer.GetActiveCamera()
        near, far = camera.GetClippingRange()
        if self.shown.view.camera.parallel:
            ahead = near + depth * (far - near)
        else:
            ahead = near * far / (far - depth * (far - near))
        origins, ways = self.rays()
        eye = np.array(camera.GetPosition())
        forward = np.array(camera.GetDirectionOfProjection())
        along = (ahead - (origins - eye) @ forward) / (ways @ forward)
        return np.where(depth < 1, along, np.nan)
