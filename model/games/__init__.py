"""The games that ship with the program; importing this package registers them."""

from model.game import register
from model.games.partition.position import KIND as PARTITION
from model.games.pyramid import KIND as PYRAMID
from model.games.pyraos import KIND as PYRAOS

register(PARTITION)
register(PYRAOS)
register(PYRAMID)
