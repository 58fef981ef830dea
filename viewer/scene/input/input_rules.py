"""What the scene's input has to know of the game and its tools, asked of whoever knows it."""

from viewer.picture.picking.line_of_sight import PickCandidate


class InputRules:
    """What clicks, drags and keys may mean; as it stands, every click places and nothing else."""

    def may_pin(self, site: int) -> bool:
        """Whether a first click on an empty point may pin it: it is a whole move."""
        return True

    def ends_move(self, site: int | None) -> bool:
        """Hear Enter first; True when it ended a partial move.

        Parameters
        ----------
        site
            Where the lattice cursor was moved to; None: the mouse was moved since.
        """
        return False

    def may_carry(self, site: int) -> bool:
        """Whether a drag that begins on a site carries the piece there."""
        return False

    def has_begun(self) -> bool:
        """Whether a move was begun that is not whole: a click beside all points takes it back."""
        return False

    def may_draw(self, candidate: PickCandidate) -> bool:
        """Whether a drag that begins on a candidate draws a way over the sites it comes over."""
        return False

    def plans(self) -> bool:
        """Whether a piece is in hand that arrows and other keys plan for."""
        return False

    def plan_key(self, key: str) -> bool:
        """Do what such a key means; False when it means nothing."""
        return False

    def in_tool(self) -> bool:
        """Whether clicks mean something else than playing."""
        return False

    def leave_tool(self) -> bool:
        """Do what Escape means then; False when it means nothing."""
        return False
