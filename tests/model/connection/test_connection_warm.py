"""Every kernel is compiled ahead: one left out would be compiled when a package first needs it."""

from importlib import import_module
from pkgutil import iter_modules

import model.connection
from model.kernels import Kernel
from model.play.warm import warm_connection


def test_every_kernel_that_is_called_is_compiled_ahead(monkeypatch):
    names = [f"model.connection.{one.name}" for one in iter_modules(model.connection.__path__)]
    things = [thing for name in names for thing in vars(import_module(name)).values()]
    kernels = {id(one): one for one in things if isinstance(one, Kernel)}
    assert len(kernels) > 10
    for one in kernels.values():
        monkeypatch.setattr(one, "_compiled", None)
    warm_connection()
    called_by_others = {
        id(one.function.__globals__.get(name))
        for one in kernels.values()
        for name in one.function.__code__.co_names
    }
    asked = [one for key, one in kernels.items() if key not in called_by_others]
    assert [one.__name__ for one in asked if one._compiled is None] == []
