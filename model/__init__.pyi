from model.api import analyse, best_move, game, kinds, load, read, replay, save, solve

__all__ = ["analyse", "best_move", "game", "kinds", "load", "read", "replay", "save", "solve"]
