"""The one door to VTK: its classes by name, and arrays to VTK and back.

It opens on cvista, PyVista's smaller build of VTK, where that is installed, and on vtk elsewhere;
PYVISTA_VTK_BACKEND says otherwise, to pyvista and to us. One process must not load both.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vtkmodules.vtkCommonCore import (
        vtkCommand,
        vtkDataArray,
        vtkFloatArray,
        vtkIdTypeArray,
        vtkInformation,
        vtkLogger,
        vtkObjectBase,
        vtkOutputWindow,
        vtkPoints,
        vtkUnsignedCharArray,
        vtkVersion,
    )
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkDataObject, vtkImageData, vtkPolyData
    from vtkmodules.vtkIOImage import vtkJPEGWriter, vtkPNGReader, vtkPNGWriter
    from vtkmodules.vtkRenderingCore import (
        vtkActor,
        vtkCamera,
        vtkHardwareSelector,
        vtkLight,
        vtkRenderer,
        vtkRenderPass,
        vtkRenderWindow,
        vtkTextProperty,
        vtkTextRenderer,
        vtkTexture,
        vtkUniforms,
    )
    from vtkmodules.vtkRenderingOpenGL2 import (
        vtkEGLRenderWindow,
        vtkOpenGLActor,
        vtkOpenGLPolyDataMapper,
        vtkOpenGLSphereMapper,
        vtkRenderStepsPass,
        vtkSSAAPass,
    )

MODULES = (
    "vtkCommonCore",
    "vtkCommonDataModel",
    "vtkRenderingOpenGL2",  # before the next, whose classes it makes draw
    "vtkRenderingCore",
    "vtkIOImage",
)
"""Where classes are looked for, in this order; none is loaded before it is looked into."""


def _root() -> str:
    """Return the package that pyvista takes VTK from, without importing pyvista, which is slow."""
    named = os.environ.get("PYVISTA_VTK_BACKEND") or ("cvista" if find_spec("cvista") else "vtk")
    return "vtkmodules" if named == "vtk" else named


ROOT = _root()
_support = import_module(f"{ROOT}.util.numpy_support")


if not TYPE_CHECKING:  # or it would vouch for every name

    def __getattr__(name: str) -> object:
        if name.startswith("vtk"):
            for module in MODULES:
                found: object = getattr(import_module(f"{ROOT}.{module}"), name, None)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def to_vtk(values: npt.NDArray[np.number], *, copied: bool = True) -> vtkDataArray:
    """Return (n,) or (n, k) values as a VTK array; not `copied`, it shares their memory."""
    array: vtkDataArray = _support.numpy_to_vtk(values, deep=int(copied))
    return array


def ids_to_vtk(values: npt.NDArray[np.int64]) -> vtkIdTypeArray:
    """Return a copy of int64 numbers of points or cells."""
    array: vtkIdTypeArray = _support.numpy_to_vtkIdTypeArray(values, deep=1)
    return array


def from_vtk(array: vtkDataArray) -> npt.NDArray[Any]:
    """Return the values of an array, which stay in VTK's memory."""
    values: npt.NDArray[Any] = _support.vtk_to_numpy(array)
    return values
