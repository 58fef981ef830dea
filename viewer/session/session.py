"""Session: all that is done in the open documents: playing, going about, looking, editing.

Everything a person does ends in a method here (see `viewer.commands`); whoever shows something
subscribes and is called with the state before and after. Nothing here knows Qt.
"""

from __future__ import annotations

from dataclasses import replace

from model.game import MoveError, Position, Steps
from viewer.session.edits import Editing
from viewer.session.store import Listener, SessionError, State

__all__ = ["Listener", "Session", "SessionError", "State"]


class Session(Editing):
    """The open documents, changed by methods and shown by listeners.

    Attributes
    ----------
    state
        The present `State`; replaced as a whole by every change, never altered.
    """

    # -- playing -----------------------------------------------------------------------------

    def play(self, text: str) -> int:
        """Play a move at the current node; one that is there already is only gone to.

        Parameters
        ----------
        text
            As a person writes it ("2b2", or "b2" where only one legal move fits).

        Returns
        -------
        int
            The node of the move, current now.

        Raises
        ------
        SessionError
            Not a move, several moves, or against the rules; the sentence says which and why.
        """
        document = self._active()
        position = self.position_of(document)
        try:
            move = position.read_move(text.strip())
            reason = position.explain(move)
        except MoveError as error:
            raise SessionError(str(error)) from error
        if reason is not None:
            raise SessionError(str(reason))
        if document.run is not None:
            return self._play_judged(document.run, position, move)
        return self.play_out(move)

    def steps(self) -> Steps:
        """Return what may come next in the half-built move of the document in front."""
        return self.position_of(self._active()).steps(self.state.partial)

    def step(self, token: str, *, pin: bool = False, again: bool = False) -> Steps:
        """Add one step to the half-built move, and play the move once nothing can follow.

        Parameters
        ----------
        token
            The next step ("2b2"). Repeating the last step of a complete move plays it.
        pin
            Keep a complete move half-built until `confirm` (the option "confirm moves").
        again
            Where the last step may also follow itself (a ball just placed is taken back), it does.

        Returns
        -------
        Steps
            What may follow; after a move was played, its last steps.

        Raises
        ------
        SessionError
            The step is none of the choices; the half-built move stays as it was.
        """
        position = self.position_of(self._active())
        partial = self.state.partial
        if partial and token == partial[-1]:
            before = position.steps(partial)
            follows = again and token in before.choices
            if not follows and before.complete and before.move is not None:
                self.play(before.move)
                return before
        steps = _after(position, (*partial, token))
        if steps.complete and not steps.choices and steps.move is not None and not pin:
            self.play(steps.move)
        else:
            self._become(replace(self.state, partial=(*partial, token)))
        return steps

    def pin(self, token: str) -> Steps:
        """Put `token` in the place of the last step and keep it until `confirm`; SessionError."""
        partial = (*self.state.partial[:-1], token)
        steps = _after(self.position_of(self._active()), partial)
        self._become(replace(self.state, partial=partial))
        return steps

    def begin(self, token: str) -> Steps:
        """Begin another move with `token` in place of the half-built one; SessionError."""
        steps = _after(self.position_of(self._active()), (token,))
        self._become(replace(self.state, partial=(token,)))
        return steps

    def confirm(self) -> int:
        """Play the half-built move as it stands; SessionError while it is not complete."""
        steps = self.steps()
        if not self.state.partial or not steps.complete or steps.move is None:
            raise SessionError(steps.message or "there is no complete move to confirm")
        return self.play(steps.move)

    def step_back(self) -> bool:
        """Take back one step of the half-built move; False when there is none."""
        if not self.state.partial:
            return False
        self._become(replace(self.state, partial=self.state.partial[:-1]))
        return True


def _after(position: Position, partial: tuple[str, ...]) -> Steps:
    """The steps after `partial`; SessionError where no move begins like that."""
    steps = position.steps(partial)
    if not steps.complete and not steps.choices:
        raise SessionError(steps.message or f"no move begins with {' '.join(partial)}")
    return steps
