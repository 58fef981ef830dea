"""Draws the pictures of README, the guide, the rules and the welcome page with the program itself.

`make pictures` runs it, and `windows.py` beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pypdfium2
import pyvista
from msgspec.structs import replace as altered
from PIL import Image, ImageOps

from model.contract.tables import BuildPlan
from model.play.opponent import never
from model.positions.setup import read_position
from model.records import files
from model.records.files import new_game
from model.records.record import PositionCache
from model.records.view import Camera, View
from model.registry import kinds
from model.tablebase.library import maker_for
from viewer.analysis.picture_findings import whole_picture
from viewer.cli.export_command import export
from viewer.export.export_options import PrintOptions
from viewer.export.solid.printed import joined
from viewer.export.solid.solid_plan import plan_of
from viewer.games.registry import game_view_named
from viewer.picture.compose.composer import depict
from viewer.picture.compose.ground import dimpled
from viewer.picture.palette import STANDARD
from viewer.scene.offscreen import Offscreen, image, write_png
from viewer.session.files import resources
from viewer.window.welcome import tile_pictures

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
README = {
    "figure-1": ("02-figure-1", (1100, 760)),
    "cut": ("07-size-20", (1100, 760)),
    "pyraos": ("11-pyraos-taking-back", (1000, 700)),
    "pyramid": ("15-pyramid-run-and-smash", (1000, 700)),
    "pyramid-ball": ("23-pyramid-ball-pushing", (1000, 700)),
    "poly-y": ("34-poly-y-a-game", (1000, 700)),
}
RULES = {
    "partition-line": "04-line-from-a-corner",
    "partition-sheets": "02-figure-1",
    "pyraos-placing": "10-pyraos-lifting",
    "pyraos-square": "11-pyraos-taking-back",
    "pyramid-osiris": "17-pyramid-osiris",
    "pyramid-victory": "19-pyramid-victory-fields",
    "pyramid-ball-pitch": "22-pyramid-ball-a-pass",
}
"""Names of pictures and the examples they show."""


VALUES = "27-pyraos-one-move-of-21"
"""The example that shows in the guide what moves are worth; search decides it without a table."""
LEAD = ("08-full-pyramid", (900, 560))
GAMES = {
    "partition": "09-double-threat",
    "pyraos": "14-pyraos-a-game",
    "pyramid": "21-pyramid-a-game",
    "pyramid-ball": "23-pyramid-ball-pushing",
    "poly-y": "34-poly-y-a-game",
}
"""Pictures of the welcome page that are no file's: at its head, and of the games."""
ROLLING = (
    "rolling-pyramids:players=4 "
    "c1,c1*1,c1,b7,b1*1,1,c*3,a2*3,a*4,c3,c1,1,b1*2,b2*3,b*2,d1,a*2,d1*2,a2,4 "
    "chance phase=roll round=6 first=p2 seats=S1.anubian+S3.sobeccian+S2.bastet+S4.rashar "
    "p1=3443/37..481..3.4/.12/../4.1/x.xxx../..xx..../......xx./0.0.0/13 "
    "p2=1323/.1.8.718.1../7../.7/.4./.xxx.x./x..x..x./......x../0.0.0/18 "
    "p3=4..1/.617253..545/24./.6/..5/xx...../x.x...../x.x...x../0.0.0/22 "
    "p4=2.11/4.274..74..7/.35/2./3.1/x..x.../.xxxx.../x......../0.0.0/14 "
    "devices=ram.2>9+ram.4>13+ram.8>S1+spikes.19>7+spikes.S1>8"
)
"""A game of four in its sixth round, which no example shows."""
SOLVED = {
    "free-3": "partition:size=3,rules=free 3,3,3/2,2/1 red",
    "stacking-3": "partition:size=3,rules=stacking 3,3,3/2,2/1 red",
}
"""Positions of small pyramids in docs/partition-solved.md."""
SOLVED_APART = 1.5
"""How far their levels are drawn apart."""
PRINTED = (
    ("puzzles/pyraos-puzzles",),
    ("21-pyramid-a-game", "--every", "10", "--ink", "grey"),
    ("lessons/01-partition-course", "--plan"),
)
PAGE, GAP, DESK = (420, 594), 14, (205, 208, 212)
"""A printed page and the room around it, in pixels, and the colour of that."""
FIGURE = (360, 270)
"""A figure of the gallery in pixels."""
PLASTIC, PAPER = (0.75, 0.74, 0.7), (0.955, 0.96, 0.97)
"""The colours of a solid of one plastic, and of what is behind it."""


def main() -> int:
    """Draw all pictures."""
    for name, (example, size) in README.items():
        draw(example, HERE / f"{name}.png", size)
    for name, example in RULES.items():
        draw(example, ROOT / "docs" / "rules" / "images" / f"{name}.png", (520, 340))
    draw(VALUES, ROOT / "docs" / "guide" / "images" / "values.png", (640, 420))
    board = depict(kinds()["pyramid"].configure({}).start(), View(), ())
    write_png(ROOT / "docs" / "rules" / "images" / "pyramid-board.png", image(board, (520, 340)))
    rolling = depict(read_position(ROLLING), View(), ())
    write_png(HERE / "rolling-pyramids.png", image(rolling, (1000, 700)))
    solids()
    printed()
    figures()
    solved()
    tiles()
    return 0


def draw(example: str, out: Path, size: tuple[int, int]) -> None:
    """Draw an example as its file shows it."""
    contents = files.load(ROOT / "examples" / f"{example}.pyramidion")
    position = PositionCache().position(contents.record, contents.node)
    show = (contents.view.show,) if contents.view.show else ()
    write_png(out, image(whole_picture(position, contents.view, show), size))
    print(out.relative_to(ROOT))


def printed() -> None:
    """Draw pages as they are printed: worksheets, a game in grey, a plan for teaching."""
    pages = Image.new("RGB", (3 * PAGE[0] + 4 * GAP, PAGE[1] + 2 * GAP), DESK)
    with TemporaryDirectory() as folder:
        for column, (example, *options) in enumerate(PRINTED):
            out = Path(folder) / "page.pdf"
            export([str(ROOT / "examples" / f"{example}.pyramidion"), "-o", str(out), *options])
            with pypdfium2.PdfDocument(out) as document:
                page = document[0].render(scale=2).to_pil().convert("RGB").resize(PAGE)
            pages.paste(page, (GAP + column * (PAGE[0] + GAP), GAP))
    pages.save(ROOT / "docs" / "guide" / "images" / "printed.png", optimize=True)


def figures() -> None:
    """Draw the gallery of figures made with the library."""
    sheet = Image.new("RGB", (3 * FIGURE[0], 2 * FIGURE[1]), "white")
    with TemporaryDirectory() as folder:
        program = ROOT / "examples" / "scripts" / "gallery.py"
        subprocess.run([sys.executable, program, "--out", folder], check=True)
        for number, path in enumerate(sorted(Path(folder).iterdir())):
            figure = Image.open(path).convert("RGB")
            figure = figure.crop(ImageOps.invert(figure).getbbox())
            figure = ImageOps.pad(figure, (FIGURE[0] - GAP, FIGURE[1] - GAP), color="white")
            row, column = divmod(number, 3)
            sheet.paste(figure, (column * FIGURE[0], row * FIGURE[1]))
    sheet.save(HERE / "gallery.png", optimize=True)
    print("docs/images/gallery.png")


def solids() -> None:
    """Draw what would be printed of Figure 1: all of it on its board, and one player."""
    contents = files.load(ROOT / "examples" / f"{README['figure-1'][0]}.pyramidion")
    position = PositionCache().position(contents.record, contents.node)
    scene = pyvista.Plotter(
        off_screen=True,
        shape=(1, 2),
        border=False,
        window_size=(1200, 560),
        lighting="three lights",
    )
    for column, wanted in enumerate(
        (
            PrintOptions(board=True, rods=True, quality="fine"),
            PrintOptions(part="blue", rods=True, foot=6),
        )
    ):
        scene.subplot(0, column)
        pieces = joined(plan_of(position, wanted), lambda *_: None, never, coloured=column == 0)
        for piece in pieces:
            mesh = pyvista.make_tri_mesh(piece.mesh.points, piece.mesh.triangles)
            colour = piece.colour if column == 0 else PLASTIC
            mesh = mesh.compute_normals(split_vertices=True, feature_angle=12)
            scene.add_mesh(mesh, color=colour, smooth_shading=True, specular=0.15)
        scene.view_vector((1, -1.7, 0.85), (0, 0, 1))
        scene.camera.zoom(1.12)
        scene.enable_ssao(radius=15, kernel_size=64)
        scene.enable_anti_aliasing("ssaa")
        scene.set_background(PAPER)
    out = ROOT / "docs" / "guide" / "images" / "solid.png"
    scene.screenshot(out)
    print(out.relative_to(ROOT))


def solved() -> None:
    """Draw positions of Partition with what each move is worth, by tables built for it."""
    with TemporaryDirectory() as folder:
        os.environ["PYRAMIDION_TABLES"] = folder
        for name, text in SOLVED.items():
            position = read_position(text)
            game, maker = position.game, maker_for(position.game)
            assert maker is not None
            path = Path(folder) / maker.file_name(game)
            if not path.exists():
                list(maker.build(game, BuildPlan(path), lambda: None))
            out = HERE / "partition-solved" / f"{name}.png"
            view = View(show="values", explode=SOLVED_APART)
            picture = whole_picture(position, view, ("values",))
            write_png(out, image(picture, (640, 420)))
            print(out.relative_to(ROOT))


def tiles() -> None:
    """Draw the pictures of the welcome page, each before nothing: it is light or dark there."""
    width, height = (2 * side for side in tile_pictures.SIZE)
    place = Offscreen((2 * width, 2 * height), fine=True)
    for path in (*resources.lessons(), *resources.puzzles(), *resources.examples()):
        found = files.load_any(path)
        contents = found.items[0] if isinstance(found, files.Collection) else found
        record, node = contents.record, contents.node
        if record.lesson is not None:  # a course begins on an empty board
            node = max(
                (step.node for step in record.lesson.steps), key=lambda n: standing(record, n)
            )
        position = PositionCache().position(record, node)
        cuts = contents.view.cuts if len(position.game.board) > 400 else ()
        before_nothing(place, position, cuts, tile_pictures.place(path), (width, height))
    for name, example in GAMES.items():
        out = tile_pictures.GAMES / f"{name}.png"
        before_nothing(place, position_of(example), (), out, (width, height))
    out = tile_pictures.GAMES / "rolling-pyramids.png"
    before_nothing(place, read_position(ROLLING), (), out, (width, height))
    for name, kind in kinds().items():
        for start in game_view_named(name).quick_starts:
            begun = new_game(kind, start.options).start()
            out = tile_pictures.start_place(begun)
            if not out.is_file():
                before_nothing(place, begun, (), out, (width, height), legal=True)
    place.close()
    example, (width, height) = LEAD
    place = Offscreen((2 * width, 2 * height), fine=True)
    before_nothing(place, position_of(example), (), tile_pictures.LEAD, (width, height), lead=True)
    place.close()


def position_of(example):
    """Return the position that an example is opened at."""
    contents = files.load(ROOT / "examples" / f"{example}.pyramidion")
    return PositionCache().position(contents.record, contents.node)


def before_nothing(place, position, cuts, out, size, *, lead=False, legal=False):
    """Draw a position, its empty points as dots where they are few, without what is around it.

    The lead picture has no dots and no margins, that of a start only dots to be played on.
    """
    board = position.game.board
    ghosts = "all" if not lead and dimpled(board) and len(board) <= 400 else "off"
    ghosts = "legal" if legal else ghosts
    view = View(camera=Camera(), ghosts=ghosts, labels=False, cuts=cuts)
    shown = replace(depict(position, altered(view, board=True), ()), reserves=(), bands=False)
    light, dark = (
        place.image(replace(shown, palette=replace(STANDARD, above=ground, below=ground)))
        for ground in ("#FFFFFF", "#000000")
    )
    write(out, light.astype(int), dark.astype(int), size, cropped=lead)


def standing(record, node):
    """Return how many pieces stand on the board at a node."""
    return len(PositionCache().position(record, node).pieces.site)


def write(out, light, dark, size, *, cropped):
    """Save what is seen before white and before black as a picture before nothing."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    clear = (light - dark).mean(axis=2).clip(0, 255)
    alpha = 255 - clear
    colours = np.where(alpha[..., None] > 0, dark * 255 / np.maximum(alpha, 1)[..., None], 0)
    rows = np.concatenate([colours.clip(0, 255), alpha[..., None]], axis=2).round().astype(np.uint8)
    rows = np.ascontiguousarray(rows)
    tall, wide, _ = rows.shape
    picture = QImage(rows.data, wide, tall, 4 * wide, QImage.Format.Format_RGBA8888)
    picture = picture.scaled(*size, mode=Qt.TransformationMode.SmoothTransformation)
    if cropped:
        down, across = (np.flatnonzero((alpha > 4).any(axis=side)) for side in (1, 0))
        across, down = across * size[0] // wide, down * size[1] // tall
        left, upper = int(across[0]), int(down[0])
        picture = picture.copy(left, upper, int(across[-1]) - left, int(down[-1]) - upper)
    out.parent.mkdir(exist_ok=True)
    picture.save(str(out), "PNG")
    print(out.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
