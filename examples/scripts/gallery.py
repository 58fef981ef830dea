"""Six figures of positions with pyvista and matplotlib, each made in about ten lines.

python examples/scripts/gallery.py --out FOLDER
"""

import argparse
from pathlib import Path
from random import Random

import numpy as np
import pyvista as pv
from matplotlib.figure import Figure

import pyramidion

EXAMPLES = Path(__file__).resolve().parents[1]
SHEET = "partition:size=4,rules=free 1RB1,R3,B3,4/R2,3,3/2,2/1 red"
COLOURS = ["#D9502E", "#2B5BA8"]
BAR = {"vertical": True, "position_x": 0.86, "position_y": 0.3, "height": 0.4, "n_labels": 3}


def balls(points, radius=0.5, **look):
    """A plotter's arguments: balls at points."""
    return {"mesh": points.glyph(geom=pv.Sphere(radius=radius), scale=False, orient=False), **look}


def from_south(plotter):
    """Look from the south, a little from the west and from above."""
    plotter.view_vector((-0.35, -1.0, 0.75), viewup=(0, 0, 1))
    return plotter


def sheet():
    """Three sheets as surfaces, with their area."""
    record = pyramidion.load(EXAMPLES / "02-figure-1.pyramidion").record
    blocks = pyramidion.mesh(record, show=("win=red",))
    plotter = pv.Plotter(off_screen=True)
    plotter.add_mesh(blocks["board"], color="#DDD5C8")
    look = {"scalars": "owner", "cmap": COLOURS, "show_scalar_bar": False}
    plotter.add_mesh(**balls(blocks["balls"], opacity=0.25, **look))
    names = blocks.keys()
    skins = [blocks[name] for name in names if name.startswith("sheet")]
    for skin in skins:
        plotter.add_mesh(skin, color="gold", show_edges=True, lighting=False)
    area = sum(skin.area for skin in skins)
    plotter.add_text(f"{len(skins)} sheets, {area:.2f} square diameters", font_size=10)
    return from_south(plotter)


def heat():
    """How far colour runs from a corner before balls stop it."""
    blocks = pyramidion.mesh(pyramidion.read(SHEET), show=("pour=NE:red",))
    plotter = pv.Plotter(off_screen=True)
    plotter.add_mesh(blocks["board"], color="#DDD5C8")
    plotter.add_mesh(**balls(blocks["balls"], color="#8A8F98", opacity=0.3))
    look = {"scalars": "step", "cmap": "inferno", "scalar_bar_args": {"fmt": "%.0f", **BAR}}
    plotter.add_mesh(**balls(blocks["pour 1"], radius=0.25, **look))
    return from_south(plotter)


def cut():
    """Half of a full pyramid behind a free plane, drawn as the window draws it."""
    position = pyramidion.load(EXAMPLES / "08-full-pyramid.pyramidion").record
    view = '{"cuts": [{"at": 0.9, "normal": [0.6, -0.8, 0]}]}'
    return pyramidion.show(position, view=view, off_screen=True)


def win_rates(games=40):
    """How often Red wins at random after each first move, on the pyramid."""
    start, rng = pyramidion.game("partition", size=4).start(), Random(1)
    blocks = pyramidion.mesh(start)
    points = blocks["points"]
    wins = np.zeros(points.n_points)
    for row, site in enumerate(points["site"]):
        for _ in range(games):
            position = start.play(start.game.board.names[site])
            while not position.outcome:
                position = position.play(position.legal_moves.sample(rng))
            wins[row] += position.outcome.winner == "red"
    points["Red wins"] = wins / games
    plotter = pv.Plotter(off_screen=True)
    plotter.add_mesh(blocks["board"], color="#DDD5C8")
    look = {"scalars": "Red wins", "cmap": "RdBu_r", "scalar_bar_args": {"fmt": "%.2f", **BAR}}
    plotter.add_mesh(**balls(points, radius=0.3, **look))
    return from_south(plotter)


def small_multiples():
    """A game in eight pictures."""
    record = pyramidion.load(EXAMPLES / "06-stacking-game.pyramidion").record
    plotter = pv.Plotter(shape=(2, 4), off_screen=True, border=False)
    steps = np.linspace(1, sum(1 for _ in record.main_line()), 8).astype(int)
    for number, step in enumerate(steps.tolist()):
        blocks = pyramidion.mesh(record, step=step)
        plotter.subplot(*divmod(number, 4))
        plotter.add_mesh(blocks["board"], color="#DDD5C8")
        look = {"scalars": "owner", "cmap": COLOURS, "clim": (0, 1), "show_scalar_bar": False}
        plotter.add_mesh(**balls(blocks["balls"], **look))
        plotter.add_text(f"move {step}", font_size=8)
        from_south(plotter)
    return plotter


def groups():
    """How many groups each side has, move by move."""
    record = pyramidion.load(EXAMPLES / "06-stacking-game.pyramidion").record
    moves = range(1, 1 + sum(1 for _ in record.main_line()))
    found = [pyramidion.mesh(record, step=step)["balls"] for step in moves]
    figure = Figure(figsize=(8, 5))
    axes = figure.add_subplot(xlabel="move", ylabel="groups")
    for owner, name in enumerate(("Red", "Blue")):
        counts = [len(set(one["group"][one["owner"] == owner].tolist())) for one in found]
        axes.step(moves, counts, where="post", label=name, color=COLOURS[owner])
    axes.legend()
    return figure


FIGURES = (sheet, heat, cut, win_rates, small_multiples, groups)


def draw(out, **words):
    """Write each figure into a folder; `words` of `win_rates`."""
    for figure in FIGURES:
        made, path = (
            figure(**(words if figure is win_rates else {})),
            out / f"{figure.__name__}.png",
        )
        if isinstance(made, Figure):
            made.savefig(path)
        else:
            made.screenshot(path)
            made.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path())
    draw(parser.parse_args().out)
