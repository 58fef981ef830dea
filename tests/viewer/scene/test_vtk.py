"""The door to VTK: it and pyvista take the same build, and every name it hands out is there."""

import ast
import gc
import importlib.util
import sys
import weakref
from pathlib import Path

import pytest
from pyvista import _vtk as of_pyvista

from viewer.scene import vtk
from viewer.scene.stage import Complaints, ShaderError
from viewer.scene.vtk import vtkOutputWindow

HANDED_OUT = [
    alias.name
    for node in ast.walk(ast.parse(Path(vtk.__file__).read_text()))
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vtkmodules")
    for alias in node.names
]


@pytest.mark.parametrize("installed", [True, False])
@pytest.mark.parametrize("named", ["", "vtk", "vtkmodules", "cvista", "other"])
def test_pyvista_takes_the_same(monkeypatch, named, installed):
    monkeypatch.setenv("PYVISTA_VTK_BACKEND", named)

    def found(name):
        return object() if installed else None

    monkeypatch.setattr(vtk, "find_spec", found)
    monkeypatch.setattr(importlib.util, "find_spec", found)
    assert vtk._root() == of_pyvista._resolve_vtk_root()


@pytest.mark.parametrize("name", HANDED_OUT)
def test_what_is_handed_out_is_there(name):
    if name == "vtkOpenGLSphereMapper" and vtk.ROOT == "cvista":
        pytest.skip("what only a benchmark compares with is not in cvista")
    assert getattr(vtk, name).__name__ == name


def test_another_name_is_not_there():
    with pytest.raises(ImportError, match="vtkNothing"):
        from viewer.scene.vtk import vtkNothing  # noqa: F401


# -- what VTK complains of -------------------------------------------------------------------------


def complain(text):
    vtkOutputWindow.GetInstance().InvokeEvent("ErrorEvent", text)


def test_a_shader_that_fails_is_told_once():
    complaints = Complaints()
    try:
        complain("ERROR: a texture is missing")
        complaints.check()
        complain("ERROR: shader\n0:12(3): error: syntax error, unexpected ';'")
        with pytest.raises(ShaderError, match=r"does not compile: error: syntax error"):
            complaints.check()
        complaints.check()
    finally:
        complaints.close()
    complain("ERROR: shader")
    complaints.check()


@pytest.mark.check
def test_what_was_dropped_without_a_word_hears_no_more(monkeypatch):
    wrong = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: wrong.append(error))
    complaints = Complaints()
    dropped = weakref.ref(complaints)
    del complaints
    gc.collect()
    assert dropped() is None
    complain("ERROR: shader")
    assert wrong == []
