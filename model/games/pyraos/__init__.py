"""Pyraos (David G. Royffe; rules text by Staffan Ulfberg): places, kernels, turns, positions."""

from model.games.pyraos.position import KIND, PyraosGame, PyraosPosition

__all__ = ["KIND", "PyraosGame", "PyraosPosition"]
