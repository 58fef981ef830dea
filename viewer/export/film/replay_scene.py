"""A game from its first move to its last, each along its stages, with what was said about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from model.contract.game import CHANCE, Event
from model.phrases import listed, shown
from model.positions.events import known_events
from model.records.record import Record
from model.records.sealing import SEALED
from viewer.export.film.seen import Line, flight, stages_of
from viewer.export.film.shots import Caption, Part, Words, still
from viewer.export.film.take import Take
from viewer.export.items import ExportError
from viewer.games.registry import ending, piece_colour
from viewer.learn.lessons.after_answer import finale_of
from viewer.picture.picture import Picture
from viewer.picture.words.move_stages import ROLLED, explains, move_stages

START, PAUSE, END = 1.5, 0.8, 3.0
"""Seconds before the first move, after each, and after the last."""
FLICKERS = 9
"""Faces of a die that are seen while it rolls."""
BARE = "#FBFAF6"
"""The colour of a die that is nobody's."""


def replay(take: Take) -> Iterator[Part]:
    """Yield the start, each move of the main line, and the end."""
    line = Line(take.item.contents.record)
    if len(line.nodes) < 2:
        raise ExportError(
            f"{shown(take.item.title)} has no moves to replay: film a turntable instead"
        )
    view = take.item.contents.view
    last: Picture | None = None
    for number, node in enumerate(line.nodes):
        view = line.record[node].view or view
        picture = line.picture(node, view)
        yield from _move(take, line, number, last, picture)
        last = picture
    position = line.position(line.nodes[-1]).seen_by(None)
    said = ending(position)
    if last is not None and said:
        decided = replace(last, overlays=(*last.overlays, *finale_of(position)))
        words = Words("The end", _counter(line, len(line.nodes) - 1))
        yield Part((still(END, lambda: decided),), take.captions(words, said))


def is_talkative(record: Record) -> bool:
    """Tell whether there is something to read besides the moves themselves."""
    line = Line(record)
    for node in line.nodes:
        before, here = line.before(node), line.record[node]
        if here.comment.strip():
            return True
        if before is not None and explains(move_stages(before, here.move)):
            return True
    return bool(ending(line.position(line.nodes[-1]).seen_by(None)))


def _move(
    take: Take, line: Line, number: int, last: Picture | None, picture: Picture
) -> Iterator[Part]:
    """The way from the picture before to that after a move, and what is said there."""
    node = line.nodes[number]
    here, before = line.record[node], line.before(node)
    words = Words(_heading(take, line, number), _counter(line, number))
    if last is not None and last.board is picture.board:
        flown = flight(last, replace(last, view=picture.view), take.aspect)
        if flown:
            yield Part(flown, (Caption(0.0, words),))
    for told in () if before is None else stages_of(before, here.move, picture):
        rolled = [event for event in told.stage.events if event.kind == "roll"]
        if rolled:
            players = picture.players
            yield Part(told.shots, _rolling(words, rolled, players))
            words = replace(words, dice=_dice(rolled, players))
        else:
            yield Part(told.shots, take.captions(words, told.text))
    rest = START if number == 0 else PAUSE
    yield Part((still(rest, lambda: picture),), take.captions(words, here.comment))


def _counter(line: Line, number: int) -> str:
    return f"{number} / {len(line.nodes) - 1}" if number else ""


def _heading(take: Take, line: Line, number: int) -> str:
    """What a move is called; the start by its title."""
    here = line.record[line.nodes[number]]
    if number == 0:
        return take.item.title
    if here.setup:
        return "Position set up"
    if here.move == SEALED:
        return f"{number}. A hidden choice"
    before = line.position(here.parent)
    if before.to_move == CHANCE:
        dice = [event.value for event in known_events(before, here.move) if event.kind == "roll"]
        if dice:
            return f"{number}. The dice show {listed(dice)}"
    side = str(before.to_move or "").capitalize()
    return f"{number}. {side} {here.move}" if before.to_move != CHANCE else f"{number}. {here.move}"


def _dice(rolled: Sequence[Event], players: Sequence[str]) -> tuple[tuple[str, int, str], ...]:
    return tuple((die.value, die.faces, _colour(die, players)) for die in rolled)


def _colour(die: Event, players: Sequence[str]) -> str:
    owned = 0 <= die.owner < len(players)
    return piece_colour(players[die.owner]) if owned else BARE


def _rolling(words: Words, rolled: Sequence[Event], players: Sequence[str]) -> tuple[Caption, ...]:
    """Faces that change as fast as dice roll in the window."""
    each = ROLLED / 1000 / FLICKERS
    lies = _dice(rolled, players)
    return tuple(
        Caption(
            each,
            replace(
                words,
                dice=tuple(
                    (str((7 * number + 5 * k) % max(1, faces) + 1), faces, colour)
                    for number, (_, faces, colour) in enumerate(lies)
                ),
            ),
        )
        for k in range(FLICKERS)
    )
