"""The games that ship with the program; importing this package registers them."""

from model.game import register
from model.games.partition import KIND as PARTITION

register(PARTITION)
