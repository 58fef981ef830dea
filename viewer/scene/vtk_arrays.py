"""Arrays to VTK and back: vtkmodules' own conversions, with the types they do not state."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkDataArray, vtkIdTypeArray

_to_vtk: Callable[..., vtkDataArray] = numpy_to_vtk
_to_ids: Callable[..., vtkIdTypeArray] = numpy_to_vtkIdTypeArray
_to_numpy: Callable[[vtkDataArray], npt.NDArray[np.uint8]] = vtk_to_numpy


def to_vtk(values: npt.NDArray[np.number], *, copied: bool = True) -> vtkDataArray:
    """Return (n,) or (n, k) values as a VTK array; not `copied`, it shares their memory."""
    return _to_vtk(values, deep=int(copied))


def ids_to_vtk(values: npt.NDArray[np.int64]) -> vtkIdTypeArray:
    """Return a copy of int64 numbers of points or cells."""
    return _to_ids(values, deep=1)


def pixels_of(array: vtkDataArray) -> npt.NDArray[np.uint8]:
    """Return the bytes of a picture, which stay in VTK's memory."""
    return _to_numpy(array)
