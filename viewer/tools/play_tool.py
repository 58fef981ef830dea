"""Playing by clicks: what a click means for the move being built is carried out."""

from model.contract.game import SheetCell
from viewer.picture.picking import click_meaning
from viewer.session.session import Session


def click(session: Session, site: int, *, pin: bool = False) -> click_meaning.ClickMeaning:
    """Do what a click on a site means for the move being built, and return what it meant.

    `Select` and `Refuse` change nothing of the move: whoever calls selects, or says why not.

    Parameters
    ----------
    pin
        Keep a complete move until it is confirmed.

    Raises
    ------
    SessionError
        No document is open, or the session does not take the move.
    """
    if take_back(session, site):
        return click_meaning.Back()
    position, refusal = session.entry, session.turn.refusal
    if session.is_empty:
        return click_meaning.Refuse("no document is open")
    meaning = click_meaning.meaning_of_click(position, session.entered, site, pin=pin)
    if refusal and not isinstance(meaning, click_meaning.Select):
        return click_meaning.Refuse(refusal)
    _carry_out(session, meaning, pin=pin)
    return meaning


def click_cell(
    session: Session, cell: SheetCell, *, pin: bool = False
) -> click_meaning.ClickMeaning:
    """Do what a click on a cell of a player's board means, as `click` does for sites."""
    session.answer_anew()
    if session.is_empty:
        return click_meaning.Refuse("no document is open")
    if session.turn.refusal:
        return click_meaning.Refuse(session.turn.refusal)
    meaning = click_meaning.meaning_of_cell(session.entry, session.entered, cell)
    _carry_out(session, meaning, pin=pin)
    return meaning


def take_back(session: Session, site: int) -> bool:
    """Take a wrong try back before a click counts as the next answer.

    True where that is all the click means: the piece on `site` is that of the try. What answered
    the try may stand where the next one goes.
    """
    before = session.position
    if not session.answer_anew():
        return False
    after = session.position
    owners = before.pieces.owner[before.pieces.site == site]
    owner = before.game.players[owners[0]] if len(owners) else None
    return owner == after.to_move and not click_meaning.is_occupied(after, site)


def _carry_out(session: Session, meaning: click_meaning.ClickMeaning, *, pin: bool) -> None:
    match meaning:
        case click_meaning.NextStep(name):
            session.step(name, pin=pin, again=True)
        case click_meaning.Replace(name):
            session.pin(name)
        case click_meaning.Begin(name):
            session.begin(name)
        case click_meaning.Confirm():
            session.confirm()
        case click_meaning.Back():
            session.step_back()
        case click_meaning.Select() | click_meaning.Refuse():
            pass
