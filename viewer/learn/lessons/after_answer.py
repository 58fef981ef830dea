"""The picture after an answer: what the author wants, else what the condition was about."""

from model.contract.game import Goal, Move, Player, Position
from model.positions.setup import Draft
from model.puzzles.account import threats
from model.records.lesson import After, Task
from viewer.games.decision import effect_signs, rings
from viewer.games.registry import explainer_of
from viewer.picture.compose.overlays import mark_overlays
from viewer.session.document.document import Document
from viewer.session.session import Session
from viewer.visuals.overlay_types import Overlay


def picture_after(
    position: Position, task: Task, side: Player, played: tuple[Position, Move] | None = None
) -> tuple[Overlay, ...]:
    """Return what is laid over a position once a task is done there.

    Parameters
    ----------
    position
        The one in front: of a move the position after it.
    side
        Who answered.
    played
        The move that was the answer, and where it was played.
    """
    if isinstance(position, Draft):
        return ()
    if task.after is not None:
        return shown_after(position, task.after)
    found: list[Overlay] = [*finale_of(position)] if task.kind == "game" else []
    for word in task.condition.split("+"):
        found += _of_word(position, word, side)
    if not found and played is not None:
        found += effect_signs(*played)
    return tuple(found)


def finale_of(position: Position) -> tuple[Overlay, ...]:
    """Return what shows how a game was decided; () while it goes on."""
    explainer = explainer_of(position)
    if isinstance(position, Draft) or position.outcome is None or explainer is None:
        return ()
    return _laid(position, explainer.finale(position))


def shown_after(position: Position, after: After) -> tuple[Overlay, ...]:
    """Return what an author lays over a position after an answer."""
    return (*_laid(position, after.show), *mark_overlays(position, after.marks))


def after_wrong(position: Position, shown: After, *, played: bool) -> tuple[Overlay, ...]:
    """Return what is laid over a position after a wrong answer.

    Moves that were `played` may have ended the game. Where the position is that of the step, how
    its game was decided may be what is asked.
    """
    if isinstance(position, Draft):
        return ()
    return shown_after(position, shown) or (finale_of(position) if played else ())


def move_of(session: Session, document: Document) -> tuple[Position, Move] | None:
    """Return the move that led to where a document stands, and the position before it."""
    node = document.record.nodes[document.node]
    if node.parent is None or not node.move:
        return None
    return session.position_at(node.parent), node.move


def _of_word(position: Position, word: str, side: Player) -> tuple[Overlay, ...]:
    """What shows one word of a condition: the corner it names, the win, the threats."""
    name, _, argument = word.partition("=")
    corner, _, whose = argument.partition(":")
    if corner in position.game.board.corners:
        return _laid(position, f"corner={corner}:{whose or side}")
    if name == "wins":
        return finale_of(position)
    if name == "double-threat":
        board, ways = position.game.board, threats(position, Goal("win", side))
        return rings(board, tuple(way for way in ways if way in board), "green")
    return ()


def _laid(position: Position, show: str) -> tuple[Overlay, ...]:
    explainer = explainer_of(position)
    if explainer is None or not show:
        return ()
    found = explainer.find(position, (show,), threats=False)
    return explainer.overlays(position, show, found, plans=False)
