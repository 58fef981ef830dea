"""Heaps of balls looked at in every way that bears on what is hidden. No tests here."""

from msgspec.structs import replace
from studio import filled, picture

from model.boards.lattice import pyramid
from model.records.view import Camera, Cut, Peel, View
from viewer.picture.palette import PALETTES
from viewer.visuals.overlay_types import Pour

BARE = View(ghosts="off", labels=False, board=False)
SIZES = ((360, 270), (257, 131), (64, 200), (90, 70))


def any_camera(chance, size):
    """From anywhere, also from between the balls."""
    camera = Camera(
        azimuth=float(chance.uniform(-180, 180)),
        elevation=float(chance.choice([-90, 90, chance.uniform(-90, 90), chance.uniform(5, 50)])),
        parallel=bool(chance.random() < 0.3),
    )
    if chance.random() < 0.4:
        near = chance.choice([0.3, 1.0, 3.0, 8.0])
        centre = tuple(float(x) for x in chance.uniform(0, 0.7 * size, 3))
        camera = replace(camera, centre=centre, distance=float(near * size * chance.random() + 0.1))
    return camera


def any_view(chance, size):
    """A View with one thing or more that changes what a ball hides."""
    board = pyramid(size)
    view = replace(BARE, camera=any_camera(chance, size))
    view = replace(view, ghosts=str(chance.choice(["off", "all", "all"])))
    view = replace(view, ghost_style=str(chance.choice(["dots", "dots", "shells"])))
    if chance.random() < 0.25:
        cuts = [Cut(float(chance.uniform(1, size)), str(chance.choice(["file", "rank", "level"])))]
        if chance.random() < 0.3:
            cuts.append(Cut(1.0, "level", to=2.0, flip=True))
        view = replace(view, cuts=tuple(cuts))
    if chance.random() < 0.15:
        view = replace(view, peel=Peel(layers=(("shell", 1),)))
    if chance.random() < 0.15:
        view = replace(view, layer=("level", int(chance.integers(1, size + 1))))
    if chance.random() < 0.2:
        view = replace(view, lens=board.names[int(chance.integers(len(board)))])
    if chance.random() < 0.2:
        view = replace(view, explode=float(chance.choice([0.1, 0.5, 2.0])))
    if chance.random() < 0.15:
        view = replace(view, parts=(("red", "faint"),))
    return view


def any_heap(chance):
    """A picture of a heap of red and blue balls."""
    size = int(chance.integers(2, 13))
    share = float(chance.choice([0.3, 0.5, 0.8, 1.0]))
    pieces = filled(pyramid(size), share, int(chance.integers(1 << 30)))
    view, parts = any_view(chance, size), {}
    if chance.random() < 0.2 and len(pieces.site):
        site = int(chance.choice(pieces.site))
        view = replace(view, selected=pyramid(size).names[site])
        parts["palette"] = PALETTES[str(chance.choice(sorted(PALETTES)))]
    if chance.random() < 0.15:
        steps = chance.integers(-1, 5, len(pyramid(size))).astype("int32")
        parts["overlays"] = (Pour(steps, 0, float(chance.uniform(0, 4))),)
    return picture(size, view, pieces=pieces, **parts)
