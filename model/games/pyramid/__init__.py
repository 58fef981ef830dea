"""Pyramid (Simon Allmer, 2020): terraced boards, actions, kernels, positions."""

from model.games.pyramid.kind import KIND
from model.games.pyramid.position import PyramidGame, PyramidPosition

__all__ = ["KIND", "PyramidGame", "PyramidPosition"]
