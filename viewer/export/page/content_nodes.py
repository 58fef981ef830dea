"""Positions of a page: what stands, what may be played, what is said of it."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from model.contract.game import Move, Position, slot_token
from model.positions import describe
from model.positions.setup import Draft
from model.records.record import ROOT, subtree
from model.records.sealing import SEALED
from model.records.view import Mark, View, sites_of
from viewer.analysis.picture_findings import whole_picture
from viewer.export.items import ExportItem
from viewer.export.page import page_data as content
from viewer.games.registry import ending, explainer_of, game_view_of, pour_of
from viewer.picture.compose.composer import base_picture
from viewer.picture.compose.overlays import mark_overlays
from viewer.picture.compose.transition import carried, landing, place_ply
from viewer.picture.visibility.focus import explained_sites
from viewer.visuals.overlay_types import Overlay, Pour

# What Why says of a position, as findings of a page.


def findings(shelf: content.PageCatalog, position: Position) -> list[content.FindingData]:
    """Return the lines of the Why dock with what shows each of them."""
    explainer, known = explainer_of(position), None
    if explainer is None:
        facts = game_view_of(position).facts(position)
    else:
        known = explainer.find(position, (), threats=False)
        facts = explainer.facts(position, known)
    found = [
        content.FindingData(
            fact.show or f"fact-{k}", fact.heading, fact.text, np.array(fact.sites, int).tolist()
        )
        for k, fact in enumerate(facts)
    ]
    if explainer is None or known is None:
        return found
    overlays = [
        explainer.overlays(position, fact.show, known, plans=False) if fact.show else ()
        for fact in facts
    ]
    layers = shelf.drawing.marks_each(base_picture(position), overlays)
    for fact, finding, shown, laid in zip(facts, found, overlays, layers, strict=True):
        finding.layers, finding.about = shelf.keep(laid), _about(shown)
        if fact.show:
            finding.pour = poured(explainer.pour(position, fact.show.partition("=")[2]))
    return found


def _about(overlays: Iterable[Overlay]) -> list[int]:
    return sorted(set(explained_sites(overlays)))


def poured(pour: Pour | None) -> content.PourData | None:
    """Return a pour as a page has it."""
    return (
        None if pour is None else content.PourData(content.packed(pour.distances, "i2"), pour.owner)
    )


MOST_MOVES = 500
"""Legal moves up to which they are listed: nobody looks one up among more."""
OFFERED = 4
"""Moves to choose from where there are more."""


class Nodes:
    """The nodes of an item; each has its place in the list as its number."""

    def __init__(self, shelf: content.PageCatalog) -> None:
        self._shelf = shelf
        self.list: list[content.NodeData] = []
        self._positions: list[Position] = []
        self._signs: list[tuple[Mark, ...]] = []
        self._plies: list[npt.NDArray[np.int32] | None] = []
        self._drawn: dict[tuple[int, View, tuple[Mark, ...]], tuple[content.Layers, list[int]]] = {}

    def position(self, node: int) -> Position:
        """Return the position at a node, whole: it is there to be played on from."""
        return self._positions[node]

    def signs(self, node: int) -> tuple[Mark, ...]:
        """Return what is marked at a node."""
        return self._signs[node]

    def add(
        self,
        position: Position,
        parent: int = -1,
        move: str = "",
        *,
        comment: str = "",
        marks: tuple[Mark, ...] = (),
        view: View | None = None,
        why: bool = True,
        events: bool = True,
    ) -> int:
        """Put a position behind another one, and return its number.

        Parameters
        ----------
        position
            Whole; what goes into the page is what everybody may know of it.
        move
            What led to it; "" for a start, and for what was set up.
        view
            Its own; None: that of the node before.
        why
            With what Why says.
        events
            What the move did may be told: it is no hidden choice.
        """
        number, whole = len(self.list), position
        position = whole.seen_by(None)
        before = self._positions[parent] if parent >= 0 and move and events else None
        if view is None:
            view = self.list[parent].view if parent >= 0 else View()
        last = landing(move, position, before) if events else None
        label = "A hidden choice" if move == SEALED else move
        found = content.NodeData(
            id=number,
            parent=parent,
            children=[],
            game=self._shelf.game(position),
            position=str(position),
            move=move,
            label=label if move or parent < 0 else "Position set up",
            words=UNSET if before is None else describe.move(before.seen_by(None), move),
            described=describe.position(position),
            by=_side(self._positions[parent]) if parent >= 0 and move else -1,
            to_move=_side(position) if position.outcome is None else -1,
            outcome=ending(position),
            comment=comment,
            owners=content.packed(content.owners(position), "u1"),
            pieces=self._shelf.pieces(position),
            marks=content.no_layers(),
            view=view,
            last=-1 if last is None else last,
            moves=content.StageData(),
            why=findings(self._shelf, position) if why else [],
            ways=list(carried(move, before)),
            sheets=self._shelf.boards_of_players(position),
        )
        found.marks, about = self._marked(position, view, marks)
        found.about = about or UNSET
        self.list.append(found)
        self._positions.append(whole)
        self._signs.append(marks)
        self._keep_plies(found, before)
        if parent >= 0:
            self.list[parent].children.append(number)
        return number

    def changes(self, position: Position, moves: Sequence[Move]) -> list[content.ChangeData]:
        """Return what moves make of a position, one after the other.

        Nothing where a page sees that by itself: each puts a piece on the point that it names.
        """
        game, made, plain = position.game, list[content.ChangeData](), True
        reader = position.to_move  # who tries something knows what was chosen in secret
        before = content.owners(position.seen_by(None))
        for move in moves:
            side, at, position = _side(position), position, position.play(move)
            seen = position.seen_by(None)
            stands = content.owners(seen)
            changed = [int(site) for site in np.flatnonzero(before != stands)]
            last = landing(move, seen, at)
            change = content.ChangeData(
                [part for site in changed for part in (site, int(stands[site]))]
            )
            change.last = -1 if last is None else last
            shown = [game.board.index(move), side + 2] if move in game.board else []
            plain = plain and change.sites == shown != []
            if seen.reserves or len(game.piece_kinds) > 1:
                change.pieces, plain = self._shelf.pieces(seen), False
            change.sheets = self._shelf.boards_of_players(position.seen_by(reader))
            made.append(change)
            before = stands
        return [] if plain else made

    def way(self, start: int, end: int) -> list[int]:
        """Return the nodes from `start` to before `end`; [] where no way leads there."""
        way: list[int] = []
        while end != start:
            end = self.list[end].parent
            if end < 0:
                return []
            way.insert(0, end)
        return way

    def again(self, node: int, view: View, marks: tuple[Mark, ...], *, why: bool) -> int:
        """Put a node besides, seen and marked otherwise, and return its number.

        It stands alone: nothing led to it, and nothing follows. The marks come to those of the
        node. Without `why` it does not say what Why says there.
        """
        position, number = self._positions[node], len(self.list)
        twin = replace(self.list[node], id=number, parent=-1, children=[], view=view, like=node)
        if not why:
            twin.why = []
        marked = bool(marks)
        marks = (*self._signs[node], *marks)
        laid = overlays_of(view)
        if marked or laid != overlays_of(self.list[node].view):
            key = node, laid, marks
            if key not in self._drawn:
                self._drawn[key] = self._marked(position.seen_by(None), view, marks)
            twin.marks, twin.about = self._drawn[key]
        self._signs.append(marks)
        self.list.append(twin)
        self._positions.append(position)
        self._plies.append(self._plies[node])
        return number

    def marks_moved(self, node: int, after: Position) -> tuple[Overlay, ...]:
        """Return the marks of a node as they lie over a later position.

        Nothing where the same stands on what they mark.
        """
        marks, board = self._signs[node], after.game.board
        before, stands = (
            content.owners(one.seen_by(None)) for one in (self._positions[node], after)
        )
        sites = [board.index(name) for mark in marks for name in sites_of(mark)]
        return mark_overlays(after, marks) if (before != stands)[sites].any() else ()

    def laid_over(
        self,
        position: Position,
        overlays: tuple[Overlay, ...],
        pour: str = "",
        *,
        alone: bool = True,
    ) -> content.FindingData | UnsetType:
        """Return what is laid over a position by a step or an answer, and what pours there.

        What lies there `alone` takes the place of the marks; a pour by itself leaves them.
        """
        seen = position.seen_by(None)
        flood = pour_of(seen, pour)
        if not overlays and flood is None:
            return UNSET
        return content.FindingData(
            "after",
            "",
            "",
            about=_about(overlays),
            layers=self._layers(seen, overlays),
            pour=poured(flood),
            alone=alone and bool(overlays),
        )

    def _layers(self, position: Position, overlays: tuple[Overlay, ...]) -> content.Layers:
        if not overlays:
            return content.no_layers()
        return self._shelf.keep(self._shelf.drawing.marks(base_picture(position), overlays))

    def _marked(
        self, position: Position, view: View, marks: tuple[Mark, ...]
    ) -> tuple[content.Layers, list[int]]:
        """Marks, what the View says is to be shown, and the sites that both are about."""
        if lays_over(view):
            overlays = whole_picture(position, overlays_of(view), (), marks).overlays
        else:
            overlays = mark_overlays(position, marks)
        return self._layers(position, overlays), _about(overlays)

    def _keep_plies(self, node: content.NodeData, before: Position | None) -> None:
        """Remember when each piece came to where it stands."""
        plies = None
        if before is not None and (earlier := self._plies[node.parent]) is not None:
            plies = earlier.copy()
            place_ply(plies, before.events(node.move), int(plies.max(initial=0)) + 1)
            node.plies = content.packed(plies, "i2")
        elif node.parent < 0 or not node.move:
            plies = np.zeros(len(self._positions[-1].game.board), np.int32)
        self._plies.append(plies)


OVERLAY_FIELDS = ("show",)
"""Fields of a View that lay something over a position: a page has that as layers."""


def overlays_of(view: View) -> View:
    """Return a View that keeps only what it lays over a position: the page does the rest itself."""
    return View(**{name: getattr(view, name) for name in OVERLAY_FIELDS})


def without_overlays(view: View) -> View:
    """Return a View that lays nothing over a position."""
    return replace(view, **{name: getattr(View(), name) for name in OVERLAY_FIELDS})


def lays_over(view: View) -> bool:
    """Tell whether a View lays something over a position."""
    return overlays_of(view) != View()


def of_item(
    shelf: content.PageCatalog,
    item: ExportItem,
    *,
    why: bool = True,
    tree: bool = True,
    shows_at: int = ROOT,
) -> tuple[Nodes, dict[int, int]]:
    """Return the nodes of an item's record, and the number of each by its id there.

    Parameters
    ----------
    tree
        With all that was played; else its start alone.
    shows_at
        The node that is explained as the item's view says, and what follows on it: before it was
        not so.
    """
    nodes, numbers = Nodes(shelf), dict[int, int]()
    seen, look = item.game.record, item.view
    looks = {ROOT: replace(look, show="") if shows_at != ROOT else look, shows_at: look}
    for node in subtree(seen, ROOT) if tree else (ROOT,):
        here = seen[node]
        parent = -1 if node == ROOT else numbers[here.parent]
        numbers[node] = nodes.add(
            item.game.position(node),
            parent,
            here.move,
            comment=here.comment,
            marks=here.marks,
            view=here.view or looks.get(node),
            why=why,
            events=here.move != SEALED,
        )
    return nodes, numbers


def _side(position: Position) -> int:
    """The number of the side to move, -1 for nobody and for the dice."""
    players, side = position.game.players, position.to_move
    return players.index(side) if side in players else -1


def stages(position: Position, moves: Iterable[Move] | None = None) -> content.StageData:
    """Return the moves of a position, or only some of them, step by step.

    Nothing where there are too many: nobody finds one among them.
    """
    if isinstance(position, Draft) or position.outcome is not None:
        return content.StageData()
    if position.legal_moves.count() > max(MOST_MOVES, len(position.game.board)):
        return content.StageData()
    wanted = None if moves is None else set(moves)
    first = position.steps(())
    names = tuple(position.legal_moves) if wanted is None else tuple(wanted)
    if set(names) <= set(first.choices) and all(name in position.game.board for name in names):
        return content.StageData(first.message, next={name: name for name in names})
    made = _Stages(position, wanted).after(())
    return made if isinstance(made, content.StageData) else content.StageData()


def offered(
    position: Position,
    right: Sequence[Move],
    wrong: Sequence[Move],
    is_right: Callable[[Move], bool],
) -> content.StageData:
    """Return a few moves to choose from, in words, where there are too many to be made by steps.

    Parameters
    ----------
    right
        Moves that are right: the one nearest to what is wrong is offered, else the shortest.
    wrong
        Moves that were foreseen, and are offered first; others differ from a right one by a part.

    Returns
    -------
    StageData
        An empty one where nothing is right, or nothing wrong.
    """
    slots = {
        move: {slot.name: (slot.value, slot.default) for slot in position.steps((move,)).slots}
        for move in (*right, *wrong)
    }

    def effort(move: Move) -> tuple[int, int]:
        parts = slots[move]
        apart = (
            sum(parts[name] != other[name] for name in parts)
            for other in map(slots.get, wrong)
            if other
        )
        return min(apart, default=0), sum(value != default for value, default in parts.values())

    if not right:
        return content.StageData()
    key = min(reversed(right), key=effort)  # what stands longest before it moves comes first
    found = dict.fromkeys((key, *wrong[: OFFERED - 1]))
    near = [
        position.steps((key, slot_token(slot.name, value))).move
        for slot in position.steps((key,)).slots
        if slot.value != slot.default
        for value in slot.choices
        if value != slot.value
    ]
    Random(0).shuffle(near)
    for move in near:
        if len(found) < OFFERED and move and not is_right(move):
            found[move] = None
    in_words = game_view_of(position).move_words
    # In the order of their words, which says nothing of which is right.
    words = {
        move: (said := in_words(move))[:1].upper() + said[1:]
        for move in sorted(found, key=in_words)
    }
    if len(words) < 2:
        return content.StageData()
    return content.StageData(
        "Choose one of these", next={move: move for move in words}, words=words
    )


class _Stages:
    """Goes down a move, step by step; a move where nothing follows, None where none is wanted."""

    def __init__(self, position: Position, wanted: set[Move] | None) -> None:
        self._position, self._wanted = position, wanted
        cells = [cell for sheet in position.sheets for cell in sheet.cells if cell.name]
        self._cells = {
            cell.name: f"{cell.words}: {cell.value}" if cell.value else cell.words for cell in cells
        }
        self._words = game_view_of(position).token_words

    def after(self, partial: tuple[str, ...]) -> content.StageData | str | None:
        steps = self._position.steps(partial)
        if steps.slots:
            return self._slots(partial)
        found, named = dict[str, content.StageData | str](), dict[str, str]()
        for token in steps.choices:
            after = self.after((*partial, token))
            if after is None:
                continue
            found[token] = after
            if token not in self._position.game.board:
                named[token] = self._cells.get(token) or self._words(token)
        move = steps.move if steps.complete and self._is_wanted(steps.move) else None
        return content.StageData(steps.message, move or "", found, named) if found else move

    def _slots(self, chosen: tuple[str, ...]) -> content.StageData | str | None:
        """Named choices are made one after the other."""
        steps = self._position.steps(chosen)
        if len(chosen) == len(steps.slots):
            return steps.move if self._is_wanted(steps.move) else None
        slot = steps.slots[len(chosen)]
        found, named = dict[str, content.StageData | str](), dict[str, str]()
        for value in (*slot.choices, *([""] if slot.default not in ("", *slot.choices) else [])):
            token = slot_token(slot.name, value)
            after = self._slots((*chosen, token))
            if after is not None:
                found[token], named[token] = after, (value or slot.default).replace(">", " to ")
        words, _, value = self._cells.get(slot.name, slot.name).partition(": ")
        says = f"Choose for {words} ({value})" if value else f"Choose for {words}"
        return content.StageData(says, "", found, named) if found else None

    def _is_wanted(self, move: Move | None) -> bool:
        return self._wanted is None or move in self._wanted
