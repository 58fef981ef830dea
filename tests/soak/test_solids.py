"""Solids of whatever positions and measures come: closed, and in as many pieces as was said."""

import re
from collections.abc import Iterator
from random import Random

import numpy as np
import trimesh
from fuzz_trial import check_line
from soaking import counts
from solids import EXAMPLES, example, told_shells

from model.contract.game import Position
from model.play.opponent import never
from model.positions.setup import read_position
from viewer.export.export_options import PrintOptions
from viewer.export.items import ExportError
from viewer.export.solid.bodies import Mesh
from viewer.export.solid.printed import joined
from viewer.export.solid.solid_plan import plan_of

NOT_HUGE = [path.name[:3] for path in EXAMPLES.glob("*.pyramidion") if "size-20" not in path.name]
"""Beginnings of examples."""


@counts(few=2, all=200)
def test_solids_are_closed_and_in_as_many_pieces_as_said(count, seed, tell):
    rng = Random(f"solids {seed}")
    made = refused = triangles = 0
    while made < count:
        position = any_position(rng)
        wanted = any_measures(rng, position)
        try:
            plan = plan_of(position, wanted)
        except ExportError as error:
            check_line(str(error))
            refused += 1
            continue
        made += 1
        said = f"{position} {wanted}"
        for coloured in (False, True):
            for piece in joined(plan, lambda *_: None, never, coloured=coloured):
                triangles += len(piece.mesh.triangles)
                for mesh in as_written(piece.mesh):
                    assert mesh.is_watertight, said
                    assert mesh.volume > 0, said
                    if not coloured:
                        shells = told_shells(plan.portions[piece.portion])
                        assert mesh.body_count == shells, said
        tell("solids", made=made, refused=refused, triangles=triangles)


def as_written(mesh: Mesh) -> Iterator[trimesh.Trimesh]:
    """A solid as 3MF has it, with numbers of points, and as STL has it, with corners in float32."""
    yield trimesh.Trimesh(mesh.points.round(5), mesh.triangles, process=False)
    corners = mesh.points[mesh.triangles].reshape(-1, 3).astype(np.float32)
    yield trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3))


def any_position(rng: Random) -> Position:
    """An example, or balls anywhere on a pyramid."""
    if rng.random() < 0.3:
        return example(rng.choice(sorted(NOT_HUGE)))
    size, fill = rng.randint(2, 6), rng.choice((0.1, 0.3, 0.6, 1.0))
    levels = [",".join(any_row(rng, k, fill) for _ in range(k)) for k in range(size, 0, -1)]
    return read_position(f"partition:size={size},rules=free {'/'.join(levels)} red")


def any_row(rng: Random, width: int, fill: float) -> str:
    row = "".join(rng.choice("RB") if rng.random() < fill else "." for _ in range(width))
    return re.sub(r"\.+", lambda dots: str(len(dots[0])), row)


def any_measures(rng: Random, position: Position) -> PrintOptions:
    ball = rng.choice((2.0, 5.0, 20.0, 200.0))
    return PrintOptions(
        ball=ball,
        neck=rng.choice((None, max(0.4, 0.02 * ball), 0.5 * ball)),
        part=rng.choice(("whole", "each", *position.game.players)),
        rods=rng.random() < 0.4,
        board=rng.random() < 0.5,
        foot=rng.choice((0.0, 0.0, 0.1 * ball, 0.5 * ball)),
        quality=rng.choice(("draft", "standard")),
    )
