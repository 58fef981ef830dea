"""What goes into the packaged folder and what stays out; the spec of PyInstaller asks."""

from __future__ import annotations

import fnmatch
import re
import subprocess
from collections.abc import Iterable, Mapping
from importlib.metadata import distribution
from pathlib import Path
from types import MappingProxyType

Entry = tuple[str, str, str]
"""Where a file lies in the package, where it is taken from, and its kind, as PyInstaller has it."""

CVISTA = (
    "vtkChartsCore", "vtkCommonColor", "vtkCommonCore", "vtkCommonDataModel",
    "vtkCommonExecutionModel", "vtkCommonMath", "vtkCommonMisc", "vtkCommonTransforms",
    "vtkFiltersCore", "vtkFiltersGeneral", "vtkFiltersPython", "vtkFiltersSources", "vtkIOCore",
    "vtkIOImage", "vtkImagingCore", "vtkImagingMath", "vtkImagingSources", "vtkInteractionStyle",
    "vtkInteractionWidgets", "vtkPythonContext2D", "vtkRenderingAnnotation",
    "vtkRenderingContext2D", "vtkRenderingContextOpenGL2", "vtkRenderingCore",
    "vtkRenderingFreeType", "vtkRenderingHyperTreeGrid", "vtkRenderingLabel",
    "vtkRenderingMatplotlib", "vtkRenderingOpenGL2", "vtkRenderingUI", "vtkRenderingVolume",
    "vtkRenderingVolumeOpenGL2", "vtkViewsContext2D", "vtkViewsCore", "_class_index",
    "numpy_interface._vtk_array_mixin", "numpy_interface.array_overrides",
    "numpy_interface.dataset_adapter", "numpy_interface.utils", "numpy_interface.vtk_affine_array",
    "numpy_interface.vtk_aos_array", "numpy_interface.vtk_composite_array",
    "numpy_interface.vtk_constant_array", "numpy_interface.vtk_implicit_array",
    "numpy_interface.vtk_indexed_array", "numpy_interface.vtk_none_array",
    "numpy_interface.vtk_partitioned_array", "numpy_interface.vtk_soa_array",
    "numpy_interface.vtk_strided_array", "numpy_interface.vtk_structured_point_array",
    "util.data_array_selection", "util.data_model", "util.execution_model", "util.numpy_support",
    "util.pickle_support", "util.vtkAlgorithm",
)  # fmt: skip
"""Modules of cvista that the scenes load, by name: our own, and what pyvistaqt's widget needs."""

LEFT_OUT = (
    # For developers and tests, or for what nobody here asks of pyvista and matplotlib.
    "tkinter", "IPython", "pytest", "mypy", "setuptools", "pkg_resources", "pip", "pydoc_data",
    "scipy", "pandas", "trame", "meshio", "imageio", "requests", "lib2to3",
    "vtk", "vtkmodules",  # cvista takes their place
    "pygments", "PIL._avif", "PIL._webp", "PIL._imagingcms", "PIL._imagingtk",
    "PIL.ImageQt", "matplotlib.tests", "numpy.tests", "numba.tests", "numba.cuda",
    "numba.np.ufunc.omppool", "numba.np.ufunc.tbbpool", "numpy.f2py", "sqlite3",
    # No network is used.
    "ssl", "_ssl", "_hashlib",
    "readline", "curses", "_curses",
    "PySide6.QtOpenGL", "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtPrintSupport",
    "PySide6.QtSql", "PySide6.QtTest", "PySide6.QtXml", "PySide6.QtDesigner", "PySide6.QtHelp",
    "PySide6.QtUiTools",
)  # fmt: skip
"""Modules that stay out."""

COMPILER = ("numba", "llvmlite")
"""What Linux does without: its kernels are one library (`model.linked_kernels`)."""

NOT_CARRIED = (
    "PySide6/Qt/translations/*",
    "PySide6/Qt/qml/*",
    "PySide6/Qt/plugins/platforms/libq[!xwo]*",  # but for xcb, wayland and offscreen
    "PySide6/Qt/plugins/egldeviceintegrations/*",
    "PySide6/Qt/plugins/generic/*",
    "PySide6/Qt/plugins/networkinformation/*",
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",  # all of GTK, for its file dialog
    "PySide6/Qt/plugins/tls/*",
    "PySide6/Qt/plugins/imageformats/libq[!sj]*",  # but for SVG and JPEG; PNG is built in
    "matplotlib/mpl-data/sample_data/*",
    "matplotlib/mpl-data/images/*",
    "matplotlib/mpl-data/stylelib/*",
    "matplotlib/mpl-data/fonts/afm/*",
    "matplotlib/mpl-data/fonts/pdfcorefonts/*",
    "matplotlib/mpl-data/fonts/ttf/[!D]*",
    "matplotlib/mpl-data/fonts/ttf/DejaVuS*-*",
    "*.dist-info/licenses/licenses/*",
)
"""Files that stay out, by where they would lie."""

OF_THE_SYSTEM = (
    "libstdc++.*", "libgcc_s.*", "libX*", "libxcb.so*", "libxcb-glx.*", "libxcb-randr.*",
    "libxcb-render.*", "libxcb-shape.*", "libxcb-shm.*", "libxcb-sync.*", "libxcb-xfixes.*",
    "libfontconfig.*", "libfreetype.so*", "libexpat.*", "libz.*", "libzstd.*", "libglib-2.0.*",
    "libgthread-2.0.*", "libdbus-1.*", "libwayland-*", "libdrm.*", "libgbm.*",
)  # fmt: skip
"""Libraries that are the system's, though PyInstaller would carry some.

Drivers of graphics cards need them as well, in a version not older than their own; one process has
one of each.
"""


ADD_ONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"film": ("av",), "print": ("typst", "markdown-it-py", "mdurl")}
)
"""Extras that Linux has packages of their own for, with the distributions they bring."""


ALWAYS = ("libpython3.",)
"""Libraries that are loaded by their names."""


def folders_of(extra: str) -> set[str]:
    """Return the folders of Python packages and their libraries that an add-on brings."""
    files = [file for name in ADD_ONS[extra] for file in distribution(name).files or ()]
    return {
        file.parts[0] for file in files
        if len(file.parts) > 1 and not file.parts[0].endswith((".dist-info", ".."))
    }  # fmt: skip


def ours_only(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that are carried."""
    return [entry for entry in entries if not _matches(entry[0], NOT_CARRIED)]


def _matches(place: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatch(place, pattern) for pattern in patterns)


def of_linux(binaries: Iterable[Entry]) -> list[Entry]:
    """Return extensions and plugins, and of the libraries those that any of them needs.

    What is the system's stays out.
    """
    entries = [
        entry for entry in binaries
        if "/" in entry[0] or not _matches(entry[0], OF_THE_SYSTEM)
    ]  # fmt: skip
    libraries = {Path(entry[0]).name: entry for entry in entries if _is_library(entry)}
    waiting = [entry[1] for entry in entries if entry[2] != "SYMLINK" and not _is_library(entry)]
    needed = {name for name in libraries if name.startswith(ALWAYS)}
    while waiting:
        for name in wanted_by(waiting.pop()):
            if name in libraries and name not in needed:
                needed.add(name)
                waiting.append(libraries[name][1])
    return [
        entry
        for entry in entries
        if (entry[2] != "SYMLINK" and not _is_library(entry)) or Path(entry[0]).name in needed
    ]


def wanted_by(file: str) -> list[str]:
    """Return the names of the libraries that a file is linked with."""
    told = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=False)
    return re.findall(r"^ +NEEDED +(\S+)", told.stdout, re.MULTILINE)


def _is_library(entry: Entry) -> bool:
    """Whether a file is only there for others: a library, neither an extension nor a plugin."""
    to, _, kind = entry
    return kind == "BINARY" and Path(to).name.startswith("lib") and "/plugins/" not in to
