"""What VTK complains about is heard by those who listen, and by nobody who is gone."""

import gc
import sys
import weakref

import pytest

from viewer.scene.stage import Complaints, ShaderError
from viewer.scene.vtk import vtkOutputWindow


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
