"""Binary STL (3D Systems, 1989): triangles and nothing else; the measures are millimetres."""

from __future__ import annotations

import numpy as np

from viewer.export.solid.meshes import Mesh

_HEADER = b"Made with Pyramidion; in millimetres"
"""It may not begin with "solid": programs would take the file for text."""
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


def stl(mesh: Mesh) -> bytes:
    """Return a closed mesh as a file."""
    corners = mesh.points[mesh.triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    long = np.linalg.norm(across, axis=1, keepdims=True)
    records = np.zeros(len(corners), _RECORD)
    records["normal"] = across / np.where(long > 0, long, 1.0)
    records["corners"] = corners
    count = np.array(len(records), "<u4").tobytes()
    return _HEADER.ljust(80) + count + records.tobytes()
