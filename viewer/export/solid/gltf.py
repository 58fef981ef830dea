"""glTF 2.0 in one binary file (Khronos; ISO/IEC 12113): a node for each piece, no extension.

All pieces of a shape share one mesh, those of a player one material. The unit is the metre, and up
is y.
"""

import struct
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from viewer.export.solid.bodies import Body, Mesh, Points, mesh_of
from viewer.export.solid.solid_plan import BASE, SolidPlan
from viewer.picture.palette import RGB

_ARRAY, _ELEMENTS = 34962, 34963
_FLOAT, _WORD = 5126, 5125
"""Numbers that stand for kinds of buffers and of their values."""
_LYING = (-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))
"""Turns what has z upwards so that y is."""
_SHARP = np.cos(np.radians(35))
"""Facets that meet at a greater angle have an edge between them."""
_ROUGH = 0.45
"""How dull surfaces are, from 0 to 1."""


def glb(plan: SolidPlan, title: str) -> bytes:
    """Return what a plan holds as a file; nothing is joined, and slabs have no dimples."""
    return _Scene(plan, title).file()


class _Scene:
    """Gathers nodes, and what they share."""

    def __init__(self, plan: SolidPlan, title: str) -> None:
        title = title.encode(errors="replace").decode()  # names of files may hold half letters
        self._plan = plan
        self._metre = plan.wanted.ball / 1000
        self._data = bytearray()
        self._views: list[dict[str, Any]] = []
        self._accessors: list[dict[str, Any]] = []
        self._shapes: dict[tuple[str, tuple[float, ...]], dict[str, Any]] = {}
        self._materials: dict[tuple[str, RGB], int] = {}
        self._meshes: dict[tuple[object, int], int] = {}
        self._mesh_list: list[dict[str, Any]] = []
        self._nodes: list[dict[str, Any]] = [{"name": title, "rotation": [*map(float, _LYING)]}]
        lows, highs = zip(*(one.box for one in plan.portions), strict=True)
        low, high = np.min(lows, axis=0), np.max(highs, axis=0)
        self._origin = np.array([*((low + high) / 2)[:2], low[2]])
        children = []
        for portion in plan.portions:
            names = (*plan.players, "neutral")
            for name in names:
                own = [body for body in portion.bodies if names[body.owner] == name]
                if own:
                    children.append(self._group(name, own))
            if portion.ground:
                children.append(self._group(BASE, portion.ground))
        self._nodes[0]["children"] = children

    def _group(self, name: str, bodies: Sequence[Body]) -> int:
        number = len(self._nodes)
        self._nodes.append({"name": name})
        self._nodes[number]["children"] = [self._node(name, body) for body in bodies]
        return number

    def _node(self, owner: str, body: Body) -> int:
        place = self._metre * (np.array(body.centre) - self._origin)
        name = self._plan.board.names[body.site] if body.site >= 0 else owner
        self._nodes.append(
            {"name": name, "mesh": self._mesh(owner, body), "translation": place.tolist()}
        )
        return len(self._nodes) - 1

    def _mesh(self, owner: str, body: Body) -> int:
        material = self._materials.setdefault((owner, body.colour), len(self._materials))
        shape = (body.form, body.measures)
        if (shape, material) not in self._meshes:
            if shape not in self._shapes:
                self._shapes[shape] = self._shape(body)
            self._meshes[shape, material] = len(self._mesh_list)
            primitive = {**self._shapes[shape], "material": material}
            self._mesh_list.append({"name": f"{owner} {body.form}", "primitives": [primitive]})
        return self._meshes[shape, material]

    def _shape(self, body: Body) -> dict[str, Any]:
        """A surface, written down: what a primitive says of it."""
        mesh = mesh_of(body.form, body.measures, self._plan.wanted.around)
        if body.is_ball:
            points, triangles = mesh.points, mesh.triangles.astype(np.int64)
            normals = points / np.linalg.norm(points, axis=1, keepdims=True)
        else:
            points, normals, triangles = _edged(mesh)
        places = (self._metre * points).astype("<f4")
        span = {"min": places.min(axis=0).tolist(), "max": places.max(axis=0).tolist()}
        return {
            "attributes": {
                "POSITION": self._accessor(places, "VEC3", _FLOAT, _ARRAY, span),
                "NORMAL": self._accessor(normals.astype("<f4"), "VEC3", _FLOAT, _ARRAY, {}),
            },
            "indices": self._accessor(
                triangles.astype("<u4").reshape(-1), "SCALAR", _WORD, _ELEMENTS, {}
            ),
        }

    def _accessor(
        self, values: npt.NDArray[Any], shape: str, kind: int, target: int, more: dict[str, Any]
    ) -> int:
        data = values.tobytes()
        self._views.append(
            {"buffer": 0, "byteOffset": len(self._data), "byteLength": len(data), "target": target}
        )
        self._data += data
        view = len(self._views) - 1
        one = {"bufferView": view, "componentType": kind, "count": len(values), "type": shape}
        self._accessors.append(one | more)
        return len(self._accessors) - 1

    def file(self) -> bytes:
        """Return it all as a binary file."""
        said = {
            "asset": {"version": "2.0", "generator": "Pyramidion"},
            "scene": 0,
            "scenes": [{"name": self._nodes[0]["name"], "nodes": [0]}],
            "nodes": self._nodes,
            "meshes": self._mesh_list,
            "materials": [_material(name, colour) for name, colour in self._materials],
            "accessors": self._accessors,
            "bufferViews": self._views,
            "buffers": [{"byteLength": len(self._data)}],
        }
        text = msgspec.json.encode(said)
        chunks = [(b"JSON", text + b" " * (-len(text) % 4)), (b"BIN\0", bytes(self._data))]
        body = b"".join(struct.pack("<I", len(data)) + kind + data for kind, data in chunks)
        return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def _material(name: str, colour: RGB) -> dict[str, Any]:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    look = {"baseColorFactor": [*linear, 1.0], "metallicFactor": 0.0, "roughnessFactor": _ROUGH}
    return {"name": name, "pbrMetallicRoughness": look}


def _edged(mesh: Mesh) -> tuple[Points, Points, npt.NDArray[np.int64]]:
    """Points with normals, each as often as facets with an edge between them meet there."""
    corners = mesh.points[mesh.triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facing = across / np.linalg.norm(across, axis=1, keepdims=True)
    where: list[list[int]] = [[] for _ in mesh.points]
    for number, triangle in enumerate(mesh.triangles.tolist()):
        for point in triangle:
            where[point].append(number)
    rows = []
    for number, triangle in enumerate(mesh.triangles.tolist()):
        for point in triangle:
            round_it = np.array(where[point])
            smooth = round_it[facing[round_it] @ facing[number] > _SHARP]
            normal = across[smooth].sum(axis=0)
            rows.append(np.concatenate([mesh.points[point], normal / np.linalg.norm(normal)]))
    found, back = np.unique(np.round(rows, 9), axis=0, return_inverse=True)
    return found[:, :3], found[:, 3:], back.reshape(-1, 3)
