"""Whether a document's View hides a site, and what does."""

from model.contract.game import Position
from model.records.view import View
from viewer.picture.compose.composer import picture_of
from viewer.picture.compose.transition import plies_shown
from viewer.picture.visibility.reveal import hider, sentence
from viewer.picture.visibility.visible import occupied, visible_in
from viewer.session.change import Reversal
from viewer.session.document.document import Document


def hider_of(document: Document, position: Position, site: int) -> str:
    """Return what hides `site`, as `hider` names it; "" when nothing does.

    Parameters
    ----------
    document, position
        A document and the position it is at.
    """
    return hider(document.view, lambda view: shows(document, position, view, site))


def hidden_reversal(document: Document, position: Position, reversal: Reversal) -> str:
    """Return a sentence where the View hides the place of an edit that was undone or redone.

    "3c3 undone: 3c3 is behind the cut" and the like; "" where it can be seen.
    """
    for site in reversal.sites:
        what = hider_of(document, position, site)
        if what:
            done = "redone" if reversal.redone else "undone"
            return f"{reversal.edit.name} {done}: {sentence(position.game.board.names[site], what)}"
    return ""


def shows(document: Document, position: Position, view: View, site: int) -> bool:
    """Whether the document, seen through `view`, lets a person see and pick what is at `site`."""
    played = plies_shown(document.record, document.node, position.game.board, view)
    picture = picture_of(position, view, played)
    try:
        visible = visible_in(picture)
    except ValueError:  # a View of another board, as a file may hold one
        return True
    return bool((visible.in_sight if occupied(picture)[site] else visible.answers)[site])
