"""Cairns, a game for the tests: all that is hard about a game in one small one.

Three players pile stones on a hexagonal board.

* Bids: each player chooses 1, 2 or 3 in secret, one after another; the last choice reveals all. A
  bid may be a boast (`bid2!`), which counts as a little more. Whoever made the lowest bid that
  nobody else made leads; where there is none, amber leads.
* A loaded die is rolled: 1, 2 or 3 with probabilities 1/6, 2/6, 3/6. Cairns may grow one stone
  higher than it shows (the cap).
* A turn puts a stone from the hand on an empty field or an own cairn below the cap (`c3`), or
  moves a whole own cairn to a field beside it (`c3-d3`): an empty one, an own cairn where the two
  fit under the cap, or a rival's lower cairn, whose stones go back into his hand.
* Whoever has a cairn as high as the cap in the middle wins. Who cannot move ends the game:
  those with most stones on the board have won.

* With the option `cards` each player has a card of three boxes: a turn may write what the die shows
  into one of them, and the numbers of a card ascend. Each counts as a stone in the end.
* With `fences` a turn may put up a fence on a border of a field with an own cairn (`c3>d3`, the
  side of c3): no cairn moves over it any more.

Strings: `cairns:radius=2 3,4,2A*2J1,4,3 amber cap=3`; while bidding `amber`, `jade sealed=amber`,
...; before the roll `chance leads=jade`.
"""

from .kind import KIND

__all__ = ["KIND"]
