"""Solids read with other people's programs, and measured by sampling: none of ours."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import trimesh
from scipy.spatial import KDTree

from model.records import files
from model.records.record import PositionCache
from viewer.export.solid.solid_plan import Portion

EXAMPLES = Path(__file__).parents[2] / "examples"
SAMPLES = 2**17


def example(beginning: str):
    """The position at which an example stands."""
    [path] = EXAMPLES.glob(f"{beginning}*.pyramidion")
    held = files.load_any(path)
    return PositionCache().position(held.record, held.node).seen_by(None)


def told_shells(portion: Portion) -> int:
    """In how many pieces a portion comes, by what is said of it."""
    return len(portion.loose) + bool(portion.ground) or 1


class Part(NamedTuple):
    """An object of a 3MF file."""

    name: str
    colour: tuple[int, int, int]
    mesh: trimesh.Trimesh


def parts_of(path: Path) -> tuple[list[Part], dict[str, str], int]:
    """The objects of a 3MF file, its metadata, and how many things it builds: by lib3mf."""
    import lib3mf

    model = lib3mf.get_wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(path))
    assert reader.GetWarningCount() == 0
    assert model.GetUnit() == lib3mf.ModelUnit.MilliMeter
    found = []
    objects = model.GetMeshObjects()
    while objects.MoveNext():
        one = objects.GetCurrentMeshObject()
        assert one.IsManifoldAndOriented()
        points = [vertex.Coordinates[:] for vertex in one.GetVertices()]
        triangles = [triangle.Indices[:] for triangle in one.GetTriangleIndices()]
        materials, number, given = one.GetObjectLevelProperty()
        assert given
        hue = model.GetBaseMaterialGroupByID(materials).GetDisplayColor(number)
        mesh = trimesh.Trimesh(points, triangles, process=False)
        found.append(Part(one.GetName(), (hue.Red, hue.Green, hue.Blue), mesh))
    group = model.GetMetaDataGroup()
    rows = [group.GetMetaData(k) for k in range(group.GetMetaDataCount())]
    items, built = model.GetBuildItems(), 0
    while items.MoveNext():
        built += 1
    return found, {row.GetName(): row.GetValue() for row in rows}, built


Inside = Callable[[np.ndarray], np.ndarray]
"""Which of (n, 3) points are inside of something."""


def in_balls(centres: np.ndarray, radius: float) -> Inside:
    """Balls that do not overlap."""
    tree = KDTree(centres)
    return lambda points: tree.query(points, distance_upper_bound=radius)[0] < np.inf


def in_stick(start: np.ndarray, end: np.ndarray, width: float) -> Inside:
    """A round rod with flat ends."""
    along = (end - start) / np.linalg.norm(end - start)

    def inside(points: np.ndarray) -> np.ndarray:
        height = (points - start) @ along
        aside = np.linalg.norm(points - start - height[:, None] * along, axis=1)
        return (height > 0) & (height < (end - start) @ along) & (aside < width / 2)

    return inside


def sampled_volume(inside: Inside, low: Sequence[float], high: Sequence[float]) -> float:
    """How much of a box is inside of something, by points spread evenly (Sobol's sequence)."""
    size = np.subtract(high, low)
    from scipy.stats import qmc  # takes longer to import than all of numpy

    points = low + size * qmc.Sobol(3, seed=1).random(SAMPLES)
    return float(inside(points).mean() * np.prod(size))
